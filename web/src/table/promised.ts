/** What a house promised before a deal, as this device saw it then: its commitment, and the bytes that seats had added. */
import { contribute, deal, dealtAgain } from "../wire/api.ts";
import { heldAt } from "../wire/keys.ts";
import type { TableInfo } from "../wire/protocol.ts";

interface Promised {
  table: string;
  commitment: string;
  /** by seat, as shown last before the deal; empty: none */
  random: string[];
  isDealt: boolean;
  /** what this device added, by seat */
  own: Record<number, string>;
}

const SHELF = "osteria.promised";
const MOST = 50;
const BYTES = 32;

function shelf(): Promised[] {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? "[]") as Promised[];
  } catch {
    return [];
  }
}

const promised = (table: string): Promised | undefined => shelf().find((entry) => entry.table === table);

function keep(entry: Promised): void {
  const others = shelf().filter(({ table }) => table !== entry.table);
  localStorage.setItem(SHELF, JSON.stringify([entry, ...others].slice(0, MOST)));
}

/** Notes what a table shows, until its game is dealt; the commitment that was seen first is the one that counts. */
export function note({ table, status, commitment, seats }: TableInfo): void {
  const before = promised(table);
  if (before?.isDealt || !commitment || (status !== "waiting" && status !== "playing")) return;
  const random = seats.map((seat) => seat.random ?? "");
  keep({ own: {}, commitment, ...before, table, random, isDealt: status === "playing" });
}

/** Adds bytes of this device to a seat's share of the deal: the same ones, however often its page is opened. */
export async function addBytes(table: string, key: string, seat: number): Promise<void> {
  const entry = promised(table);
  if (!entry) return;
  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), hexOf).join("");
  entry.own[seat] ??= fresh();
  keep(entry);
  await contribute(table, key, entry.own[seat]);
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");

/** Whether a finished game was dealt as promised: from the seed that the house had committed to and everybody's bytes, every
 * card and every roll dealt again here; null where this device cannot know. */
export async function isFair({ table }: TableInfo): Promise<boolean | null> {
  const before = promised(table);
  const opened = before && (await deal(table).catch(() => null));
  const again = opened && (await dealtAgain(opened).catch(() => null));
  if (!before || !opened || !again) return null;
  const added = opened.random ?? [];
  const isOwn = ({ seat }: { seat: number | null }) =>
    seat === null || (before.own[seat] ?? added[seat] ?? "") === (added[seat] ?? "");
  const isAsShown = before.random.every((random, seat) => random === (added[seat] ?? ""));
  return again.holds && again.commitment === before.commitment && isAsShown && heldAt(table).every(isOwn);
}
