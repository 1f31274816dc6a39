/** How long the table dwells on each event, in milliseconds, before the next one is shown. */

const HOLDS: Readonly<Record<string, number>> = {
  deal: 60,
  play: 900,
  order: 500,
  pass: 700,
  "sole-mio": 900,
  "round-end": 1100,
  "turn-over": 400,
  open: 920,
  join: 500,
  amounts: 500,
  way: 700,
  add: 320,
  settle: 300,
  want: 300,
  ask: 900,
  decline: 700,
  give: 900,
  "give-up": 400,
  bid: 700,
  show: 1000,
  hold: 600,
  blocked: 900,
  pick: 700,
  reveal: 1200,
  match: 900,
  filled: 1200,
  failed: 3250,
  reward: 1300,
  "takes-card": 800,
  gather: 700,
  round: 600,
  roll: 1400,
  nothing: 1500,
  lost: 1500,
  source: 500,
  haul: 900,
  secure: 1000,
};

/** An order leaves the stage after its receipt was read: that move has a time of its own. */
const LEAVES = 480;

export function leavesStage(event: { event: string; from?: unknown }): boolean {
  return event.event === "move" && event.from === "open";
}

export function holdFor(event: { event: string }): number {
  return leavesStage(event) ? LEAVES : (HOLDS[event.event] ?? 0);
}

/** How long things travel, by the event that tells of it. */
const FLIGHTS: Readonly<Record<string, number>> = {
  carry: 180,
  deal: 260,
  "turn-over": 380,
  open: 420,
  order: 420,
  reward: 1100,
  haul: 360,
  secure: 360,
  lost: 800,
};
/** Between two things that leave together, and for all of them. */
export const STEP = 60;
export const TOGETHER = 600;

/** For the last of them. */
export const LANDING = 320;

export function flightFor(event: string): number {
  return FLIGHTS[event] ?? 320;
}

/** What is still to be told: longer than this it runs double, much longer it is jumped over. */
export const BACKLOG = { double: 2500, jump: 6000 } as const;

export type Pace = "calm" | "brisk" | "instant";
export const PACES: readonly Pace[] = ["calm", "brisk", "instant"];
const FACTORS: Readonly<Record<Pace, number>> = { calm: 1, brisk: 0.5, instant: 0 };

export function factor(pace: Pace): number {
  return FACTORS[pace];
}
