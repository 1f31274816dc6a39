/** Whether there is room for the laptop's table. */
import { MediaQuery } from "svelte/reactivity";

const query = new MediaQuery("(min-width: 960px)");

export const screen = {
  get wide(): boolean {
    return query.current;
  },
};
