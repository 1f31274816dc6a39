"""Learn by playing: both lessons to their end, by touch and by keyboard, left and taken up again; only what is shown answers."""

import time
from collections.abc import Callable

import pytest
from accessible import hindrances
from conftest import LAPTOP, PHONE, OpenPage
from house import IS_LONG, House
from playwright.sync_api import Page

from osteria.games import game as game_of

# What the guide shows now: its step and sentence, whether it waits for its own button, and everything that answers.
LOOK = """() => {
  const guide = document.querySelector('.guide');
  const live = (node) => !node.disabled && node.getAttribute('aria-disabled') !== 'true' && !node.closest('[inert]');
  const all = [...document.querySelectorAll('main button, main a, main input')].filter(live);
  return {
    here: guide !== null,
    step: guide?.querySelector('[data-guide]')?.dataset.guide ?? '',
    sentence: guide?.querySelector('[data-sentence]')?.innerText ?? '',
    goes: guide?.querySelector('[data-go-on]') !== null && guide !== null,
    plays: guide?.querySelector('.playing') !== null && guide !== null,
    others: all.filter((node) => !guide?.contains(node)).length,
    screen: document.querySelector('[data-screen]')?.dataset.screen ?? '',
  };
}"""
FOCUSED = """() => {
  const node = document.activeElement;
  const inGuide = node?.closest('.guide');
  const useful = !inGuide && node?.tagName === 'BUTTON';
  return {go: node?.hasAttribute('data-go-on'), useful};
}"""
STEPS = {"mamma-mia": 9, "roll-for-soles": 6}
LANGUAGES = ("en", "nl", "it", "de")
TOUCH = {"has_touch": True, "is_mobile": True}


class Pupil:
    """Does what the guide says, and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[str] = []
        self.sentences: list[str] = []

    def follow(self, seconds: float = 90, until: Callable[[dict], bool] = lambda look: False) -> None:
        """Follows the guide until it goes, or until something is so."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            look = self.page.evaluate(LOOK)
            self.note(look)
            if until(look) or (self.seen and not look["here"]):
                return
            if look["step"] and (look["goes"] or look["others"]) and not look["plays"]:
                self.obey(look)
            self.page.wait_for_timeout(40)
        raise AssertionError(f"after {seconds} s the guide still says {self.page.evaluate(LOOK)}")

    def note(self, look: dict) -> None:
        if look["step"] and look["step"] not in self.seen:
            self.seen.append(look["step"])
        if look["sentence"] and look["sentence"] not in self.sentences:
            self.sentences.append(look["sentence"])
            self.check(look)

    def check(self, look: dict) -> None:
        """Every step as it comes: nothing but what is shown answers."""
        assert "{" not in look["sentence"]
        assert not look["sentence"].startswith(("mamma-mia.", "roll-for-soles."))
        if look["goes"]:
            assert look["others"] == 0, look

    def obey(self, look: dict) -> None:
        raise NotImplementedError


class Finger(Pupil):
    """Taps."""

    def obey(self, look: dict) -> None:
        usable = "main button:not(:disabled, [aria-disabled=true], [inert], [inert] *, .guide *)"
        target = self.page.locator("[data-go-on]" if look["goes"] else usable).first
        box = target.bounding_box()
        if box:
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Keys(Pupil):
    """Has no pointer: Tab until something else than leaving has the focus, then Enter."""

    def obey(self, look: dict) -> None:
        for _ in range(6):
            focused = self.page.evaluate(FOCUSED)
            if focused["go"] if look["goes"] else focused["useful"]:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")


def refusals(page: Page) -> list[str]:
    """Everything that the house refuses from now on."""
    found: list[str] = []
    page.on(
        "websocket",
        lambda line: line.on(
            "framereceived", lambda text: found.append(str(text)) if '"type":"refused"' in str(text) else None
        ),
    )
    return found


@pytest.mark.parametrize("language", LANGUAGES if IS_LONG else ("en",))
@pytest.mark.parametrize("game", STEPS)
def test_a_finger_follows_the_lesson_to_its_end_with_legal_moves_only(
    house: House, open_page: OpenPage, game: str, language: str
) -> None:
    page = open_page(PHONE, language, lessons=True, **TOUCH)
    refused = refusals(page)
    page.goto(f"{house.url}/learn/{game}")
    pupil = Finger(page)
    pupil.follow()
    assert pupil.seen == [str(n + 1) for n in range(STEPS[game])]
    assert refused == []
    table = page.url.rpartition("/")[2]
    assert house.get(f"/api/tables/{table}")["table"]["lesson"] == "off"
    page.wait_for_selector("[data-screen=table], [data-screen=soles]")


@pytest.mark.parametrize("language", LANGUAGES if IS_LONG else ("de",))
@pytest.mark.parametrize("game", STEPS)
def test_the_keyboard_alone_follows_the_lesson_to_its_end(
    house: House, open_page: OpenPage, game: str, language: str
) -> None:
    page = open_page(LAPTOP, language, lessons=True)
    page.goto(f"{house.url}/learn/{game}")
    pupil = Keys(page)
    pupil.follow()
    assert pupil.seen == [str(n + 1) for n in range(STEPS[game])]


@pytest.mark.parametrize(("game", "size"), [("mamma-mia", PHONE), ("roll-for-soles", LAPTOP)])
def test_every_step_is_accessible_and_inside_the_screen(
    house: House, open_page: OpenPage, game: str, size: tuple[int, int]
) -> None:
    page = open_page(size, "en", lessons=True, has_touch=True)

    class Inspector(Finger):
        def check(self, look: dict) -> None:
            super().check(look)
            assert hindrances(page) == {}, look
            box = page.locator(".guide .card").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1]

    page.goto(f"{house.url}/learn/{game}")
    Inspector(page).follow(120)


def test_a_lesson_is_left_and_taken_up_again_where_it_was(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, "en", lessons=True, **TOUCH)
    page.goto(f"{house.url}/learn/mamma-mia")
    pupil = Finger(page)
    pupil.follow(until=lambda look: look["step"] == "4")
    table = page.url
    page.locator("[data-leave]").click()
    page.wait_for_selector(".guide", state="detached")
    assert page.locator(".laid").count() == 2  # the turn that was begun is still there
    page.reload()
    page.wait_for_selector("[data-screen=table] .laid")
    assert page.locator(".guide").count() == 0
    page.locator(".bar .icon-button").first.click()
    page.locator("[data-resume]").click()
    page.wait_for_selector("[data-guide='4']")
    page.goto(house.url)
    page.goto(f"{house.url}/learn/grande")  # the same lesson, not a second one
    page.wait_for_url(table)
    page.wait_for_selector("[data-guide='4']")
    pupil.follow()
    assert pupil.seen == [str(n + 1) for n in range(STEPS["mamma-mia"])]


def test_whoever_leaves_plays_freely_and_the_script_no_longer_binds_anybody(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, "en")
    page.goto(f"{house.url}/learn/roll-for-soles")
    page.locator("[data-leave]").click()
    page.locator("[data-act=secure]").click()
    table = page.url.rpartition("/")[2]
    page.wait_for_function("() => !document.querySelector('[data-resume]')")
    deadline = time.monotonic() + 10
    while house.get(f"/api/tables/{table}")["table"]["lesson"] != "off":
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_door_and_rules_lead_to_the_lessons(house: House, open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size)
    page.goto(house.url)
    page.locator(".counter [data-learn]").click()
    page.wait_for_selector("[data-screen=learn] [data-learn]")
    assert page.locator("[data-screen=learn] [data-learn]").count() == 2
    assert hindrances(page) == {}
    page.goto(f"{house.url}/rules/sole-mio")
    page.locator("a[data-learn]").click()
    page.wait_for_selector("[data-guide='1']")


def test_the_course_counts_the_answers_of_the_script() -> None:
    """The page's steps name answers by number: those of the script."""
    pizza, soles = game_of("mamma-mia").lesson, game_of("roll-for-soles").lesson
    assert [n for n, (who, move) in enumerate(pizza.moves) if who == "pepper" and move.startswith(("play", "add"))][
        :3
    ] == [6, 15, 24]
    assert pizza.moves.index(("pepper", "add olive")) == 54
    assert [n for n, (who, _) in enumerate(soles.moves) if who == "seat 0"] == [0, 1, 4, 5]
