"""A seat on this device: its name, its link, its sounds, and what it knows after a reload."""

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from players import Pointer
from playwright.sync_api import Page, expect

# Counts what would be heard.
EARS = """(() => {
  window.heard = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
})()"""


def is_filling(look: dict) -> bool:
    return look["screen"] == "oven" and look["sheet"]


def settled(page: Page) -> int:
    """How many receipts of this round the page can show."""
    page.locator(".controls .icon-button").last.click()
    found = page.locator("dialog .receipt").count()
    page.keyboard.press("Escape")
    return found


def is_still_asked(page: Page) -> bool:
    """Whether the sheet is there when the receipts have been counted: the one seen before may have been answered, with the
    show on its way to the next order. The oven asks when its show has ended."""
    return page.locator(".sheet").count() == 1


def test_a_name_is_changed_while_waiting_and_at_the_table(house: House, open_page: OpenPage) -> None:
    ada, ben = open_page(PHONE), open_page(LAPTOP)
    made = house.post("/api/tables", {"game": "grande", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]})
    ada.goto(f"{house.url}/t/{made['table']}#{made['keys']['0']}")
    ada.wait_for_selector(".address")
    ben.goto(str(ada.locator(".address").get_attribute("href")))
    ben.locator("[data-confirm]").click()
    ben.wait_for_selector("[data-screen=waiting]")
    ben.get_by_label("Your name").fill("Benedetta")
    ben.get_by_label("Your name").press("Enter")
    expect(ada.locator("li", has_text="Benedetta")).to_be_visible()
    ada.locator("[data-start]").click()
    ada.wait_for_selector("[data-screen=table]")
    ben.wait_for_selector("[data-screen=table]")
    ben.locator(".bar .icon-button").first.click()
    ben.get_by_role("button", name="Settings").click()
    ben.get_by_label("Your name").fill("Betta")
    ben.get_by_label("Your name").press("Tab")
    expect(ada.locator(".seat", has_text="Betta")).to_be_visible()


def test_a_replaced_link_goes_on_here_and_is_dead_elsewhere(house: House, open_page: OpenPage) -> None:
    page, other = open_page(PHONE), open_page(LAPTOP)
    address = house.table("mamma-mia", 2)
    page.goto(address)
    page.wait_for_selector(".hand [data-card]")
    page.locator(".bar .icon-button").first.click()
    for _ in range(2):
        page.locator("[data-rotate]").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".hand [data-card]")).not_to_have_count(0)
    other.goto(address)
    other.wait_for_selector("[data-screen=dead]")
    assert "replaced" in other.locator("[role=alert]").inner_text()
    page.reload()
    page.wait_for_selector(".hand [data-card]")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_sounds_are_off_until_they_are_switched_on_and_stay_off_where_calm_is_asked_for(
    house: House, open_page: OpenPage, motion: str
) -> None:
    page = open_page(LAPTOP, reduced_motion=motion)
    page.add_init_script(EARS)
    page.goto(house.table("roll-for-soles", 2))
    person = Pointer(page)
    person.play(30, until=lambda look: look["dice"] == 2 or look["targets"] > 0)
    assert page.evaluate("window.heard") == 0
    page.goto(house.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.goto(house.table("roll-for-soles", 2))
    person.play(30, until=lambda look: look["dice"] == 2 or look["targets"] > 0)
    assert (page.evaluate("window.heard") > 0) == (motion == "no-preference")


@pytest.mark.parametrize("memory", ["assisted", "authentic"])
def test_a_reload_while_the_oven_is_open_keeps_what_may_be_kept(house: House, open_page: OpenPage, memory: str) -> None:
    page = open_page(PHONE)
    page.goto(house.table("sole-mio", 3, memory=memory))
    person = Pointer(page, seed=2)
    person.play(120, until=lambda look: is_filling(look) and settled(page) > 0 and is_still_asked(page))
    before, order = settled(page), page.locator(".order .say").all_inner_texts()
    page.reload()
    page.wait_for_selector(".sheet")
    expect(page.locator(".order .say")).to_have_text(order, use_inner_text=True)
    assert settled(page) == (before if memory == "assisted" else 0)
