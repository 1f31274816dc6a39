/** What several sheets offer. */
import { boxOf } from "../game/tables.ts";
import type { PizzaView } from "../game/view.ts";
import type { Room } from "../table/room.svelte.ts";
import { t } from "../words/words.svelte.ts";
import type { Act } from "./Sheet.svelte";

/** Giving up, with what becomes of the order; nothing where the question leaves no such way out. */
export function giveUp(room: Room, view: PizzaView): Act[] {
  if (!view.decision?.options?.includes("give up")) return [];
  const small = t(boxOf(view.game).removes ? "receipt.end.removed" : "receipt.end.yours");
  return [{ text: t("give-up"), small, keys: ["n"], act: () => room.answer(["give up"]) }];
}

/** Who sees the cards on the sheet. */
export function handNote(room: Room): string {
  return room.table?.hands === "open" ? t("hands.shown") : t("hand.private");
}
