/** Single keys at the table, where the person has not switched them off. */
import { onMount } from "svelte";
import { settings } from "./settings.svelte.ts";

const TYPING = "input, select, textarea, dialog";

function isFree(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (document.querySelector("[data-guide]")) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || settings.keys === "off") return false;
  if (target.closest(TYPING)) return false;
  return !(["Enter", " "].includes(event.key) && target.closest("button, a, summary"));
}

/** Calls `pressed` with keys that nothing else on the page wants; it says whether it took the key. */
export function tableKeys(pressed: (key: string) => boolean): void {
  onMount(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (isFree(event) && pressed(key)) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}
