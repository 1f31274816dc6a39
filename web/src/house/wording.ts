/** A family's numbers in words: what `osteria.core.wording` is in Python, read from the same data. */
import type { Block, Family, Field } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { say, type About, type Cells, type Template, type Words } from "./template.ts";

export type Seat = string | number;
export type Row = readonly bigint[];
type Spoken = readonly [first: number, count: number, says: Template, asks?: readonly number[]];

interface EventType {
  event: string;
  seen: "everybody" | "owner" | "nobody";
  clauses: string[];
  says: Template;
}

/** The part of FAMILY.json that is about words; `protocol/wording.json` has the same. */
interface Data {
  seats: Template;
  who: Template;
  book: Template;
  places: string[];
  of_seats: string[];
  most: number;
  lists: Record<string, string[]>;
  view: Template;
  zones: Template;
  clauses: Record<string, Template>;
  moves: Spoken[];
  events: Record<string, EventType>;
  asked: Record<string, Template>;
  reasons: Record<string, [sentence: string, clause: string]>;
  only: Record<string, number>;
  otherwise: number;
  known: Template;
  about: Spoken[];
}

/** Why a move is refused. */
export interface Why {
  sentence: string;
  clause: string;
}

const HIDDEN = -1n;
const NOTHING: Omit<About, "lists" | "rule"> = { seats: [], places: [], record: {}, row: [], variables: {} };

/** Cells one after the other as rows of rows. */
function shaped(cells: readonly number[], shape: readonly number[]): Cells {
  if (shape.length < 2) return cells;
  const [rows, ...rest] = shape as [number, ...number[]];
  const width = cells.length / rows;
  return Array.from({ length: rows }, (_, row) => shaped(cells.slice(row * width, (row + 1) * width), rest));
}

const covers = ([first, count, , asks]: Spoken, action: number, ask?: number): boolean =>
  action >= first && action < first + count && (!asks?.length || asks.includes(ask!));
const filled = (sentence: string, known: Words): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name]));

/** Says what a family's records, rows and moves mean. */
export class Wording {
  private readonly data: Data;
  private readonly family: Family;

  constructor(family: Family) {
    this.family = family;
    this.data = family.about.wording as Data;
  }

  /** The words for the seats of a table. */
  seats(state: Block): Seat[] {
    return this.of(state, this.data.seats) as Seat[];
  }

  zones(state: Block): Words {
    return this.of(state, this.data.zones, { seats: this.seats(state) }) as Words;
  }

  /** The words of an observation; -1 is a spectator. */
  view(seen: Block, seats: readonly Seat[], viewer: number): Words {
    return this.of(seen, this.data.view, { seats, variables: { viewer } }, "observation") as Words;
  }

  /** How a transcript names a seat. */
  who(state: Block, number: number): string {
    return this.of(state, this.data.who, { seats: this.seats(state), variables: { number } }) as string;
  }

  /** The clause that asks what is asked. */
  clause(state: Block, ask: number): string {
    return this.of(state, this.data.clauses[ask]!) as string;
  }

  /** A whole move that answers an ask, in words. */
  move(state: Block, ask: number, actions: readonly number[]): string {
    const row = this.data.moves.find((one) => covers(one, actions[0]!, ask))!;
    const variables = { action: actions[0]! - row[0], actions };
    return this.of(state, row[2], { seats: this.seats(state), variables }) as string;
  }

  /** What a template says of a record. */
  said(state: Block, template: Template, variables: Words = {}): unknown {
    return this.of(state, template, { variables });
  }

  /** What was told, as a viewer (-1: a spectator) may know it. */
  events(state: Block, rows: readonly Row[], viewer: number): Words[] {
    const seats = this.seats(state);
    const places = [...this.data.places, ...this.data.of_seats.flatMap((path) => this.ofSeats(path, seats))];
    const book = this.of(state, this.data.book) as number;
    return rows.map((row) => this.event(this.data.events[String(row[0])]!, row, viewer, book, { seats, places }));
  }

  /** A row as a viewer may know it. */
  asSeen(row: Row, viewer: number): Row {
    const { seen } = this.data.events[String(row[0])]!;
    const knows = seen === "everybody" || (seen === "owner" && Number(row[1]) === viewer);
    return knows ? row : [...row.slice(0, 2), HIDDEN, ...row.slice(3)];
  }

  private event(kind: EventType, row: Row, viewer: number, book: number, table: Partial<About>): Words {
    const seen = this.asSeen(row, viewer);
    const clause = kind.clauses.length > 1 ? kind.clauses[book] : kind.clauses[0];
    const said = say(kind.says, { ...this.around(table), row: seen }) as Words;
    return { event: kind.event, ...(clause ? { clause } : {}), ...said };
  }

  private ofSeats(path: string, seats: readonly Seat[]): string[] {
    return Array.from({ length: this.data.most }, (_, seat) => path.replace("{}", String(seats[seat] ?? "")));
  }

  /** Why a small action may not be taken at a record; null: it may. `offered` are the moves that may be made instead. */
  refusal(state: Block, ask: number, action: number, legal: readonly number[], offered: () => string[]): Why | null {
    const code = this.family.call("reason", state, action);
    if (code === 0 && legal.includes(action)) return null;
    const reason = code || (this.data.only[ask] ?? this.data.otherwise);
    if (reason) return this.because(state, ask, reason, this.about(action));
    const instead = this.data.asked[ask];
    const sentence = instead
      ? `That is not asked now; ${this.of(state, instead) as string}.`
      : `That is not asked now: write ${offered().join(", ")}.`;
    return { sentence, clause: this.clause(state, ask) };
  }

  private because(state: Block, ask: number, reason: number, about: Words): Why {
    const [sentence, clause] = this.data.reasons[reason]!;
    const known = { ...(this.of(state, this.data.known) as Words), asking_clause: this.clause(state, ask), ...about };
    return { sentence: filled(sentence, known), clause: filled(clause, known) };
  }

  private about(action: number): Words {
    const found = this.data.about.filter((row) => covers(row, action));
    const said = found.map(([first, , says]) => say(says, this.around({ variables: { action: action - first } })));
    return Object.assign({}, ...said) as Words;
  }

  private of(
    block: Block,
    template: Template,
    more: Partial<About> = {},
    kind: "record" | "observation" = "record",
  ): unknown {
    const record = this.plain(block, this.family.about[kind].fields);
    const rule = (name: string, ...numbers: number[]): number => this.family.call(name, block, ...numbers);
    return say(template, { ...this.around(more), record, rule });
  }

  private around(more: Partial<About>): About {
    const rule = (name: string): never => {
      throw new Error(`The rule ${name} is about a record.`);
    };
    return { ...NOTHING, lists: this.data.lists, rule, ...more };
  }

  /** The fields of a record, read when they are asked for. */
  private plain(block: Block, fields: Record<string, Field>): Record<string, Cells> {
    const read = (name: string): Cells => {
      const value = this.family.field(block, fields[name]!);
      return typeof value === "number" ? value : shaped(Array.from(value, Number), fields[name]![2]);
    };
    return new Proxy<Record<string, Cells>>({}, { get: (kept, name: string) => (kept[name] ??= read(name)) });
  }
}
