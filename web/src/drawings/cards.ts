/** Cards as text of SVG: ingredients, backs, the Sole Mio! card. Slips are in slips.ts. */
import { KINDS, type Kind } from "../game/cards.ts";
import { letter } from "./glyphs.ts";
import { ART, INKS, letters, PATTERNS, SIGNS, stamp, sun } from "./ink.ts";

export const FRAME = "0 0 84 120";

function use(id: string, x: number, y: number, size: number): string {
  return `<use href="#${id}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
}

/** A single or a double: a patterned spine carries the letter, so that a fan or a column stays readable. */
export function ingredient(kind: Kind, double: boolean): string {
  const ink = INKS[kind];
  const spine = '<path d="M1.200 9A7.800 7.800 0 0 1 9 1.200H27V118.800H9A7.800 7.800 0 0 1 1.200 111Z"';
  const art = double ? use(`art-${kind}`, 37, 22, 36) + use(`art-${kind}`, 37, 68, 36) : use(`art-${kind}`, 31, 36, 48);
  const frame = double
    ? `<path d="M43 6.500H72A6 6 0 0 1 78 12.500V107.500A6 6 0 0 1 72 113.500H31" fill="none" stroke="${ink.flat}" stroke-width="2.600" stroke-linecap="round"/>` +
      `<circle cx="34" cy="15" r="9.600" fill="#FFFAEE" stroke="${ink.dark}" stroke-width="1.600"/>${letter(34, 20.2, 14.5, "2", ink.dark)}`
    : "";
  return (
    `<rect x="1.200" y="1.200" width="81.600" height="117.600" rx="8" fill="${ink.tint}" stroke="${ink.dark}" stroke-width="2"/>` +
    `${spine} fill="${ink.flat}"/>${spine} fill="url(#pat-${kind})"/>` +
    `<path d="M2 9A7 7 0 0 1 9 2H26V25H2Z" fill="${ink.flat}"/>${letter(14, 21.5, 18, ink.letter, ink.on)}${art}${frame}` +
    `<rect x="1.200" y="1.200" width="81.600" height="117.600" rx="8" fill="none" stroke="${ink.dark}" stroke-width="2"/>`
  );
}

function mark(arch: string, fire: string): string {
  return (
    `<circle cx="42" cy="60" r="24" fill="none" stroke="${arch}" stroke-width="1.800"/>` +
    `<path d="M30 73V59a12 12 0 0 1 24 0V73Z" fill="none" stroke="${arch}" stroke-width="3"/>` +
    `<path d="M36 73V64a6 6 0 0 1 12 0V73Z" fill="${fire}"/>`
  );
}

/** Backs of ingredient cards: petrol check with the oven's mark. */
export const INGREDIENT_BACK =
  '<rect x="1" y="1" width="82" height="118" rx="8" fill="#14323B" stroke="#0A2027" stroke-width="2"/>' +
  '<rect x="5" y="5" width="74" height="110" rx="5" fill="url(#pat-check)"/>' +
  '<circle cx="42" cy="60" r="27" fill="#14323B"/>' +
  mark("#EAD8AC", "#FF8A3C");

/** The one sooty back that everything still in the oven wears: real backs would tell. */
export const SOOTY_BACK =
  '<rect x="1" y="1" width="82" height="118" rx="8" fill="#2A1C17" stroke="#7A4522" stroke-width="2"/>' +
  '<rect x="5" y="5" width="74" height="110" rx="5" fill="none" stroke="#4A2F22" stroke-width="1.600"/>' +
  '<path d="M28 75V58a14 14 0 0 1 28 0V75Z" fill="none" stroke="#C4622A" stroke-width="4"/><path d="M36 75V64a6 6 0 0 1 12 0V75Z" fill="#FF8A3C"/>';

export const SUN_CARD =
  '<rect x="1.200" y="1.200" width="81.600" height="117.600" rx="8" fill="#FFE9B8" stroke="#8A5F00" stroke-width="2"/>' +
  '<rect x="6" y="6" width="72" height="108" rx="5" fill="none" stroke="#C2410F" stroke-width="1.800"/>' +
  `<svg x="14" y="22" width="56" height="56" viewBox="0 0 64 64">${sun()}</svg>${letters(42, 101, 13, "Sole Mio!", "#5C2A00")}`;

export const TORN_TOP =
  "M3 8H6.600a2.900 2.900 0 0 0 5.800 0H19.600a2.900 2.900 0 0 0 5.800 0H32.600a2.900 2.900 0 0 0 5.800 0H45.600a2.900 2.900 0 0 0 5.800 0H58.600a2.900 2.900 0 0 0 5.800 0H71.600a2.900 2.900 0 0 0 5.800 0H81";
export const TORN_EDGE = `${TORN_TOP}V111${Array.from({ length: 8 }, () => "l-4.875 6l-4.875-6").join("")}Z`;

/** The back of an order slip in its owner's pattern. */
export function slipBack(owner: Kind): string {
  const ink = INKS[owner];
  return (
    `<path d="${TORN_EDGE}" fill="${ink.flat}"/><path d="${TORN_EDGE}" fill="url(#pat-${owner})"/>` +
    `<circle cx="42" cy="60" r="23" fill="#FFFAEE" stroke="${ink.dark}" stroke-width="1.600"/>${use(`stamp-${owner}`, 26, 44, 32)}` +
    `<path d="${TORN_EDGE}" fill="none" stroke="${ink.dark}" stroke-width="1.800" stroke-linejoin="round"/>`
  );
}

/** Drawings of cards by name: ingredients, the Sole Mio! card, and backs. */
export const CARDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(KINDS.map((kind) => [`card-${kind}`, ingredient(kind, false)])),
  ...Object.fromEntries(KINDS.map((kind) => [`card-double-${kind}`, ingredient(kind, true)])),
  ...Object.fromEntries(KINDS.map((kind) => [`back-${kind}`, slipBack(kind)])),
  "card-sole-mio": SUN_CARD,
  back: INGREDIENT_BACK,
  "back-sooty": SOOTY_BACK,
};

export const symbol = (id: string, box: string, body: string) => `<symbol id="${id}" viewBox="${box}">${body}</symbol>`;
export const CHECK =
  '<pattern id="pat-check" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 0H4V4H0ZM4 4H8V8H4Z" fill="#1F4652"/></pattern>';

/** Everything that drawings refer to by name, put into the page once. */
export function sprite(): string {
  const glow =
    '<radialGradient id="fire" cx=".5" cy="1" r=".9"><stop offset="0" stop-color="#FF8A3C"/><stop offset=".3" stop-color="#A53C10"/><stop offset=".65" stop-color="#451D10"/><stop offset="1" stop-color="#1C1311"/></radialGradient>' +
    '<linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#E2B97F"/><stop offset="1" stop-color="#C99A5B"/></linearGradient>';
  const kinds = KINDS.map(
    (kind) => symbol(`art-${kind}`, "0 0 64 64", ART[kind]) + symbol(`stamp-${kind}`, "-1 -1 26 26", stamp(kind)),
  );
  const signs = Object.entries(SIGNS).map(([name, body]) => symbol(`sign-${name}`, "0 0 24 24", body));
  return (
    `<defs>${CHECK}${glow}${Object.values(PATTERNS).join("")}</defs>${kinds.join("")}${signs.join("")}` +
    symbol("sun", "0 0 64 64", sun())
  );
}
