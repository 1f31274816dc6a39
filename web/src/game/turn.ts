/** A whole turn before it is said: ingredients of one kind, at most one order, a stack to draw from. */
import type { FollowUp, Question } from "../wire/protocol.ts";
import { kindOf, spell, without } from "./cards.ts";
import { boxOf } from "./tables.ts";
import { seatName, stackSize, type PizzaView } from "./view.ts";

export type Stack = "supply" | "orders";

export interface Draft {
  /** ingredients, all of one kind */
  cards: string[];
  order: string | null;
  /** the stack chosen, or null: whatever is offered first */
  stack: Stack | null;
}

export const EMPTY: Draft = { cards: [], order: null, stack: null };

export function ownHand(view: PizzaView): string[] {
  const hand = view.seat === null ? undefined : view.hands[seatName(view.seat)];
  return Array.isArray(hand) ? hand : [];
}

export function handAfter(view: PizzaView, draft: Draft): string[] {
  return without(ownHand(view), [...draft.cards, ...(draft.order ? [draft.order] : [])]);
}

/** One question of the turn and what the draft answers to it. */
interface Step {
  ask: string;
  options: readonly string[];
  said: string;
}

function answer(ask: string, options: readonly string[], draft: Draft): string {
  if (ask === "play") return `play ${spell(draft.cards)}`;
  if (ask === "order") return draft.order ? `order ${draft.order}` : "no order";
  const wanted = `draw ${draft.stack}`;
  return options.includes(wanted) ? wanted : (options[0] ?? "");
}

/** What this turn is composed from: the question that is asked, or, while others play, the one that would be. */
function first(view: PizzaView): Question | undefined {
  return view.decision?.options ? view.decision : (view.ahead ?? undefined);
}

/** The questions of this turn, one after the other, as the house says that they follow from what the draft answers. */
function steps(view: PizzaView, draft: Draft): Step[] {
  const found: Step[] = [];
  const begun = first(view);
  let next: Question | FollowUp | undefined = begun;
  while (next?.options) {
    const said: string = answer(next.ask, next.options, draft);
    found.push({ ask: next.ask, options: next.options, said });
    const follows: number | null = next.follows?.[next.options.indexOf(said)] ?? null;
    next = follows === null ? undefined : begun?.then?.[follows];
  }
  return found;
}

/** The stacks that may be chosen after this draft; none where nothing is left to choose. */
export function drawable(view: PizzaView, draft: Draft): Stack[] {
  const asked = steps(view, draft).find((step) => step.ask === "draw");
  return (asked?.options ?? []).map((option) => option.replace("draw ", "") as Stack);
}

const left = (view: PizzaView, stack: Stack) =>
  stack === "supply" ? view.supply : view.seat === null ? 0 : stackSize(view.orders[seatName(view.seat)]);

/** The stack this draft will draw from: the one chosen; where nothing is asked, the one that has cards. */
export function drawsFrom(view: PizzaView, draft: Draft): Stack | null {
  if (room(view, draft) <= 0) return null;
  const stacks = drawable(view, draft);
  if (draft.stack && stacks.includes(draft.stack)) return draft.stack;
  return stacks[0] ?? (["supply", "orders"] as const).find((stack) => left(view, stack) > 0) ?? null;
}

/** How many cards would fill the hand up. */
export const room = (view: PizzaView, draft: Draft) => (boxOf(view.game).hand ?? 0) - handAfter(view, draft).length;

/** How many cards will be drawn. */
export function drawn(view: PizzaView, draft: Draft): number {
  const from = drawsFrom(view, draft);
  return from === null ? 0 : Math.min(left(view, from), room(view, draft));
}

/** Whether a card of the hand may join the draft: one kind only. */
export function joins(draft: Draft, card: string): boolean {
  return draft.cards.length === 0 || kindOf(draft.cards[0]!) === kindOf(card);
}

export function isComplete(ask: string, draft: Draft): boolean {
  return ask !== "play" || draft.cards.length > 0;
}

/** The draft as moves, from the question that is asked now. Forced moves are not asked, so they are not said. */
export function moves(view: PizzaView, draft: Draft): string[] {
  return steps(view, draft).map((step) => step.said);
}

/** Whether everything that was composed while others played can still be said. */
export function isStillPossible(view: PizzaView, draft: Draft): boolean {
  const found = steps(view, draft);
  const drawn = found.find((step) => step.ask === "draw");
  const chosen = draft.stack === null || !drawn || drawn.said === `draw ${draft.stack}`;
  const stacks = drawn !== undefined || draft.stack === null || drawsFrom(view, draft) === draft.stack;
  return chosen && stacks && found.every((step) => step.options.includes(step.said));
}
