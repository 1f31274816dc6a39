/** Where things of the guide go: the lit places, the card beside them, and the hand that points. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const AIR = 8;
const EDGE = 8;

/** The smallest box around what a selector finds on the screen, or null. */
export function boxAround(selector: string): Box | null {
  const found = [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
  const seen = found.filter((box) => box.width > 0 && box.height > 0);
  if (seen.length === 0) return null;
  const x = Math.min(...seen.map((box) => box.left)) - AIR;
  const y = Math.min(...seen.map((box) => box.top)) - AIR;
  const right = Math.max(...seen.map((box) => box.right)) + AIR;
  const bottom = Math.max(...seen.map((box) => box.bottom)) + AIR;
  return { x, y, w: right - x, h: bottom - y };
}

export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w));
  const bottom = Math.max(...boxes.map((box) => box.y + box.h));
  return { x, y, w: right - x, h: bottom - y };
}

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** Where the card stands: beside what is lit, inside the screen, over as little of it as can be. */
export function beside(lit: readonly Box[], card: { w: number; h: number }, screen: { w: number; h: number }): Box {
  const all = around(lit);
  const mid = { x: (screen.w - card.w) / 2, y: (screen.h - card.h) / 2 };
  if (!all) return { ...mid, ...card };
  const clampX = (x: number) => Math.max(EDGE, Math.min(x, screen.w - card.w - EDGE));
  const clampY = (y: number) => Math.max(EDGE, Math.min(y, screen.h - card.h - EDGE));
  const over = clampX(all.x + all.w / 2 - card.w / 2);
  const level = clampY(all.y + all.h / 2 - card.h / 2);
  const places = [
    { x: over, y: clampY(all.y - card.h - 2 * AIR) },
    { x: over, y: clampY(all.y + all.h + 2 * AIR) },
    { x: clampX(all.x + all.w + 2 * AIR), y: level },
    { x: clampX(all.x - card.w - 2 * AIR), y: level },
    { x: over, y: EDGE },
    { x: over, y: screen.h - card.h - EDGE },
  ].map((place) => ({ ...place, ...card }));
  const covers = (place: Box) => lit.reduce((sum, box) => sum + overlap(place, box), 0);
  return places.reduce((best, place) => (covers(place) < covers(best) - 1 ? place : best));
}
