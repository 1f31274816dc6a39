"""The door lists the tables of this device: those that wait for somebody here first, with whose turn it is."""

import uuid

from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect

PEOPLE = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]


def asked_seat(house: House, made: dict) -> str:
    """The seat that is asked now."""
    return str(house.get(f"/api/tables/{made['table']}")["view"]["decision"]["seat"])


def pass_on(house: House, made: dict, seat: str) -> None:
    """A seat plays until somebody else is asked."""
    path, key = f"/api/tables/{made['table']}", made["keys"][seat]
    while options := (place := house.get(path, key))["view"]["decision"].get("options"):
        move = "secure" if "secure" in options else options[0]
        house.post(path + "/moves", {"id": uuid.uuid4().hex, "question": place["question"], "moves": [move]}, key)


def table_where(house: House, seat: str, **settings: object) -> dict:
    """A table of Ada and Ben that waits for one of them."""
    made = house.post("/api/tables", {"game": "roll-for-soles", "seats": PEOPLE, "settings": settings, "start": True})
    if asked_seat(house, made) != seat:
        pass_on(house, made, asked_seat(house, made))
    return made


def sat_at(page: Page, house: House, *tables: dict) -> None:
    """Ada's device has a seat at each of these tables."""
    for made in tables:
        page.goto(f"{house.url}/t/{made['table']}#{made['keys']['0']}")
        page.wait_for_selector("[data-screen=soles]")


def test_the_door_lists_many_tables_and_those_that_wait_for_somebody_here_first(
    house: House, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    theirs, own, days = table_where(house, "1"), table_where(house, "0"), table_where(house, "0", days=3)
    sat_at(page, house, days, own, theirs)
    page.goto(house.url)
    rows = page.locator("[data-table]")
    expect(rows).to_have_count(3)
    ids = rows.evaluate_all("(rows) => rows.map((row) => row.dataset.table)")
    assert ids == [days["table"], own["table"], theirs["table"]]
    expect(rows.nth(0)).to_contain_text("Your turn · 2 days 23 hr")
    expect(rows.nth(1)).to_contain_text("Roll for Soles with Ben")
    expect(rows.nth(2)).to_contain_text("Ben plays")
    rows.nth(0).click()
    page.wait_for_selector("[data-screen=soles]")
    assert page.url.endswith(days["table"])


def test_the_door_notices_that_it_is_somebody_s_turn_when_it_is_looked_at_again(
    house: House, open_page: OpenPage
) -> None:
    page = open_page(LAPTOP)
    made = table_where(house, "1")
    sat_at(page, house, made)
    page.goto(house.url)
    expect(page.locator("[data-table]")).to_contain_text("Ben plays")
    pass_on(house, made, "1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-table]")).to_contain_text("Your turn")


def test_more_tables_than_fit_are_one_tap_away(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    sat_at(page, house, *(table_where(house, "1") for _ in range(5)))
    page.goto(house.url)
    expect(page.locator("[data-table]")).to_have_count(4)
    page.get_by_role("button", name="All 5 tables").click()
    expect(page.locator("[data-table]")).to_have_count(5)
