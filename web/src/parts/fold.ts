/** What does not fit folds away, step by step, in the order of the art direction; at last the table scrolls. */

export const FOLDS = 6;

function overflows(node: HTMLElement): boolean {
  return node.scrollHeight > node.clientHeight;
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
