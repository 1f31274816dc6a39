/** What this device prefers: pace, keys, sounds; motion follows the system. */
import { PACES, type Pace } from "../game/pace.ts";

function kept<T extends string>(name: string, known: readonly T[], otherwise: T): T {
  const value = localStorage.getItem(`osteria.${name}`) as T | null;
  return value !== null && known.includes(value) ? value : otherwise;
}

class Settings {
  pace = $state<Pace>(kept("pace", PACES, "calm"));
  /** single-letter keys at the table */
  keys = $state<"on" | "off">(kept("keys-on", ["on", "off"], "on"));

  /** sounds are nothing that anybody needs */
  sound = $state<"on" | "off">(kept("sound", ["on", "off"], "off"));

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
