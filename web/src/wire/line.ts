/** One WebSocket to one table: opens again by itself, and sends an answer until the house has it. */
import type { Socket } from "./here.ts";
import { ownName } from "./keys.ts";
import type { FromClient, FromHouse, Problem } from "./protocol.ts";
import { isHere } from "./where.ts";

export type LineState = "opening" | "open" | "lost" | "closed";

export interface Ears {
  heard(message: FromHouse): void;
  changed(state: LineState, problem: Problem | null): void;
  /** the last frame seen, so that the house can go on from there; null on a fresh page */
  since(): number | null;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const HEARTBEAT = 12_000;
const RESTART = 1012;
const TOO_SLOW = 4008;
const SAID_GOODBYE = 4000;

export class Line {
  readonly #table: string;
  readonly #key: string | null;
  readonly #also: readonly string[];
  readonly #ears: Ears;
  readonly #outbox = new Map<string, FromClient>();
  #socket: Socket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #answered = true;
  #goodbye: Problem | null = null;
  #over = false;

  /** `also`: keys of other seats on this device, so that nobody takes their people for away. */
  constructor(table: string, key: string | null, also: readonly string[], ears: Ears) {
    this.#table = table;
    this.#key = key;
    this.#also = also;
    this.#ears = ears;
  }

  open(): void {
    if (isHere(this.#table))
      void import("./here.ts").then(({ HereSocket }) => this.#over || this.#listen(new HereSocket(this.#table)));
    else {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      this.#listen(new WebSocket(`${scheme}://${location.host}/ws/tables/${this.#table}`));
    }
  }

  #listen(socket: Socket): void {
    this.#socket = socket;
    socket.onopen = () => this.#hello(socket);
    socket.onmessage = (message) => this.#hear(JSON.parse(String(message.data)) as FromHouse);
    socket.onclose = (event) => this.#lost(event.code);
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /** Hangs up for good. */
  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  /** Says something once; what is said on a broken line is lost. */
  say(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Says something that must arrive: again on every new line, until it is acknowledged or refused. */
  insist(message: FromClient & { id: string }): void {
    this.#outbox.set(message.id, message);
    this.say(message);
  }

  readonly #hurry = () => {
    if (this.#timer !== undefined && document.visibilityState === "visible") {
      clearTimeout(this.#timer);
      this.#again();
    }
  };

  #hello(socket: Socket): void {
    const since = this.#ears.since();
    const hello: FromClient = {
      type: "hello",
      ...(this.#key ? { key: this.#key } : {}),
      ...(since === null ? {} : { since }),
      ...(this.#key || this.#also.length > 0 || !ownName() ? {} : { name: ownName().slice(0, 24) }),
      ...(this.#also.length > 0 ? { also: [...this.#also] } : {}),
    };
    socket.send(JSON.stringify(hello));
    this.#answered = true;
    this.#beat = setInterval(() => this.#pulse(), HEARTBEAT);
  }

  #pulse(): void {
    if (!this.#answered) return this.#socket?.close();
    this.#answered = false;
    this.say({ type: "ping" });
  }

  #hear(message: FromHouse): void {
    this.#answered = true;
    if (message.type === "welcome") this.#welcomed();
    if (message.type === "ack" || message.type === "refused") this.#outbox.delete(message.id);
    if (message.type === "bye") this.#goodbye = message.problem;
    this.#ears.heard(message);
  }

  #welcomed(): void {
    this.#wait = FIRST_WAIT;
    this.#ears.changed("open", null);
    for (const message of this.#outbox.values()) this.say(message);
  }

  #lost(code: number): void {
    clearInterval(this.#beat);
    if (this.#over) return;
    if (code >= SAID_GOODBYE && code !== TOO_SLOW) {
      this.#over = true;
      return this.#ears.changed("closed", this.#goodbye);
    }
    this.#ears.changed("lost", null);
    this.#timer = setTimeout(() => this.#again(), code === RESTART ? FIRST_WAIT / 3 : this.#wait);
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
  }

  #again(): void {
    this.#timer = undefined;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.open();
  }
}
