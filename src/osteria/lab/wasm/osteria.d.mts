/** An array in a module's memory: where it lies, and its lengths. */
export interface Block {
  readonly at: number;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
  readonly numbers: BigInt64Array;
  readonly floats: Float64Array;
  row(place: number): Block;
}

/** Where a field of a record lies: its offset, the type of its cells, and its lengths. */
export type Field = readonly [number, string, readonly number[]];

/** What the numbers of a family mean: FAMILY.json. */
export interface Description {
  record: { size: number; fields: Record<string, Field> };
  observation: { size: number; fields: Record<string, Field> };
  asks: Record<string, string>;
  chance: number[];
  over: number;
  close: [number, number];
  composed: number[];
  wording: unknown;
  stacks: unknown;
  fresh: Record<string, Record<string, string>>;
  chairs: Record<string, Record<string, Record<string, number[]>>>;
}

/** Bytes that were written in base 64. */
export function bytesOf(text: string): Uint8Array;

/** The games of one family, with a module's memory. */
export class Family {
  readonly about: Description;
  free: number;
  static read(module: BufferSource, description: Description | Pick<Description, never>): Promise<Family>;
  block(itemsize: number, shape: readonly number[]): Block;
  argument(entry: string, name: string, shape?: readonly number[]): Block;
  call(entry: string, ...given: (Block | number)[]): number;
  field(block: Block, field: Field): number | ArrayLike<number | bigint>;
  /** How many play, or their own kinds in seat order. */
  table(game: string, seats: number | readonly string[]): Table;
}

/** One game being played. */
export class Table {
  readonly family: Family;
  readonly state: Block;
  readonly seen: Block;
  readonly ask: number;
  readonly isOver: boolean;
  readonly isChance: boolean;
  load(record: Uint8Array): void;
  get(name: string): number | ArrayLike<number | bigint>;
  legal(state?: Block): number[];
  total(): number;
  outcome(index: number): number;
  step(action: number): bigint[][];
  observe(viewer: number, memory: number): Uint8Array;
}
