/** The table after each event: what the theatre shows between two views of the house. */
import { folded } from "./fold.ts";
import type { Counts } from "./cards.ts";
import { seatIn, type Filling, type GameEvent, type PizzaView, type Seat } from "./view.ts";

const blank = (owner: Seat, orders: string[]): Filling => ({
  owner,
  orders,
  needs: {},
  short: {},
  request: null,
  bid: null,
  shown: null,
  declined: [],
  picked: null,
  revealed: null,
});

/** What a reason adds to the order that is being filled. */
const NOTES: Readonly<Record<string, (filling: Filling, event: GameEvent) => Partial<Filling>>> = {
  short: (filling, event) => ({
    needs: { ...filling.needs, ...(event["needed"] as Counts) },
    short: { ...filling.short, ...(event["missing"] as Counts) },
  }),
  ask: (_, event) => ({ request: event["request"] as Counts }),
  decline: (filling, event) => ({ declined: [...filling.declined, seatIn(event)] }),
  bid: (_, event) => ({ bid: Number(event["amount"]), shown: 0 }),
  show: (filling, event) => ({ shown: (filling.shown ?? 0) + Number(event["amount"] ?? 0) }),
  pick: (_, event) => ({ picked: seatIn(event, "other") }),
  reveal: (_, event) => ({ revealed: String(event["card"]) }),
};

function filling(view: PizzaView, event: GameEvent): Filling | null {
  if (view.open.length === 0) return null;
  const before = event.event === "open" || !view.filling ? blank(seatIn(event), view.open) : view.filling;
  return { ...before, orders: view.open, ...NOTES[event.event]?.(before, event) };
}

/** The table as it looks after one more event. The next view of the house has the last word. */
export function after(view: PizzaView, event: GameEvent): PizzaView {
  const next = folded(view, event);
  return { ...next, filling: filling(next, event) };
}
