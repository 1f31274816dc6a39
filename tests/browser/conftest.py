"""A house, a real Chromium, and pages that notice every error."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "server"))  # a push service of the tests

from house import House

PHONE, LAPTOP = (360, 640), (1280, 800)
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A line that breaks because a test killed the house is no error of the page.
# Nor is a house that says no: the page shows why.
EXPECTED = (
    "WebSocket connection to",
    "net::ERR_CONNECTION_REFUSED",
    "ERR_NETWORK_CHANGED",
    "status of 403",
    "status of 404",
    "status of 409",
    "status of 410",
    "status of 429",
)
PREFERENCES = """(([language, lessons]) => {
  if (localStorage.getItem('osteria.pace')) return;
  localStorage.setItem('osteria.pace', 'instant');
  localStorage.setItem('osteria.language', language);
  localStorage.setItem('osteria.name', 'Pia');
  if (!lessons) localStorage.setItem('osteria.lessons', '["all"]');
})"""

OpenPage = Callable[..., Page]
expect.set_options(timeout=15_000)  # a busy machine takes its time; what is there at once costs nothing


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": list(ARGUMENTS)}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house")).start()
    yield house
    house.stop()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens a page as somebody with a device of their own; at the end no page may have had an error."""
    errors: list[str] = []
    contexts = []

    def opened(size: tuple[int, int] = PHONE, language: str = "en", lessons: bool = False, **options: object) -> Page:
        width, height = size
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("service_workers", "block")
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.add_init_script(f"{PREFERENCES}(['{language}', {str(lessons).lower()}])")
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    unexpected = [error for error in errors if not any(known in error for known in EXPECTED)]
    assert unexpected == []
