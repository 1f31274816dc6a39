/** Sentences about cards, orders and moves. */
import { countCards, inOrder, isDouble, isIngredient, kindOf, type Counts } from "../game/cards.ts";
import type { Announcement } from "../game/view.ts";
import { list, t } from "./words.svelte.ts";

/** `2 olives`, `1 double olive`. */
export function amount(card: string, n: number): string {
  return t(`count.${card}`, { n });
}

/** `2 olives and 1 salami`; nothing at all is said as such. */
export function amounts(counts: Counts): string {
  const cards = inOrder(Object.keys(counts)).filter((card) => (counts[card] ?? 0) > 0);
  return cards.length === 0 ? t("nothing") : list(cards.map((card) => amount(card, counts[card]!)));
}

export function cardNames(cards: readonly string[]): string {
  return amounts(countCards(cards.filter(isIngredient)));
}

/** A whole hand in words: its ingredients, then its orders by name. */
export function handNames(cards: readonly string[]): string {
  return list([cardNames(cards), ...cards.filter((card) => !isIngredient(card)).map(orderName)]);
}

/** The name of a card: `olive`, `double olive`, `Four olives`, `Sole Mio! card`. */
export function cardName(card: string): string {
  return isIngredient(card) ? t(`card.${card}`) : orderName(card);
}

/** The name of an order. A normale says its kind too. */
export function orderName(order: string): string {
  return t(`order.${order}`);
}

/** What an order of this owner needs, in one sentence: its own kind is called by name. */
export function orderNeeds(order: string, owner: string): string {
  return t(`needs.${order}`, { own: amount(owner, 1), owns: t(`kinds.${owner}`) });
}

/** How many are named in a count: sentences about them are singular or plural by it. */
export function howMany(counts: Counts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/** A hand in numbers, each with its word. */
export function handWords(hand: { ingredients: number; orders: number }): { ingredients: string; orders: string } {
  return {
    ingredients: t("seat.ingredients", { n: hand.ingredients }),
    orders: t("seat.orders", { n: hand.orders }),
  };
}

function spelled(n: number): string {
  return n <= 12 ? t(`number.${n}`) : String(n);
}

/** What a play sounds like: `Three olives, one double`. */
export function speech({ kind, ingredients, doubles }: Omit<Announcement, "seat">): string {
  const key = ingredients === 1 ? `say.one.${kind}` : `say.many.${kind}`;
  const words = t(key, { n: spelled(ingredients) });
  const whole =
    doubles === 0 ? words : `${words}, ${doubles === 1 ? t("say.double") : t("say.doubles", { n: spelled(doubles) })}`;
  return whole.slice(0, 1).toUpperCase() + whole.slice(1);
}

/** The announcement that playing these ingredients of one kind will be. */
export function speechOf(cards: readonly string[]): string {
  const doubles = cards.filter(isDouble).length;
  return speech({ kind: kindOf(cards[0]!), ingredients: cards.length + doubles, doubles });
}
