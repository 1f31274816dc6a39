"""Open hands: proposed, agreed to or not, and then seen by those who watch and by nobody else."""

from collections import Counter

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from players import LOOK, Pointer
from playwright.sync_api import Page, expect
from test_screens import check
from witness import Witness

FACES = "() => [...document.querySelectorAll('[data-face]')].map((node) => node.dataset.face)"
ADA, BEN = {"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}


def shown(page: Page) -> dict[str, Counter[str]]:
    """The hands that lie open on a page, by seat."""
    found = {}
    for hand in page.locator("[data-open-hand]").all():
        seat = str(hand.get_attribute("data-open-hand"))
        faces = hand.locator("[data-face]").evaluate_all("(nodes) => nodes.map((node) => node.dataset.face)")
        found[seat] = Counter(face.removeprefix(f"{seat}/") for face in faces)
    return found


def held(house: House, table: str) -> dict[str, Counter[str]]:
    """The hands that the house shows spectators."""
    return {seat: Counter(cards) for seat, cards in house.get(f"/api/tables/{table}")["hands"].items()}


def propose(house: House, *seats: dict, game: str = "mamma-mia", start: bool = False) -> dict:
    return house.post(
        "/api/tables", {"game": game, "seats": list(seats), "settings": {"open_hands": True}, "start": start}
    )


@pytest.mark.parametrize(("size", "language"), [(PHONE, "en"), (LAPTOP, "en")])
def test_a_table_opens_its_hands_to_those_who_watch_once_everybody_agreed(
    house: House, open_page: OpenPage, size: tuple[int, int], language: str
) -> None:
    ada, ben, eve = open_page(size, language), open_page(size, language), open_page(size, language)
    watched = Witness(ben)
    ada.goto(f"{house.url}/new/sole-mio")
    ada.get_by_label("Let watchers see cards").check()
    ada.get_by_label("Remove chair 3").click()
    check(ada, "new table")
    ada.locator("[data-confirm]").click()
    ada.wait_for_selector(".address")
    table = ada.url.rsplit("/", 1)[1]
    ben.goto(str(ada.locator(".address").get_attribute("href")))
    ben.locator("[data-confirm]").click()
    eve.goto(f"{house.url}/t/{table}")
    expect(eve.locator("[data-hands=proposed]")).to_contain_text("Still to agree: Pia")
    expect(eve.locator("[data-agree]")).to_have_count(0)
    expect(ada.locator("[data-start]")).to_contain_text("hands stay closed")
    check(ben, "waiting, proposed")
    ben.locator("[data-agree=yes]").click()
    for page in (ada, ben, eve):
        expect(page.locator("[data-hands=open]")).to_contain_text("Everybody agrees")
    ben.locator("[data-agree=no]").click()
    expect(ada.locator("[data-hands]")).to_have_attribute("data-hands", "proposed")
    ben.locator("[data-agree=yes]").click()
    expect(ada.locator("[data-hands]")).to_have_attribute("data-hands", "open")
    ada.locator("[data-start]").click()
    eve.wait_for_selector("[data-open-hand]")
    assert shown(eve) == held(house, table)
    check(eve, "watching with open hands")
    eve.locator(".open-hands .who").first.click()
    check(eve, "a seat with an open hand")
    eve.keyboard.press("Escape")
    eve.keyboard.press("t")
    assert eve.locator("dialog li", has_text="Hand of").count() == 2
    eve.keyboard.press("Escape")
    people = [Pointer(ada, 1), Pointer(ben, 2)]
    for _ in range(400):
        if eve.locator("[data-screen=oven] [data-open-hand]").count():
            break
        for person in people:
            look = person.page.evaluate(LOOK)
            if person is people[1]:
                watched.look(look)
            if look["screen"] == "table":
                person.answer(look)
    for page in (ada, ben):
        assert page.locator("[data-open-hand]").count() == 0
    assert sorted(set(watched.leaks)) == []


def test_if_one_does_not_agree_all_hands_stay_closed_and_it_is_said(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    made = propose(house, ADA, {"kind": "open"})
    house.post(f"/api/tables/{made['table']}/sit", {"name": "Ben"})
    house.post(f"/api/tables/{made['table']}/start", {}, made["keys"]["0"])
    page.goto(f"{house.url}/t/{made['table']}")
    page.wait_for_selector("[data-screen=table]")
    assert page.locator("[data-open-hand]").count() == 0
    page.locator(".bar .icon-button").first.click()
    expect(page.locator("dialog")).to_contain_text("not everybody agreed")


def test_people_who_share_a_device_do_not_see_each_other_s_hands_between_turns(
    house: House, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    made = propose(house, ADA, BEN, start=True)
    for key in made["keys"].values():
        page.goto(f"{house.url}/t/{made['table']}#{key}")
        page.wait_for_selector("[data-screen=table], [data-screen=curtain]")
        page.goto(house.url)
    page.goto(f"{house.url}/t/{made['table']}")
    page.wait_for_selector("[data-screen=curtain]")
    assert page.evaluate(FACES) == []
    page.locator("[data-screen=curtain] button").click()
    page.wait_for_selector(".hand [data-card]")
    assert page.locator("[data-open-hand]").count() == 0
    assert page.get_by_role("img", name="Hands are open").count() == 1


def test_hands_are_offered_only_where_there_are_some_and_somebody_may_watch(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{house.url}/new/grande")
    option = page.get_by_label("Let watchers see cards")
    expect(option).to_have_count(1)
    option.check()
    page.get_by_label("People may watch").uncheck()
    expect(option).to_have_count(0)
    page.get_by_label("People may watch").check()
    page.locator(".game:has(input[value=roll-for-soles])").click()
    expect(option).to_have_count(0)
    page.locator("[data-confirm]").click()
    page.wait_for_selector("[data-screen=waiting]")
    assert page.locator("[data-hands]").count() == 0
