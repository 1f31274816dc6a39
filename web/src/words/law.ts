/** The rules and rulings in our own words; fetched when somebody asks, in the language spoken. */
import type { Language } from "./words.svelte.ts";

export interface Clause {
  id: string;
  title: string;
  text: string;
  games: string[];
}

export interface Ruling {
  title: string;
  clauses: string[];
  text: string;
}

/** Who made a game and for whom, in short lines. */
export interface Credits {
  title: string;
  lines: string[];
}

export interface Law {
  clauses: Clause[];
  rulings: Ruling[];
  credits: Record<string, Credits>;
}

const shelf = new Map<Language, Promise<Law>>();

async function fetched(language: Language): Promise<Law> {
  const answer = await fetch(`/law/${language}.json`).catch(() => null);
  return answer?.ok ? ((await answer.json()) as Law) : { clauses: [], rulings: [], credits: {} };
}

/** All clauses and rulings, general ones first. */
export function law(language: Language): Promise<Law> {
  const kept = shelf.get(language) ?? fetched(language);
  shelf.set(language, kept);
  return kept;
}
