/**
 * A game that this page has no table for: what it says comes from the house (`GET /api/house`), and what lies on its table is told
 * by its zones. Nothing here knows a rule.
 */
import type { GameEvent, View } from "./view.ts";

/** What a game says, by language and key: `ask.X`, `move.X`, `zone.X`, `event.X`. */
export type Sayings = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type Values = Readonly<Record<string, string | number>>;

const NO_ZONE = ["game", "seats", "seat", "memory", "decision", "outcome", "history", "phase", "turn"];

/** The words for a key: in the language, else in English, else the key's own last word. */
export function phrase(sayings: Sayings, language: string, key: string, values: Values = {}): string {
  const text = sayings[language]?.[key] ?? sayings["en"]?.[key];
  if (text !== undefined) return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return key.slice(key.indexOf(".") + 1).replaceAll("-", " ");
}

/** An event as a sentence; `who` names seats. */
export function sentence(sayings: Sayings, language: string, event: GameEvent, who: (seat: string) => string): string {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(event))
    if (typeof value === "number" || typeof value === "string") values[name] = value;
  if (event["seat"] !== undefined && event["seat"] !== null) values["seat"] = who(String(event["seat"]));
  return phrase(sayings, language, `event.${event.event}`, values);
}

export interface Zones {
  /** a number for every seat, by zone */
  bySeat: [string, Readonly<Record<string, number>>][];
  /** what belongs to nobody, by zone, as text */
  common: [string, string][];
}

/** What lies on the table. */
export function zonesOf(view: View): Zones {
  const found: Zones = { bySeat: [], common: [] };
  const seats = view.seats.map(String);
  for (const [name, value] of Object.entries(view as unknown as Record<string, unknown>)) {
    if (NO_ZONE.includes(name)) continue;
    if (isBySeat(value, seats)) found.bySeat.push([name, value]);
    else found.common.push([name, shown(value)]);
  }
  return found;
}

/** A list is none, though its places have numbers like seats. */
function isBySeat(value: unknown, seats: readonly string[]): value is Record<string, number> {
  return value !== null && typeof value === "object" && !Array.isArray(value) && seats.every((seat) => seat in value);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(", ") : "–";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, entry]) => `${key}: ${String(entry)}`)
      .join(", ");
  return String(value);
}
