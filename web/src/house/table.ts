/** One table of this device: it holds the truth, and tells every viewer what a server's table would. */
import type {
  Frame,
  FromClient,
  FromHouse,
  GameEvent,
  GameView,
  Play,
  Problem,
  SeatInfo,
  TableInfo,
  Welcome,
  You,
} from "../wire/protocol.ts";
import type { Bots } from "./bots.ts";
import { botSeed } from "./days.ts";
import { SPECTATOR, type Match, type Memory, type Seen } from "./match.ts";
import type { Move } from "./question.ts";
import type { Kept, Store } from "./store.ts";
import { isChance } from "./transcript.ts";

/** Somebody who looks at a table. */
export interface Viewer {
  seat: number | null;
  say(message: FromHouse): void;
}

/** What a table needs of its house. */
export interface Around {
  store: Store;
  bots: Bots;
  below: (limit: number) => number;
  /** milliseconds before a bot answers */
  pause: () => number;
}

/** A move that was made: how many rows had been told before it. */
interface Made {
  from: number;
  to: number;
}

const ILLEGAL: Problem = { key: "move.illegal", text: "That move is not possible now." };

export class LiveTable {
  readonly kept: Kept;
  readonly match: Match;
  private readonly around: Around;
  private readonly viewers = new Set<Viewer>();
  private readonly script: readonly string[];
  private frame: number;
  private turn: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `script`: of a lesson, every line in order. */
  constructor(kept: Kept, match: Match, around: Around, script: readonly string[] = []) {
    this.kept = kept;
    this.match = match;
    this.around = around;
    this.script = script;
    this.frame = this.question;
  }

  /** How many questions were answered. */
  get question(): number {
    return this.kept.lines.filter((line) => !isChance(line)).length;
  }

  private get memory(): Memory {
    return this.kept.settings.memory ?? "authentic";
  }

  /** Deals what is to be dealt before anybody is asked, and keeps the table. */
  async begin(): Promise<void> {
    this.deal();
    await this.keep();
  }

  join(viewer: Viewer): void {
    this.viewers.add(viewer);
    viewer.say(this.welcome(viewer.seat));
    this.wakeBot();
  }

  leave(viewer: Viewer): void {
    this.viewers.delete(viewer);
  }

  /** Answers a message, one after the other. */
  hear(viewer: Viewer, message: FromClient): Promise<void> {
    this.turn = this.turn.then(() => this.answer(viewer, message));
    return this.turn;
  }

  private async answer(viewer: Viewer, message: FromClient): Promise<void> {
    if (message.type === "ping") return viewer.say({ type: "pong", n: message.n ?? 0, at: Date.now() / 1000 });
    if (message.type === "play") return this.play(viewer, message);
    if (message.type === "say" && viewer.seat !== null) this.tellSaid(viewer.seat, message.phrase);
    if ("id" in message) viewer.say({ type: "ack", id: message.id, frame: this.frame });
  }

  private async play(viewer: Viewer, { id, question, moves }: Play): Promise<void> {
    const problem = this.refusal(viewer.seat, question) ?? (await this.commit(moves));
    if (problem) viewer.say({ type: "refused", id, problem });
    else viewer.say({ type: "ack", id, frame: this.frame });
  }

  private refusal(seat: number | null, question: number): Problem | null {
    if (this.match.isOver) return { key: "table.over", text: "The game is over." };
    if (seat !== this.match.seat) return { key: "move.not-asked", text: "Somebody else is asked." };
    return question === this.question ? null : { key: "move.stale", text: "The question was answered meanwhile." };
  }

  /** Makes a run of moves of one seat, all or none, keeps them and tells everybody. */
  private async commit(moves: readonly string[]): Promise<Problem | null> {
    const mark = this.match.mark;
    const lesson = this.kept.lesson;
    const made: Made[] = [];
    for (const [at, move] of moves.entries()) {
      const actions = this.match.find(move);
      const goesOn = actions !== null && (at === moves.length - 1 || this.match.goesOn(actions));
      if (!actions || !goesOn) {
        this.match.restore(mark);
        this.kept.lesson = lesson;
        return actions
          ? { key: "move.too-far", text: "Nobody can know yet what follows.", at: at + 1 }
          : { ...ILLEGAL, at };
      }
      this.follow(move);
      const from = this.match.play(actions);
      this.deal();
      made.push({ from, to: this.match.rows.length });
    }
    await this.keep();
    this.tell(made, lesson !== this.kept.lesson || this.match.isOver);
    this.wakeBot();
    return null;
  }

  private async keep(): Promise<void> {
    this.kept.lines = [...this.match.lines];
    await this.around.store.put(this.kept);
  }

  // ------------------------------------------------------------------------------------------------- chance and bots

  /** The next line of a lesson's script, as long as the game follows it. */
  private get scripted(): string | null {
    return this.kept.lesson === "on" ? (this.script[this.match.lines.length] ?? null) : null;
  }

  private follow(move: string): void {
    if (this.kept.lesson === "on" && this.scripted !== `${this.match.who}: ${move}`) this.kept.lesson = "off";
  }

  private deal(): void {
    for (let next = this.scripted; next && isChance(next) && !this.match.isOver; next = this.scripted)
      this.match.play(this.match.find(next.slice("chance: ".length))!);
    if (this.kept.lesson === "on" && this.scripted === null) this.kept.lesson = "off";
    this.match.draw(this.around.below);
  }

  private wakeBot(): void {
    clearTimeout(this.timer);
    if (this.match.isOver || this.viewers.size === 0 || this.kept.chairs[this.match.seat]?.kind !== "bot") return;
    this.timer = setTimeout(() => void (this.turn = this.turn.then(() => this.letBotPlay())), this.around.pause());
  }

  private async letBotPlay(): Promise<void> {
    const chair = this.match.isOver ? undefined : this.kept.chairs[this.match.seat];
    if (chair?.kind !== "bot" || this.viewers.size === 0) return;
    await this.commit(await this.composed(this.match.seat, chair.level));
  }

  /** The moves that a bot makes in a row, before anything happens that it could not foresee. */
  private async composed(seat: number, level: string): Promise<string[]> {
    if (this.scripted) return [this.scripted.slice(this.scripted.indexOf(":") + 2)];
    const made: Move[] = [];
    for (let goesOn = true; goesOn;) {
      const { seen, options } = this.after(made, () => ({
        seen: this.match.seen(seat),
        options: this.match.options(),
      }));
      const move = await this.chosen(level, seen, options);
      goesOn = this.after(made, () => this.match.goesOn(move.actions));
      made.push(move);
    }
    return made.map(({ text }) => text);
  }

  /** Looks at the table as it will lie after some moves; before and afterwards it lies as it does. */
  private after<T>(moves: readonly Move[], look: () => T): T {
    const mark = this.match.mark;
    for (const { actions } of moves) this.match.play(actions);
    const found = look();
    this.match.restore(mark);
    return found;
  }

  private async chosen(level: string, seen: Seen, options: readonly Move[]): Promise<Move> {
    const { luck, dealt } = this.kept;
    const seed = dealt ? await botSeed(dealt.seed, seen.viewer) : new TextEncoder().encode(`${luck} ${seen.viewer}`);
    const open = options.map(({ actions }) => actions);
    const actions = (await this.around.bots.choose(level, seen, open, seed, dealt?.playouts)).join();
    return options.find((option) => option.actions.join() === actions)!;
  }

  // ----------------------------------------------------------------------------------------------------- what is told

  /** A frame a move; the last says where the table stands. */
  private tell(made: readonly Made[], hasChanged: boolean): void {
    const first = this.frame + 1;
    this.frame += made.length;
    for (const viewer of this.viewers)
      made.forEach(({ from, to }, at) => {
        const isLast = at === made.length - 1;
        const frame: Frame = {
          type: "frame",
          number: first + at,
          question: this.question - (made.length - 1 - at),
          events: this.events(viewer.seat, from, to),
          ...(isLast ? { view: this.view(viewer.seat) } : {}),
          ...(isLast && hasChanged ? { table: this.info(), you: this.you(viewer.seat) } : {}),
        };
        viewer.say(frame);
      });
  }

  private tellSaid(seat: number, phrase: string): void {
    this.frame += 1;
    const said = { seat, phrase } as NonNullable<Frame["said"]>;
    for (const viewer of this.viewers)
      viewer.say({ type: "frame", number: this.frame, question: this.question, events: [], said });
  }

  /** Tells everybody that something about the table has changed. */
  tellChanged(): void {
    this.frame += 1;
    for (const viewer of this.viewers)
      viewer.say({
        type: "frame",
        number: this.frame,
        question: this.question,
        table: this.info(),
        you: this.you(viewer.seat),
      });
  }

  private events(seat: number | null, from: number, to?: number): GameEvent[] {
    return this.match.events(seat ?? SPECTATOR, from, to) as unknown as GameEvent[];
  }

  private view(seat: number | null): GameView {
    return this.match.view(seat ?? SPECTATOR, this.memory) as unknown as GameView;
  }

  private welcome(seat: number | null): Welcome {
    const view = this.memory === "assisted" ? { ...this.view(seat), history: this.events(seat, 0) } : this.view(seat);
    return {
      type: "welcome",
      frame: this.frame,
      table: this.info(),
      you: this.you(seat),
      question: this.question,
      view: view as GameView,
      missed: [],
      present: this.people,
      watching: 0,
    };
  }

  /** Where the table stands, for a viewer. */
  position(seat: number | null): { frame: number; table: TableInfo; you: You; question: number; view: GameView } {
    return {
      frame: this.frame,
      table: this.info(),
      you: this.you(seat),
      question: this.question,
      view: this.view(seat),
    };
  }

  private get people(): number[] {
    return this.kept.chairs.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  }

  /** The seat that is asked. */
  get asked(): number | null {
    return this.match.isOver ? null : this.match.seat;
  }

  you(seat: number | null): You {
    return { role: seat === null ? "stranger" : "seat", seat };
  }

  info(): TableInfo {
    const { table, game, kinds, chairs, settings, created, rematch, lesson, dealt } = this.kept;
    const winners = this.match.isOver ? this.match.winners() : [];
    const seats = chairs.map(({ kind, name, level }, seat): SeatInfo => ({
      seat,
      kind,
      name,
      level,
      own: kinds[seat] ?? "",
    }));
    return {
      ...{ table, game, players: chairs.length, settings, seats, created, rematch, lesson },
      status: this.match.isOver ? "over" : "playing",
      host: this.people[0] ?? null,
      commitment: "",
      day: dealt?.day ?? "",
      winners,
    };
  }
}
