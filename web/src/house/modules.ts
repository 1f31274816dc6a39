/** The modules of the games, each fetched when its game is wanted. */
import { Family, type Description } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { Bots, type BotsDescription } from "./bots.ts";
import { rolled, type Roll, type Rolling } from "./rolling.ts";
import { Solved, type SolvedAbout } from "./solved.ts";
import type { Told } from "./transcript.ts";

/** Who plays the deal of a day, and how long its bots search. */
export interface DayRules {
  players: number;
  playouts: number;
}

/** What a game that is played here needs. */
export interface Playable {
  fewest: number;
  most: number;
  bots: string[];
  /** bots that play only with so many at the table */
  only_for: Record<string, number>;
}

type Files = Record<"rules" | "words" | "bots" | "weights", string>;

/** What there is: `index.json` beside the modules. */
export interface Index {
  games: Record<string, { family: string; day: DayRules } & Playable>;
  /** the files of each family, by what they are; the last three where a game was solved */
  families: Record<string, Files & Partial<Record<"solver" | "solved" | "values", string>>>;
  lessons: Record<string, Told>;
}

/** Gives the bytes of a file that lies beside the modules. */
export type Load = (file: string) => Promise<Uint8Array<ArrayBuffer>>;

const json = async <T>(load: Load, file: string): Promise<T> =>
  JSON.parse(new TextDecoder().decode(await load(file))) as T;

export class Modules {
  private readonly index: Index;
  private readonly load: Load;
  private readonly elsewhere: Rolling | null;
  private readonly found = new Map<string, Promise<unknown>>();

  /** `elsewhere`: who plays a search's playouts instead of this thread. */
  constructor(index: Index, load: Load, elsewhere: Rolling | null = null) {
    this.index = index;
    this.load = load;
    this.elsewhere = elsewhere;
  }

  static async read(load: Load, elsewhere: Rolling | null = null): Promise<Modules> {
    return new Modules(await json<Index>(load, "index.json"), load, elsewhere);
  }

  get games(): ({ game: string } & Playable)[] {
    return Object.entries(this.index.games).map(([game, { fewest, most, bots, only_for }]) => ({
      ...{ game, fewest, most, bots, only_for },
    }));
  }

  /** Whether a bot plays a game with so many at the table. */
  hasBot(game: string, bot: string, players: number): boolean {
    const { bots, only_for } = this.index.games[game]!;
    return bots.includes(bot) && (only_for[bot] ?? players) === players;
  }

  plays(game: string): boolean {
    return game in this.index.games;
  }

  day(game: string): DayRules {
    return this.index.games[game]!.day;
  }

  /** The rules of a game's family. */
  family(game: string): Promise<Family> {
    const { rules, words } = this.files(game);
    return this.once(rules, async () => Family.read(await this.load(rules), await json<Description>(this.load, words)));
  }

  bots(game: string): Promise<Bots> {
    const { bots, weights } = this.files(game);
    return this.once(bots, async () => {
      const about = await json<BotsDescription>(this.load, weights);
      const family = await Family.read(await this.load(bots), about);
      const here: Roll = async (job) => rolled(family, about, job);
      const roll = this.elsewhere ? this.elsewhere({ bots, weights }, here) : here;
      return new Bots(family, about, roll, () => this.solved(game));
    });
  }

  /** The bot that plays what was solved. */
  private solved(game: string): Promise<Solved> {
    const { solver, solved, values } = this.files(game);
    return this.once(solver!, async () => {
      const about = await json<SolvedAbout>(this.load, solved!);
      return new Solved(await Family.read(await this.load(solver!), about), about, await this.load(values!));
    });
  }

  /** The own kinds of a game; none where it has none. */
  async kinds(game: string): Promise<string[]> {
    return Object.keys((await this.family(game)).about.chairs[game] ?? {});
  }

  lesson(game: string): Told | undefined {
    return this.index.lessons[game];
  }

  private files(game: string): Index["families"][string] {
    const found = this.index.games[game];
    if (!found) throw new Error(`There is no ${game} here.`);
    return this.index.families[found.family]!;
  }

  /** What was made for a file; what failed is tried again. */
  private once<T>(file: string, make: () => Promise<T>): Promise<T> {
    if (!this.found.has(file)) {
      const made = make();
      this.found.set(file, made);
      made.catch(() => this.found.delete(file));
    }
    return this.found.get(file) as Promise<T>;
  }
}
