/** The chance to win over a finished game, with all cards open: worked out on this device, step by step, while somebody looks. */
import type { Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import type { Bots } from "./bots.ts";
import type { Match } from "./match.ts";
import { replayed, type Told } from "./transcript.ts";

/** More than any game has: a step's playouts draw from a seed of its own, as in `osteria.hindsight`. */
const MOST_STEPS = 2 ** 20;
const SEEDS = 2n ** 53n;
const DIGITS = 1e4;

const rounded = (number: number): number => Math.round(number * DIGITS) / DIGITS;

export class Lookback {
  readonly playouts: number;
  readonly seed: number;
  readonly tables: Uint8Array[] = [];
  /** by step, then by seat; the last: the result */
  readonly rows: number[][] = [];
  /** when all of it is known */
  readonly done: Promise<void>;
  private readonly game: string;
  private readonly bots: Bots;

  constructor(family: Family, bots: Bots, text: Told, playouts: number, seed: number) {
    this.playouts = playouts;
    this.seed = seed;
    this.game = text.game;
    this.bots = bots;
    const used = family.free;
    const look = (match: Match): void => void this.tables.push(match.position.bytes);
    const end = replayed(family, text, look);
    look(end);
    const winners = end.winners();
    const shares = end.seats.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
    family.free = used;
    this.done = this.work(shares);
  }

  private async work(result: number[]): Promise<void> {
    for (const [step, table] of this.tables.slice(0, -1).entries()) {
      const seed = Number((BigInt(this.seed) * BigInt(MOST_STEPS) + BigInt(step)) % SEEDS);
      const row = await this.bots.chances(this.game, table, result.length, this.playouts, seed);
      this.rows.push(row.map(rounded));
    }
    this.rows.push(result.map(rounded));
  }
}
