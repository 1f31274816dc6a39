"""G-3: own kinds are chosen where a table is made and in the waiting room."""

from accessible import hindrances
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect


def picker(page: Page, kind: str, at: int = 0):
    return page.locator(f"[role=radiogroup] [data-kind='{kind}']").nth(at)


def seats_of(page: Page) -> list[str]:
    """The own kinds of the table that a page shows, by seat."""
    table = page.url.split("/t/")[1].split("#")[0]
    return page.evaluate("table => fetch(`/api/tables/${table}`).then(a => a.json()).then(a => a.view.seats)", table)


def test_a_kind_is_chosen_where_a_table_is_made(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{house.url}/new/sole-mio")
    for seat in (1, 2):
        page.locator(".seat").nth(seat).locator("select").first.select_option("bot")
    picker(page, "salami").click()
    expect(picker(page, "salami")).to_have_attribute("aria-checked", "true")
    expect(picker(page, "salami", at=1)).to_be_disabled()
    picker(page, "olive", at=2).click()
    page.locator("[data-confirm]").click()
    page.wait_for_selector("[data-screen=table]")
    assert seats_of(page) == ["salami", "pepper", "olive"]


def test_a_kind_is_chosen_in_the_waiting_room_and_is_taken_for_the_others(house: House, open_page: OpenPage) -> None:
    ada, ben = open_page(PHONE), open_page(LAPTOP)
    made = house.post("/api/tables", {"game": "grande", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]})
    ada.goto(f"{house.url}/t/{made['table']}#{made['keys']['0']}")
    ada.wait_for_selector(".address")
    ben.goto(str(ada.locator(".address").get_attribute("href")))
    ben.locator("[data-confirm]").click()
    picker(ada, "pineapple").click()
    expect(picker(ben, "pineapple")).to_be_disabled()
    picker(ben, "mushroom").focus()
    ben.keyboard.press("ArrowRight")
    ben.keyboard.press("Enter")
    expect(picker(ben, "salami")).to_have_attribute("aria-checked", "true")
    expect(picker(ada, "salami")).to_be_disabled()
    assert hindrances(ada) == {}
    picker(ada, "").click()
    expect(picker(ben, "pineapple")).to_be_enabled()
    ada.locator("[data-start]").click()
    ada.wait_for_selector("[data-screen=table]")
    assert seats_of(ada) == ["olive", "salami"]


def test_roll_for_soles_has_no_kinds_to_choose(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{house.url}/new/roll-for-soles")
    expect(page.locator("[data-confirm]")).to_be_visible()
    expect(page.locator("[role=radiogroup] [data-kind]")).to_have_count(0)
