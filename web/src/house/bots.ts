/** The bots of a family, by its module: each chooses from what its seat saw, the same move as in Python for the same seed. */
import { bytesOf, type Block, type Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { blake2b, wholeOf } from "./blake2b.ts";
import type { Seen } from "./match.ts";
import { remembered, type Remembers } from "./memory.ts";

export interface BotsDescription {
  /** by name, weakest first: how much of what is hidden by and by it remembers */
  bots: Record<string, number>;
  weights: Record<string, Record<string, string>>;
  remembers: Remembers | null;
}

const MODULUS = 2n ** 31n - 1n;
const KEY_BYTES = 32;

/** The stream of random numbers of a decision: the same for the same seed after so many small actions. */
function streamOf(key: Uint8Array, taken: number): bigint {
  const count = new Uint8Array(Uint32Array.of(taken).buffer);
  return (wholeOf(blake2b(count, 8, key)) % (MODULUS - 1n)) + 1n;
}

export class Bots {
  private readonly family: Family;
  private readonly about: BotsDescription;
  private readonly room: Record<string, Block>;

  constructor(family: Family, about: BotsDescription) {
    this.family = family;
    this.about = about;
    const room = (name: string, shape?: number[]): Block => family.argument("decide", name, shape);
    this.room = Object.fromEntries(["oven", "work", "legal", "out"].map((name) => [name, room(name)]));
    for (const name of ["observed", "fresh", "w", "rng", "scratch"]) this.room[name] = room(name, [1]);
  }

  /** The bots by name, weakest first. */
  get names(): string[] {
    return Object.keys(this.about.bots);
  }

  /** The small actions of a bot's move; `seed` is any bytes. */
  choose(name: string, seen: Seen, seed: Uint8Array): number[] {
    const key = blake2b(seed, KEY_BYTES);
    const level = this.about.bots[name]!;
    const { oven, observed, fresh, w, rng, scratch, work, legal, out } = this.room as Record<string, Block>;
    const cards = this.about.remembers ? remembered(this.about.remembers, seen.rows, level, wholeOf(key)) : [];
    oven!.numbers.set(cards.map(BigInt));
    observed!.bytes.set(seen.observation);
    fresh!.bytes.set(seen.fresh);
    w!.bytes.set(bytesOf(this.about.weights[name]![seen.game]!));
    rng!.numbers[0] = streamOf(key, seen.taken);
    work!.bytes.fill(0);
    const count = this.family.call(
      "decide",
      ...[observed!, oven!, cards.length, fresh!, w!, rng!, scratch!, work!, legal!, out!],
    );
    return Array.from(out!.numbers.subarray(0, count), Number);
  }
}
