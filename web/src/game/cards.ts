/** The words for cards, as the engine spells them: `olive`, `double-olive`, `four-olive`, `pepper/four-olive`. */

export const KINDS = ["olive", "pepper", "mushroom", "salami", "pineapple"] as const;
export type Kind = (typeof KINDS)[number];
export type Counts = Readonly<Record<string, number>>;

export function isKind(word: string): word is Kind {
  return (KINDS as readonly string[]).includes(word);
}

/** Whether a card is an ingredient: a single or a double of a kind. */
export function isIngredient(card: string): boolean {
  return isKind(kindOf(card)) && (isKind(card) || card.startsWith("double-"));
}

export function isDouble(card: string): boolean {
  return card.startsWith("double-");
}

/** The kind of an ingredient card. */
export function kindOf(card: string): Kind {
  return (isDouble(card) ? card.slice(7) : card) as Kind;
}

/** How many ingredients a card is worth. */
export function worth(card: string): number {
  return isDouble(card) ? 2 : 1;
}

/** `pepper/four-olive` as its owner and its order. */
export function splitOrder(word: string): { owner: Kind; order: string } {
  const [owner, order] = word.split("/");
  return { owner: owner as Kind, order: order ?? "" };
}

/** The kind named by `four-<kind>` and `normale-<kind>`. */
export function orderKind(order: string): Kind | null {
  const kind = order.replace(/^(four|normale)-/, "");
  return isKind(kind) && kind !== order ? kind : null;
}

export function isFour(order: string): boolean {
  return order.startsWith("four-") && orderKind(order) !== null;
}

/** Cards in the order of the rules: kinds in their order, singles before doubles; orders after them as they came. */
export function inOrder(cards: readonly string[]): string[] {
  const rank = (card: string) =>
    isIngredient(card) ? KINDS.indexOf(kindOf(card)) * 2 + (isDouble(card) ? 1 : 0) : KINDS.length * 2;
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

/** How many ingredients of a kind lie in a count of cards. */
export function amountOf(counts: Counts, kind: Kind): number {
  return (counts[kind] ?? 0) + 2 * (counts[`double-${kind}`] ?? 0);
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/** All ingredients in a count, a double as two. */
export function ingredientsIn(counts: Counts): number {
  return KINDS.reduce((sum, kind) => sum + amountOf(counts, kind), 0);
}

export function countCards(cards: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

/** `1 olive 2 double-olive` from cards, in the one spelling of a move. */
export function spell(cards: readonly string[]): string {
  const counts = countCards(inOrder(cards));
  return Object.entries(counts)
    .map(([card, n]) => `${n} ${card}`)
    .join(" ");
}

/** The cards that a move such as `give 1 olive 1 double-salami` names. */
export function cardsOf(move: string): string[] {
  const words = move.split(" ").slice(1);
  const cards: string[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) {
    for (let n = Number(words[i]); n > 0; n--) cards.push(words[i + 1]!);
  }
  return cards;
}

/** What is left of a hand without some of its cards. */
export function without(hand: readonly string[], gone: readonly string[]): string[] {
  const left = [...hand];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Added counts; entries that reach nothing are left out. */
export function plus(a: Counts, b: Counts, sign = 1): Record<string, number> {
  const sum: Record<string, number> = { ...a };
  for (const [card, n] of Object.entries(b)) {
    sum[card] = (sum[card] ?? 0) + sign * n;
    if (sum[card]! <= 0) delete sum[card];
  }
  return sum;
}
