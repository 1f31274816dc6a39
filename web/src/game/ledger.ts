/** What was told about each order of the round that is being scored: the receipts. Nothing of it outlives the round. */
import { amountOf, ingredientsIn, inOrder, isDouble, kindOf, plus, splitOrder, type Counts } from "./cards.ts";
import { leastBid, orderRow } from "./tables.ts";
import { seatIn, type GameEvent, type PizzaView, type Seat } from "./view.ts";

export interface Taking {
  seat: Seat;
  order: string;
  cards: Counts;
}

/** An order as it was told. The numbers go by need: a kind, a double card, or `any` ingredient. */
export interface Receipt {
  owner: Seat;
  order: string;
  needed: Counts;
  lay: Counts;
  added: Counts;
  given: Counts;
  missing: Counts;
  request: Counts | null;
  declined: Seat[];
  helper: Seat | null;
  rewarded: string | null;
  bid: number | null;
  shown: { seat: Seat; cards: Counts }[];
  picked: Seat | null;
  revealed: string | null;
  played: string | null;
  outcome: "open" | "filled" | "failed";
  clause: string | null;
  /** where it went: a place of the table, such as removed/pepper */
  to: string;
  taken: Counts;
  /** what had been taken before it, by whom and for which order */
  before: Taking[];
}

export interface Ledger {
  readonly receipts: readonly Receipt[];
  readonly taken: readonly Taking[];
}

export const BLANK: Ledger = { receipts: [], taken: [] };
const ANY = "any";

function receipt(owner: Seat, order: string, before: readonly Taking[]): Receipt {
  return {
    owner,
    order,
    needed: {},
    lay: {},
    added: {},
    given: {},
    missing: {},
    request: null,
    declined: [],
    helper: null,
    rewarded: null,
    bid: null,
    shown: [],
    picked: null,
    revealed: null,
    played: null,
    outcome: "open",
    clause: null,
    to: "",
    taken: {},
    before: [...before],
  };
}

/** How much of a need is in a count of cards: ingredients of a kind, doubles where only they count, or all of it. */
export function lying(counts: Counts, need: string): number {
  if (need === ANY) return ingredientsIn(counts);
  return isDouble(need) ? (counts[need] ?? 0) : amountOf(counts, kindOf(need));
}

/** Cards by what they are needed for. */
function byNeed(needed: Counts, cards: Counts): Counts {
  return Object.fromEntries(Object.keys(needed).map((need) => [need, lying(cards, need)]));
}

type Note = (receipt: Receipt, event: GameEvent) => Partial<Receipt>;
const text = (event: GameEvent, field: string) => String(event[field]);
const counts = (event: GameEvent, field: string) => (event[field] ?? {}) as Counts;

/** What is told about one order, need by need. */
const told: Note = (r, event) => ({
  needed: counts(event, "needed"),
  lay: counts(event, "lay"),
  added: counts(event, "added"),
  given: counts(event, "given"),
  missing: counts(event, "missing"),
  declined: (event["declined"] as Seat[] | undefined)?.map(String) ?? r.declined,
});

/** What an event adds to every open receipt. */
const NOTES: Readonly<Record<string, Note>> = {
  add: (r, event) => added(r, { [text(event, "card")]: 1 }),
  ask: (_, event) => ({ request: counts(event, "request"), declined: [] }),
  decline: (r, event) => ({ declined: [...r.declined, seatIn(event)] }),
  give: (_, event) => ({ helper: seatIn(event) }),
  bid: (_, event) => ({ bid: Number(event["amount"]) }),
  show: (r, event) => ({ shown: [...r.shown, { seat: seatIn(event), cards: counts(event, "cards") }] }),
  pick: (_, event) => ({ picked: seatIn(event, "other") }),
  reveal: (_, event) => ({ revealed: text(event, "card") }),
  match: (_, event) => ({ played: text(event, "card") }),
};

/** A receipt with more cards laid down for it: for each need what was missing and is there now. */
export function added(r: Receipt, cards: Counts): Receipt {
  const more = byNeed(r.needed, cards);
  const needs = Object.keys(r.missing);
  const short = needs.map((need) => [need, Math.max(0, (r.missing[need] ?? 0) - (more[need] ?? 0))] as const);
  return { ...r, added: plus(r.added, more), missing: Object.fromEntries(short.filter(([, n]) => n > 0)) };
}

function revised(ledger: Ledger, change: (receipt: Receipt) => Receipt): Ledger {
  return { ...ledger, receipts: ledger.receipts.map((r) => (r.outcome === "open" ? change(r) : r)) };
}

const isAbout = (r: Receipt, event: GameEvent) => r.owner === seatIn(event) && r.order === event["order"];

function closed(ledger: Ledger, event: GameEvent, outcome: "filled" | "failed"): Ledger {
  const taken = counts(event, "taken");
  const end = { outcome, taken, clause: text(event, "clause"), to: String(event["to"] ?? "") };
  const next = revised(ledger, (r) => (isAbout(r, event) ? { ...r, ...told(r, event), ...end } : r));
  if (outcome === "failed" || Object.keys(taken).length === 0) return next;
  return { ...next, taken: [...next.taken, { seat: seatIn(event), order: text(event, "order"), cards: taken }] };
}

/** The ledger after one more event. */
export function noted(ledger: Ledger, event: GameEvent): Ledger {
  switch (event.event) {
    case "round-end":
    case "round":
      return BLANK;
    case "open":
    case "join": {
      const kept = event.event === "open" ? ledger.receipts.filter((r) => r.outcome !== "open") : ledger.receipts;
      return { ...ledger, receipts: [...kept, receipt(seatIn(event), text(event, "order"), ledger.taken)] };
    }
    case "short":
      return revised(ledger, (r) => (isAbout(r, event) ? { ...r, ...told(r, event) } : r));
    case "filled":
    case "failed":
      return closed(ledger, event, event.event);
    case "reward": {
      const last = ledger.receipts.findLast((r) => r.helper === seatIn(event));
      const rewarded = text(event, "order");
      return { ...ledger, receipts: ledger.receipts.map((r) => (r === last ? { ...r, rewarded } : r)) };
    }
    default: {
      const note = NOTES[event.event];
      return note ? revised(ledger, (r) => ({ ...r, ...note(r, event) })) : ledger;
    }
  }
}

/** What an open order needs, as it is told live: a view names kinds only, neither any ingredients nor the least bid. */
function needsIn(view: PizzaView, owner: Seat, order: string): Counts {
  const [least, any] = [leastBid(view.game, order), orderRow(view.game, order)?.any ?? 0];
  if (least > 0) return { [owner]: least };
  if (any > 0) return { [ANY]: any };
  const known = Object.entries(view.filling?.needs ?? {});
  return Object.fromEntries(view.open.length === 1 ? known : known.filter(([need]) => order.endsWith(`-${need}`)));
}

/** The order (or series) that is being filled, as far as a view tells its story. */
function opened(view: PizzaView): Ledger {
  const filling = view.filling;
  const receipts = view.open.map((name): Receipt => {
    const { owner, order } = splitOrder(name);
    const needed = needsIn(view, owner, order);
    const [lay, added] = [byNeed(needed, view.columns), byNeed(needed, view.committed)];
    const short = Object.keys(needed).map((need) => [need, needed[need]! - lay[need]! - added[need]!] as const);
    return {
      ...receipt(owner, order, []),
      needed,
      lay,
      added,
      missing: Object.fromEntries(short.filter(([, n]) => n > 0)),
      request: filling?.request ?? null,
      declined: (filling?.declined ?? []).map(String),
      bid: view.decision?.ask === "block" ? (filling?.bid ?? null) : null,
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
  return events.slice(from).reduce(noted, BLANK);
}

export interface Row {
  need: string;
  needed: number;
  lay: number;
  added: number;
  missing: number;
}

/** Needed, lay there, added, missing: one row a need, the largest first. A match or a bid, which count otherwise, have none. */
export function rows(r: Receipt): Row[] {
  if (r.bid !== null) return [];
  const needs = inOrder(Object.keys(r.needed)).toSorted((a, b) => r.needed[b]! - r.needed[a]!);
  return needs.map((need) => ({
    need,
    needed: r.needed[need]!,
    lay: r.lay[need] ?? 0,
    added: (r.added[need] ?? 0) + (r.given[need] ?? 0),
    missing: r.missing[need] ?? 0,
  }));
}

/** What had been taken before of what this order lacked. */
export function takenBefore(r: Receipt): Taking[] {
  return r.before.flatMap((taking) => {
    const needs = Object.entries(byNeed(r.missing, taking.cards)).filter(([, n]) => n > 0);
    return needs.length > 0 ? [{ ...taking, cards: Object.fromEntries(needs) }] : [];
  });
}
