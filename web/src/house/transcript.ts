/** Transcripts: a match as text, and back; what `osteria.play.transcript` is in Python. */
import type { Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { Match, type Memory } from "./match.ts";
import type { Seeded } from "./seeded.ts";

const VERSION = "2";
const DIVIDER = "---";

export interface Told {
  game: string;
  /** how many play, or their own kinds in seat order */
  seats: number | string[];
  lines: string[];
}

/** `more`: other lines of the head. */
export function written(
  game: string,
  seats: readonly (string | number)[],
  lines: readonly string[],
  more: Readonly<Record<string, string>> = {},
): string {
  const named = typeof seats[0] === "string" ? seats.join(" ") : seats.length;
  const head = Object.entries(more).map(([key, value]) => `${key}: ${value}`);
  return [`osteria: ${VERSION}`, `game: ${game}`, `seats: ${named}`, ...head, DIVIDER, ...lines].join("\n") + "\n";
}

/** The head and the moves of a text; null: it is none that is read here. */
export function told(text: string): Told | null {
  const rows = text.split(/\r?\n/).map((row) => row.replace(/(^|\s)#.*$/, "").trim());
  const at = rows.indexOf(DIVIDER);
  const head = new Map(rows.slice(0, Math.max(0, at)).flatMap((row) => pair(row)));
  const seats = head.get("seats") ?? "";
  if (at < 0 || head.get("osteria") !== VERSION || !head.get("game") || !seats || head.has("options")) return null;
  const lines = rows.slice(at + 1).filter(Boolean);
  return { game: head.get("game")!, seats: /^\d+$/.test(seats) ? Number(seats) : seats.split(/\s+/), lines };
}

const pair = (row: string): [string, string][] => {
  const colon = row.indexOf(":");
  return colon < 0 ? [] : [[row.slice(0, colon).trim(), row.slice(colon + 1).trim()]];
};

/** The match that was told; throws with the line that cannot be. `seen` is called before every move of a seat; what comes after
 * the text is dealt by the seed that dealt it, if there is one. */
export function replayed(
  family: Family,
  { game, seats, lines }: Told,
  seen?: (match: Match) => void,
  seeded: Seeded | null = null,
): Match {
  const match = new Match(family, game, seats, seeded);
  lines.forEach((line, place) => {
    const [who, move] = [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()];
    const actions = match.isOver || match.who !== who ? null : match.find(move);
    if (!actions) throw new Error(`Move ${place + 1} cannot be: ${line}`);
    if (!match.isChance) seen?.(match);
    match.play(actions);
  });
  return match;
}

/** Plays a game again and looks at it along the way; the room that this took is given back. */
export function stepsOf(
  family: Family,
  text: Told,
  viewer: number,
  memory: Memory,
  from: number,
  to: number,
): unknown[] {
  const used = family.free;
  const steps: unknown[] = [];
  let step = 0;
  let rows = 0;
  let made: { who: number; move: string } | null = null;
  const look = (match: Match): void => {
    if (step >= from && step < to)
      steps.push({ step, events: match.events(viewer, rows), view: match.view(viewer, memory), ...made });
    rows = match.rows.length;
    const line = text.lines[match.lines.length] ?? "";
    made = { who: match.seat, move: line.slice(line.indexOf(":") + 2) };
    step += 1;
  };
  look(replayed(family, text, look));
  family.free = used;
  return steps;
}
