/** The modules of the games, each fetched when its game is wanted. */
import { Family, type Description } from "../../../src/osteria/lab/wasm/osteria.mjs";
import { Bots, type BotsDescription } from "./bots.ts";
import { rolled, type Roll, type Rolling } from "./rolling.ts";
import type { Told } from "./transcript.ts";

/** Who plays the deal of a day, and how long its bots search. */
export interface DayRules {
  players: number;
  playouts: number;
}

/** What there is: `index.json` beside the modules. */
export interface Index {
  games: Record<string, { family: string; fewest: number; most: number; bots: string[]; day: DayRules }>;
  /** the files of each family, by what they are */
  families: Record<string, Record<"rules" | "words" | "bots" | "weights", string>>;
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

  get games(): { game: string; fewest: number; most: number; bots: string[] }[] {
    return Object.entries(this.index.games).map(([game, { fewest, most, bots }]) => ({ game, fewest, most, bots }));
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
      return new Bots(family, about, this.elsewhere ? this.elsewhere({ bots, weights }, here) : here);
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
