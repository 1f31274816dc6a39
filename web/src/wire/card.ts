/** The card of this device: a secret of its own making. Seats, what was played and what one prefers belong to it. */
import { json, Refusal } from "./api.ts";
import { cardSecret, held, keep, keepMine, keepName, ownName } from "./keys.ts";
import type { CardFound, CardInfo, CardSeats, Claimed, History, Ticket } from "./protocol.ts";
import { isHere } from "./where.ts";

const SECRET = "osteria.card";
const SYNCED = "osteria.card-synced";
/** What goes along with the card, as this device keeps it. */
const SHARED = ["pace", "sound", "keys-on", "language"];

/** A secret of 192 random bits. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Asks as this device's card; a card that the house no longer knows is forgotten. */
async function ask<T>(path: string, body?: unknown): Promise<T> {
  const secret = cardSecret();
  try {
    return await json<T>(`/card${path}`, body, secret);
  } catch (error) {
    if (error instanceof Refusal && error.problem.key === "card.unknown" && cardSecret() === secret) forgetCard();
    throw error;
  }
}

export function forgetCard(): void {
  localStorage.removeItem(SECRET);
  localStorage.removeItem(SYNCED);
}

/** The card; made now, if this device has none. */
export async function ensure(): Promise<CardInfo> {
  if (cardSecret() === null) localStorage.setItem(SECRET, newSecret());
  return await ask<CardInfo>("", { name: ownName() });
}

/** Seats of this device belong to its card: where several sit at one device, the first. */
export async function claim(): Promise<void> {
  const open = held().filter((entry) => entry.seat !== null && !entry.mine && !isHere(entry.table));
  const first = open.filter((one) => !held().some((other) => other.table === one.table && isBefore(other, one)));
  if (first.length === 0) return;
  try {
    await ensure();
    await ask<Claimed>("/seats", { seats: first.map(({ table, key }) => ({ table, key })) });
    keepMine(open.map((entry) => entry.key));
  } catch {
    // it is tried again with the next seat, and at the door
  }
}
const isBefore = (other: { seat: number | null }, one: { seat: number | null }) =>
  other.seat !== null && one.seat !== null && other.seat < one.seat;

/** What other devices of the card did: their seats, the name, what one prefers; and what this one did. Whether there are
 * seats that this device did not know. */
export async function sync(): Promise<boolean> {
  await claim();
  if (cardSecret() === null) return false;
  try {
    const { seats } = await ask<CardSeats>("/seats");
    const known = new Set(held().map((entry) => entry.key));
    const fresh = seats.filter(({ key }) => !known.has(key));
    for (const { table, key, seat } of fresh) keep(table, key, seat);
    keepMine(seats.map((seat) => seat.key));
    await exchange(await ask<CardInfo>(""));
    return fresh.length > 0;
  } catch {
    return false; // without the house the door shows what this device knows
  }
}

const local = () => ({ name: ownName(), settings: preferences() });
function preferences(): Record<string, string> {
  const kept = SHARED.map((name) => [name, localStorage.getItem(`osteria.${name}`)] as const);
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
/** Whoever changed something since both agreed is followed; this device, where both did. */
async function exchange(card: CardInfo): Promise<void> {
  const before = localStorage.getItem(SYNCED);
  const mine = local();
  if (before !== null && JSON.stringify(mine) === before) return void note(card);
  if (mine.name && mine.name !== card.name) await ask("/name", { name: mine.name });
  await ask("/settings", { settings: mine.settings });
  localStorage.setItem(SYNCED, JSON.stringify(mine));
}
/** Takes over what the card says. */
function note(card: CardInfo): CardInfo {
  if (card.name) keepName(card.name);
  for (const name of SHARED)
    if (card.settings[name] !== undefined) localStorage.setItem(`osteria.${name}`, card.settings[name]);
  localStorage.setItem(SYNCED, JSON.stringify(local()));
  return card;
}

export const card = () => ask<CardInfo>("");
export const rename = async (name: string) => note(await ask<CardInfo>("/name", { name }));
export const ticket = () => ask<Ticket>("/ticket", {});
export const look = (ticket: string) => json<CardFound>("/card/look", { ticket });
export const history = (start: number) => ask<History>(`/history?start=${start}&count=20`);
export const erase = () => ask("/delete", {}).then(forgetCard);

/** This device takes the card of a link; what was played here goes with it. */
export async function take(ticket: string): Promise<void> {
  if (cardSecret() === null) localStorage.setItem(SECRET, newSecret());
  note(await ask<CardInfo>("/take", { ticket }));
  await sync();
}

/** The other devices lose the card and their links; or this one leaves it to them. */
export async function split(keep: "this" | "others"): Promise<void> {
  await ask("/split", { keep });
  if (keep === "others") forgetCard();
  else await sync();
}
