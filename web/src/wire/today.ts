/** Today's deal, asked for as this device's card, where it has one; and deals of days that are over, from any house. */
import { json, playAgainHere } from "./api.ts";
import { ensure } from "./card.ts";
import { cardSecret } from "./keys.ts";
import type { DayDeal, Days, PlayAgain, Seated } from "./protocol.ts";
import { isAlone } from "./where.ts";

export const today = () => json<Days>("/days", undefined, cardSecret());
export const dayOf = (day: string, game: string) => json<DayDeal>(`/days/${day}/${game}`, undefined, cardSecret());

/** The first try of this card, which is made now if there is none. */
export async function play(game: string, name: string): Promise<Seated> {
  await ensure();
  return await json<Seated>(`/days/${game}`, { name }, cardSecret());
}

/** The deal of a day that is over, once more, at the house or on this device; nothing counts. */
export const playAgain = (day: PastDay, name: string, here = isAlone()): Promise<Seated> => {
  const wish: PlayAgain = { ...day, name };
  return here ? playAgainHere(wish) : json<Seated>("/days", wish);
};

export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - A_DAY).toISOString().slice(0, 10);
}

// ------------------------------------------------------------------------------------------- days that are over, as text

/** All that is needed to play a day again. */
export interface PastDay {
  game: string;
  day: string;
  seed: string;
  bot: string;
}

const A_DAY = 86_400_000;
const SHELF = "osteria.days";
const MOST = 30;
const LINK = /\/today\/([\w-]+)\/(\d{4}-\d\d-\d\d)#([\w=&%-]+)/;

/** The link of a day that is over; a page without a house takes it as text. */
export const linkOf = ({ game, day, seed, bot }: PastDay): string =>
  `${location.origin}/today/${game}/${day}#${String(new URLSearchParams({ seed, bot }))}`;

/** The day that a text is about: a link, or what a house says of the day (JSON); null: none. */
export function pastDayIn(text: string): PastDay | null {
  const [, game = "", day = "", hash = ""] = LINK.exec(text) ?? [];
  const { seed, bot } = Object.fromEntries(new URLSearchParams(hash)) as Partial<PastDay>;
  return game ? whole({ game, day, seed, bot }) : whole(parsed(text));
}

function parsed(text: string): Partial<PastDay> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<PastDay>;
  } catch {
    return {};
  }
}

function whole({ game, day, seed, bot }: { [K in keyof PastDay]?: PastDay[K] | undefined }): PastDay | null {
  const isWhole = [game, day, seed, bot].every((part) => typeof part === "string" && part !== "");
  return isWhole ? { game: game!, day: day!, seed: seed!, bot: bot! } : null;
}

/** A day as the page shows it, without anything that only its house knows. */
export const shown = (past: PastDay): DayDeal => ({
  ...past,
  ends: Date.parse(past.day) / 1000 + A_DAY / 1000,
  players: 0,
  commitment: "",
  tries: 0,
});

/** The days that were opened on this device, the last one first. */
export function keptDays(): PastDay[] {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) ?? "[]") as Partial<PastDay>[];
    return kept.flatMap((one) => whole(one) ?? []);
  } catch {
    return [];
  }
}

export function keepDay(past: PastDay): void {
  const others = keptDays().filter(
    ({ game, day, seed }) => `${game} ${day} ${seed}` !== `${past.game} ${past.day} ${past.seed}`,
  );
  localStorage.setItem(SHELF, JSON.stringify([past, ...others].slice(0, MOST)));
}
