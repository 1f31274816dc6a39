/** The games of this house that the page has no table for, with what they say. Asked for once. */
import { house } from "../wire/api.ts";
import type { GameInfo } from "../wire/protocol.ts";
import { isAlone } from "../wire/where.ts";
import { has, t } from "../words/words.svelte.ts";
import type { Sayings } from "./plain.ts";
import { isDrawn } from "./view.ts";

let games = $state.raw<readonly GameInfo[]>([]);
let asked = false;

/** Asks the house, unless that was done already. */
export function learn(): void {
  if (asked || isAlone()) return;
  asked = true;
  house().then(
    (answer) => (games = answer.games),
    () => (asked = false),
  );
}

export const others = (): readonly GameInfo[] => games.filter((one) => !isDrawn(one.game));
export const sayingsOf = (game: string): Sayings => games.find((one) => one.game === game)?.words ?? {};

/** A game's name as people write it. */
export function titleOf(game: string): string {
  if (has(`game.${game}`)) return t(`game.${game}`);
  return games.find((one) => one.game === game)?.called || game;
}
