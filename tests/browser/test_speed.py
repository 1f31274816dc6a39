"""From the first byte to a table that answers."""

import os
from pathlib import Path

import pytest
from conftest import PHONE, OpenPage
from house import House
from players import Pointer

STATIC = Path(__file__).parents[2] / "src/osteria/server/static/assets"
LARGEST_PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().at(-1).startTime)).observe({type: 'largest-contentful-paint', buffered: true}))"""
ANSWERED = """(selector) => new Promise((resolve) => {
  const start = performance.now();
  document.querySelector(selector).click();
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
})"""


def limit(best: float, allowed: float) -> None:
    """A machine with more work than cores measures its queue, not the page."""
    if os.getloadavg()[0] > (os.cpu_count() or 1) and best >= allowed:
        pytest.skip(f"{best:.0f} ms on a busy machine")
    assert best < allowed


def test_all_scripts_together_are_small() -> None:
    """By gzip; to most browsers the house sends the smaller files that the build has made by brotli."""
    sizes = {path.name: path.stat().st_size for path in STATIC.glob("*.js.gz")}
    worker = [sizes.pop(name) for name in list(sizes) if name.startswith("worker-")]
    assert len(worker) == 1
    assert 0 < worker[0] <= 60_000, worker
    rules = {name: size for name, size in sizes.items() if name.startswith(("rules", "panels"))}
    lessons = {name: size for name, size in sizes.items() if name.startswith(("guide", "Guide", "Learn"))}
    assert 0 < sum(rules.values()) <= 40_000, rules
    assert 0 < sum(lessons.values()) <= 40_000, lessons
    assert 0 < sum(sizes.values()) - sum(rules.values()) - sum(lessons.values()) <= 150_000, sizes


def test_the_words_of_a_language_beyond_the_door_are_one_small_file() -> None:
    sizes = {path.name: path.stat().st_size for path in STATIC.glob("words-*.json.gz")}
    assert len(sizes) == 3, sizes
    assert max(sizes.values()) <= 16_000, sizes


def test_the_door_is_painted_within_a_second(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    paints = []
    for _ in range(3):
        page.goto(house.url)
        paints.append(page.evaluate(LARGEST_PAINT))
    print(f"largest contentful paint: {sorted(round(paint) for paint in paints)} ms")
    limit(min(paints), 1000)


def test_a_tap_is_answered_within_a_tenth_of_a_second(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(house.table("mamma-mia", 2))
    Pointer(page).play(40, until=lambda look: look["confirm"] == "waits")
    times = []
    for _ in range(5):
        times.append(page.evaluate(ANSWERED, ".hand [data-card][aria-disabled=false]"))
        page.evaluate(ANSWERED, ".laid")
    print(f"from a tap to the next frame: {sorted(round(time) for time in times)} ms")
    limit(min(times), 100)
