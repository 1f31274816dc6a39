/** A whole turn before it is said: ingredients of one kind, at most one order, a stack to draw from. */
import { isIngredient, kindOf, spell, without } from "./cards.ts";
import { seatName, stackSize, type PizzaView } from "./view.ts";

export type Stack = "supply" | "orders";
export const FULL_HAND = 7;

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

/** MM-6 to MM-8, MM-10, SM-8: the stacks that may be drawn from after this draft; none where nothing is drawn. */
export function drawable(view: PizzaView, draft: Draft): Stack[] {
  const hand = handAfter(view, draft);
  if (hand.length >= FULL_HAND || view.seat === null) return [];
  const supply = view.supply > 0;
  const orders = stackSize(view.orders[seatName(view.seat)]) > 0;
  const mustSupply = view.game === "mamma-mia" && !hand.some(isIngredient) && supply;
  const stacks: Stack[] = supply ? ["supply"] : [];
  return orders && !mustSupply ? [...stacks, "orders"] : stacks;
}

/** The stack this draft will draw from. */
export function drawsFrom(view: PizzaView, draft: Draft): Stack | null {
  const stacks = drawable(view, draft);
  return draft.stack && stacks.includes(draft.stack) ? draft.stack : (stacks[0] ?? null);
}

/** How many cards will be drawn. */
export function drawn(view: PizzaView, draft: Draft): number {
  const from = drawsFrom(view, draft);
  if (from === null || view.seat === null) return 0;
  const there = from === "supply" ? view.supply : stackSize(view.orders[seatName(view.seat)]);
  return Math.min(there, FULL_HAND - handAfter(view, draft).length);
}

/** Whether a card of the hand may join the draft: one kind only. */
export function joins(draft: Draft, card: string): boolean {
  return draft.cards.length === 0 || kindOf(draft.cards[0]!) === kindOf(card);
}

export function isComplete(ask: string, draft: Draft): boolean {
  return ask !== "play" || draft.cards.length > 0;
}

/** The draft as moves, from the question that is asked now. Forced moves are not asked, so they are not said. */
export function moves(view: PizzaView, ask: string, draft: Draft): string[] {
  const said: string[] = [];
  const orders = ownHand(view).filter((card) => !isIngredient(card));
  if (ask === "play") said.push(`play ${spell(draft.cards)}`);
  if (ask === "order" || (ask === "play" && orders.length > 0)) {
    said.push(draft.order ? `order ${draft.order}` : "no order");
  }
  const stacks = drawable(view, draft);
  if (ask === "draw" || stacks.length > 1) said.push(`draw ${drawsFrom(view, draft)}`);
  return said;
}
