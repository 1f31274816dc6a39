/**
 * Says templates: how numbers of a record, of a told row or of a move read, as the rules declare it (`protocol/wording.json`).
 * The reader of Python is `osteria.core.template`; the same cases are put to both (tests/core/template_cases.json).
 */
export type Template = null | number | string | readonly Template[] | { readonly [key: string]: Template };
export type Words = Record<string, unknown>;
export type Cells = number | readonly Cells[];

/** What a template is about, and the words it needs. */
export interface About {
  lists: Record<string, readonly string[]>;
  seats: readonly (string | number)[];
  places: readonly string[];
  record: Readonly<Record<string, Cells>>;
  /** What was told: numbers of up to 63 bits. */
  row: readonly bigint[];
  variables: Readonly<Record<string, unknown>>;
  /** What a rule says of the record. */
  rule: (name: string, ...numbers: number[]) => number;
}

type Whole = number | bigint;
type Operation = (about: About, ...parts: Template[]) => unknown;

const plain = (whole: bigint): Whole => (BigInt.asIntN(53, whole) === whole ? Number(whole) : whole);
const isSmall = (whole: Whole): whole is number => typeof whole === "number" && whole >= -(2 ** 31) && whole < 2 ** 31;
const shifted = (whole: Whole, by: number): Whole =>
  isSmall(whole) && by < 32 ? whole >> by : plain(BigInt(whole) >> BigInt(by));
const masked = (whole: Whole, mask: Whole): Whole =>
  isSmall(whole) && isSmall(mask) ? whole & mask : plain(BigInt(whole) & BigInt(mask));
const digit = (whole: Whole, bits: number, place: number): number =>
  Number(masked(shifted(whole, bits * place), 2 ** bits - 1));
const upto = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, number) => number);

const number = (about: About, part: Template): number => Number(say(part, about));
const whole = (about: About, part: Template): Whole => say(part, about) as Whole;
const list = (about: About, part: Template): unknown[] => say(part, about) as unknown[];
const words = (about: About, part: Template): Words => say(part, about) as Words;
const within = (about: About, name: string, value: unknown): About => ({
  ...about,
  variables: { ...about.variables, [name]: value },
});

/** Pairs of a list's words and their numbers, as far as both go. */
function paired(about: About, name: Template, numbers: Template): [string, number][] {
  const named = about.lists[name as string]!;
  return (list(about, numbers) as number[]).slice(0, named.length).map((count, place) => [named[place]!, count]);
}

const calculations: Record<string, (left: number, right: number) => number | boolean> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "//": (left, right) => Math.floor(left / right),
  "%": (left, right) => ((left % right) + right) % right,
  max: Math.max,
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  ">=": (left, right) => left >= right,
};

const operations: Record<string, Operation> = {
  field: (about, name, ...at) =>
    at.reduce<Cells>((cells, place) => (cells as Cells[])[number(about, place)]!, about.record[name as string]!),
  told: (about, place) => plain(about.row[place as number]!),
  var: (about, name) => about.variables[name as string],
  rule: (about, name, ...numbers) => about.rule(name as string, ...numbers.map((one) => number(about, one))),
  ">>": (about, left, right) => shifted(whole(about, left), number(about, right)),
  "&": (about, left, right) => masked(whole(about, left), whole(about, right)),
  and: (about, left, right) => say(left, about) && say(right, about),
  or: (about, left, right) => say(left, about) || say(right, about),
  digit: (about, packed, bits, place) => digit(whole(about, packed), bits as number, number(about, place)),
  digits: (about, packed, bits, length) => {
    const all = whole(about, packed);
    return upto(number(about, length)).map((place) => digit(all, bits as number, place));
  },
  sum: (about, numbers) => (list(about, numbers) as number[]).reduce((sum, one) => sum + one, 0),
  first: (about, table, count) => list(about, table).slice(0, number(about, count)),
  upto: (about, count) => upto(number(about, count)),
  players: (about) => about.seats.length,
  word: (about, name, place) => about.lists[name as string]![number(about, place)],
  seat: (about, place) => about.seats[number(about, place)] ?? null,
  place: (about, place) => about.places[number(about, place)],
  if: (about, condition, then, otherwise) => say(say(condition, about) ? then! : otherwise!, about),
  text: (about, ...parts) => parts.map((part) => String(say(part, about))).join(""),
  spaced: (about, parts) => list(about, parts).join(" "),
  counted: (about, name, numbers, prefix) => {
    const before = String(say(prefix!, about));
    const found = paired(about, name!, numbers!).filter(([, count]) => count);
    return Object.fromEntries(found.map(([word, count]) => [before + word, count]));
  },
  repeated: (about, name, numbers) =>
    paired(about, name!, numbers!).flatMap(([word, count]) => Array.from({ length: count }, () => word)),
  bits: (about, name, mask, prefix) => {
    const [set, before] = [whole(about, mask!), String(say(prefix!, about))];
    return about.lists[name as string]!.filter((_, place) => digit(set, 1, place)).map((word) => before + word);
  },
  each: (about, name, numbers, said, where) =>
    list(about, numbers!)
      .map((one) => within(about, name as string, one))
      .filter((inside) => say(where!, inside))
      .map((inside) => say(said!, inside)),
  "by-seat": (about, said) =>
    Object.fromEntries(about.seats.map((seat, place) => [seat, say(said!, within(about, "seat", place))])),
  entry: (about, key, value) => ({ [String(say(key!, about))]: say(value!, about) }),
  merged: (about, ...objects) => Object.assign({}, ...objects.map((one) => words(about, one))) as Words,
  joined: (about, ...lists) => lists.flatMap((one) => list(about, one)),
  flat: (about, lists) => (list(about, lists!) as unknown[][]).flat(),
  listed: (about, ...parts) => parts.map((part) => say(part, about)),
  ones: (about, named) => Object.fromEntries(list(about, named!).map((word) => [word, 1])),
  picked: (about, entries, keys) => {
    const [found, wanted] = [words(about, entries!), say(keys!, about) as string[] | Words];
    const order = Array.isArray(wanted) ? wanted : Object.keys(wanted);
    return Object.fromEntries(order.filter((key) => key in found).map((key) => [key, found[key]]));
  },
};

function isLeftOut(value: Template, about: About): boolean {
  return Array.isArray(value) && value[0] === "if" && value.length === 3 && !say(value[1] as Template, about);
}

/** What a template says. */
export function say(template: Template, about: About): unknown {
  if (template === null || typeof template !== "object") return template;
  if (!Array.isArray(template)) {
    const entries = Object.entries(template).filter(([, value]) => !isLeftOut(value, about));
    return Object.fromEntries(entries.map(([key, value]) => [key, say(value, about)]));
  }
  const [name, ...parts] = template as [string, ...Template[]];
  const calculated = calculations[name];
  if (calculated) return calculated(number(about, parts[0]!), number(about, parts[1]!));
  const operation = operations[name];
  if (!operation) throw new Error(`Templates have no operation ${name}.`);
  return operation(about, ...parts);
}
