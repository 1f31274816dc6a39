"""People at the table: one plays with the pointer, one with the keyboard alone. They see only what the page shows."""

import random
import time
from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page

# What is on the page now, in one look: the screen, and what could be pressed.
LOOK = """() => {
  const screen = document.querySelector('[data-screen]')?.dataset.screen ?? '';
  const live = (node) => node && !node.disabled && !node.closest('[inert]');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(live);
  const confirm = document.querySelector('[data-confirm]');
  return {
    screen,
    confirm: confirm ? (live(confirm) ? 'ready' : 'waits') : '',
    lesson: all('[data-lesson]').length,
    dialog: document.querySelector('dialog[open]') !== null,
    cards: all('.hand [data-card]:not(.slip)[aria-disabled=false]:not([aria-pressed=true])').map((node) => node.dataset.card),
    orders: all('.hand .slip[data-card][aria-disabled=false]:not([aria-pressed=true])').map((node) => node.dataset.card),
    sheet: document.querySelector('.sheet') !== null,
    acts: all('.sheet .btn').length,
    firstAct: live(document.querySelector('.sheet .btn')),
    kinds: all('.sheet .kind').length,
    wants: all('.sheet .want').length,
    dice: all('[data-act=roll], [data-act=secure]').length,
    targets: all('.chip.target, .middle-button').length,
  };
}"""

SURELY_MS, SOON_MS = 30_000, 4_000
"""How long something to press may take to be there: where it has to come, and where it was there a moment ago."""
# What was pressed is shown in a task of its own, after the next frame.
SHOWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done, 20))))"


class Person:
    """Answers whatever the page asks, somehow."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.random = page, random.Random(seed)

    def press(self, target: Locator, patience: float = SURELY_MS) -> None:
        """Does what a click does; it may take so many milliseconds until there is something to press."""
        target.click(timeout=patience)

    def _try(self, target: Locator) -> None:
        """What was there a moment ago; where it is gone, it is looked at the page again."""
        self.press(target, SOON_MS)

    def play(self, seconds: float, until: Callable[[dict], bool], watch: Callable[[dict], None] | None = None) -> None:
        """Answers until something is so; `watch` is called with every look at the page."""
        end, hindrance = time.monotonic() + seconds, ""
        while time.monotonic() < end:
            look = self.page.evaluate(LOOK)
            if watch is not None:
                watch(look)
            if until(look):
                return
            try:
                if not self.answer(look):
                    self.page.wait_for_timeout(25)
            except Error as error:
                hindrance = str(error)
                if "Timeout" not in hindrance:
                    raise
        raise AssertionError(f"after {seconds} s the page still shows {self.page.evaluate(LOOK)}; {hindrance}")

    def answer(self, look: dict) -> bool:
        """One answer, or a part of one; false where nothing is asked."""
        if look["dialog"]:  # on a slow machine a tap on an order may last so long that the page says what it needs
            self.page.keyboard.press("Escape")
            return True
        if look["lesson"]:
            self._try(self.page.locator("[data-lesson]"))
            return True
        if look["screen"] == "table":
            return self._compose(look)
        if look["screen"] == "oven" and look["sheet"]:
            return self._decide(look)
        return look["screen"] == "soles" and self._fish(look)

    def _compose(self, look: dict) -> bool:
        if look["confirm"] == "ready":
            if look["orders"] and self.random.random() < 0.7 and self.page.locator(".laid").count() == 1:
                self._try(self._card(look["orders"][0]))
                return True
            self._try(self.page.locator("[data-confirm]"))
            return True
        if look["confirm"] != "waits" or not look["cards"]:
            return False
        self._try(self._card(self.random.choice(look["cards"])))
        return True

    def _decide(self, look: dict) -> bool:
        if look["firstAct"]:
            self._try(self.page.locator(".sheet .btn").first)
        elif look["kinds"]:
            self._try(self.page.locator(".sheet .kind").first)
        elif look["wants"]:
            self._try(self.page.locator(".sheet .want").first)
        elif look["cards"] or look["orders"]:
            self._try(self.page.locator(".sheet .hand [data-card][aria-disabled=false]:not([aria-pressed=true])").first)
        elif look["acts"]:
            self._try(self.page.locator(".sheet .btn:enabled").last)
        else:
            return False
        return True

    def _fish(self, look: dict) -> bool:
        if look["confirm"] == "ready":
            self._try(self.page.locator("[data-confirm]"))
        elif look["targets"]:
            self._try(self.page.locator(".chip.target, .middle-button").first)
        elif look["dice"] == 2:
            self._try(self.page.locator(f"[data-act={self.random.choice(['roll', 'secure', 'secure'])}]"))
        else:
            return False
        return True

    def _card(self, card: str) -> Locator:
        return self.page.locator(f".hand [data-card='{card}'][aria-disabled=false]:not([aria-pressed=true])").first


class Pointer(Person):
    """Plays with the pointer."""

    def press(self, target: Locator, patience: float = SURELY_MS) -> None:
        """A card in a hand may lie half under the next one: its left edge is what can be pressed."""
        box = target.bounding_box(timeout=patience)
        is_card = target.get_attribute("data-card", timeout=patience)
        target.click(timeout=patience, position={"x": 12, "y": box["height"] / 2} if box and is_card else None)
        self.page.evaluate(SHOWN)


class Keyboard(Person):
    """Plays with the keyboard alone: Tab and arrows until the wanted thing has the focus, then Enter or Space."""

    def press(self, target: Locator, patience: float = SURELY_MS) -> None:
        """Moves the focus there as a person does, and presses it."""
        target.wait_for(timeout=patience)
        self._reach(target, patience)
        self.page.keyboard.press(self.random.choice(["Enter", " "]))
        self.page.evaluate(SHOWN)

    def _reach(self, target: Locator, patience: float) -> None:
        for _ in range(80):
            where = target.evaluate(
                """(node) => node === document.activeElement ? 'here'
                   : node.closest('[role=group], [role=radiogroup]')?.contains(document.activeElement) ? 'group' : ''""",
                timeout=patience,
            )
            if where == "here":
                return
            self.page.keyboard.press("ArrowRight" if where == "group" else "Tab")
        raise AssertionError(f"the keyboard does not reach {target}")
