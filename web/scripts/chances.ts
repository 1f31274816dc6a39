/**
 * Prints the chances to win over finished games, worked out by the WebAssembly modules, as a JSON list:
 * `node scripts/chances.ts FOLDER < [{"text": transcript, "playouts": number, "seed": number}, ...]`.
 * See tests/lab/wasm/test_chances_in_the_page.py.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Lookback } from "../src/house/lookback.ts";
import { Modules } from "../src/house/modules.ts";
import { told } from "../src/house/transcript.ts";

const folder = process.argv[2]!;
const wishes = JSON.parse(readFileSync(0, "utf8")) as { text: string; playouts: number; seed: number }[];
const modules = await Modules.read(async (file) => new Uint8Array(await readFile(join(folder, file))));

const found: number[][][] = [];
for (const { text, playouts, seed } of wishes) {
  const game = told(text)!;
  const [family, bots] = [await modules.family(game.game), await modules.bots(game.game)];
  const back = new Lookback(family, bots, game, playouts, seed);
  await back.done;
  found.push(back.rows);
}
console.log(JSON.stringify(found));
