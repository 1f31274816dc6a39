"""The page as an app: it says what it is, is kept for the time without a network, and calls when it is pushed."""

import json
import re

from conftest import PHONE, OpenPage
from house import House
from playwright.sync_api import Page, expect


def kept(page: Page, house: House) -> None:
    """Visits the door, and waits until the service worker has kept everything."""
    page.goto(house.url)
    page.evaluate(
        """async () => {
          const files = async () => (await (await caches.open((await caches.keys()).find((name) =>
            name.startsWith('osteria-page-')) ?? 'none')).keys()).length;
          await Promise.race([navigator.serviceWorker.ready, new Promise((then) => setTimeout(then, 20000))]);
          for (let before = -1, tries = 0; tries < 60 && (before < 12 || before !== (await files())); tries++) {
            before = await files();
            await new Promise((then) => setTimeout(then, 700));
          }
        }"""
    )


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
    push = {"kind": "turn", "table": "a" * 12, "game": "sole-mio", "names": "Nina, Teo"}
    devtools = page.context.new_cdp_session(page)
    registrations: list[dict] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    registration = registrations[-1]["registrationId"]
    message = {"origin": house.url, "registrationId": registration, "data": json.dumps(push)}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    shown = page.evaluate(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          for (let i = 0; i < 50; i++) {
            const [first] = await worker.getNotifications();
            if (first) return [first.title, first.body, first.tag];
            await new Promise((then) => setTimeout(then, 100));
          }
          return null;
        }"""
    )
    assert shown is not None
    assert re.match("Du bist dran · Sole Mio!", shown[0])
    assert shown[1:] == ["Sole Mio! mit Nina, Teo", "a" * 12]
