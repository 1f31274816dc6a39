/**
 * Motion that tells: whatever a told move carries travels, as a ghost above the layout, from where it lay to where it
 * lies now. The layout never waits: the real thing stands at its goal, unseen until its ghost has landed; when ghosts
 * are ended nothing is left but the layout. Nothing here knows a game: moves name places, screens say where those are.
 */
import { cardDrawing } from "../drawings/pieces.ts";
import type { Counts } from "../game/cards.ts";
import { flightFor, STEP, TOGETHER } from "../game/pace.ts";
import { all, boxOf, find, lookAgain, placesOf, seen, within, type Box, type Spot } from "./places.ts";
import { still } from "./settings.svelte.ts";

export interface Move {
  event: string;
  from: string;
  to: string;
  of: string;
  count: number;
  what?: Counts | undefined;
}
interface Thing {
  move: Move;
  of: string;
  face: string | null;
  owner: string | null;
  start: Spot | null;
  /** whether it lies on something that goes with it */
  carried: boolean;
  /** how many of its kind lay at its goal before */
  there: number;
  /** what it covers there: seen until it has landed */
  under: { box: Box; twin: Element } | null;
}
interface Goal {
  thing: Thing;
  start: Spot | null;
  end: Spot | null;
}
interface Arrival {
  goals: Goal[];
  rows: Map<SVGSVGElement, Box>;
}
interface Flight {
  ghost: HTMLElement;
  goal: SVGSVGElement | null;
  end: Box;
  travel: Animation;
  others: Animation[];
}

const OUT = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const IN = "cubic-bezier(0.5, 0, 0.9, 0.4)";
const FADE = 120;
const SLIDE = 180;
const BACK = 240;
const UNSEEN = 200;
/** Nobody follows more things than that at once. */
const MANY = 12;
/** What comes to these places lies face down there, or cannot be told apart any more. */
const FACE_DOWN = /^(supply|orders|hands)\b/;

const flights = new Set<Flight>();
let layer: HTMLElement | null = null;

/** The moves among events: those that say where something goes. */
export function movesIn(events: readonly object[]): Move[] {
  return events.filter((event): event is Move => "from" in event && "of" in event);
}

export function isFlying(): boolean {
  return flights.size > 0;
}

/** Ends all flights: what is left is the layout. */
export function land(): void {
  for (const flight of flights) drop(flight);
}

/** Flights in the air go on at another speed. */
export function hasten(rate: number): void {
  for (const { travel, others } of flights) for (const one of [travel, ...others]) one.updatePlaybackRate(rate);
}

function drop(flight: Flight): void {
  if (!flights.delete(flight)) return;
  flight.ghost.remove();
  if (flight.goal) flight.goal.style.opacity = "";
  for (const one of [flight.travel, ...flight.others]) one.cancel();
}

function thingsOf(move: Move): Thing[] {
  const named = Object.entries(move.what ?? {}).flatMap(([face, n]) => Array.from({ length: n }, () => face));
  const seat = (move.from.startsWith("orders/") ? move.from : move.to).split("/")[1] ?? null;
  const owner = move.of === "orders" ? seat : null;
  const faces: (string | null)[] = move.what ? named : Array.from({ length: coinsIn(move) }, () => null);
  return faces.slice(0, MANY).map((face) => {
    const whose = face?.includes("/") ? face.split("/")[0]! : owner;
    return { move, of: move.of, face, owner: whose, start: null, carried: false, there: 0, under: null };
  });
}

/** Points fly as fives and ones. */
function coinsIn({ of, count }: Move): number {
  return of === "points" ? Math.floor(count / 5) + (count % 5) : count;
}

/** Every drawing in a row that closes up when one leaves. */
function rows(): Map<SVGSVGElement, Box> {
  return new Map(seen<SVGSVGElement>("[data-slides] svg.card").map((one) => [one, boxOf(one)]));
}

/**
 * Looks where the things of these moves lie. The function that it returns is called when the page shows what has become
 * of them, and lets them fly; `pace` stretches time, and with nothing of it nothing flies.
 */
export function depart(moves: readonly Move[]): (pace: number) => void {
  lookAgain();
  const things = moves.filter((move) => !isOnePlace(move)).flatMap(thingsOf);
  const tops = new Map([...new Set(things.map(({ move }) => move.to))].map((to) => [to, topOf(to)]));
  const taken = new Set<Element>();
  for (const thing of things) {
    thing.there = all(thing.move.to, thing).length;
    thing.under = tops.get(thing.move.to) ?? null;
    thing.start = find(
      thing.move.from,
      thing,
      all(thing.move.from, thing).filter((one) => !taken.has(one)),
      false,
    );
    if (thing.start?.exact) taken.add(thing.start.exact);
    thing.carried = thing.start?.exact?.closest("[data-carrier]") != null;
  }
  const before = rows();
  let now: Arrival | null = null;
  const look = () => (now ??= arrival(things));
  setTimeout(look); // SPEED: not in the task that changes the page; before the frame in which things fly, if that leaves time
  return (pace) => {
    if (pace === 0 || document.hidden) return;
    const { goals, rows } = look();
    if (still()) for (const { end } of goals) end?.exact?.animate({ opacity: [0, 1] }, FADE);
    else {
      close(
        before,
        rows,
        goals.flatMap(({ thing, end }) => [thing.start?.exact, end?.exact]),
        pace,
      );
      const step = Math.min(STEP, TOGETHER / Math.max(1, goals.length)) * pace;
      goals.forEach(({ thing, start, end }, i) => fly(thing, start, end, i * step, pace));
      carry(goals, pace);
      requestAnimationFrame(aim);
    }
  };
}

/** Where these things lie now that the page has changed, and the rows that they left or joined. */
function arrival(things: readonly Thing[]): Arrival {
  lookAgain();
  const aimedAt = new Set<Element>([...flights].flatMap(({ goal }) => goal ?? []));
  const goals = things.map((thing) => {
    const end = find(
      thing.move.to,
      thing,
      arrived(thing).filter((one) => !aimedAt.has(one)),
      true,
    );
    if (end?.exact) aimedAt.add(end.exact);
    return { thing, start: thing.start ?? find(thing.move.from, thing, [], true), end };
  });
  return { goals, rows: rows() };
}

/** Lets a change be seen that nobody tells, such as a card put on the peel: called before the page shows it. */
export async function carried(moves: readonly Move[], pace: number): Promise<void> {
  const fly = depart(moves);
  await nextFrame();
  fly(pace);
}

/** Just before the page is drawn next. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const never = setTimeout(resolve, UNSEEN); // a page that nobody looks at is not drawn
    requestAnimationFrame(() => {
      clearTimeout(never);
      resolve();
    });
  });
}

/** A task after the page has been drawn next. */
export async function afterFrame(): Promise<void> {
  await nextFrame();
  await new Promise((resolve) => setTimeout(resolve));
}

/** Where the page shows both ends as one, nothing moves. */
function isOnePlace({ from, to }: Move): boolean {
  return placesOf(from).some((place) => place.dataset["place"]?.split(" ").includes(to));
}

/** The one card that lies open at a place. */
function topOf(place: string): Thing["under"] {
  const [one, other] = within(place, "svg[data-face]");
  return one && !other ? { box: boxOf(one), twin: copy(one) } : null;
}

/** What is about to be covered stays to be seen until then. */
function cover(thing: Thing, now: Box, time: number): void {
  const { under } = thing;
  if (!under || Math.hypot(under.box.x - now.x, under.box.y - now.y) > 4) return;
  const ghost = laid(thing.move.to, thing.move.to, "", under.twin.cloneNode(true) as Element);
  ghost.style.width = `${under.box.w}px`;
  const travel = ghost.animate(path(under.box, under.box, false), { duration: time, fill: "both" });
  add({ ghost, goal: null, end: under.box, travel, others: [] });
}

/** Drawings at its goal that were not there before; of equal ones the last. */
function arrived(thing: Thing): SVGSVGElement[] {
  const now = all(thing.move.to, thing);
  return now.length > thing.there ? now.slice(thing.there - now.length) : [];
}

const isOrder = (drawing: SVGSVGElement) => drawing.dataset["face"]?.includes("/") ?? false;

/** SPEED: nothing is measured from here on, so that the page is laid out once, not once a ghost. */
function fly(thing: Thing, start: Spot | null, end: Spot | null, delay: number, pace: number): void {
  if (!start || !end || (start.exact !== null && start.exact === end.exact)) return;
  const alike = end.exact ?? (end.like && isOrder(end.like) === (thing.of === "orders"));
  const w = alike ? end.box.w : Math.min(start.box.w, end.box.w);
  const target = { ...end.box, w };
  const timing = { duration: flightFor(thing.move.event) * pace, delay, fill: "both" as const };
  const ghost = drawn(thing, start, end, timing);
  if (!ghost) return;
  ghost.style.width = `${w}px`;
  const travel = ghost.animate(path(start.box, target, ghost.childElementCount > 1), {
    ...timing,
    easing: thing.carried ? IN : OUT,
  });
  const flight: Flight = { ghost, goal: end.exact, end: target, travel, others: [] };
  if (end.exact) {
    end.exact.style.opacity = "0"; // SPEED: an animation would give it a layer of its own
    cover(thing, end.box, timing.duration + delay);
  }
  add(flight);
}

function add(flight: Flight): void {
  flights.add(flight);
  flight.travel.onfinish = () => drop(flight);
}

/** The way there: straight; up and back where nothing changes but the side that is seen. */
function path(from: Box, to: Box, turns: boolean): Keyframe[] {
  const at = ({ x, y, turn }: Box, scale: number) =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}rad) scale(${scale})`;
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const ends = [{ transform: at(from, from.w / to.w) }, { transform: at(to, 1) }];
  if (far > to.w || !turns) return ends;
  const high = { ...to, y: Math.max(to.w, to.y - 2.2 * to.w) };
  const top = { transform: at(high, Math.max(1, 60 / to.w)) };
  return [ends[0]!, { ...top, offset: 0.35 }, { ...top, offset: 0.7 }, ends[1]!];
}

function drawn(thing: Thing, start: Spot, end: Spot, timing: KeyframeAnimationOptions): HTMLElement | null {
  const face = thing.face === null ? null : sideUp(thing, end.exact ?? start.exact);
  const back = thing.face === null || !start.exact || !end.exact ? sideDown(thing, start, end) : null;
  const first = start.exact && face ? face : back;
  const last = face && (end.exact || !FACE_DOWN.test(thing.move.to)) ? face : back;
  if (!first || !last) return null;
  const ghost = laid(thing.move.from, thing.move.to, thing.face ?? "", first);
  if (first !== last) {
    ghost.append(last);
    first.animate({ scale: ["1 1", "1 1", "0 1", "0 1"], offset: [0, 0.15, 0.4, 1] }, timing);
    last.animate({ scale: ["0 1", "0 1", "1 1", "1 1"], offset: [0, 0.4, 0.65, 1] }, timing);
  }
  return ghost;
}

function laid(from: string, to: string, what: string, drawing: Element): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "flight";
  Object.assign(ghost.dataset, { flight: `${from} ${to}`, what });
  ghost.append(drawing);
  above().append(ghost);
  return ghost;
}

/** SPEED: a drawing that is still there is copied; another one is parsed. */
function sideUp(thing: Thing, shown: SVGSVGElement | null): Element | null {
  if (shown && (shown.dataset["face"] ?? thing.face) === thing.face) return copy(shown);
  return thing.of === "ingredients" || thing.of === "orders" ? made(thing.face, thing.owner) : null;
}

/** A thing of which no more is known than what it looks like from outside. */
function sideDown(thing: Thing, start: Spot, end: Spot): Element | null {
  const like = start.like ?? end.like;
  if (like && !like.dataset["face"]) return copy(like);
  return thing.of === "ingredients" || thing.of === "orders" ? made(null, thing.owner) : null;
}

/** SPEED: a drawing is parsed when it flies for the first time. */
const parsed = new Map<string, Element>();

function made(face: string | null, owner: string | null): Element {
  const name = `${face} ${owner}`;
  const known = parsed.get(name) ?? parse(cardDrawing(face, owner));
  parsed.set(name, known);
  return known.cloneNode(true) as Element;
}

function parse(markup: string): Element {
  const shell = document.createElement("div");
  shell.innerHTML = markup;
  return shell.firstElementChild!;
}

function copy(drawing: SVGSVGElement): Element {
  const twin = drawing.cloneNode(true) as SVGSVGElement;
  for (const name of ["style", "class", "data-face", "role", "aria-label"]) twin.removeAttribute(name);
  return twin;
}

function above(): HTMLElement {
  if (layer?.isConnected) return layer;
  layer = document.createElement("div");
  layer.className = "flights";
  layer.ariaHidden = "true";
  addEventListener("resize", land);
  document.body.append(layer);
  return layer;
}

/** Goals that have moved since are aimed at anew, without a jump. */
function aim(): void {
  const goals = [...flights].flatMap((flight) => (flight.goal?.isConnected ? { flight, now: boxOf(flight.goal) } : []));
  for (const { flight, now } of goals) {
    const [x, y] = [now.x - flight.end.x, now.y - flight.end.y];
    if (Math.hypot(x, y) < 0.5) continue;
    const { endTime } = flight.travel.effect!.getComputedTiming();
    const left = Math.max(1, Number(endTime) - Number(flight.travel.currentTime ?? 0));
    flight.end = { ...flight.end, x: now.x, y: now.y };
    flight.others.push(
      flight.ghost.animate(
        { translate: ["0 0", `${x}px ${y}px`] },
        { duration: left, fill: "forwards", composite: "accumulate" },
      ),
    );
  }
}

/** What stays in a row slides to its new place in it. */
function close(
  before: ReadonlyMap<SVGSVGElement, Box>,
  after: ReadonlyMap<SVGSVGElement, Box>,
  moved: readonly unknown[],
  pace: number,
): void {
  const stays = (one: SVGSVGElement) => !moved.includes(one);
  const left = [...before].filter(([one]) => stays(one));
  for (const [one, now] of [...after].filter(([one]) => stays(one))) {
    const at = left.findIndex(([other]) => other.dataset["face"] === one.dataset["face"]);
    const [old] = at < 0 ? [] : left.splice(at, 1);
    if (!old) continue;
    const [x, y] = [old[1].x - now.x, old[1].y - now.y];
    if (Math.hypot(x, y) > 1)
      one.animate({ translate: [`${x}px ${y}px`, "0 0"] }, { duration: SLIDE * pace, easing: OUT });
  }
}

/** What carries things, such as the peel, goes with them, and comes back empty. */
function carry(goals: readonly Goal[], pace: number): void {
  const one = goals.find(({ thing }) => thing.carried);
  const way = (one?.end?.box.y ?? 0) - (one?.thing.start?.box.y ?? 0);
  if (!one || way >= 0) return;
  const [there, back] = [flightFor(one.thing.move.event) * pace, BACK * pace];
  const frames = [
    { translate: "0 0", easing: IN },
    { translate: `0 ${way}px`, easing: OUT, offset: there / (there + back) },
    { translate: "0 0" },
  ];
  for (const part of document.querySelectorAll("[data-carrier]")) part.animate(frames, there + back);
}
