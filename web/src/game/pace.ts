/** How long the table dwells on each event, in milliseconds, before the next one is shown. */

const HOLDS: Readonly<Record<string, number>> = {
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
  roll: 1000,
  nothing: 1500,
  lost: 1500,
  source: 500,
  haul: 900,
  secure: 1000,
};

export function holdFor(event: string): number {
  return HOLDS[event] ?? 0;
}

export type Pace = "calm" | "brisk" | "instant";
export const PACES: readonly Pace[] = ["calm", "brisk", "instant"];
const FACTORS: Readonly<Record<Pace, number>> = { calm: 1, brisk: 0.5, instant: 0 };

export function factor(pace: Pace): number {
  return FACTORS[pace];
}
