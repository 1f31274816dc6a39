"""The page without a house: visited once, it plays, keeps, looks back and teaches with the network cut; nothing leaves it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import IS_LONG, House
from installed import kept
from players import Pointer
from playwright.sync_api import Page, Request, expect
from site_without_house import Site, sit_down
from test_lessons import TOUCH, Finger

from osteria.lab.wasm.modules import ready_modules
from osteria.lab.wasm.page import write_page
from osteria.server.http.pages import STATIC
from osteria.server.tables.fair import check

HERE = ("http://127.0.0.1", "blob:", "data:")
BROKEN_OFF = "net::ERR_ABORTED"  # the page that wanted it was left meanwhile
GAMES = [("roll-for-soles", PHONE, "en")]
if IS_LONG:
    GAMES += [
        (game, size, language)
        for game, language in (("mamma-mia", "nl"), ("sole-mio", "it"), ("grande", "de"), ("roll-for-soles", "en"))
        for size in (PHONE, LAPTOP)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("page")
    write_page(target, STATIC)
    return target


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    site = Site(folder)
    yield site
    site.stop()


def cut_off(page: Page, site: Site) -> list[str]:
    """Visits the page once, then cuts the network; what the page wants from then on and does not find on this device. (The
    service worker looks first whether the host answers.)"""
    kept(page, site)
    site.stop()
    page.context.set_offline(True)
    lost: list[str] = []

    def failed(request: Request) -> None:
        if not request.service_worker and request.failure != BROKEN_OFF:
            lost.append(request.url)

    page.context.on("requestfailed", failed)
    page.context.on("request", lambda request: None if request.url.startswith(HERE) else lost.append(request.url))
    page.reload()
    return lost


@pytest.mark.parametrize(("game", "size", "language"), GAMES)
def test_with_the_network_cut_a_whole_game_is_played_kept_and_looked_back_at(
    site: Site, open_page: OpenPage, game: str, size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    page = open_page(size, language, service_workers="allow")
    lost = cut_off(page, site)
    somebody = sit_down(page, site, game, 2)
    somebody.play(60, until=lambda look: look["confirm"] == "ready" or look["dice"] == 2)
    page.reload()
    page.wait_for_selector("[data-screen=table], [data-screen=soles]")
    somebody.play(400, until=lambda look: look["screen"] == "end")
    assert page.locator("[data-screen=end] ol > li").count() == 2
    expect(page.locator("[data-chances=whole]")).to_be_visible(timeout=120_000)
    with page.expect_download() as download:
        page.locator("[data-save]").click()
    download.value.save_as(tmp_path / "game.txt")
    page.get_by_role("link", name="Osteria").or_(page.locator(".foot a[href='/']")).first.click()
    page.locator("input[type=file]").set_input_files(tmp_path / "game.txt")
    page.wait_for_selector("[data-screen=end]")
    page.locator("a[href^='/replay/here-']").first.click()
    page.wait_for_selector("[data-screen=replay]")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy=done]")).to_be_visible()
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    page.wait_for_selector("[data-screen=end]")
    assert lost == []


SEED = "5e" * 32
PAST = "2026-11-15"


@pytest.mark.parametrize("is_link", [True, False])
def test_with_the_network_cut_a_past_day_is_played_again(
    site: Site, open_page: OpenPage, tmp_path: Path, is_link: bool
) -> None:
    page = open_page(PHONE, service_workers="allow")
    lost = cut_off(page, site)
    page.locator("a[href='/today']").click()
    page.locator("#past-day").fill("no day")
    page.locator("[data-open-day] button").click()
    expect(page.locator("[data-open-day] [role=alert]")).to_be_visible()
    link = f"https://house.test/today/roll-for-soles/{PAST}#seed={SEED}&bot=expert"
    told = json.dumps({"day": PAST, "game": "roll-for-soles", "players": 3, "bot": "expert", "seed": SEED})
    page.locator("#past-day").fill(link if is_link else told)
    page.locator("[data-open-day] button").click()
    page.locator(f"[data-again='{PAST}']").click()
    page.wait_for_selector("[data-screen=soles]")
    if not is_link:
        return
    Pointer(page).play(600, until=lambda look: look["screen"] == "end")
    with page.expect_download() as download:
        page.locator("[data-save]").click()
    download.value.save_as(tmp_path / "game.txt")
    assert check(str(tmp_path / "game.txt")).is_fair
    assert f"seed: {SEED}" in (tmp_path / "game.txt").read_text()
    page.locator("[data-today]").click()
    expect(page.locator(f"[data-again='{PAST}']")).to_be_visible()
    assert lost == []


def test_a_lesson_is_taught_without_a_house(site: Site, open_page: OpenPage) -> None:
    page = open_page(PHONE, service_workers="allow", lessons=True, **TOUCH)
    lost = cut_off(page, site)
    page.goto(f"{site.url}/learn/roll-for-soles")
    page.wait_for_selector("[data-screen=soles]")
    pupil = Finger(page)
    pupil.follow(120)
    assert len(pupil.seen) > 3
    assert lost == []


def test_several_people_pass_one_device_round(site: Site, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{site.url}/new#here")
    page.locator("[data-confirm]").click()
    expect(page.locator("[data-screen=curtain]")).to_be_visible()
    page.locator("[data-screen=curtain] button").first.click()
    Pointer(page).play(60, until=lambda look: look["screen"] == "curtain")


def test_where_the_house_is_gone_the_page_goes_on_without_it(tmp_path: Path, open_page: OpenPage) -> None:
    house = House(tmp_path, OSTERIA_MODULES=str(ready_modules())).start()
    page = open_page(PHONE, service_workers="allow")
    try:
        kept(page, house)
    finally:
        house.kill()
    page.reload()
    somebody = Pointer(page)
    somebody.press(page.locator("[data-game=roll-for-soles]"))
    somebody.press(page.locator("[data-confirm]"))
    somebody.press(page.locator("[data-without-house]"))
    page.wait_for_selector("[data-screen=soles]")
    somebody.play(60, until=lambda look: look["dice"] == 2)
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-move]").click()
    expect(page.locator("[data-move] ~ [role=alert]")).to_be_visible()  # there is no house yet
    house.start()
    try:
        page.locator("[data-move]").click()
        expect(page).to_have_url(re.compile(r"/t/(?!here-)"), timeout=30_000)
        page.wait_for_selector("[data-screen=soles]")
        somebody.play(60, until=lambda look: look["dice"] == 2)
        page.get_by_role("button", name="Menu").click()
        expect(page.locator("[data-elsewhere]")).to_be_visible()
        table = page.url.split("/t/")[1]
        assert house.get(f"/api/tables/{table}")["table"]["elsewhere"]
        page.close()  # nobody asks the house while it ends
    finally:
        house.stop()
