/** One game being played by a module's rules, in words: what `osteria.play.match` is in Python. */
import type { Family, Table } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { Questions, type Move, type Position } from "./question.ts";
import type { Words } from "./template.ts";
import { Wording, type Row, type Seat, type Why } from "./wording.ts";

export const SPECTATOR = -1;
export type Memory = "authentic" | "assisted";

/** A match whose chance somebody else answers. */
export class Match {
  readonly game: string;
  readonly seats: Seat[];
  readonly rows: Row[] = [];
  private readonly family: Family;
  private readonly wording: Wording;
  private readonly questions: Questions;
  private readonly table: Table;

  constructor(family: Family, game: string, players: number) {
    this.family = family;
    this.game = game;
    this.wording = new Wording(family);
    this.questions = new Questions(family, this.wording);
    this.table = family.table(game, players);
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

  options(): Move[] {
    return this.table.isOver ? [] : this.questions.options(this.position);
  }

  zones(): Words {
    return this.wording.zones(this.table.state);
  }

  /** Make a move; returns how many rows were told before it. */
  play(actions: readonly number[]): number {
    const before = this.rows.length;
    for (const action of actions) this.rows.push(...this.table.step(action));
    return before;
  }

  /** What a viewer was told from a row on. */
  events(viewer: number, from = 0): Words[] {
    return this.wording.events(this.table.state, this.rows.slice(from), viewer);
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

  private outcome(): Words | null {
    if (!this.isOver) return null;
    const standing = this.seats.map((_, seat) => [this.judged("score", seat), this.judged("tiebreak", seat)] as const);
    const isAhead = (one: readonly [number, number], other: readonly [number, number]): boolean =>
      one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
    const bySeat = (part: 0 | 1): Words =>
      Object.fromEntries(standing.map((mine, seat) => [this.seats[seat], mine[part]]));
    const winners = this.seats.filter((_, seat) => !standing.some((other) => isAhead(other, standing[seat]!)));
    return { score: bySeat(0), tiebreak: bySeat(1), winners };
  }

  private judged(entry: "score" | "tiebreak", seat: number): number {
    return this.family.call(entry, this.table.state, seat);
  }
}
