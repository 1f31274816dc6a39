import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogues } from "./scripts/catalogues.ts";
import { compress } from "./scripts/compress.ts";
import { drawings } from "./scripts/drawings.ts";
import { fonts } from "./scripts/fonts.ts";
import { lawFiles } from "./scripts/law.ts";
import { serviceWorker } from "./scripts/worker.ts";

const IS_RULES = /src\/(rules\/(?!words)|screens\/(Rules|Rulings|About|ClauseSheet)|parts\/Prose|words\/law)/;
const IS_GUIDE = /src\/guide\/(?!words)|protocol\/lessons/;
const IS_DOOR =
  /src\/(App|main|screens\/Home|drawings\/(ink|cards|slips|props|size|Card|Oven|Back|Sign|Dish|Sprite)|parts\/(route|roving|Languages|JoinCode)|wire\/(api|keys)|table\/(settings|voice|names)|game\/(cards|view|tables|pace)|words\/(words|en\.ts$|say))/;
const IS_BACK = /src\/(game\/chances|table\/(Chances|Curve|Forgetting|lookback)|words\/forgot)/;
/** Few files: what the door needs, what the rules, the lessons and a look back need; the table and the rest as they are shared. */
const GROUPS = [
  { name: "rules", test: IS_RULES, priority: 1 },
  { name: "guide", test: IS_GUIDE, priority: 1 },
  { name: "back", test: IS_BACK, priority: 1 },
  { name: "door", test: IS_DOOR, priority: 2 },
];

/** SPEED: browsers that know this line compile a file while it loads, not piece by piece as cards are first touched. */
const COMPILED = "//# allFunctionsCalledOnLoad";
const IS_TABLE = /^(door|TablePage|Theatre)$/;

/** The house serves what is built here; nothing is inlined, so that its content policy can stay strict. */
export default defineConfig({
  plugins: [catalogues(), svelte(), lawFiles(), serviceWorker(), fonts(), compress(), drawings()],
  build: {
    outDir: "../src/osteria/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      output: { codeSplitting: { groups: GROUPS }, postBanner: ({ name }) => (IS_TABLE.test(name) ? COMPILED : "") },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
