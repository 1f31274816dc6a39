/** What is asked at a position, and what may follow: `osteria.play.question` and `osteria.play.ahead`, over a module's rules. */
import type { Block, Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import type { Words } from "./template.ts";
import type { Wording } from "./wording.ts";

/** So many moves are tried ahead of one question; the same number as in Python. */
const MOST_MOVES = 240;
const LONGEST_MOVE = 8;
const NO_CLOSE = [-1, -1] as const;

export interface Move {
  text: string;
  actions: number[];
}

/** A record and what is asked at it. */
export interface Position {
  bytes: Uint8Array;
  ask: number;
}

interface Node {
  position: Position;
  options: Move[];
  after: (Node | null)[] | null;
}

/** Asks a family's rules about positions, in the module's memory. */
export class Questions {
  private readonly family: Family;
  private readonly wording: Wording;
  private readonly here: Block;
  private readonly before: Block;
  private readonly out: Block;
  private readonly actions: Block[];

  constructor(family: Family, wording: Wording) {
    this.family = family;
    this.wording = wording;
    this.here = family.argument("quiet", "states");
    this.before = family.argument("stays", "before");
    this.out = family.argument("legal", "out");
    this.actions = Array.from({ length: LONGEST_MOVE }, (_, length) => family.block(8, [length + 1]));
  }

  /** Every legal move at a position. */
  options(position: Position): Move[] {
    const first = this.legal(position);
    const isComposed = this.family.about.composed.includes(position.ask);
    const moves = isComposed
      ? first.flatMap((action) => this.completions(position, action))
      : first.map((one) => [one]);
    this.lay(position);
    return moves.map((actions) => ({ actions, text: this.wording.move(this.here, position.ask, actions) }));
  }

  clause(position: Position): string {
    return this.wording.clause(this.lay(position), position.ask);
  }

  /** The question as views have it, for the seat that is asked: its options and all that may follow. */
  words(position: Position): Words {
    const nodes: Node[] = [];
    const places = new Map<string, Node>();
    const meet = (at: Position): Node => {
      const key = String.fromCharCode(...at.bytes);
      if (!places.has(key)) {
        places.set(key, { position: at, options: this.options(at), after: null });
        nodes.push(places.get(key)!);
      }
      return places.get(key)!;
    };
    const first = meet(position);
    let moves = 0;
    for (const node of nodes) {
      moves += node.options.length;
      if (moves > MOST_MOVES && node !== first) break;
      node.after = node.options.map(({ actions }) => {
        const after = this.after(node.position, actions);
        return after && meet(after);
      });
    }
    const written = this.written(first);
    return { options: first.options.map(({ text }) => text), clause: this.clause(position), ...written };
  }

  private written(first: Node): Words {
    const then: Words[] = [];
    const same = new Map<string, number>();
    const placed = new Map<Node, number>();
    const follows = (node: Node): (number | null)[] | null =>
      node.after && node.after.map((after) => after && place(after));
    const place = (node: Node): number => {
      if (!placed.has(node)) {
        const later = follows(node);
        const ask = this.family.about.asks[node.position.ask]!;
        const entry = {
          ask,
          clause: this.clause(node.position),
          options: node.options.map(({ text }) => text),
          follows: later,
        };
        const key = JSON.stringify(entry);
        if (!same.has(key)) same.set(key, then.push(entry) - 1);
        placed.set(node, same.get(key)!);
      }
      return placed.get(node)!;
    };
    return { follows: follows(first), then };
  }

  /** The next question to the same seat within its turn; null as soon as something happens in between. */
  after(position: Position, actions: readonly number[]): Position | null {
    const { chance, over, close } = this.family.about;
    const ask = this.quiet(position, actions);
    if (chance.includes(ask) || ask === over || ask === close[0]) return null;
    this.before.bytes.set(position.bytes);
    return this.family.call("stays", this.before, this.here) ? { bytes: this.here.bytes.slice(), ask } : null;
  }

  private legal(position: Position): number[] {
    const count = this.family.call("legal", this.lay(position), this.out);
    return Array.from(this.out.numbers.subarray(0, count), Number);
  }

  private completions(position: Position, action: number): number[][] {
    const length = this.family.call("length", this.lay(position), action);
    let found = [[action]];
    for (let place = 1; place < length; place += 1)
      found = found.flatMap((actions) => {
        const ask = this.quiet(position, actions);
        const further = this.legal({ bytes: this.here.bytes.slice(), ask });
        return further.map((one) => [...actions, one]);
      });
    return found;
  }

  /** Take small actions from a position, telling nobody; what is asked then. The record lies in `here`. */
  private quiet(position: Position, actions: readonly number[]): number {
    const taken = this.actions[actions.length - 1]!;
    taken.numbers.set(actions.map(BigInt));
    return this.family.call("quiet", this.lay(position), taken, ...NO_CLOSE);
  }

  private lay(position: Position): Block {
    this.here.bytes.set(position.bytes);
    return this.here;
  }
}
