/** The chance to win over a game: what swung it, and what is only the luck of the playouts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { calmed, errorOf, namedAt, swings } from "../src/game/chances.ts";

const game = (...first: number[]) => first.map((share) => [share, 1 - share]);

test("the biggest swings are told in the order of the game, for whom they were good", () => {
  const chances = game(0.5, 0.6, 0.2, 0.3, 0.9, 1);
  assert.deepEqual(
    swings({ chances, playouts: 0 }).map(({ step, seat, change }) => [step, seat, Math.round(change * 100)]),
    [
      [1, 0, 10],
      [2, 1, 40],
      [4, 0, 60],
    ],
  );
});

test("a change that may be luck is no swing", () => {
  const chances = game(0.5, 0.6, 0.5, 0.6);
  assert.equal(swings({ chances, playouts: 50 }).length, 0);
  assert.equal(swings({ chances, playouts: 0 }).length, 3);
});

test("a game that nothing turned has no swing", () => {
  assert.deepEqual(swings({ chances: game(0.5, 0.52, 0.51), playouts: 0 }), []);
  assert.deepEqual(swings({ chances: [], playouts: 0 }), []);
});

test("exact lines are drawn as they are; others lose the luck and keep the edge", () => {
  const rows = game(0.5, 0.53, 0.5, 0.53, 0.9, 0.92, 0.9, 0.92);
  assert.deepEqual(calmed(rows, 0), rows);
  const drawn = calmed(rows, 200);
  assert.ok(Math.abs(drawn[1]![0]! - 0.515) < 0.01);
  assert.ok(drawn[4]![0]! - drawn[3]![0]! > 0.35);
});

test("more playouts are nearer", () => {
  assert.equal(errorOf(0), 0);
  assert.ok(errorOf(400) < errorOf(100));
});

test("a line is named where it stands apart, and not where another is named", () => {
  const rows = Array.from({ length: 60 }, (_, i) => (i > 25 && i < 35 ? [0.9, 0.05, 0.05] : [0.34, 0.33, 0.33]));
  const first = namedAt(rows, 0, []);
  assert.ok(first > 25 && first < 35);
  assert.ok(Math.abs(namedAt(rows, 1, [first]) - first) >= 5);
});

test("the luck of playouts is about one in the root of their number", () => {
  assert.equal(errorOf(1), 1);
  assert.equal(errorOf(400), 0.05);
});

test("what playouts make a swing must be more than twice what luck makes", () => {
  const least = (playouts: number, from = 0.3) =>
    Array.from({ length: 60 }, (_, i) => i / 100).find(
      (change) => swings({ chances: game(from, from + change), playouts }).length > 0,
    );
  assert.equal(least(20, 0), 0.36);
  assert.deepEqual(
    [0, 20, 100, 1000].map((playouts) => least(playouts)),
    [0.08, 0.44, 0.21, 0.08],
  );
});

test("neighbours up to three steps away are as good as the step itself, and no others", () => {
  const rows = [0.5, 0.5, 0.5, 0.5, 0.54, 0.5, 0.5, 0.5, 0.5].map((share) => [share]);
  const drawn = calmed(rows, 100).map(([share]) => Math.round(share! * 1000));
  assert.deepEqual(drawn, [500, 508, 507, 506, 506, 506, 507, 508, 500]);
});

test("lines are named away from both ends, at the first of the best places, a twelfth apart", () => {
  const flat = Array.from({ length: 48 }, () => [0.7, 0.3]);
  assert.equal(namedAt(flat, 0, []), 2);
  assert.equal(namedAt(flat, 1, [2]), 6);
  assert.equal(namedAt(flat, 1, [5]), 9);
  const apart = flat.map((row, i) => (i === 45 || i === 46 || i === 1 ? [0.9, 0.1] : row));
  assert.equal(namedAt(apart, 0, []), 45);
  assert.equal(namedAt([], 0, []), 0);
  const alike = flat.map(() => [0.5, 0.5]);
  assert.equal(namedAt(alike, 0, [...alike.keys()]), 2);
  assert.equal(namedAt([[1, 0]], 0, []), 0);
});
