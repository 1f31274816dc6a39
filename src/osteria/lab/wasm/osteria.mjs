// Plays the games of Osteria from their WebAssembly modules: the same rules as the Python package, to the byte.
//
//   const family = await Family.read(module, description);      // bytes of FAMILY.wasm, content of FAMILY.json
//   const table = family.table("sole-mio", 3);
//   table.ask, table.legal(), table.step(action), table.observe(seat, memory), table.get("round")
//
// An action is a number of the game's table of ids; chance is a seat: whoever drives draws one of `total` outcomes.

const CELLS = { "|i1": Int8Array, "|u1": Uint8Array, "|b1": Uint8Array, "<i2": Int16Array, "<u2": Uint16Array,
  "<i4": Int32Array, "<u4": Uint32Array, "<i8": BigInt64Array, "<u8": BigUint64Array, "<f4": Float32Array, "<f8": Float64Array };
const PAGE = 65536;

/** Bytes that were written in base 64. */
export const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** An array in a module's memory: where it lies, and its lengths. */
class Block {
  constructor(memory, at, itemsize, shape) {
    Object.assign(this, { memory, at, itemsize, shape });
  }

  /** Its bytes, as they are now. */
  get bytes() {
    return new Uint8Array(this.memory.buffer, this.at, this.shape.reduce((a, b) => a * b, this.itemsize));
  }

  /** Its 64-bit numbers, as they are now. */
  get numbers() {
    return new BigInt64Array(this.memory.buffer, this.at, this.shape.reduce((a, b) => a * b, 1));
  }

  /** Its doubles, as they are now. */
  get floats() {
    return new Float64Array(this.memory.buffer, this.at, this.shape.reduce((a, b) => a * b, 1));
  }

  /** One of its rows: an array of one record, or of one dimension less. */
  row(place) {
    const [, ...rest] = this.shape, size = rest.reduce((a, b) => a * b, this.itemsize);
    return new Block(this.memory, this.at + place * size, this.itemsize, rest.length ? rest : [1]);
  }
}

/** The games of one family, with a module's memory. */
export class Family {
  constructor(instance, description) {
    this.calls = instance.exports;
    this.memory = this.calls.memory;
    this.about = description;
    this.free = this.calls.end.value;
  }

  static async read(module, description) {
    const { instance } = await WebAssembly.instantiate(module, {});
    return new Family(instance, description);
  }

  /** Room for an array. */
  block(itemsize, shape) {
    const at = -(-this.free >> 4) << 4;
    this.free = at + shape.reduce((a, b) => a * b, itemsize);
    const missing = Math.ceil((this.free - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
    return new Block(this.memory, at, itemsize, shape);
  }

  /** Room for what an entry takes as its argument of this name, with other lengths if wanted. */
  argument(entry, name, shape) {
    const [, itemsize, usual] = this.about.arrays[entry][this.about.parameters[entry].indexOf(name)];
    return this.block(itemsize, shape ?? usual);
  }

  /** Call an entry with blocks and numbers. */
  call(entry, ...given) {
    return this.calls[entry](...given.flatMap((one) => (one instanceof Block ? [one.at, ...one.shape] : [one])));
  }

  /** A field that lies in a block: a number, or its cells. */
  field(block, [offset, type, shape]) {
    const count = shape.reduce((a, b) => a * b, 1), Cells = CELLS[type];
    const from = block.at + offset;
    const cells = new Cells(this.memory.buffer.slice(from, from + count * Cells.BYTES_PER_ELEMENT));
    return shape.length ? cells : Number(cells[0]);
  }

  /** A new table of a game, before anything was drawn; `seats` is how many play, or their own kinds in seat order. */
  table(game, seats) {
    const kinds = Array.isArray(seats) ? seats : [];
    const players = kinds.length || seats, fresh = this.about.fresh[game]?.[players];
    const chairs = this.about.chairs[game] ?? {};
    if (!fresh || kinds.some((kind, seat) => !chairs[kind] || kinds.indexOf(kind) !== seat))
      throw new Error(`This family has no ${game} for ${kinds.join(", ") || `${players} players`}.`);
    const table = new Table(this, bytesOf(fresh));
    kinds.forEach((kind, seat) => Object.entries(chairs[kind]).forEach(([name, cells]) => table.put(name, seat, cells)));
    return table;
  }
}

/** One game being played. */
export class Table {
  constructor(family, record) {
    this.family = family;
    this.state = family.argument("step", "states");
    this.log = family.argument("step", "log");
    this.out = family.argument("legal", "out");
    this.seen = family.argument("observe", "out");
    this.load(record);
  }

  /** A field of the record: a number, or its cells. */
  get(name) {
    return this.family.field(this.state, this.family.about.record.fields[name]);
  }

  /** Write the cells of one seat's row of a field. */
  put(name, seat, cells) {
    const [offset, type] = this.family.about.record.fields[name], Cells = CELLS[type];
    const from = this.state.at + offset + seat * cells.length * Cells.BYTES_PER_ELEMENT;
    const bytes = new Uint8Array(Cells.from(cells, Cells.name.startsWith("Big") ? BigInt : Number).buffer);
    new Uint8Array(this.family.memory.buffer).set(bytes, from);
  }

  /** Put another record of the same game here. */
  load(record) {
    this.state.bytes.set(record);
    this.ask = this.get("ask");
  }

  get isOver() {
    return this.ask === this.family.about.over;
  }

  get isChance() {
    return this.family.about.chance.includes(this.ask);
  }

  /** The small actions that may be taken now, or at another record in the module's memory. */
  legal(state = this.state) {
    const count = this.family.call("legal", state, this.out);
    return Array.from(this.out.numbers.subarray(0, count), Number);
  }

  /** How many equally likely outcomes chance has; and one of them, as an action. */
  total() {
    return this.family.call("total", this.state);
  }

  outcome(index) {
    return this.family.call("outcome", this.state, index);
  }

  /** Take a small action; rounds that end are closed. Returns the rows of what was told, as BigInts: 64 bits each. */
  step(action) {
    const [closing, close] = this.family.about.close;
    const told = this.#once(action);
    while (closing >= 0 && this.ask === closing) told.push(...this.#once(close));
    return told;
  }

  #once(action) {
    this.ask = this.family.call("step", this.state, action, this.log);
    const rows = this.log.numbers, width = this.log.shape[1], count = Number(rows[0]);
    rows[0] = 0n;
    return Array.from({ length: count }, (_, row) => [...rows.subarray((row + 1) * width, (row + 2) * width)]);
  }

  /** The bytes of what a seat (-1: a spectator) may see; memory 0: authentic, 1: assisted. */
  observe(viewer, memory) {
    this.seen.bytes.fill(0);
    this.family.call("observe", this.state, viewer, memory, this.seen);
    return this.seen.bytes;
  }
}
