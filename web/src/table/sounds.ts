/** A few sounds of our own, made when they are needed. Off until somebody switches them on. */
import { SOUNDS, strike } from "./notes.ts";
import { settings, still } from "./settings.svelte.ts";

let context: AudioContext | null = null;

/** The sound of an event, where the person wants sounds and the system does not ask for calm. */
export function sound(event: string): void {
  const notes = SOUNDS[event];
  if (!notes || settings.sound === "off" || still() || document.hidden) return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
  for (const note of notes) strike(context, note);
}
