"""The page as an app: it says what it is, is kept for the time without a network, and calls when it is pushed."""

import re

from conftest import PHONE, OpenPage
from house import House
from installed import kept, pushed
from playwright.sync_api import expect


def test_the_manifest_names_the_app_and_its_icons(house: House) -> None:
    manifest = house.get("/manifest.webmanifest")
    assert manifest["name"] == "Osteria"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}


def test_without_a_network_the_door_and_the_rules_can_be_read(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, service_workers="allow")
    kept(page, house)
    page.context.set_offline(True)
    page.goto(f"{house.url}/rules/sole-mio")
    expect(page.get_by_role("heading", name="Sole Mio!").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sole Mio!").first).to_be_visible()


def test_a_push_becomes_a_notification_in_the_language_that_is_spoken(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, language="de", service_workers="allow", permissions=["notifications"])
    kept(page, house)
    push = {"kind": "turn", "table": "a" * 12, "game": "sole-mio", "names": ["Nina", "Teo"]}
    title, body, tag = pushed(page, house, push)
    assert re.match("Du bist dran · Sole Mio!", title)
    assert (body, tag) == ("Sole Mio! mit Nina und Teo", "a" * 12)
