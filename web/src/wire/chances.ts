/** The chance to win over a finished game: worked out on this device where it can be, else by the house. */
import { here, json } from "./api.ts";
import type { Chances, ChancesChecked } from "./protocol.ts";
import { isAlone, isHere } from "./where.ts";

/** By table: what this device works out for a house, with its `task` until the house has compared a sample; null: the house does. */
const own = new Map<string, Chances | null>();

/** As much of it as is known after so many seconds. */
export async function chances(table: string, wait: number): Promise<Chances> {
  const path = `/tables/${table}/chances?wait=${wait}`;
  if (isHere(table) || isAlone()) return await json<Chances>(path);
  if (!own.has(table)) {
    const told = await json<Chances>(`${path}&device=${Number("WebAssembly" in globalThis)}`);
    if (!told.task) return told;
    own.set(table, told);
  }
  const found = await worked(own.get(table)!, wait).catch(() => null);
  own.set(table, found);
  return found ?? (await json<Chances>(path));
}

/** What this device knows so far; the last row comes when the house has found the same for a step of its choice. */
async function worked(told: Chances | null, wait: number): Promise<Chances | null> {
  if (!told?.task) return told;
  const { table, playouts, task } = told;
  const { chances: rows } = await here<Chances>(`/lookback?wait=${wait}`, { table, playouts, ...task });
  if (rows.length < told.steps_in_all) return { ...told, chances: rows };
  const sample = { step: task.sample, chances: rows[task.sample] };
  const { agrees } = await json<ChancesChecked>(`/tables/${table}/chances`, sample);
  return agrees ? { ...told, task: null, chances: rows } : null;
}
