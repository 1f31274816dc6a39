/**
 * Fonts with the letters of our four languages only: a third of their weight at the door. Whoever is called otherwise loads
 * the whole font besides (see the ranges in app.css).
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const SOURCES = new URL("../node_modules/@fontsource/", import.meta.url);
const FOLDER = new URL("../node_modules/.osteria-fonts/", import.meta.url);
const FONTS: Readonly<Record<string, string>> = {
  "caprasimo.woff2": "caprasimo/files/caprasimo-latin-400-normal.woff2",
  "atkinson-400.woff2": "atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2",
  "atkinson-700.woff2": "atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2",
};
/** The same as the ranges in app.css. */
const LETTERS =
  Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join("") +
  "\u00a0«·»×ÀÄÈÉÌÒÖÙÜßàáäçèéêëìíïòóôöùúü–—‘’“”„…−";

export function fonts(): Plugin {
  return {
    name: "osteria-fonts",
    async config() {
      mkdirSync(FOLDER, { recursive: true });
      for (const [name, source] of Object.entries(FONTS)) {
        const whole = readFileSync(new URL(source, SOURCES));
        writeFileSync(new URL(name, FOLDER), await subsetFont(whole, LETTERS, { targetFormat: "woff2" }));
      }
      return { resolve: { alias: { "@fonts": fileURLToPath(FOLDER).replace(/\/$/, "") } } };
    },
  };
}
