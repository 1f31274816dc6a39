/** The bots of a family, by its module: each chooses from what its seat saw, the same move as in Python for the same seed. */
import { bytesOf, type Block, type Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { blake2b, wholeOf } from "./blake2b.ts";
import { Expert, type SearchAbout } from "./expert.ts";
import type { Seen } from "./match.ts";
import { remembered, type Remembers } from "./memory.ts";
import type { Roll, Weights } from "./rolling.ts";
import type { Solved } from "./solved.ts";

export interface BotsDescription extends Weights {
  /** by name, weakest first: how much of what is hidden by and by it remembers */
  bots: Record<string, number>;
  remembers: Remembers | null;
  search: SearchAbout;
}

const EXPERT = "expert";
const SEEDS = 2n ** 53n;
const KEY_BYTES = 32;

/** A number for a decision: the same for the same seed after so many small actions. */
function drawn(key: Uint8Array, taken: number, purpose = ""): bigint {
  const count = new Uint8Array(Uint32Array.of(taken).buffer);
  return wholeOf(blake2b(Uint8Array.from([...count, ...new TextEncoder().encode(purpose)]), 8, key));
}

export class Bots {
  private readonly family: Family;
  private readonly about: BotsDescription;
  private readonly room: Record<string, Block>;
  private readonly roll: Roll;
  private readonly solved: () => Promise<Solved>;
  private readonly expert: Expert;
  /** small actions of a move, at most */
  private readonly longest: number;
  private turn: Promise<unknown> = Promise.resolve();

  /** `solved`: gives the bot that plays what was solved. */
  constructor(family: Family, about: BotsDescription, roll: Roll, solved: () => Promise<Solved>) {
    this.family = family;
    this.about = about;
    this.roll = roll;
    this.solved = solved;
    this.expert = new Expert(family, about.search, roll);
    this.longest = family.argument("roll", "moves").shape[1]!;
    const room = (name: string, shape?: number[]): Block => family.argument("decide", name, shape);
    this.room = Object.fromEntries(["oven", "rng", "work", "legal", "out"].map((name) => [name, room(name)]));
    for (const name of ["observed", "fresh", "w", "scratch"]) this.room[name] = room(name, [1]);
  }

  /** The small actions of a bot's move, one of the options; `seed` is any bytes. One bot thinks after the other. */
  choose(
    name: string,
    seen: Seen,
    options: readonly number[][],
    seed: Uint8Array,
    playouts?: number,
  ): Promise<number[]> {
    const key = blake2b(seed, KEY_BYTES);
    const chosen = this.turn.then(async () => {
      if (!(name in this.about.bots)) return options.length > 1 ? (await this.solved()).choose(seen) : options[0]!;
      const first = this.byThumb(name, seen, key);
      if (name !== EXPERT) return first;
      return this.expert.choose(seen, options, first, Number(drawn(key, seen.taken, "search") % SEEDS), playouts);
    });
    this.turn = chosen.catch(() => null);
    return chosen;
  }

  /** Every seat's chance to win from a table on, all cards open: its share of games that the rules of thumb play to the end. */
  async chances(game: string, table: Uint8Array, players: number, playouts: number, seed: number): Promise<number[]> {
    const job = {
      ...{ game, worlds: table, moves: new BigInt64Array(this.longest).fill(-1n), alive: BigInt64Array.of(1n) },
      ...{ last: this.about.search.end, seed, first: 0, count: playouts },
    };
    const found: number[] = [];
    for (let seat = 0; seat < players - 1; seat += 1) {
      const { shares } = await this.roll({ ...job, seat });
      found.push(shares.reduce((sum, share) => sum + share, 0) / playouts);
    }
    return [...found, 1 - found.reduce((sum, chance) => sum + chance, 0)];
  }

  /** The move of the rules of thumb. */
  private byThumb(name: string, seen: Seen, key: Uint8Array): number[] {
    const level = this.about.bots[name]!;
    const { oven, observed, fresh, w, rng, scratch, work, legal, out } = this.room as Record<string, Block>;
    const cards = this.about.remembers ? remembered(this.about.remembers, seen.rows, level, wholeOf(key)) : [];
    oven!.numbers.set(cards.map(BigInt));
    observed!.bytes.set(seen.observation);
    fresh!.bytes.set(seen.fresh);
    w!.bytes.set(bytesOf(this.about.weights[name]![seen.game]!));
    const luck = drawn(key, seen.taken);
    rng!.numbers.set([BigInt.asUintN(32, luck), luck >> 32n]);
    work!.bytes.fill(0);
    const count = this.family.call(
      "decide",
      ...[observed!, oven!, cards.length, fresh!, w!, rng!, scratch!, work!, legal!, out!],
    );
    return Array.from(out!.numbers.subarray(0, count), Number);
  }
}
