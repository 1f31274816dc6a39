/**
 * Follows what viewers were told and compares with what they see: `node scripts/follow.ts < frames`, one JSON object a line.
 * A line has `viewer` and `view`; with `events` they are folded into the view that this viewer had, without them it is where the
 * viewer begins. `sets` names the zones whose cards have no order. Written by tests/testing/test_folding_in_the_page.py.
 */
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { folded } from "../src/game/fold.ts";
import type { GameEvent, View } from "../src/game/view.ts";

interface Frame {
  viewer: string;
  events: GameEvent[] | null;
  view: View;
  sets: string[];
}
type Zones = Record<string, unknown>;

function sorted(zone: unknown): unknown {
  if (Array.isArray(zone)) return [...(zone as string[])].sort();
  if (zone === null || typeof zone !== "object") return zone;
  return Object.fromEntries(Object.entries(zone).map(([seat, cards]) => [seat, sorted(cards)]));
}

/** The zones that differ. `filling` is no zone: it is what is asked. */
function differences(mine: Zones, view: Zones, sets: readonly string[]): string[] {
  const arranged = (zones: Zones, zone: string) => (sets.includes(zone) ? sorted(zones[zone]) : zones[zone]);
  return Object.keys(view)
    .filter((zone) => zone !== "filling" && !isDeepStrictEqual(arranged(mine, zone), arranged(view, zone)))
    .map((zone) => `${zone}: folded ${JSON.stringify(mine[zone])}, seen ${JSON.stringify(view[zone])}`);
}

const views = new Map<string, View>();
let compared = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { viewer, events, view, sets } = JSON.parse(line) as Frame;
  if (events) {
    const mine = events.reduce(folded<View>, views.get(viewer)!);
    const wrong = differences(mine as unknown as Zones, view as unknown as Zones, sets);
    if (wrong.length > 0) {
      console.log(`${viewer}: told ${JSON.stringify(events)}\n${wrong.join("\n")}`);
      process.exit(1);
    }
    compared += 1;
    views.set(viewer, mine);
  } else views.set(viewer, view);
}
console.log(compared);
