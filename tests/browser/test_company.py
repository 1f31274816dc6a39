"""Company at the table: reactions, muting, and people who watch."""

import re

from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import expect
from test_absence import sat_down, two_people


def test_reactions_are_one_tap_seen_by_the_others_and_can_be_muted(house: House, open_page: OpenPage) -> None:
    _, (ada, ben) = sat_down(open_page, two_people(house, "sole-mio"))
    ada.locator("[data-stamps]").click()
    ada.locator("[data-show=re-bravo]").click()
    expect(ben.locator("[data-reaction=re-bravo]")).to_be_visible()
    expect(ada.locator("[data-show=re-ouch]")).to_be_disabled()
    expect(ben.locator("[data-reaction]")).to_have_count(0, timeout=10_000)
    ben.get_by_role("button", name="Menu").click()
    ben.locator("[data-mutes]").get_by_label("Ada").check()
    ben.keyboard.press("Escape")
    expect(ada.locator("[data-show=re-laugh]")).to_be_enabled(timeout=10_000)
    ada.locator("[data-show=re-laugh]").click()
    expect(ada.locator("[data-show=re-laugh]")).to_be_disabled()
    ben.wait_for_timeout(800)
    assert ben.locator("[data-reaction]").count() == 0


def test_who_watches_is_told_so_and_the_players_see_the_name(house: House, open_page: OpenPage) -> None:
    links = two_people(house, "roll-for-soles")
    _, pages = sat_down(open_page, links)
    watcher = open_page(PHONE)
    watcher.goto(re.sub("#.*", "", links[0]))
    watcher.wait_for_selector("[data-screen=soles]")
    expect(watcher.locator("[data-watching]")).to_have_text("You are watching.")
    for page in pages:
        page.locator("[data-watchers]").click()
        expect(page.get_by_text("Watching: Pia")).to_be_visible()
    assert watcher.locator("[data-watchers]").count() == 0
    assert pages[1].viewport_size == {"width": LAPTOP[0], "height": LAPTOP[1]}


def test_a_decision_is_taken_back_when_the_other_agrees(house: House, open_page: OpenPage) -> None:
    links = two_people(house, "mamma-mia")
    asked, pages = sat_down(open_page, links)
    table, key = links[asked].split("/t/")[1].split("#")
    place = house.get(f"/api/tables/{table}", key)
    moves = [place["view"]["decision"]["options"][0], "no order"]
    house.post(f"/api/tables/{table}/moves", {"id": "x", "question": place["question"], "moves": moves}, key)
    pages[asked].locator("[data-undo=ask]").click()
    pages[1 - asked].locator("[data-undo=asked]").get_by_role("button", name="Agree").click()
    expect(pages[asked].locator("[data-undo]")).to_have_count(0)
    for _ in range(100):
        if (ask := house.get(f"/api/tables/{table}", key)["view"]["decision"]["ask"]) == "order":
            break
        pages[asked].wait_for_timeout(100)
    assert ask == "order"
