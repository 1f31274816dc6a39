"""A card of one's own: it comes along with the first seat, moves to a second device, and shows what was played."""

import random
import re
import uuid

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect

SECRET = "localStorage.getItem('osteria.card')"


def sit_down(page: Page, house: House, game: str = "roll-for-soles") -> str:
    """Plays with bots from the door; the table's id."""
    page.goto(house.url)
    page.locator(f"[data-game={game}]").click()
    page.locator("[data-confirm]").click()
    page.wait_for_url(re.compile("/t/"))
    return page.url.split("/t/")[1]


def key_to(page: Page, table: str) -> str:
    kept = page.evaluate("JSON.parse(localStorage.getItem('osteria.keys'))")
    return next(entry["key"] for entry in kept if entry["table"] == table)


def play_out(house: House, table: str, key: str) -> None:
    """Answers for a seat until the game is over, without a page."""
    rng, path = random.Random(3), f"/api/tables/{table}"
    while (place := house.get(path, key))["table"]["status"] != "over":
        if options := (place["view"]["decision"] or {}).get("options"):
            body = {"id": uuid.uuid4().hex, "question": place["question"], "moves": [rng.choice(options)]}
            house.post(path + "/moves", body, key)
        else:
            house.get(f"{path}?after={place['frame']}&wait=5", key)


def claimed(page: Page) -> None:
    """Waits until the house knows that the seats of this device belong to its card."""
    for _ in range(200):
        if page.evaluate("JSON.parse(localStorage.getItem('osteria.keys')).every((entry) => entry.mine)"):
            return
        page.wait_for_timeout(100)
    raise AssertionError("no card was made")


def open_link(phone: Page, house: House) -> str:
    phone.goto(f"{house.url}/card")
    phone.locator("[data-move]").click()
    link = phone.locator("[data-link]")
    expect(phone.locator("img[alt]")).to_be_visible()
    return str(link.get_attribute("data-link"))


@pytest.mark.parametrize("sizes", [(PHONE, LAPTOP), (LAPTOP, PHONE)])
def test_a_card_moves_to_a_second_device_with_its_seats_and_its_past(
    house: House, open_page: OpenPage, sizes: tuple
) -> None:
    first, second = open_page(sizes[0]), open_page(sizes[1])
    over = sit_down(first, house)
    claimed(first)
    play_out(house, over, key_to(first, over))
    running = sit_down(first, house)
    claimed(first)
    link = open_link(first, house)
    assert first.evaluate(SECRET) not in link
    second.goto(link)
    expect(second.locator("[data-take] h2")).to_contain_text("Pia")
    assert "#" not in second.url
    second.locator("[data-confirm]").click()
    expect(second.locator("[data-record=roll-for-soles]")).to_contain_text("1 game")
    expect(first.get_by_text("The other device has your card.")).to_be_visible(timeout=15_000)
    assert first.evaluate(SECRET) != second.evaluate(SECRET), "every device has a secret of its own"
    second.goto(house.url)
    second.locator(f"a[href='/t/{running}']").click()
    second.wait_for_selector("[data-screen=soles]")
    assert key_to(second, running) == key_to(first, running)
    second.goto(f"{house.url}/card")
    second.locator(f"a[href='/replay/{over}']").click()
    second.wait_for_selector("[data-screen=replay]")
    second.goto(link)
    expect(second.get_by_role("alert")).to_contain_text("works once")


def test_a_lost_device_loses_card_and_seats(house: House, open_page: OpenPage) -> None:
    mine, lost = open_page(PHONE), open_page(LAPTOP)
    table = sit_down(mine, house)
    claimed(mine)
    lost.goto(open_link(mine, house))
    lost.locator("[data-confirm]").click()
    lost.wait_for_selector("[data-played]")
    mine.reload()
    for _ in range(2):
        mine.locator("[data-split]").click()
    expect(mine.locator("[data-split]")).to_have_count(0)
    lost.goto(f"{house.url}/t/{table}")
    lost.wait_for_selector("[data-screen=dead]")
    lost.goto(f"{house.url}/card")
    expect(lost.get_by_role("button", name="Make a card")).to_be_visible()
    mine.goto(f"{house.url}/t/{table}")
    mine.wait_for_selector("[data-screen=soles]")


def test_a_deleted_card_is_gone_with_its_name(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    table = sit_down(page, house)
    claimed(page)
    page.goto(f"{house.url}/card")
    page.get_by_label("Your name").fill("Petronilla")
    page.get_by_role("button", name="Change name").click()
    expect(page.get_by_role("button", name="Change name")).to_be_disabled()
    assert house.get(f"/api/tables/{table}")["table"]["seats"][0]["name"] == "Petronilla"
    for _ in range(2):
        page.locator("[data-delete]").click()
    expect(page.get_by_role("button", name="Make a card")).to_be_visible()
    assert page.evaluate(SECRET) is None
    assert house.get(f"/api/tables/{table}")["table"]["seats"][0]["name"] == "···"


@pytest.mark.parametrize("language", ["de", "it", "nl"])
def test_the_card_speaks_every_language(house: House, open_page: OpenPage, language: str) -> None:
    page = open_page(PHONE, language=language)
    page.goto(f"{house.url}/card")
    said = page.locator("[data-screen=card]")
    expect(said.locator(".btn.go")).to_be_visible()
    assert "card." not in said.inner_text()
