/** What time it is, for what counts it: looked at again every so often while a component is shown. */
import { onMount } from "svelte";

export class Ticking {
  /** seconds, as the house counts them */
  now = $state(Date.now() / 1000);

  /** @param every milliseconds between two looks; made while a component is */
  constructor(every = 1000) {
    onMount(() => {
      const timer = setInterval(() => (this.now = Date.now() / 1000), every);
      return () => clearInterval(timer);
    });
  }
}
