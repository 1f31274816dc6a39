"""The fair deal, as a device checks it that saw what was promised: every card and roll dealt again at the end of a game."""

import json
import random
from collections.abc import Callable, Iterator

import pytest
from conftest import PHONE, OpenPage
from house import House
from playwright.sync_api import Page, Route, expect

from osteria.lab.wasm.modules import ready_modules

CHECKED, BROKEN = "Fair deal: checked", "The deal is not the one promised"
OTHER = "44" * 32


@pytest.fixture(scope="module")
def equipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose visitors have the rules."""
    house = House(tmp_path_factory.mktemp("equipped"), OSTERIA_MODULES=str(ready_modules())).start()
    yield house
    house.stop()


def at_a_table(house: House, page: Page) -> dict:
    """Two people sit down, one of them with a page, and both add bytes."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}]
    made = house.post("/api/tables", {"game": "roll-for-soles", "seats": seats})
    path = f"/api/tables/{made['table']}"
    page.goto(f"{house.url}/t/{made['table']}#{made['keys']['0']}")
    house.post(f"{path}/random", {"random": "22" * 32}, made["keys"]["1"])
    page.wait_for_function(
        "(table) => fetch(`/api/tables/${table}`).then((a) => a.json()).then((a) => a.table.seats[0].random)",
        arg=made["table"],
    )
    house.post(f"{path}/start", {}, made["keys"]["0"])
    return made


def play_to_the_end(house: House, made: dict) -> None:
    rng, path = random.Random(1), f"/api/tables/{made['table']}"
    while house.get(path)["table"]["status"] != "over":
        for key in made["keys"].values():
            place = house.get(path, key)
            if options := (place["view"]["decision"] or {}).get("options"):
                move = {"id": str(place["question"]), "question": place["question"], "moves": [rng.choice(options)]}
                house.post(f"{path}/moves", move, key)


def lying(page: Page, lie: Callable[[dict], dict]) -> None:
    """The house opens something else than it dealt from."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(body=json.dumps(told | lie(told)), content_type="application/json")

    page.route("**/api/tables/*/deal", answer)


def test_the_device_deals_again_what_it_was_promised(equipped: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    made = at_a_table(equipped, page)
    page.reload()  # what was promised outlasts the page
    page.wait_for_selector("[data-screen]")
    play_to_the_end(equipped, made)
    page.goto(f"{equipped.url}/t/{made['table']}")
    expect(page.locator("[data-screen=end] .foot")).to_contain_text(CHECKED, timeout=60_000)
    stranger = open_page(PHONE)
    stranger.goto(f"{equipped.url}/t/{made['table']}")
    stranger.wait_for_selector("[data-screen=end]")
    stranger.wait_for_timeout(1500)
    foot = stranger.locator("[data-screen=end] .foot").inner_text()
    assert CHECKED not in foot, "nothing was promised to somebody who was not there"
    assert BROKEN not in foot


@pytest.mark.parametrize(
    "lie",
    [
        lambda told: {"seed": OTHER},
        lambda told: {"random": [OTHER, told["random"][1]]},
        lambda told: {"random": [told["random"][0], OTHER]},
        lambda told: {"random": []},
        lambda told: {"transcript": told["transcript"].replace("chance: dice ", "chance: dice hook ", 1)},
    ],
    ids=["another seed", "other bytes of one's own", "other bytes of somebody else", "no bytes", "another roll"],
)
def test_a_house_that_dealt_otherwise_is_found_out(
    equipped: House, open_page: OpenPage, lie: Callable[[dict], dict]
) -> None:
    page = open_page(PHONE)
    made = at_a_table(equipped, page)
    lying(page, lie)
    play_to_the_end(equipped, made)
    page.goto(f"{equipped.url}/t/{made['table']}")
    expect(page.locator("[data-screen=end] .foot")).to_contain_text(BROKEN, timeout=60_000)
