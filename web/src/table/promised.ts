/** What a house promised before a deal, as this device saw it then: its commitment, and the bytes that seats had added. */
import { contribute, deal, dealtAgain } from "../wire/api.ts";
import type { GameView, TableInfo } from "../wire/protocol.ts";

/** Bytes of this device, with which key of their seat it added them, and whether the house took them, by what it showed last. */
interface Own {
  bytes: string;
  key: string;
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
    const found = JSON.parse(localStorage.getItem(SHELF) ?? "[]") as Promised[];
    return found.filter((entry) => entry.table && entry.own);
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
  const shown = seats.map((seat) => seat.random ?? "");
  if (status === "playing") entry.random = shown;
  else for (const [seat, own] of Object.entries(entry.own)) own.isTaken = isTaken(own, shown[Number(seat)]);
  keep(entry);
}

/** Whether a seat still has the bytes that were added to it: they go with whoever leaves it, or is removed. */
const isTaken = (own: Own, shown: string | undefined): boolean => shown === own.bytes || (own.isTaken && shown !== "");

/** Adds bytes of this device to a seat's share of the deal: the same ones, however often its page is opened. The house refuses
 * them where another device of this seat was quicker. */
export async function addBytes(table: string, key: string, seat: number): Promise<void> {
  const before = promised(table)?.own[seat];
  const bytes = before?.key === key ? before.bytes : fresh();
  noteOwn(table, seat, { bytes, key, isTaken: false });
  await contribute(table, key, bytes);
  noteOwn(table, seat, { bytes, key, isTaken: true });
}

const fresh = (): string => Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), hexOf).join("");
const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");

function noteOwn(table: string, seat: number, own: Own): void {
  const entry = promised(table);
  if (entry) keep({ ...entry, own: { ...entry.own, [seat]: own } });
}

/** Whether a finished game was dealt as promised: from the seed that the house had committed to and everybody's bytes, those
 * of the own seats among them, every card and every roll dealt again here, up to the end that was shown; null where this device
 * cannot know. `keys`: of the own seats. */
export async function isFair(table: string, keys: readonly string[], view: GameView): Promise<boolean | null> {
  const before = promised(table);
  const opened = before && (await deal(table).catch(() => null));
  const again = opened && (await dealtAgain({ ...opened, seen: { ...view } }).catch(() => null));
  if (!before || !opened || !again) return null;
  if (!again.holds || again.commitment !== before.commitment || opened.table !== table) return false;
  return isAsAdded(before, keys, opened.random ?? []);
}

/** Whether the game was dealt with the bytes that this device was shown and those that it added. Bytes of a sitting that is over
 * count no more: its key has ended, or the seat was seen without them. */
function isAsAdded({ random, own }: Promised, keys: readonly string[], added: readonly string[]): boolean | null {
  if (random && !(random.length >= added.length && random.every((text, at) => text === (added[at] ?? ""))))
    return false;
  const lost = Object.entries(own).filter(
    ([seat, { bytes, key }]) => keys.includes(key) && bytes !== added[Number(seat)],
  );
  if (lost.some(([, { isTaken }]) => isTaken)) return false;
  return random === null || lost.length > 0 ? null : true;
}
