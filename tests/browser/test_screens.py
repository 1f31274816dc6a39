"""Every screen: accessible by axe's rules, within its width, without a word left untranslated."""

import re
from contextlib import suppress

import pytest
from accessible import hindrances
from conftest import LAPTOP, PHONE, OpenPage
from house import IS_LONG, House
from players import LOOK, Pointer
from playwright.sync_api import Page, TimeoutError, expect

from osteria import law

LANGUAGES = ("en", "nl", "it", "de")
PLACE = re.compile(r"\{\w+\}")
KEY = re.compile(
    r"\b(?:home|new|prompt|event|problem|receipt|fill|seat|order|needs|soles|end|lesson|hands|waiting|chances|replay|card|played|today)\.[a-z-]+\b"
)


def check(page: Page, name: str, *, by_axe: bool = True) -> None:
    """One screen as it stands."""
    page.wait_for_timeout(320)
    if by_axe:
        assert hindrances(page) == {}, name
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), f"{name} is wider than the screen"
    text = page.evaluate("document.body.innerText")
    assert PLACE.findall(text) == [], name
    assert KEY.findall(text) == [], name


def press_until_open(page: Page, key: str) -> None:
    """A key that comes while the table is drawn anew may be lost on a slow machine."""
    for patience in (10_000, 10_000, 30_000):
        page.keyboard.press(key)
        with suppress(TimeoutError):
            page.wait_for_selector("dialog[open]", timeout=patience)
            return
    raise AssertionError(f"the key {key} opens nothing")


def dialogs(page: Page, name: str) -> None:
    """The sheets that a table opens."""
    for key in ("?", "t"):
        press_until_open(page, key)
        check(page, f"{name}, key {key}")
        page.keyboard.press("Escape")
    page.locator(".bar .icon-button").first.click()
    check(page, f"{name}, menu")
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("language", "size"), list(zip(LANGUAGES, (PHONE, LAPTOP, PHONE, LAPTOP), strict=True)))
def test_the_pages_around_the_table(house: House, open_page: OpenPage, language: str, size: tuple[int, int]) -> None:
    page = open_page(size, language)
    by_axe = IS_LONG or language == "en"
    page.goto(house.url)
    page.locator("[data-game=sole-mio]").click()
    check(page, "home", by_axe=by_axe)
    page.locator(".bar .icon-button").click()
    check(page, "settings", by_axe=by_axe)
    for path in (
        "/new/roll-for-soles",
        "/lobby",
        "/rules/grande",
        "/rulings",
        "/about",
        "/card",
        "/today",
        "/t/aaaaaaaaaaaa",
    ):
        page.goto(house.url + path)
        page.wait_for_selector("[data-screen]")
        check(page, path, by_axe=by_axe)
    page.goto(house.url + "/new/mamma-mia")
    page.locator("[data-confirm]").click()
    page.wait_for_selector("[data-screen=waiting] img")
    check(page, "waiting room", by_axe=by_axe)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_who_made_the_games(house: House, open_page: OpenPage, language: str) -> None:
    page = open_page(PHONE, language)
    page.goto(house.url)
    page.locator("a[href='/about']").click()
    page.wait_for_selector("[data-screen=about] article")
    for game in law.GAMES:
        shown = page.locator(f"article[data-game={game}] li").all_inner_texts()
        assert tuple(shown) == law.credit_lines(game, language)
    page.goto(f"{house.url}/rules/sole-mio")
    assert page.locator(".credits").inner_text() == " · ".join(law.credit_lines("sole-mio", language))


@pytest.mark.parametrize(("language", "size"), [("de", PHONE), ("it", LAPTOP)])
def test_the_table_and_the_oven(house: House, open_page: OpenPage, language: str, size: tuple[int, int]) -> None:
    page = open_page(size, language, lessons=True)
    page.goto(house.table("sole-mio", 3, memory="assisted"))
    page.wait_for_selector("[data-screen=table]")
    person, seen = Pointer(page), set()
    person.play(30, until=lambda look: look["screen"] == "table" and look["confirm"] != "")
    check(page, "table")
    dialogs(page, "table")
    page.locator(".seat").first.click()
    check(page, "seat")
    page.keyboard.press("Escape")

    def look_at(look: dict) -> None:
        if look["screen"] != "oven":
            return
        ask = page.locator(".sheet h2, .lesson > p").first.inner_text() if look["sheet"] or look["lesson"] else ""
        if ask not in seen:
            seen.add(ask)
            check(page, f"oven, {ask}")

    person.play(120, until=lambda look: look["screen"] == "end" or len(seen) > 4, watch=look_at)
    assert seen


@pytest.mark.parametrize(("language", "size"), [("nl", PHONE), ("en", LAPTOP)])
def test_the_sea_the_end_and_the_replay(
    house: House, open_page: OpenPage, language: str, size: tuple[int, int]
) -> None:
    page = open_page(size, language)
    page.goto(house.table("roll-for-soles", 3, memory="assisted"))
    page.wait_for_selector("[data-screen=soles]")
    person = Pointer(page)
    person.play(30, until=lambda look: look["dice"] == 2 or look["targets"] > 0)
    check(page, "soles")
    dialogs(page, "soles")
    person.play(90, until=lambda look: look["screen"] == "end")
    page.wait_for_selector(".decided")
    check(page, "end")
    page.locator("a[href*='/replay/']").first.click()
    page.wait_for_selector("[data-screen=replay]")
    check(page, "replay")
    page.locator(".rail button").nth(2).click()
    assert "/replay/" in page.url


@pytest.mark.parametrize(("language", "size"), [("en", PHONE), ("de", LAPTOP)])
def test_invited_waiting_watching_and_behind_the_curtain(
    house: House, open_page: OpenPage, language: str, size: tuple[int, int]
) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}, {"kind": "open"}]
    made = house.post("/api/tables", {"game": "mamma-mia", "seats": seats, "settings": {"listed": True}})
    place, host = f"/api/tables/{made['table']}", made["keys"]["0"]
    invitation = house.get(place, host)["you"]["invites"]["2"]
    guest, device, looker = open_page(size, language), open_page(size, language), open_page(size, language)
    looker.goto(f"{house.url}/lobby")
    looker.wait_for_selector(f"a[href*='{made['table']}']")
    check(looker, "lobby with a table")
    guest.goto(f"{house.url}/t/{made['table']}#{invitation}")
    guest.wait_for_selector("[data-screen=sit]")
    check(guest, "sit down")
    guest.locator("[data-confirm]").click()
    guest.wait_for_selector("[data-screen=waiting]")
    check(guest, "waiting, as a guest")
    for number in ("0", "1"):
        device.goto(f"{house.url}/t/{made['table']}#{made['keys'][number]}")
        device.wait_for_selector("[data-screen=waiting]")
    house.post(f"{place}/start", {}, host)
    people = [Pointer(device), Pointer(guest)]
    for _ in range(400):
        if device.locator("[data-screen=curtain]").count():
            break
        for person in people:
            person.answer(person.page.evaluate(LOOK))
        device.wait_for_timeout(20)
    check(device, "curtain")
    looker.goto(f"{house.url}/t/{made['table']}")
    looker.wait_for_selector("[data-screen=table]")
    check(looker, "watching")


def test_the_clause_behind_a_question_and_the_receipts_of_a_round(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, "it")
    page.goto(house.table("sole-mio", 2, memory="assisted"))
    Pointer(page).play(90, until=lambda look: look["screen"] == "oven" and look["sheet"])
    page.locator(".explain").click()
    page.wait_for_selector("dialog[open] h2")
    check(page, "clause")
    page.keyboard.press("Escape")
    page.locator(".controls .icon-button").last.click()
    page.wait_for_selector("dialog[open]")
    check(page, "receipts")


def test_another_language_needs_no_reload(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, "en")
    page.goto(house.table("mamma-mia", 2))
    page.wait_for_selector("[data-screen=table]")
    page.evaluate("window.stays = true")
    page.locator(".bar .icon-button").first.click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("it")
    page.keyboard.press("Escape")
    expect(page.locator(".bar")).to_contain_text("Round 1 di 3")
    assert page.evaluate("window.stays")


def test_text_at_double_size_stays_usable(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, "de")
    page.goto(house.table("mamma-mia", 3))
    page.wait_for_selector("[data-screen=table]")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    Pointer(page).play(30, until=lambda look: look["confirm"] == "ready")
    assert page.evaluate(LOOK)["confirm"] == "ready"
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
