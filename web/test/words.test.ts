/** Every catalogue says everything, in the same forms; every message is used, and every used message exists. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import de from "../src/words/de.ts";
import english from "../src/words/en.ts";
import it from "../src/words/it.ts";
import nl from "../src/words/nl.ts";

type Entries = Record<string, string | { one: string; other: string }>;
/** A catalogue with the words that are fetched when wanted. */
function whole(tag: string, catalogue: Entries): Entries {
  const file = new URL(`../src/words/people/${tag}.json`, import.meta.url);
  return { ...catalogue, ...(JSON.parse(readFileSync(file, "utf8")) as Entries) };
}
const en = whole("en", english);
const CATALOGUES: Record<string, Entries> = { en, nl: whole("nl", nl), it: whole("it", it), de: whole("de", de) };
const ROOT = new URL("../src/", import.meta.url).pathname;

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    const isCatalogue = Object.keys(CATALOGUES).some((tag) => path.endsWith(`words/${tag}.ts`));
    return /\.(ts|svelte)$/.test(name) && !isCatalogue && name !== "protocol.ts" ? [readFileSync(path, "utf8")] : [];
  });
}

const code = sources(ROOT).join("\n");
const literals = new Set([...code.matchAll(/"([\w.-]+)"/g)].map((found) => found[1]!));
const templates = [...code.matchAll(/`([a-z][\w.-]*\.\$\{[^`]*|\$\{(?:ask|verb)\}[^`]*)`/g)].map((found) => {
  const fixed = found[1]!.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.]/g, "\\."));
  return new RegExp(`^${fixed.join("[^ ]+")}$`);
});
const isNamed = (key: string) => literals.has(key) || templates.some((template) => template.test(key));
/** A message with `.you` is the form of another one that speaks to the reader. */
const isUsed = (key: string) => isNamed(key) || (key.endsWith(".you") && isNamed(key.slice(0, -4)));

function places(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();
}
function forms(entry: Entries[string]): string[] {
  return typeof entry === "string" ? [entry] : [entry.one, entry.other];
}

test("every message is used somewhere", () => {
  assert.deepEqual(
    Object.keys(en).filter((key) => !isUsed(key)),
    [],
  );
});

/** What readers of a language stumbled over: word for word from another one, or the wrong term. */
const AVOIDED: Record<string, RegExp> = {
  en: /'|\b(lies?|lay) there\b|the own (hand|seat|chair|order)|\bthe door\b/,
  nl: /'|\bhaar\b|kolom|reeks|geëvenaard|één dubbele\b(?! kaart)|meeste \S+ winnen|bij de deur/,
  it: /'|\bevas[aeio]\b|dal mezzo|turni di gioco|fallit|\bdoppio\b|Ti si chiede|alla porta/,
  de: /'|meisten \S+( \S+)? gewinnen|gewinnen die meisten|gleichgezogen|der Serie nach|Hände|an der Tür/,
};
test("no catalogue says what was corrected in it", () => {
  const wrong = Object.entries(CATALOGUES).flatMap(([tag, catalogue]) =>
    Object.entries(catalogue)
      .filter(([, entry]) => forms(entry).some((form) => AVOIDED[tag]!.test(form)))
      .map(([key]) => `${tag} ${key}`),
  );
  assert.deepEqual(wrong, []);
});

test("why something was refused is said in plain words, without the house", () => {
  const refusals = Object.entries(CATALOGUES).flatMap(([tag, catalogue]) =>
    Object.entries(catalogue)
      .filter(([key]) => key.startsWith("problem."))
      .map(([key, text]) => `${tag} ${key}: ${String(text)}`),
  );
  assert.deepEqual(
    refusals.filter((line) => /: .*(\bhouse\b|\bHaus\b|\bhuis\b|\bcasa\b)/.test(line)),
    [],
  );
});

test("every message that the code names exists", () => {
  const named = [...code.matchAll(/\bt\(\s*"([^"]+)"/g)].map((found) => found[1]!);
  assert.deepEqual(
    named.filter((key) => !(key in en)),
    [],
  );
});

test("every word of the house is translated", () => {
  const words = JSON.parse(readFileSync(new URL("../../protocol/words.json", import.meta.url), "utf8")) as Record<
    string,
    string[]
  >;
  const wanted = [
    ...words["errors"]!.map((key) => `problem.${key}`),
    ...words["phrases"]!.map((key) => `phrase.${key}`),
  ];
  assert.deepEqual(
    wanted.filter((key) => !(key in en)),
    [],
  );
});

for (const [tag, catalogue] of Object.entries(CATALOGUES)) {
  test(`the catalogue ${tag} has the keys of English, in its order`, () => {
    assert.deepEqual(Object.keys(catalogue), Object.keys(en));
  });

  test(`the catalogue ${tag} uses the places of English`, () => {
    const wrong = Object.entries(en as Entries).filter(([key, entry]) => {
      const wanted = new Set(forms(entry).flatMap(places));
      const found = new Set(forms(catalogue[key] ?? "").flatMap(places));
      return [...found].some((place) => !wanted.has(place)) || [...wanted].some((place) => !found.has(place));
    });
    assert.deepEqual(
      wrong.map(([key]) => key),
      [],
    );
  });
}
