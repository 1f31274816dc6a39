"""A chair that was left for long at a listed table is opened by all who are there, after a warning, and a newcomer sits down."""

from conftest import LAPTOP, PHONE, OpenPage
from house import House
from playwright.sync_api import expect

SCREENS = "[data-screen=table], [data-screen=soles], [data-screen=oven]"
NAMES = ("Ada", "Ben", "Cleo")


def made_asked(house: House, made: dict) -> int:
    """The number of the seat that is asked first."""
    view = house.get(f"/api/tables/{made['table']}")["view"]
    return view["seats"].index(view["decision"]["seat"])


def test_everybody_agrees_the_absent_one_is_warned_and_a_newcomer_comes_by_the_code(
    house: House, open_page: OpenPage
) -> None:
    seats = [{"kind": "me", "name": name} for name in NAMES]
    settings = {"grace": 10, "listed": True}
    made = house.post("/api/tables", {"game": "sole-mio", "seats": seats, "settings": settings, "start": True})
    links = [f"{house.url}/t/{made['table']}#{made['keys'][str(seat)]}" for seat in range(3)]
    asked = made_asked(house, made)
    here, left = [asked, (asked + 1) % 3], (asked + 2) % 3  # nobody waits for the third
    ada, ben, cleo = open_page(PHONE), open_page(LAPTOP), open_page(PHONE)
    for page, seat in zip((ada, ben, cleo), (*here, left), strict=True):
        page.goto(links[seat])
        page.wait_for_selector(SCREENS)
    cleo.goto(f"{house.url}/about")
    offer = ada.locator("[data-chair=offer]")
    expect(offer).to_contain_text(f"{NAMES[left]} has been away for", timeout=20_000)
    offer.get_by_role("button", name="Open the chair").click()
    asks = ben.locator("[data-chair=asked]")
    expect(asks).to_contain_text(f"{NAMES[here[0]]} would open {NAMES[left]}’s chair")
    asks.get_by_role("button", name="Agree").click()
    for page in (ada, ben):
        expect(page.locator("[data-chair=warned]")).to_contain_text(f"{NAMES[left]} has been called")
    free = ada.locator("[data-chair=free]")
    expect(free).to_contain_text("A chair is free", timeout=30_000)
    expect(ben.locator("[data-free]")).to_have_text("free chair")
    code = house.get(f"/api/tables/{made['table']}")["table"]["code"]
    expect(free).to_contain_text(code)
    dora = open_page(PHONE)
    dora.goto(house.url)
    dora.locator("[data-join] input").fill(code)
    dora.locator("[data-join] button").click()
    expect(dora.get_by_text("The game has begun")).to_be_visible()
    dora.get_by_label("Your name").fill("Dora")
    dora.locator("[data-confirm]").click()
    dora.wait_for_selector(SCREENS)
    expect(ada.locator("[data-chair]")).to_have_count(0)
    expect(ben.get_by_text("Dora").first).to_be_visible()
    cleo.goto(links[left])
    expect(cleo.locator("[data-screen=dead]")).to_contain_text("opened your chair")
