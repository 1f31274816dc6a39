import type { Game } from "../game/view.ts";

/** How many can play a game. */
export function players(game: Game): number[] {
  const most = game === "roll-for-soles" ? 8 : 5;
  return Array.from({ length: most - 1 }, (_, i) => i + 2);
}
