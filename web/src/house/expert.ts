/**
 * The expert: tries its options in imagined worlds. What is imagined, played out and compared are the module's kernels; how they
 * follow each other is told in `osteria.bots.expert`, and the choice is the same for the same seed and number of playouts.
 */
import type { Block, Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import type { Seen } from "./match.ts";
import type { Job, Roll } from "./rolling.ts";

export interface SearchAbout {
  /** for each decision */
  playouts: number;
  /** playouts for each option, at least */
  each: number;
  /** worlds, at least and at most */
  fewest_worlds: number;
  worlds: number;
  hides: boolean;
  /** the first action that deals an ingredient, and an order */
  bases: [number, number];
  close: [number, number];
  /** as a last round: play to the end of the game */
  end: number;
}

const same = (one: readonly number[], other: readonly number[]): boolean => one.join() === other.join();

export class Expert {
  private readonly family: Family;
  private readonly about: SearchAbout;
  private readonly roll: Roll;

  constructor(family: Family, about: SearchAbout, roll: Roll) {
    this.family = family;
    this.about = about;
    this.roll = roll;
  }

  /** The small actions of the option that did best; `first` is the one of the rules of thumb. */
  async choose(
    seen: Seen,
    options: readonly number[][],
    first: number[],
    seed: number,
    playouts = this.about.playouts,
  ): Promise<number[]> {
    if (options.length === 1 || playouts < 2) return first;
    const used = this.family.free;
    const tried = this.candidates(options, first, seed, playouts);
    const job = this.job(seen, tried, seed, playouts);
    const best = await this.halve(job, this.observed(seen), tried.length, playouts);
    this.family.free = used;
    return tried[best]!;
  }

  /** The rules of thumb's own move first, then as many others as the budget can tell apart. */
  private candidates(
    options: readonly number[][],
    first: number[],
    seed: number,
    playouts: number,
  ): readonly number[][] {
    const others = options.filter((option) => !same(option, first));
    const most = Math.floor(playouts / this.about.each);
    if (options.length <= most) return [first, ...others];
    const places = this.room("pick_some", "out", [Math.max(2, most) - 1]);
    this.family.call("pick_some", seed, others.length, this.room("pick_some", "rng"), places);
    return [first, ...Array.from(places.numbers, (place) => others[Number(place)]!)];
  }

  private job(seen: Seen, tried: readonly number[][], seed: number, playouts: number): Job {
    const longest = this.room("roll", "moves").shape[1]!;
    const count = Math.max(this.about.fewest_worlds, Math.min(this.about.worlds, Math.floor(playouts / tried.length)));
    const padded = tried.flatMap((actions) => Array.from({ length: longest }, (_, part) => actions[part] ?? -1));
    return {
      game: seen.game,
      worlds: this.about.hides ? this.imagined(seen, count, seed) : seen.observation,
      moves: BigInt64Array.from(padded, BigInt),
      alive: new BigInt64Array(tried.length).fill(1n),
      seat: seen.viewer,
      last: this.family.call("horizon", this.observed(seen)),
      seed,
      first: 0,
      count: 0,
    };
  }

  /** Worlds that the viewer cannot tell from the true one, as records one after the other. */
  private imagined({ fresh, viewer, rows, chance, actions }: Seen, count: number, seed: number): Uint8Array {
    const unseen = this.room("begin", "unseen");
    const told = this.room("unseen", "rows", [rows.length, rows[0]!.length]);
    const drawn = this.room("unseen", "chance", [chance.length]);
    const sheet = this.room("unseen", "states");
    const dealt = this.room("deal", "worlds", [count, actions.length]);
    const states = this.room("quiet", "states", [count]);
    unseen.bytes.fill(0);
    told.numbers.set(rows.flat());
    drawn.numbers.set(chance.map(BigInt));
    sheet.bytes.set(fresh);
    this.family.call("unseen", sheet, viewer, told, drawn, unseen);
    if (this.family.call("begin", unseen, seed) !== 0) throw new Error("What was seen contradicts itself.");
    for (let world = 0; world < count; world += 1) dealt.row(world).numbers.set(actions.map(BigInt));
    this.family.call("deal", unseen, ...this.about.bases, dealt);
    for (let world = 0; world < count; world += 1) {
      states.row(world).bytes.set(fresh);
      this.family.call("quiet", states.row(world), dealt.row(world), ...this.about.close);
    }
    return states.bytes.slice();
  }

  /** Sequential halving: everybody plays, the worse half is dropped, until two are left; the best of those. */
  private async halve(job: Job, observed: Block, options: number, playouts: number): Promise<number> {
    const [shares, leads] = [
      this.room("best_option", "shares", [playouts, options]),
      this.room("best_option", "leads", [playouts, options]),
    ];
    const alive = this.room("best_option", "alive", [options]);
    const means = this.room("drop_worse_half", "means", [options]);
    const win = this.family.call("win_weight", observed);
    const stages = Math.max(1, Math.ceil(Math.log2(options)));
    alive.numbers.set(job.alive);
    let left = playouts;
    let met = 0;
    for (let stage = 0; stage < stages; stage += 1) {
      const living = alive.numbers.reduce((sum, one) => sum + Number(one), 0);
      const count = Math.floor(Math.floor(left / (stages - stage)) / living);
      const part = await this.roll({ ...job, alive: alive.numbers.slice(), first: met, count });
      shares.floats.set(part.shares, met * options);
      leads.floats.set(part.leads, met * options);
      met += count;
      left -= count * living;
      if (stage < stages - 1) this.family.call("drop_worse_half", shares, leads, met, win, alive, means);
    }
    return this.family.call("best_option", shares, leads, met, win, alive);
  }

  private observed(seen: Seen): Block {
    const observed = this.room("horizon", "observed");
    observed.bytes.set(seen.observation);
    return observed;
  }

  private room(entry: string, name: string, shape?: number[]): Block {
    return this.family.argument(entry, name, shape);
  }
}
