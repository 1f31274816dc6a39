/** The turn being composed. Nothing is sent before it is confirmed; a reload or a broken line does not lose it. */
import { isIngredient } from "../game/cards.ts";
import { joins, type Draft, type Stack } from "../game/turn.ts";

/** Every card of a hand with a name of its own: equal cards are counted. */
export function named(cards: readonly string[]): { id: string; card: string }[] {
  const seen: Record<string, number> = {};
  return cards.map((card) => {
    seen[card] = (seen[card] ?? 0) + 1;
    return { id: `${card}.${seen[card]}`, card };
  });
}

const cardOf = (id: string) => id.slice(0, id.lastIndexOf("."));

interface Kept {
  picked: string[];
  order: string | null;
  stack: Stack | null;
  /** composed while others play, to be sent when the turn comes */
  ready?: boolean;
}

export class Composer {
  picked = $state<string[]>([]);
  order = $state<string | null>(null);
  stack = $state<Stack | null>(null);
  ready = $state(false);
  #drawer = "";

  get draft(): Draft {
    return { cards: this.picked.map(cardOf), order: this.order ? cardOf(this.order) : null, stack: this.stack };
  }

  get isEmpty(): boolean {
    return this.picked.length === 0 && this.order === null && this.stack === null;
  }

  /** Begins with a new question; what was composed for this very question before is taken up again, or else what was
   * composed `ahead` of it. Whether all of that is still in the hand. */
  begin(drawer: string, hand: readonly string[], ahead?: string): boolean {
    if (drawer === this.#drawer) return true;
    this.#drawer = drawer;
    const ids = new Set(named(hand).map((item) => item.id));
    const kept = read(drawer) ?? (ahead ? read(ahead) : null);
    if (ahead) sessionStorage.removeItem(ahead);
    const whole = kept !== null && [...kept.picked, ...(kept.order ? [kept.order] : [])].every((id) => ids.has(id));
    this.picked = whole ? kept.picked : [];
    this.order = whole ? kept.order : null;
    this.stack = whole ? kept.stack : null;
    this.ready = whole && kept.ready === true;
    return whole || !kept?.ready;
  }

  /** What is composed is sent when the turn comes, or no longer. */
  wait(ready: boolean): void {
    this.ready = ready;
    this.#keep();
  }

  /** Puts a card on the peel, or takes it back. */
  toggle(id: string): void {
    this.ready = false;
    if (!isIngredient(cardOf(id))) this.order = this.order === id ? null : id;
    else if (this.picked.includes(id)) this.picked = this.picked.filter((other) => other !== id);
    else if (joins(this.draft, cardOf(id))) this.picked = [...this.picked, id];
    this.#keep();
  }

  /** Plays another kind instead: this card, and none of those on the peel. */
  swap(id: string): void {
    this.ready = false;
    this.picked = [id];
    this.#keep();
  }

  choose(stack: Stack): void {
    this.ready = false;
    this.stack = stack;
    this.#keep();
  }

  clear(): void {
    this.ready = false;
    this.picked = [];
    this.order = null;
    this.stack = null;
    this.#keep();
  }

  #keep(): void {
    const { picked, order, stack, ready } = this;
    sessionStorage.setItem(this.#drawer, JSON.stringify({ picked, order, stack, ready }));
  }
}

function read(drawer: string): Kept | null {
  return JSON.parse(sessionStorage.getItem(drawer) ?? "null") as Kept | null;
}
