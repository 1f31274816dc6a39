/** What a viewer may see, in the words of the engine; the shapes come from the protocol. */
import { boxOf } from "./tables.ts";
import type { GameEvent, GameView, OrderStack, OtherHand, PizzaView, SolesView } from "../wire/protocol.ts";

export type {
  Announcement,
  Filling,
  GameEvent,
  PizzaView,
  Question as Decision,
  Result as Outcome,
  SolesView,
} from "../wire/protocol.ts";

export type View = GameView;
export type Game = View["game"];
export const GAMES: readonly Game[] = ["mamma-mia", "sole-mio", "grande", "roll-for-soles"];

/** Whether this page has a table of its own for a game; others are played at a plain one. */
export function isDrawn(game: string): game is Game {
  return boxOf(game).page !== "";
}

/** A seat: an own kind in the pizza games, a number in Roll for Soles; always text here. */
export type Seat = string;

/** Whether the table lies in the sea: a boat, dice, soles. */
export function isSoles(view: View): view is SolesView {
  return boxOf(view.game).page === "soles";
}

/** Whether a table stands around an oven. */
export function isPizza(view: View): view is PizzaView {
  return boxOf(view.game).page === "pizza";
}

/** A seat as text, whatever the wire used. */
export function seatName(seat: Seat | number): Seat {
  return String(seat);
}

/** Everybody's seats as text, clockwise, beginning after the own one; all of them from the first for a spectator. */
export function seatsFrom(view: View): Seat[] {
  const all = view.seats.map(seatName);
  if (view.seat === null) return all;
  const at = all.indexOf(seatName(view.seat));
  return [...all.slice(at + 1), ...all.slice(0, at)];
}

/** Whether this viewer is the one who is asked. */
export function isAsked(view: View): boolean {
  return view.decision !== null && view.seat !== null && seatName(view.decision.seat) === seatName(view.seat);
}

/** A hand that lies open to this viewer: the own one, or any of them at a table that opened its hands. */
export function openHand(view: PizzaView, seat: Seat): string[] | null {
  const hand = view.hands[seat];
  return Array.isArray(hand) ? hand : null;
}

/** A spectator's view with the hands that the table opened. */
export function withHands(view: View, hands: Readonly<Record<string, string[]>> | null | undefined): View {
  return hands && isPizza(view) && view.seat === null ? { ...view, hands: { ...view.hands, ...hands } } : view;
}

/** The number of ingredients and orders in a hand, own or not. */
export function handCounts(hand: string[] | OtherHand | undefined, isIngredient: (card: string) => boolean): OtherHand {
  if (hand === undefined) return { ingredients: 0, orders: 0 };
  if (!Array.isArray(hand)) return hand;
  const ingredients = hand.filter(isIngredient).length;
  return { ingredients, orders: hand.length - ingredients };
}

export function stackSize(stack: OrderStack | undefined): number {
  if (!stack) return 0;
  return stack.shuffled + (Array.isArray(stack.under) ? stack.under.length : stack.under);
}

/** How many rounds a pizza game has. */
export function rounds(game: PizzaView["game"]): number {
  return boxOf(game).rounds ?? 0;
}

/** A field of an event that is a seat, as text. */
export function seatIn(event: GameEvent, field = "seat"): Seat {
  return String((event as Record<string, unknown>)[field] ?? "");
}
