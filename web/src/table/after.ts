/** What can be told once a game is over: the moment that decided it. */
import { isSoles, seatIn, seatName, type GameEvent, type View } from "../game/view.ts";
import { replay } from "../wire/api.ts";

const PAGE = 200;
const LONGEST = 4000;

export interface Turning {
  step: number;
  seat: string;
  order: string | null;
  helper: string | null;
  round: number;
  amount: number;
}

/** Every step's events, from the first to the last. */
async function story(table: string, key: string | null): Promise<{ step: number; events: GameEvent[] }[]> {
  const steps: { step: number; events: GameEvent[] }[] = [];
  for (let from = 0; from < LONGEST; from += PAGE) {
    const page = await replay(table, key, from, PAGE, null);
    steps.push(...page.steps.map(({ step, events }) => ({ step, events })));
    if (from + PAGE >= page.steps_in_all) break;
  }
  return steps;
}

/** The last delivery (or haul) of a winner: without it the game would have ended otherwise, or at least later. */
export async function decisive(table: string, key: string | null, view: View): Promise<Turning | null> {
  const winner = view.outcome?.winners[0];
  if (winner === undefined) return null;
  const steps = await story(table, key).catch(() => []);
  const wanted = isSoles(view) ? ["secure"] : ["filled", "reward"];
  let found: Turning | null = null;
  let round = 1;
  for (const { step, events } of steps) {
    for (const event of events) {
      if (event.event === "round") round = Number(event["number"]);
      if (!wanted.includes(event.event) || seatIn(event) !== seatName(winner)) continue;
      if (isSoles(view) && found && found.amount >= Number(event["amount"])) continue;
      const gift = events.find((other) => other.event === "give");
      found = {
        step,
        seat: seatIn(event),
        order: typeof event["order"] === "string" ? event["order"] : null,
        helper: gift ? seatIn(gift) : null,
        round,
        amount: Number(event["amount"] ?? 0),
      };
    }
  }
  return found;
}
