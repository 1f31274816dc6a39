/** The house on this device, in a worker of its own: calls and lines come as messages from the page. */
/// <reference lib="webworker" />
import type { FromClient, FromHouse, Problem } from "../wire/protocol.ts";
import type { FromPage, ToPage } from "../wire/here.ts";
import { House, No, type Send } from "./house.ts";
import { Modules, type Load } from "./modules.ts";
import { opened } from "./store.ts";
import { thinkers } from "./thinkers.ts";

let pause = 0;
const worker = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: ToPage): void => worker.postMessage(message);
const TROUBLE: Problem = { key: "house.trouble", text: "The house on this device does not answer." };
const CLOSED = 4004;

const load: Load = async (file) => {
  const answer = await fetch(`/modules/${file}`);
  if (!answer.ok) throw new No("house.trouble", "What plays here is not ready yet.");
  return new Uint8Array(await answer.arrayBuffer());
};

/** Asks the house that others can reach. */
const send: Send = async (path, body) => {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`/api${path}`, init).catch(() => null);
  const said = (await answer?.json().catch(() => null)) as { error?: Problem } | null | undefined;
  if (answer?.ok && said) return said;
  throw new No(said?.error?.key ?? "house.trouble", said?.error?.text ?? "The house does not answer.");
};

let house: Promise<House> | null = null;
function open(): Promise<House> {
  house ??= Promise.all([Modules.read(load, thinkers(navigator.hardwareConcurrency)), opened()]).then(
    ([modules, store]) => new House(modules, store, () => pause * (1 + Math.random()), send),
  );
  house.catch(() => (house = null));
  return house;
}

const problemOf = (error: unknown): Problem => (error instanceof No ? error.problem : TROUBLE);

async function answer(call: number, path: string, body: unknown, key: string | null): Promise<void> {
  try {
    post({ call, answer: await (await open()).ask(path, body, key) });
  } catch (error) {
    if (!(error instanceof No)) console.error(error);
    post({ call, problem: problemOf(error) });
  }
}

const lines = new Map<number, Promise<(message: FromClient | null) => void>>();

function hear(line: number, table: string, text: string): void {
  const message = JSON.parse(text) as FromClient;
  if (message.type !== "hello") return void lines.get(line)?.then((say) => say(message));
  const say = (said: FromHouse): void => post({ line, said: JSON.stringify(said) });
  const joined = open().then((found) => found.join(table, message.key ?? null, say));
  lines.set(line, joined);
  joined.catch((error: unknown) => {
    say({ type: "bye", problem: problemOf(error) });
    post({ line, closed: CLOSED });
  });
}

function close(line: number): void {
  void lines.get(line)?.then((say) => say(null));
  lines.delete(line);
}

worker.onmessage = ({ data }: MessageEvent<FromPage>) => {
  if ("pause" in data) pause = data.pause;
  else if ("call" in data) void answer(data.call, data.path, data.body, data.key);
  else if ("said" in data) hear(data.line, data.table, data.said);
  else close(data.line);
};
