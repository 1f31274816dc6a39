/** What may still be added to the order that is open, before anything is sent. The house judges when it is. */
import { amountOf, isDouble, kindOf, splitOrder, worth, type Counts } from "./cards.ts";
import { leastBid } from "./tables.ts";
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
  /** the order is a bid: as much as its owner likes, from `least` on */
  isBid: boolean;
  least: number;
  /** what lies in the columns and was added before */
  bid: number;
  /** ingredients that a double spends beyond the shortage */
  waste: number;
}

const ANY = "any";

/** What a card counts for: itself where only doubles count, its kind, or any ingredient. */
function needFor(short: Counts, card: string): string {
  if (card in short) return card;
  return kindOf(card) in short ? kindOf(card) : ANY;
}

function reduced(short: Counts, cards: readonly string[]): { short: Counts; waste: number } {
  const left: Record<string, number> = { ...short };
  let waste = 0;
  for (const card of cards) {
    const need = needFor(short, card);
    const rest = (left[need] ?? 0) - (need === card && isDouble(card) ? 1 : worth(card));
    if (rest < 0) waste -= rest;
    if (rest > 0) left[need] = rest;
    else delete left[need];
  }
  return { short: left, waste };
}

/** What is still missing with the cards chosen so far. */
export function coverage({ view, cards }: Filler): Coverage {
  const { order, owner } = splitOrder(view.open[0] ?? "/");
  const least = leastBid(view.game, order);
  if (least > 0) {
    const bid = amountOf(view.columns, owner) + amountOf(view.committed, owner);
    return { short: {}, total: 0, isBid: true, least, bid, waste: 0 };
  }
  const { short, waste } = reduced(view.filling?.short ?? {}, cards);
  const total = Object.values(short).reduce((sum, n) => sum + n, 0);
  return { short, total, isBid: false, least: 0, bid: 0, waste };
}

/** Whether a card may still be added: the house offers it, and something that it counts for is missing. */
export function mayAdd(filler: Filler, card: string): boolean {
  if (!filler.options.includes(`add ${card}`)) return false;
  const { short, isBid } = coverage(filler);
  return isBid || (short[needFor(short, card)] ?? 0) > 0;
}
