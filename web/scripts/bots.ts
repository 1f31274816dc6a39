/**
 * Plays whole games between bots by the WebAssembly modules and prints their transcripts as a JSON list:
 * `node scripts/bots.ts FOLDER < [{"game", "seats", "bots": [name, ...], "luck": [hex, ...], "deal": number, "playouts": number}, ...]`.
 * See tests/lab/wasm/test_bots_in_the_page.py.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Match } from "../src/house/match.ts";
import { Modules } from "../src/house/modules.ts";
import { written } from "../src/house/transcript.ts";

interface Wish {
  game: string;
  seats: number | string[];
  bots: string[];
  luck: string[];
  deal: number;
  playouts?: number;
}

const folder = process.argv[2]!;
const wishes = JSON.parse(readFileSync(0, "utf8")) as Wish[];
const modules = await Modules.read(async (file) => new Uint8Array(await readFile(join(folder, file))));

/** Any stream of numbers will do for chance: what it dealt is in the transcript. */
function dealer(seed: number): (limit: number) => number {
  let state = BigInt(seed) + 1n;
  return (limit) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(limit));
  };
}

const texts: string[] = [];
for (const { game, seats, bots, luck, deal, playouts } of wishes) {
  const family = await modules.family(game);
  const players = await modules.bots(game);
  const used = family.free;
  const match = new Match(family, game, seats);
  const below = dealer(deal);
  for (match.draw(below); !match.isOver; match.draw(below)) {
    const seed = Uint8Array.from(Buffer.from(luck[match.seat]!, "hex"));
    const options = match.options().map(({ actions }) => actions);
    match.play(await players.choose(bots[match.seat]!, match.seen(match.seat), options, seed, playouts));
  }
  family.free = used;
  texts.push(written(game, match.seats, match.lines));
}
console.log(JSON.stringify(texts));
