/** The table as text: everything a viewer may see, one sentence a line. */
import { amountOf, inOrder, isIngredient, KINDS, splitOrder } from "../game/cards.ts";
import { ownHand } from "../game/turn.ts";
import { zonesOf } from "../game/plain.ts";
import {
  handCounts,
  openHand,
  isPizza,
  isSoles,
  rounds,
  seatName,
  stackSize,
  type PizzaView,
  type SolesView,
  type View,
} from "../game/view.ts";
import { amounts, cardName, cardNames, handNames, handWords, orderName, orderNeeds, speech } from "./say.ts";
import type { Who } from "./tell.ts";
import { list, t, tYou } from "./words.svelte.ts";

function topOf(view: PizzaView): string {
  const { top } = view.oven;
  if (top === null) return t("oven.empty");
  return isIngredient(top) ? cardName(top) : orderName(splitOrder(top).order);
}

function pizza(view: PizzaView, who: Who): string[] {
  const hand = inOrder(ownHand(view));
  const orders = hand.filter((card) => !isIngredient(card));
  const deliveredBy = (one: string) => t("seat.delivered", { n: view.delivered[one]?.length ?? 0 });
  const seat = (one: string) => {
    const counts = handCounts(view.hands[one], isIngredient);
    const shown = view.seat === null ? openHand(view, one) : null;
    return [
      t("seat.label", { who: who(one), ...handWords(counts), delivered: deliveredBy(one) }),
      ...(shown === null ? [] : [t("hand.of", { who: who(one), cards: handNames(shown) })]),
    ].join(" ");
  };
  return [
    `${t(`game.${view.game}`)}. ${t("round", { n: view.round, all: rounds(view.game) })}.`,
    ...(view.seat === null ? [] : [`${t("hand.yours")}: ${cardNames(hand)}.`]),
    ...orders.map((order) => `${orderName(order)}: ${orderNeeds(order, String(view.seat))}`),
    ...(view.announcement
      ? [`${who(view.announcement.seat)}: ${t("quote", { text: speech(view.announcement) })}.`]
      : []),
    t("oven.spoken", { n: view.oven.size, card: topOf(view) }),
    `${t("stack.supply", { n: view.supply })}.`,
    ...(view.seat === null ? [] : [`${t("stack.orders", { n: stackSize(view.orders[view.seat]) })}.`]),
    ...(view.phase === "scoring"
      ? [
          t("columns.label", {
            cards: amounts(Object.fromEntries(KINDS.map((kind) => [kind, amountOf(view.columns, kind)]))),
          }),
        ]
      : []),
    ...view.open.map(
      (order) =>
        (splitOrder(order).owner === view.seat
          ? t("order.yours")
          : t("order.of", { who: who(splitOrder(order).owner) })) +
        `: ${orderName(splitOrder(order).order)}. ${orderNeeds(splitOrder(order).order, splitOrder(order).owner)}`,
    ),
    ...view.seats.map(seat),
    ...(view.holder ? [`${who(view.holder)}: ${t("seat.holder")}.`] : []),
  ];
}

function soles(view: SolesView, who: Who): string[] {
  const faces = (dice: readonly string[]) => list(dice.map((face) => t(`face.${face}`)));
  return [
    `${t("game.roll-for-soles")}.`,
    t("soles.middle.label", { n: view.middle }),
    t("soles.net.label", { n: view.net }),
    ...(view.rolled.length > 0 ? [`${t("soles.rolled")}: ${faces(view.rolled)}.`] : []),
    ...(view.dice.length > 0 ? [`${t("soles.aside")}: ${faces(view.dice)}.`] : []),
    ...view.seats.map(
      (seat) => `${who(seatName(seat))}: ${t("end.points", { n: view.supplies[seatName(seat)] ?? 0 })}.`,
    ),
  ];
}

/** A table that this page does not know: its zones. */
function plain(view: View, who: Who): string[] {
  const { bySeat, common } = zonesOf(view);
  const seats = bySeat.flatMap(([zone, counts]) =>
    Object.entries(counts).map(([seat, count]) => `${zone}, ${who(seat)}: ${String(count)}`),
  );
  return [...seats, ...common.map(([zone, text]) => `${zone}: ${text}`)];
}

/** Every line of the table, for this viewer. */
export function describe(view: View, who: Who): string[] {
  const lines = isPizza(view) ? pizza(view, who) : isSoles(view) ? soles(view, who) : plain(view, who);
  const next = view.decision ? who(seatName(view.decision.seat)) : null;
  const asked = next === null ? [] : [tYou("asking.decides", next === t("you"), { who: next })];
  return [...lines, ...asked];
}
