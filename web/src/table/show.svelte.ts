/** Plays what happened, one event after the other, between two views of the house. */
import { folded } from "../game/fold.ts";
import { after } from "../game/kitchen.ts";
import { BLANK, noted, retold, type Ledger, type Receipt } from "../game/ledger.ts";
import { factor, holdFor } from "../game/pace.ts";
import { isPizza, type GameEvent, type View } from "../game/view.ts";
import { settings } from "./settings.svelte.ts";

interface Beat {
  event?: GameEvent;
  /** what moves with it: the reason before a plain move has told it */
  moves?: GameEvent[];
  view?: View;
}

const SILENT = ["move", "returned", "turn"];

function beats(events: readonly GameEvent[]): Beat[] {
  const found: Beat[] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last?.moves && SILENT.includes(event.event)) last.moves.push(event);
    else found.push({ event, moves: [] });
  }
  return found;
}

const SLICE = 40;

export class Show {
  /** the table as it is shown now */
  view = $state.raw<View | null>(null);
  ledger = $state.raw<Ledger>(BLANK);
  /** the event on stage; the one before it is gone */
  moment = $state.raw<GameEvent | null>(null);
  /** counts the events, so that equal ones are still told apart */
  count = $state(0);
  busy = $state(false);
  paused = $state(false);
  fast = $state(false);
  /** somebody is still reading something else */
  held = $state(false);
  /** the table waits at this event until a guide lets it go on */
  stopped = $state(false);
  /** whether to wait at an event; asked as it comes on stage */
  stops: ((event: GameEvent) => boolean) | null = null;
  #beats: Beat[] = [];
  #hurry = false;
  #tap = false;
  readonly #told: (event: GameEvent, view: View) => void;

  constructor(told: (event: GameEvent, view: View) => void) {
    this.#told = told;
  }

  /** Shows this view at once and forgets what was still to be played. */
  cut(view: View | null): void {
    this.#beats = [];
    this.view = view;
    this.moment = null;
    this.ledger = view && isPizza(view) ? retold(view) : BLANK;
  }

  add(events: readonly GameEvent[], view: View | null | undefined): void {
    this.#beats.push(...beats(events), ...(view ? [{ view }] : []));
    if (!this.busy) void this.#play();
  }

  /** Jumps to what is public now. */
  skip(): void {
    this.#hurry = true;
    this.paused = false;
  }

  /** Ends the dwelling on this event. */
  next(): void {
    this.#tap = true;
    this.paused = false;
  }

  /** The receipt of the order that was just settled. */
  get receipt(): Receipt | null {
    const last = this.moment?.event;
    if (last !== "failed" && last !== "filled") return null;
    return (
      this.ledger.receipts.findLast(
        (r) => r.owner === String(this.moment?.["seat"]) && r.order === this.moment?.["order"],
      ) ?? null
    );
  }

  async #play(): Promise<void> {
    this.busy = true;
    for (let beat = this.#beats.shift(); beat; beat = this.#beats.shift()) {
      if (beat.view) this.view = beat.view;
      if (beat.event) {
        this.#stage(beat.event, beat.moves ?? []);
        await this.#dwell(holdFor(beat.event.event));
      }
    }
    this.busy = false;
    this.#hurry = false;
  }

  #stage(event: GameEvent, moves: readonly GameEvent[]): void {
    for (const part of [event, ...moves]) {
      if (this.view && isPizza(this.view)) {
        this.ledger = noted(this.ledger, part);
        this.view = after(this.view, part);
      } else if (this.view) this.view = folded(this.view, part);
    }
    this.moment = event;
    this.count += 1;
    if (this.stops?.(event)) this.stopped = true;
    if (this.view) this.#told(event, this.view);
  }

  async #dwell(time: number): Promise<void> {
    let left = time;
    this.#tap = false;
    const isCut = () => this.#hurry || this.#tap || document.hidden;
    const waits = () => this.stopped || ((this.paused || this.held) && !isCut());
    while (waits() || (left > 0 && !isCut())) {
      const pace = factor(settings.pace) * (this.fast ? 0.5 : 1);
      if (pace === 0 && !waits()) return;
      await new Promise((resolve) => setTimeout(resolve, SLICE));
      if (!waits()) left -= SLICE / pace;
    }
  }
}
