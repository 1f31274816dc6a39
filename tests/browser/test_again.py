"""Playing again: the others see who asks, one tap says yes, and who does not come holds up nobody."""

import re
import uuid

from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import expect

NAMES = ("Ada", "Ben", "Cleo")


def finished(house: House) -> list[str]:
    """A finished game of three people; their links."""
    seats = [{"kind": "me", "name": name} for name in NAMES]
    made = house.post("/api/tables", {"game": "roll-for-soles", "seats": seats, "start": True})
    path = f"/api/tables/{made['table']}"
    while (place := house.get(path))["table"]["status"] == "playing":
        key = made["keys"][str(place["view"]["decision"]["seat"])]
        options = house.get(path, key)["view"]["decision"]["options"]
        body = {"id": uuid.uuid4().hex, "question": place["question"], "moves": [options[0]]}
        house.post(path + "/moves", body, key)
    return [f"{house.url}/t/{made['table']}#{made['keys'][str(seat)]}" for seat in range(len(NAMES))]


def test_a_rematch_is_seen_by_the_others_and_starts_without_who_does_not_come(
    house: House, open_page: OpenPage
) -> None:
    links = finished(house)
    ada, ben = open_page(PHONE), open_page(LAPTOP)
    for page, link in zip((ada, ben), links, strict=False):
        page.goto(link)
        page.wait_for_selector("[data-screen=end]")
    ada.get_by_role("button", name="Rematch").click()
    ada.wait_for_selector("[data-screen=waiting]")
    asked = ben.locator("[data-again]")
    expect(asked).to_contain_text("Ada wants to play again")
    expect(asked).to_contain_text("Cleo")
    expect(ben).to_have_title(re.compile("^Rematch"))
    asked.locator("[data-yes]").click()
    ben.wait_for_selector("[data-screen=waiting]")
    expect(ada.get_by_text("Cleo", exact=True).first).to_be_visible()
    ada.locator("[data-without]").click()
    for page in (ada, ben):
        page.wait_for_selector("[data-screen=soles]")
