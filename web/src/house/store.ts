/** Where the tables of this device are kept: IndexedDB, a record a table. */
import type { Settings } from "../wire/protocol.ts";
import type { Dealt } from "./days.ts";

export interface Chair {
  kind: "person" | "bot";
  name: string;
  level: string;
  /** the secret of a person's seat on this device */
  key: string;
}

/** A table as it is kept: who sits there, and every action so far. */
export interface Kept {
  table: string;
  game: string;
  /** own kinds in seat order; empty where a game has none */
  kinds: string[];
  chairs: Chair[];
  settings: Settings;
  created: number;
  /** 32 random bytes in hex, for the bots' luck */
  luck: string;
  lines: string[];
  rematch: string | null;
  lesson: "" | "on" | "off";
  /** the deal of a day that is over; else everything is dealt at random */
  dealt?: Dealt;
}

export interface Store {
  get(table: string): Promise<Kept | undefined>;
  put(kept: Kept): Promise<void>;
  remove(table: string): Promise<void>;
}

const NAME = "osteria";
const TABLES = "tables";

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The tables of this device cannot be read."));
  });

/** The store of this browser. */
export async function opened(): Promise<Store> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: "table" });
  const database = await done(request);
  const tables = (mode: IDBTransactionMode): IDBObjectStore => database.transaction(TABLES, mode).objectStore(TABLES);
  return {
    get: (table) => done(tables("readonly").get(table) as IDBRequest<Kept | undefined>),
    put: async (kept) => void (await done(tables("readwrite").put(kept))),
    remove: async (table) => void (await done(tables("readwrite").delete(table))),
  };
}
