/** What a device keeps of what was promised before a deal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBytes, note } from "../src/table/promised.ts";
import type { TableInfo } from "../src/wire/protocol.ts";

const kept = new Map<string, string>();
Object.assign(globalThis, {
  document: { querySelector: () => null },
  localStorage: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  },
  fetch: async () => Response.json({ frame: 1 }),
});

const shown = (status: string, ...random: string[]) =>
  ({ table: "t", status, commitment: "c", seats: random.map((bytes, seat) => ({ seat, random: bytes })) }) as TableInfo;
const own = () => JSON.parse(kept.get("osteria.promised")!)[0].own;

test("bytes count as taken while their seat shows them, and no longer when it was seen without them", async () => {
  note(shown("waiting", "", ""));
  await addBytes("t", "key", 0);
  const { bytes } = own()[0];
  assert.equal(own()[0].isTaken, true, "the house said so");
  note(shown("waiting", bytes, ""));
  assert.equal(own()[0].isTaken, true);
  note(shown("waiting", "", ""));
  assert.equal(own()[0].isTaken, false, "whoever had the seat left it, or was removed");
  note(shown("waiting", bytes, ""));
  assert.equal(own()[0].isTaken, true, "a frame that was late");
  note(shown("waiting", "other bytes", ""));
  assert.equal(own()[0].isTaken, true, "a house that replaces them lies");
});
