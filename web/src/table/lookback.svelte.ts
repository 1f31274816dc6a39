/** A finished game's chances to win, asked for until the house knows all of them. */
import { chances, Refusal } from "../wire/api.ts";
import type { Chances, Problem } from "../wire/protocol.ts";

const WAIT = 2;
const PAUSE = 400;
const AGAIN = 5000;
const BUSY: readonly string[] = ["table.busy", "request.too-many", "house.stopping"];

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

export class Lookback {
  told = $state.raw<Chances | null>(null);
  problem = $state.raw<Problem | null>(null);
  #left = false;

  /** Asks again and again, until everything is there, or the page is left. */
  async follow(table: string): Promise<void> {
    while (!this.#left && !this.whole) {
      try {
        this.told = await chances(table, WAIT);
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
    return this.told !== null && this.told.chances.length === this.told.steps_in_all;
  }
}
