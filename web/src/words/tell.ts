/** Events as sentences: for the live region, the history of assisted tables, and replays. */
import { ingredientsIn, type Counts } from "../game/cards.ts";
import { seatIn, type GameEvent } from "../game/view.ts";
import type { Problem } from "../wire/protocol.ts";
import { amounts, cardName, orderName, speech } from "./say.ts";
import { has, list, t, tYou } from "./words.svelte.ts";

export type Who = (seat: string) => string;

const kinds = (event: GameEvent) => list(((event["kinds"] ?? []) as string[]).map((kind) => t(`kind.${kind}`)));

/** The words that an event's sentence may use. */
function parts(event: GameEvent, who: Who): Record<string, string | number> {
  const words: Record<string, string | number> = { who: who(seatIn(event)) };
  if (event["order"] !== undefined) words["order"] = orderName(String(event["order"]));
  if (event["card"] !== undefined) words["card"] = cardName(String(event["card"]));
  if (event["other"] !== undefined) words["other"] = who(seatIn(event, "other"));
  if (event["cards"] !== undefined) words["cards"] = amounts(event["cards"] as Counts);
  if (event["request"] !== undefined) words["cards"] = amounts(event["request"] as Counts);
  if (event["amount"] !== undefined) words["n"] = Number(event["amount"]);
  if (event["number"] !== undefined) words["n"] = Number(event["number"]);
  if (event["kinds"] !== undefined) words["kinds"] = kinds(event);
  if (event["kind"] !== undefined) words["kind"] = t(`kind.${String(event["kind"])}`);
  if (event["dice"] !== undefined) words["dice"] = list((event["dice"] as string[]).map((face) => t(`face.${face}`)));
  if (hooked(event) !== null) words["source"] = who(hooked(event)!);
  return words;
}

/** Whose soles are hauled: somebody's, or nobody's. */
function hooked(event: GameEvent): string | null {
  const from = String(event["from"] ?? "");
  return event.event === "haul" && from.startsWith("supplies/") ? from.slice("supplies/".length) : null;
}

function spoken(event: GameEvent): string {
  const [singles, doubles] = [Number(event["singles"] ?? 0), Number(event["doubles"] ?? 0)];
  return speech({ kind: String(event["kind"]), ingredients: singles + 2 * doubles, doubles });
}

function key(event: GameEvent): string {
  if (event.event === "deal" && event["card"] === undefined)
    return event["from"] === "supply" ? "deal.supply" : "deal.orders";
  if (hooked(event) !== null) return "hooked";
  if (event.event === "draw") return `draw.${String(event["stack"])}`;
  if (event.event === "show" && ingredientsIn((event["cards"] ?? {}) as Counts) === 0) return "hold";
  return event.event;
}

/** Why the house said no to a move. */
export function refused({ key, clause, text }: Problem): string {
  const known = has(`problem.${key}`) && (key !== "move.illegal" || clause);
  return t("refused", { why: known ? t(`problem.${key}`, { clause: clause ?? "" }) : text });
}

/** One event as a sentence, or nothing where there is nothing to say. */
export function tell(event: GameEvent, who: Who): string {
  const own = (seat: string) => who(seat) === t("you");
  const source = hooked(event);
  const picked = event.event === "pick" && own(seatIn(event, "other"));
  const message = source !== null && own(source) ? "event.robbed" : picked ? "event.picked" : `event.${key(event)}`;
  if (event.event === "play") return t(message, { ...parts(event, who), speech: spoken(event) });
  return has(message) ? tYou(message, own(seatIn(event)), parts(event, who)) : "";
}
