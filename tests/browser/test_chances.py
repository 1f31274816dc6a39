"""The chance to win over time: at the end of a game and in its replay, by finger, by keyboard, and in words."""

import re

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect
from test_screens import check


def finished(house: House, players: int = 3) -> str:
    """A table of bots that have played to the end."""
    seats = [{"kind": "bot", "level": "random"}] * players
    table = str(house.post("/api/tables", {"game": "roll-for-soles", "seats": seats, "start": True})["table"])
    frame = 0
    while (place := house.get(f"/api/tables/{table}?after={frame}&wait=5"))["table"]["status"] != "over":
        frame = place["frame"]
    return table


def at_the_end(house: House, page: Page, table: str) -> list[list[float]]:
    """Opens the end of a game and waits for its curve; the chances."""
    page.goto(f"{house.url}/t/{table}")
    page.wait_for_selector("[data-chances=whole]", timeout=60_000)
    return list(house.get(f"/api/tables/{table}/chances")["chances"])


@pytest.mark.parametrize(("size", "language"), [(PHONE, "en"), (LAPTOP, "it")])
def test_a_curve_stands_at_the_end_and_leads_to_any_move(
    house: House, open_page: OpenPage, size: tuple[int, int], language: str
) -> None:
    page, table = open_page(size, language), finished(house)
    rows = at_the_end(house, page, table)
    assert page.locator("[data-curve] path.seat").count() == 3
    dashes = page.locator("[data-curve] path.seat").evaluate_all(
        "(all) => all.map((n) => getComputedStyle(n).strokeDasharray)"
    )
    assert len(set(dashes)) == 3
    check(page, "end with a curve")
    slider = page.locator("[data-curve] input")
    box = slider.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    slider.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    middle = int(slider.input_value())
    assert abs(middle - (len(rows) - 1) / 2) <= 2
    assert f"{round(rows[middle][0] * 100)}" in page.locator(".chances ul").first.inner_text()
    page.locator(".chances a").first.click()
    expect(page).to_have_url(re.compile(f"/replay/{table}/{middle}$"))
    page.wait_for_selector("[data-screen=replay] ~ .rail [data-curve]")
    check(page, "replay with a curve")


def test_the_curve_is_a_slider_that_speaks(house: House, open_page: OpenPage) -> None:
    page, table = open_page(PHONE, "de"), finished(house)
    rows = at_the_end(house, page, table)
    slider = page.locator("[data-curve] input")
    slider.focus()
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    spoken = str(slider.get_attribute("aria-valuetext"))
    assert spoken.startswith("Zug 4: ")
    assert re.findall(r"(\d+)\s%", spoken) == [f"{int(share * 100 + 0.5)}" for share in rows[4]]
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/replay/{table}/4$"))
    page.wait_for_selector(".rail [data-curve]")
    page.locator(".rail [data-curve] input").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(f"/replay/{table}/5$"))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(f"/replay/{table}/{len(rows) - 1}$"))


def test_a_house_that_tells_no_chances_still_shows_the_end_and_the_replay(house: House, open_page: OpenPage) -> None:
    page, table = open_page(PHONE), finished(house)
    problem = '{"error": {"key": "request.unknown", "text": ""}}'
    page.route("**/chances*", lambda route: route.fulfill(status=404, content_type="application/json", body=problem))
    page.goto(f"{house.url}/t/{table}")
    page.wait_for_selector(".decided")
    assert page.locator(".chances").count() == 0
    page.goto(f"{house.url}/replay/{table}/3")
    page.locator(".rail input[type=range]").press("ArrowRight")
    expect(page).to_have_url(re.compile(f"/replay/{table}/4$"))


def test_what_is_known_is_drawn_while_the_rest_is_worked_out(house: House, open_page: OpenPage) -> None:
    page, table = open_page(PHONE), finished(house)
    whole = house.get(f"/api/tables/{table}/chances?wait=30")
    known = [0]
    page.route("**/chances*", lambda route: route.fulfill(json={**whole, "chances": whole["chances"][: known[0]]}))
    page.goto(f"{house.url}/t/{table}")
    expect(page.locator(".chances [role=status]")).to_contain_text(re.compile(r"0 of \d+ moves"))
    known[0] = 9
    expect(page.locator("[data-curve='9']")).to_be_visible()
    known[0] = whole["steps_in_all"]
    page.wait_for_selector("[data-chances=whole]")
