/** A worker that plays a search's playouts: the house on this device has as many as there are cores. */
/// <reference lib="webworker" />
import { Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { rolled, type Files, type Job, type Part, type Weights } from "./rolling.ts";

export interface Wanted {
  files: Files;
  job: Job;
}

const worker = self as unknown as DedicatedWorkerGlobalScope;
const found = new Map<string, Promise<{ family: Family; about: Weights }>>();

async function opened({ bots, weights }: Files): Promise<{ family: Family; about: Weights }> {
  const [module, about] = await Promise.all([
    fetch(`/modules/${bots}`).then((answer) => answer.arrayBuffer()),
    fetch(`/modules/${weights}`).then((answer) => answer.json() as Promise<Weights>),
  ]);
  return { family: await Family.read(module, about), about };
}

/** The module, as it was fetched for the first job. */
function open(files: Files): Promise<{ family: Family; about: Weights }> {
  if (!found.has(files.bots)) found.set(files.bots, opened(files));
  return found.get(files.bots)!;
}

worker.onmessage = async ({ data }: MessageEvent<Wanted>) => {
  const part: Part | null = await open(data.files).then(
    ({ family, about }) => rolled(family, about, data.job),
    () => null,
  );
  if (part === null) found.clear();
  worker.postMessage(part);
};
