/** A house on this device: it answers what the page asks a server for, as far as that needs nobody else. */
import type {
  Chances,
  FromClient,
  GameBegun,
  HeldAnswer,
  HouseInfo,
  NewTable,
  PlayAgain,
  Problem,
  Replay,
  Seated,
  SeatWish,
  Settings,
  Summary,
} from "../wire/protocol.ts";
import type { Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { blake2b, wholeOf } from "./blake2b.ts";
import { commitment, isDay, isOver, isSeed, seededBy, seededByAll } from "./days.ts";
import { Lookback } from "./lookback.ts";
import { SPECTATOR, type Match } from "./match.ts";
import type { Modules } from "./modules.ts";
import type { Chair, Kept, Store } from "./store.ts";
import { LiveTable, type Around, type Viewer } from "./table.ts";
import { isChance, isDealtBy, replayed, stepsOf, told, written } from "./transcript.ts";
import type { DealtAgain, Opened, Told } from "./transcript.ts";
import { HERE } from "../wire/where.ts";

/** What is refused. */
export class No extends Error {
  readonly problem: Problem;
  constructor(key: Problem["key"], text: string) {
    super(text);
    this.problem = { key, text };
  }
}

const LEVEL = "regular";
/** For each step of a finished game. */
const PLAYOUTS = 100;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const LAST_STEP = 1_000_000;

const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** A whole number below a limit (of 32 bits), evenly. */
function below(limit: number): number {
  const most = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn! < most) return drawn! % limit;
  }
}

/** A finished game to look back at. */
interface Wanted {
  table: string;
  game: Told;
  playouts: number;
  seed: number;
}
/** One of another house, whose transcript is open. */
type ForHouse = Omit<Wanted, "game"> & { text: string };

/** Posts to a house; throws what it refuses. */
export type Send = (path: string, body: unknown) => Promise<unknown>;

type Answer = (body: never, key: string | null, parts: readonly string[], query: URLSearchParams) => unknown;

export class House {
  private readonly modules: Modules;
  private readonly store: Store;
  private readonly pause: () => number;
  private readonly send: Send;
  private readonly live = new Map<string, Promise<LiveTable>>();
  private readonly looked = new Map<string, Lookback>();
  private readonly answers: Record<string, Answer>;

  /** `send` posts to the house that others can reach. */
  constructor(modules: Modules, store: Store, pause: () => number, send: Send) {
    this.modules = modules;
    this.store = store;
    this.pause = pause;
    this.send = send;
    this.answers = {
      house: () => this.info(),
      tables: (wish: NewTable) => this.create(wish),
      days: (wish: PlayAgain | undefined) => this.playDayAgain(wish),
      lessons: ({ game, name }: { game: string; name: string }) => this.teach(game, name),
      mine: ({ seats }: { seats: { table: string; key: string }[] }) => this.mine(seats),
      import: ({ text }: { text: string }) => this.import(text),
      "": (_, key, [table]) => this.position(table!, key),
      replay: (_, __, [table], query) => this.replay(table!, query),
      transcript: (_, __, [table]) => this.transcript(table!),
      chances: (_, __, [table], query) => this.chances(table!, Number(query.get("wait") ?? 0)),
      lookback: (task: ForHouse, _, __, query) => this.lookback(task, Number(query.get("wait") ?? 0)),
      dealt: (opened: Opened) => this.dealtAgain(opened),
      rematch: (_, key, [table]) => this.rematch(table!, key),
      name: ({ name }: { name: string }, key, [table]) => this.rename(table!, key, name),
      leave: (_, __, [table]) => this.forget(table!),
      move: (_, key, [table]) => this.move(table!, key),
    };
  }

  /** Answers a call of the HTTP API by its path, such as `/tables/here-abc/replay?start=0`. */
  async ask(path: string, body: unknown, key: string | null): Promise<unknown> {
    const url = new URL(path, "http://here");
    const [first = "", ...rest] = url.pathname.split("/").filter(Boolean);
    const name = first === "tables" && rest.length > 0 ? (rest[1] ?? "") : first;
    const answer = this.answers[name];
    if (!answer) throw new No("request.unknown", "That needs a house that others can reach.");
    return await answer(body as never, key, rest, url.searchParams);
  }

  /** A viewer comes to a table; what they say then goes to the function that this gives. */
  async join(id: string, key: string | null, say: Viewer["say"]): Promise<(message: FromClient | null) => void> {
    const table = await this.table(id);
    const viewer: Viewer = { seat: seatOf(table.kept, key), say };
    table.join(viewer);
    return (message) => (message ? void table.hear(viewer, message) : table.leave(viewer));
  }

  // ---------------------------------------------------------------------------------------------------------- tables

  private table(id: string): Promise<LiveTable> {
    if (!this.live.has(id)) {
      const found = this.open(id);
      this.live.set(id, found);
      found.catch(() => this.live.delete(id));
    }
    return this.live.get(id)!;
  }

  private async open(id: string): Promise<LiveTable> {
    const kept = await this.store.get(id);
    if (!kept) throw new No("table.unknown", "This device does not know that table.");
    const family = await this.modules.family(kept.game);
    return await this.lay(kept, this.replayed(family, kept));
  }

  private async lay(kept: Kept, match: Match): Promise<LiveTable> {
    const bots = await this.modules.bots(kept.game);
    const around: Around = { store: this.store, bots, below, pause: this.pause };
    const script = kept.lesson ? (await this.modules.lesson(kept.game))?.lines : [];
    return new LiveTable(kept, match, around, script);
  }

  private async create(wish: NewTable): Promise<Seated> {
    if (wish.seats.some((seat) => seat.kind === "open"))
      throw new No("options.wrong", "Nobody else can come to this table.");
    const chairs = wish.seats.map((seat) => this.chair(seat, wish.name ?? ""));
    return await this.seat(wish.game, wish.seats, chairs, settingsOf(wish.settings));
  }

  private async seat(
    game: string,
    wishes: readonly SeatWish[],
    chairs: Chair[],
    settings: Settings,
    more: Partial<Kept> = {},
  ): Promise<Seated> {
    if (chairs.some(({ kind, level }) => kind === "bot" && !this.modules.hasBot(game, level, chairs.length)))
      throw new No("bot.unknown", "There is no such bot here.");
    return await this.begin(game, chosen(await this.modules.kinds(game), wishes), chairs, settings, more);
  }

  /** The deal of a day that is over, of any house: what is dealt and how its bots play follows from its seed; nothing counts. */
  private async playDayAgain(wish: PlayAgain | undefined): Promise<Seated> {
    if (!wish) throw new No("request.unknown", "Deals of today are dealt by a house.");
    const { game, day, seed, bot, name } = wish;
    if (!this.modules.plays(game) || !isDay(day) || !isSeed(seed))
      throw new No("day.unknown", "That is no deal of a day that can be played here.");
    if (!isOver(day)) throw new No("day.open", "The deal of a day is nobody’s to know before the day is over.");
    const { players, playouts } = this.modules.day(game);
    const bots = Array.from({ length: players - 1 }, (): SeatWish => ({ kind: "bot", level: bot }));
    const wishes: SeatWish[] = [{ kind: "me", name }, ...bots];
    const chairs = wishes.map((seat) => this.chair(seat, name));
    return await this.seat(game, wishes, chairs, settingsOf({}), { dealt: { day, seed, playouts } });
  }

  private chair(wish: SeatWish, name: string): Chair {
    if (wish.kind === "bot") return { kind: "bot", name: "", level: wish.level || LEVEL, key: "" };
    return { kind: "person", name: wish.name || name, level: "", key: hex(randomBytes(16)) };
  }

  private async begin(
    game: string,
    kinds: string[],
    chairs: Chair[],
    settings: Settings,
    more: Partial<Kept> = {},
  ): Promise<Seated> {
    const table = HERE + Array.from(randomBytes(10), (byte) => LETTERS[byte % LETTERS.length]).join("");
    const kept: Kept = {
      ...{ table, game, kinds, chairs, settings },
      created: Date.now() / 1000,
      luck: hex(randomBytes(32)),
      lines: [],
      rematch: null,
      lesson: "",
      ...more,
    };
    const match = this.replayed(await this.modules.family(game), kept);
    const laid = await this.lay(kept, match);
    await laid.begin();
    this.live.set(table, Promise.resolve(laid));
    return seated(kept);
  }

  private replayed(family: Family, kept: Kept): Match {
    try {
      return replayed(family, toldBy(kept), undefined, seededBy(kept.dealt));
    } catch (error) {
      throw new No("options.wrong", error instanceof Error ? error.message : "That cannot be played here.");
    }
  }

  private async teach(game: string, name: string): Promise<Seated> {
    const lesson = await this.modules.lesson(game);
    if (!lesson) throw new No("options.wrong", "There is no lesson for this game.");
    const players = typeof lesson.seats === "number" ? lesson.seats : lesson.seats.length;
    const chairs = Array.from({ length: players }, (_, seat) =>
      this.chair(seat === 0 ? { kind: "me", name } : { kind: "bot" }, name),
    );
    const kinds = typeof lesson.seats === "number" ? [] : lesson.seats;
    return await this.begin(lesson.game, kinds, chairs, settingsOf({ memory: "authentic" }), { lesson: "on" });
  }

  /** A game that was written down, here or elsewhere: to look at, or, where it is not over, to go on with against bots. */
  private async import(text: string): Promise<Seated> {
    const found = told(text);
    if (!found || !(await this.modules.plays(found.game)))
      throw new No("options.wrong", "That is no transcript that can be read here.");
    const players = typeof found.seats === "number" ? found.seats : found.seats.length;
    const chairs = Array.from({ length: players }, (_, seat) =>
      this.chair(seat === 0 ? { kind: "me", name: "" } : { kind: "bot" }, ""),
    );
    const kinds = typeof found.seats === "number" ? [] : found.seats;
    return await this.begin(found.game, kinds, chairs, settingsOf({}), { lines: found.lines });
  }

  private async rematch(id: string, key: string | null): Promise<Seated> {
    const before = await this.table(id);
    const { game, kinds, chairs, settings, rematch } = before.kept;
    if (rematch) return seated((await this.table(rematch)).kept);
    if (seatOf(before.kept, key) === null) throw new No("link.missing", "This needs a seat.");
    const again = chairs.map((chair) => ({ ...chair, key: chair.key && hex(randomBytes(16)) }));
    const made = await this.begin(game, kinds, again, settings);
    before.kept.rematch = made.table;
    await this.store.put(before.kept);
    before.tellChanged();
    return made;
  }

  private async rename(id: string, key: string | null, name: string): Promise<{ frame: number }> {
    const table = await this.table(id);
    const seat = seatOf(table.kept, key);
    if (seat === null) throw new No("link.missing", "This needs a seat.");
    table.kept.chairs[seat]!.name = name;
    await this.store.put(table.kept);
    table.tellChanged();
    return { frame: 0 };
  }

  /** The game goes on at the house that others can reach, from its transcript, which no page gets to see while it runs. */
  private async move(id: string, key: string | null): Promise<Seated> {
    const { kept, match } = await this.table(id);
    if (seatOf(kept, key) === null) throw new No("link.missing", "This needs a seat.");
    const begun: GameBegun = {
      transcript: written(kept.game, match.seats, kept.lines),
      seats: kept.chairs.map(({ kind, name, level }) => (kind === "bot" ? { kind, level } : { kind: "me", name })),
      name: kept.chairs.find(({ name }) => name)?.name ?? "",
      memory: kept.settings.memory ?? "authentic",
    };
    const seated = (await this.send("/begun", begun)) as Seated;
    await this.forget(id);
    return seated;
  }

  private async forget(id: string): Promise<{ frame: number }> {
    this.live.delete(id);
    await this.store.remove(id);
    return { frame: 0 };
  }

  // --------------------------------------------------------------------------------------------------------- looking

  private info(): HouseInfo {
    return { version: "", games: this.modules.games, phrases: [], faces: [], kinds: [] };
  }

  private async mine(seats: readonly { table: string; key: string }[]): Promise<HeldAnswer> {
    const tables = await Promise.all(
      seats.map(async ({ table, key }) => {
        try {
          return { table, found: await this.summary(table, key) };
        } catch (error) {
          return { table, problem: error instanceof No ? error.problem : { key: "table.unknown" as const, text: "" } };
        }
      }),
    );
    return { tables };
  }

  private async summary(id: string, key: string): Promise<Summary> {
    const table = await this.table(id);
    const { frame } = table.position(null);
    return { table: table.info(), frame, asked: table.asked, you: table.you(seatOf(table.kept, key)) };
  }

  private async position(id: string, key: string | null): Promise<unknown> {
    const table = await this.table(id);
    return table.position(seatOf(table.kept, key));
  }

  private async transcript(id: string): Promise<{ text: string }> {
    const { kept, match } = await this.table(id);
    if (!match.isOver) throw new No("table.running", "Only when the game is over.");
    const { table, game, lines, dealt } = kept;
    const proof = dealt && { table, commitment: await commitment(dealt.seed, table), seed: dealt.seed };
    return { text: written(game, match.seats, lines, proof) };
  }

  /** The chance to win after each step of a finished game, as far as it is known after so many seconds. */
  private async chances(id: string, wait: number): Promise<Chances> {
    const { kept, match } = await this.table(id);
    if (!match.isOver) throw new No("table.running", "Only when the game is over.");
    return await this.lookedBack({ table: id, game: toldBy(kept), playouts: PLAYOUTS, seed: numberOf(id) }, wait);
  }

  /** The same for a finished game of another house, which would have to work it out itself. */
  private async lookback(task: ForHouse, wait: number): Promise<Chances> {
    return await this.lookedBack({ ...task, game: this.playable(task.text) }, wait);
  }

  private playable(text: string): Told {
    const game = told(text);
    if (!game || !this.modules.plays(game.game)) throw new No("request.unknown", "That game is not played here.");
    return game;
  }

  private async lookedBack({ table, game, playouts, seed }: Wanted, wait: number): Promise<Chances> {
    const [family, bots] = [await this.modules.family(game.game), await this.modules.bots(game.game)];
    if (!this.looked.has(table)) this.looked.set(table, new Lookback(family, bots, game, playouts, seed));
    const { tables, rows, done } = this.looked.get(table)!;
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, wait * 1000))]);
    return { table, steps_in_all: tables.length, playouts, chances: [...rows] };
  }

  /** A finished game of another house, dealt again from what that house opened. */
  private async dealtAgain({ table, seed, random = [], transcript, seen }: Opened): Promise<DealtAgain> {
    if (![seed, ...random.filter(Boolean)].every(isSeed)) return { commitment: "", holds: false };
    const game = this.playable(transcript);
    const family = await this.modules.family(game.game);
    const seeded = await seededByAll(seed, random, table);
    return { commitment: await commitment(seed, table), holds: isDealtBy(family, game, seeded, seen) };
  }

  /** The steps of a finished game, through the eyes of any seat. */
  private async replay(id: string, query: URLSearchParams): Promise<Replay> {
    const { kept, match } = await this.table(id);
    if (!match.isOver) throw new No("table.running", "Only when the game is over.");
    const start = Number(query.get("start") ?? 0);
    const count = Number(query.get("count") ?? LAST_STEP);
    const viewer = query.has("viewer") ? Number(query.get("viewer")) : SPECTATOR;
    const family = await this.modules.family(kept.game);
    const steps = stepsOf(family, toldBy(kept), viewer, kept.settings.memory ?? "authentic", start, start + count);
    const all = kept.lines.filter((line) => !isChance(line)).length + 1;
    return { table: id, start, steps_in_all: all, steps: steps as unknown as Replay["steps"] };
  }
}

/** A number of 32 bits for a table, from its id. */
const numberOf = (table: string): number => Number(wholeOf(blake2b(new TextEncoder().encode(table), 8)) >> 32n);

const toldBy = ({ game, kinds, chairs, lines }: Kept): Told => ({
  game,
  seats: kinds.length > 0 ? kinds : chairs.length,
  lines,
});

function seatOf({ chairs }: Kept, key: string | null): number | null {
  const seat = key ? chairs.findIndex((chair) => chair.key === key) : -1;
  return seat < 0 ? null : seat;
}

function seated({ table, chairs }: Kept): Seated {
  const keys = chairs.flatMap(({ kind, key }, seat) => (kind === "person" ? [[String(seat), key]] : []));
  return { table, keys: Object.fromEntries(keys) as Record<string, string> };
}

const settingsOf = ({ memory }: Settings = {}): Settings => ({ memory: memory ?? "authentic", spectators: false });

/** G-3: the own kinds by seat: as wished, else the first that nobody chose; none where a game has none. */
function chosen(kinds: readonly string[], wishes: readonly SeatWish[]): string[] {
  const wished = wishes.map((wish) => wish.own ?? "");
  const left = kinds.filter((kind) => !wished.includes(kind));
  return kinds.length > 0 ? wished.map((own) => own || left.shift()!) : [];
}
