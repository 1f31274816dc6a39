"""The door on a bad line: how many bytes it takes, how soon it can be used, and what a second visit loads."""

import os
import time
from collections import Counter

import pytest
from conftest import PHONE, OpenPage
from house import House
from installed import kept
from playwright.sync_api import Page

MOST_BYTES = 80_000
SECONDS = 3.5
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
TRIES = 3


class Meter:
    """Counts what comes over the wire: bodies as they are sent, compressed; and all of it, with the headers."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)
        self.line.send("Network.enable")
        self.names: dict[str, str] = {}
        self.bodies: Counter[str] = Counter()
        self.all = 0
        self.line.on(
            "Network.requestWillBeSent", lambda told: self.names.update({told["requestId"]: told["request"]["url"]})
        )
        self.line.on("Network.dataReceived", self._body)
        self.line.on("Network.loadingFinished", self._end)

    def _body(self, told: dict) -> None:
        self.bodies[self.names[told["requestId"]].rpartition("/")[2]] += int(told["encodedDataLength"])

    def _end(self, told: dict) -> None:
        self.all += int(told["encodedDataLength"])


def use(page: Page) -> None:
    """Chooses a game: the door answers."""
    page.locator("[data-game=sole-mio]").click()
    page.wait_for_selector(".chosen [data-confirm]")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_door_takes_few_bytes(house: House, open_page: OpenPage, language: str) -> None:
    page = open_page(PHONE, language)
    meter = Meter(page)
    page.goto(house.url)
    page.wait_for_selector("[data-game=sole-mio]")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(4000)
    took = meter.bodies.total()
    print(f"the door in {language}: {took} bytes, {meter.all} with headers", dict(meter.bodies))
    assert any("caprasimo" in name for name in meter.bodies)
    assert any("door" in name and n > 1000 for name, n in meter.bodies.items())
    assert took <= MOST_BYTES, meter.bodies


def test_the_door_can_be_used_soon_on_slow_3g(house: House, open_page: OpenPage) -> None:
    times = []
    for _ in range(TRIES):
        page = open_page(PHONE)
        meter = Meter(page)
        meter.line.send("Network.emulateNetworkConditions", SLOW_3G)
        started = time.monotonic()
        page.goto(house.url, wait_until="commit")
        page.locator("[data-game=sole-mio]").click()
        page.wait_for_selector(".chosen [data-confirm]")
        times.append(time.monotonic() - started)
        page.close()
        if times[-1] <= SECONDS:
            break
    print(f"usable on slow 3G after {min(times):.2f} s (of {len(times)} tries; the goal is {SECONDS} s)")
    if os.getloadavg()[0] > (os.cpu_count() or 1) and min(times) > SECONDS:
        pytest.skip(f"{min(times):.1f} s on a busy machine")
    assert min(times) <= SECONDS


def test_a_second_visit_loads_no_file_again(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, service_workers="allow")
    kept(page, house)
    fetched: list[str] = []
    page.on("response", lambda answer: None if answer.from_service_worker else fetched.append(answer.url))
    page.reload()
    use(page)
    assert [url for url in fetched if "/assets/" in url] == []
