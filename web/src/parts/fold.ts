/** What does not fit folds away, step by step, in the order of the art direction; at last the table scrolls. */

export const FOLDS = 6;

/** On a laptop a sheet has seats below it: what is too high for its place would lie under them. */
function overflows(node: HTMLElement): boolean {
  if (node.scrollHeight > node.clientHeight) return true;
  const place = node.querySelector<HTMLElement>("[data-part=sheet]");
  return [...(place?.children ?? [])].some((one) => (one as HTMLElement).offsetHeight > place!.clientHeight + 1);
}

/** For `{@attach fold}` on a screen as high as the window: `data-fold` says how many steps are folded away. */
export function fold(node: HTMLElement): () => void {
  const settle = () => {
    for (let level = 0; level <= FOLDS; level++) {
      node.dataset["fold"] = String(level);
      if (!overflows(node)) break;
    }
  };
  const watcher = new ResizeObserver(settle);
  const children = new MutationObserver(watch);
  function watch() {
    watcher.disconnect();
    watcher.observe(node);
    for (const child of node.children) watcher.observe(child);
  }
  children.observe(node, { childList: true });
  node.dataset["fold"] = "0"; // SPEED: measured when the page has been laid out, before it is drawn
  watch();
  return () => {
    watcher.disconnect();
    children.disconnect();
  };
}
