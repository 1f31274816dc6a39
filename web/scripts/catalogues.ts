/** Catalogues without their keys: the page has those once, in English, and the other languages in the same order; as data,
 * which the one who speaks them fetches. */
import type { Plugin } from "vite";
import en from "../src/words/en.ts";

const TRANSLATED = /\/src\/words\/(de|it|nl)\.ts$/;

export function catalogues(): Plugin {
  let isBuild = false;
  return {
    name: "osteria-catalogues",
    enforce: "pre",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    async load(id) {
      if (!TRANSLATED.test(id)) return null;
      this.addWatchFile(id);
      const { default: words } = (await import(`${id}?${Date.now()}`)) as { default: Record<string, unknown> };
      const said = JSON.stringify(Object.keys(en).map((key) => words[key]));
      const name = `words-${TRANSLATED.exec(id)![1]}.json`;
      const file = isBuild ? this.emitFile({ type: "asset", name, source: said }) : "";
      const found = isBuild ? `await (await fetch(import.meta.ROLLUP_FILE_URL_${file})).json()` : said;
      return `import en from "./en.ts";
const said = ${found};
export default Object.fromEntries(Object.keys(en).map((key, at) => [key, said[at]]));`;
    },
  };
}
