/** What an order needs once its owner has picked, and what is missing of it: sums over its row, for choosing a way. */
import { kindOf, KINDS, orderKind, type Counts, type Kind } from "./cards.ts";
import { lying } from "./ledger.ts";
import type { OrderRow } from "./tables.ts";

export interface Circumstances {
  owner: Kind;
  holder: string | null;
  /** the kinds that the owner picks, where the order leaves a choice */
  way: readonly string[];
}

/** The cards an order needs, by kind, by double card, or of any kind. */
export function needsOf(row: OrderRow, order: string, { owner, holder, way }: Circumstances): Counts {
  const named = orderKind(order);
  const picked = way.map((kind, i) => [row.doubles ? `double-${kindOf(kind)}` : kind, row.way[i] ?? 0] as const);
  const all: (readonly [string, number])[] = [
    ...(named ? [[named, row.named] as const] : []),
    [owner, row.own],
    ...KINDS.filter((kind) => kind !== owner).map((kind) => [kind, row.other] as const),
    ...(holder ? [[holder, row.holder] as const] : []),
    ["any", row.any],
    ...picked,
  ];
  const needs: Record<string, number> = {};
  for (const [need, n] of all) if (n > 0) needs[need] = (needs[need] ?? 0) + n;
  return needs;
}

/** What is still missing, need by need, beside what lies in the columns. */
export function missing(needs: Counts, columns: Counts): Record<string, number> {
  const short = Object.entries(needs).map(([need, n]) => [need, n - lying(columns, need)] as const);
  return Object.fromEntries(short.filter(([, n]) => n > 0));
}
