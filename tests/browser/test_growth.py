"""Games leave nothing behind: neither nodes nor listeners grow from one to the next on a page that is never reloaded."""

from conftest import PHONE, OpenPage
from house import IS_LONG, House
from players import Pointer
from work import kept

GAMES = 10 if IS_LONG else 3
WARM = 1
# What may differ from door to door: a line about the table just left, a clock, what Chromium itself has not yet let go.
MORE_NODES, MORE_LISTENERS = 150, 12


def test_nodes_and_listeners_do_not_grow_over_games(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(house.url)
    found = []
    for number in range(GAMES + WARM):
        game = ("roll-for-soles", "mamma-mia")[number % 2] if IS_LONG else "roll-for-soles"
        page.locator(f"[data-game={game}]").click()
        page.locator(".counts [role=radio]").first.click()
        page.locator("[data-confirm]").click()
        page.locator("[data-screen=table], [data-screen=soles]").wait_for()
        Pointer(page, number).play(240, until=lambda look: look["screen"] == "end")
        page.locator("[data-screen=end] a[href='/']").first.click()
        page.locator("[data-game=sole-mio]").wait_for()
        page.wait_for_timeout(300)
        found.append(kept(page))
        print(number, game, found[-1])
    first, last = found[WARM], found[-1]
    assert last["Documents"] <= first["Documents"]
    assert last["Nodes"] <= first["Nodes"] + MORE_NODES, [one["Nodes"] for one in found]
    assert last["JSEventListeners"] <= first["JSEventListeners"] + MORE_LISTENERS, found
