"""Called while the page is closed: from the house, over a push service, to a notification that leads to the table."""

import json
import re
import uuid
from collections.abc import Iterator

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from installed import pushed, tapped
from players import Pointer
from playwright.sync_api import Page, expect
from pushkit import Device, PushService

YOURS = re.compile("^Your turn")
SUBSCRIBE = """({endpoint, keys}) => {
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: () => Promise.resolve(true) };
  PushManager.prototype.subscribe = ({ applicationServerKey }) => {
    window.subscribedWith = applicationServerKey;
    return Promise.resolve(subscription);
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(subscription);
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    found = PushService()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[House]:
    """A house that may push to the service of the tests."""
    house = House(tmp_path_factory.mktemp("house"), OSTERIA_PUSH_SERVICES=service.origin).start()
    yield house
    house.stop()


def table_of_two(house: House, **settings: object) -> dict:
    """A running table of Ada and Ben."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    wish = {"game": "roll-for-soles", "seats": seats, "settings": settings, "start": True}
    return house.post("/api/tables", wish)


def play(house: House, made: dict, seat: str) -> None:
    """A seat plays, somewhere else, until the other one is asked."""
    path, key = f"/api/tables/{made['table']}", made["keys"][seat]
    while options := (place := house.get(path, key))["view"]["decision"].get("options"):
        move = "secure" if "secure" in options else options[0]
        house.post(path + "/moves", {"id": uuid.uuid4().hex, "question": place["question"], "moves": [move]}, key)


def called(open_page: OpenPage, device: Device, language: str) -> Page:
    """Somebody on a device whose browser subscribes to the service of the tests."""
    page = open_page(PHONE, language=language, service_workers="allow", permissions=["notifications"])
    page.context.add_init_script(f"({SUBSCRIBE})({json.dumps({'endpoint': device.endpoint, 'keys': device.keys})})")
    return page


def test_in_a_game_of_days_who_closed_the_page_is_called_in_their_language_and_a_tap_leads_to_the_question(
    calling: House, service: PushService, open_page: OpenPage
) -> None:
    made, device = table_of_two(calling, days=1), service.device("ben")
    ada, ben = open_page(LAPTOP), called(open_page, device, "it")
    play(calling, made, "1")
    ben.goto(f"{calling.url}/t/{made['table']}#{made['keys']['1']}")
    ben.wait_for_selector("[data-screen=soles]")
    ben.get_by_role("button", name="Menu").click()
    with ben.expect_response("**/api/calls") as answer:
        ben.locator("[data-call]").click()
    assert answer.value.json() == {"tables": [made["table"]]}
    assert ben.evaluate("window.subscribedWith") == calling.get("/api/house")["push"]
    ben.goto(f"{calling.url}/about")
    ada.goto(f"{calling.url}/t/{made['table']}#{made['keys']['0']}")
    expect(ada).to_have_title(YOURS)
    assert ada.locator("[data-gone], [data-away]").count() == 0
    Pointer(ada).play(60, lambda _: not YOURS.match(ada.title()))
    said = service.next(device, 40)
    title, body, tag = pushed(ben, calling, said)
    assert title.startswith("Tocca a te · ")
    assert body.endswith(" con Ada")
    assert tag == made["table"]
    path = tapped(ben)
    assert path == f"/t/{made['table']}"
    ben.goto(calling.url + path)
    expect(ben.locator("[data-act=secure], [data-act=roll], .chip.target, .middle-button").first).to_be_visible()
    assert calling.get(f"/api/tables/{made['table']}")["table"]["settings"]["days"] == 1


def test_a_device_that_is_called_is_called_from_every_table_that_it_sits_at_until_it_says_no(
    calling: House, service: PushService, open_page: OpenPage
) -> None:
    page = called(open_page, service.device("other"), "en")
    first, second = table_of_two(calling), table_of_two(calling)
    page.goto(f"{calling.url}/t/{first['table']}#{first['keys']['0']}")
    page.get_by_role("button", name="Menu").click()
    with page.expect_response("**/api/calls"):
        page.locator("[data-call]").click()
    with page.expect_response("**/api/calls") as answer:
        page.goto(f"{calling.url}/t/{second['table']}#{second['keys']['1']}")
    assert answer.value.json() == {"tables": [second["table"]]}
    page.get_by_role("button", name="Menu").click()
    with page.expect_response("**/api/calls/stop") as stopped:
        page.locator("[data-call]").click()
    assert stopped.value.ok
