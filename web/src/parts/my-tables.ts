/** The tables at which this device holds seats: one can sit at many, and those that wait for somebody here come first. */
import { mine } from "../wire/api.ts";
import { forget, held } from "../wire/keys.ts";
import type { Summary } from "../wire/protocol.ts";

/** Finished games whose keys a device keeps; older ones leave room for tables that are still played. */
const KEPT = 10;

export interface MyTable extends Summary {
  /** the seats of this device */
  own: number[];
  /** one of them is asked */
  yours: boolean;
}

/** What became of every seat of this device, one entry a table; null where nobody can tell now. Keys that lead nowhere any
 * more are forgotten. */
export async function look(): Promise<MyTable[] | null> {
  const keys = held();
  if (keys.length === 0) return [];
  const answer = await mine(keys.map(({ table, key }) => ({ table, key }))).catch(() => null);
  if (answer === null) return null;
  answer.tables.forEach((entry, i) => entry.problem && !entry.found && forget(entry.table, keys[i]!.key));
  const tables = gather(answer.tables.flatMap((entry) => (entry.found ? [entry.found] : [])));
  for (const old of finished(tables).slice(KEPT))
    for (const entry of keys) if (entry.table === old.table.table) forget(entry.table, entry.key);
  return tables;
}

/** One entry a table, with all seats that this device has there. */
export function gather(found: readonly Summary[]): MyTable[] {
  const tables = new Map<string, MyTable>();
  for (const one of found) {
    const before = tables.get(one.table.table);
    const own = [...(before?.own ?? []), ...(typeof one.you?.seat === "number" ? [one.you.seat] : [])];
    tables.set(one.table.table, { ...(before ?? one), own, yours: own.includes(one.asked ?? -1) });
  }
  return [...tables.values()];
}

/** Games that are over, the newest first. */
export function finished(tables: readonly MyTable[]): MyTable[] {
  return tables.filter((one) => one.table.status === "over").sort(newest);
}

/** Tables that go on: those that wait for somebody here first, the most urgent before all; then who plays, then who waits. */
export function going(tables: readonly MyTable[]): MyTable[] {
  return tables
    .filter((one) => one.table.status === "playing" || one.table.status === "waiting")
    .sort((a, b) => rank(a) - rank(b) || (a.until ?? Infinity) - (b.until ?? Infinity) || newest(a, b));
}

const newest = (a: Summary, b: Summary) => b.table.created - a.table.created;
const rank = (one: MyTable) => (one.yours ? 0 : one.table.status === "playing" ? 1 : 2);
