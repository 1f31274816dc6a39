"""Whole games in a real browser, by pointer and by keyboard alone, on a phone and on a laptop, in four languages."""

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import IS_LONG, House
from players import Keyboard, Person, Pointer
from witness import Witness

GAMES = [
    ("mamma-mia", 2, Pointer, PHONE, "en"),
    ("sole-mio", 3, Keyboard, LAPTOP, "nl"),
    ("grande", 3, Pointer, LAPTOP, "it"),
    ("roll-for-soles", 4, Keyboard, PHONE, "de"),
]
if IS_LONG:
    LANGUAGES = ("en", "nl", "it", "de")
    GAMES += [
        (game, players, person, size, LANGUAGES[players % 4])
        for game in ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
        for players in ((2, 3, 4, 5, 8) if game == "roll-for-soles" else (2, 3, 4, 5))
        for person in (Pointer, Keyboard)
        for size in (PHONE, LAPTOP)
    ]


@pytest.mark.parametrize(("game", "players", "person", "size", "language"), GAMES)
def test_a_whole_game_is_played_and_no_hidden_fact_reaches_the_page(
    house: House,
    open_page: OpenPage,
    game: str,
    players: int,
    person: type[Person],
    size: tuple[int, int],
    language: str,
) -> None:
    page = open_page(size, language)
    witness = Witness(page)
    page.goto(house.url)
    somebody = person(page)
    somebody.press(page.locator(f"[data-game={game}]"))
    somebody.press(page.locator(".counts [role=radio]").nth(players - 2))
    somebody.press(page.locator("[data-confirm]"))
    page.wait_for_selector("[data-screen=table], [data-screen=soles]")
    somebody.play(240, until=lambda look: look["screen"] == "end", watch=witness.look)
    assert page.locator("[data-screen=end] ol > li").count() == players
    assert page.evaluate("document.documentElement.lang") == language
    assert witness.frames > 10
    assert sorted(set(witness.leaks)) == []
