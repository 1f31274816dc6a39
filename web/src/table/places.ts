/**
 * Where things lie on the screen. Screens name their places by the paths of moves (`data-place="supply"`,
 * `data-place="hands/pepper delivered/pepper"`); what has no place of its own is with its seat (`data-seat`).
 */
import { backName } from "../drawings/pieces.ts";

/** Where a piece lies: its middle, its width and how far it is turned. */
export interface Box {
  x: number;
  y: number;
  w: number;
  turn: number;
}

export interface Spot {
  box: Box;
  /** the drawing that lies there, if it is that very thing */
  exact: SVGSVGElement | null;
  /** any drawing of such a thing that lies there */
  like: SVGSVGElement | null;
}

const DRAWN: Readonly<Record<string, string>> = { points: "svg.sole", dice: "svg.die" };

export function seen<T extends Element>(selector: string, where: ParentNode = document): T[] {
  return [...where.querySelectorAll<T>(selector)].filter((node) => node.checkVisibility());
}

/** SPEED: places are looked for once while the page stays as it is. */
let known = new Map<string, HTMLElement[]>();

/** The page may have changed: places are looked for anew. */
export function lookAgain(): void {
  known = new Map();
}

/** The parts of the page that show a place; the first are those from which things leave first. */
export function placesOf(path: string): HTMLElement[] {
  const found = known.get(path) ?? searched(path);
  known.set(path, found);
  return found;
}

function searched(path: string): HTMLElement[] {
  const parts = path.split("/");
  for (let n = parts.length; n > 0; n--) {
    const found = seen<HTMLElement>(`[data-place~="${parts.slice(0, n).join("/")}"]`);
    if (found.length > 0) return found;
  }
  return parts[1] === undefined ? [] : seen(`[data-seat="${parts[1]}"]`);
}

/** Where a drawing lies, as it is turned; of anything else its middle. */
export function boxOf(node: Element): Box {
  const { x, y, width, height } = node.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  const drawing = node instanceof SVGSVGElement ? node : null;
  const screen = drawing?.getScreenCTM();
  if (!drawing || !screen) return { ...middle, w: Math.min(width, height / 1.43) * 0.6, turn: 0 };
  const w = Math.hypot(screen.a, screen.b) * drawing.viewBox.baseVal.width;
  return { ...middle, w, turn: Math.atan2(screen.b, screen.a) };
}

interface Wanted {
  of: string;
  face: string | null;
  owner: string | null;
}
const drawn = (of: string) => DRAWN[of] ?? "svg.card";

/** Drawings at a place; a fan that a small screen does not show lies nowhere. */
export function within(path: string, selector: string): SVGSVGElement[] {
  return placesOf(path).flatMap((place) => seen<SVGSVGElement>(selector, place));
}

/** Every drawing of such a thing at a place. */
export function all(path: string, { of, face, owner }: Wanted): SVGSVGElement[] {
  if (face !== null) return within(path, `svg[data-face="${face}"], svg[data-die="${face}"]`);
  return within(path, of in DRAWN ? drawn(of) : `svg.card:has([data-picture="${backName(owner)}"])`);
}

/** Where a thing is at a place: one of these drawings of it, or about where it would be. */
export function find(path: string, thing: Wanted, these: readonly SVGSVGElement[], last: boolean): Spot | null {
  const exact = (last || thing.face === null ? these.at(-1) : these[0]) ?? null;
  const like = exact ?? within(path, drawn(thing.of)).at(-1) ?? null;
  const node = like ?? placesOf(path).at(-1);
  return node ? { box: boxOf(node), exact, like } : null;
}
