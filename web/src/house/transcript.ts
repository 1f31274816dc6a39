/** Transcripts: a match as text, and back; what `osteria.play.transcript` is in Python. */
import type { Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import type { Deal } from "../wire/protocol.ts";
import { Match, SPECTATOR, type Memory } from "./match.ts";
import type { Seeded } from "./seeded.ts";
import type { Words } from "./template.ts";

const VERSION = "2";
const DIVIDER = "---";

export const isChance = (line: string): boolean => line.startsWith("chance:");

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

/** What a house opened of a finished game, and the last view of it that this device was shown. */
export type Opened = Deal & { seen: Words };

/** What comes of dealing a finished game again from what a house opened. */
export interface DealtAgain {
  /** what that house must have committed to */
  commitment: string;
  /** whether every card and every roll was what its seed deals, and the game ended as it was shown */
  holds: boolean;
}

/** Whether a seed deals every card and every roll of a game as it was told, and it ends as it was seen; the room that this took
 * is given back. */
export function isDealtBy(family: Family, { game, seats, lines }: Told, seeded: Seeded, seen: Words): boolean {
  const used = family.free;
  const below = (): never => {
    throw new Error("The seed answers for chance.");
  };
  try {
    const match = new Match(family, game, seats, seeded);
    match.draw(below);
    for (const move of lines.filter((line) => !isChance(line)).map((line) => line.slice(line.indexOf(":") + 2))) {
      const actions = match.isOver ? null : match.find(move);
      if (!actions) break;
      match.play(actions);
      match.draw(below);
    }
    return match.lines.join("\n") === lines.join("\n") && endsAs(match, seen);
  } finally {
    family.free = used;
  }
}

/** Whether a game is over and leaves a viewer what they saw; spectators may have seen hands that were opened for them. */
function endsAs(match: Match, seen: Words): boolean {
  const viewer = match.seats.map(String).indexOf(String(seen.seat));
  const end = match.view(viewer < 0 ? SPECTATOR : viewer, seen.memory as Memory);
  const isLeftOut = (key: string): boolean => key === "ahead" || (key === "hands" && seen.seat === null);
  return match.isOver && Object.keys(end).every((key) => isLeftOut(key) || isSame(end[key], seen[key]));
}

/** Whether two things are the same as JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [left, right] = [one as Words, other as Words];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => isSame(left[key], right[key]));
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
