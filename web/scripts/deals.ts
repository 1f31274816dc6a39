/**
 * Plays whole games that a seed deals, by the WebAssembly modules, and prints their transcripts as a JSON list:
 * `node scripts/deals.ts FOLDER < [{"game", "seats", "seed": hex}, ...]`. See tests/lab/wasm/test_days_in_the_page.py.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Match } from "../src/house/match.ts";
import { Modules } from "../src/house/modules.ts";
import { Seeded } from "../src/house/seeded.ts";
import { written } from "../src/house/transcript.ts";

interface Wish {
  game: string;
  seats: number | string[];
  seed: string;
}

const folder = process.argv[2]!;
const wishes = JSON.parse(readFileSync(0, "utf8")) as Wish[];
const modules = await Modules.read(async (file) => new Uint8Array(await readFile(join(folder, file))));

function nobody(): never {
  throw new Error("The seed answers for chance.");
}

const texts: string[] = [];
for (const { game, seats, seed } of wishes) {
  const family = await modules.family(game);
  const used = family.free;
  const match = new Match(family, game, seats, new Seeded(Uint8Array.from(Buffer.from(seed, "hex"))));
  for (match.draw(nobody); !match.isOver; match.draw(nobody)) {
    const options = match.options();
    match.play(options[(match.lines.length * 7 + 3) % options.length]!.actions);
  }
  family.free = used;
  texts.push(written(game, match.seats, match.lines));
}
console.log(JSON.stringify(texts));
