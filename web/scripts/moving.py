"""Makes the moving picture of the oven, docs/screenshots/oven.webp: python web/scripts/moving.py [FILE] (needs Chromium).

Every frame is a real one of the page: its clock stands still while a picture is taken and then goes on by one step, so that
the picture is the same on a quick machine and on a busy one.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/browser"))

import scenes  # noqa: E402
from conftest import ARGUMENTS, CHROMIUM, LAPTOP, PREFERENCES  # noqa: E402
from house import House  # noqa: E402

TARGET = ROOT / "docs/screenshots/oven.webp"
STEP_MS, SIZE, LENGTH_MS, MOST_BYTES = 80, (880, 550), 14_000, 1_500_000
# Timers stand still by Playwright's clock; animations have a clock of their own, which goes on by the same step.
ADVANCE = """(step) => {
  for (const one of document.getAnimations()) {
    const { endTime } = one.effect.getComputedTiming();
    const now = Number(one.currentTime ?? 0) + step * one.playbackRate;
    if (one.playState !== 'paused') one.pause();
    if (now >= Number(endTime)) one.finish(); else one.currentTime = now;
  }
}"""


def frames(page: Page, stage: scenes.Stage) -> list[Image.Image]:
    """The table from the last draw of a round until the oven has nothing left to turn, frame by frame."""
    stage.show(scenes.LAST_DRAW)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    stage.send(scenes.happens(scenes.LAST_DRAW, scenes.OPENS + scenes.BAKES))
    page.wait_for_timeout(300)
    taken: list[Image.Image] = []
    for _ in range(LENGTH_MS // STEP_MS):
        page.clock.run_for(STEP_MS)
        page.evaluate(ADVANCE, STEP_MS)
        whole = Image.open(io.BytesIO(page.screenshot(animations="allow"))).convert("RGB")
        taken.append(whole.resize(SIZE, Image.Resampling.LANCZOS))
    return taken


def main() -> None:
    """The whole of it."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    scenes.NAMES = ("Pia", "Nina", "Teo")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        context = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, service_workers="block")
        context.add_init_script(f"{PREFERENCES}(['en', false])")
        context.add_init_script("localStorage.setItem('osteria.pace', 'calm')")
        page = context.new_page()
        page.clock.install()
        taken = frames(page, scenes.Stage(page, house.url))
        browser.close()
        house.stop()
    taken[0].save(
        target,
        save_all=True,
        append_images=taken[1:],
        duration=STEP_MS,
        loop=0,
        quality=72,
        method=6,
        minimize_size=True,
    )
    size = target.stat().st_size
    print(f"{target.name}: {len(taken)} frames, {size} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"larger than {MOST_BYTES} bytes")


if __name__ == "__main__":
    main()
