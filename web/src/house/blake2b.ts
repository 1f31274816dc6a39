/** BLAKE2b (RFC 7693), as Python's hashlib has it: what the bots' luck is made of. */
const WORD = 64;
const BLOCK = 128;
const MASK = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const;
/** Which words of a block are mixed, a row a round. */
const ORDERS = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
  "0123456789abcdef",
  "ea489fd61c02b753",
].map((row) => Array.from(row, (digit) => Number.parseInt(digit, 16)));
/** Columns, then diagonals. */
const MIXED = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((row) =>
  Array.from(row, (digit) => Number.parseInt(digit, 16)),
);

const turned = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & MASK;

function mix(v: bigint[], [a, b, c, d]: readonly number[], x: bigint, y: bigint): void {
  v[a!] = (v[a!]! + v[b!]! + x) & MASK;
  v[d!] = turned(v[d!]! ^ v[a!]!, 32n);
  v[c!] = (v[c!]! + v[d!]!) & MASK;
  v[b!] = turned(v[b!]! ^ v[c!]!, 24n);
  v[a!] = (v[a!]! + v[b!]! + y) & MASK;
  v[d!] = turned(v[d!]! ^ v[a!]!, 16n);
  v[c!] = (v[c!]! + v[d!]!) & MASK;
  v[b!] = turned(v[b!]! ^ v[c!]!, 63n);
}

function compress(h: bigint[], block: Uint8Array, count: number, isLast: boolean): bigint[] {
  const view = new DataView(block.buffer, block.byteOffset, BLOCK);
  const words = Array.from({ length: BLOCK / 8 }, (_, place) => view.getBigUint64(8 * place, true));
  const v = [...h, ...START];
  v[12]! ^= BigInt(count);
  if (isLast) v[14]! ^= MASK;
  for (const order of ORDERS)
    MIXED.forEach((cells, step) => mix(v, cells, words[order[2 * step]!]!, words[order[2 * step + 1]!]!));
  return h.map((word, place) => word ^ v[place]! ^ v[place + 8]!);
}

/** The digest of some bytes, of up to 64 bytes, with a key if wanted. */
export function blake2b(bytes: Uint8Array, size: number, key: Uint8Array = new Uint8Array()): Uint8Array {
  const before = key.length > 0 ? BLOCK : 0;
  const whole = new Uint8Array(Math.max(1, Math.ceil((before + bytes.length) / BLOCK)) * BLOCK);
  whole.set(key);
  whole.set(bytes, before);
  let h = [...START] as bigint[];
  h[0]! ^= BigInt(0x01010000 + (key.length << 8) + size);
  for (let at = 0; at < whole.length; at += BLOCK)
    h = compress(
      h,
      whole.subarray(at, at + BLOCK),
      Math.min(at + BLOCK, before + bytes.length),
      at + BLOCK === whole.length,
    );
  const out = new DataView(new ArrayBuffer(WORD));
  h.forEach((word, place) => out.setBigUint64(8 * place, word, true));
  return new Uint8Array(out.buffer, 0, size);
}

/** The number that eight bytes stand for, the lowest first. */
export const wholeOf = (bytes: Uint8Array): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
