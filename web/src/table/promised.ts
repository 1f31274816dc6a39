/** What a house promised before a deal, as this device saw it then: its commitment, and the bytes that seats had added. */
import { contribute, deal, dealtAgain } from "../wire/api.ts";
import type { TableInfo } from "../wire/protocol.ts";

/** Bytes of this device, and whether the house said that it took them. */
interface Own {
  bytes: string;
  isTaken: boolean;
}

interface Promised {
  table: string;
  commitment: string;
  /** by seat, as shown when the game was dealt; null: this device was not there then */
  random: string[] | null;
  /** by seat */
  own: Record<number, Own>;
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
  try {
    localStorage.setItem(SHELF, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // a device without room, or whose owner allows none: nothing is checked there
  }
}

/** Notes what a table shows, until its game is dealt; the commitment that was seen first is the one that counts. */
export function note({ table, status, commitment, seats }: TableInfo): void {
  const before = promised(table);
  if (before?.random || !commitment || (status !== "waiting" && status !== "playing")) return;
  const entry: Promised = { own: {}, commitment, ...before, table, random: null };
  for (const { seat, kind } of seats) if (kind !== "person") delete entry.own[seat]; // whoever sat there has left
  if (status === "playing") entry.random = seats.map((seat) => seat.random ?? "");
  keep(entry);
}

/** Adds bytes of this device to a seat's share of the deal: the same ones, however often its page is opened. */
export async function addBytes(table: string, key: string, seat: number): Promise<void> {
  const bytes = promised(table)?.own[seat]?.bytes ?? fresh();
  noteOwn(table, seat, { bytes, isTaken: false });
  await contribute(table, key, bytes);
  noteOwn(table, seat, { bytes, isTaken: true });
}

const fresh = (): string => Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), hexOf).join("");
const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");

function noteOwn(table: string, seat: number, own: Own): void {
  const entry = promised(table);
  if (entry) keep({ ...entry, own: { ...entry.own, [seat]: own } });
}

/** Whether a finished game was dealt as promised: from the seed that the house had committed to and everybody's bytes, those
 * of the own seat among them, every card and every roll dealt again here; null where this device cannot know. */
export async function isFair(table: string, seat: number | null): Promise<boolean | null> {
  const before = promised(table);
  const opened = before && (await deal(table).catch(() => null));
  const again = opened && (await dealtAgain(opened).catch(() => null));
  if (!before || !opened || !again) return null;
  const added = opened.random ?? [];
  const own = seat === null ? undefined : before.own[seat];
  const isOwnThere = !own?.isTaken || own.bytes === added[seat!];
  const isAsShown = before.random === null || before.random.every((random, at) => random === (added[at] ?? ""));
  return again.holds && again.commitment === before.commitment && isAsShown && isOwnThere;
}
