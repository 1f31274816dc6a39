/** What this device prefers: pace, keys, sounds, pulses; motion follows the system. */
import { PACES, type Pace } from "../game/pace.ts";

function kept<T extends string>(name: string, known: readonly T[], otherwise: T): T {
  const value = localStorage.getItem(`osteria.${name}`) as T | null;
  return value !== null && known.includes(value) ? value : otherwise;
}

/** *Decline for me when I cannot*: off, or the shortest window in seconds */
export const DECLINES: readonly number[] = [0, 3, 10, 20];

class Settings {
  pace = $state<Pace>(kept("pace", PACES, "calm"));
  /** single-letter keys at the table */
  keys = $state<"on" | "off">(kept("keys-on", ["on", "off"], "on"));

  /** sounds are nothing that anybody needs */
  sound = $state<"on" | "off">(kept("sound", ["on", "off"], "off"));

  /** seconds after which the house declines for this person; 0: it never does */
  declines = $state(Number(kept("declines", DECLINES.map(String), "0")));

  /** nor are pulses of the device */
  touch = $state<"on" | "off">(kept("touch", ["on", "off"], "off"));

  setTouch(touch: "on" | "off"): void {
    this.touch = touch;
    localStorage.setItem("osteria.touch", touch);
  }

  setDeclines(seconds: number): void {
    this.declines = seconds;
    localStorage.setItem("osteria.declines", String(seconds));
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    localStorage.setItem("osteria.pace", pace);
  }

  setSound(sound: "on" | "off"): void {
    this.sound = sound;
    localStorage.setItem("osteria.sound", sound);
  }

  setKeys(keys: "on" | "off"): void {
    this.keys = keys;
    localStorage.setItem("osteria.keys-on", keys);
  }
}

export const settings = new Settings();

/** Whether the system asks for calm: no travel, short crossfades. */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
