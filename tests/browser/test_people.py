"""Two and four people in every game, each at a device of their own; leaving at every kind of question and coming back on
another one; and a table that everybody leaves."""

import re
import time

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import IS_LONG, House
from laid import GAMES, NAMES, kinds, lay, questions
from players import LOOK, Pointer
from playwright.sync_api import Page, expect

SCREENS = "[data-screen=table], [data-screen=soles], [data-screen=oven]"
CALLED = re.compile("^(Your turn|.* asks you for help)")
PATIENCE = 60_000
"""Milliseconds: many people may use this machine."""
TOGETHER = [("mamma-mia", 2), ("sole-mio", 4), ("grande", 2), ("roll-for-soles", 4)]
if IS_LONG:
    TOGETHER = [(game, people) for game in GAMES for people in (2, 4)]
EVERY = [(game, ask) for game in GAMES for ask in questions(game, 3)]
SHARE = [("mamma-mia", "fill"), ("sole-mio", "help"), ("grande", "block"), ("roll-for-soles", "source")]


def sit_two(open_page: OpenPage, links: list[str], asked: int) -> tuple[Page, Page]:
    """Whoever is asked, and one of the others; the third is still to come."""
    one, other = sit(open_page, [links[asked], links[(asked + 1) % 3]])
    expect(one).to_have_title(CALLED, timeout=PATIENCE)
    return one, other


def sit(open_page: OpenPage, links: list[str]) -> list[Page]:
    """Everybody at their own device, phones and laptops in turns."""
    pages = [open_page((PHONE, LAPTOP)[seat % 2]) for seat in range(len(links))]
    for page, link in zip(pages, links, strict=True):
        page.goto(link)
        page.wait_for_selector(SCREENS, timeout=PATIENCE)
    return pages


def play_together(pages: list[Page], is_done: object) -> None:
    """Everybody answers when they are asked, by their own page alone."""
    people = [Pointer(page, seat) for seat, page in enumerate(pages)]
    end = time.monotonic() + (1800 if IS_LONG else 150)
    while not is_done():  # type: ignore[operator]
        assert time.monotonic() < end, [page.evaluate(LOOK) for page in pages]
        given = [person.answer(person.page.evaluate(LOOK)) for person in people]
        if not any(given):
            pages[0].wait_for_timeout(25)


@pytest.mark.timeout(2400)
@pytest.mark.parametrize(("game", "people"), TOGETHER)
def test_people_play_together_each_at_their_own_device(
    house: House, open_page: OpenPage, game: str, people: int
) -> None:
    """Until everybody has been asked and has answered; with `--long` to the end."""
    seats = [{"kind": "me", "name": name} for name in NAMES[:people]]
    made = house.post("/api/tables", {"game": game, "seats": seats, "start": True})
    path = f"/api/tables/{made['table']}"
    links = [f"{house.url}/t/{made['table']}#{made['keys'][str(seat)]}" for seat in range(people)]
    pages = sit(open_page, links)
    asked: set[str] = set()

    def is_done() -> bool:
        place = house.get(path)
        if place["table"]["status"] == "over":
            return True
        asked.add(str(place["view"]["decision"]["seat"]))
        return len(asked) == people and place["question"] > 2 * people and not IS_LONG

    play_together(pages, is_done)
    if IS_LONG:
        for page in pages:
            page.wait_for_selector("[data-screen=end]", timeout=PATIENCE)
            expect(page.locator("[data-screen=end] ol > li")).to_have_count(people)


def test_every_kind_of_question_that_the_games_declare_is_left_somewhere() -> None:
    """The list above is of the games' own making: what one of a family never asks, another does."""
    asked = {ask for _, ask in EVERY}
    assert asked == {ask for game in GAMES for ask in kinds(game)}
    assert set(SHARE) <= set(EVERY)


@pytest.mark.parametrize(("game", "ask"), EVERY if IS_LONG else SHARE)
def test_who_leaves_at_a_question_has_it_at_once_on_another_device(
    house: House, open_page: OpenPage, game: str, ask: str
) -> None:
    table, links, asked = lay(house, game, ask)
    path = f"/api/tables/{table}"
    phone, other = sit_two(open_page, links, asked)
    phone.close()
    expect(other).not_to_have_title(CALLED)
    back = open_page(LAPTOP)
    back.goto(links[asked])
    back.wait_for_selector(SCREENS, timeout=PATIENCE)
    expect(back).to_have_title(CALLED, timeout=PATIENCE)
    place = house.get(path)
    assert place["view"]["decision"]["ask"] == ask, "the question waited"
    assert [seat["stand_in"] for seat in place["table"]["seats"]] == [""] * 3, "nobody answered unasked"
    Pointer(back).play(90, until=lambda _: house.get(path)["question"] > place["question"])


@pytest.mark.parametrize(("game", "ask"), EVERY if IS_LONG else SHARE[::-2])
def test_who_leaves_by_the_button_is_stood_in_for_at_any_question_until_they_are_back(
    house: House, open_page: OpenPage, game: str, ask: str
) -> None:
    table, links, asked = lay(house, game, ask)
    phone, other = sit_two(open_page, links, asked)
    question = house.get(f"/api/tables/{table}")["question"]
    stand_up(phone)
    expect(other.locator("[data-stood]").first).to_be_visible(timeout=PATIENCE)
    house.wait(f"/api/tables/{table}", lambda place: place["question"] > question)
    back = open_page(LAPTOP)
    back.goto(links[asked])
    back.wait_for_selector(f"{SCREENS}, [data-screen=end]", timeout=PATIENCE)
    expect(other.locator("[data-stood]")).to_have_count(0, timeout=PATIENCE)
    seats = house.get(f"/api/tables/{table}")["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person"] * 3


def stand_up(page: Page) -> None:
    """Leaves by the menu, and says so twice."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Stand up from this table").click()
    page.get_by_role("button", name="Yes, stand up").click()
    page.wait_for_selector("[data-screen=home]", timeout=PATIENCE)


def frames_stand_still(house: House, path: str) -> int:
    """Waits until nothing happens at a table any more; its last frame."""
    last, since = -1, time.monotonic()
    end = since + 60
    while time.monotonic() - since < 3:
        assert time.monotonic() < end, "the table goes on without anybody"
        frame = house.get(path)["frame"]
        if frame != last:
            last, since = frame, time.monotonic()
        time.sleep(0.1)
    return last


def test_a_table_that_everybody_leaves_waits_and_goes_on_when_they_are_back(house: House, open_page: OpenPage) -> None:
    table, links, _ = lay(house, "mamma-mia", "play", people=2)
    path = f"/api/tables/{table}"
    for page in sit(open_page, links):
        stand_up(page)
    frame = frames_stand_still(house, path)
    place = house.get(path)
    assert place["table"]["status"] == "playing"
    assert [seat["stand_in"] for seat in place["table"]["seats"]] == ["left", "left"]
    pages = sit(open_page, links[::-1])[::-1]
    for page in pages:
        expect(page.locator("[data-stood]")).to_have_count(0, timeout=PATIENCE)
    assert [seat["stand_in"] for seat in house.get(path)["table"]["seats"]] == ["", ""]
    play_together(pages, lambda: house.get(path)["frame"] > frame + 6)
