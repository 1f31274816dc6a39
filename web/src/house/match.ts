/** One game being played by a module's rules, in words: what `osteria.play.match` is in Python. */
import type { Family, Table } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { Questions, type Move, type Position } from "./question.ts";
import type { Seeded } from "./seeded.ts";
import type { Words } from "./template.ts";
import { Wording, type Row, type Seat, type Why } from "./wording.ts";

export const SPECTATOR = -1;
/** The cell of a row that only some may know, and what the others find there. */
const WHAT = 2;
const HIDDEN = -1n;
/** Instead of a deal whose card a viewer did not see. */
const UNSEEN = -1;
export type Memory = "authentic" | "assisted";

/** Where a match stood, to go back to. */
export interface Mark {
  bytes: Uint8Array;
  rows: number;
  lines: number;
  actions: number;
  drawn: number;
  taken: Map<string, number> | undefined;
}

/** What one viewer saw of a match, as numbers. */
export interface Seen {
  game: string;
  viewer: number;
  fresh: Uint8Array;
  /** with assisted memory */
  observation: Uint8Array;
  rows: Row[];
  taken: number;
  /** every small action; -1 where a card was dealt unseen */
  actions: number[];
  /** which of them were chance's */
  chance: number[];
}

/** What chance did: where it stands among all small actions, and the row that tells it. */
interface Drawn {
  at: number;
  row: number;
}

/** A match whose chance a seed answers, or somebody else. */
export class Match {
  readonly game: string;
  readonly seats: Seat[];
  readonly rows: Row[] = [];
  /** what was asked and answered, chance included, as transcripts write it */
  readonly lines: string[] = [];
  /** the record before anything was drawn */
  readonly fresh: Uint8Array;
  /** small actions since the start, chance included */
  private readonly actions: number[] = [];
  private readonly drawn: Drawn[] = [];
  private readonly family: Family;
  private readonly wording: Wording;
  private readonly questions: Questions;
  private readonly table: Table;
  private readonly seeded: Seeded | null;

  /** `seats`: how many play, or their own kinds in seat order; `seeded`: answers for chance. */
  constructor(family: Family, game: string, seats: number | readonly string[], seeded: Seeded | null = null) {
    this.family = family;
    this.seeded = seeded;
    this.game = game;
    this.wording = new Wording(family);
    this.questions = new Questions(family, this.wording);
    this.table = family.table(game, seats);
    this.fresh = this.table.state.bytes.slice();
    this.seats = this.wording.seats(this.table.state);
  }

  /** The record and what is asked. */
  get position(): Position {
    return { bytes: this.table.state.bytes.slice(), ask: this.table.ask };
  }

  get isOver(): boolean {
    return this.table.isOver;
  }

  get isChance(): boolean {
    return this.table.isChance;
  }

  /** Who is asked. */
  get seat(): number {
    return Number(this.table.get("seat"));
  }

  /** Who is asked, as transcripts write it. */
  get who(): string {
    return this.isChance ? "chance" : this.wording.who(this.table.state, this.seat);
  }

  options(): Move[] {
    return this.table.isOver ? [] : this.questions.options(this.position);
  }

  zones(): Words {
    return this.wording.zones(this.table.state);
  }

  /** Make a move; returns how many rows were told before it. */
  play(actions: readonly number[]): number {
    const before = this.rows.length;
    this.lines.push(`${this.who}: ${this.wording.move(this.table.state, this.table.ask, actions)}`);
    if (this.isChance) this.noteDraw(before);
    for (const action of actions) this.rows.push(...this.table.step(action));
    this.actions.push(...actions);
    return before;
  }

  private noteDraw(row: number): void {
    this.drawn.push({ at: this.actions.length, row });
    this.seeded?.take(this.table, this.wording);
  }

  /** Answer for chance until somebody is asked or the game is over: by the seed, else by `below`, which draws a whole number
   * below its argument. */
  draw(below: (limit: number) => number): void {
    while (!this.isOver && this.isChance)
      this.play([this.seeded?.next(this.table, this.wording) ?? this.table.outcome(below(this.table.total()))]);
  }

  /** The small actions of a legal move that is written so; null: there is none. */
  find(text: string): number[] | null {
    return this.options().find((option) => option.text === text)?.actions ?? null;
  }

  /** Whether the same seat goes on with its turn after a move, and nothing that it could not foresee happens before. */
  goesOn(actions: readonly number[]): boolean {
    return this.questions.after(this.position, actions) !== null;
  }

  get mark(): Mark {
    return {
      bytes: this.table.state.bytes.slice(),
      rows: this.rows.length,
      lines: this.lines.length,
      actions: this.actions.length,
      drawn: this.drawn.length,
      taken: this.seeded?.mark,
    };
  }

  /** Go back to where the match stood. */
  restore(mark: Mark): void {
    this.table.load(mark.bytes);
    this.rows.length = mark.rows;
    this.lines.length = mark.lines;
    this.actions.length = mark.actions;
    this.drawn.length = mark.drawn;
    if (mark.taken) this.seeded?.restore(mark.taken);
  }

  /** What a seat's bot is handed: everything that its seat saw, as numbers. */
  seen(viewer: number): Seen {
    const rows = this.rows.map((row) => this.wording.asSeen(row, viewer));
    const observation = this.table.observe(viewer, 1).slice();
    const actions = [...this.actions];
    for (const { at, row } of this.drawn) if (rows[row]?.[WHAT] === HIDDEN) actions[at] = UNSEEN;
    const chance = this.drawn.map(({ at }) => at);
    return { game: this.game, viewer, fresh: this.fresh, observation, rows, taken: actions.length, actions, chance };
  }

  /** What a viewer was told from a row on. */
  events(viewer: number, from = 0, to?: number): Words[] {
    return this.wording.events(this.table.state, this.rows.slice(from, to), viewer);
  }

  /** What a viewer (-1: a spectator) may see now; `ahead`, what a waiting seat would be asked, is not worked out here. */
  view(viewer: number, memory: Memory, history?: readonly Words[]): Words {
    return {
      game: this.game,
      seats: this.seats,
      seat: this.seats[viewer] ?? null,
      memory,
      ...this.shown(viewer, memory),
      decision: this.decision(viewer),
      ahead: null,
      outcome: this.outcome(),
      ...(history ? { history } : {}),
    };
  }

  /** The zones as a viewer may see them. */
  shown(viewer: number, memory: Memory): Words {
    this.table.observe(viewer, Number(memory === "assisted"));
    return this.wording.view(this.table.seen, this.seats, viewer);
  }

  /** Why a small action that answers the question may not be taken now; null: it may. */
  refusal(action: number): Why | null {
    const offered = (): string[] => this.options().map(({ text }) => text);
    return this.wording.refusal(this.table.state, this.table.ask, action, this.table.legal(), offered);
  }

  private decision(viewer: number): Words | null {
    if (this.isOver) return null;
    const ask = this.family.about.asks[this.table.ask];
    if (this.isChance) return { seat: null, ask };
    const asked = { seat: this.seats[this.seat]!, ask };
    return this.seat === viewer ? { ...asked, ...this.questions.words(this.position) } : asked;
  }

  /** Whom nobody is ahead of, by number. */
  winners(): number[] {
    return this.seats.flatMap((_, seat) => (this.judged("best", seat) ? [seat] : []));
  }

  private outcome(): Words | null {
    if (!this.isOver) return null;
    const bySeat = (entry: "score" | "tiebreak"): Words =>
      Object.fromEntries(this.seats.map((name, seat) => [name, this.judged(entry, seat)]));
    const winners = this.winners().map((seat) => this.seats[seat]);
    return { score: bySeat("score"), tiebreak: bySeat("tiebreak"), winners };
  }

  private judged(entry: "score" | "tiebreak" | "best", seat: number): number {
    return this.family.call(entry, this.table.state, seat);
  }
}
