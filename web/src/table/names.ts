/** What seats are called. */
import type { SeatInfo } from "../wire/protocol.ts";

/** Names for bots, by seat: the house calls them by what they can, a table calls them by name. */
const BOT_NAMES = ["Ada", "Nina", "Teo", "Bruno", "Mira", "Ugo", "Zoe", "Leo"];

/** A seat's name: the person's, or the name that a bot goes by, also one on a chair that is free. */
export function nameOf(info: SeatInfo): string {
  if (info.kind !== "person") return BOT_NAMES[info.seat] ?? `${info.seat}`;
  return info.name ?? "";
}
