"""The chance to win over time: at the end of a game and in its replay, by finger, by keyboard, and in words."""

import re
import urllib.request
from collections.abc import Iterator

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House, free_port
from playwright.sync_api import Page, expect
from test_screens import check

from osteria.lab.wasm.modules import ready_modules

COUNTED = "osteria_chances_"
STEPS = "osteria_chances_steps_total"
SAME, DIFFERENT = (f'osteria_chances_checked_total{{result="{result}"}}' for result in ("same", "different"))


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
    page.route(
        "**/api/**/chances*", lambda route: route.fulfill(status=404, content_type="application/json", body=problem)
    )
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
    page.route(
        "**/api/**/chances*", lambda route: route.fulfill(json={**whole, "chances": whole["chances"][: known[0]]})
    )
    page.goto(f"{house.url}/t/{table}")
    expect(page.locator(".chances [role=status]")).to_contain_text(re.compile(r"0 of \d+ moves"))
    known[0] = 9
    expect(page.locator("[data-curve='9']")).to_be_visible()
    known[0] = whole["steps_in_all"]
    page.wait_for_selector("[data-chances=whole]")


# ------------------------------------------------------------------------------------------- Worked out on the visitor's device


@pytest.fixture(scope="module")
def relieved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    """A house whose visitors have modules, and where it tells its measures."""
    measures = f"127.0.0.1:{free_port()}"
    surroundings = {"OSTERIA_MODULES": str(ready_modules()), "OSTERIA_METRICS": measures}
    house = House(tmp_path_factory.mktemp("relieved"), **surroundings).start()
    yield house, f"http://{measures}/metrics"
    house.stop()


def measured(address: str) -> dict[str, float]:
    """What the house has worked out of finished games, and what came of its samples."""
    with urllib.request.urlopen(address, timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(count) for name, count in (line.split() for line in lines if line.startswith(COUNTED))}


def drawn(page: Page, step: int) -> list[str]:
    """The chances after a step, in per cent, as they are read out."""
    slider = page.locator("[data-curve] input")
    slider.focus()
    page.keyboard.press("Home")
    for _ in range(step):
        page.keyboard.press("ArrowRight")
    return re.findall(r"(\d+)%", str(slider.get_attribute("aria-valuetext")))


def test_the_visitors_device_works_it_out_and_the_house_only_a_sample(
    relieved: tuple[House, str], open_page: OpenPage
) -> None:
    (house, address), page = relieved, open_page(PHONE)
    table, before = finished(house), measured(address)
    page.goto(f"{house.url}/t/{table}")
    page.wait_for_selector("[data-chances=whole]", timeout=60_000)
    since = {name: count - before.get(name, 0) for name, count in measured(address).items()}
    assert (since[STEPS], since[SAME], since.get(DIFFERENT, 0)) == (1, 1, 0)
    page.goto(f"{house.url}/replay/{table}/3")  # looked at again, from the start: one more sample
    page.wait_for_selector("[data-screen=replay] ~ .rail [data-curve]")
    assert measured(address)[STEPS] - before[STEPS] <= 2
    shown = drawn(page, 4)
    rows = house.get(f"/api/tables/{table}/chances?wait=30")["chances"]
    assert shown == [f"{int(share * 100 + 0.5)}" for share in rows[4]]


def test_where_the_house_finds_something_else_its_own_is_shown(
    relieved: tuple[House, str], open_page: OpenPage
) -> None:
    (house, address), page = relieved, open_page(PHONE)
    table, before = finished(house), measured(address)
    wrong = {"step": 2, "chances": [0.9, 0.9, 0.9]}  # no table has such
    page.route(
        "**/api/**/chances",
        lambda route: route.continue_(post_data=wrong) if route.request.method == "POST" else route.continue_(),
    )
    page.goto(f"{house.url}/t/{table}")
    page.wait_for_selector("[data-chances=whole]", timeout=60_000)
    after = measured(address)
    assert after[DIFFERENT] - before.get(DIFFERENT, 0) == 1
    assert after[STEPS] - before[STEPS] > 2
    assert "chances.different" in (house.folder / "log.txt").read_text()


def test_a_browser_without_webassembly_leaves_it_to_the_house(relieved: tuple[House, str], open_page: OpenPage) -> None:
    (house, address), page = relieved, open_page(PHONE)
    table, before = finished(house), measured(address)
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(f"{house.url}/t/{table}")
    page.wait_for_selector("[data-chances=whole]", timeout=60_000)
    assert measured(address)[STEPS] - before[STEPS] == house.get(f"/api/tables/{table}/chances")["steps_in_all"]
