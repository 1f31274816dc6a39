"""A game that the page has no table for is played at a plain one: buttons, counts, what happens in words."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House

PIG = Path(__file__).parents[2] / "examples" / "pig"


@pytest.fixture(scope="module")
def other_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house beside which somebody installed a package with a game."""
    installed = tmp_path_factory.mktemp("installed")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*install, "--target", str(installed), str(PIG)], check=True, capture_output=True)
    house = House(tmp_path_factory.mktemp("house"), PYTHONPATH=str(installed)).start()
    yield house
    house.stop()


@pytest.mark.parametrize(("size", "language", "roll"), [(PHONE, "en", "Roll"), (LAPTOP, "de", "Würfeln")])
def test_a_whole_game_at_a_plain_table(
    other_house: House, open_page: OpenPage, size: tuple[int, int], language: str, roll: str
) -> None:
    page = open_page(size, language)
    page.goto(other_house.url)
    page.locator("[data-game=pig]").click()
    page.wait_for_selector("[data-screen=plain]")
    first = page.locator("[data-move=roll]")
    first.wait_for()
    assert first.inner_text() == roll
    rolls = 0
    while page.locator("[data-part=acts] a").count() == 0:
        page.wait_for_selector("[data-move]:not([disabled]), [data-part=acts] a")
        rolls = (rolls + 1) % 4
        button = page.locator("[data-move=roll]" if rolls else "[data-move=hold]")
        if button.count() and button.is_enabled():
            button.click()
    assert page.locator("[data-part=told] li").count() > 1
    counts = [int(cell.inner_text()) for cell in page.locator("td[data-zone=points]").all()]
    assert max(counts) >= 100
