/** One table as this device knows it: the line to it, its views, and what is on its way to the house. */
import { isAsked, seatName, withHands, type GameEvent, type View } from "../game/view.ts";
import { Line, type LineState } from "../wire/line.ts";
import { heldAt } from "../wire/keys.ts";
import type {
  ClockInfo,
  Frame,
  FromHouse,
  Problem,
  Saying,
  SeatInfo,
  TableInfo,
  Welcome,
  You,
} from "../wire/protocol.ts";
import { hasLeft } from "./left.ts";
import { mutes } from "./mutes.svelte.ts";
import { nameOf } from "./names.ts";
import { addBytes, note } from "./promised.ts";
import { isReaction } from "./reactions.ts";
import { settings } from "./settings.svelte.ts";
import { Show } from "./show.svelte.ts";

const SEEN_EVERY = 400;
const SAYING_STAYS = 5000;
const STAMP_STAYS = 2500;
/** what somebody said who declined */
const NOES = ["decline", "hold"];

export class Room {
  readonly id: string;
  readonly key: string | null;
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You | null>(null);
  /** where the table stands, whatever is shown */
  view = $state.raw<View | null>(null);
  question = $state(0);
  present = $state.raw<number[]>([]);
  watching = $state(0);
  /** names of those who watch, as far as they gave one */
  watchers = $state.raw<string[]>([]);
  /** people who are not on the line: seat number, and since when */
  away = $state.raw<Readonly<Record<number, number>>>({});
  clock = $state.raw<ClockInfo | null>(null);
  state = $state<LineState>("opening");
  problem = $state.raw<Problem | null>(null);
  refused = $state.raw<Problem | null>(null);
  sending = $state<string | null>(null);
  /** when the answer to what is asked is given out, in milliseconds of this device; null: as soon as it comes */
  window = $state<number | null>(null);
  /** the own last decision can be taken back, if everybody agrees */
  mayUndo = $state(false);
  /** listed tables: somebody away for so many seconds may lose the chair, if all who are here agree; null: never */
  chair = $state<number | null>(null);
  /** this person skipped what is shown: bots need not wait for them until they are asked */
  skipped = $state(false);
  /** the house said no for this person a moment ago */
  declined = $state(false);
  sayings = $state.raw<Saying[]>([]);
  /** assisted tables: everything this viewer has seen */
  history = $state.raw<GameEvent[]>([]);
  /** a guide leads through this game: no other hints */
  guided = $state(false);
  readonly show: Show;
  #line: Line;
  #frame: number | null = null;
  #live = false;
  #sentRest: string[] = [];
  #seenTimer: ReturnType<typeof setTimeout> | undefined;
  #ids = 0;
  readonly #watches: boolean;
  readonly #prefix = crypto.randomUUID().slice(0, 8);

  /** `watches`: nobody on this device sits here, so hands that lie open to spectators are shown. */
  constructor(id: string, key: string | null, told: (event: GameEvent, view: View) => void, watches = false) {
    this.id = id;
    this.key = key;
    this.#watches = watches;
    this.show = new Show(told);
    this.#line = new Line(id, key, otherKeys(id, key), {
      heard: (message) => this.#hear(message),
      changed: (state, problem) => this.#changed(state, problem),
      since: () => this.#frame,
    });
  }

  /** Opens the line; a room that is only looked back at stays without one. */
  open(): this {
    this.#live = true;
    this.#line.open();
    return this;
  }

  close(): void {
    clearTimeout(this.#seenTimer);
    this.#line.close();
    this.show.cut(null);
  }

  /** The question is for this viewer, and everything before it has been shown. */
  get asked(): boolean {
    const view = this.show.view;
    if (!this.#live || !view?.decision || view.seat === null || this.show.busy || this.sending) return false;
    return seatName(view.decision.seat) === seatName(view.seat) && view.decision.options !== undefined;
  }

  /** The question is for this viewer, whatever is still being shown; with a guide it waits until then. */
  get pending(): boolean {
    if (this.show.stops && this.show.busy) return false;
    return this.#live && this.view !== null && isAsked(this.view) && !this.sending;
  }

  /** Answers the question with one move, or with a run of them. */
  answer(moves: readonly string[]): void {
    this.refused = null;
    this.show.skip();
    this.sending = `${this.#prefix}-${++this.#ids}`;
    this.#sentRest = [...moves];
    this.#line.insist({ type: "play", id: this.sending, question: this.question, moves: [...moves] });
    if (settings.pace === "instant") this.#hurry();
  }

  /** Asks to take the own last decision back, or answers who asks. */
  undo(yes = true): void {
    this.#line.insist({ type: "undo", id: `${this.#prefix}-${++this.#ids}`, yes });
  }

  /** Lets the house decline for this person, as this device prefers it. */
  letDecline(seconds: number): void {
    const own = this.table?.seats.find((seat) => seat.seat === this.you?.seat);
    if (!this.#live || this.key === null || !own || (own.declines ?? 0) === seconds) return;
    if (this.table?.status === "waiting" || this.table?.status === "playing")
      this.#line.insist({ type: "decline", id: `${this.#prefix}-${++this.#ids}`, seconds });
  }

  say(phrase: Saying["phrase"]): void {
    this.#line.insist({ type: "say", id: `${this.#prefix}-${++this.#ids}`, phrase });
  }

  /** This device has no seat here: it watches. */
  get watches(): boolean {
    return this.#live && this.#watches && this.you?.seat === null;
  }

  /** What is said and shown just now by those whom this device has not muted. */
  get heard(): Saying[] {
    return this.sayings.filter(({ seat }) => !mutes.all(this.id) && !mutes.has(this.id, seat));
  }

  /** Lets a bot play on for somebody who is away, until they are back. */
  playOn(seat: number): void {
    this.#line.insist({ type: "play-on", id: `${this.#prefix}-${++this.#ids}`, seat });
  }

  /** Would open the chair of somebody who has been away for long, or is against it. */
  openChair(seat: number, yes: boolean): void {
    this.#line.insist({ type: "open-chair", id: `${this.#prefix}-${++this.#ids}`, seat, yes });
  }

  /** On to where the table stands; bots that would wait for this person do not. */
  skip(): void {
    this.show.skip();
    this.#hurry();
  }

  /** A bot takes its time, for this person too. */
  get delayed(): boolean {
    const asked = this.view?.decision?.seat;
    if (!this.table?.settings.pace || this.you?.seat === null || this.skipped || asked == null) return false;
    const info = this.info(seatName(asked));
    return this.table.status === "playing" && info !== null && (info.kind !== "person" || info.stand_in !== "");
  }

  #hurry(): void {
    if (!this.table?.settings.pace || this.key === null) return;
    this.skipped = true;
    this.#line.say({ type: "skip" });
  }

  /** The person for whom the table waits, if somebody who is not on the line. */
  get waitedFor(): { seat: number; name: string } | null {
    const asked = this.view?.decision?.seat;
    if (this.state !== "open" || this.table?.status !== "playing" || asked === undefined || asked === null) return null;
    const seat = this.view!.seats.map(seatName).indexOf(seatName(asked));
    const info = this.table.seats[seat];
    if (info?.kind !== "person" || info.stand_in || !(seat in this.away) || seat === this.you?.seat) return null;
    return { seat, name: nameOf(info) };
  }

  /** Seconds after which those present may let a bot play on for somebody who is away. */
  get grace(): number {
    return this.table?.settings.grace ?? 60;
  }

  /** What a seat is called, by its number. */
  called(seat: number): string {
    const info = this.table?.seats[seat];
    return info ? nameOf(info) : "";
  }

  /** Takes the seat back from a stand-in. */
  back(): void {
    this.#line.insist({ type: "back", id: `${this.#prefix}-${++this.#ids}` });
  }

  info(seat: string): SeatInfo | null {
    const at = this.view ? this.view.seats.map(seatName).indexOf(seat) : Number(seat);
    return this.table?.seats[at] ?? null;
  }

  /** What a seat is called by everybody. */
  name(seat: string): string {
    const info = this.info(seat);
    return info ? nameOf(info) : seat;
  }

  isOwn(seat: string): boolean {
    const view = this.view;
    return view !== null && view.seat !== null && seatName(view.seat) === seat;
  }

  #changed(state: LineState, problem: Problem | null): void {
    this.state = state;
    this.problem = problem;
  }

  #hear(message: FromHouse): void {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "frame":
        return this.#take(message);
      case "ack":
        if (message.id === this.sending) this.sending = null;
        return;
      case "refused":
        return this.#refuse(message.id, message.problem);
      case "present":
        this.present = message.present;
        this.away = message.away ?? {};
        this.watching = message.watching;
        this.watchers = message.watchers ?? [];
        return;
      default:
        return;
    }
  }

  #welcome(welcome: Welcome): void {
    if (!this.table && welcome.table.lesson === "on") this.show.stopped = this.guided = !hasLeft(this.id);
    this.table = welcome.table;
    note(welcome.table);
    this.you = welcome.you;
    this.question = welcome.question;
    this.present = welcome.present;
    this.away = welcome.away ?? {};
    this.watching = welcome.watching;
    this.watchers = welcome.watchers ?? [];
    this.clock = welcome.clock ?? null;
    this.#count(welcome.window);
    this.mayUndo = welcome.undo ?? false;
    this.chair = welcome.chair ?? null;
    this.skipped = false;
    if (settings.pace === "instant") this.#hurry();
    const missed = welcome.missed.flatMap((frame) => frame.events ?? []);
    if (welcome.view) this.history = (welcome.view.history ?? []) as GameEvent[];
    const view = this.#seen(welcome);
    if (this.#frame !== null && this.show.view && missed.length > 0) this.show.add(missed, view);
    else if (!this.show.busy || !this.show.view) this.show.cut(view);
    else this.show.add([], view);
    this.view = view;
    this.#frame = welcome.frame;
    this.#contribute(welcome);
    this.#see();
  }

  /** Bytes of this device for the deal, once, before it: the house has committed to its own. */
  #contribute({ table, you }: Welcome): void {
    const own = table.seats.find((seat) => seat.seat === you.seat);
    if (table.status !== "waiting" || this.key === null || !own || own.random) return;
    void addBytes(this.id, this.key, own.seat).catch(() => undefined);
  }

  #take(frame: Frame): void {
    this.#frame = frame.number;
    this.question = frame.question;
    if (frame.table) note((this.table = frame.table));
    if (frame.you) this.you = frame.you;
    if (frame.clock) this.clock = frame.clock;
    if (frame.view || frame.table) this.mayUndo = frame.undo ?? false;
    if (frame.view?.history) this.history = frame.view.history as GameEvent[];
    if (frame.view) this.#passed(frame);
    if (frame.said) this.#said(frame.said);
    const events = frame.events ?? [];
    const view = this.#seen(frame);
    if (view) this.view = view;
    if (this.view && isAsked(this.view)) this.skipped = false;
    if (this.view?.memory === "assisted") this.history = [...this.history, ...events];
    if (events.length > 0 || view) this.show.add(events, view);
    this.#see();
  }

  /** What was asked is answered: by this person, or, at the end of the window, by the house. */
  #passed(frame: Frame): void {
    const own = this.view?.seat;
    const said = frame.events?.some((event) => NOES.includes(event.event) && String(event.seat) === String(own));
    this.declined = this.window !== null && this.sending === null && said === true;
    this.#count(frame.window);
  }

  #count(seconds: number | null | undefined): void {
    this.window = seconds === null || seconds === undefined ? null : Date.now() + 1000 * seconds;
  }

  /** The view of a message, with every hand where this viewer may see them. */
  #seen(message: Welcome | Frame): View | null {
    return message.view ? withHands(message.view, this.#watches ? message.hands : null) : null;
  }

  #refuse(id: string, problem: Problem): void {
    if (id !== this.sending) return;
    this.sending = null;
    const possible = this.#sentRest.slice(0, problem.at ?? 0);
    if (possible.length > 0 && problem.key !== "move.stale") this.answer(possible);
    else this.refused = problem;
  }

  #said(saying: Saying): void {
    this.sayings = [...this.sayings.filter((other) => other.seat !== saying.seat), saying];
    const stays = isReaction(saying.phrase) ? STAMP_STAYS : SAYING_STAYS;
    setTimeout(() => (this.sayings = this.sayings.filter((other) => other !== saying)), stays);
  }

  /** Tells the house what has been seen, a moment later and together. */
  #see(): void {
    clearTimeout(this.#seenTimer);
    this.#seenTimer = setTimeout(() => {
      if (this.#frame !== null) this.#line.say({ type: "seen", frame: this.#frame });
    }, SEEN_EVERY);
  }
}

/** Keys of other seats at a table that this device holds. */
function otherKeys(table: string, key: string | null): string[] {
  return heldAt(table)
    .filter((entry) => entry.seat !== null && entry.key !== key)
    .map((entry) => entry.key);
}
