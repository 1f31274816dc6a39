/**
 * What a seed deals: a game's stacks and dice are data (`stacks` in FAMILY.json), which `osteria.core.stacks` reads in Python.
 * The same seed deals the same cards and dice as there.
 */
import type { Family, Table } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { blake2b, wholeOf } from "./blake2b.ts";
import type { Template } from "./template.ts";
import type { Wording } from "./wording.ts";

/** What chance draws from when it is asked: a shuffled stack has `cards`, dice have `words`. */
interface Stack {
  name: Template;
  /** `[card, word, ...]`, dealt by the ranks of their words */
  cards: Template;
  /** `[card, place, word, ...]`: put somewhere behind the first so many cards */
  late: Template;
  /** the action that deals card 0 */
  first: number;
  /** of how many were drawn before */
  words: Template;
}

type Ranked = readonly (string | number)[];
const KEY_BYTES = 32;
const RANK_BYTES = 8;

/** Words as Python writes a tuple of them. */
function writtenOut(words: Ranked): string {
  const parts = words.map((word) => (typeof word === "string" ? `'${word}'` : String(word)));
  return `(${parts.join(", ")}${parts.length === 1 ? "," : ""})`;
}

/** Chance as a seed has it. */
export class Seeded {
  private readonly key: Uint8Array;
  private readonly decks = new Map<string, readonly number[]>();
  private taken = new Map<string, number>();

  constructor(seed: Uint8Array) {
    this.key = blake2b(seed, KEY_BYTES);
  }

  /** The chance action that happens now; `take` says that it did. */
  next(table: Table, wording: Wording): number {
    const { stack, name, number } = this.place(table, wording);
    if (stack.cards !== null) return stack.first + this.deck(stack, name, table, wording)[number]!;
    const rank = this.rank(wording.said(table.state, stack.words, { number }) as Ranked);
    return table.outcome(Number(rank % BigInt(table.total())));
  }

  /** A chance action is about to happen. */
  take(table: Table, wording: Wording): void {
    const { stack, name, number } = this.place(table, wording);
    if (stack.cards !== null) this.deck(stack, name, table, wording);
    this.taken.set(name, number + 1);
  }

  /** How much was drawn, to go back to. */
  get mark(): Map<string, number> {
    return new Map(this.taken);
  }

  restore(mark: Map<string, number>): void {
    this.taken = new Map(mark);
  }

  private place(table: Table, wording: Wording): { stack: Stack; name: string; number: number } {
    const stack = stacksOf(table.family)[table.ask]!;
    const name = (wording.said(table.state, stack.name) as Ranked).join(" ");
    return { stack, name, number: this.taken.get(name) ?? 0 };
  }

  /** A stack in the order of the ranks; it was just shuffled when it is first asked for. */
  private deck(stack: Stack, name: string, table: Table, wording: Wording): readonly number[] {
    const found = this.decks.get(name) ?? this.shuffled(stack, table, wording);
    this.decks.set(name, found);
    return found;
  }

  private shuffled(stack: Stack, table: Table, wording: Wording): number[] {
    const cards = (wording.said(table.state, stack.cards) as [number, ...Ranked][])
      .map(([card, ...words]) => ({ card, rank: this.rank(words) }))
      .sort((one, other) => (one.rank < other.rank ? -1 : 1))
      .map(({ card }) => card);
    const late = wording.said(table.state, stack.late) as [number, number, ...Ranked] | null;
    if (late) {
      const [card, place, ...words] = late;
      cards.splice(place + Number(this.rank(words) % BigInt(cards.length - place + 1)), 0, card);
    }
    return cards;
  }

  private rank(words: Ranked): bigint {
    return wholeOf(blake2b(new TextEncoder().encode(writtenOut(words)), RANK_BYTES, this.key));
  }
}

const stacksOf = (family: Family): Record<number, Stack> => family.about.stacks as Record<number, Stack>;
