/** The seats that this device holds: secret keys, kept in the browser and nowhere else. */
import { isHere } from "./where.ts";

export interface HeldKey {
  table: string;
  key: string;
  seat: number | null;
  at: number;
  /** the house knows that this seat belongs to this device's card */
  mine?: boolean;
}

const SHELF = "osteria.keys";
const MOST = 50;

export function held(): HeldKey[] {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? "[]") as HeldKey[];
  } catch {
    return [];
  }
}

/** The keys to one table, by seat. */
export function heldAt(table: string): HeldKey[] {
  return held()
    .filter((entry) => entry.table === table)
    .sort((a, b) => (a.seat ?? -1) - (b.seat ?? -1));
}

export function keep(table: string, key: string, seat: number | null): void {
  const others = held().filter((entry) => entry.key !== key && !(entry.table === table && entry.seat === seat));
  const kept = [{ table, key, seat, at: Date.now() }, ...others].slice(0, MOST);
  localStorage.setItem(SHELF, JSON.stringify(kept));
}

/** Keeps everything that sitting down gave. */
export function keepAll(seated: { table: string; keys: Record<string, string>; host?: string | null }): void {
  for (const [seat, key] of Object.entries(seated.keys)) keep(seated.table, key, Number(seat));
  if (seated.host) keep(seated.table, seated.host, null);
  if (!isHere(seated.table)) void import("./card.ts").then(({ claim }) => claim());
}

/** Notes that these seats belong to this device's card. */
export function keepMine(keys: readonly string[]): void {
  const marked = held().map((entry) => (keys.includes(entry.key) ? { ...entry, mine: true } : entry));
  localStorage.setItem(SHELF, JSON.stringify(marked));
}

/** The secret of this device's card, once it has one. */
export function cardSecret(): string | null {
  return localStorage.getItem("osteria.card");
}

export function forget(table: string, key: string): void {
  localStorage.setItem(SHELF, JSON.stringify(held().filter((entry) => entry.table !== table || entry.key !== key)));
}

export function ownName(): string {
  return localStorage.getItem("osteria.name") ?? "";
}

export function keepName(name: string): void {
  localStorage.setItem("osteria.name", name);
}
