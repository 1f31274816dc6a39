/** The HTTP side of the house. */
import type {
  Calls,
  Deal,
  Done,
  Forgetting,
  Found,
  GameBegun,
  HeldAnswer,
  HouseInfo,
  Lobby,
  NewTable,
  PlayAgain,
  Position,
  Problem,
  Replay,
  Seated,
  SetSeat,
} from "./protocol.ts";

import type { DealtAgain, Opened } from "../house/transcript.ts";
import { HERE, isAlone, isHere } from "./where.ts";

/** The house said no; `problem.key` is to be translated. */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

const AWAY: Problem = { key: "house.trouble", text: "The house does not answer." };

/** Asks the house on this device; what it cannot do is refused as by a server. */
export async function here<T>(path: string, body?: unknown, key?: string | null): Promise<T> {
  const { askHere } = await import("./here.ts");
  return (await askHere(path, body, key ?? null).catch((problem: Problem) => {
    throw new Refusal(problem);
  })) as T;
}

async function asked(path: string, body?: unknown, key?: string | null): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Authorization"] = `Bearer ${key}`;
  const init: RequestInit = { headers, cache: "no-store" };
  if (body !== undefined) Object.assign(init, { method: "POST", body: JSON.stringify(body) });
  const response = await fetch(`/api${path}`, init).catch(() => null);
  if (response === null) throw new Refusal(AWAY);
  if (response.ok) return response;
  const failure = (await response.json().catch(() => null)) as { error?: Problem } | null;
  throw new Refusal(failure?.error ?? AWAY);
}

export async function json<T>(path: string, body?: unknown, key?: string | null): Promise<T> {
  if (isAlone() || path.startsWith(`/tables/${HERE}`)) return await here<T>(path, body, key);
  return (await (await asked(path, body, key)).json()) as T;
}

export const house = () => json<HouseInfo>("/house");
export const findCode = (code: string) => json<Found>(`/codes/${encodeURIComponent(code)}`);
export const lobby = () => json<Lobby>("/tables");
export const create = (table: NewTable) => json<Seated>("/tables", table);
/** The same on this device, without the house. */
export const createHere = (table: NewTable) => here<Seated>("/tables", table);
/** A game of a file: to look back at, or to go on with. */
export const importHere = (text: string) => here<Seated>("/import", { text });
/** The deal of a day that is over, once more, on this device; nothing counts. */
export const playAgainHere = (wish: PlayAgain) => here<Seated>("/days", wish);
/** A game of this device goes on at the house; it counts for nothing there. */
export const moveToHouse = (table: string, key: string) => json<Seated>(`/tables/${table}/move`, {}, key);
/** A game that was begun elsewhere goes on at the house, from its transcript: for the first seat, against bots. */
export function takeIn(transcript: string, name: string): Promise<Seated> {
  const [, seats = ""] = /^seats:\s*(.+)$/m.exec(transcript) ?? [];
  const count = /^\d$/.test(seats.trim()) ? Number(seats) : seats.trim().split(/\s+/).length;
  const bots = Array.from({ length: Math.max(1, count - 1) }, () => ({ kind: "bot" as const }));
  return json<Seated>("/begun", { transcript, name, seats: [{ kind: "me", name }, ...bots] } satisfies GameBegun);
}
/** A finished game of this device as text. */
export const transcript = (table: string) => here<{ text: string }>(`/tables/${table}/transcript`);
/** A first game that teaches, or one of its family. */
export const teach = (game: string, name: string) => json<Seated>("/lessons", { game, name });
/** What became of seats: of the house, and of this device. */
export async function mine(seats: { table: string; key: string }[]): Promise<HeldAnswer> {
  const own = seats.filter(({ table }) => isHere(table));
  const others = seats.filter(({ table }) => !isHere(table));
  const found = new Map<string, HeldAnswer["tables"][number]>();
  const note = (asked: typeof seats, { tables }: HeldAnswer) =>
    tables.forEach((entry, i) => found.set(asked[i]!.key, entry));
  if (own.length > 0) note(own, await here<HeldAnswer>("/mine", { seats: own }).catch(() => ({ tables: [] })));
  if (others.length > 0 && !isAlone())
    try {
      note(others, await json<HeldAnswer>("/mine", { seats: others }));
    } catch (error) {
      if (own.length === 0) throw error;
    }
  return { tables: seats.map(({ table, key }) => found.get(key) ?? { table }) };
}
/** The house pushes to this device when it is the turn of one of these seats, also while the page is closed. */
export const callMe = (seats: { table: string; key: string }[], { endpoint, keys }: PushSubscriptionJSON) =>
  json<Calls>("/calls", { seats, endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"] });
export const callNoMore = (endpoint: string) => json<Calls>("/calls/stop", { endpoint });
export const position = (table: string, key: string | null) => json<Position>(`/tables/${table}`, undefined, key);
export const sit = (table: string, name: string, key: string | null, seat?: number) =>
  json<Seated>(`/tables/${table}/sit`, seat === undefined ? { name } : { name, seat }, key);
export const leave = (table: string, key: string) => json<Done>(`/tables/${table}/leave`, {}, key);
export const rename = (table: string, key: string, name: string) => json<Done>(`/tables/${table}/name`, { name }, key);
/** A new link for the own seat; the old one is dead from now on. */
export const rotate = (table: string, key: string) => json<Seated>(`/tables/${table}/rotate`, {}, key);
export const setSeat = (table: string, key: string, seat: number, wish: SetSeat) =>
  json<Done>(`/tables/${table}/seats/${seat}`, wish, key);
/** Agrees that spectators see every hand, or no longer does; before the start. */
export const setHands = (table: string, key: string, open: boolean) =>
  json<Done>(`/tables/${table}/hands`, { open }, key);
/** Chooses the own kind of a seat, one that is free; empty: the first that nobody chose. Before the start. */
export const setKind = (table: string, key: string, own: string) => json<Done>(`/tables/${table}/kind`, { own }, key);
/** Adds 32 random bytes of this device (hex) to the deal, so that nobody chose it alone; before the start. */
export const contribute = (table: string, key: string, random: string) =>
  json<Done>(`/tables/${table}/random`, { random }, key);
export const start = (table: string, key: string) => json<Done>(`/tables/${table}/start`, {}, key);
export const rematch = (table: string, key: string) => json<Seated>(`/tables/${table}/rematch`, {}, key);
/** What forgetting cost in a finished game, as far as it is known after so many seconds. */
export const forgetting = (table: string, wait: number) => json<Forgetting>(`/tables/${table}/forgetting?wait=${wait}`);
export const deal = (table: string) => json<Deal>(`/tables/${table}/deal`);
/** Deals a finished game again on this device. */
export const dealtAgain = (opened: Opened) => here<DealtAgain>("/dealt", opened);

export const replay = (table: string, key: string | null, from: number, count: number, viewer: number | null) =>
  json<Replay>(
    `/tables/${table}/replay?start=${from}&count=${count}${viewer === null ? "" : `&viewer=${viewer}`}`,
    undefined,
    key,
  );

/** A QR code of a link as an address for an image; the link itself stays out of every path. */
export async function qr(text: string): Promise<string> {
  const drawing = await (await asked("/qr", { text })).text();
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
