/** Cards as markup, by the words of a move: what flies over the table is drawn like what lies on it. */
import { splitOrder } from "../game/cards.ts";
import { FRAME } from "./cards.ts";
import { picture } from "./pictures.ts";
import { slip } from "./slips.ts";

/** The card with this face, an order with its owner; without a face the back of an ingredient or of somebody's order. */
export function cardDrawing(face: string | null, owner: string | null): string {
  const { owner: whose, order } = splitOrder(face ?? "");
  const body = order ? slip(whose, order) : pictured(face ? `card-${face}` : backName(owner));
  return `<svg viewBox="${FRAME}">${body}</svg>`;
}

const pictured = (name: string) => `<image href="${picture(name)}" width="84" height="120" data-picture="${name}"/>`;

/** Which back a card wears: ingredients all the same, orders their owner's. */
export function backName(owner: string | null): string {
  return owner ? `back-${owner}` : "back";
}
