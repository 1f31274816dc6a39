// Steps many games together, each by its own random pick, and prints a digest a step of everything a batch tells:
// node batch.mjs FOLDER FAMILY < {"game", "players", "size", "steps", "seed", "memory", "most_turns"} as JSON
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, name] = process.argv.slice(2);
const { Family, bytesOf } = await import(pathToFileURL(join(folder, "osteria.mjs")));
const about = JSON.parse(readFileSync(join(folder, `${name}.json`)));
const family = await Family.read(readFileSync(join(folder, `${name}-games.wasm`)), about);
const { game, players, size, steps, seed, memory, most_turns } = JSON.parse(readFileSync(0));

const lengths = { fresh: [1], blank: [1], cells: [size, 6], masks: [size, about.actions], rewards: [size, players], ends: [2, size] };
const blocks = Object.fromEntries(
  about.parameters.advance.slice(0, 12).map((name) => [
    name,
    family.argument("advance", name, name === "legal" ? undefined : (lengths[name] ?? [size])),
  ]),
);
blocks.fresh.bytes.set(bytesOf(about.fresh[game][players]));

const digests = Array.from({ length: steps + 1 }, (_, step) => {
  blocks.actions.bytes.set(blocks.picks.bytes);
  family.call("advance", ...Object.values(blocks), seed, 0, size, memory, most_turns, -1, step === 0 ? 1 : 0);
  const digest = createHash("sha256");
  for (const told of ["states", "observations", "masks", "seats", "picks", "rewards", "ends"]) digest.update(blocks[told].bytes);
  return digest.digest("hex");
});
console.log(JSON.stringify(digests));
