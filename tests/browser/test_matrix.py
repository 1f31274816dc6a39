"""Every state of every game on every size of screen, by geometry: see geometry.py for what may not be.

Here every state meets every size, and the two languages take turns (pairwise); `--long` tries all of it.
`web/scripts/contact.py` shows the same screens in one picture.
"""

import pytest
from conftest import OpenPage
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


def languages(state: str, at: int) -> tuple[str, ...]:
    """In which languages a state is tried at the size with this number."""
    return LANGUAGES if IS_LONG else (LANGUAGES[(STATES.index(state) + at) % 2],)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_everything_fits(house: House, open_page: OpenPage, state: str, language: str) -> None:
    sizes = [size for at, size in enumerate(SIZES) if language in languages(state, at)]
    page = open_page(sizes[0], language)
    bring(Stage(page, house.url), state)
    wrong = {}
    for size in sizes:
        settle(page, size)
        if found := examine(page):
            wrong[size] = found
    assert wrong == {}


@pytest.mark.parametrize("state", ["composed sole-mio", "turn mamma-mia", "fill help", "soles", "soles hook"])
def test_text_at_double_size(house: House, open_page: OpenPage, state: str) -> None:
    page = open_page((360, 640), "de")
    bring(Stage(page, house.url), state)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    wrong = {}
    for size in ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        settle(page, size)
        found = [one for one in examine(page, whole=False) if not one.startswith("cut")]
        confirm = page.locator("[data-confirm], .acts .btn, .sheet .btn").first.bounding_box()
        if found or not confirm or confirm["y"] + confirm["height"] > size[1] + 1:
            wrong[size] = [*found, confirm]
    assert wrong == {}
