/** A device that can be felt tells with short pulses what happens to its owner. Off until somebody switches it on. */
import { settings } from "./settings.svelte.ts";

/** milliseconds: a pulse, a pause, a pulse ... */
const PULSES: Readonly<Record<string, readonly number[]>> = {
  asked: [30, 60, 30],
  "round-end": [60],
  filled: [20, 50, 20],
  failed: [70],
  roll: [12, 40, 12, 40, 12],
  secure: [20, 50, 20],
  lost: [90],
};

/** Whether the device has anything to be felt by. */
export const canTouch = (): boolean => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** The pulses of an event, where the person wants them. */
export function touch(event: string): void {
  const pulses = PULSES[event];
  if (pulses && settings.touch === "on" && canTouch()) navigator.vibrate([...pulses]);
}
