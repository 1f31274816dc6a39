/**
 * Our drawings, as text of SVG: lino-cuts of one flat colour, one dark line, one cut of light.
 * A kind is told by silhouette, by stamp shape, by letter and by pattern; each suffices alone.
 */
import type { Kind } from "../game/cards.ts";
import { letter } from "./glyphs.ts";

export interface Ink {
  flat: string;
  dark: string;
  tint: string;
  letter: string;
  on: string;
}

/** Colours and letters of the kinds; the letters are those of an Italian menu, the same in every language. */
export const INKS: Readonly<Record<Kind, Ink>> = {
  olive: { flat: "#463A96", dark: "#2A2263", tint: "#E4E0F5", letter: "O", on: "#FFFAEE" },
  pepper: { flat: "#23733A", dark: "#124A22", tint: "#DCEEDD", letter: "P", on: "#FFFAEE" },
  mushroom: { flat: "#80512D", dark: "#4F2F16", tint: "#EFE0D1", letter: "F", on: "#FFFAEE" },
  salami: { flat: "#B5222D", dark: "#74101A", tint: "#FADEDB", letter: "S", on: "#FFFAEE" },
  pineapple: { flat: "#F4BC1C", dark: "#5C3F00", tint: "#FFF0C2", letter: "A", on: "#3A2800" },
};

export const DISPLAY = "Caprasimo, 'Cooper Black', Georgia, serif";
const LIGHT = 'fill="#fff" fill-opacity=".82"';

/** Text in the display face, centred. */
export function letters(x: number, y: number, size: number, text: string, fill = "#14323B"): string {
  return `<text x="${x}" y="${y}" font-family="${DISPLAY}" font-size="${size}" fill="${fill}" text-anchor="middle">${text}</text>`;
}

function fleck(x: number, y: number, length: number, turn: number): string {
  const left = x - length / 2;
  return `<rect x="${left}" y="${y - 2.1}" width="${length}" height="4.2" rx="2.1" fill="#FBE3D3" transform="rotate(${turn} ${x} ${y})"/>`;
}

const FLECKS = [
  [20, 24, 9, 35],
  [36, 16, 8, -15],
  [47, 29, 9, 70],
  [31, 33, 11, -30],
  [16, 38, 7, 85],
  [43, 45, 9, 20],
  [28, 49, 8, -8],
  [33.5, 24.5, 4.2, 0],
  [50.5, 40, 4.2, 0],
  [22, 31.5, 4.2, 0],
] as const;

/** One drawing of each kind on a field of 64 by 64. */
export const ART: Readonly<Record<Kind, string>> = {
  olive:
    '<path d="M5 59L59 5" stroke="#5A3D12" stroke-width="5.4" stroke-linecap="round"/><path d="M5 59L59 5" stroke="#EBCF98" stroke-width="2.4" stroke-linecap="round"/>' +
    '<g transform="rotate(-45 32 32)"><ellipse cx="31" cy="32" rx="23" ry="17.5" fill="#463A96" stroke="#2A2263" stroke-width="2.4"/>' +
    `<path d="M14 27C18 19.500 27 16.800 35 18.200C28 19.600 20.500 21.500 14 27Z" ${LIGHT}/>` +
    '<ellipse cx="51" cy="32" rx="4.600" ry="6.200" fill="#E8553E" stroke="#2A2263" stroke-width="2"/></g>' +
    '<path d="M48 16L59 5" stroke="#5A3D12" stroke-width="5.4" stroke-linecap="round"/><path d="M47 17L59 5" stroke="#EBCF98" stroke-width="2.4" stroke-linecap="round"/>',
  pepper:
    '<path d="M32 19C26 10 8 12 6.500 28C5 44 13 58 21.500 60C26 61 28.500 57.500 32 57.500C35.500 57.500 38 61 42.500 60C51 58 59 44 57.500 28C56 12 38 10 32 19Z" fill="#23733A" stroke="#124A22" stroke-width="2.4" stroke-linejoin="round"/>' +
    '<path d="M25 21C20 32 20.500 46 25 55C21.500 45 22 31 25 21ZM39 21C44 32 43.500 46 39 55C42.500 45 42 31 39 21Z" fill="#124A22" stroke="#124A22" stroke-width="1.2" stroke-linejoin="round"/>' +
    `<path d="M11.500 33C11 24.500 14.500 18.800 21 17.600C16.500 21.500 13.500 26 11.500 33Z" ${LIGHT}/>` +
    '<path d="M30 20C29.500 13 31 7.500 37 3L41.500 6.500C36.500 10 35 14 35 20Z" fill="#5F8130" stroke="#124A22" stroke-width="2" stroke-linejoin="round"/>' +
    '<path d="M21.500 19.500C26.500 16 29 20.500 32.200 20.500C35.500 20.500 37.500 16 42.500 19.500" stroke="#124A22" stroke-width="3" fill="none" stroke-linecap="round"/>',
  mushroom:
    '<path d="M24.500 36C25.500 45 21 52 23.500 57.500C26 61.500 38 61.500 40.500 57.500C43 52 38.500 45 39.500 36Z" fill="#F3DFC4" stroke="#4F2F16" stroke-width="2.4" stroke-linejoin="round"/>' +
    '<path d="M29 43C29.500 49 27.500 53 28.500 57" stroke="#C9A67C" stroke-width="2.4" fill="none" stroke-linecap="round"/>' +
    '<path d="M3.500 34.500C3 16 17.500 4.500 32 4.500S61 16 60.500 34.500C60.300 40 55 41.200 50 40Q32 35.500 14 40C9 41.200 3.700 40 3.500 34.500Z" fill="#80512D" stroke="#4F2F16" stroke-width="2.4" stroke-linejoin="round"/>' +
    '<path d="M19 34.200Q32 30 45 34.200" stroke="#4F2F16" stroke-width="1.8" fill="none" stroke-linecap="round"/>' +
    `<path d="M10 29C11.500 19 18 12 27 10C20 14.500 14.500 20.500 10 29Z" ${LIGHT}/>` +
    '<circle cx="39" cy="16.500" r="4.200" fill="#DDB68C"/><circle cx="49.500" cy="26" r="3.200" fill="#DDB68C"/><circle cx="30" cy="23.500" r="2.600" fill="#DDB68C"/>',
  salami:
    '<circle cx="32" cy="32.500" r="28.800" fill="#74101A"/><circle cx="32" cy="32.500" r="25.200" fill="#B5222D" stroke="#F2B9A4" stroke-width="1.5"/>' +
    FLECKS.map(([x, y, length, turn]) => fleck(x, y, length, turn)).join("") +
    `<path d="M11 24C14 15.500 20 10.500 28 9.200C21.500 12.500 16 17 11 24Z" ${LIGHT}/>`,
  pineapple:
    '<path d="M32 25C23 24.500 14.500 18.500 13.500 9C20 10.500 24 13 27 17.500C25 11 27 5 32 .800C37 5 39 11 37 17.500C40 13 44 10.500 50.500 9C49.500 18.500 41 24.500 32 25Z" fill="#5F8130" stroke="#2F4511" stroke-width="2.2" stroke-linejoin="round"/>' +
    '<path d="M32 21.500C45 21.500 51.500 30 51.500 42C51.500 54.500 43 62.300 32 62.300S12.500 54.500 12.500 42C12.500 30 19 21.500 32 21.500Z" fill="#F4BC1C" stroke="#5C3F00" stroke-width="2.4"/>' +
    '<path d="M17.500 30L45.500 58.500M26 23.500L50.500 48M13.500 40L35 62M46.500 30L18.500 58.500M38 23.500L13.500 48M50.500 40L29 62" stroke="#5C3F00" stroke-width="1.7" stroke-opacity=".85"/>' +
    '<path d="M16.500 41C16.500 33.500 19.500 28 25 25.500C21 31 18.500 35.500 16.500 41Z" fill="#fff" fill-opacity=".75"/>',
};

/** Letters of the stamps sit a little differently in each shape. */
const STAMPS: Readonly<Record<Kind, readonly [string, number]>> = {
  olive: ['<ellipse cx="12" cy="12" rx="9.200" ry="11.200"', 16.4],
  pepper: [
    '<path d="M2.400 2.500Q12-.300 21.600 2.500V11C21.600 18 16 21.600 12 23.200C8 21.600 2.400 18 2.400 11Z"',
    15.6,
  ],
  mushroom: [
    '<path d="M.800 13C.800 5 6 .800 12 .800S23.200 5 23.200 13C23.200 16 20 16.700 17.400 16.700V20.600Q17.400 23.300 14.700 23.300H9.300Q6.600 23.300 6.600 20.600V16.700C4 16.700.800 16 .800 13Z"',
    14.8,
  ],
  salami: ['<circle cx="12" cy="12" r="11.100"', 16.3],
  pineapple: [
    '<path d="M10.100 1.200Q12-.500 13.900 1.200L22.800 10.100Q24.500 12 22.800 13.900L13.900 22.800Q12 24.500 10.100 22.800L1.200 13.900Q-.500 12 1.200 10.100Z"',
    16.2,
  ],
};

/** The stamp of a kind on a field of 24 by 24, with its letter; `rim` colours follow the light (see the style sheet). */
export function stamp(kind: Kind): string {
  const [shape, y] = STAMPS[kind];
  const ink = INKS[kind];
  return `${shape} fill="${ink.flat}" stroke="${ink.dark}" class="rim" stroke-width="1.5"/>${letter(12, y, 12.5, ink.letter, ink.on)}`;
}

const CUT = 'stroke="#fff" stroke-opacity=".36" fill="none"';

/** The pattern of each kind, to be laid over its flat colour. */
export const PATTERNS: Readonly<Record<Kind, string>> = {
  olive: `<pattern id="pat-olive" width="9" height="9" patternUnits="userSpaceOnUse"><circle cx="4.500" cy="4.500" r="2.500" ${CUT} stroke-width="1.400"/></pattern>`,
  pepper: `<pattern id="pat-pepper" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M3 0V6" ${CUT} stroke-width="1.900"/></pattern>`,
  mushroom: `<pattern id="pat-mushroom" width="10" height="7" patternUnits="userSpaceOnUse"><path d="M0 6A5 5 0 0 1 10 6" ${CUT} stroke-width="1.500"/></pattern>`,
  salami: `<pattern id="pat-salami" width="11" height="11" patternUnits="userSpaceOnUse"><path d="M1.500 3L5 1.500M7.500 4.500L9.500 7.500M2 8.500L5 9.500" ${CUT} stroke-width="1.900" stroke-linecap="round"/></pattern>`,
  pineapple: `<pattern id="pat-pineapple" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 0L8 8M8 0L0 8" stroke="#5C3F00" stroke-opacity=".34" stroke-width="1.300"/></pattern>`,
};

function ray(i: number): string {
  return `<path d="M32 .500L37 14H27Z" fill="#C2410F" transform="rotate(${i * 30} 32 32)"/>`;
}

const SUN_RAYS = Array.from({ length: 12 }, (_, i) => ray(i)).join("");

/** The sun: the Sole Mio! card and its holder. `blank` leaves the face free for a ring. */
export function sun(blank = false): string {
  const face =
    '<path d="M24.500 30q2.300-3.400 4.600 0M34.900 30q2.300-3.400 4.600 0M24.500 36.500q7.500 7 15 0" stroke="#5C3F00" stroke-width="2.300" fill="none" stroke-linecap="round"/>';
  return `${SUN_RAYS}<circle cx="32" cy="32" r="17" fill="#F4BC1C" stroke="#5C3F00" stroke-width="2.400"/>${blank ? "" : face}`;
}

const line = (d: string, width = 2.2) =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Small signs, 24 by 24, in the colour of the text beside them. */
export const SIGNS = {
  smile:
    '<circle cx="12" cy="12" r="9.500" fill="none" stroke="currentColor" stroke-width="2.200"/>' +
    line("M8.500 10V9.500M15.500 10V9.500M8 14.500Q12 18.500 16 14.500", 2.2),
  chain:
    line("M10 14a4.200 4.200 0 0 0 6 0l4-4a4.200 4.200 0 0 0-6-6l-1.500 1.500", 2.6) +
    line("M14 10a4.200 4.200 0 0 0-6 0l-4 4a4.200 4.200 0 0 0 6 6l1.500-1.500", 2.6),
  barred:
    line(
      "M7 13V7.500a1.500 1.500 0 0 1 3 0V5a1.500 1.500 0 0 1 3 0 1.500 1.500 0 0 1 3 0v2a1.500 1.500 0 0 1 3 0v8c0 4-2.600 6.500-6 6.500-4 0-5.600-2.400-8.400-7.600",
      2.2,
    ) + line("M2 22L22 2", 2.8),
  tick: line("M4 13l5.500 5.500L20 7", 3.4),
  cross: line("M5.500 5.500l13 13M18.500 5.500l-13 13", 3.4),
  eye:
    line("M2 12C6 5.500 18 5.500 22 12C18 18.500 6 18.500 2 12Z", 2) +
    '<circle cx="12" cy="12" r="3.200" fill="currentColor"/>',
  menu: line("M4 7H20M4 12H20M4 17H20", 2.4),
  help: `<circle cx="12" cy="12" r="9.500" fill="none" stroke="currentColor" stroke-width="2"/>${letters(12, 17, 14, "?", "currentColor")}`,
  undo: line("M9 5L4 10L9 15M4.500 10H14a5.500 5.500 0 0 1 0 11H9", 2.4),
  pause: line("M8 5V19M16 5V19", 3.6),
  play: '<path d="M7 4.500L19.500 12L7 19.500Z" fill="currentColor"/>',
  fast: '<path d="M3 5L11.500 12L3 19ZM12 5L20.500 12L12 19Z" fill="currentColor"/>',
  skip: '<path d="M5 5L15 12L5 19Z" fill="currentColor"/>' + line("M18.500 5V19", 3),
  again: line("M5 11a7.500 7.500 0 1 1 1.500 6M5 4.500V11h6.500", 2.4),
  globe:
    '<circle cx="12" cy="12" r="9.500" fill="none" stroke="currentColor" stroke-width="1.900"/>' +
    line("M2.500 12H21.500M12 2.500C6.500 8 6.500 16 12 21.500C17.500 16 17.500 8 12 2.500", 1.9),
  knobs:
    line("M4 7H11M17 7H20M4 17H7M13 17H20", 2) +
    '<g fill="none" stroke="currentColor" stroke-width="2"><circle cx="14" cy="7" r="2.800"/><circle cx="10" cy="17" r="2.800"/></g>',
  onward: line("M8 4l8 8-8 8", 3),
  speech: line("M4 5H20V16H12L7 20V16H4Z", 2.2),
  copy: line("M8 8V4H20V16H16M4 8H16V20H4Z", 2.2),
  share: line("M12 15V3M7.500 7L12 2.500L16.500 7M6 11H4.500V21H19.500V11H18"),
  tally: line("M5 4V20M10 4V20M15 4V20M20 4V20M2 17L22 7"),
  book: line(
    "M12 6C9 4 6 4 3 4.500V19C6 18.500 9 18.500 12 20.500C15 18.500 18 18.500 21 19V4.500C18 4 15 4 12 6ZM12 6V20",
  ),
  cards: line("M4 6L12 3.500L16 17L8 19.500ZM14 6H20V20H12"),
  clock:
    '<circle cx="12" cy="12.500" r="9" fill="none" stroke="currentColor" stroke-width="2.200"/>' +
    line("M12 7.500V12.500L15.500 14.500"),
  law: line("M6 3H18V21L15 19L12 21L9 19L6 21ZM9 8H15M9 12H15"),
  hand: line(
    "M6.500 13V7.400a1.500 1.500 0 0 1 3 0V11M9.500 10V5a1.500 1.500 0 0 1 3 0v5M12.500 10V4.600a1.500 1.500 0 0 1 3 0V10.500M15.500 10V7a1.500 1.500 0 0 1 3 0v8c0 4-2.600 6.500-6 6.500-4 0-5.600-2.400-8.400-7.600-.700-1.300.900-2.400 1.900-1.300L6.500 13",
    2.1,
  ),
  print: line("M7 8V3H17V8M7 17H4V8H20V17H17M7 14H17V21H7Z"),
} as const;
export type Sign = keyof typeof SIGNS;
