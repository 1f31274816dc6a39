/** How scores are spread: columns of boxes, one a person while there are few, one for several where there are many. */

export interface Column {
  /** the first score of the column */
  from: number;
  boxes: number;
  /** the reader's own score is among them */
  own: boolean;
}

const MOST_COLUMNS = 12;
const MOST_BOXES = 8;

export function spread(scores: readonly { score: number; people: number }[], own: number | null): Column[] {
  if (scores.length === 0) return [];
  const least = Math.min(...scores.map((one) => one.score));
  const range = Math.max(...scores.map((one) => one.score)) - least + 1;
  const width = Math.ceil(range / MOST_COLUMNS);
  const columns = Array.from({ length: Math.ceil(range / width) }, (_, at) => at * width + least);
  const counts = columns.map((from) =>
    scores.reduce((sum, one) => sum + (one.score >= from && one.score < from + width ? one.people : 0), 0),
  );
  const people = Math.max(1, Math.ceil(Math.max(...counts) / MOST_BOXES));
  return columns.map((from, at) => ({
    from,
    boxes: Math.ceil(counts[at]! / people),
    own: own !== null && own >= from && own < from + width,
  }));
}
