import { Refusal } from "../wire/api.ts";
import { keepAll } from "../wire/keys.ts";
import type { Problem, Seated } from "../wire/protocol.ts";
import { route } from "./route.svelte.ts";

/** Something that somebody asks for: whether it is under way, and why it was refused. */
export class Attempt {
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);

  async at(act: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await act();
    } catch (error) {
      this.problem = error instanceof Refusal ? error.problem : null;
    }
    this.busy = false;
  }

  /** Seats at a table: they are kept, and the page goes there. */
  seats(make: () => Promise<Seated>): Promise<void> {
    return this.at(async () => {
      const seated = await make();
      keepAll(seated);
      route.go(`/t/${seated.table}`);
    });
  }
}
