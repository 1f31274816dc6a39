/** What may still be added to the order that is open, before anything is sent. The engine judges when it is. */
import { amountOf, countCards, isDouble, kindOf, splitOrder, worth, type Counts } from "./cards.ts";
import { missingToFifteen } from "./orders.ts";
import type { PizzaView } from "./view.ts";

export interface Filler {
  view: PizzaView;
  options: readonly string[];
  /** cards chosen to be added, not yet sent */
  cards: readonly string[];
}

export interface Coverage {
  short: Counts;
  /** all that is missing */
  total: number;
  ownKind: boolean;
  /** own kind: what lies in the columns and was added before */
  bid: number;
  /** ingredients that a double spends beyond the shortage */
  waste: number;
}

function openOrder(view: PizzaView): string {
  return splitOrder(view.open[0] ?? "/").order;
}

function reduced(short: Counts, cards: readonly string[]): { short: Counts; waste: number } {
  const left: Record<string, number> = { ...short };
  let waste = 0;
  for (const card of cards) {
    const need = card in left ? card : kindOf(card);
    const rest = (left[need] ?? 0) - (need === card && isDouble(card) ? 1 : worth(card));
    if (rest < 0) waste -= rest;
    if (rest > 0) left[need] = rest;
    else delete left[need];
  }
  return { short: left, waste };
}

/** What is still missing with the cards chosen so far. */
export function coverage({ view, cards }: Filler): Coverage {
  const order = openOrder(view);
  if (order === "bombastica") {
    const total = missingToFifteen(view.columns, { ...addedUp(view.committed, cards) });
    return { short: {}, total, ownKind: false, bid: 0, waste: 0 };
  }
  if (order === "own-kind" && view.filling) {
    const kind = view.filling.owner as Parameters<typeof amountOf>[1];
    const bid = amountOf(view.columns, kind) + amountOf(view.committed, kind);
    return { short: {}, total: 0, ownKind: true, bid, waste: 0 };
  }
  const { short, waste } = reduced(view.filling?.short ?? {}, cards);
  return { short, total: Object.values(short).reduce((sum, n) => sum + n, 0), ownKind: false, bid: 0, waste };
}

function addedUp(committed: Counts, cards: readonly string[]): Counts {
  const sum: Record<string, number> = { ...committed };
  for (const [card, n] of Object.entries(countCards(cards))) sum[card] = (sum[card] ?? 0) + n;
  return sum;
}

/** C-4: a card may be added while its kind is still missing. */
export function mayAdd(filler: Filler, card: string): boolean {
  if (!filler.options.includes(`add ${card}`)) return false;
  const { short, total, ownKind } = coverage(filler);
  if (ownKind) return true;
  if (openOrder(filler.view) === "bombastica") return total > 0;
  return (short[card] ?? 0) > 0 || (short[kindOf(card)] ?? 0) > 0;
}
