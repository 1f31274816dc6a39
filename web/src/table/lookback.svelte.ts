/** What the house finds out about a finished game, asked for until it knows all of it. */
import { Refusal } from "../wire/api.ts";
import type { Problem } from "../wire/protocol.ts";

const WAIT = 2;
const PAUSE = 400;
const AGAIN = 5000;
const BUSY: readonly string[] = ["table.busy", "request.too-many", "house.stopping"];

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Whose game it was, for what is told about it afterwards. */
export interface PlayedBy {
  table: string;
  /** in the order of the table, whatever the result */
  seats: string[];
  names: string[];
  own: string | null;
}

export class Lookback<Told extends { steps_in_all: number }> {
  told = $state.raw<Told | null>(null);
  problem = $state.raw<Problem | null>(null);
  #left = false;
  #ask: (table: string, wait: number) => Promise<Told>;
  #known: (told: Told) => number;

  /** @param ask asks the house; @param known how many of the steps are known in what it answered */
  constructor(ask: (table: string, wait: number) => Promise<Told>, known: (told: Told) => number) {
    this.#ask = ask;
    this.#known = known;
  }

  /** Asks again and again, until everything is there, or the page is left. */
  async follow(table: string): Promise<void> {
    while (!this.#left && !this.whole) {
      try {
        this.told = await this.#ask(table, WAIT);
        if (!this.whole) await pause(PAUSE);
      } catch (error) {
        const problem = error instanceof Refusal ? error.problem : null;
        if (!problem || !BUSY.includes(problem.key)) {
          this.problem = problem;
          return;
        }
        await pause(AGAIN);
      }
    }
  }

  leave(): void {
    this.#left = true;
  }

  get whole(): boolean {
    return this.told !== null && this.#known(this.told) === this.told.steps_in_all;
  }
}
