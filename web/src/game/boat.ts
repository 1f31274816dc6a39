/** Roll for Soles: the arithmetic that a table shows. */
import type { SolesView } from "./view.ts";

const BLUE = ["double", "water"];
export const DICE = 4;

/** Soles on a face. */
export function solesOn(face: string): number {
  return face === "1" || face === "2" ? Number(face) : 0;
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
  return [...Array.from({ length: fives }, () => 5), ...Array.from({ length: amount % 5 }, () => 1)].slice(0, most);
}
