/** What kind of screen this is. The style sheet has the same four classes, each with its own unit of length. */
import { MediaQuery } from "svelte/reactivity";

export const LANDSCAPE =
  "(orientation: landscape) and (max-height: 499.98px), (orientation: landscape) and (max-width: 1023.98px)";
const wide = new MediaQuery("(orientation: landscape) and (min-width: 1024px) and (min-height: 500px)");
const landscape = new MediaQuery(LANDSCAPE);
const tablet = new MediaQuery("(orientation: portrait) and (min-width: 600px)");
const wall = new MediaQuery("(min-aspect-ratio: 7/4) and (min-width: 1024px) and (min-height: 500px)");

export const screen = {
  /** laptops and walls: room beside the table */
  get wide(): boolean {
    return wide.current;
  },
  /** a phone on its side */
  get landscape(): boolean {
    return landscape.current;
  },
  get tablet(): boolean {
    return tablet.current;
  },
  /** room for a drawer at the right of the table */
  get wall(): boolean {
    return wall.current;
  },
  get phone(): boolean {
    return !wide.current && !landscape.current && !tablet.current;
  },
};
