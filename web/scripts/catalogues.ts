/** Catalogues without their keys: the page has those once, in English, and the other languages in the same order. */
import type { Plugin } from "vite";
import en from "../src/words/en.ts";

const TRANSLATED = /\/src\/words\/(de|it|nl)\.ts$/;

export function catalogues(): Plugin {
  return {
    name: "osteria-catalogues",
    enforce: "pre",
    async load(id) {
      if (!TRANSLATED.test(id)) return null;
      this.addWatchFile(id);
      const { default: words } = (await import(`${id}?${Date.now()}`)) as { default: Record<string, unknown> };
      const said = JSON.stringify(Object.keys(en).map((key) => words[key]));
      return `import en from "./en.ts";
const said = ${said};
export default Object.fromEntries(Object.keys(en).map((key, at) => [key, said[at]]));`;
    },
  };
}
