/** What orders need, and what is missing: the arithmetic that a receipt shows. The engine decides; this explains. */
import {
  amountOf,
  ingredientsIn,
  isDouble,
  isFour,
  isKind,
  KINDS,
  kindOf,
  orderKind,
  type Counts,
  type Kind,
} from "./cards.ts";

export interface Circumstances {
  owner: Kind;
  columns: Counts;
  holder: string | null;
  /** the kinds that the owner chose, where the order leaves a choice */
  way: readonly string[] | null;
  /** in a series: how many of its kind this order needs */
  amount?: number;
}

export const BOMBASTICA = 15;

/** MM-15: the scarcest other kinds that lie in the columns. */
export function scarcest(columns: Counts, owner: Kind): Kind[] {
  const lying = KINDS.filter((kind) => kind !== owner && amountOf(columns, kind) > 0);
  const least = Math.min(...lying.map((kind) => amountOf(columns, kind)));
  return lying.filter((kind) => amountOf(columns, kind) === least);
}

function withOwn(kind: string | undefined, n: number, owner: Kind): Counts | null {
  return kind === undefined ? null : { [kind]: n, [owner]: 1 };
}

function each(kinds: readonly string[], n: number): Counts {
  return Object.fromEntries(kinds.map((kind) => [kind, n]));
}

/** The cards an order needs, by kind (two-doubles: by double card); null while the owner has yet to choose. */
export function needsOf(order: string, { owner, columns, holder, way, amount }: Circumstances): Counts | null {
  const kind = orderKind(order);
  if (kind && isFour(order)) return { [kind]: amount ?? 4 };
  if (kind) return withOwn(kind, 4, owner);
  switch (order) {
    case "mista":
      return each(KINDS, 1);
    case "monotoni":
      return withOwn(way?.[0], 6, owner);
    case "minimale": {
      const least = scarcest(columns, owner);
      return withOwn(way?.[0] ?? (least.length === 1 ? least[0] : undefined), 3, owner);
    }
    case "two-of-each":
      return each(
        KINDS.filter((k) => k !== owner),
        2,
      );
    case "own-kind":
      return { [owner]: 2 };
    case "without-own":
      return way ? each(way, 2) : null;
    case "two-doubles":
      return way
        ? each(
            way.map((k) => `double-${kindOf(k)}`),
            1,
          )
        : null;
    case "four-three-two-one":
      return way ? Object.fromEntries(way.map((k, i) => [k, 4 - i])) : null;
    case "sole-mio":
      return holder && isKind(holder) ? { [holder]: 4 } : null;
    default:
      return null;
  }
}

function pairs(kinds: readonly Kind[]): Kind[][] {
  return kinds.flatMap((kind, i) => kinds.slice(i + 1).map((other) => [kind, other]));
}

/** The ways to fill an order that leaves its owner a choice. */
export function waysOf(order: string, owner: Kind, columns: Counts): Kind[][] {
  const others = KINDS.filter((kind) => kind !== owner);
  switch (order) {
    case "monotoni":
      return others.map((kind) => [kind]);
    case "minimale":
      return scarcest(columns, owner).map((kind) => [kind]);
    case "without-own":
      return amountOf(columns, owner) > 0 ? [] : pairs(others);
    case "two-doubles":
      return pairs(KINDS);
    case "four-three-two-one":
      return [KINDS.toSorted((a, b) => amountOf(columns, b) - amountOf(columns, a)).slice(0, 4)];
    default:
      return [];
  }
}

/** How much of a needed thing lies in a count of cards: ingredients of a kind, or doubles where only they count. */
export function lying(counts: Counts, need: string): number {
  return isDouble(need) ? (counts[need] ?? 0) : amountOf(counts, kindOf(need));
}

/** What is still missing, need by need, after the columns and the added cards. */
export function missing(needs: Counts, columns: Counts, added: Counts): Record<string, number> {
  const short: Record<string, number> = {};
  for (const [need, n] of Object.entries(needs)) {
    const left = n - lying(columns, need) - lying(added, need);
    if (left > 0) short[need] = left;
  }
  return short;
}

/** What bombastica lacks. */
export function missingToFifteen(columns: Counts, added: Counts): number {
  return Math.max(0, BOMBASTICA - ingredientsIn(columns) - ingredientsIn(added));
}
