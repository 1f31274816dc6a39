/** What people read, in their language. A catalogue is plain data; plural forms and lists follow `Intl`. */
import { untrack } from "svelte";
import { leaveWords } from "../parts/install.ts";
import en from "./en.ts";

export type Plural = { readonly one: string; readonly other: string };
export type Catalogue = Readonly<Record<string, string | Plural>>;
/** A catalogue with the keys and the plural forms of another one, no more and no fewer. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Plural };
export type Args = Readonly<Record<string, string | number>>;

export const LANGUAGES = { en: "English", nl: "Nederlands", it: "Italiano", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => Promise.resolve({ default: en }),
  nl: () => import("./nl.ts"),
  it: () => import("./it.ts"),
  de: () => import("./de.ts"),
};
/** Everything but what the door says: in a built page the catalogues above have no more than that. */
const REST: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => import("./en.ts?rest"),
  nl: () => import("./nl.ts?rest"),
  it: () => import("./it.ts?rest"),
  de: () => import("./de.ts?rest"),
};
let rest: Promise<void> | null = null;
/** Words of screens that few people open: data, fetched when wanted, in the language spoken. */
const MORE = import.meta.glob<string>("./people/*.json", { query: "?url", import: "default", eager: true });
let wantsMore = false;

class Spoken {
  language = $state<Language>("en");
  /** SPEED: raw, so that a sentence depends on one thing and not on every word that it looks up */
  catalogue = $state.raw<Catalogue>(en);
}
const spoken = new Spoken();

export function language(): Language {
  return spoken.language;
}

/** Speaks another language from now on, everywhere on the page, and remembers it. */
export async function speak(language: Language): Promise<void> {
  const parts = await Promise.all([LOADERS[language](), rest ? REST[language]() : { default: {} }]);
  const catalogue = { ...parts[0].default, ...parts[1].default };
  spoken.catalogue = wantsMore ? { ...catalogue, ...(await more(language)) } : catalogue;
  spoken.language = language;
  document.documentElement.lang = language;
  localStorage.setItem("osteria.language", language);
  void leaveWords(written(), catalogue).catch(() => undefined);
}

/** From now on every word is there: needed everywhere but at the door. */
export function allWords(): Promise<void> {
  rest ??= REST[untrack(language)]().then(({ default: words }) => {
    spoken.catalogue = { ...spoken.catalogue, ...words };
  });
  return rest;
}

async function more(language: Language): Promise<Catalogue> {
  const found = await fetch(MORE[`./people/${language}.json`]!).catch(() => null);
  return found?.ok ? ((await found.json()) as Catalogue) : {};
}

/** From now on the words about cards, what was played and today's deal are there, too. */
export async function learnMore(): Promise<void> {
  if (wantsMore) return;
  wantsMore = true;
  spoken.catalogue = { ...spoken.catalogue, ...(await more(spoken.language)) };
}

/** The language chosen on this device, or the first of the browser's that we speak. */
export function preferred(): Language {
  const kept = localStorage.getItem("osteria.language");
  const wished = [kept, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (wished.find((tag) => tag !== null && tag in LANGUAGES) ?? "en") as Language;
}

/** What writes numbers and chooses plurals is dear to make: it is kept as long as its language is spoken. */
function keptFor<T>(make: (language: Language) => T): () => T {
  let known: { language: Language; made: T } | null = null;
  return () => {
    if (known?.language !== spoken.language) known = { language: spoken.language, made: make(spoken.language) };
    return known.made;
  };
}
const numbers = keptFor((language) => new Intl.NumberFormat(language));
const plurals = keptFor((language) => new Intl.PluralRules(language));
const lists = {
  conjunction: keptFor(() => new Intl.ListFormat(written(), { type: "conjunction" })),
  disjunction: keptFor(() => new Intl.ListFormat(written(), { type: "disjunction" })),
};

function filled(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = args[name];
    return typeof value === "number" ? numbers().format(value) : (value ?? `{${name}}`);
  });
}

/** The message for a key. A plural message is chosen by the argument `n`. */
export function t(key: string, args: Args = {}): string {
  const entry = spoken.catalogue[key];
  if (entry === undefined) {
    if (!rest) void allWords();
    return key;
  }
  if (typeof entry === "string") return filled(entry, args);
  const form = plurals().select(Number(args["n"])) === "one" ? "one" : "other";
  return filled(entry[form], args);
}

/** A message about somebody: the reader is spoken to. */
export function tYou(key: string, own: boolean, args: Args = {}): string {
  return t(own && `${key}.you` in spoken.catalogue ? `${key}.you` : key, args);
}

/** Whether the catalogue has this message: for words that arrive from the house. */
export function has(key: string): boolean {
  return key in spoken.catalogue;
}

/** How lists are written in the language that is spoken. */
const written = () => (spoken.language === "en" ? "en-GB" : spoken.language);

/** `a, b and c`, or with `or`. */
export function list(items: readonly string[], type: keyof typeof lists = "conjunction"): string {
  return lists[type]().format(items);
}

/** People in a sentence: the reader comes last, and is no name. */
export function people(names: readonly string[]): string {
  const others = names.filter((name) => name !== t("you"));
  return list(others.length > 0 && others.length < names.length ? [...others, t("you").toLowerCase()] : names);
}

/** A day, as the language writes it. */
export function moment(seconds: number): string {
  return new Intl.DateTimeFormat(spoken.language, { dateStyle: "medium" }).format(seconds * 1000);
}

/** `52 %`, as the language writes it; with a sign where a change is told. */
export function percent(share: number, signed = false): string {
  const signDisplay = signed ? "exceptZero" : "auto";
  return new Intl.NumberFormat(spoken.language, { style: "percent", signDisplay }).format(share);
}

/** Days and hours, as the language writes them: `2 days, 5 hrs`. */
export function duration(seconds: number): string {
  const written = (n: number, unit: string) =>
    new Intl.NumberFormat(spoken.language, { style: "unit", unit, unitDisplay: "short" }).format(n);
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  return days > 0 && hours > 0
    ? `${written(days, "day")} ${written(hours, "hour")}`
    : days > 0
      ? written(days, "day")
      : written(hours, "hour");
}

export function number(n: number): string {
  return numbers().format(n);
}
