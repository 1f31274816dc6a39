/**
 * Plays deals of past days in the house of the page, against its bots, and prints what it keeps of each game as a JSON list:
 * `node scripts/day.ts FOLDER < [{"game", "day", "seed", "bot", "name"}, ...]`. The person makes the move that the number of the
 * question says. Every table is left and opened again on the way. See tests/lab/wasm/test_days_in_the_page.py.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { House, No } from "../src/house/house.ts";
import { Modules } from "../src/house/modules.ts";
import type { Kept, Store } from "../src/house/store.ts";
import type { FromClient, FromHouse, GameView, PlayAgain, Seated } from "../src/wire/protocol.ts";

const folder = process.argv[2]!;
const wishes = JSON.parse(readFileSync(0, "utf8")) as PlayAgain[];
const modules = await Modules.read(async (file) => new Uint8Array(await readFile(join(folder, file))));
const kept = new Map<string, Kept>();
const store: Store = {
  get: async (table) => structuredClone(kept.get(table)),
  put: async (table) => void kept.set(table.table, structuredClone(table)),
  remove: async (table) => void kept.delete(table),
};
const nobody = (): Promise<never> => Promise.reject(new Error("There is no other house."));
const opened = (): House => new House(modules, store, () => 0, nobody);
const AFTER = 30;

/** Plays until the game is over, or until so many questions were answered. */
function play(house: House, { table, keys }: Seated, until: number): Promise<void> {
  return new Promise((done) => {
    let say: (message: FromClient | null) => void = () => undefined;
    const hear = (message: FromHouse): void => {
      if (message.type !== "welcome" && message.type !== "frame") return;
      const { question, view } = message;
      const { decision, outcome } = (view ?? {}) as Partial<GameView>;
      const options = (decision as { options?: string[] } | null | undefined)?.options;
      if (outcome || question >= until) setTimeout(() => (say(null), done()), 0);
      else if (options) {
        const moves = [options[(question * 7 + 3) % options.length]!];
        setTimeout(() => say({ type: "play", id: String(question), question, moves }), 0);
      }
    };
    void house.join(table, keys["0"]!, hear).then((joined) => (say = joined));
  });
}

const texts: string[] = [];
for (const wish of wishes)
  try {
    const seated = (await opened().ask("/days", wish, null)) as Seated;
    await play(opened(), seated, AFTER);
    const house = opened();
    await play(house, seated, Infinity);
    texts.push(((await house.ask(`/tables/${seated.table}/transcript`, undefined, null)) as { text: string }).text);
  } catch (error) {
    if (!(error instanceof No)) throw error;
    texts.push(error.problem.key);
  }
console.log(JSON.stringify(texts));
