/** Today's deal: asked for as this device's card, where it has one. */
import { json } from "./api.ts";
import { ensure } from "./card.ts";
import { cardSecret } from "./keys.ts";
import type { DayDeal, Days, Seated } from "./protocol.ts";

export const today = () => json<Days>("/days", undefined, cardSecret());
export const dayOf = (day: string, game: string) => json<DayDeal>(`/days/${day}/${game}`, undefined, cardSecret());

/** The first try of this card, which is made now if there is none. */
export async function play(game: string, name: string): Promise<Seated> {
  await ensure();
  return await json<Seated>(`/days/${game}`, { name }, cardSecret());
}

/** The deal of a day that is over, once more; nothing counts. */
export const playAgain = ({ game, day, seed, bot }: DayDeal, name: string) =>
  json<Seated>("/days", { game, day, seed, bot, name });

export function yesterday(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
