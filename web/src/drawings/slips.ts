/**
 * The faces of the orders. Grammar: numeral = amount, drawing = that kind, `+1` own = one of mine, dashed ring = you
 * choose, `+` = or more, struck through = must not lie there, framed card = only a double, bars with an arrow = the
 * scarcest, `=` between cards = match, sun with a ring = the holder's kind, chain = may open a series, barred hand =
 * nobody may help.
 */
import { isFour, KINDS, orderKind, type Kind } from "../game/cards.ts";
import { TORN_EDGE } from "./cards.ts";
import { INKS, letters, SIGNS, sun } from "./ink.ts";

const art = (kind: Kind, x: number, y: number, size: number) =>
  `<use href="#art-${kind}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;

const ring = (x: number, y: number, r: number, text = "?") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" stroke="#14323B" stroke-width="1.700" stroke-dasharray="3.200 2.400"/>` +
  (text ? letters(x, y + r * 0.43, r * 1.2, text) : "");

const others = (owner: Kind) => KINDS.filter((kind) => kind !== owner);
const oneOfMine = (owner: Kind) => letters(27, 95.5, 15, "+1") + art(owner, 43, 79, 21);

function normale(owner: Kind, kind: Kind): string {
  return letters(20, 70, 31, "4") + art(kind, 38, 38, 38) + oneOfMine(owner);
}

function mista(owner: Kind): string {
  const spots = [
    [8, 40],
    [52, 40],
    [30, 56],
    [9, 73],
    [52, 73],
  ] as const;
  const kinds = [...others(owner).slice(0, 2), owner, ...others(owner).slice(2)];
  return kinds.map((kind, i) => art(kind, spots[i]![0], spots[i]![1], 24)).join("");
}

function bombastica(): string {
  const pizza =
    '<circle cx="42" cy="61" r="26" fill="#E0A44A" stroke="#8A5F28" stroke-width="2.200"/><circle cx="42" cy="61" r="21" fill="#F7DFA6"/>';
  return pizza + KINDS.map((kind, i) => art(kind, 6 + i * 14.6, 83, 13.5)).join("") + letters(42, 68.5, 20, "15+");
}

function minimale(owner: Kind): string {
  const bar = (x: number, height: number, fill: string) =>
    `<rect x="${x}" y="${74 - height}" width="9" height="${height}" rx="1.500" fill="${fill}" stroke="#14323B" stroke-width="1.500"/>`;
  const arrow =
    '<path d="M62.500 42V56M58.500 52.500L62.500 57L66.500 52.500" fill="none" stroke="#C2410F" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"/>';
  return (
    letters(18, 72, 31, "3") +
    bar(34, 24, "#fff") +
    bar(46, 32, "#fff") +
    bar(58, 12, "#F0A06A") +
    bar(70, 21, "#fff") +
    arrow +
    oneOfMine(owner)
  );
}

function twoOfEach(owner: Kind): string {
  return others(owner)
    .map((kind, i) => {
      const x = i % 2 ? 46 : 10;
      const y = i < 2 ? 41 : 70;
      return letters(x + 2, y + 17, 17, "2") + art(kind, x + 8, y, 22);
    })
    .join("");
}

function withoutOwn(owner: Kind): string {
  return (
    art(owner, 30.5, 36.5, 23) +
    '<path d="M28 61L56 35" stroke="#9C1C2A" stroke-width="4.200" stroke-linecap="round"/>' +
    letters(12, 88, 17, "2") +
    ring(29, 83, 10.5, "x") +
    letters(50, 88, 17, "2") +
    ring(67, 83, 10.5, "y")
  );
}

function twoDoubles(): string {
  const card = (x: number, text: string) =>
    `<rect x="${x}" y="42" width="28" height="46" rx="4.500" fill="#fff" stroke="#14323B" stroke-width="2.200"/>` +
    `<rect x="${x + 3}" y="45" width="22" height="40" rx="2.500" fill="none" stroke="#14323B" stroke-width="1"/>` +
    ring(x + 14, 56, 7, text) +
    ring(x + 14, 74, 7, text);
  return card(10, "x") + card(46, "y");
}

function staircase(): string {
  return [4, 3, 2, 1]
    .map((amount, i) => {
      const x = 16.5 + i * 17;
      const dots = Array.from({ length: amount }, (_, n) => ring(x, 78 - n * 11.2, 5.1, "")).join("");
      return dots + letters(x, 95, 12, String(amount));
    })
    .join("");
}

function match(): string {
  const card = (x: number, turn: number, dash: string) =>
    `<g transform="rotate(${turn} ${x} 64)"><rect x="${x - 13}" y="46" width="26" height="37" rx="4" fill="#fff" stroke="#14323B" stroke-width="1.800"${dash}/>${letters(x, 71, 18, "?")}</g>`;
  return card(22, -6, "") + card(62, 6, ' stroke-dasharray="3 2.200"') + letters(42, 71, 19, "=");
}

/** The middle of a slip: what the order needs, without words. */
export function face(owner: Kind, order: string): string {
  const kind = orderKind(order);
  if (kind && isFour(order)) return letters(20, 78, 36, "4") + art(kind, 36, 44, 41);
  if (kind) return normale(owner, kind);
  switch (order) {
    case "mista":
      return mista(owner);
    case "bombastica":
      return bombastica();
    case "monotoni":
      return letters(20, 70, 31, "6") + ring(58, 58, 15) + oneOfMine(owner);
    case "minimale":
      return minimale(owner);
    case "two-of-each":
      return twoOfEach(owner);
    case "own-kind":
      return letters(24, 76, 28, "2+") + art(owner, 45, 48, 33);
    case "match":
      return match();
    case "without-own":
      return withoutOwn(owner);
    case "two-doubles":
      return twoDoubles();
    case "four-three-two-one":
      return staircase();
    default:
      return (
        letters(19, 78, 34, "4") +
        `<svg x="33" y="41" width="48" height="48" viewBox="0 0 64 64">${sun(true)}</svg>` +
        ring(57, 65, 10.5)
      );
  }
}

/** What the band of a slip warns of: a series may start here, or nobody may help. */
export function bandSign(order: string): "chain" | "barred" | null {
  if (isFour(order)) return "chain";
  return order === "own-kind" || order === "match" ? "barred" : null;
}

/** A waiter's slip: holes above, torn edge below; band, pattern and stamp say whose. */
export function slip(owner: Kind, order: string): string {
  const ink = INKS[owner];
  const sign = bandSign(order);
  const badge = sign
    ? `<circle cx="68.500" cy="23" r="9.500" fill="#FFFAEE"/><svg x="62" y="16.500" width="13" height="13" viewBox="0 0 24 24" color="#14323B">${SIGNS[sign]}</svg>`
    : "";
  return (
    `<path d="${TORN_EDGE}" fill="#FFFAEE"/><path d="M3 13H81V33H3Z" fill="${ink.flat}"/><path d="M3 13H81V33H3Z" fill="url(#pat-${owner})"/>` +
    `<circle cx="15.500" cy="23" r="9.500" fill="#FFFAEE"/><use href="#stamp-${owner}" x="7.500" y="15" width="16" height="16"/>${badge}${face(owner, order)}` +
    `<path d="${TORN_EDGE}" fill="none" stroke="${ink.dark}" stroke-width="1.800" stroke-linejoin="round"/>`
  );
}
