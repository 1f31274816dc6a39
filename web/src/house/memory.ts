/**
 * What a bot remembers of a place that hides what was put there: everything, or by a model of forgetting. The place, the kinds
 * and the model are data (`Hints.remembers`); how it works is told in `osteria.bots.pizzeria.memory`.
 */
import { blake2b, wholeOf } from "./blake2b.ts";
import type { Row } from "./wording.ts";

export interface Remembers {
  place: number;
  moves: number[];
  emptied: number;
  kinds: number[];
  span: number;
  blur: number;
  holds: number;
}

interface Item {
  kind: number;
  cards: number[];
}

const OTHER = -1;
const NUMBERS = 2 ** 64;
const FROM = 3;
const TO = 4;

/** What was put there since it was last emptied, what came together as one, and how many of those cards have left. */
function noted({ place, moves, emptied, kinds }: Remembers, rows: readonly Row[]): { items: Item[]; left: number } {
  const last = rows.findLastIndex((row) => Number(row[0]) === emptied);
  const items: Item[] = [];
  let left = 0;
  let isTogether = false;
  for (const row of rows.slice(last + 1)) {
    const isMove = moves.includes(Number(row[0]));
    const cards = isMove ? Array.from({ length: Number(row[5]) }, () => Number(row[2])) : [];
    if (isMove && Number(row[TO]) === place) {
      const kind = kinds[cards[0]!] ?? OTHER;
      const before = items.at(-1);
      if (isTogether && before && before.kind === kind && kind !== OTHER) before.cards.push(...cards);
      else items.push({ kind, cards });
      isTogether = true;
    } else if (isMove && Number(row[FROM]) === place) left += cards.length;
    else isTogether = false;
  }
  return { items, left };
}

const luck = (seed: bigint, place: number): number =>
  Number(wholeOf(blake2b(new TextEncoder().encode(`${seed} ${place}`), 8))) / NUMBERS;

/** Which items are still remembered; the last lies on top, for everybody to see. */
function kept(items: readonly Item[], { span, blur, holds }: Remembers, level: number, seed: bigint): Set<number> {
  const likes = new Map<number, number>();
  const margins = new Map<number, number>();
  items.toReversed().forEach(({ kind }, age) => {
    const like = likes.get(kind) ?? 0;
    const chance = Math.exp(-age / ((span * level) / (1 - level))) * (1 - blur * (1 - level)) ** like;
    const place = items.length - 1 - age;
    margins.set(place, chance - luck(seed, place));
    likes.set(kind, like + 1);
  });
  const known = items.map((_, place) => place).filter((place) => margins.get(place)! > 0);
  known.sort((one, other) => margins.get(other)! - margins.get(one)!);
  return new Set([...known.slice(0, evenly(holds * level)), items.length - 1]);
}

/** To the nearest whole number; halves to the even one, as in Python. */
const evenly = (number: number): number => (number % 1 === 0.5 ? 2 * Math.round(number / 2) : Math.round(number));

/** The cards that lie there in order, as far as a bot with such a memory (1: all of it) and its own luck remembers them. */
export function remembered(about: Remembers, rows: readonly Row[], level: number, seed: bigint): number[] {
  const { items, left } = noted(about, rows);
  const held = level === 1 ? null : kept(items, about, level, seed);
  const cards = items.flatMap((item, place) => item.cards.map((card) => ({ card, place })));
  return cards.slice(left).flatMap(({ card, place }) => (held === null || held.has(place) ? [card] : []));
}
