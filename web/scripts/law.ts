/** The law of the project as data for the page: one file a language, emitted beside the built page. */
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const LAW = new URL("../../src/osteria/law/", import.meta.url);
const LANGUAGES = ["en", "nl", "it", "de"];
const GROUPS = ["G", "C", "MM", "SM", "HP", "GR", "RS"];

interface Clause {
  id: string;
  title: string;
  text: string;
  games: string[];
}
interface Ruling {
  title: string;
  clauses: string[];
  text: string;
}

interface Credits {
  title: string;
  lines: string[];
}
interface Facts {
  title: string;
  year: number | null;
  players: [number, number];
  age: number | null;
  [named: string]: unknown;
}
const NAMED = ["authors", "illustrators", "development", "thanks", "publishers", "distributors"];

/** Who made each game, as the rulebooks name them, in short lines. */
function credits(language: string): Record<string, Credits> {
  const file = JSON.parse(readFileSync(new URL("credits.json", LAW), "utf8")) as {
    words: Record<string, Record<string, string>>;
    games: Record<string, Facts>;
  };
  const words = file.words[language]!;
  const entries = Object.entries(file.games).map(([game, facts]) => [
    game,
    { title: facts.title, lines: creditLines(facts, words) },
  ]);
  return Object.fromEntries(entries) as Record<string, Credits>;
}

function creditLines(facts: Facts, words: Record<string, string>): string[] {
  const named = NAMED.map((field) => [words[field], facts[field] as string[]] as const);
  const [fewest, most] = facts.players;
  const players = words["players"]!.replace("{fewest}", String(fewest)).replace("{most}", String(most));
  const size = facts.age ? `${players}, ${words["age"]!.replace("{age}", String(facts.age))}` : players;
  const people = named.filter(([, names]) => names.length > 0).map(([label, names]) => `${label}: ${names.join(", ")}`);
  return [...people, ...(facts.year ? [String(facts.year)] : []), size];
}

function pages(kind: "rules" | "rulings", language: string): string[] {
  const folder = new URL(language === "en" ? `${kind}/` : `${kind}/${language}/`, LAW);
  const names = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
  return names.sort().map((name) => readFileSync(new URL(name, folder), "utf8"));
}

function front(page: string): { fields: Record<string, string>; body: string } {
  const found = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(page);
  if (!found) throw new Error("a page of the law begins with ---, lines of key: value, and ---");
  const fields = found[1]!.split("\n").map((line) => line.split(/:\s*/, 2) as [string, string]);
  return { fields: Object.fromEntries(fields), body: found[2]! };
}

function clausesOf(page: string): Clause[] {
  const { fields, body } = front(page);
  const parts = body.split(/^## /m).slice(1);
  return parts.map((part) => {
    const [heading = "", ...rest] = part.split("\n");
    const [id = "", ...title] = heading.split(" ");
    const text = rest.join("\n").trim();
    const elsewhere = /^<!-- games: (.*?) -->\n*/.exec(text);
    const games = (elsewhere?.[1] ?? fields["games"] ?? "").split(" ");
    return { id, title: title.join(" "), text: elsewhere ? text.slice(elsewhere[0].length) : text, games };
  });
}

function place(id: string): number {
  const [group = "", number = ""] = id.split("-");
  return GROUPS.indexOf(group) * 1000 + Number(number);
}

function rulingOf(page: string): Ruling {
  const { fields, body } = front(page);
  const text = body.replace(/^# .*\n+/m, "").trim();
  return { title: fields["title"] ?? "", clauses: (fields["clauses"] ?? "").split(/[ ,]+/), text };
}

function law(language: string): string {
  const clauses = pages("rules", language).flatMap(clausesOf);
  const rulings = pages("rulings", language).map(rulingOf);
  clauses.sort((a, b) => place(a.id) - place(b.id));
  rulings.sort((a, b) => place(a.clauses[0]!) - place(b.clauses[0]!));
  return JSON.stringify({ clauses, rulings, credits: credits(language) });
}

/** Emits `law/<language>.json`. */
export function lawFiles(): Plugin {
  return {
    name: "osteria-law",
    generateBundle() {
      for (const language of LANGUAGES) {
        this.emitFile({ type: "asset", fileName: `law/${language}.json`, source: law(language) });
      }
    },
  };
}
