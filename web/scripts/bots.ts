/**
 * Plays whole games between bots by the WebAssembly modules and prints their transcripts as a JSON list, with a digest of what every
 * viewer is told and sees in both memories whenever somebody is asked, and at the end:
 * `node scripts/bots.ts FOLDER < [{"game", "seats", "bots": [name, ...], "luck": [hex, ...], "deal": number, "playouts": number}, ...]`.
 * With a second and third argument, a game and a step, it prints what is seen there instead. See tests/lab/wasm/test_bots_in_the_page.py.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Match, SPECTATOR } from "../src/house/match.ts";
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

const [folder, wantedGame, wantedStep] = process.argv.slice(2) as [string, string?, string?];
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

/** What every viewer was told since a row, and sees now. */
const seen = (match: Match, from: number): string =>
  JSON.stringify(
    [SPECTATOR, ...match.seats.keys()].map((viewer) => [
      match.events(viewer, from),
      match.view(viewer, "authentic"),
      match.view(viewer, "assisted"),
    ]),
  );

const games: { text: string; seen: string[] }[] = [];
for (const [place, { game, seats, bots, luck, deal, playouts }] of wishes.entries()) {
  const family = await modules.family(game);
  const players = await modules.bots(game);
  const used = family.free;
  const match = new Match(family, game, seats);
  const below = dealer(deal);
  const steps: string[] = [];
  let told = 0;
  const look = (): void => {
    match.draw(below);
    const text = seen(match, told);
    if (place === Number(wantedGame) && steps.length === Number(wantedStep)) console.log(text);
    steps.push(createHash("sha256").update(text).digest("hex").slice(0, 16));
    told = match.rows.length;
  };
  for (look(); !match.isOver; look()) {
    const seed = Uint8Array.from(Buffer.from(luck[match.seat]!, "hex"));
    const options = match.options().map(({ actions }) => actions);
    match.play(await players.choose(bots[match.seat]!, match.seen(match.seat), options, seed, playouts));
  }
  family.free = used;
  games.push({ text: written(game, match.seats, match.lines), seen: steps });
}
if (wantedGame === undefined) console.log(JSON.stringify(games));
