/** A bot that plays what was solved: a kernel looks its move up in a table of values, which is a small file. */
import { bytesOf, type Block, type Family } from "../../../src/osteria/lab/wasm/osteria.mjs";
import type { Seen } from "./match.ts";

export interface SolvedAbout {
  /** what the kernel takes beside a table: numbers in base 64, or room (empty) */
  given: Record<string, string>;
  /** the kernel, and which of its arguments the file holds */
  entry: string;
  values: string;
  /** of each number of the file: it is a fraction of so many bits, the highest bytes of all numbers first */
  bits: number;
}

/** The numbers of a file. */
export function unpacked(bytes: Uint8Array, bits: number): Float64Array {
  const planes = bits / 8;
  const count = bytes.length / planes;
  return Float64Array.from({ length: count }, (_, place) => {
    let number = 0;
    for (let plane = 0; plane < planes; plane += 1) number = number * 256 + bytes[plane * count + place]!;
    return number / 2 ** bits;
  });
}

export class Solved {
  private readonly family: Family;
  private readonly entry: string;
  private readonly states: Block;
  private readonly given: Block[];

  constructor(family: Family, about: SolvedAbout, file: Uint8Array) {
    const { entry, given, values, bits } = about;
    this.family = family;
    this.entry = entry;
    this.states = family.argument(entry, "states");
    this.given = Object.entries(given).map(([name, numbers]) => {
      const block = family.argument(entry, name);
      block.bytes.set(bytesOf(numbers));
      if (name === values) block.floats.set(unpacked(file, bits));
      return block;
    });
  }

  /** The small actions of the best move. */
  choose({ observation }: Seen): number[] {
    this.states.bytes.set(observation);
    return [this.family.call(this.entry, this.states, ...this.given)];
  }
}
