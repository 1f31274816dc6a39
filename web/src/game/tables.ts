/** The facts of the games, generated from the rules: what is in each box, and one row for every order. */
import facts from "../../../protocol/tables.json" with { type: "json" };
import type { Game } from "./view.ts";

/** What an order needs, in the terms of its row; 0, false and nothing where a term does not apply. */
export interface OrderRow {
  clause: string;
  /** of the kind that its name names */
  named: number;
  own: number;
  /** of each other kind */
  other: number;
  /** of the kind of whoever holds the card */
  holder: number;
  /** of any kinds together */
  any: number;
  /** of the kinds that its owner picks, one after the other */
  way: number[];
  doubles: boolean;
  /** nothing of the owner's kind may lie there */
  without_own: boolean;
  /** everything that lies there of what it needs is used */
  takes_all: boolean;
  help: boolean;
  series: boolean;
}

interface Box {
  players: number[];
  /** which table of this page draws it; none: a plain one */
  page: string;
  hand?: number;
  rounds?: number;
  series?: number;
  removes?: boolean;
  orders?: Record<string, OrderRow>;
  faces?: string[];
  dice?: number;
  /** the game whose lesson teaches it */
  lesson?: Game;
}

const boxes = facts as Readonly<Record<string, Box>>;

export function boxOf(game: string): Box {
  return boxes[game] ?? { players: [], page: "" };
}

export function orderRow(game: string, order: string): OrderRow | undefined {
  return boxOf(game).orders?.[order];
}

/** SM-24: an order that is a bid on the own kind, and the least that it takes; 0: it is no bid. */
export function leastBid(game: string, order: string): number {
  const row = orderRow(game, order);
  return row?.takes_all ? row.own : 0;
}

/** Whether a game is played with cards in hand and orders. */
export function hasOrders(game: string): boolean {
  return boxOf(game).orders !== undefined;
}

/** How many can play a game. */
export function players(game: Game): number[] {
  return boxOf(game).players;
}
