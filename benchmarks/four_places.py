"""One source in four places, measured in one run: `.venv/bin/python benchmarks/four_places.py [--seconds 1] [--json]`.

Decisions a second of random games on one core: the rules interpreted, compiled on the CPU, as WebAssembly in Chromium, and on a
GPU where there is one; then what an expert with 100 playouts takes for a decision in Chromium, the processor slowed 4 times; and
the sizes of what the page fetches. Needs what ./test --setup installs, and Chromium.
"""

import argparse
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import mean
from typing import Any

from playwright.sync_api import Page, sync_playwright

from osteria.games import game
from osteria.lab import cuda
from osteria.lab.bench import PLAYS, rate_of
from osteria.lab.wasm.modules import ready_modules
from osteria.lab.wasm.pack import READER, pack

HERE = Path(__file__).parent
WEB, HOUSE = HERE.parent / "web", "web/src/house"
CHROMIUM = "/usr/bin/chromium"
CASES = (("mamma-mia", 2), ("sole-mio", 3), ("grande", 4), ("roll-for-soles", 2))
PLAYOUTS, SLOWED, DECISIONS = 100, 4, 60
GPU_GAMES = 1_000_000
STRIP = """
import { stripTypeScriptTypes } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
for (const file of process.argv.slice(1)) {
  const text = stripTypeScriptTypes(readFileSync(file, "utf8"));
  writeFileSync(file, text.replaceAll("../../../src/osteria/lab/wasm/osteria.mjs", "/osteria.mjs"));
}
"""


class Files(SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing; TypeScript without its types is JavaScript."""

    def guess_type(self, path: Any) -> str:
        """What the browser is told that a file is."""
        return "text/javascript" if str(path).endswith((".ts", ".mjs")) else super().guess_type(path)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


def lay_out(folder: Path) -> None:
    """Modules, the house of the page, and the page that measures."""
    pack(folder, lambda _: None)
    shutil.copytree(ready_modules(), folder / "modules")
    shutil.copytree(WEB / "src" / "house", folder / HOUSE)
    shutil.copy(HERE / "four_places.html", folder / "index.html")
    node = shutil.which("node", path=Path(sys.executable).parent) or "node"
    files = [str(file) for file in (folder / HOUSE).glob("*.ts")]
    subprocess.run([node, "--no-warnings", "--input-type=module", "-e", STRIP, *files], check=True)
    assert (folder / READER).is_file()


@contextmanager
def opened(folder: Path) -> Iterator[Page]:
    """The page that measures, in a browser."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_function("window.ready")
        yield page
        browser.close()
    server.shutdown()


def on_gpu(name: str, players: int) -> float | None:
    """Decisions a second; None without a GPU."""
    if cuda.why_not():
        return None
    from osteria.lab import gpu

    gpu.random_games(name, players, 1024)
    return rate_of(lambda: gpu.random_games(name, players, GPU_GAMES, 7).decisions, 1.0)


def rates(page: Page, name: str, players: int, seconds: float) -> dict[str, float | None]:
    """Decisions a second in the four places."""
    family = game(name).kernels.name
    found: dict[str, float | None] = {}
    for place, mode in (("interpreted", "interpreted"), ("CPU", "batch")):
        play = PLAYS[mode](name, players)
        play()
        found[place] = rate_of(play, seconds)
    found["Chromium"] = page.evaluate("(a) => window.random(...a)", [family, name, players, seconds])
    found["GPU"] = on_gpu(name, players)
    return found


def expert_ms(page: Page, name: str, players: int) -> dict[str, float]:
    """What a decision takes, the processor slowed: the mean and the longest, in milliseconds."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    times = page.evaluate("(a) => window.expert(...a)", [name, players, PLAYOUTS, DECISIONS])
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return {"mean": mean(times), "longest": max(times)}


def sizes(folder: Path) -> dict[str, int]:
    """Bytes of what the page fetches, compressed."""
    files = [file for file in (folder / "modules").iterdir() if file.suffix != ".gz"]
    packed = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in files}
    soles = sum(size for name, size in packed.items() if name.startswith("roll_for_soles"))
    return {"all modules": sum(packed.values()), "Roll for Soles with its bots": soles}


def main() -> None:
    """Measure, and say it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=1.0)
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(folder)
        with opened(folder) as page:
            told = {
                f"{title} for {players}": {
                    **rates(page, title, players, given.seconds),
                    "expert": expert_ms(page, title, players),
                }
                for title, players in CASES
            }
        found = {"decisions/s": told, "bytes": sizes(folder)}
    if given.json:
        print(json.dumps(found))
        return
    for case, row in told.items():
        speeds = ", ".join(f"{place} {row[place]:,.0f}/s" for place in row if place != "expert" and row[place])
        print(f"{case}: {speeds}; expert {row['expert']['mean']:.0f} ms, at most {row['expert']['longest']:.0f}")
    print(", ".join(f"{what} {size:,} bytes" for what, size in found["bytes"].items()))


if __name__ == "__main__":
    main()
