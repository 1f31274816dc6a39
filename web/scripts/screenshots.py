"""Makes the pictures of docs/screenshots: python web/scripts/screenshots.py [phone|laptop|scenes|lesson] (needs Chromium).

Phone and laptop, English and Italian, of the page as it was built; the tables are real ones, played with bots by a
person who taps at random. `scenes` are states that the engine made: other sizes of screens, the rules, the reference.
"""

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/browser"))

import scenes  # noqa: E402
from conftest import ARGUMENTS, CHROMIUM, LAPTOP, PHONE, PREFERENCES  # noqa: E402
from house import SETTINGS, House  # noqa: E402
from players import Pointer  # noqa: E402

TARGET = ROOT / "docs/screenshots"
SIZES = {"phone": PHONE, "laptop": LAPTOP}
Until = Callable[[dict], bool]


def opened(browser: Browser, device: str, language: str) -> Page:
    """A page on a device of its own, without motion and hints."""
    width, height = SIZES[device]
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=1, reduced_motion="reduce"
    )
    context.add_init_script(f"{PREFERENCES}(['{language}', false])")
    return context.new_page()


def shoot(page: Page, device: str, language: str, name: str) -> None:
    """One picture."""
    page.wait_for_timeout(500)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    palette = picture.quantize(256, Image.Quantize.MEDIANCUT)
    small = picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    small.save(TARGET / f"{device}-{name}-{language}.png", optimize=True)
    print(f"{device}-{name}-{language}.png")


def played(page: Page, house: House, game: str, until: Until, **settings: object) -> bool:
    """A table played until something is so; false where that did not come."""
    page.goto(house.table(game, 4, **settings))
    page.wait_for_selector("[data-screen=table], [data-screen=soles]")
    try:
        Pointer(page, seed=4).play(120, until)
    except AssertionError:
        return False
    return True


def pictures(browser: Browser, house: House, device: str, language: str) -> None:
    """Every picture of one device in one language."""
    page = opened(browser, device, language)
    page.goto(house.url)
    shoot(page, device, language, "home")
    scenes: dict[str, tuple[str, Until]] = {
        "turn": ("sole-mio", lambda look: page.locator(".laid").count() > 1 and page.locator(".bubble").count() > 0),
        "oven": ("sole-mio", lambda look: look["sheet"] and look["acts"] > 1 and page.locator(".order").count() > 0),
        "soles": ("roll-for-soles", lambda look: look["dice"] == 2 and page.locator(".fish svg").count() > 2),
    }
    for name, (game, until) in scenes.items():
        if played(page, house, game, until, memory="assisted" if game == "roll-for-soles" else "authentic"):
            shoot(page, device, language, name)
    page.goto(f"{house.url}/new/grande")
    page.locator("[data-confirm]").click()
    page.wait_for_selector("[data-screen=waiting] img")
    shoot(page, device, language, "waiting")
    if played(page, house, "roll-for-soles", lambda look: look["screen"] == "end"):
        page.wait_for_selector(".decided")
        shoot(page, device, language, "end")
    page.context.close()


def receipt(browser: Browser, house: House, device: str, language: str) -> None:
    """An order that failed, with its receipt: the one picture that needs the oven at its own pace."""
    page = opened(browser, device, language)
    page.goto(house.url)
    page.evaluate("localStorage.setItem('osteria.pace', 'brisk')")
    if played(page, house, "mamma-mia", lambda look: page.locator(".receipt:not(.baked) tbody").count() > 0):
        page.locator("[aria-pressed]").first.click(timeout=1000)
        shoot(page, device, language, "receipt")
    page.context.close()


def chances(browser: Browser, house: House, device: str, language: str) -> None:
    """The chance to win over a game, at its end and in the replay."""
    page = opened(browser, device, language)
    if played(page, house, "mamma-mia", lambda look: look["screen"] == "end"):
        page.wait_for_selector("[data-chances=whole]", timeout=180_000)
        curve = page.locator("[data-curve] input")
        page.locator(".chances").evaluate("(node) => node.scrollIntoView({block: 'end'})")
        wide = curve.bounding_box() or {"width": 0, "height": 0}
        curve.click(position={"x": wide["width"] * 0.6, "y": wide["height"] / 2})
        shoot(page, device, language, "chances")
        page.locator(".chances a").first.click()
        page.wait_for_selector(".rail [data-curve]")
        shoot(page, device, language, "replay")
    page.context.close()


def hands(browser: Browser, house: House, device: str, language: str) -> None:
    """A table that opened its hands, as somebody sees it who watches."""
    page, watcher = opened(browser, device, language), opened(browser, device, language)
    if played(page, house, "sole-mio", lambda look: page.locator(".laid").count() > 1, open_hands=True):
        watcher.goto(page.url.partition("#")[0])
        watcher.wait_for_selector("[data-open-hand]")
        shoot(watcher, device, language, "hands")
    page.context.close()
    watcher.context.close()


def lesson(browser: Browser, house: House, device: str, language: str) -> None:
    """The third step of the first lesson: both salami are lit."""
    page = opened(browser, device, language)
    page.goto(f"{house.url}/learn/mamma-mia")
    for step in "12":
        page.wait_for_selector(f"[data-guide='{step}']")
        page.locator("[data-go-on]").click()
    page.wait_for_selector("[data-guide='3']")
    shoot(page, device, language, "lesson")
    page.context.close()


def staged(browser: Browser, house: House) -> None:
    """Other screens than phone and laptop, and pages that need no game."""
    scenes.NAMES = ("Pia", "Nina", "Teo", "Bruno", "Ida", "Mira", "Ugo", "Zoe")
    for name, size, state in (
        ("wide-turn", (1920, 1080), "turn assisted"),
        ("wide-oven", (1920, 1080), "fill help"),
        ("landscape-turn", (844, 390), "composed sole-mio"),
        ("landscape-oven", (844, 390), "help"),
        ("tablet-turn", (768, 1024), "composed sole-mio"),
        ("laptop-rules", LAPTOP, "rules"),
        ("phone-rules", PHONE, "rules"),
        ("phone-reference", PHONE, "reference"),
        ("wide-soles", (1920, 1080), "soles"),
    ):
        SIZES[name] = size
        page = opened(browser, name, "en")
        stage = scenes.Stage(page, house.url)
        scenes.bring(stage, state)
        if state == "turn assisted":
            scenes.compose(stage, "olive", "double-olive", "four-olive")
        shoot(page, name.partition("-")[0], "en", name.partition("-")[2])
        page.context.close()
        del SIZES[name]


def main() -> None:
    """All of them."""
    wanted = sys.argv[1:] or [*SIZES, "scenes", "lesson"]
    if not {*SIZES}.isdisjoint(wanted):  # games with bots that think
        SETTINGS.update(OSTERIA_PLAYOUTS="200", OSTERIA_INTERPRETED="0")
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        if "scenes" in wanted:
            staged(browser, house)
        for device in [one for one in wanted if one in SIZES]:
            for language in ("en", "it"):
                pictures(browser, house, device, language)
                hands(browser, house, device, language)
                chances(browser, house, device, language)
            receipt(browser, house, device, "en")
        for device, language in (("phone", "en"), ("laptop", "it")) if "lesson" in wanted else ():
            lesson(browser, house, device, language)
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
