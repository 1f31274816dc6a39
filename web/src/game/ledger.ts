/** What happened to each order of the round that is being scored: the receipts. Nothing of it outlives the round. */
import { plus, splitOrder, type Counts, type Kind } from "./cards.ts";
import { after } from "./kitchen.ts";
import { lying, missing, missingToFifteen, needsOf, waysOf } from "./orders.ts";
import { seatIn, type GameEvent, type PizzaView, type Seat } from "./view.ts";

export interface Taking {
  seat: Seat;
  order: string;
  cards: Counts;
}

export interface Receipt {
  owner: Seat;
  order: string;
  /** what lay in the columns when it was turned up */
  lay: Counts;
  holder: string | null;
  /** what it needs in all, where the view said so */
  needs: Counts | null;
  way: string[] | null;
  amount: number | null;
  added: Counts;
  request: Counts | null;
  declined: Seat[];
  helper: Seat | null;
  given: Counts;
  rewarded: string | null;
  bid: number | null;
  shown: { seat: Seat; cards: Counts }[];
  picked: Seat | null;
  revealed: string | null;
  played: string | null;
  outcome: "open" | "filled" | "failed";
  why: string | null;
  taken: Counts;
  /** what had been taken before it, by whom and for which order */
  before: Taking[];
}

export interface Ledger {
  readonly receipts: readonly Receipt[];
  readonly taken: readonly Taking[];
}

export const BLANK: Ledger = { receipts: [], taken: [] };

function receipt(view: PizzaView, taken: readonly Taking[], owner: Seat, order: string): Receipt {
  return {
    owner,
    order,
    lay: { ...view.columns },
    holder: view.holder,
    needs: null,
    way: null,
    amount: null,
    added: {},
    request: null,
    declined: [],
    helper: null,
    given: {},
    rewarded: null,
    bid: null,
    shown: [],
    picked: null,
    revealed: null,
    played: null,
    outcome: "open",
    why: null,
    taken: {},
    before: [...taken],
  };
}

type Note = (receipt: Receipt, event: GameEvent) => Partial<Receipt>;
const text = (event: GameEvent, field: string) => String(event[field]);
const counts = (event: GameEvent, field: string) => (event[field] ?? {}) as Counts;

/** What an event adds to every open receipt. */
const NOTES: Readonly<Record<string, Note>> = {
  way: (_, event) => ({ way: event["kinds"] as string[] }),
  add: (r, event) => ({ added: plus(r.added, { [text(event, "card")]: 1 }) }),
  ask: (_, event) => ({ request: counts(event, "request"), declined: [] }),
  decline: (r, event) => ({ declined: [...r.declined, seatIn(event)] }),
  give: (_, event) => ({ helper: seatIn(event), given: counts(event, "cards") }),
  bid: (_, event) => ({ bid: Number(event["amount"]) }),
  show: (r, event) => ({ shown: [...r.shown, { seat: seatIn(event), cards: counts(event, "cards") }] }),
  pick: (_, event) => ({ picked: seatIn(event, "other") }),
  reveal: (_, event) => ({ revealed: text(event, "card") }),
  match: (_, event) => ({ played: text(event, "card") }),
};

function revised(ledger: Ledger, change: (receipt: Receipt) => Receipt): Ledger {
  return { ...ledger, receipts: ledger.receipts.map((r) => (r.outcome === "open" ? change(r) : r)) };
}

function closed(ledger: Ledger, event: GameEvent, outcome: "filled" | "failed"): Ledger {
  const mine = (r: Receipt) => r.owner === seatIn(event) && r.order === event["order"];
  const cards = counts(event, "taken");
  const why = event["clause"] === undefined ? null : String(event["clause"]);
  const next = revised(ledger, (r) => (mine(r) ? { ...r, outcome, why, taken: cards } : r));
  if (outcome === "failed" || Object.keys(cards).length === 0) return next;
  return { ...next, taken: [...next.taken, { seat: seatIn(event), order: text(event, "order"), cards }] };
}

/** The ledger after one more event; `view` is the table before it. */
export function noted(ledger: Ledger, view: PizzaView, event: GameEvent): Ledger {
  switch (event.event) {
    case "round-end":
    case "round":
    case "over":
      return event.event === "over" ? ledger : BLANK;
    case "open":
    case "join": {
      const kept = event.event === "open" ? ledger.receipts.filter((r) => r.outcome !== "open") : ledger.receipts;
      return { ...ledger, receipts: [...kept, receipt(view, ledger.taken, seatIn(event), text(event, "order"))] };
    }
    case "amounts": {
      const kinds = event["kinds"] as string[];
      return revised(ledger, (r) => ({ ...r, amount: 4 - kinds.indexOf(r.order.slice(5)) }));
    }
    case "filled":
    case "failed":
      return closed(ledger, event, event.event);
    case "reward": {
      const last = ledger.receipts.findLast((r) => r.helper === seatIn(event));
      return {
        ...ledger,
        receipts: ledger.receipts.map((r) => (r === last ? { ...r, rewarded: text(event, "order") } : r)),
      };
    }
    default: {
      const note = NOTES[event.event];
      return note ? revised(ledger, (r) => ({ ...r, ...note(r, event) })) : ledger;
    }
  }
}

/** The order (or series) that is being filled, as far as a view tells its story. */
function opened(view: PizzaView): Ledger {
  const filling = view.filling;
  const receipts = view.open.map((name): Receipt => {
    const { owner, order } = splitOrder(name);
    const known = Object.entries(filling?.needs ?? {}).toSorted(([, n], [, m]) => m - n);
    const own = view.open.length === 1 ? known : known.filter(([card]) => order === `four-${card}`);
    return {
      ...receipt(view, [], owner ?? "", order),
      needs: own.length > 0 ? Object.fromEntries(own) : null,
      added: { ...view.committed },
      request: filling?.request ?? null,
      declined: filling?.declined ?? [],
      bid: filling?.bid ?? null,
      picked: filling?.picked ?? null,
      revealed: filling?.revealed ?? null,
    };
  });
  return { receipts, taken: [] };
}

/**
 * The receipts of a page that is opened while the oven is. An assisted table tells the whole round again, from its
 * history; an authentic one only the order that is open now: what was settled before is for the memory.
 */
export function retold(view: PizzaView): Ledger {
  if (view.phase !== "scoring") return BLANK;
  const events = (view.history ?? []) as GameEvent[];
  const from = events.findLastIndex((event) => event.event === "round-end");
  if (from < 0) return opened(view);
  let scene: PizzaView = { ...view, columns: {}, open: [], filling: null, committed: {} };
  let ledger = BLANK;
  for (const event of events.slice(from + 1)) {
    ledger = noted(ledger, scene, event);
    scene = after(scene, event);
  }
  return ledger;
}

export interface Row {
  need: string;
  needed: number;
  lay: number;
  added: number;
  missing: number;
}

/** The needs of a receipt, as far as they are known. */
export function receiptNeeds(r: Receipt): Counts | null {
  if (r.needs) return r.needs;
  const amount = r.amount === null ? {} : { amount: r.amount };
  const needs = needsOf(r.order, { owner: r.owner as Kind, columns: r.lay, holder: r.holder, way: r.way, ...amount });
  return needs ?? (r.outcome === "failed" ? nearest(r) : null);
}

/** Where the owner gave up before choosing: the way that lacked least, as far as everybody could see. */
function nearest(r: Receipt): Counts | null {
  const at = { owner: r.owner as Kind, columns: r.lay, holder: r.holder };
  const lack = (needs: Counts) => Object.values(missing(needs, r.lay, r.added)).reduce((sum, n) => sum + n, 0);
  const needs = waysOf(r.order, at.owner, r.lay).map((way) => needsOf(r.order, { ...at, way }));
  return needs.filter((one) => one !== null).toSorted((a, b) => lack(a) - lack(b))[0] ?? null;
}

/** Needed, lay there, added, missing: one row a kind. Orders that count otherwise (match, own kind) have none. */
export function rows(r: Receipt): Row[] {
  const needs = receiptNeeds(r);
  if (!needs || r.order === "own-kind") return [];
  const hand = plus(r.added, r.outcome === "filled" ? r.given : {});
  const short = r.outcome === "filled" ? {} : missing(needs, r.lay, hand);
  return Object.entries(needs).map(([need, needed]) => ({
    need,
    needed,
    lay: lying(r.lay, need),
    added: lying(hand, need),
    missing: short[need] ?? 0,
  }));
}

/** What an order lacked when it failed. */
export function shortage(r: Receipt): Record<string, number> {
  return Object.fromEntries(
    rows(r)
      .filter((row) => row.missing > 0)
      .map((row) => [row.need, row.missing]),
  );
}

/** What bombastica lacked. */
export function shortOfFifteen(r: Receipt): number {
  return r.order === "bombastica" ? missingToFifteen(r.lay, r.added) : 0;
}

/** What had been taken before of the kinds this order lacked. */
export function takenBefore(r: Receipt): Taking[] {
  const wanted = Object.keys(shortage(r));
  return r.before
    .map((taking) => ({
      ...taking,
      cards: Object.fromEntries(wanted.map((need) => [need, lying(taking.cards, need)])),
    }))
    .map((taking) => ({ ...taking, cards: Object.fromEntries(Object.entries(taking.cards).filter(([, n]) => n > 0)) }))
    .filter((taking) => Object.keys(taking.cards).length > 0);
}
