"""Rules for a family: pictures, orders and clauses of every game in every language; the reference at the table."""

import pytest
from accessible import hindrances
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from scenes import SCENES, Stage

import osteria

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")


@pytest.mark.parametrize(("language", "size"), [("en", PHONE), ("nl", LAPTOP), ("it", PHONE), ("de", LAPTOP)])
def test_every_game_has_pictures_with_words_and_clauses(
    house: House, open_page: OpenPage, language: str, size: tuple[int, int]
) -> None:
    page = open_page(size, language)
    known = {clause["id"] for clause in house.get(f"/law/{language}.json")["clauses"]}
    for game in GAMES:
        page.goto(f"{house.url}/rules/{game}")
        page.wait_for_selector(".panels li")
        page.wait_for_function(
            "() => [...document.querySelectorAll('.panels h3')].every((node) => node.innerText.length > 3)"
        )
        panels = page.locator(".panels li")
        assert 6 <= panels.count() <= 8
        assert all(len(text) > 10 for text in page.locator(".panels li > p:not(.clauses)").all_inner_texts())
        cited = set(page.locator(".clause").all_inner_texts())
        assert cited <= known, cited - known
        page.evaluate("document.fonts.ready")
        page.wait_for_function("() => document.scrollingElement.scrollWidth <= innerWidth", timeout=3000)
    page.locator(".panels .clause").first.click()
    page.wait_for_selector("dialog[open] .prose")


def test_the_orders_of_the_rules_are_those_of_the_box(house: House, open_page: OpenPage) -> None:
    page = open_page(LAPTOP)
    for game in GAMES[:3]:
        page.goto(f"{house.url}/rules/{game}")
        page.wait_for_selector(".orders li")
        match = osteria.new(game, players=["pepper", "salami"], seed=1)
        mine = match.zones()["orders"]["pepper"] + [card for card in match.zones()["hands"]["pepper"] if "-" in card]
        assert page.locator(".orders li").count() >= len({order for order in mine if not order.startswith("double-")})
    assert hindrances(page) == {}


def test_any_order_says_what_it_needs(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, "en")
    stage = Stage(page, house.url)
    stage.show(SCENES["turn sole-mio"])
    page.keyboard.press("k")
    page.wait_for_selector("dialog[open] .orders")
    assert page.locator("dialog .orders li").count() == 11
    assert page.locator("dialog .is").count() == 2 + 2  # two delivered, two in hand
    page.locator("dialog .tabs button").nth(2).click()
    assert "salami" in page.locator("dialog .orders").inner_text()
    assert "in hand" not in page.locator("dialog .orders").inner_text()
    assert hindrances(page) == {}
    stage.show(SCENES["waits"])
    page.locator(".hand .slip").first.click(delay=900)  # a tap would put it on the peel, for the turn to come
    page.wait_for_selector("dialog[open] .first")
