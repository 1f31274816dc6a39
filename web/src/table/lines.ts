/** How the line of a seat is drawn: by its dashes alone it can be told from the others. */
import { INKS } from "../drawings/ink.ts";
import { isKind, KINDS } from "../game/cards.ts";

const DASHES = ["", "9 4", "2 4", "12 4 2 4", "5 3", "14 6", "2 3 7 3", "1 6"];
/** Roll for Soles, by seat; each is readable on paper, and paper on each. */
const SEA = ["#0e4450", "#9c1c2a", "#5a3d86", "#1e6b45", "#8a4b00", "#5c3f00", "#a3348a", "#3f5655"];
/** The pineapple's yellow is too pale for a line on paper. */
const GOLD = "#9a6a00";

export function colourOf(seat: string, i: number): string {
  if (!isKind(seat)) return SEA[i % SEA.length]!;
  return seat === "pineapple" ? GOLD : INKS[seat].flat;
}

export function dashOf(seat: string, i: number): string {
  return DASHES[isKind(seat) ? KINDS.indexOf(seat) : i % DASHES.length]!;
}
