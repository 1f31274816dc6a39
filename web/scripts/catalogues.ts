/**
 * Catalogues as the page loads them: what the door says, and (`?rest`) everything else, when it is wanted. The keys are in
 * English once; the other languages are lists in the same order, the rest as data, which the one who speaks them fetches.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import en from "../src/words/en.ts";

const CATALOGUE = /\/src\/words\/(en|de|it|nl)\.ts(\?rest)?$/;
/** Whose words the door needs at once; why something was refused can come a moment later. */
const DOOR = [
  "App.svelte",
  "screens/Home.svelte",
  "parts/JoinCode.svelte",
  "parts/Languages.svelte",
  "drawings/Card.svelte",
  "drawings/Oven.svelte",
  "game/sayings.svelte.ts",
  "words/say.ts",
];
const LATER = ["problem."];
/** What is left for the service worker, which calls while no page is open. */
const LEFT = ["call."];

function doorKeys(): Set<string> {
  const code = DOOR.map((file) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8")).join("\n");
  const named = new Set([...code.matchAll(/"([\w.-]+)"/g)].map((found) => found[1]!));
  const begun = [...code.matchAll(/\bt\(\s*`([\w.-]+\.)\$\{/g)].map((found) => found[1]!);
  const prefixes = [...begun.filter((prefix) => !LATER.includes(prefix)), ...LEFT];
  return new Set(Object.keys(en).filter((key) => named.has(key) || prefixes.some((prefix) => key.startsWith(prefix))));
}

export function catalogues(): Plugin {
  let isBuild = false;
  return {
    name: "osteria-catalogues",
    enforce: "pre",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    async load(id) {
      const [, language, rest = ""] = CATALOGUE.exec(id) ?? [];
      if (!language) return null;
      const file = id.replace("?rest", "");
      this.addWatchFile(file);
      const { default: words } = (await import(`${file}?${Date.now()}`)) as { default: Record<string, unknown> };
      const atDoor = doorKeys();
      const keys = Object.keys(en).filter((key) => atDoor.has(key) === (rest === ""));
      if (language === "en")
        return `export default ${JSON.stringify(Object.fromEntries(keys.map((k) => [k, words[k]])))};`;
      const said = JSON.stringify(keys.map((key) => words[key]));
      const isData = isBuild && rest !== "";
      const asset = isData ? this.emitFile({ type: "asset", name: `words-${language}.json`, source: said }) : "";
      const found = isData ? `await (await fetch(import.meta.ROLLUP_FILE_URL_${asset})).json()` : said;
      return `import en from "./en.ts${rest}";
const said = ${found};
export default Object.fromEntries(Object.keys(en).map((key, at) => [key, said[at]]));`;
    },
  };
}
