/** A card flies from the hand to the peel and back: motion shows where it went. */
import { crossfade, fade } from "svelte/transition";
import { still } from "./settings.svelte.ts";

const QUICK = 120;

export const travel = crossfade({
  duration: () => (still() ? 0 : 180),
  fallback: (node) => fade(node, { duration: still() ? QUICK : 180 }),
});
