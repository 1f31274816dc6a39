/** The way to the house on this device: a worker that speaks what a server speaks. */
import type { Problem } from "./protocol.ts";

export type FromPage =
  | { pause: number }
  | { call: number; path: string; body: unknown; key: string | null }
  | { line: number; table: string; said: string }
  | { line: number; closed: true };
export type ToPage =
  | { call: number; answer: unknown }
  | { call: number; problem: Problem }
  | { line: number; said: string }
  | { line: number; closed: number };

/** What `Line` needs of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Milliseconds that a bot takes at least before it answers. */
const PAUSE = 700;

type Waiting = { resolve: (answer: unknown) => void; reject: (problem: Problem) => void };
const calls = new Map<number, Waiting>();
const lines = new Map<number, HereSocket>();
let count = 0;
let worker: Worker | null = null;

function post(message: FromPage): void {
  if (worker === null) {
    worker = new Worker(new URL("../house/worker.ts", import.meta.url), { type: "module", name: "osteria-house" });
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => heard(data);
    worker.postMessage({ pause: localStorage.getItem("osteria.pace") === "instant" ? 0 : PAUSE } satisfies FromPage);
    worker.onerror = () => calls.forEach(({ reject }) => reject({ key: "house.trouble", text: "" }));
  }
  worker.postMessage(message);
}

function heard(message: ToPage): void {
  if ("line" in message) return lines.get(message.line)?.heard(message);
  const waiting = calls.get(message.call);
  calls.delete(message.call);
  if ("problem" in message) waiting?.reject(message.problem);
  else waiting?.resolve(message.answer);
}

/** Asks the house on this device; rejects with a problem. */
export function askHere(path: string, body: unknown, key: string | null): Promise<unknown> {
  const call = ++count;
  return new Promise((resolve, reject) => {
    calls.set(call, { resolve, reject });
    // As it would go over the wire: what a screen watches (a proxy) cannot be sent to a worker.
    post({ call, path, body: body === undefined ? body : JSON.parse(JSON.stringify(body)), key });
  });
}

/** A line to a table of this device. */
export class HereSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly #line = ++count;
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
    lines.set(this.#line, this);
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event("open"));
    });
  }

  send(text: string): void {
    post({ line: this.#line, table: this.#table, said: text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    lines.delete(this.#line);
    post({ line: this.#line, closed: true });
  }

  heard(message: { said: string } | { closed: number }): void {
    if ("said" in message) this.onmessage?.(new MessageEvent("message", { data: message.said }));
    else {
      this.readyState = WebSocket.CLOSED;
      lines.delete(this.#line);
      this.onclose?.(new CloseEvent("close", { code: message.closed }));
    }
  }
}
