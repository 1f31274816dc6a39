"""Coming together: a code that is said aloud, one link for all chairs, and few taps to a running table."""

from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect

WAITING = "[data-screen=waiting]"


def tapped(page: Page, count: list[int], *names: str) -> None:
    """Taps buttons or links by their place, and counts."""
    for name in names:
        page.locator(name).first.click()
        count[0] += 1


def test_a_friend_comes_by_the_code_and_the_game_begins_in_few_taps(house: House, open_page: OpenPage) -> None:
    ada, ben = open_page(PHONE), open_page(LAPTOP)
    ada.goto(f"{house.url}/new/sole-mio")
    ada.get_by_role("button", name="Remove chair 3").click()
    ada.locator("[data-confirm]").click()
    code = ada.locator("[data-code]").inner_text()
    ben.goto(house.url)
    ben.locator("[data-join] input").fill(code.upper().replace(" ", ""))
    taps = [0]
    tapped(ben, taps, "[data-join] button", "[data-confirm]")
    ben.wait_for_selector(WAITING)
    assert taps[0] <= 2
    expect(ada.locator("[data-code]")).to_have_count(0)
    ada.locator("[data-start]").click()
    for page in (ada, ben):
        page.wait_for_selector("[data-screen=table]")


def test_one_link_is_for_all_chairs_and_then_for_watching(house: House, open_page: OpenPage) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = house.post("/api/tables", {"game": "roll-for-soles", "seats": seats})
    link = f"{house.url}/t/{made['table']}"
    ben, eve = open_page(PHONE), open_page(PHONE)
    ben.goto(link)
    ben.locator("[data-confirm]").click()
    ben.wait_for_selector(WAITING)
    house.post(f"/api/tables/{made['table']}/start", {}, made["keys"]["0"])
    eve.goto(link)
    eve.wait_for_selector("[data-screen=soles]")
    assert eve.locator("[data-confirm]").count() == 0


def test_a_wrong_code_says_so_and_ten_of_them_are_enough(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(house.url)
    field, go = page.locator("[data-join] input"), page.locator("[data-join] button")
    for number in range(10, 21):
        field.fill(f"zucca {number}")
        go.click()
        alert = page.locator("[data-join] [role=alert]")
        expect(alert).to_contain_text("No table with a free seat" if number < 20 else "Too many")
