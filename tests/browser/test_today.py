"""Today's deal in the page: the first try counts, others are seen after the own end, and the day keeps its secret."""

import re

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect
from test_card import key_to, play_out

GAME = "roll-for-soles"


def begin(page: Page, house: House) -> str:
    """Goes from the door to today's deal and sits down; the table's id."""
    page.goto(house.url)
    page.locator("a[href='/today']").click()
    page.locator(f"[data-confirm={GAME}]").click()
    page.wait_for_url(re.compile("/t/"))
    page.wait_for_selector("[data-screen=soles]")
    return page.url.split("/t/")[1]


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_todays_deal_twice_by_the_same_card_and_the_first_counts(
    house: House, open_page: OpenPage, size: tuple
) -> None:
    page = open_page(size)
    table = begin(page, house)
    assert begin(page, house) == table, "a try that is not over is gone back to"
    play_out(house, table, key_to(page, table))
    page.wait_for_selector("[data-screen=end]")
    assert page.locator("a[href^='/replay']").count() == 0, "nobody looks back while the day lasts"
    page.locator("[data-today]").click()
    deal = page.locator(f"[data-deal={GAME}]")
    result = deal.locator("[data-result]").inner_text()
    expect(deal.locator("[data-spread] rect.own")).to_have_count(1)
    assert deal.locator("[data-confirm]").count() == 0, "there is no second try"
    shared = str(deal.locator("[data-share]").get_attribute("data-share"))
    assert shared.startswith("Osteria, Roll for Soles")
    assert result in shared
    assert "\n" not in shared
    secret = page.evaluate("localStorage.getItem('osteria.card')")
    own = house.get(f"/api/days/{page.evaluate('new Date().toISOString().slice(0, 10)')}/{GAME}", secret)["own"]
    assert own["table"] == table
    page.reload()
    expect(deal.locator("[data-result]")).to_have_text(result)


def test_others_are_seen_after_the_own_end_and_not_before(house: House, open_page: OpenPage) -> None:
    first, second = open_page(PHONE), open_page(PHONE)
    table = begin(first, house)
    play_out(house, table, key_to(first, table))
    second.goto(f"{house.url}/today/{GAME}")
    expect(second.locator(f"[data-confirm={GAME}]")).to_be_visible()
    assert second.locator("[data-spread]").count() == 0
    assert second.locator("[data-seed]").count() == 0
    mine = begin(second, house)
    play_out(house, mine, key_to(second, mine))
    second.goto(f"{house.url}/today/{GAME}")
    boxes = second.locator("[data-spread] rect")
    expect(boxes.first).to_be_visible()
    assert boxes.count() >= 2
    second.goto(f"{house.url}/replay/{table}")
    expect(second.get_by_text("when the day is over")).to_be_visible()


@pytest.mark.parametrize("language", ["de", "it", "nl"])
def test_today_speaks_every_language(house: House, open_page: OpenPage, language: str) -> None:
    page = open_page(PHONE, language=language)
    page.goto(f"{house.url}/today")
    expect(page.locator(f"[data-confirm={GAME}]")).to_be_visible()
    assert "today." not in page.locator("[data-screen=today]").inner_text()
