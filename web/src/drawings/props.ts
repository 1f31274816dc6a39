/** Things around the table, as text of SVG: chairs, boats, the pointing hand, and the four dishes of the menu. */
import type { Game } from "../game/view.ts";
import { sun } from "./ink.ts";

const WOOD = 'stroke="#5A3410" stroke-width="2.600" stroke-linejoin="round"';

/** 64 by 80 */
export const CHAIR =
  `<path d="M12 6Q32 0 52 6V44H12Z" fill="#B9803E" ${WOOD}/><path d="M20 11V40M28 9V40M36 9V40M44 11V40" stroke="#5A3410" stroke-width="2.200"/>` +
  `<path d="M15 11Q20 9 24 8.500" stroke="#F0D2A2" stroke-width="2.400" stroke-linecap="round"/><path d="M7 44H57L60 54H4Z" fill="#D9A65A" ${WOOD}/>` +
  '<path d="M8 54V78M56 54V78M20 54V70M44 54V70" stroke="#5A3410" stroke-width="4" stroke-linecap="round"/>';

/** 80 by 96: the hand that points at what a lesson speaks of; its tip is at 33, 8 */
export const POINTER =
  '<path d="M30 92V70C20 62 10 52 8 46C7 40 13 38 18 43L27 51V14C27 6 39 6 39 14V38C40 33 51 33 51 40C53 36 62 37 62 44C64 41 72 42 72 49V62C72 70 66 74 66 80V92Z" fill="#FFFAEE" stroke="#14323B" stroke-width="3.400" stroke-linejoin="round"/>' +
  '<path d="M39 38V50M51 41V51M62 45V53" stroke="#14323B" stroke-width="2.800" stroke-linecap="round"/><path d="M31.500 16V44" stroke="#E7C98F" stroke-width="3" stroke-linecap="round"/>' +
  '<path d="M25 80H70V95H25Z" fill="#B5222D" stroke="#14323B" stroke-width="3"/><path d="M25 87H70" stroke="#FFFAEE" stroke-width="2.400"/>';

const HULL = 'stroke="#0A333D" stroke-width="2.600" stroke-linejoin="round"';

/** 120 by 104: a boat; its sail carries an initial, its hull a number */
export const BOAT =
  `<path d="M58 6V70" stroke="#5A3410" stroke-width="4" stroke-linecap="round"/><path d="M62 8C84 20 98 42 100 62H62Z" fill="#FFFAEE" ${HULL}/>` +
  `<path d="M54 20C40 32 30 48 27 62H54Z" fill="#F6C63C" ${HULL}/><path d="M4 70H116C112 88 104 98 94 100H26C14 97 8 86 4 70Z" fill="#A9502F" ${HULL}/>` +
  '<path d="M6 74.500H114" stroke="#F0DDBB" stroke-width="3"/><path d="M48 34Q40 44 36 54" stroke="#fff" stroke-opacity=".8" stroke-width="3" fill="none" stroke-linecap="round"/>';

const shadow = (ink: string) => `<ellipse cx="80" cy="148" rx="66" ry="7" fill="${ink}" fill-opacity=".2"/>`;
const around = (n: number, radius: number, draw: (x: string, y: string) => string) =>
  Array.from({ length: n }, (_, i) => {
    const angle = (i * 2 * Math.PI) / n + 0.2;
    return draw((80 + Math.cos(angle) * radius).toFixed(1), (80 + Math.sin(angle) * radius).toFixed(1));
  }).join("");
const art = (kind: string, x: number, y: number, size: number) =>
  `<use href="#art-${kind}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;

function pizza(toppings: string, radius = 70): string {
  const crumb = (x: string, y: string) => `<circle cx="${x}" cy="${y}" r="2.500" fill="#7A4316" fill-opacity=".55"/>`;
  return (
    shadow("#5A3F00") +
    `<circle cx="80" cy="80" r="${radius}" fill="#D79A4B" stroke="#5A3410" stroke-width="2.600"/>${around(13, radius - 5, crumb)}` +
    `<circle cx="80" cy="80" r="${radius - 10}" fill="#B93A1E"/>` +
    '<path d="M130.700 65.500Q136.400 80 130.600 94.400Q124.700 108.700 113.300 118.300Q101.800 127.800 86.900 131.900Q71.900 136.100 59.200 127.400Q46.500 118.700 36.800 107.100Q27.100 95.500 27.300 80Q27.400 64.600 36.900 52.900Q46.400 41.200 59.200 32.500Q71.900 23.800 86.800 28.100Q101.700 32.500 113.400 41.800Q125 51.100 130.700 65.500Z" fill="#F6DE9B"/>' +
    `<path d="M17 66A64.400 64.400 0 0 1 59 19.100" fill="none" stroke="#F3CD8B" stroke-width="3.500" stroke-linecap="round"/>${toppings}`
  );
}

function sunny(): string {
  const ray = (i: number) => `<path d="M80 2L90 26H70Z" fill="#C2410F" transform="rotate(${i * 30} 80 80)"/>`;
  const face =
    '<circle cx="80" cy="80" r="50" fill="#D79A4B" stroke="#5A3410" stroke-width="2.600"/><circle cx="80" cy="80" r="44" fill="#B93A1E"/><circle cx="80" cy="80" r="37" fill="#F6DE9B"/>' +
    '<path d="M60 76q6-9 12 0M88 76q6-9 12 0" stroke="#5C3F00" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M64 90q16 18 32 0Z" fill="#5C2A12" stroke="#5C3F00" stroke-width="3" stroke-linejoin="round"/>' +
    '<circle cx="57" cy="88" r="5" fill="#F08A5D" fill-opacity=".6"/><circle cx="103" cy="88" r="5" fill="#F08A5D" fill-opacity=".6"/>';
  return shadow("#5A3F00") + Array.from({ length: 12 }, (_, i) => ray(i)).join("") + face;
}

const fish = (x: number, y: number, width: number, turn: number, flat: string, dark: string, n: string) =>
  `<svg x="${x}" y="${y}" width="${width}" height="${(width * 34) / 60}" viewBox="0 0 60 34"><g transform="rotate(${turn} 30 17)"><path d="M4 17C8 4 30 1 44 13L56.500 5.500Q53 17 56.500 28.500L44 21C30 33 8 30 4 17Z" fill="${flat}" stroke="${dark}" stroke-width="2.200" stroke-linejoin="round"/>` +
  `<circle cx="12.500" cy="14" r="2.300" fill="#fff" stroke="${dark}" stroke-width="1.200"/><circle cx="17.500" cy="10.800" r="2.300" fill="#fff" stroke="${dark}" stroke-width="1.200"/><circle cx="28" cy="17" r="6.900" fill="#FFFAEE"/>` +
  `<text x="28" y="21.700" text-anchor="middle" font-family="Caprasimo, Georgia, serif" font-size="13" fill="#3A1A08">${n}</text></g></svg>`;

function plate(): string {
  const lemon =
    '<circle cx="112" cy="108" r="19" fill="#F6E08A" stroke="#9C7400" stroke-width="2"/><circle cx="112" cy="108" r="14" fill="#FFF6C8"/>' +
    Array.from(
      { length: 6 },
      (_, i) => `<path d="M112 108V95" stroke="#D8B42C" stroke-width="2" transform="rotate(${i * 60} 112 108)"/>`,
    ).join("");
  return (
    shadow("#0A333D") +
    '<circle cx="80" cy="80" r="72" fill="#1B5FA8" stroke="#0D3666" stroke-width="2.600"/><circle cx="80" cy="80" r="56" fill="#E6F3EF" stroke="#0D3666" stroke-width="1.600"/>' +
    '<path d="M18 60A65 65 0 0 1 60 18" fill="none" stroke="#CFE4F7" stroke-width="3.400" stroke-linecap="round"/>' +
    lemon +
    fish(24, 42, 104, -12, "#C7321F", "#5E100A", "5") +
    fish(40, 94, 58, 8, "#F6C63C", "#5C3F00", "1")
  );
}

/** 160 by 160: each game as a dish of the menu */
export const DISHES: Readonly<Record<Game, () => string>> = {
  "mamma-mia": () =>
    pizza(
      art("salami", 36, 34, 34) +
        art("salami", 88, 90, 36) +
        art("olive", 92, 36, 34) +
        art("mushroom", 38, 88, 36) +
        art("pepper", 64, 62, 32),
    ),
  "sole-mio": sunny,
  grande: () =>
    pizza(
      art("olive", 50, 20, 26) +
        art("pineapple", 84, 20, 26) +
        art("salami", 24, 46, 26) +
        art("mushroom", 108, 44, 26) +
        art("pepper", 22, 82, 26) +
        art("pepper", 110, 80, 26) +
        art("pineapple", 46, 112, 26) +
        art("salami", 86, 110, 28) +
        `<svg x="52" y="52" width="56" height="56" viewBox="0 0 64 64">${sun()}</svg>`,
      74,
    ),
  "roll-for-soles": plate,
};
