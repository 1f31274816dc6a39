/** What was forgotten, in words. */
import { splitOrder } from "../game/cards.ts";
import type { ForgottenMove } from "../wire/protocol.ts";
import { cardName, orderName } from "./say.ts";
import { has, t, tYou } from "./words.svelte.ts";

/** Such as `the third pepper`, or an order with its owner. */
export function forgotten(
  { what, first, last }: ForgottenMove,
  isOwn: (seat: string) => boolean,
  who: (seat: string) => string,
): string {
  if (first === 0) {
    const { owner, order } = splitOrder(what);
    return tYou("forgot.order", isOwn(owner), { who: who(owner), order: orderName(order) });
  }
  if (!has(`nth.${last}`)) return t("forgot.many", { card: cardName(what), n: last });
  return t(`forgot.${what}`, { nth: t(`nth.${last}`) });
}
