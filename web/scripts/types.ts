/**
 * Writes src/wire/protocol.ts from the schemas in protocol/. With `--check` it writes nothing and fails when the file
 * is not what the schemas say.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { compile, type JSONSchema } from "json-schema-to-typescript";

type Definitions = Record<string, JSONSchema>;

const TARGET = new URL("../src/wire/protocol.ts", import.meta.url);
function definitions(file: string): Definitions {
  const text = readFileSync(new URL(`../../protocol/${file}.json`, import.meta.url), "utf8");
  return (JSON.parse(text) as { $defs: Definitions }).$defs;
}

/** Views and events are named where they travel and declared once: a titled, open object becomes a reference. */
function linked(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(linked);
  if (node === null || typeof node !== "object") return node;
  const { title, default: _, ...rest } = node as Record<string, unknown>;
  if ((title === "GameView" || title === "GameEvent") && !("properties" in rest)) return { $ref: `#/$defs/${title}` };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, linked(value)]));
}

async function protocol(): Promise<string> {
  const views = definitions("views");
  const GameEvent: JSONSchema = { ...views["GameEvent"], additionalProperties: true };
  const known = { ...definitions("api"), ...definitions("messages"), ...views, GameEvent };
  const $defs = linked(known) as Definitions;
  const root: JSONSchema = { $defs, anyOf: Object.keys($defs).map((name) => ({ $ref: `#/$defs/${name}` })) };
  return await compile(root, "Anything", {
    bannerComment: "/* Written by `npm run types` from protocol/; not edited by hand. */",
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    format: true,
    style: { printWidth: 120 },
  });
}

const text = await protocol();
if (!process.argv.includes("--check")) {
  writeFileSync(TARGET, text);
} else if (readFileSync(TARGET, "utf8") !== text) {
  console.error("src/wire/protocol.ts is not what protocol/ says: run `npm run types`");
  process.exit(1);
}
