/** Playouts of imagined worlds by a family's module: what a search has played, wherever it is played. */
import { bytesOf, type Block, type Family } from "../../../src/osteria/lab/wasm/osteria.mjs";

/** Some worlds that the options which are alive meet; what comes out depends on nothing else. */
export interface Job {
  game: string;
  /** records, one after the other */
  worlds: Uint8Array;
  /** the small actions of each option, -1 after its last */
  moves: BigInt64Array;
  /** for each option, 1 or 0 */
  alive: BigInt64Array;
  seat: number;
  /** the round at whose end playouts stop */
  last: number;
  seed: number;
  first: number;
  count: number;
}

/** What each option had of the win and how far it was ahead, world by world; NaN where it did not meet one. */
export interface Part {
  shares: Float64Array;
  leads: Float64Array;
}

export type Roll = (job: Job) => Promise<Part>;

/** The files that playouts come from. */
export interface Files {
  bots: string;
  weights: string;
}

/** Has playouts of these files played by others, or, if there is nobody, by `here`. */
export type Rolling = (files: Files, here: Roll) => Roll;

export interface Weights {
  weights: Record<string, Record<string, string>>;
}

const PLAYER = "expert";

/** Plays them here and now. */
export function rolled(family: Family, about: Weights, job: Job): Part {
  const used = family.free;
  const room = (name: string, shape?: number[]): Block => family.argument("roll", name, shape);
  const options = job.alive.length;
  const size = room("scratch").bytes.length;
  const worlds = room("worlds", [job.worlds.length / size]);
  const moves = room("moves", [options, job.moves.length / options]);
  const alive = room("alive", [options]);
  const w = room("w");
  const streams = room("streams", [job.first + job.count]);
  const [shares, leads] = [room("shares", [streams.shape[0]!, options]), room("leads", [streams.shape[0]!, options])];
  const [rng, scratch, work, legal] = ["rng", "scratch", "work", "legal"].map((name) => room(name));
  worlds.bytes.set(job.worlds);
  moves.numbers.set(job.moves);
  alive.numbers.set(job.alive);
  const weights = bytesOf(about.weights[PLAYER]![job.game]!);
  for (let seat = 0; seat < w.shape[0]!; seat += 1) w.row(seat).bytes.set(weights);
  work!.bytes.fill(0);
  for (const block of [shares, leads]) block.floats.fill(Number.NaN);
  family.call("start_streams", job.seed, 0, streams);
  family.call(
    "roll",
    ...[worlds, job.first, job.count, moves, alive, job.seat, job.last, w],
    ...[rng!, streams, scratch!, work!, legal!, shares, leads],
  );
  const part = ({ floats }: Block): Float64Array => floats.slice(job.first * options);
  family.free = used;
  return { shares: part(shares), leads: part(leads) };
}
