/** Templates say in the page what they say in Python: the cases of tests/core/template_cases.json. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { say, type About, type Template } from "../src/house/template.ts";

interface Given extends Omit<About, "row" | "rule"> {
  row: string[];
  cases: { name: string; template: Template; says: unknown }[];
}
const given = JSON.parse(
  readFileSync(new URL("../../tests/core/template_cases.json", import.meta.url), "utf8"),
) as Given;
const about: About = { ...given, row: given.row.map(BigInt), rule: (name, more) => name.length + more! };

for (const { name, template, says } of given.cases)
  test(name, () => assert.equal(JSON.stringify(say(template, about)), JSON.stringify(says)));

test("a rule is asked with numbers", () => assert.equal(say(["rule", "bid", ["told", 1]], about), 3));

test("an operation that does not exist is an error", () =>
  assert.throws(() => say(["shout", "olive"], about), /no operation shout/));
