/** Receipts: what a page knows that was opened while the oven is, and what an order lacked that was given up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BLANK, noted, retold, rows, shortage } from "../src/game/ledger.ts";
import type { GameEvent, PizzaView } from "../src/game/view.ts";

const scene = (part: Partial<PizzaView>): PizzaView => ({
  announcement: null,
  baker: "olive",
  columns: {},
  committed: {},
  decision: null,
  delivered: {},
  filling: null,
  game: "mamma-mia",
  hands: {},
  holder: null,
  memory: "authentic",
  open: [],
  orders: {},
  outcome: null,
  oven: { size: 9, top: null },
  phase: "scoring",
  removed: {},
  round: 1,
  seat: "olive",
  seats: ["olive", "pepper"],
  starter: null,
  supply: 0,
  turn: null,
  used: 0,
  ...part,
});
const turned = (card: string): GameEvent => ({
  event: "turn-over",
  card,
  from: "oven",
  to: "columns",
  of: "ingredients",
  count: 1,
  what: { [card]: 1 },
});
const opened = (seat: string, order: string): GameEvent => ({
  event: "open",
  seat,
  order,
  from: "oven",
  to: "open",
  of: "orders",
  count: 1,
  what: { [`${seat}/${order}`]: 1 },
});
const FILLING = {
  owner: "pepper",
  orders: ["pepper/four-three-two-one"],
  needs: { olive: 1, pepper: 4, salami: 2, mushroom: 3 },
  short: { pepper: 2 },
  request: { pepper: 2 },
  bid: null,
  shown: null,
  declined: ["olive"],
  picked: null,
  revealed: null,
};

test("an authentic page that was opened anew knows the order being filled, and nothing before it", () => {
  const view = scene({ open: ["pepper/four-three-two-one"], columns: { pepper: 2, olive: 1 }, filling: FILLING });
  const { receipts, taken } = retold(view);
  assert.equal(receipts.length, 1);
  assert.deepEqual(taken, []);
  assert.deepEqual(receipts[0]!.request, { pepper: 2 });
  assert.deepEqual(
    rows(receipts[0]!).map((row) => [row.need, row.needed]),
    [
      ["pepper", 4],
      ["mushroom", 3],
      ["salami", 2],
      ["olive", 1],
    ],
  );
});

test("an assisted page tells the whole round again, and only this one", () => {
  const before: GameEvent[] = [{ event: "filled", seat: "olive", order: "mista", taken: {} }];
  const round: GameEvent[] = [
    { event: "round-end", seat: "olive" },
    ...["pepper", "pepper", "olive"].map(turned),
    opened("olive", "normale-pepper"),
    { event: "failed", seat: "olive", order: "normale-pepper" },
  ];
  const { receipts } = retold(scene({ memory: "assisted", history: [...before, ...round] }));
  assert.deepEqual(
    receipts.map((r) => [r.order, r.outcome]),
    [["normale-pepper", "failed"]],
  );
  assert.deepEqual(shortage(receipts[0]!), { pepper: 2 });
});

test("while turns are played there is nothing to tell", () => {
  assert.equal(retold(scene({ phase: "turn" })), BLANK);
});

test("an order that was given up before anything was chosen lacks what the nearest choice lacked", () => {
  const view = scene({ columns: { salami: 4, mushroom: 1 } });
  const open: GameEvent = { event: "open", seat: "olive", order: "monotoni" };
  const failed: GameEvent = { event: "failed", seat: "olive", order: "monotoni" };
  const ledger = noted(noted(BLANK, view, open), view, failed);
  assert.deepEqual(shortage(ledger.receipts[0]!), { salami: 2, olive: 1 });
});
