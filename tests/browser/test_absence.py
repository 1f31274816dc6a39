"""People who leave and come back: seen by everybody, stood in for on one word, never thrown out; and called when asked."""

import re

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import IS_LONG, House
from players import Pointer
from playwright.sync_api import Page, expect

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
YOURS = re.compile("^Your turn")
GRACE = 10
"""The shortest that a table may have."""


def two_people(house: House, game: str) -> list[str]:
    """A running table of two people; their links."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    wish = {"game": game, "seats": seats, "settings": {"grace": GRACE}, "start": True}
    made = house.post("/api/tables", wish)
    return [f"{house.url}/t/{made['table']}#{made['keys'][seat]}" for seat in ("0", "1")]


def sat_down(open_page: OpenPage, links: list[str]) -> tuple[int, list[Page]]:
    """Everybody at their own device; and who is asked."""
    pages = [open_page(size) for size in (PHONE, LAPTOP)]
    for page, link in zip(pages, links, strict=True):
        page.goto(link)
        page.wait_for_selector("[data-screen=table], [data-screen=soles], [data-screen=oven]")
        expect(page).to_have_title(re.compile("·"))
    asked = [page.title().startswith("Your turn") for page in pages]
    assert sum(asked) == 1, [page.title() for page in pages]
    return asked.index(True), pages


def plays_on(page: Page, other: Page) -> None:
    """Somebody plays until the other one is asked; who comes next may lose their turn with the first roll."""
    Pointer(page).play(30, until=lambda _: other.title().startswith("Your turn"))


@pytest.mark.parametrize("game", GAMES if IS_LONG else ("sole-mio", "roll-for-soles"))
def test_who_is_away_is_stood_in_for_on_one_word_and_has_the_seat_back_on_another_device(
    house: House, open_page: OpenPage, game: str
) -> None:
    links = two_people(house, game)
    asked, pages = sat_down(open_page, links)
    name, other = ("Ada", "Ben")[asked], pages[1 - asked]
    pages[asked].close()
    expect(other.locator("[data-gone]")).to_be_visible(timeout=20_000)
    offer = other.locator("[data-away]")
    expect(offer).to_contain_text(f"{name} has been away for", timeout=10_000)
    offer.get_by_role("button", name="A bot plays on").click()
    expect(other.locator("[data-stood]")).to_be_visible()
    expect(other.get_by_text(f"lets a bot play for {name}")).to_be_visible()
    expect(other).to_have_title(YOURS, timeout=30_000)
    back = open_page(PHONE)
    back.goto(links[asked])
    back.wait_for_selector("[data-screen=table], [data-screen=soles], [data-screen=oven]")
    expect(back.get_by_text("for you. You are back.")).to_be_visible()
    expect(other.locator("[data-stood]")).to_have_count(0)
    seats = house.get(f"/api/tables/{links[0].split('/t/')[1].split('#')[0]}")["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person"]


def test_the_icon_and_the_title_call_and_stop_calling(house: House, open_page: OpenPage) -> None:
    asked, pages = sat_down(open_page, two_people(house, "roll-for-soles"))
    icon = "document.querySelector('link[rel=icon]').getAttribute('href')"
    assert pages[asked].evaluate(icon) == "/favicon-call.svg"
    assert pages[1 - asked].evaluate(icon) == "/favicon.svg"
    plays_on(pages[asked], pages[1 - asked])
    assert pages[1 - asked].evaluate(icon) == "/favicon-call.svg"
    expect(pages[asked]).not_to_have_title(YOURS)
    assert pages[asked].evaluate(icon) == "/favicon.svg"


def test_notifications_are_asked_for_in_context_and_shown_only_while_the_page_is_hidden(
    house: House, open_page: OpenPage
) -> None:
    links = two_people(house, "roll-for-soles")
    stand_in = """window.shown = []; window.asked = 0; window.Notification = class {
      static permission = 'default';
      static requestPermission() { window.asked += 1; this.permission = 'granted'; return Promise.resolve('granted'); }
      constructor(title, said) { window.shown.push([title, said.body, said.tag]); }
    };"""
    pages = [open_page(PHONE), open_page(PHONE)]
    for page, link in zip(pages, links, strict=True):
        page.add_init_script(stand_in)
        page.goto(link)
        page.wait_for_selector("[data-screen=soles]")
        assert page.evaluate("window.asked") == 0
        page.get_by_role("button", name="Menu").click()
        page.locator("[data-call]").click()
        page.keyboard.press("Escape")
        assert page.evaluate("window.asked") == 1
    expect(pages[0]).to_have_title(re.compile("·"))
    asked = 0 if pages[0].title().startswith("Your turn") else 1
    waits = pages[1 - asked]
    waits.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    plays_on(pages[asked], waits)
    title, body, _ = waits.evaluate("window.shown[0]")
    assert title.startswith("Your turn")
    assert body == f"Roll for Soles with {('Ada', 'Ben')[asked]}"
    assert pages[asked].evaluate("window.shown.length") == 0
