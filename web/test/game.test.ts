/** The arithmetic of the tables: cards, drafts, shortages, boats, plain zones. Each line is a case that a change would break. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { coins, diceLeft, haul, risk, solesOn } from "../src/game/boat.ts";
import * as cards from "../src/game/cards.ts";
import { coverage, mayAdd } from "../src/game/filling.ts";
import { folded } from "../src/game/fold.ts";
import { after } from "../src/game/kitchen.ts";
import { missing, needsOf } from "../src/game/orders.ts";
import { factor, flightFor, holdFor, LANDING, leavesStage, PACES, STEP, TOGETHER } from "../src/game/pace.ts";
import { phrase, sentence, zonesOf } from "../src/game/plain.ts";
import { boxOf, hasOrders, orderRow, players } from "../src/game/tables.ts";
import { drawable, drawn, drawsFrom, EMPTY, handAfter, isComplete, joins, ownHand, room } from "../src/game/turn.ts";
import * as views from "../src/game/view.ts";
import type { GameEvent, PizzaView, SolesView, View } from "../src/game/view.ts";

const wording = JSON.parse(readFileSync(new URL("../../protocol/wording.json", import.meta.url), "utf8")) as Record<
  string,
  { events: Record<string, { event: string }> }
>;

const table = (part: Partial<PizzaView>): PizzaView =>
  ({
    game: "sole-mio",
    seat: "pepper",
    seats: ["olive", "pepper", "salami"],
    phase: "turn",
    hands: { olive: { ingredients: 5, orders: 2 }, pepper: ["olive", "double-olive", "mista"] },
    orders: { pepper: { shuffled: 3, under: 2 } },
    columns: {},
    committed: {},
    open: [],
    filling: null,
    supply: 9,
    decision: null,
    ...part,
  }) as unknown as PizzaView;
const sea = (part: Partial<SolesView>): SolesView =>
  ({ game: "roll-for-soles", dice: [], rolled: [], seats: [0, 1], seat: 0, ...part }) as unknown as SolesView;

test("cards have a kind and a worth; orders and other words are none", () => {
  assert.deepEqual(["olive", "double-olive", "double-sun", "mista", "sole-mio"].map(cards.isIngredient), [
    true,
    true,
    false,
    false,
    false,
  ]);
  assert.equal(cards.kindOf("double-salami"), "salami");
  assert.deepEqual(["olive", "double-olive"].map(cards.worth), [1, 2]);
  assert.deepEqual(cards.splitOrder("pepper/four-olive"), { owner: "pepper", order: "four-olive" });
  assert.deepEqual(cards.splitOrder("pepper"), { owner: "pepper", order: "" });
  assert.deepEqual(["four-olive", "normale-salami", "olive", "mista", "four-three-two-one"].map(cards.orderKind), [
    "olive",
    "salami",
    null,
    null,
    null,
  ]);
  assert.deepEqual(["four-olive", "normale-olive", "four-three-two-one"].map(cards.isFour), [true, false, false]);
});

test("cards lie in the order of the rules, orders after them", () => {
  assert.deepEqual(cards.inOrder(["mista", "double-olive", "pineapple", "double-pineapple", "pepper", "olive"]), [
    "olive",
    "double-olive",
    "pepper",
    "pineapple",
    "double-pineapple",
    "mista",
  ]);
  assert.equal(cards.spell(["salami", "double-olive", "olive", "salami"]), "1 olive 1 double-olive 2 salami");
  assert.deepEqual(cards.cardsOf("give 2 olive 1 double-salami"), ["olive", "olive", "double-salami"]);
  assert.deepEqual(cards.cardsOf("decline"), []);
  assert.deepEqual(cards.cardsOf("play 1"), []);
});

test("amounts count a double as two", () => {
  const counts = { olive: 1, "double-olive": 2, salami: 3, mista: 4 };
  assert.equal(cards.amountOf(counts, "olive"), 5);
  assert.equal(cards.amountOf({}, "olive"), 0);
  assert.equal(cards.total(counts), 10);
  assert.equal(cards.ingredientsIn(counts), 8);
  assert.deepEqual(cards.countCards(["olive", "olive", "salami"]), { olive: 2, salami: 1 });
  assert.deepEqual(cards.without(["olive", "salami", "olive"], ["olive", "pepper"]), ["salami", "olive"]);
  assert.deepEqual(cards.without(["olive"], ["olive"]), []);
  assert.deepEqual(cards.plus({ olive: 2, salami: 1 }, { olive: 1, pepper: 3 }), { olive: 3, salami: 1, pepper: 3 });
  assert.deepEqual(cards.plus({ olive: 2, salami: 1 }, { salami: 1, olive: 1 }, -1), { olive: 1 });
});

test("a boat counts soles, dice and the risk", () => {
  assert.deepEqual(["1", "2", "hook", "double", "water"].map(solesOn), [1, 2, 0, 0, 0]);
  assert.equal(diceLeft(sea({ dice: ["water"], rolled: ["1", "double", "2"] })), 2);
  assert.equal(diceLeft(sea({ rolled: ["1", "hook", "2", "1"] })), 4);
  assert.deepEqual(haul(sea({ dice: ["double"], rolled: ["2", "1", "double"] })), { soles: 3, times: 4 });
  assert.deepEqual(haul(sea({ dice: ["water"], rolled: ["hook"] })), { soles: 0, times: 1 });
  assert.equal(risk(["1", "hook", "double", "water"], 2), 0.5625);
  assert.deepEqual(coins(12), [5, 5, 1, 1]);
  assert.deepEqual(coins(5), [5]);
  assert.equal(coins(130).length, 24);
  assert.equal(coins(120).length, 24);
  assert.deepEqual(coins(16, 2), [5, 5]);
});

const view = (short: Record<string, number> | null, open: string): PizzaView =>
  table({
    open: [open],
    columns: { pepper: 1, "double-pepper": 1 },
    committed: { pepper: 1 },
    filling: short && ({ short } as unknown as PizzaView["filling"]),
  });
const filler = (short: Record<string, number> | null, open: string, ...chosen: string[]) => ({
  view: view(short, open),
  options: ["add olive", "add double-olive", "add salami"],
  cards: chosen,
});

test("cards that are chosen take from what is missing, and a double may waste one", () => {
  const order = "pepper/four-olive";
  assert.deepEqual(coverage(filler({ olive: 3 }, order, "olive")), {
    short: { olive: 2 },
    total: 2,
    isBid: false,
    least: 0,
    bid: 0,
    waste: 0,
  });
  assert.deepEqual(coverage(filler({ olive: 1 }, order, "double-olive")).waste, 1);
  assert.deepEqual(coverage(filler({ olive: 1 }, order, "double-olive")).short, {});
  assert.equal(coverage(filler({ olive: 3, salami: 2 }, order, "double-olive", "salami")).total, 2);
  assert.equal(coverage(filler({ any: 5 }, "pepper/bombastica", "double-olive", "salami")).total, 2);
  assert.deepEqual(coverage(filler({ "double-olive": 1 }, "pepper/two-doubles", "double-olive")).short, {});
  assert.deepEqual(coverage(filler({ "double-olive": 1 }, "pepper/two-doubles", "double-olive")).waste, 0);
  assert.equal(coverage(filler(null, order)).total, 0);
});

test("a bid is as much as its owner likes, from what lies there and was added", () => {
  const found = coverage(filler({}, "pepper/own-kind"));
  assert.deepEqual([found.isBid, found.least, found.bid, found.total, found.waste], [true, 2, 4, 0, 0]);
  assert.equal(coverage(filler({ pepper: 1 }, "pepper/two-of-each")).isBid, false);
  assert.equal(coverage({ ...filler({ any: 3 }, "pepper/bombastica"), cards: [] }).isBid, false);
});

test("a card may be added that is offered and counts for something that is missing", () => {
  assert.equal(mayAdd(filler({ olive: 1 }, "pepper/four-olive"), "olive"), true);
  assert.equal(mayAdd(filler({ olive: 1 }, "pepper/four-olive"), "salami"), false);
  assert.equal(mayAdd(filler({ olive: 1 }, "pepper/four-olive", "olive"), "olive"), false);
  assert.equal(mayAdd(filler({ olive: 1 }, "pepper/four-olive"), "pepper"), false);
  assert.equal(mayAdd(filler({}, "pepper/own-kind"), "olive"), true);
});

test("what an order needs is a sum over its row", () => {
  const at = { owner: "pepper" as const, holder: "salami", way: ["olive", "double-salami"] };
  const of = (order: string, circumstances = at) =>
    needsOf(orderRow("grande", order)!, order, circumstances as typeof at);
  assert.deepEqual(of("four-olive"), { olive: 4 });
  assert.deepEqual(of("two-of-each"), { olive: 2, mushroom: 2, salami: 2, pineapple: 2 });
  assert.deepEqual(of("two-doubles"), { "double-olive": 1, "double-salami": 1 });
  assert.deepEqual(of("bombastica"), { any: 15 });
  assert.deepEqual(missing({ olive: 4, "double-salami": 1, any: 9 }, { olive: 1, "double-olive": 1, salami: 4 }), {
    olive: 1,
    "double-salami": 1,
    any: 2,
  });
  assert.deepEqual(missing({ olive: 3 }, { olive: 1, "double-olive": 1 }), {});
});

test("every event that is dwelt on has its time, in three paces", () => {
  assert.equal(holdFor({ event: "turn-over" }), 400);
  assert.equal(holdFor({ event: "nothing known" }), 0);
  assert.deepEqual(PACES.map(factor), [1, 0.5, 0]);
  const told = Object.values(wording).flatMap(({ events }) => Object.values(events).map(({ event }) => event));
  const passedOver = told.filter((event) => holdFor({ event }) === 0);
  assert.deepEqual([...new Set(passedOver)].toSorted(), [
    "again",
    "draw",
    "move",
    "no-order",
    "over",
    "returned",
    "series-closed",
    "short",
    "start",
    "turn",
  ]);
});

test("an order has time to leave the stage, and nothing else that moves has", () => {
  assert.equal(holdFor({ event: "move", from: "open" } as { event: string }), 480);
  const others = [{ event: "move", from: "columns" }, { event: "open", from: "open" }, { event: "move" }];
  assert.deepEqual([...others, { event: "move", from: "open" }].map(leavesStage), [false, false, false, true]);
});

test("whatever travels takes its time", () => {
  const flights = ["carry", "deal", "turn-over", "open", "order", "reward", "haul", "secure", "lost", "anything"];
  assert.deepEqual(flights.map(flightFor), [180, 260, 380, 420, 420, 1100, 360, 360, 800, 320]);
  assert.deepEqual([STEP, TOGETHER, LANDING], [60, 600, 320]);
});

const SAYINGS = {
  en: { "ask.roll": "Roll {n}, {who}?", "event.won": "{seat} has {n}" },
  it: { "ask.roll": "Tira {n}!" },
};

test("a plain table speaks the language, else English, else the key", () => {
  assert.equal(phrase(SAYINGS, "it", "ask.roll", { n: 3 }), "Tira 3!");
  assert.equal(phrase(SAYINGS, "de", "ask.roll", { n: 3 }), "Roll 3, {who}?");
  assert.equal(phrase(SAYINGS, "de", "zone.turn-total"), "turn total");
  const event = { event: "won", seat: 0, n: 7, list: [1] } as unknown as GameEvent;
  assert.equal(
    sentence(SAYINGS, "en", event, (seat) => `Anna ${seat}`),
    "Anna 0 has 7",
  );
  const nobody = { event: "won", seat: null, n: "all" } as unknown as GameEvent;
  assert.equal(
    sentence(SAYINGS, "en", nobody, (seat) => seat),
    "{seat} has all",
  );
  assert.equal(
    sentence(SAYINGS, "en", { event: "won", n: [1] } as unknown as GameEvent, (seat) => seat),
    "{seat} has {n}",
  );
});

test("a plain table shows zones by seat and zones of nobody", () => {
  const found = zonesOf({
    ...{ game: "pig", seats: [0, 1], seat: 0, phase: "turn", turn: 1, decision: null, outcome: null },
    ...{ memory: "assisted", history: [], points: { 0: 3, 1: 5 }, half: { 0: 3 }, total: 4 },
    ...{ dice: ["1", "2"], none: [], nothing: null, one: ["x"] },
  } as unknown as View);
  assert.deepEqual(found.bySeat, [["points", { 0: 3, 1: 5 }]]);
  assert.deepEqual(found.common, [
    ["half", "0: 3"],
    ["total", "4"],
    ["dice", "1, 2"],
    ["none", "–"],
    ["nothing", "–"],
    ["one", "x"],
  ]);
});

test("the facts of a game that nobody knows are none", () => {
  assert.deepEqual(boxOf("pig"), { players: [], page: "" });
  assert.equal(orderRow("roll-for-soles", "mista"), undefined);
  assert.deepEqual([hasOrders("grande"), hasOrders("roll-for-soles")], [true, false]);
  assert.deepEqual(players("mamma-mia"), [2, 3, 4, 5]);
  assert.deepEqual(["grande", "roll-for-soles", "pig"].map(views.isDrawn), [true, true, false]);
});

test("a view is asked who sits where and sees what", () => {
  assert.deepEqual([views.isPizza(table({})), views.isSoles(table({}))], [true, false]);
  assert.deepEqual([views.isPizza(sea({})), views.isSoles(sea({}))], [false, true]);
  assert.deepEqual(views.seatsFrom(table({})), ["salami", "olive"]);
  assert.deepEqual(views.seatsFrom(table({ seat: null })), ["olive", "pepper", "salami"]);
  const asked = { seat: "pepper", ask: "play" } as PizzaView["decision"];
  assert.equal(views.isAsked(table({ decision: asked })), true);
  assert.equal(views.isAsked(table({ decision: asked, seat: "olive" })), false);
  assert.equal(views.isAsked(table({ decision: asked, seat: null })), false);
  assert.equal(views.isAsked(table({})), false);
  assert.deepEqual(views.openHand(table({}), "pepper"), ["olive", "double-olive", "mista"]);
  assert.equal(views.openHand(table({}), "olive"), null);
  assert.deepEqual(views.handCounts(["olive", "double-olive", "mista"], cards.isIngredient), {
    ingredients: 2,
    orders: 1,
  });
  assert.deepEqual(views.handCounts(undefined, cards.isIngredient), { ingredients: 0, orders: 0 });
  assert.deepEqual(views.handCounts({ ingredients: 4, orders: 1 }, cards.isIngredient), { ingredients: 4, orders: 1 });
  assert.equal(views.stackSize({ shuffled: 3, under: 2 }), 5);
  assert.equal(views.stackSize({ shuffled: 3, under: ["mista"] }), 4);
  assert.equal(views.stackSize(undefined), 0);
  assert.equal(views.rounds("mamma-mia"), 3);
  assert.equal(views.seatIn({ event: "x", other: 2 } as unknown as GameEvent, "other"), "2");
});

test("open hands are shown to those who watch a table of cards", () => {
  const hands = { salami: ["olive"] };
  const seen = views.withHands(table({ seat: null }), hands) as PizzaView;
  assert.deepEqual(seen.hands["salami"], ["olive"]);
  assert.deepEqual(seen.hands["olive"], { ingredients: 5, orders: 2 });
  assert.equal((views.withHands(table({}), hands) as PizzaView).hands["salami"], undefined);
  const boat = sea({ seat: null });
  assert.equal(views.withHands(boat, hands), boat);
  assert.equal(views.withHands(boat, null), boat);
});

test("a draft leaves a hand, a room in it, and a stack to draw from", () => {
  const at = table({ game: "mamma-mia" });
  assert.deepEqual(ownHand(at), ["olive", "double-olive", "mista"]);
  assert.deepEqual(ownHand(table({ seat: null })), []);
  assert.deepEqual(ownHand(table({ seat: "olive" })), []);
  assert.deepEqual(handAfter(at, { ...EMPTY, cards: ["olive"], order: "mista" }), ["double-olive"]);
  assert.equal(room(at, { ...EMPTY, cards: ["olive"] }), 5);
  assert.equal(drawn(at, { ...EMPTY, cards: ["olive"] }), 5);
  assert.equal(drawn(table({ supply: 2 }), { ...EMPTY, cards: ["olive"] }), 2);
  const full = table({ hands: { pepper: Array.from({ length: 7 }, () => "olive") } as unknown as PizzaView["hands"] });
  assert.equal(drawsFrom(full, EMPTY), null);
  assert.equal(drawn(full, EMPTY), 0);
  assert.equal(drawsFrom(table({ supply: 0, orders: {} }), EMPTY), null);
  assert.equal(drawsFrom(table({ supply: 0, seat: null }), EMPTY), null);
  assert.deepEqual(drawable(at, EMPTY), []);
  assert.equal(joins(EMPTY, "salami"), true);
  assert.equal(joins({ ...EMPTY, cards: ["olive"] }, "double-olive"), true);
  assert.equal(joins({ ...EMPTY, cards: ["olive"] }, "salami"), false);
  assert.deepEqual([isComplete("play", EMPTY), isComplete("order", EMPTY)], [false, true]);
  assert.equal(isComplete("play", { ...EMPTY, cards: ["olive"] }), true);
});

test("a stack that is not offered is not drawn from", () => {
  const decision = { seat: "pepper", ask: "draw", clause: "", options: ["draw orders"], follows: [null], then: [] };
  const at = table({ decision } as unknown as Partial<PizzaView>);
  assert.equal(drawsFrom(at, { ...EMPTY, stack: "supply" }), "orders");
  const both = table({
    decision: { ...decision, options: ["draw supply", "draw orders"] },
  } as unknown as Partial<PizzaView>);
  assert.equal(drawsFrom(both, { ...EMPTY, stack: "orders" }), "orders");
  assert.equal(drawsFrom(both, EMPTY), "supply");
});

test("an order that is being filled gathers what is told of it", () => {
  const open: GameEvent = {
    event: "open",
    seat: "pepper",
    from: "oven",
    to: "open",
    of: "orders",
    count: 1,
    what: { "pepper/mista": 1 },
  };
  const told: GameEvent[] = [
    { event: "short", seat: "pepper", needed: { olive: 2 }, missing: { olive: 1 } },
    { event: "ask", seat: "pepper", request: { olive: 1 } },
    { event: "decline", seat: "salami" },
    { event: "bid", seat: "pepper", amount: 3 },
    { event: "show", seat: "olive", amount: 2 },
    { event: "show", seat: "salami", amount: 1 },
    { event: "pick", seat: "pepper", other: "olive" },
    { event: "reveal", seat: "olive", card: "salami" },
  ];
  const seen = [open, ...told].reduce(after, table({}));
  assert.deepEqual(seen.filling, {
    ...{ owner: "pepper", orders: ["pepper/mista"], needs: { olive: 2 }, short: { olive: 1 }, request: { olive: 1 } },
    ...{ bid: 3, shown: 3, declined: ["salami"], picked: "olive", revealed: "salami" },
  });
  const gone = {
    event: "move",
    from: "open",
    to: "delivered/pepper",
    of: "orders",
    count: 1,
    what: { "pepper/mista": 1 },
  };
  assert.equal(after(seen, gone as unknown as GameEvent).filling, null);
  const second = after(seen, { ...open, seat: "salami" } as GameEvent);
  assert.deepEqual([second.filling?.owner, second.filling?.bid, second.filling?.declined], ["salami", null, []]);
});

test("a fold leaves alone what a view does not show, and the view it began with", () => {
  const before = table({ columns: { olive: 1 } });
  const told = { event: "move", from: "box", to: "columns", of: "ingredients", count: 1, what: { olive: 1 } };
  const seen = folded(before, { ...told, now: { "nowhere/at": 1, phase: "scoring" } } as unknown as GameEvent);
  assert.deepEqual(
    [seen.columns, seen.phase, "nowhere" in seen, "box" in seen],
    [{ olive: 2 }, "scoring", false, false],
  );
  assert.deepEqual([before.columns, before.phase], [{ olive: 1 }, "turn"]);
  const baked = { event: "move", from: "box", to: "oven", of: "ingredients", count: 2, what: { olive: 1, pepper: 1 } };
  const oven = { size: 3, top: "salami" } as PizzaView["oven"];
  assert.deepEqual(folded(table({ oven }), baked as unknown as GameEvent).oven, { size: 5, top: "pepper" });
});
