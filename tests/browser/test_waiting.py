"""Less waiting: the house declines for those who wish it."""

import random
import uuid

from conftest import PHONE, OpenPage
from house import House
from playwright.sync_api import expect

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
    page.wait_for_function(
        "async (path) => (await (await fetch(path)).json()).table.seats.some((seat) => seat.declines === 3)", arg=path
    )
    play(house, path, made["keys"][str(asker)], place["question"], "ask")
    expect(page.locator("[data-window]")).to_contain_text("or you decline", timeout=20_000)
    expect(page.locator("[data-declined]")).to_have_text("Declined for you.", timeout=20_000)
