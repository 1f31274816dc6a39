/** A first game teaches by playing: one rule, when it is first needed, and never again on this device. */
import { boxOf } from "../game/tables.ts";
import type { View } from "../game/view.ts";
import { has } from "../words/words.svelte.ts";
import type { Room } from "./room.svelte.ts";

const SHELF = "osteria.lessons";
const OFF = "all";

class Lessons {
  #learnt = $state<string[]>(JSON.parse(localStorage.getItem(SHELF) ?? "[]") as string[]);
  /** the question at which something was learnt: one rule at a time */
  #question = $state(-1);

  /** The lesson to show now, or null. */
  due(room: Room, view: View): string | null {
    if (room.guided || view.seat === null || view.phase === "over" || this.#learnt.includes(OFF)) return null;
    const keys = room.asked ? this.#asked(room, view) : view.phase === "scoring" ? ["lesson.pizza.oven"] : [];
    return keys.find((key) => has(key) && !this.#learnt.includes(key)) ?? null;
  }

  learn(key: string, room: Room): void {
    this.#question = room.question;
    this.#keep(key);
  }

  /** What a guide has taught needs no hint any more. */
  skip(keys: readonly string[]): void {
    for (const key of keys) if (!this.#learnt.includes(key)) this.#keep(key);
  }

  /** No more of them. */
  stop(): void {
    this.#keep(OFF);
  }

  #asked(room: Room, view: View): string[] {
    if (this.#question === room.question || !view.decision) return [];
    const own = `lesson.${view.game}.${view.decision.ask}`;
    const first = has(own) ? own : `lesson.${boxOf(view.game).page}.${view.decision.ask}`;
    return view.decision.ask === "play" ? [first, "lesson.pizza.draw"] : [first];
  }

  #keep(key: string): void {
    this.#learnt = [...this.#learnt, key];
    localStorage.setItem(SHELF, JSON.stringify(this.#learnt));
  }
}

export const lessons = new Lessons();
