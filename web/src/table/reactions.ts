/** The six stamps that can be shown beside a seat. */
import type { Saying } from "../wire/protocol.ts";

export const REACTIONS: readonly Saying["phrase"][] = [
  "re-bravo",
  "re-ouch",
  "re-think",
  "re-hurry",
  "re-thanks",
  "re-laugh",
];

export const isReaction = (phrase: string) => phrase.startsWith("re-");
