// Plays the actions that Python played, and prints a digest a game of everything that can be seen of it:
// node replay.mjs FOLDER FAMILY < {"game", "players", "games": [[action, ...], ...]} as JSON
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, name] = process.argv.slice(2);
const { Family } = await import(pathToFileURL(join(folder, "osteria.mjs")));
const description = JSON.parse(readFileSync(join(folder, `${name}.json`)));
const family = await Family.read(readFileSync(join(folder, `${name}.wasm`)), description);
const { game, players, games } = JSON.parse(readFileSync(0));

const digests = games.map((actions) => {
  const digest = createHash("sha256"), table = family.table(game, players);
  for (const [place, action] of actions.entries()) {
    digest.update(Int32Array.from(table.legal()));
    digest.update(Int32Array.from(table.isChance ? [table.total(), table.outcome(0)] : []));
    const told = table.step(action);
    digest.update(BigInt64Array.from(told.flat()));
    digest.update(table.state.bytes);
    digest.update(table.observe((place % (players + 1)) - 1, place % 2));
  }
  family.free = table.state.at;
  return digest.digest("hex");
});
console.log(JSON.stringify(digests));
