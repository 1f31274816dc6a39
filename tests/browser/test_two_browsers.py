"""Two people, two devices, one table: by invitation, and with a house that dies in the middle of a turn."""

import time
from pathlib import Path

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import IS_LONG, House
from players import LOOK, Person, Pointer
from playwright.sync_api import Page, expect


@pytest.fixture
def mortal(tmp_path: Path):
    """A house that a test may kill."""
    house = House(tmp_path).start()
    yield house
    house.stop()


def make_table(page: Page, house: House) -> str:
    """Two chairs at Mamma Mia!, one of them open; the invitation."""
    page.goto(f"{house.url}/new/mamma-mia")
    page.get_by_role("button", name="Remove chair 3").click()
    page.locator("[data-confirm]").click()
    page.wait_for_selector("[data-screen=waiting] img")
    return str(page.locator(".address").get_attribute("href"))


def is_asked(look: dict) -> bool:
    return look["screen"] == "table" and look["confirm"] != ""


def play_on(people: list[Person], answers: int) -> None:
    """Both answer, whoever is asked, so many times in all."""
    end = time.monotonic() + (300 if IS_LONG else 40)
    while answers > 0 and time.monotonic() < end:
        looks = [person.page.evaluate(LOOK) for person in people]
        if any(look["screen"] == "end" for look in looks):
            return
        given = sum(person.answer(look) for person, look in zip(people, looks, strict=True))
        answers -= given
        if given == 0:
            people[0].page.wait_for_timeout(20)
    assert answers <= 0


def with_cards_laid(people: list[Person]) -> Person:
    """Play on until somebody has laid cards on the peel and not sent them yet."""
    end = time.monotonic() + 40
    while time.monotonic() < end:
        for person in people:
            look = person.page.evaluate(LOOK)
            page = person.page
            if (
                is_asked(look)
                and page.locator(".laid").count() > 0
                and page.locator("[data-confirm]:enabled").count() > 0
            ):
                return person
            person.answer(look)
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody lays a card")


def test_a_killed_house_loses_no_half_made_turn(mortal: House, open_page: OpenPage) -> None:
    ada, ben = open_page(PHONE), open_page(LAPTOP, "de")
    invitation = make_table(ada, mortal)
    ben.goto(invitation)
    ben.locator("[data-confirm]").click()
    ben.wait_for_selector("[data-screen=waiting]")
    assert invitation.partition("#")[2] not in ben.url
    ada.locator("[data-start]:enabled").click()
    for page in (ada, ben):
        page.wait_for_selector("[data-screen=table]")
    people = [Pointer(ada, 1), Pointer(ben, 2)]
    play_on(people, 8)

    page = with_cards_laid(people).page
    supply = page.locator(".count").first.inner_text()
    mortal.kill()
    expect(page.locator(".strip p")).to_be_visible(timeout=15_000)
    assert page.locator(".laid").count() > 0, "what was on the peel stays there"
    page.locator("[data-confirm]").click()
    expect(page.locator("[data-confirm]")).to_be_disabled()
    mortal.start()
    expect(page.locator(".strip p")).to_have_count(0, timeout=20_000)
    expect(page.locator(".laid")).to_have_count(0, timeout=20_000)
    assert page.locator(".count").first.inner_text() != supply, "the turn was played, and cards were drawn"
    play_on(people, 1000 if IS_LONG else 6)


def test_a_half_made_turn_survives_a_reload(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(house.table("mamma-mia", 2))
    person = Pointer(page)
    person.play(40, until=is_asked)
    while page.locator(".laid").count() == 0:
        person.answer(page.evaluate(LOOK))
    words = page.locator(".words").inner_text()
    page.reload()
    expect(page.locator(".laid")).not_to_have_count(0)
    assert page.locator(".words").inner_text() == words


def test_an_invitation_is_used_once(house: House, open_page: OpenPage) -> None:
    ada, ben, eve = open_page(PHONE), open_page(PHONE), open_page(PHONE)
    invitation = make_table(ada, house)
    ben.goto(invitation)
    ben.locator("[data-confirm]").click()
    ben.wait_for_selector("[data-screen=waiting]")
    eve.goto(invitation)
    eve.wait_for_selector("[data-screen=dead]")
    assert "been used" in eve.locator("[role=alert]").inner_text()


def test_people_on_one_device_play_behind_a_curtain(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{house.url}/new/sole-mio")
    page.get_by_role("button", name="Remove chair 3").click()
    page.get_by_label("Chair 2").select_option("me")
    page.get_by_label("Name").nth(1).fill("Ben")
    page.locator("[data-confirm]").click()
    for _ in range(3):
        page.wait_for_selector("[data-screen=curtain]")
        assert page.locator("[data-card]").count() == 0, "no hand is in the page before the curtain opens"
        page.locator("[data-confirm]").click()
        page.wait_for_selector(".hand [data-card]")
        Pointer(page).play(30, until=lambda look: look["screen"] in ("curtain", "oven"))
