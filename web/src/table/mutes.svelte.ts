/** Whose phrases and reactions this device does not show: people, or everybody, table by table. */
const SHELF = "osteria.muted";
const ALL = -1;

class Mutes {
  #kept = $state<Record<string, number[]>>(JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Record<string, number[]>);

  all(table: string): boolean {
    return this.has(table, ALL);
  }

  has(table: string, seat: number): boolean {
    return (this.#kept[table] ?? []).includes(seat);
  }

  /** Mutes a person, or lets them be heard again; without a seat, the whole table. */
  set(table: string, muted: boolean, seat = ALL): void {
    const others = (this.#kept[table] ?? []).filter((other) => other !== seat);
    this.#kept = { ...this.#kept, [table]: muted ? [...others, seat] : others };
    localStorage.setItem(SHELF, JSON.stringify(this.#kept));
  }
}

export const mutes = new Mutes();
