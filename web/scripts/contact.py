"""Makes a contact sheet of the matrix: python web/scripts/contact.py FILE.png [STATE...] [--sizes 320x568,...]
[--language de] (needs Chromium). Prints what is wrong by geometry beside each state, as tests/browser/test_matrix.py would.
"""

import argparse
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/browser"))

from conftest import ARGUMENTS, CHROMIUM, PREFERENCES  # noqa: E402
from geometry import examine, settle  # noqa: E402
from house import House  # noqa: E402
from scenes import Stage, bring  # noqa: E402
from test_matrix import SIZES, STATES  # noqa: E402

Size = tuple[int, int]
HEIGHT, GAP, LABEL = 240, 8, 16


def picture(page: Page) -> Image.Image:
    """The screen as it stands, small."""
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return whole.resize((whole.width * HEIGHT // whole.height, HEIGHT), Image.Resampling.LANCZOS)


def row(page: Page, url: str, state: str, sizes: list[Size]) -> list[tuple[str, Image.Image]]:
    """One state at every size."""
    pictures = []
    settle(page, sizes[0])
    bring(Stage(page, url), state)
    for size in sizes:
        settle(page, size)
        found = examine(page)
        print(f"{state} {size[0]}x{size[1]}: {'; '.join(found) or 'fits'}", flush=True)
        pictures.append((f"{state} {size[0]}x{size[1]}{' !' if found else ''}", picture(page)))
    return pictures


def sheet(rows: list[list[tuple[str, Image.Image]]]) -> Image.Image:
    """All rows below each other."""
    width = max(sum(image.width + GAP for _, image in pictures) for pictures in rows) + GAP
    whole = Image.new("RGB", (width, len(rows) * (HEIGHT + LABEL + GAP) + GAP), "#777")
    pen = ImageDraw.Draw(whole)
    for i, pictures in enumerate(rows):
        x, y = GAP, GAP + i * (HEIGHT + LABEL + GAP)
        for label, image in pictures:
            pen.text((x, y), label, fill="#fff")
            whole.paste(image, (x, y + LABEL))
            x += image.width + GAP
    return whole


def main() -> None:
    """The states that were named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("states", nargs="*")
    parser.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES))
    parser.add_argument("--language", default="en")
    parser.add_argument("--url", help="a house that runs already")
    said = parser.parse_args()
    sizes = [(int(w), int(h)) for w, _, h in (size.partition("x") for size in said.sizes.split(","))]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = None if said.url else House(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        rows = []
        for state in said.states or STATES:
            context = browser.new_context(reduced_motion="reduce")
            context.add_init_script(f"{PREFERENCES}(['{said.language}', false])")
            rows.append(row(context.new_page(), said.url or house.url, state, sizes))
            context.close()
        browser.close()
        if house is not None:
            house.stop()
    sheet(rows).save(said.file)


if __name__ == "__main__":
    main()
