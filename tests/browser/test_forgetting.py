"""The price of forgetting, in words: at the end of a game, and at its move in the replay."""

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect
from test_card import play_out
from test_screens import check

STEPS = 9
MOVES = [
    {"step": 3, "seat": 0, "lost": 0.064, "what": "pepper", "first": 2, "last": 3},
    {"step": 5, "seat": 1, "lost": 0.02, "what": "mushroom", "first": 7, "last": 7},
    {"step": 7, "seat": 0, "lost": 0.11, "what": "olive/mista", "first": 0, "last": 0},
]
SENTENCES = {
    "en": ("Move 3: you had seen the third pepper go in", "You remembered about 40% of the oven"),
    "de": ("Zug 3: Du hattest die dritte Paprika hineingehen sehen", "Du hast dir etwa 40 % des Ofens gemerkt"),
    "nl": ("Zet 3: je had de derde paprika erin zien gaan", "Je onthield ongeveer 40% van de oven"),
    "it": ("Mossa 3: avevi visto entrare il terzo peperone", "Ricordavi circa il 40% del forno"),
}


def told(page: Page, **changes: object) -> None:
    """The house tells this of every table."""
    seats = [{"seat": 0, "remembers": 0.4}, {"seat": 1, "remembers": 0.7}]
    whole = {"table": "", "steps_in_all": STEPS, "steps_known": STEPS, "seats": seats, "moves": MOVES, **changes}
    page.route("**/forgetting*", lambda route: route.fulfill(json=whole))


@pytest.fixture(scope="module")
def link(house: House) -> str:
    """A game of Mamma Mia! that is over, as the person of seat 0 comes to it."""
    link = house.table("mamma-mia", 2)
    table, key = link.split("/t/")[1].split("#")
    play_out(house, table, key)
    return link


@pytest.mark.parametrize(("language", "size"), list(zip(SENTENCES, (PHONE, LAPTOP, LAPTOP, PHONE), strict=True)))
def test_at_the_end_the_reader_is_told_what_forgetting_cost(
    link: str, open_page: OpenPage, language: str, size: tuple[int, int]
) -> None:
    page = open_page(size, language)
    told(page)
    page.goto(link)
    panel = page.locator("[data-forgetting=whole]")
    move, seat = SENTENCES[language]
    expect(panel).to_contain_text(seat.replace(" %", "\xa0%"))
    expect(panel.locator("li")).to_have_count(2)
    expect(panel.locator("li a").first).to_contain_text(move)
    check(page, "end with the price of forgetting", by_axe=language == "en")
    assert str(panel.locator("li a").first.get_attribute("href")).endswith("/3")


def test_who_only_watched_is_told_of_everybody_and_the_replay_says_it_at_the_move(
    link: str, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    told(page)
    page.goto(link.split("#")[0])
    panel = page.locator("[data-forgetting=whole]")
    expect(panel.locator("li")).to_have_count(3)
    expect(panel.locator("li").first).to_contain_text("Pia had seen the third pepper go in")
    expect(panel.locator("li").nth(1)).to_contain_text("Mushroom number 7")
    panel.locator("li a").first.click()
    expect(page.locator("[data-lapse]")).to_contain_text("Pia had seen the third pepper go in")
    check(page, "replay with something forgotten")
    page.locator(".rail .acts button").first.click()
    expect(page.locator("[data-lapse]")).to_have_count(0)


def test_what_is_not_known_yet_is_said_and_nothing_forgotten_is_good_news(link: str, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    told(page, steps_known=4, seats=[], moves=[])
    page.goto(link)
    expect(page.locator("[data-forgetting=part] [role=status]")).to_contain_text("3 of 8 moves")
    told(page, seats=[], moves=[])
    expect(page.locator("[data-forgetting=whole]")).to_contain_text("No move was lost")


def test_a_house_that_does_not_tell_it_still_shows_the_end(link: str, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(link)
    page.wait_for_selector("[data-screen=end] .acts")
    page.wait_for_selector("[data-chances]")
    assert page.locator("[data-forgetting]").count() == 0
