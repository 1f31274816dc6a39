/** The rules of each game in a few pictures; each carries the clauses it draws. Words are in words/, loaded when wanted. */
import type { Game } from "../game/view.ts";
import { language, type Language } from "../words/words.svelte.ts";

export interface Panel {
  /** what is drawn, and the name of its words */
  id: string;
  clauses: readonly string[];
}

const panel = (id: string, ...clauses: string[]): Panel => ({ id, clauses });
const BAKED = ["C-1", "C-2", "C-4", "C-5", "C-6", "C-7"];

export const PANELS: Readonly<Record<Game, readonly Panel[]>> = {
  "mamma-mia": [
    panel("put", "MM-4"),
    panel("order", "MM-5"),
    panel("draw", "MM-6", "MM-7"),
    panel("empty", "MM-9", "MM-10"),
    panel("columns", "MM-11"),
    panel("bake", ...BAKED),
    panel("win", "MM-16", "MM-17", "G-7"),
  ],
  "sole-mio": [
    panel("double", "G-2", "SM-4"),
    panel("order", "SM-5"),
    panel("draw", "SM-6"),
    panel("sun", "SM-7", "SM-11"),
    panel("columns", "MM-11"),
    panel("help", "HP-1", "HP-2", "HP-3", "HP-4", "HP-5", "HP-6", "HP-7"),
    panel("series", "SM-20", "SM-21", "SM-22"),
    panel("win-two", "SM-12", "SM-13", "G-7"),
  ],
  grande: [
    panel("both", "GR-1", "GR-2", "GR-3"),
    panel("double", "G-2", "SM-4"),
    panel("order", "SM-5"),
    panel("draw", "SM-6"),
    panel("sun", "SM-7", "SM-11"),
    panel("help", "HP-1", "HP-2", "HP-5", "HP-6", "GR-4"),
    panel("gone", "GR-4", "GR-5"),
    panel("win", "GR-6", "G-7"),
  ],
  "roll-for-soles": [
    panel("roll", "RS-3"),
    panel("sum", "RS-5", "RS-7"),
    panel("aside", "RS-10"),
    panel("secure", "RS-9"),
    panel("bust", "RS-4"),
    panel("hook", "RS-6"),
    panel("sea", "RS-8", "RS-12"),
  ],
};

export interface PanelWords {
  [id: string]: readonly [title: string, text: string];
}

const LOADERS: Readonly<Record<Language, () => Promise<{ default: PanelWords }>>> = {
  en: () => import("./words/panels-en.ts"),
  nl: () => import("./words/panels-nl.ts"),
  it: () => import("./words/panels-it.ts"),
  de: () => import("./words/panels-de.ts"),
};

/** Title and text of every panel, in the language spoken. */
export async function panelWords(): Promise<PanelWords> {
  return (await LOADERS[language()]()).default;
}
