"""Coming together: a code that is said aloud, one link for all chairs, and few taps to a running table."""

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect

WAITING = "[data-screen=waiting]"


COUNT = """addEventListener('click', (event) => {
  if (event.isTrusted) sessionStorage.setItem('taps', Number(sessionStorage.getItem('taps')) + 1);
}, true)"""


def taps(page: Page) -> int:
    """What the page itself has counted since its person came to the door."""
    return int(page.evaluate("sessionStorage.getItem('taps')") or 0)


@pytest.mark.parametrize(
    ("game", "way"),
    [("mamma-mia", "link"), ("sole-mio", "code"), ("grande", "link"), ("roll-for-soles", "code")],
)
def test_from_the_door_to_a_running_table_with_a_friend_in_four_taps_and_two(
    house: House, open_page: OpenPage, game: str, way: str
) -> None:
    ada, ben = open_page(PHONE, has_touch=True), open_page(PHONE, has_touch=True)
    for page in (ada, ben):
        page.add_init_script(COUNT)
    ada.goto(house.url)
    ada.locator(f"[data-game={game}]").tap()
    ada.locator("[data-friends]").tap()
    ada.locator("[data-confirm]").tap()
    code = ada.locator("[data-code]").inner_text()
    if way == "link":
        ben.goto(ada.url)
    else:
        ben.goto(house.url)
        ben.locator("[data-join] input").fill(code)
        ben.locator("[data-join] button").tap()
    ben.locator("[data-confirm]").tap()
    ben.wait_for_selector(WAITING)
    ada.locator("[data-start]:enabled").tap()
    for page in (ada, ben):
        page.wait_for_selector("[data-screen=table], [data-screen=soles]")
    assert (taps(ada), taps(ben)) == (4, 2 if way == "code" else 1)


def test_a_friend_comes_by_the_code_and_the_game_begins(house: House, open_page: OpenPage) -> None:
    ada, ben = open_page(PHONE), open_page(LAPTOP)
    ada.goto(f"{house.url}/new/sole-mio")
    ada.get_by_role("button", name="Remove chair 3").click()
    ada.locator("[data-confirm]").click()
    code = ada.locator("[data-code]").inner_text()
    ben.goto(house.url)
    ben.locator("[data-join] input").fill(code.upper().replace(" ", ""))
    ben.locator("[data-join] button").click()
    ben.locator("[data-confirm]").click()
    ben.wait_for_selector(WAITING)
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
