"""How long frames are while things travel, on a phone whose processor is four times slower; and the page is not laid out
once for every thing that flies.

No task may take longer than 50 ms, in any run; docs/table.md has the figures. The first run of a moment is the dearest: the
browser has compiled nothing yet, as on a table that was just opened.

Milliseconds are those of the page's own thread, so that other work on the machine is not counted; still a busy machine makes
every task dearer. `OSTERIA_LONG=1 pytest tests/browser/test_frames.py -s` prints them.
"""

from collections.abc import Callable, Mapping, Sequence

import pytest
from conftest import PHONE, OpenPage
from house import IS_LONG, House
from playwright.sync_api import Browser
from scenes import LAST_DRAW, OPENS, SCENES, Scene, Stage, happens
from test_motion import MOVES, OLIVES
from work import Task, traced

LONGEST_MS = 50
RUNS = 3
TAPS_MS = 500
Act = Callable[[Stage], None]


def told(scene: Scene, lines: Sequence[Mapping]) -> Act:
    return lambda stage: stage.send(happens(scene, lines))


def composed(stage: Stage) -> None:
    """Three taps, one after the other. Where a card lies is asked for between them: a locator that clicks looks at every
    frame until the card stands still, which nobody's finger does."""
    for card in ("olive", "double-olive", "four-olive"):
        box = stage.page.locator(f".hand [data-card='{card}']").first.bounding_box()
        assert box is not None
        stage.page.touchscreen.tap(box["x"] + 12, box["y"] + box["height"] / 2)
        stage.page.wait_for_timeout(TAPS_MS)
    assert stage.page.locator(".laid").count() == 3


MOMENTS: dict[str, tuple[Scene, Act, int]] = {
    "a turn is composed": (SCENES["turn sole-mio"], composed, 500),
    "the oven opens": (LAST_DRAW, told(LAST_DRAW, OPENS), 6000),
    **{name: (scene, told(scene, lines), 3500) for name, (scene, lines, _) in MOVES.items()},
}


def watched(browser: Browser, stage: Stage, scene: Scene, act: Act, time: int, slower: float = 4) -> list[Task]:
    """What the page works while this happens."""
    stage.page.goto(f"{stage.url}/favicon.svg")
    stage.page.evaluate("localStorage.setItem('osteria.pace', 'calm')")
    stage.show(scene)
    stage.page.wait_for_timeout(600)
    found: list[Task] = []
    with traced(browser, stage.page, found, slower=slower):
        act(stage)
        stage.page.wait_for_timeout(time)
    return found


@pytest.mark.skipif(not IS_LONG, reason="three runs a moment: --long")
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_frame_is_long_while_things_travel(house: House, browser: Browser, open_page: OpenPage, moment: str) -> None:
    page = open_page(PHONE, reduced_motion="no-preference", has_touch=True)
    stage = Stage(page, house.url)
    runs = [watched(browser, stage, *MOMENTS[moment]) for _ in range(RUNS)]
    longest = [max(run, key=lambda task: task.ms) for run in runs]
    worst = max(longest, key=lambda task: task.ms)
    print(f"\n{moment}: longest tasks of the runs {[round(one.ms) for one in longest]} ms; {worst.parts}")
    assert worst.ms <= LONGEST_MS, worst.parts


def test_the_page_is_laid_out_a_few_times_however_many_things_fly(
    house: House, browser: Browser, open_page: OpenPage
) -> None:
    scene = SCENES["waits"]
    page = open_page(PHONE, reduced_motion="no-preference")
    tasks = watched(browser, Stage(page, house.url), scene, told(scene, OLIVES), 2500, slower=1)
    assert sum(task.layouts for task in tasks) > 0
    assert max(task.layouts for task in tasks) <= 4
