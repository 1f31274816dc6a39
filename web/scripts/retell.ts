/**
 * Plays the moves that Python played, by the WebAssembly modules, and prints a digest a step of everything that is said of them:
 * `node scripts/retell.ts FOLDER < {"game", "players", "games": [{"moves": [[action, ...], ...], "tried": [[action, ...], ...]}]}`.
 * With a second and third argument, a game and a step, it prints what was said there instead. See tests/lab/wasm/test_words.py.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Match, SPECTATOR } from "../src/house/match.ts";
import { Modules } from "../src/house/modules.ts";

interface Game {
  moves: number[][];
  tried: number[][];
}
const EVERY = 4;
const [folder, wantedGame, wantedStep] = process.argv.slice(2) as [string, string?, string?];
const { game, players, games } = JSON.parse(readFileSync(0, "utf8")) as {
  game: string;
  players: number;
  games: Game[];
};

const modules = await Modules.read(async (file) => new Uint8Array(await readFile(join(folder, file))));
const family = await modules.family(game);
const viewers = [SPECTATOR, ...Array.from({ length: players }, (_, seat) => seat)];

function said(match: Match, from: number, step: number, tried: number[]): string {
  const whole = step % EVERY === 0;
  return JSON.stringify([
    match.zones(),
    viewers.map((viewer) => [
      match.events(viewer, from),
      whole ? match.view(viewer, "authentic") : match.shown(viewer, "authentic"),
      match.shown(viewer, "assisted"),
    ]),
    match.isOver ? match.view(0, "assisted", match.events(0)) : match.options().map(({ text }) => text),
    tried.map((action) => match.refusal(action)),
  ]);
}

const told = games.map(({ moves, tried }, place) => {
  const used = family.free;
  const match = new Match(family, game, players);
  const steps = moves.map((actions, step) => {
    const text = said(match, match.play(actions), step, tried[step]!);
    if (place === Number(wantedGame) && step === Number(wantedStep)) console.log(text);
    return createHash("sha256").update(text).digest("hex").slice(0, 16);
  });
  family.free = used;
  return steps;
});
if (wantedGame === undefined) console.log(JSON.stringify(told));
