/** Arrow keys move within a group of buttons; the group is one stop for Tab. */

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Those that can have the focus now: a disabled one would take the group's only stop with it. */
function members(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>("[data-stop]:not(:disabled)")].filter(
    (node) => !node.closest("[inert]"),
  );
}

function only(group: HTMLElement, chosen: HTMLElement | undefined): void {
  for (const node of members(group)) node.tabIndex = node === chosen ? 0 : -1;
}

/** For `{@attach roving}` on the group; its members carry `data-stop`. */
export function roving(group: HTMLElement): () => void {
  const settle = () => {
    const all = members(group);
    if (!all.some((node) => node.tabIndex === 0 && node.dataset["stop"] !== undefined)) only(group, all[0]);
    else only(group, all.find((node) => node === document.activeElement) ?? all.find((node) => node.tabIndex === 0));
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const all = members(group);
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length];
    only(group, next);
    next?.focus();
  };
  const focused = (event: FocusEvent) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>("[data-stop]");
    if (target) only(group, target);
  };
  const watcher = new MutationObserver(settle);
  watcher.observe(group, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  group.addEventListener("keydown", move);
  group.addEventListener("focusin", focused);
  settle();
  return () => {
    watcher.disconnect();
    group.removeEventListener("keydown", move);
    group.removeEventListener("focusin", focused);
  };
}
