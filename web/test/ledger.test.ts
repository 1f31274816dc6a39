/** Receipts: what a page knows that was opened while the oven is, and what an order lacked that was given up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { added, BLANK, noted, retold, rows, takenBefore } from "../src/game/ledger.ts";
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
  ahead: null,
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

const FAILED: GameEvent = {
  event: "failed",
  seat: "olive",
  order: "normale-pepper",
  clause: "C-2",
  needed: { pepper: 4, olive: 1 },
  lay: { pepper: 2, olive: 1 },
  added: { pepper: 1 },
  given: {},
  missing: { pepper: 1 },
  declined: [],
  to: "orders/olive/under",
};

test("an assisted page tells the whole round again, and only this one, as it was told", () => {
  const before: GameEvent[] = [
    { event: "filled", seat: "olive", order: "mista", clause: "C-1", taken: {} },
    opened("olive", "minimale"),
  ];
  const round: GameEvent[] = [
    { event: "round-end", seat: "olive" },
    ...["pepper", "pepper", "olive"].map(turned),
    opened("olive", "normale-pepper"),
    FAILED,
  ];
  const { receipts } = retold(scene({ memory: "assisted", history: [...before, ...round] }));
  assert.deepEqual(retold(scene({ memory: "assisted", history: round })).receipts, receipts);
  assert.deepEqual(
    receipts.map((r) => [r.order, r.outcome, r.clause, r.to]),
    [["normale-pepper", "failed", "C-2", "orders/olive/under"]],
  );
  assert.deepEqual(rows(receipts[0]!), [
    { need: "pepper", needed: 4, lay: 2, added: 1, missing: 1 },
    { need: "olive", needed: 1, lay: 1, added: 0, missing: 0 },
  ]);
});

test("while turns are played there is nothing to tell", () => {
  assert.equal(retold(scene({ phase: "turn" })), BLANK);
});

test("what was taken before of what an order lacked is named with who took it", () => {
  const filled: GameEvent = {
    ...FAILED,
    event: "filled",
    seat: "pepper",
    order: "two-doubles",
    missing: {},
    taken: { "double-pepper": 1, salami: 2 },
  };
  const other = { ...filled, order: "mista", taken: { salami: 1 } };
  const failed = { ...FAILED, missing: { pepper: 1, mushroom: 1 } } as GameEvent;
  const before = [opened("pepper", "two-doubles"), filled, opened("pepper", "mista"), other];
  const { receipts } = [...before, opened("olive", "normale-pepper"), failed].reduce(noted, BLANK);
  assert.deepEqual(takenBefore(receipts[2]!), [{ seat: "pepper", order: "two-doubles", cards: { pepper: 2 } }]);
});

test("cards that are laid down, or about to be, take from what is missing", () => {
  const short: GameEvent = { ...FAILED, event: "short", added: {}, missing: { pepper: 2 } };
  const open = [opened("olive", "normale-pepper"), short].reduce(noted, BLANK).receipts[0]!;
  assert.deepEqual(added(open, { "double-pepper": 1 }).missing, {});
  const add: GameEvent = { event: "add", seat: "olive", card: "pepper" };
  const { receipts } = [opened("olive", "normale-pepper"), short, add].reduce(noted, BLANK);
  assert.deepEqual([receipts[0]!.added, receipts[0]!.missing], [{ pepper: 1 }, { pepper: 1 }]);
  assert.deepEqual(added(open, { pepper: 1 }).missing, { pepper: 1 });
  assert.deepEqual(rows(added(open, { pepper: 1 }))[0], { need: "pepper", needed: 4, lay: 2, added: 1, missing: 1 });
});

test("what is told about one order of a series stays with it", () => {
  const series = [opened("olive", "four-olive"), { ...opened("olive", "four-salami"), event: "join" }];
  const events = [...series, { ...FAILED, order: "four-salami" } as GameEvent];
  const { receipts } = events.reduce(noted, BLANK);
  assert.deepEqual(
    receipts.map((r) => r.outcome),
    ["open", "failed"],
  );
});

test("an order that failed, or took nothing, takes from nobody", () => {
  const failed = { ...FAILED, taken: { pepper: 1 } } as GameEvent;
  assert.deepEqual([opened("olive", "normale-pepper"), failed].reduce(noted, BLANK).taken, []);
  const filled = { ...FAILED, event: "filled", taken: {} } as GameEvent;
  assert.deepEqual([opened("olive", "normale-pepper"), filled].reduce(noted, BLANK).taken, []);
});

test("an order has the same rows in the same sequence, told live or seen after a reload", () => {
  const events: GameEvent[] = [
    opened("pepper", "four-three-two-one"),
    {
      event: "short",
      seat: "pepper",
      order: "four-three-two-one",
      needed: FILLING.needs,
      lay: {},
      missing: FILLING.short,
    },
  ];
  const live = events.reduce(noted, BLANK).receipts[0]!;
  const again = retold(scene({ open: ["pepper/four-three-two-one"], filling: FILLING })).receipts[0]!;
  assert.deepEqual(
    rows(live).map((row) => row.need),
    ["pepper", "mushroom", "salami", "olive"],
  );
  assert.deepEqual(
    rows(again).map((row) => row.need),
    rows(live).map((row) => row.need),
  );
});

test("a bid says what it lacks until it is made, and a big pizza how much lies there, live and after a reload", () => {
  const told = (order: string, more: Record<string, unknown>): GameEvent[] => [
    opened("olive", order),
    { ...FAILED, event: "short", added: {}, ...more, order } as GameEvent,
  ];
  const filling = { ...FILLING, owner: "olive", needs: {}, short: {}, request: null, bid: 1, shown: 0, declined: [] };
  const seen = { game: "grande", columns: { olive: 1 }, filling } as const;
  const bid = told("own-kind", { needed: { olive: 2 }, lay: { olive: 1 }, missing: { olive: 1 } });
  const pizza = told("bombastica", { needed: { any: 15 }, lay: { any: 1 }, missing: { any: 14 } });
  const shown = (ledger: typeof BLANK) => ledger.receipts.map((r) => [r.bid, r.missing, rows(r)]);
  const asked = (order: string, ask: string) =>
    shown(
      retold(scene({ ...seen, open: [`olive/${order}`], decision: { seat: "olive", ask } as PizzaView["decision"] })),
    );
  assert.deepEqual(asked("own-kind", "fill"), shown(bid.reduce(noted, BLANK)));
  assert.deepEqual(asked("bombastica", "fill"), shown(pizza.reduce(noted, BLANK)));
  const made = [...bid, { event: "bid", seat: "olive", amount: 1 } as GameEvent];
  assert.deepEqual(asked("own-kind", "block"), shown(made.reduce(noted, BLANK)));
});

test("what was given counts as added, and after a reload what was added is no longer missing", () => {
  const filled = { ...FAILED, event: "filled", added: { pepper: 1 }, given: { pepper: 2 }, missing: {} } as GameEvent;
  const live = [opened("olive", "normale-pepper"), filled].reduce(noted, BLANK).receipts[0]!;
  assert.equal(rows(live)[0]!.added, 3);
  const filling = { ...FILLING, orders: ["pepper/normale-olive"], needs: { olive: 5, pepper: 1 }, request: null };
  const seen = { open: ["pepper/normale-olive"], columns: { olive: 2, pepper: 1 }, committed: { olive: 1 }, filling };
  const again = retold(scene(seen)).receipts[0]!;
  assert.deepEqual(
    [again.missing, rows(again)],
    [
      { olive: 2 },
      [
        { need: "olive", needed: 5, lay: 2, added: 1, missing: 2 },
        { need: "pepper", needed: 1, lay: 1, added: 0, missing: 0 },
      ],
    ],
  );
});

test("a reward stands with the last order that its seat helped to fill", () => {
  const helped = (order: string): GameEvent[] => [
    opened("olive", order),
    { event: "give", seat: "pepper", cards: { pepper: 1 } },
    { ...FAILED, event: "filled", order, helper: "pepper", given: { pepper: 1 }, missing: {}, taken: {} } as GameEvent,
  ];
  const reward = { event: "reward", seat: "pepper", order: "mista" } as GameEvent;
  const { receipts } = [...helped("normale-pepper"), ...helped("minimale"), reward].reduce(noted, BLANK);
  assert.deepEqual(
    receipts.map((r) => r.rewarded),
    [null, "mista"],
  );
});
