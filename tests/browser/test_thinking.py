"""While experts think on this device the page's own thread does not: how long its tasks are, on a phone whose processor is four
times slower. The bots think in workers; what the page does meanwhile is to take and show what they play.

The goal is 50 ms a frame; what is above it is the page laying out what was played (docs/four-places.md has the figures). A search
on the page's thread would take several times what the test allows.

Milliseconds are those of the page's own thread (see test_frames.py); things do not travel here: that is measured there. Of
several turns the best is taken, because a busy machine makes every task dearer, and the browser collects garbage when it likes.
`OSTERIA_LONG=1 pytest tests/browser/test_thinking.py -s` prints them.
"""

from collections.abc import Iterator

import pytest
from conftest import PHONE, OpenPage
from house import IS_LONG
from players import LOOK
from playwright.sync_api import Browser, Page
from site_without_house import Site, sit_down
from test_frames import LONGEST_MS
from work import Task, traced

from osteria.lab.wasm.page import write_page
from osteria.server.http.pages import STATIC

TURNS = 4
GAMES = [("mamma-mia", 5), ("sole-mio", 5), ("grande", 5), ("roll-for-soles", 4)]
PACE = "() => localStorage.setItem('osteria.pace', 'calm')"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("page")
    write_page(folder, STATIC)
    site = Site(folder)
    yield site
    site.stop()


def is_asked(look: dict) -> bool:
    """Whether the person has something to do, or the game is over."""
    todo = look["confirm"] or look["dice"] or look["targets"] or look["sheet"]
    return bool(todo or look["lesson"] or look["screen"] == "end")


@pytest.mark.skipif(not IS_LONG, reason="some turns of every game: --long")
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_frames_are_short_while_experts_think(
    site: Site, browser: Browser, open_page: OpenPage, game: str, players: int
) -> None:
    page, turns = open_page(PHONE), list[Task]()
    page.goto(site.url)
    page.evaluate(PACE)
    somebody = sit_down(page, site, game, players)
    for _ in range(TURNS):
        somebody.play(120, until=is_asked)
        somebody.play(60, until=lambda look: not is_asked(look) or look["screen"] == "end")
        found: list[Task] = []
        with traced(browser, page, found):
            wait_for_question(page)
        turns.append(max(found, key=lambda task: task.ms))
    best = min(turns, key=lambda task: task.ms)
    print(f"\n{game}: longest tasks by turn {sorted(round(task.ms) for task in turns)} ms; the best: {best.parts}")
    assert best.ms <= LONGEST_MS, best.parts


def wait_for_question(page: Page) -> None:
    """Looks rarely: a look is work for the page, too."""
    for _ in range(40):
        page.wait_for_timeout(500)
        if is_asked(page.evaluate(LOOK)):
            return
