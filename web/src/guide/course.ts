/** What a first game that teaches consists of: steps that wait for something, point at something and say one sentence. */
import script from "../../../protocol/lessons.json" with { type: "json" };
import { language, type Language } from "../words/words.svelte.ts";
import mammaMia from "./mamma-mia.ts";
import rollForSoles from "./roll-for-soles.ts";

export interface Step {
  /** the number that people read; what needs several acts has one number */
  readonly n: number;
  /** its sentence, among the words of this course */
  readonly say: string;
  /** selectors of what it is about */
  readonly show: readonly string[];
  /** the event with which it comes, by some of its fields; left out: it comes when the person is asked */
  readonly on?: Readonly<Record<string, string>>;
  /**
   * what ends it: a tap (`read`), an answer of the person (`answer`), nothing but the script that the page plays on by
   * itself (`play`), or a selector that finds something
   */
  readonly until: string;
  /** the selector of what the person may use; left out: nothing but the button */
  readonly use?: string;
  /** hidden until the step is over */
  readonly cover?: string;
  /** the answer, counted from 0, at which it is too late */
  readonly till: number;
}

export interface Course {
  readonly steps: readonly Step[];
  /** hints that nobody needs after it */
  readonly teaches: readonly string[];
}

export interface Script {
  readonly seats: readonly string[];
  readonly moves: readonly (readonly string[])[];
}

export type CourseWords = Readonly<Record<string, string>>;

const COURSES: Readonly<Record<string, Course>> = { "mamma-mia": mammaMia, "roll-for-soles": rollForSoles };
const WORDS: Readonly<Record<Language, () => Promise<{ default: CourseWords }>>> = {
  en: () => import("./words/guide-en.ts"),
  nl: () => import("./words/guide-nl.ts"),
  it: () => import("./words/guide-it.ts"),
  de: () => import("./words/guide-de.ts"),
};

/** The course of a game, or nothing. */
export const courseOf = (game: string): Course | undefined => COURSES[game];
export const scriptOf = (game: string): Script | undefined => (script as Record<string, Script>)[game];
export const courseWords = async (): Promise<CourseWords> => (await WORDS[language()]()).default;
