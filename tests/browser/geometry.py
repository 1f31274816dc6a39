"""What is wrong with a screen, by geometry alone: things outside it, over each other, too small, or cut off."""

from playwright.sync_api import Page

# Needed for the decision at hand: each of these that is there must lie inside the screen.
NEEDED = (
    "[data-confirm]",
    "[data-prompt]",
    ".hand .card-button",
    "[data-oven]",
    "[data-draw]",
    ".seat",
    ".undo",
    ".sheet h2",
    ".sheet .btn",
    ".order .slip",
    ".columns",
    ".acts .btn",
    ".die",
    ".chip",
    ".net-line",
    ".middle > p",
    "[data-away] .btn",
)
# Parts of a table; none may lie over another.
EXAMINE = """([needed, whole]) => {
  const wrong = [];
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(node).visibility !== 'hidden'
      && !node.closest('[inert], .unseen') && node.checkVisibility({opacityProperty: true});
  };
  const name = (node) => `${node.tagName.toLowerCase()}.${(node.className.baseVal ?? node.className).toString().split(' ')[0]}`
    + ` "${(node.textContent ?? '').trim().slice(0, 24)}"`;
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
  const all = (selector) => [...scope.querySelectorAll(selector)].filter(seen);
  const [w, h] = [innerWidth, innerHeight];
  if (document.scrollingElement.scrollWidth > w) wrong.push(`wider than the screen: ${document.scrollingElement.scrollWidth}`);
  const table = scope.querySelector('[data-screen=table], [data-screen=oven], [data-screen=soles]');
  if (table && whole) {
    for (const node of needed.flatMap(all)) {
      const box = node.getBoundingClientRect();
      const scroller = node.closest('.sheet .middle, .print');
      if (scroller && scroller !== node && scroller.scrollHeight > scroller.clientHeight + 1) {
        const frame = scroller.getBoundingClientRect();
        if (box.bottom > frame.bottom + 1 || box.top < frame.top - 9) wrong.push(`scrolled away: ${name(node)}`);
      }
      if (box.left < -1 || box.top < -1 || box.right > w + 1 || box.bottom > h + 1)
        wrong.push(`outside: ${name(node)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
      else if (node.matches('.btn')) for (const y of [box.top + 6, box.bottom - 6]) {
        const over = document.elementFromPoint((box.left + box.right) / 2, y);
        if (over && !node.contains(over)) wrong.push(`covered: ${name(node)} by ${name(over)}`);
      }
    }
  }
  const part = (node) => node.dataset.part ?? name(node);
  if (table) {
    const parts = all('[data-part], .chip');
    for (const [i, a] of parts.entries()) for (const b of parts.slice(i + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (x > 2 && y > 2) wrong.push(`${part(a)} over ${part(b)} by ${Math.round(x)} x ${Math.round(y)}`);
    }
  }
  const inText = (node) => node.matches('p a, li a, dd a, p button.link') && getComputedStyle(node).display === 'inline';
  for (const node of all('button, a[href], select, input:not([type=radio], [type=checkbox]), .choice, .game')) {
    const box = node.getBoundingClientRect();
    if (node.matches('.card-button, .laid')) {
      if (box.height < 44 || box.width < 21) wrong.push(`card too narrow: ${name(node)} ${box.width | 0} x ${box.height | 0}`);
    } else if (!inText(node) && (box.width < 43.5 || box.height < 43.5))
      wrong.push(`target: ${name(node)} ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || !parent || parent.closest('svg, option') || !seen(parent)) continue;
    const style = getComputedStyle(parent);
    if (parseFloat(style.fontSize) < 12.99) wrong.push(`small text ${style.fontSize}: ${name(parent)}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const cut = parent.closest('[data-name]');
    if (!cut && (text.left < -1 || text.right > w + 1)) wrong.push(`text outside: ${name(parent)}`);
    const box = parent.closest('.btn, .panel, .seat, .chip, .end, .bubble, .sheet, .receipt, dialog, [data-part]');
    if (box && !cut && !parent.closest('.draws, .gives, .bubble, .count')) {
      const frame = box.getBoundingClientRect();
      if (text.right > frame.right + 2 || text.left < frame.left - 2) wrong.push(`text over its box: ${name(parent)}`);
    }
    for (let up = parent; up && up !== scope && !cut; up = up.parentElement) {
      const clip = getComputedStyle(up);
      if (clip.overflowX !== 'visible' && clip.overflowX !== 'auto' && up.scrollWidth > up.clientWidth + 2 && up.clientWidth > 2
        && !up.matches('[data-screen]')) { wrong.push(`cut: ${name(up)}`); break; }
      if (clip.overflowY === 'hidden' && up.scrollHeight > up.clientHeight + 2 && up.clientHeight > 2
        && !up.matches('[data-screen]')) { wrong.push(`cut below: ${name(up)}`); break; }
    }
  }
  return [...new Set(wrong)];
}"""
# Two frames, and no change of the layout in between: media queries of the page have been answered.
SETTLED = """() => new Promise((done) => {
  let last = '';
  let calm = 0;
  const look = () => {
    const now = [...document.querySelectorAll('[data-part], .oven, .card')].slice(0, 30)
      .map((node) => { const box = node.getBoundingClientRect(); return `${box.x | 0},${box.y | 0},${box.width | 0}`; }).join(' ')
      + document.scrollingElement.scrollHeight;
    calm = now === last ? calm + 1 : 0;
    last = now;
    if (calm > 3) done(true); else setTimeout(look, 30);
  };
  look();
})"""


def settle(page: Page, size: tuple[int, int]) -> None:
    """The page at another size, when it has come to rest."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def examine(page: Page, *, whole: bool = True) -> list[str]:
    """Everything that is wrong with the screen as it stands; `whole`: nothing needed may have to be scrolled to."""
    return list(page.evaluate(EXAMINE, [list(NEEDED), whole]))
