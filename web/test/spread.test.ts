/** How scores are spread over columns of boxes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { spread } from "../src/today/spread.ts";

test("few people: one box a person, one column a score, gaps too", () => {
  const columns = spread(
    [
      { score: 3, people: 2 },
      { score: 5, people: 1 },
    ],
    5,
  );
  assert.deepEqual(
    columns.map(({ from, boxes, own }) => [from, boxes, own]),
    [
      [3, 2, false],
      [4, 0, false],
      [5, 1, true],
    ],
  );
});

test("many people and many scores: never more than twelve columns of eight boxes, and nobody is left out", () => {
  const scores = Array.from({ length: 60 }, (_, score) => ({ score, people: 1 + score * 3 }));
  const columns = spread(scores, 59);
  assert.ok(columns.length <= 12);
  assert.ok(columns.every(({ boxes }) => boxes >= 1 && boxes <= 8));
  assert.deepEqual(
    columns.filter(({ own }) => own).map(({ from }) => from),
    [columns.at(-1)!.from],
  );
});

test("nobody: nothing is drawn", () => assert.deepEqual(spread([], null), []));
