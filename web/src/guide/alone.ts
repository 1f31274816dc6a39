/** Only what a step speaks of answers: everything else on the page rests. */

/** Makes everything below `root` inert that neither is, holds nor lies in one of these; returns what undoes it. */
export function leaveOnly(root: Element, kept: readonly Element[]): () => void {
  const resting: Element[] = [];
  const visit = (node: Element) => {
    for (const child of node.children) {
      if (kept.includes(child)) continue;
      if (kept.some((one) => child.contains(one))) visit(child);
      else if (!child.hasAttribute("inert")) {
        child.setAttribute("inert", "");
        resting.push(child);
      }
    }
  };
  visit(root);
  return () => resting.forEach((node) => node.removeAttribute("inert"));
}
