"""What travels over a table, looked at frame by frame; and frames as the house sends them, from the engine."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page
from scenes import Scene, Stage

# Every frame: where each ghost is, which cards are to be seen, and whether dice and their sum are covered.
WATCH = """() => {
  window.seen = [];
  const names = new Map();
  const boxes = () => [...document.querySelectorAll('[data-place], [data-seat]')].filter((node) => node.checkVisibility())
    .map((node) => {
      const {x, y, width, height} = node.getBoundingClientRect();
      return {names: (node.dataset.place ?? '').split(' '), seat: node.dataset.seat, box: [x, y, width, height]};
    });
  const places = (all, path) => {
    const parts = path.split('/');
    for (let n = parts.length; n > 0; n--) {
      const found = all.filter(({names}) => names.includes(parts.slice(0, n).join('/')));
      if (found.length) return found.map(({box}) => box);
    }
    return all.filter(({seat}) => seat === parts[1]).map(({box}) => box);
  };
  const sources = new Map();
  let before = boxes();
  let earlier = before; // what changes is laid out in one frame, and flies from the next look on
  const open = (node) => node.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const look = () => {
    const now = document.timeline.currentTime;
    const here = boxes();
    const ghosts = [...document.querySelectorAll('.flight')].map((node) => {
      if (!names.has(node)) names.set(node, names.size);
      const box = node.getBoundingClientRect();
      const [from, to] = node.dataset.flight.split(' ');
      if (!sources.has(node)) sources.set(node, [earlier, before, here].flatMap((all) => places(all, from)));
      const timing = node.getAnimations()[0]?.effect.getComputedTiming();
      return {id: names.get(node), flight: node.dataset.flight, what: node.dataset.what, now,
        x: box.x + box.width / 2, y: box.y + box.height / 2, time: timing?.duration ?? 0,
        progress: timing?.progress ?? 1, drawn: node.innerHTML, source: sources.get(node), target: places(here, to)};
    });
    [earlier, before] = [before, here];
    const faces = {};
    for (const node of document.querySelectorAll('main svg[data-face]'))
      if (open(node)) faces[node.dataset.face] = (faces[node.dataset.face] ?? 0) + 1;
    for (const ghost of ghosts) if (ghost.what) faces[ghost.what] = (faces[ghost.what] ?? 0) + 1;
    const rolling = [...document.querySelectorAll('.die.rolling')].filter((die) =>
      die.getAnimations().some((one) => one.playState === 'running'));
    const spoiled = rolling.some((die) => getComputedStyle(die.querySelector('.cover')).opacity === '0');
    const sum = document.querySelector('.sum');
    const peel = document.querySelector('.peel')?.getBoundingClientRect().y ?? null;
    window.seen.push({now, ghosts, faces, rolling: rolling.length, spoiled, peel,
      told: rolling.length > 0 && sum !== null && open(sum)});
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
# Everything that a person could see or hear of a table, but for the sentence about what has just happened.
SNAPSHOT = """() => {
  const main = document.querySelector('main');
  const faces = [...main.querySelectorAll('[data-face]')].map((node) =>
    `${node.closest('[data-place]')?.dataset.place ?? ''}: ${node.dataset.face}`);
  const labels = [...main.querySelectorAll('[aria-label]')].map((node) => node.ariaLabel);
  const texts = [...main.querySelectorAll('*')].filter((node) => node.children.length === 0 && node.checkVisibility()
    && !node.closest('[role=status], svg')).map((node) => node.textContent.trim()).filter(Boolean);
  return {texts, faces: faces.sort(), labels, ghosts: document.querySelectorAll('.flight').length};
}"""
# The steepest part of a curve that flights follow, over its average.
STEEPEST = 6.5
HALF_A_FRAME_MS = 8.0
# By so much a drawing may stick out of its place, such as a card in a pile that lies askew.
MARGIN = 16
SEEN = 0.1


def moving(stage: Stage, scene: Scene, pace: str = "calm") -> None:
    """A scene on a page on which things travel, and which is watched."""
    stage.page.goto(f"{stage.url}/favicon.svg")
    stage.page.evaluate("(pace) => localStorage.setItem('osteria.pace', pace)", pace)
    stage.show(scene)
    stage.page.evaluate(WATCH)


def seen(page: Page) -> list[dict[str, Any]]:
    """Every frame since the page has been watched."""
    return list(page.evaluate("window.seen"))


def quiet(page: Page, flights: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Waits until all of these have travelled, and nothing moves any more; every frame of it."""
    page.wait_for_function(
        """(flights) => {
          const ghosts = new Map(seen.flatMap((one) => one.ghosts).reverse().map(({id, flight}) => [id, flight]));
          const told = [...ghosts.values()].filter((flight) => new Set(flight.split(' ')).size > 1);
          const count = (list, flight) => list.filter((one) => one === flight).length;
          return told.length > 0 && flights.every((flight) => count(told, flight) >= count(flights, flight))
            && seen.slice(-20).every((one) => one.ghosts.length === 0);
        }""",
        arg=list(flights),
        timeout=60_000,
    )
    return seen(page)


def ways(frames: Sequence[Mapping[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """The way of every ghost."""
    found: dict[int, list[dict[str, Any]]] = {}
    for frame in frames:
        for ghost in frame["ghosts"]:
            found.setdefault(ghost["id"], []).append(ghost)
    return found


def jumps(way: Sequence[Mapping[str, Any]]) -> list[str]:
    """Where a ghost moved further between two frames than time allows; frames are told to half a frame's time."""
    length = sum(_far(a, b) for a, b in itertools.pairwise(way)) + 40
    wrong = []
    for a, b in itertools.pairwise(way):
        allowed = STEEPEST * length * (b["now"] - a["now"] + HALF_A_FRAME_MS) / max(1.0, b["time"]) + 3
        if _far(a, b) > allowed:
            wrong.append(f"{b['flight']}: {_far(a, b):.0f} px in {b['now'] - a['now']:.0f} ms, {allowed:.0f} allowed")
    return wrong


def astray(way: Sequence[Mapping[str, Any]]) -> list[str]:
    """A ghost that does not set out within the box of its source, or does not come down within that of its target.

    A busy machine shows it a little later or earlier: what is left of the way then is allowed. Where its beginning or its
    end was not seen, or another screen came meanwhile, nothing is said about it.
    """
    length = sum(_far(a, b) for a, b in itertools.pairwise(way)) + 40
    first, last = way[0], way[-1]
    wrong = []
    if first["progress"] < SEEN and (gap := _outside(first, first["source"])) > first["progress"] * length + MARGIN:
        wrong.append(f"{first['flight']} sets out {gap:.0f} px beside {first['source']} at {first['progress']:.2f}")
    left = 1 - last["progress"]
    if (
        left < SEEN
        and last["target"] == first["target"]
        and (gap := _outside(last, last["target"])) > left * length + MARGIN
    ):
        wrong.append(f"{last['flight']} lands {gap:.0f} px beside {last['target']} at {last['progress']:.2f}")
    return wrong


def _outside(ghost: Mapping[str, Any], boxes: Sequence[Sequence[float]]) -> float:
    """How far the middle of a ghost is from the nearest of these boxes; 0 within one."""

    def gap(box: Sequence[float]) -> float:
        x, y, w, h = box
        aside = max(x - ghost["x"], 0, ghost["x"] - x - w)
        above = max(y - ghost["y"], 0, ghost["y"] - y - h)
        return float((aside**2 + above**2) ** 0.5)

    return min(map(gap, boxes), default=float("inf"))


def _far(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    return float(((a["x"] - b["x"]) ** 2 + (a["y"] - b["y"]) ** 2) ** 0.5)
