"""Somebody who reads everything that reaches a page of an authentic table, and everything the page keeps."""

import json
from collections import Counter, deque
from collections.abc import Callable

from playwright.sync_api import Page

# Face-up cards (but for the card reference, which shows all there are), everything that can be read or heard (but for the
# turn being composed), and what the device stores.
SCAN = """() => {
  const spoken = document.querySelector('[data-voice]')?.textContent ?? '';
  const labels = [...document.querySelectorAll('[aria-label]')].map((node) => node.getAttribute('aria-label'));
  const composed = document.querySelector('.words')?.innerText ?? '';
  const text = document.querySelector('main').innerText.replace(composed, '');
  const cards = [...document.querySelectorAll(':not(dialog *)[data-face]')];
  const faces = (isSeen) => cards.filter((node) => node.checkVisibility() === isSeen).map((node) => node.dataset.face);
  return {
    faces: faces(true),
    unseen: faces(false),
    quoted: [...document.querySelectorAll('[data-said]')].map((node) => [node.dataset.said, node.textContent.trim()]),
    heard: [text, spoken, ...labels].join('\\n'),
    stored: JSON.stringify([{...localStorage}, {...sessionStorage}]),
  };
}"""
LAG_MS, PATIENCE = 300, 40


class Witness:
    """Checks every frame as it comes, and the page at every look."""

    def __init__(self, page: Page) -> None:
        self.page, self.looks, self.frames = page, 0, 0
        self.leaks: list[str] = []
        self._views: deque[dict] = deque(maxlen=4)
        self._words: dict[str, str] = {}
        self._said = ""
        page.on("websocket", lambda line: line.on("framereceived", self._read))

    def look(self, _look: dict) -> None:
        """One look at the page, and now and then at what a screen reader is told."""
        self.looks += 1
        if self._views:
            self.leaks += self._lasting(lambda: self._wrong(self.page.evaluate(SCAN)))
        if self.looks % 40 == 0:
            self.leaks += self._lasting(self._listen)

    def _lasting(self, check: Callable[[], list[str]]) -> list[str]:
        """What is wrong; the page may lag behind the last frame, so it is looked at again."""
        wrong = check()
        for _ in range(PATIENCE):
            if not wrong:
                break
            self.page.wait_for_timeout(LAG_MS)
            wrong = check()
        return wrong

    def _read(self, payload: str) -> None:
        message = json.loads(payload)
        self.frames += 1
        for event in message.get("events", []):
            if event["event"] == "play":
                self._said = f"{event['kind']} {event['singles'] + 2 * event['doubles']} {event['doubles']}"
        if view := message.get("view"):
            if last := view.get("announcement"):
                self._said = f"{last['kind']} {last['ingredients']} {last['doubles']}"
            self._views.append(view)
            self.leaks += [f"{where} in a view" for where in _secrets_in(view)]
        if message.get("hands"):
            self.leaks.append("hands that are open to spectators only")
        if self._views:
            others = [event for event in message.get("events", []) if event.get("seat") != self._views[-1]["seat"]]
            dealt = [event for event in others if event["event"] == "deal"]
            self.leaks += [f"a dealt card: {event}" for event in dealt if {"card", "order", "what"} & set(event)]

    def _wrong(self, scan: dict) -> list[str]:
        allowed: Counter[str] = Counter()
        for view in self._views:
            allowed |= _visible(view)
        # While a sheet shows the own hand, the one below it stays in the page, unseen: neither may hold more than is known.
        held = [Counter(scan["faces"]) - allowed, Counter(scan["unseen"]) - allowed]
        wrong = [f"a card that nobody may see: {card}" for cards in held for card in cards]
        for said, words in scan["quoted"]:
            if said != self._said:
                wrong.append(f"an old announcement is shown: {words}")
            if self._words.setdefault(words, said) != said:
                wrong.append(f"words that are not what was said: {words}")
        return wrong + self._remembered(scan["heard"]) + self._remembered(scan["stored"])

    def _remembered(self, text: str) -> list[str]:
        """Announcements that were replaced and can still be read."""
        now = {words.strip("“”") for words, said in self._words.items() if said == self._said}
        old = {words.strip("“”") for words, said in self._words.items() if said != self._said}
        return [f"an old announcement is kept: {words}" for words in old if f"“{words}”" in text and words not in now]

    def _listen(self) -> list[str]:
        """The accessibility tree says no more than the page."""
        session = self.page.context.new_cdp_session(self.page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        heard = "\n".join(str(node.get("name", {}).get("value", "")) for node in nodes)
        return self._remembered(heard)


def _secrets_in(view: dict) -> list[str]:
    if view["game"] == "roll-for-soles":
        return []
    found = [
        f"the hand of {seat}" for seat, hand in view["hands"].items() if seat != view["seat"] and "orders" not in hand
    ]
    found += ["the history"] if "history" in view else []
    found += ["the oven"] if set(view["oven"]) - {"size", "top"} else []
    found += ["the used pile"] if not isinstance(view["used"], int) else []
    found += [f"orders under {seat}" for seat, stack in view["orders"].items() if not isinstance(stack["under"], int)]
    return found


def _visible(view: dict) -> Counter[str]:
    """Cards that this viewer may see face up, as often as they lie open."""
    if view["game"] == "roll-for-soles":
        return Counter()
    own = view["seat"]
    faces = Counter(_face(own, card) for card in view["hands"].get(own, []))
    faces += Counter(view["columns"]) + Counter(view["committed"])
    faces += Counter([view["oven"]["top"]] if view["oven"]["top"] else [])
    faces += Counter(view["open"] * 2)
    for pile in ("delivered", "removed"):
        faces += Counter(f"{seat}/{order}" for seat, orders in view[pile].items() for order in orders)
    return faces


def _face(owner: str, card: str) -> str:
    kinds = ("olive", "pepper", "mushroom", "salami", "pineapple")
    return card if card.removeprefix("double-") in kinds else f"{owner}/{card}"
