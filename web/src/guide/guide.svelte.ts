/** Leads a person through a course at a real table: which step is due, what it waits for, and what the page plays for them. */
import type { GameEvent } from "../game/view.ts";
import { keep, kept } from "../table/left.ts";
import type { Room } from "../table/room.svelte.ts";
import type { Course, Script, Step } from "./course.ts";

const WORDS = ["read", "answer", "play"];
/** Whether a step waits for something on the page. */
const awaits = (step: Step | undefined): boolean => step !== undefined && !WORDS.includes(step.until);

export class Guide {
  readonly course: Course;
  readonly #room: Room;
  readonly #script: Script;
  /** where in the course we are */
  at = $state(0);

  constructor(room: Room, course: Course, script: Script) {
    this.#room = room;
    this.course = course;
    this.#script = script;
    this.at = kept(room.id).at;
    room.show.stops = (event) => this.#meets(event);
    room.show.stopped = room.show.moment !== null && this.#meets(room.show.moment);
  }

  /** Lets the table go on without it. */
  close(): void {
    this.#room.show.stops = null;
    this.#room.show.stopped = false;
    this.#room.show.fast = false;
  }

  get #now(): Step | undefined {
    return this.course.steps[this.at];
  }

  /** The step to show, or null while others play. */
  get step(): Step | null {
    const now = this.#now;
    if (!now) return null;
    const isDue = now.on ? this.#room.show.stopped : now.until === "play" || this.#isAsked;
    return isDue ? now : null;
  }

  get #isAsked(): boolean {
    return this.#room.asked && this.#room.question < this.#script.moves.length;
  }

  get isOver(): boolean {
    const strayed = this.#room.table?.lesson !== "on" && this.#room.question < this.#script.moves.length;
    return this.#now === undefined || strayed;
  }

  /** The step has done its work. */
  next(): void {
    this.#go(this.at + 1);
    this.#room.show.stopped = false;
  }

  /** Goes on as soon as what a step waits for is there, and back to it where it was undone; whether it went anywhere. */
  seek(isThere: (selector: string) => boolean): boolean {
    const before = this.course.steps[this.at - 1];
    if (awaits(this.#now) && isThere(this.#now!.until)) this.#go(this.at + 1);
    else if (before?.n === this.#now?.n && awaits(before) && !isThere(before!.until)) this.#go(this.at - 1);
    else return false;
    return true;
  }

  /** Passes what is too late by now, and plays on for the person where the course says so. */
  look(): void {
    const now = this.#now;
    if (!now || !(this.#room.asked || now.until === "answer")) return;
    if (this.#room.question >= now.till) this.#go(this.at + 1);
    else if (now.until === "play") this.#room.answer(this.#run());
  }

  /** What the script has the person say now, up to somebody else's answer. */
  #run(): string[] {
    const rest = this.#script.moves.slice(this.#room.question);
    const others = rest.findIndex(([who]) => who !== this.#script.seats[0]);
    return rest.slice(0, others < 0 ? rest.length : others).map(([, move]) => move!);
  }

  /** Whether a step comes with this event: then the table waits until it was read. */
  #meets(event: GameEvent): boolean {
    for (let i = this.at; i < this.course.steps.length; i++) {
      const step = this.course.steps[i]!;
      if (step.on && Object.entries(step.on).every(([field, value]) => String(event[field]) === value)) {
        this.#go(i);
        return true;
      }
      if (!step.on && step.until !== "play" && step.until !== "answer") return false;
    }
    return false;
  }

  #go(at: number): void {
    this.at = at;
    this.#room.show.fast = this.#now?.until === "play";
    keep({ table: this.#room.id, at, left: false });
  }
}
