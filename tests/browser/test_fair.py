"""The fair deal, as a device checks it that saw what was promised: every card and roll dealt again at the end of a game."""

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from conftest import PHONE, OpenPage
from house import House
from playwright.sync_api import Browser, Page, Route, expect

import osteria
from osteria.lab.wasm.modules import ready_modules
from osteria.server.tables.fair import deal_seed

CHECKED, BROKEN = "Fair deal: checked", "The deal is not the one promised"
OTHER = "44" * 32
SHELF = "osteria.promised"
KEPT = f"JSON.parse(localStorage.getItem('{SHELF}') ?? '[{{}}]')[0]"


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
    page.wait_for_function(f"() => {KEPT}.own?.[0]?.isTaken")
    house.post(f"{path}/start", {}, made["keys"]["0"])
    page.wait_for_function(f"() => {KEPT}.random")
    return made


def play_to_the_end(house: House, made: dict) -> None:
    rng, path = random.Random(1), f"/api/tables/{made['table']}"
    while house.get(path)["table"]["status"] != "over":
        for key in made["keys"].values():
            place = house.get(path, key)
            if options := (place["view"]["decision"] or {}).get("options"):
                move = {"id": str(place["question"]), "question": place["question"], "moves": [rng.choice(options)]}
                house.post(f"{path}/moves", move, key)


class Played(NamedTuple):
    """A finished game, and what the device of one of its players kept of it."""

    address: str
    device: dict

    def device_with(self, change: Callable[[str], str]) -> dict:
        """The device, had it kept something else of what it was promised."""
        kept = {entry["name"]: entry["value"] for entry in self.device["origins"][0]["localStorage"]}
        kept[SHELF] = change(kept[SHELF])
        entries = [{"name": name, "value": value} for name, value in kept.items()]
        return self.device | {"origins": [self.device["origins"][0] | {"localStorage": entries}]}


@pytest.fixture(scope="module")
def played(equipped: House, browser: Browser) -> Played:
    """Both of two people add bytes, and they play to the end."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    made = at_a_table(equipped, page)
    device = context.storage_state()
    context.close()
    play_to_the_end(equipped, made)
    return Played(f"{equipped.url}/t/{made['table']}", device)


def says_nothing(page: Page, address: str) -> None:
    with page.expect_response("**/deal"):
        page.goto(address)
    page.wait_for_timeout(1500)
    foot = page.locator("[data-screen=end] .foot").inner_text()
    assert CHECKED not in foot
    assert BROKEN not in foot


def shortened(told: dict) -> dict:
    """The game without its last move and what came after it."""
    lines = told["transcript"].splitlines()
    last = max(at for at, line in enumerate(lines) if not line.startswith("chance:"))
    return {"transcript": "\n".join(lines[:last])}


def dealt(told: dict, **opened: object) -> dict:
    """Another whole game, dealt from what is opened of it, and the commitment to that."""
    lie = told | opened
    seed = bytes.fromhex(lie["seed"])
    match = osteria.new("roll-for-soles", 2, seed=deal_seed(seed, lie["random"], lie["table"]))
    while match.decision is not None:
        match.play(match.decision.options[0])
    commitment = hashlib.sha256(seed + lie["table"].encode()).hexdigest()
    return opened | {"transcript": match.transcript, "commitment": commitment}


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


def test_nothing_was_promised_to_somebody_who_was_not_there(played: Played, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(played.address)
    page.wait_for_selector("[data-screen=end]")
    page.wait_for_timeout(1500)
    foot = page.locator("[data-screen=end] .foot").inner_text()
    assert CHECKED not in foot
    assert BROKEN not in foot


@pytest.mark.parametrize(
    "lie",
    [
        lambda told: {"seed": OTHER},
        lambda told: {"random": [OTHER, told["random"][1]]},
        lambda told: {"random": [told["random"][0], OTHER]},
        lambda told: {"random": []},
        lambda told: {"transcript": told["transcript"].replace("chance: dice ", "chance: dice hook ", 1)},
        shortened,
        dealt,
        lambda told: dealt(told, seed=OTHER),
        lambda told: dealt(told, random=[OTHER, told["random"][1]]),
        lambda told: dealt(told, random=[*told["random"], OTHER]),
        lambda told: dealt(told, seed=told["seed"] + told["table"][:1].encode().hex(), table=told["table"][1:]),
    ],
    ids=[
        *["another seed", "other bytes of one's own", "other bytes of somebody else", "no bytes", "another roll"],
        *["the last move left out", "another game from the same seed", "another game", "another game, own bytes"],
        *["another game, bytes of nobody", "another game, a byte from seed to table"],
    ],
)
def test_a_house_that_dealt_otherwise_is_found_out(
    played: Played, open_page: OpenPage, lie: Callable[[dict], dict]
) -> None:
    page = open_page(PHONE, storage_state=played.device)
    lying(page, lie)
    page.goto(played.address)
    expect(page.locator("[data-screen=end] .foot")).to_contain_text(BROKEN, timeout=60_000)


def promised(change: Callable[[dict], dict]) -> Callable[[str], str]:
    def changed(text: str) -> str:
        (entry,) = json.loads(text)
        return json.dumps([entry | change(entry)])

    return changed


def own(**change: object) -> Callable[[dict], dict]:
    return lambda entry: {"own": {"0": entry["own"]["0"] | change}}


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        (lambda entry: {"commitment": OTHER}, BROKEN),
        (lambda entry: {"random": [entry["random"][0], OTHER]}, BROKEN),
        (lambda entry: {"random": entry["random"][:1]}, BROKEN),
        (own(bytes=OTHER), BROKEN),
        (own(bytes=OTHER, isTaken=False), ""),
        (lambda entry: {"random": None}, ""),
        (own(isTaken=False), CHECKED),
        (own(bytes=OTHER, key="of a sitting that is over"), CHECKED),
    ],
    ids=[
        *["another commitment", "other bytes of somebody else", "bytes of fewer seats", "other bytes of one's own"],
        *["own bytes that were not taken", "bytes never seen", "own bytes, taken without a word"],
        "own bytes of another sitting",
    ],
)
def test_a_consistent_game_is_held_against_what_this_device_was_promised(
    played: Played, open_page: OpenPage, change: Callable[[dict], dict], answer: str
) -> None:
    page = open_page(PHONE, storage_state=played.device_with(promised(change)))
    if not answer:
        return says_nothing(page, played.address)
    page.goto(played.address)
    return expect(page.locator("[data-screen=end] .foot")).to_contain_text(answer, timeout=60_000)


@pytest.mark.parametrize("kept", ["{}", "[null]", "nonsense"])
def test_promises_that_cannot_be_read_keep_no_table_from_opening(
    played: Played, open_page: OpenPage, kept: str
) -> None:
    page = open_page(PHONE, storage_state=played.device_with(lambda _: kept))
    page.goto(played.address)
    page.wait_for_selector("[data-screen=end]")
