/** The door's list of tables. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, gather, going } from "../src/parts/my-tables.ts";
import type { Summary } from "../src/wire/protocol.ts";

const summary = (id: string, status: string, seat: number, asked: number | null, more: object = {}): Summary =>
  ({ table: { table: id, status, created: 0, ...more }, frame: 1, asked, you: { role: "seat", seat } }) as Summary;

test("a device with several seats at a table has it once, and it is theirs when any of them is asked", () => {
  const [one, ...more] = gather([summary("a", "playing", 0, 2), summary("a", "playing", 2, 2)]);
  assert.deepEqual([one!.own, one!.yours, more.length], [[0, 2], true, 0]);
});

test("whoever only hosts a table is never asked there", () => {
  assert.equal(gather([{ ...summary("a", "playing", 0, 0), you: { role: "host" } }])[0]!.yours, false);
});

test("tables that wait for somebody here come first, the most urgent before all; then who plays, then who waits", () => {
  const tables = gather([
    summary("waits", "waiting", 0, null),
    summary("plays", "playing", 0, 1),
    { ...summary("later", "playing", 0, 0), until: 200 },
    summary("whenever", "playing", 0, 0),
    { ...summary("soon", "playing", 1, 1), until: 100 },
    summary("over", "over", 0, null),
    summary("closed", "closed", 0, null),
  ]);
  const names = going(tables).map((one) => one.table.table);
  assert.deepEqual(names, ["soon", "later", "whenever", "plays", "waits"]);
});

test("of games that are over the newest comes first", () => {
  const tables = gather([summary("old", "over", 0, null), summary("new", "over", 0, null, { created: 9 })]);
  assert.deepEqual(
    finished(tables).map((one) => one.table.table),
    ["new", "old"],
  );
});
