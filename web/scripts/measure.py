"""Measures the browser table and prints the table of docs/table.md: python web/scripts/measure.py (quiet machine).

Largest contentful paint and taps are taken in Chromium on a phone's screen, from a house on the same machine; every
figure is the median of its runs, with the best and the worst beside it, and what the page's main thread worked for it.
"""

import gzip
import os
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/browser"))

from conftest import ARGUMENTS, CHROMIUM, PHONE, PREFERENCES  # noqa: E402
from house import House  # noqa: E402
from players import Pointer  # noqa: E402
from test_speed import ANSWERED, LARGEST_PAINT, STATIC  # noqa: E402

RUNS = 9


def opened(browser: Browser) -> Page:
    """A page on a device that has never been here: nothing is cached."""
    width, height = PHONE
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_init_script(f"{PREFERENCES}(['en', false])")
    return context.new_page()


def scripts() -> tuple[int, int]:
    """All scripts together, and those that the first page loads, compressed, in bytes."""
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.glob("*.js")}
    index = (STATIC.parent / "index.html").read_text()
    return sum(sizes.values()), sum(size for name, size in sizes.items() if name in index)


def worked(clock: CDPSession) -> float:
    """Milliseconds of a core that the page's main thread has used, which other work on the machine does not lengthen."""
    metrics = clock.send("Performance.getMetrics")["metrics"]
    return 1000 * next(one["value"] for one in metrics if one["name"] == "TaskDuration")


def started(page: Page) -> CDPSession:
    """The clock of the page's main thread."""
    clock = page.context.new_cdp_session(page)
    clock.send("Performance.enable", {"timeDomain": "threadTicks"})
    return clock


def paints(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """From the navigation to the largest paint, each time on a fresh device: as time passes, and as the page works."""
    found, work = [], []
    for _ in range(RUNS):
        page = opened(browser)
        clock = started(page)
        page.goto(address)
        page.wait_for_selector("[data-screen]:not([data-screen=loading])")
        found.append(page.evaluate(LARGEST_PAINT))
        work.append(worked(clock))
        page.context.close()
    return found, work


def taps(browser: Browser, house: House) -> tuple[list[float], list[float]]:
    """From a tap on a card to the frame that shows it on the peel, and from there to the frame that shows it gone."""
    page = opened(browser)
    clock = started(page)
    page.goto(house.table("mamma-mia", 2))
    Pointer(page).play(60, until=lambda look: look["confirm"] == "waits")
    found, work = [], []
    for selector in (".hand [data-card][aria-disabled=false]", ".laid") * RUNS:
        before = worked(clock)
        found.append(page.evaluate(ANSWERED, selector))
        work.append(worked(clock) - before)
    page.context.close()
    return found, work


def line(what: str, times: tuple[list[float], list[float]], allowed: str) -> str:
    """One row about times."""
    passed, work = times
    spread = f"{statistics.median(passed):.0f} ms ({min(passed):.0f} to {max(passed):.0f})"
    return f"| {what} | {spread} | {statistics.median(work):.0f} ms | {allowed} |"


def main() -> None:
    """All of it, as a table."""
    every, first = scripts()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        door = paints(browser, house.url)
        table = paints(browser, house.table("sole-mio", 4))
        answers = taps(browser, house)
        browser.close()
        house.stop()
    print("| what | measured | of it work of the page | allowed |\n|---|---|---|---|")
    print(f"| JavaScript, gzip, all of it | {every / 1000:.0f} kB | | 150 kB |")
    print(f"| JavaScript, gzip, before the door is shown | {first / 1000:.0f} kB | | |")
    print(line("largest contentful paint, the door", door, "1 000 ms"))
    print(line("largest contentful paint, a table of four", table, "1 000 ms"))
    print(line("a tap on a card, until the next frame", answers, "100 ms"))
    print(f"\nLoad of the machine meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
