"""Every state of every game on every size of screen, by geometry: see geometry.py for what may not be.

Here every state meets six sizes, one of each class of screens at least, every size a third of the states, and the two
languages take turns; `--long` tries all of it. `web/scripts/contact.py` shows the same screens in one picture.
"""

import pytest
from accessible import hindrances
from conftest import LAPTOP, PHONE, OpenPage
from geometry import examine, settle
from house import IS_LONG, House
from scenes import MORE_STATES, PAGES, SCENES, Stage, bring

SIZES = (
    (320, 568),
    (360, 640),
    (375, 667),
    (390, 844),
    (412, 915),
    (568, 320),
    (667, 375),
    (844, 390),
    (915, 412),
    (600, 960),
    (768, 1024),
    (1024, 600),
    (1024, 768),
    (1280, 720),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
# Of the other languages German needs the most letters for the same messages.
LANGUAGES = ("en", "de")
STATES = (*SCENES, *MORE_STATES, *PAGES)
# What a run of the other tests does not meet for certain.
RARE = ("decide now", "another kind", "reference", "soles hook")


def trials(state: str) -> dict[str, tuple[tuple[int, int], ...]]:
    """In which languages, and on which sizes, a state is tried."""
    if IS_LONG:
        return dict.fromkeys(LANGUAGES, SIZES)
    at = STATES.index(state)
    return {LANGUAGES[at % 2]: SIZES[at % 3 :: 3]}


@pytest.mark.parametrize("state", STATES)
def test_everything_fits(house: House, open_page: OpenPage, state: str) -> None:
    wrong = {}
    for language, sizes in trials(state).items():
        page = open_page(sizes[0], language)
        bring(Stage(page, house.url), state)
        for size in sizes:
            settle(page, size)
            if found := examine(page):
                wrong[language, size] = found
    assert wrong == {}


@pytest.mark.parametrize("state", STATES if IS_LONG else RARE)
def test_every_state_is_accessible(house: House, open_page: OpenPage, state: str) -> None:
    wrong = {}
    for size in (PHONE, LAPTOP) if IS_LONG else ((PHONE, LAPTOP)[STATES.index(state) % 2],):
        page = open_page(size)
        bring(Stage(page, house.url), state)
        settle(page, size)
        if found := hindrances(page):
            wrong[size] = found
    assert wrong == {}


@pytest.mark.parametrize("state", ["composed sole-mio", "soles"])
def test_text_at_double_size_keeps_the_buttons_on_the_screen(house: House, open_page: OpenPage, state: str) -> None:
    page = open_page((360, 640), "de")
    bring(Stage(page, house.url), state)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    wrong = {}
    for size in ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        settle(page, size)
        button = page.locator("[data-confirm], .acts .btn, .sheet .btn").first.bounding_box()
        if button is None or button["y"] + button["height"] > size[1] + 1:
            wrong[size] = button
        if page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
            wrong[size] = "wider than the screen"
    assert wrong == {}
