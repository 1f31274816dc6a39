/** Roll for Soles after each event, and the arithmetic that a table shows. */
import { seatIn, type GameEvent, type SolesView } from "./view.ts";

const BLUE = ["double", "water"];
export const DICE = 4;

/** Soles on a face. */
export function solesOn(face: string): number {
  return face === "1" || face === "2" ? Number(face) : 0;
}

type Change = (view: SolesView, event: GameEvent) => Partial<SolesView>;
const amountIn = (event: GameEvent) => Number(event["amount"] ?? 0);

const CHANGES: Readonly<Record<string, Change>> = {
  roll: (_, event) => ({ rolled: event["dice"] as string[] }),
  lost: (view, event) => ({ net: 0, middle: view.middle + amountIn(event) }),
  secure: (view, event) => ({
    net: 0,
    supplies: { ...view.supplies, [seatIn(event)]: (view.supplies[seatIn(event)] ?? 0) + amountIn(event) },
  }),
  haul: (view, event) => ({ net: view.net + amountIn(event) }),
  again: (view) => ({ dice: [...view.dice, ...view.rolled.filter((face) => BLUE.includes(face))], rolled: [] }),
  turn: (_, event) => ({ turn: Number(event["seat"]), dice: [], rolled: [], net: 0 }),
};

/** The table as it looks after one more event; the source of a haul follows with the view. */
export function afterSoles(view: SolesView, event: GameEvent): SolesView {
  return { ...view, decision: null, ...CHANGES[event.event]?.(view, event) };
}

/** RS-10: how many dice are rolled if the player goes on. */
export function diceLeft(view: SolesView): number {
  return DICE - view.dice.length - view.rolled.filter((face) => BLUE.includes(face)).length;
}

/** RS-5: what the dice just rolled are worth. */
export function haul(view: SolesView): { soles: number; times: number } {
  const soles = view.rolled.reduce((sum, face) => sum + solesOn(face), 0);
  const doubles = [...view.rolled, ...view.dice].filter((face) => face === "double").length;
  return { soles, times: 2 ** doubles };
}

/** The chance that a roll of so many dice shows no sole. */
export function risk(faces: readonly string[], dice: number): number {
  const empty = faces.filter((face) => solesOn(face) === 0).length / faces.length;
  return empty ** dice;
}

/** An amount as coins: fives and ones. */
export function coins(amount: number, most = 24): number[] {
  const fives = Math.floor(amount / 5);
  const all = [...Array.from({ length: fives }, () => 5), ...Array.from({ length: amount % 5 }, () => 1)];
  return all.length > most ? all.slice(0, most) : all;
}
