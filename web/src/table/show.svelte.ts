/** Plays what happened, one event after the other, between two views of the house. */
import { folded } from "../game/fold.ts";
import { after } from "../game/kitchen.ts";
import { BLANK, noted, retold, type Ledger, type Receipt } from "../game/ledger.ts";
import { BACKLOG, factor, holdFor, LANDING, leavesStage } from "../game/pace.ts";
import { isPizza, type GameEvent, type View } from "../game/view.ts";
import { afterFrame, depart, hasten, isFlying, land, movesIn, nextFrame } from "./flights.ts";
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
    if (last?.moves && SILENT.includes(event.event) && !leavesStage(event)) last.moves.push(event);
    else found.push({ event, moves: [] });
  }
  return found;
}

/** The oven opens, or closes: what still flies over the old table lands before. */
const turnsLights = ({ event }: Beat) => event?.now !== undefined && "phase" in event.now;

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
  #tap = false;
  /** which playing of the beats is the last one: an older one ends where it is */
  #run = 0;
  readonly #told: (event: GameEvent, view: View) => void;

  constructor(told: (event: GameEvent, view: View) => void) {
    this.#told = told;
  }

  /** Shows this view at once and forgets what was still to be played. */
  cut(view: View | null): void {
    this.#beats = [];
    this.#run += 1;
    this.busy = false;
    this.view = view;
    this.moment = null;
    land();
    this.ledger = view && isPizza(view) ? retold(view) : BLANK;
  }

  add(events: readonly GameEvent[], view: View | null | undefined): void {
    this.#beats.push(...beats(events), ...(view ? [{ view }] : []));
    if (!this.busy) void this.#play();
  }

  /** Jumps to what is public now, or to where a guide waits: everything is told, nothing travels any more. */
  skip(): void {
    land();
    this.paused = false;
    if (this.stopped) return;
    this.#run += 1;
    for (let beat = this.#beats.shift(); beat; beat = this.#beats.shift()) {
      this.#stage(beat);
      if (this.stopped) return void this.#play();
    }
    this.busy = false;
  }

  /** Ends the dwelling on this event, and what still flies. */
  next(): void {
    this.#tap = true;
    this.paused = false;
    land();
  }

  /** Twice as fast, or as before. */
  hasten(): void {
    this.fast = !this.fast;
    hasten(this.fast ? 2 : 1);
  }

  /** How much time everything takes: 1 as written, 0 none. */
  get pace(): number {
    const backlog = this.#backlog();
    if (backlog > BACKLOG.jump) return 0;
    return factor(settings.pace) * (this.fast ? 0.5 : 1) * (backlog > BACKLOG.double ? 0.5 : 1);
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
    const run = ++this.#run;
    this.busy = true;
    // SPEED: what has arrived is drawn, and what is shown of it is a task after that
    await (this.pace > 0 && !document.hidden ? afterFrame() : new Promise((resolve) => setTimeout(resolve)));
    if (run !== this.#run) return;
    if (this.stopped) await this.#dwell(0);
    if (run !== this.#run) return;
    for (let beat = this.#beats.shift(); beat; beat = this.#beats.shift()) {
      await this.#tell(beat);
      if (run !== this.#run) return;
    }
    this.busy = false;
  }

  async #tell(beat: Beat): Promise<void> {
    const run = this.#run;
    if (turnsLights(beat) && isFlying()) await this.#dwell(LANDING);
    if (run !== this.#run) return;
    const moves = this.pace > 0 ? movesIn([beat.event ?? {}, ...(beat.moves ?? [])]) : [];
    const fly = moves.length > 0 && !document.hidden ? depart(moves) : null;
    this.#stage(beat);
    if (fly) {
      await nextFrame();
      if (run !== this.#run) return;
      fly(this.pace);
      await new Promise((resolve) => setTimeout(resolve)); // what follows is not drawn in this frame
    }
    if (run !== this.#run) return;
    if (beat.event) await this.#dwell(holdFor(beat.event));
  }

  #stage({ view, event, moves = [] }: Beat): void {
    if (view) this.view = view;
    if (!event) return;
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

  /** Milliseconds by which the table is behind; the oven takes its time, as long as nothing has followed it,
   *  and so does a guide. */
  #backlog(): number {
    if (this.stops) return 0;
    const turn = this.#beats.findIndex(turnsLights);
    const [here, later] = turn < 0 ? [this.#beats, []] : [this.#beats.slice(0, turn), this.#beats.slice(turn)];
    const late = this.view?.phase === "scoring" ? later : here;
    return late.reduce((sum, { event }) => sum + (event ? holdFor(event) : 0), 0);
  }

  async #dwell(time: number): Promise<void> {
    const run = this.#run;
    let left = time;
    let last = performance.now();
    this.#tap = false;
    const isCut = () => this.#tap || document.hidden;
    const waits = () => this.stopped || ((this.paused || this.held) && !isCut());
    while (run === this.#run && (waits() || (left > 0 && !isCut()))) {
      const pace = this.pace;
      if (pace === 0 && !waits()) return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(SLICE, left || SLICE)));
      const now = performance.now();
      if (!waits()) left -= (now - last) / pace;
      last = now;
    }
  }
}
