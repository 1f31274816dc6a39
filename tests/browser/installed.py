"""The page as an app: its service worker, and what arrives there."""

import json

from house import House
from playwright.sync_api import Page

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let i = 0; i < 100; i++) {
    const [first] = await worker.getNotifications();
    if (first) return [first.title, first.body, first.tag];
    await new Promise((then) => setTimeout(then, 100));
  }
  return null;
}"""
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications();
  const opened = new Promise((then) => (self.clients.openWindow = (path) => Promise.resolve(then(path))));
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  return opened;
}"""


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


def pushed(page: Page, house: House, push: dict) -> tuple[str, str, str]:
    """Hands a push to the service worker, as the browser does; the notification that it shows."""
    devtools = page.context.new_cdp_session(page)
    registrations: list[dict] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    for _ in range(100):
        if registrations:
            break
        page.wait_for_timeout(100)
    registration = registrations[-1]["registrationId"]
    message = {"origin": house.url, "registrationId": registration, "data": json.dumps(push)}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    shown = page.evaluate(SHOWN)
    assert shown is not None
    return tuple(shown)


def tapped(page: Page) -> str:
    """Taps the notification; where that leads."""
    return page.context.service_workers[0].evaluate(CLICK)
