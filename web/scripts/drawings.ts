/**
 * The drawings as files, for programs that draw a table without a browser: `drawings/sprite.svg` with a symbol for every
 * card, back and die, named by the words of a view, and the letters on them as a font.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { CARDS, FRAME, sprite, symbol } from "../src/drawings/cards.ts";
import { die, DIE_FRAME, FACES } from "../src/drawings/dice.ts";
import { slip } from "../src/drawings/slips.ts";
import { KINDS, type Kind } from "../src/game/cards.ts";

const TABLES = new URL("../../protocol/tables.json", import.meta.url);
const FONT = new URL("../node_modules/@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2", import.meta.url);
const LETTERS = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join("") + "×·";

const cards = () =>
  Object.entries(CARDS)
    .map(([name, body]) => symbol(name, FRAME, body))
    .join("\n");

const back = (name: string) => `<use href="#${name}" width="84" height="120"/>`;

/** Orders by their owner, as `pepper/four-olive`; what stacks and hands are counted in, as `count-orders/pepper`. */
function named(): string {
  const games = Object.values(JSON.parse(readFileSync(TABLES, "utf8")) as Record<string, { order_names?: string[] }>);
  const orders = [...new Set(games.flatMap((game) => game.order_names ?? []))].sort();
  const of = (owner: Kind) => [
    ...orders.map((order) => symbol(`card-${owner}/${order}`, FRAME, slip(owner, order))),
    ...["orders", "shuffled", "under"].map((what) => symbol(`count-${what}/${owner}`, FRAME, back(`back-${owner}`))),
  ];
  const backs = { ingredients: "back", size: "back-sooty" };
  return [
    ...KINDS.flatMap(of),
    ...Object.entries(backs).map(([what, name]) => symbol(`count-${what}`, FRAME, back(name))),
    ...FACES.map((face) => symbol(`die-${face}`, DIE_FRAME, die(face))),
  ].join("\n");
}

/** Comes after everything that compresses or lists what the page loads: no page loads this. */
export function drawings(): Plugin {
  let folder = "";
  return {
    name: "osteria-drawings",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, "drawings");
    },
    async closeBundle() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "sprite.svg"), `${sprite()}\n${cards()}\n${named()}\n`);
      writeFileSync(
        join(folder, "display.ttf"),
        await subsetFont(readFileSync(FONT), LETTERS, { targetFormat: "sfnt" }),
      );
    },
  };
}
