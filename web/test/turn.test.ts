/** A turn composed from what the house says that follows: nothing of it is worked out by rules in the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawable, drawn, drawsFrom, EMPTY, isStillPossible, moves } from "../src/game/turn.ts";
import type { PizzaView } from "../src/game/view.ts";

const view = (part: Partial<PizzaView>): PizzaView =>
  ({
    game: "mamma-mia",
    seat: "pepper",
    seats: ["pepper", "salami"],
    hands: { pepper: ["olive", "olive", "salami", "mista"], salami: { ingredients: 6, orders: 1 } },
    orders: { pepper: { shuffled: 4, under: 1 }, salami: { shuffled: 7, under: 0 } },
    supply: 2,
    decision: {
      seat: "pepper",
      ask: "play",
      clause: "MM-4",
      options: ["play 1 olive", "play 2 olive", "play 1 salami"],
      follows: [0, 1, 0],
      then: [
        { ask: "order", clause: "MM-5", options: ["order mista", "no order"], follows: [2, 2] },
        { ask: "order", clause: "MM-5", options: ["order mista", "no order"], follows: [null, 2] },
        { ask: "draw", clause: "MM-6", options: ["draw supply", "draw orders"], follows: [null, null] },
      ],
    },
    ...part,
  }) as PizzaView;

test("a turn is what was chosen at every question that follows", () => {
  const draft = { cards: ["olive"], order: "mista", stack: "orders" as const };
  assert.deepEqual(moves(view({}), draft), ["play 1 olive", "order mista", "draw orders"]);
  assert.deepEqual(drawable(view({}), draft), ["supply", "orders"]);
  assert.equal(drawsFrom(view({}), draft), "orders");
  assert.equal(drawn(view({}), draft), 5);
});

test("where nothing more is asked nothing more is said, and the stack that has cards is drawn from", () => {
  const draft = { cards: ["olive", "olive"], order: "mista", stack: null };
  assert.deepEqual(moves(view({}), draft), ["play 2 olive", "order mista"]);
  assert.deepEqual(drawable(view({}), draft), []);
  assert.equal(drawsFrom(view({}), draft), "supply");
  assert.equal(drawn(view({}), draft), 2);
  assert.equal(drawsFrom(view({ supply: 0 }), draft), "orders");
});

test("a draft that answers nothing yet leads nowhere", () => {
  assert.deepEqual(drawable(view({}), EMPTY), []);
});

test("a question in the middle of a turn is answered from there on", () => {
  const order = {
    seat: "pepper",
    ask: "order",
    clause: "MM-5",
    options: ["order mista", "no order"],
    follows: [null, 0],
    then: [{ ask: "draw", clause: "MM-6", options: ["draw supply", "draw orders"], follows: null }],
  };
  assert.deepEqual(moves(view({ decision: order }), { ...EMPTY, stack: "orders" }), ["no order", "draw orders"]);
});

test("a turn is composed from what would be asked, while others play", () => {
  const { decision, ...rest } = view({});
  const waiting = { ...rest, decision: { seat: "salami", ask: "play" }, ahead: decision } as PizzaView;
  const draft = { cards: ["olive"], order: "mista", stack: "orders" as const };
  assert.deepEqual(moves(waiting, draft), ["play 1 olive", "order mista", "draw orders"]);
  assert.equal(drawsFrom(waiting, draft), "orders");
});

test("what was composed before is possible until a card or the stack that was chosen is gone", () => {
  const draft = { cards: ["olive"], order: "mista", stack: "supply" as const };
  assert.equal(isStillPossible(view({}), draft), true);
  assert.equal(isStillPossible(view({}), { ...draft, cards: ["pepper"] }), false);
  const dry = { seat: "pepper", ask: "play", clause: "MM-4", options: ["play 1 olive"], follows: [null], then: [] };
  assert.equal(isStillPossible(view({ decision: dry, supply: 0 }), { ...draft, order: null }), false);
  assert.equal(isStillPossible(view({ decision: dry, supply: 0 }), { ...draft, order: null, stack: null }), true);
  const follows = [{ ask: "draw", clause: "MM-6", options: ["draw orders", "draw nothing"], follows: [null, null] }];
  const emptied = { ...dry, follows: [0], then: follows };
  const chosen = (stack: "supply" | "orders" | null) =>
    isStillPossible(view({ decision: emptied }), { ...draft, order: null, stack });
  assert.deepEqual([chosen("supply"), chosen("orders"), chosen(null)], [false, true, true]);
});
