/** The deal of a day that is over: its seed is published, and gives cards, dice and the bots' luck, as in every house. */
import { Seeded } from "./seeded.ts";

/** What a table is dealt from. */
export interface Dealt {
  /** such as 2026-11-16 (UTC) */
  day: string;
  /** 32 bytes in hex */
  seed: string;
  /** for every decision of a bot that searches */
  playouts: number;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const SEED = /^[0-9a-f]{64}$/;
const A_DAY = 86_400_000;
/** of a digest, for a bot's seed */
const SEED_BYTES = 7;

export const isSeed = (text: string): boolean => SEED.test(text);
/** Whether there is such a day; and whether it is over, so that its seed is nobody's secret. */
export const isDay = (day: string): boolean => DAY.test(day) && !Number.isNaN(Date.parse(day));
export const isOver = (day: string): boolean => Date.now() >= Date.parse(day) + A_DAY;

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const seededBy = (dealt: Dealt | undefined): Seeded | null =>
  dealt ? new Seeded(bytesOfHex(dealt.seed)) : null;

/** What a game is dealt from: the house's bytes, and with them those that seats added, if any did. */
export const seededByAll = async (seed: string, random: readonly string[], table: string): Promise<Seeded> =>
  new Seeded(random.some(Boolean) ? await digest(seed + random.join(""), table) : bytesOfHex(seed));

/** SHA-256 of a seed and a text. */
async function digest(seed: string, text: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from([...bytesOfHex(seed), ...new TextEncoder().encode(text)]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** What a table's deal is checked against by `osteria verify`. */
export const commitment = async (seed: string, table: string): Promise<string> => hexOf(await digest(seed, table));

/** The seed of the bot in a seat (`osteria.bots.days`), as the bytes that Python makes of such a number. */
export async function botSeed(seed: string, seat: number): Promise<Uint8Array> {
  const number = BigInt(`0x${hexOf((await digest(seed, `bot ${seat}`)).slice(0, SEED_BYTES))}`);
  const size = Math.floor(number.toString(2).length / 8) + 1;
  const bytes = Array.from({ length: size }, (_, place) => Number((number >> BigInt(8 * place)) & 255n));
  return Uint8Array.from([...new TextEncoder().encode("int"), ...bytes]);
}
