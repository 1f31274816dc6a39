/** How far this device has come in a first game that teaches, and whether it was left. */
const SHELF = "osteria.guide";

export interface Kept {
  table: string;
  at: number;
  left: boolean;
}

export function kept(table: string): Kept {
  const found = JSON.parse(localStorage.getItem(SHELF) ?? "null") as Kept | null;
  return found?.table === table ? found : { table, at: 0, left: false };
}

/** Whether the person has left the course of a table; it can be taken up again. */
export const hasLeft = (table: string): boolean => kept(table).left;

/** Leaves the course of a table, or takes it up again. */
export function leave(table: string, left: boolean): void {
  keep({ ...kept(table), left });
}

export function keep(state: Kept): void {
  localStorage.setItem(SHELF, JSON.stringify(state));
}
