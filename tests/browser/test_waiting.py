"""Less waiting: the house declines for those who wish it; a turn is composed while others play."""

import contextlib
import random
import time
import uuid

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from players import Person
from playwright.sync_api import Error, Locator, Page, expect

SCREENS = "[data-screen=table], [data-screen=soles], [data-screen=oven]"


def play_until_help_can_be_asked(house: House, names: tuple[str, ...]) -> tuple[dict, int, dict]:
    """A table of Sole Mio! at which somebody is about to ask for help: its keys, who, and what they see."""
    seats = [{"kind": "me", "name": name} for name in names]
    while True:
        made = house.post("/api/tables", {"game": "sole-mio", "seats": seats, "start": True})
        path, rng = f"/api/tables/{made['table']}", random.Random(1)
        while (asked := who_is_asked(house, made)) is not None:
            number, place = asked
            options = place["view"]["decision"]["options"]
            if "ask" in options:
                return made, number, place
            play(house, path, made["keys"][str(number)], place["question"], rng.choice(options))


def who_is_asked(house: House, made: dict) -> tuple[int, dict] | None:
    """The seat that is asked, and its view; None when the game is over."""
    for seat, key in made["keys"].items():
        place = house.get(f"/api/tables/{made['table']}", key)
        if "options" in (place["view"]["decision"] or {}):
            return int(seat), place
    return None


def play(house: House, path: str, key: str, question: int, move: str) -> None:
    """One move over HTTP."""
    house.post(f"{path}/moves", {"id": uuid.uuid4().hex, "question": question, "moves": [move]}, key)


def test_the_house_declines_for_a_person_and_the_sheet_counts_down(house: House, open_page: OpenPage) -> None:
    made, asker, place = play_until_help_can_be_asked(house, ("Ada", "Ben"))
    page = open_page(PHONE)
    page.add_init_script("localStorage.setItem('osteria.declines', '3')")
    page.goto(f"{house.url}/t/{made['table']}#{made['keys'][str(1 - asker)]}")
    page.wait_for_selector(SCREENS)
    path = f"/api/tables/{made['table']}"
    house.wait(path, lambda place: any(seat["declines"] == 3 for seat in place["table"]["seats"]))
    play(house, path, made["keys"][str(asker)], place["question"], "ask")
    expect(page.locator("[data-window]")).to_contain_text("or you decline", timeout=20_000)
    expect(page.locator("[data-declined]")).to_have_text("Declined for you.", timeout=20_000)


def waits_while_another_plays(house: House, open_page: OpenPage, size: tuple[int, int]) -> tuple[Page, dict, int, dict]:
    """A page that waits; the table, and who plays with what they see."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    made = house.post("/api/tables", {"game": "mamma-mia", "seats": seats, "start": True})
    asked = who_is_asked(house, made)
    assert asked is not None
    page = open_page(size)
    page.goto(f"{house.url}/t/{made['table']}#{made['keys'][str(1 - asked[0])]}")
    page.wait_for_selector("[data-screen=table]")
    return page, made, *asked


def play_whole_turn(house: House, made: dict, seat: int, place: dict) -> None:
    """Plays for a seat until its turn is over: it may be asked to play again before this has looked."""
    path, key, before = f"/api/tables/{made['table']}", made["keys"][str(seat)], ""
    while "options" in (place["view"]["decision"] or {}) and not (
        before and place["view"]["decision"]["ask"] == "play"
    ):
        before = place["view"]["decision"]["ask"]
        play(house, path, key, place["question"], place["view"]["decision"]["options"][-1])
        place = house.get(path, key)


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_turn_is_composed_while_another_plays_and_sent_when_it_comes(
    house: House, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page, made, asked, place = waits_while_another_plays(house, open_page, size)
    page.locator(".hand [data-card][aria-disabled=false]").first.click()
    ready = page.locator("[data-ahead]")
    expect(ready).to_contain_text("Play this when it is my turn")
    ready.click()
    expect(ready).to_have_attribute("aria-pressed", "true")
    play_whole_turn(house, made, asked, place)
    path, key = f"/api/tables/{made['table']}", made["keys"][str(1 - asked)]
    until = time.monotonic() + 30
    while (view := house.get(path, key)["view"])["announcement"]["seat"] != view["seat"]:
        assert time.monotonic() < until, view
        page.wait_for_timeout(100)


def test_what_was_composed_and_is_no_longer_possible_is_said_and_not_sent(house: House, open_page: OpenPage) -> None:
    page, made, asked, place = waits_while_another_plays(house, open_page, PHONE)
    page.locator(".hand [data-card][aria-disabled=false]").first.click()
    page.locator("[data-ahead]").click()
    spoil = "for (const name of Object.keys(sessionStorage)) if (name.startsWith('osteria.ahead'))"
    page.evaluate(
        spoil + " sessionStorage.setItem(name, sessionStorage.getItem(name).replace(/picked..../, '$&none.'))"
    )
    page.reload()
    page.wait_for_selector("[data-screen=table]")
    play_whole_turn(house, made, asked, place)
    expect(page.get_by_text("no longer possible")).to_be_visible(timeout=30_000)
    assert house.get(f"/api/tables/{made['table']}", made["keys"][str(1 - asked)])["view"]["decision"]["ask"] == "play"


def press_while_shown(person: Person, button: Locator) -> None:
    """Presses a button that is there only while something is shown: it may be gone again before it is reached."""
    for _ in range(20):
        person.play(120, lambda _: button.count() > 0)
        with contextlib.suppress(Error):
            return button.click(timeout=1_500)
    raise AssertionError("never shown for long enough")


@pytest.mark.parametrize(("game", "players"), [("roll-for-soles", 5), ("mamma-mia", 5)])
def test_faster_and_skip_are_there_wherever_something_is_shown(
    house: House, open_page: OpenPage, game: str, players: int
) -> None:
    page = open_page(PHONE)
    page.add_init_script("localStorage.setItem('osteria.pace', 'calm')")
    page.goto(house.table(game, players))
    page.wait_for_selector(SCREENS)
    person = Person(page)
    pace = page.locator("[data-pace]")
    press_while_shown(person, pace.get_by_role("button", name="Faster"))
    press_while_shown(person, page.locator("[data-skip]"))
    expect(pace).to_have_count(0, timeout=5_000)
