/** What the chances to win over a game tell: its biggest swings, and lines that can be drawn and named. */
import type { Chances } from "../wire/protocol.ts";

export interface Swing {
  step: number;
  /** the seat that gained most, by its number */
  seat: number;
  change: number;
}

const MOST_SWINGS = 3;
/** An exact swing worth a word. */
const WORTH = 0.08;

/** How far a point of so many playouts may be off, about 19 times out of 20, at worst. */
export function errorOf(playouts: number): number {
  return playouts > 0 ? 1 / Math.sqrt(playouts) : 0;
}

/** How much of a change between two shares may be luck, about 19 times out of 20. */
function noise(a: number, b: number, playouts: number): number {
  const spread = (share: number) => {
    const doubt = (share * playouts + 1) / (playouts + 2); // nothing is certain after a few games
    return doubt * (1 - doubt);
  };
  return playouts > 0 ? 2 * Math.sqrt((spread(a) + spread(b)) / playouts) : 0;
}

/**
 * Rows to draw: a share becomes the mean of its neighbours as far as they differ by no more than luck may, so that what
 * happened keeps its edge and the luck of the playouts does not draw teeth. Exact rows stay as they are.
 */
export function calmed(rows: readonly (readonly number[])[], playouts: number): (readonly number[])[] {
  if (playouts === 0) return [...rows];
  return rows.map((row, step) =>
    row.map((share, seat) => {
      const near = rows
        .slice(Math.max(0, step - 3), step + 4)
        .map((other) => other[seat]!)
        .filter((other) => Math.abs(other - share) <= noise(other, share, playouts));
      return near.reduce((sum, other) => sum + other, 0) / near.length;
    }),
  );
}

/** The biggest swings of a game, in its order; what may be the luck of the playouts is none. */
export function swings({ chances: rows, playouts }: Pick<Chances, "chances" | "playouts">): Swing[] {
  const found = rows.slice(1).map((row, i): Swing => {
    const changes = row.map((share, seat) => share - rows[i]![seat]!);
    const change = Math.max(...changes);
    return { step: i + 1, seat: changes.indexOf(change), change };
  });
  return found
    .filter(({ step, seat, change }) => {
      const [before, now] = [rows[step - 1]![seat]!, rows[step]![seat]!];
      return change >= Math.max(WORTH, 1.5 * noise(before, now, playouts));
    })
    .sort((a, b) => b.change - a.change)
    .slice(0, MOST_SWINGS)
    .sort((a, b) => a.step - b.step);
}

/** The step where a line stands furthest from all others, and so is named best; steps near those taken are left out. */
export function namedAt(rows: readonly (readonly number[])[], seat: number, taken: readonly number[]): number {
  const apart = (row: readonly number[]) =>
    Math.min(...row.map((share, other) => (other === seat ? 1 : Math.abs(share - row[seat]!))));
  const room = rows.length / 12;
  let best = Math.floor(rows.length / 2);
  let most = -1;
  for (let step = Math.ceil(room / 2); step < rows.length - room / 2; step++) {
    const free = taken.every((other) => Math.abs(other - step) >= room) ? 1 : 0;
    const worth = free + apart(rows[step]!);
    if (worth > most) [best, most] = [step, worth];
  }
  return best;
}
