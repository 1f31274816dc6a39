/** Dice as text of SVG: cream with soles or a hook, blue for what is set aside. */
import { DISPLAY } from "./ink.ts";

export const FACES = ["1", "2", "hook", "double", "water"] as const;
export const DIE_FRAME = "0 0 64 66";
const SOLE = "M4 17C8 4 30 1 44 13L56 6Q53 17 56 28L44 21C30 33 8 30 4 17Z";

function sole(x: number, y: number, width: number): string {
  return (
    `<svg x="${x}" y="${y}" width="${width}" height="${(width * 34) / 60}" viewBox="0 0 60 34">` +
    `<path d="${SOLE}" fill="#F6C63C" stroke="#5C3F00" stroke-width="2.600" stroke-linejoin="round"/>` +
    '<circle cx="12" cy="13" r="2.700" fill="#fff" stroke="#5C3F00" stroke-width="1.500"/>' +
    '<circle cx="19" cy="10.500" r="2.700" fill="#fff" stroke="#5C3F00" stroke-width="1.500"/></svg>'
  );
}

const HOOK =
  '<g fill="none" stroke="#14323B" stroke-width="4.500" stroke-linecap="round" stroke-linejoin="round">' +
  '<circle cx="40" cy="12.500" r="4"/><path d="M40 17V38a10.500 10.500 0 0 1-21 0v-6M19 32l-4.500 6.500M19 32l6 4.500"/></g>';
const WATER =
  '<path d="M10 21q5.500-7 11 0t11 0 11 0 11 0M10 33q5.500-7 11 0t11 0 11 0 11 0M10 45q5.500-7 11 0t11 0 11 0 11 0" fill="none" stroke="#FFFAEE" stroke-width="4" stroke-linecap="round"/>';
const DOUBLE = `<text x="32" y="41" text-anchor="middle" font-family="${DISPLAY}" font-size="27" fill="#FFFAEE">×2</text>`;
const SIGNS: Readonly<Record<string, string>> = {
  "1": sole(11, 19, 43),
  "2": sole(13, 9, 38) + sole(13, 33, 38),
  hook: HOOK,
  double: DOUBLE,
};

/** One die that shows this face. */
export function die(face: string): string {
  const blue = face === "double" || face === "water";
  const [side, top, edge] = blue ? ["#0D3D73", "#1B5FAE", "#BFDDF5"] : ["#8A733F", "#FFFAEE", "#8A733F"];
  return (
    `<rect x="2" y="4" width="60" height="60" rx="13" fill="${side}"/>` +
    `<rect x="2" y="1" width="60" height="60" rx="13" fill="${top}" stroke="${edge}" stroke-width="2"/>${SIGNS[face] ?? WATER}`
  );
}
