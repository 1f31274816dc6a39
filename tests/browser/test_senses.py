"""Sounds at the right level and without clipping; pulses where a device has them; both only for those who want them."""

import json
import subprocess
from pathlib import Path

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from house import House
from players import Pointer
from playwright.sync_api import Browser

WEB = Path(__file__).parents[2] / "web"
STRIP = (
    "const {stripTypeScriptTypes} = require('node:module'), {readFileSync} = require('node:fs');"
    "process.stdout.write(stripTypeScriptTypes(readFileSync('src/table/notes.ts', 'utf8')))"
)
RATE = 44_100
# Every sound, as it leaves the page: peak, the level of its loudest 50 ms, and how it begins and ends.
MEASURED = """async () => {
  const { SOUNDS, strike } = await import(URL.createObjectURL(new Blob([%s], { type: 'text/javascript' })));
  const found = {};
  for (const [name, notes] of Object.entries(SOUNDS)) {
    const audio = new OfflineAudioContext(1, 2 * %d, %d);
    for (const note of notes) strike(audio, note);
    const samples = (await audio.startRendering()).getChannelData(0);
    const step = Math.round(%d / 20);
    let peak = 0, level = 0;
    for (let at = 0; at < samples.length; at += step) {
      const part = samples.subarray(at, at + step);
      peak = Math.max(peak, ...part.map(Math.abs));
      level = Math.max(level, Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / part.length));
    }
    found[name] = { peak, level, first: Math.abs(samples[0]), last: Math.abs(samples.at(-1)) };
  }
  return found;
}"""


@pytest.fixture(scope="module")
def notes() -> str:
    node = Path(__file__).parents[2] / ".venv/bin/node"
    return subprocess.run([node, "-e", STRIP], cwd=WEB, capture_output=True, text=True, check=True).stdout


def test_no_sound_clips_and_all_are_about_as_loud(browser: Browser, notes: str) -> None:
    page = browser.new_page()  # the house's own policy lets no script in
    found = page.evaluate(MEASURED % (json.dumps(notes), RATE, RATE, RATE))
    print({name: (round(one["peak"], 3), round(one["level"], 3)) for name, one in found.items()})
    assert len(found) >= 12
    loudest = sorted(one["peak"] for one in found.values())[-2:]
    assert sum(loudest) < 1, "two of them at the same time would clip"
    for name, one in found.items():
        assert 0.012 < one["level"] < 0.3, name  # noise is never twice the same
        assert one["first"] < 0.01, f"{name} begins with a click"
        assert one["last"] < 0.01, f"{name} does not end"
    levels = [one["level"] for one in found.values()]
    assert max(levels) / min(levels) < 10  # 20 dB: paper may be softer than wood


FELT = "navigator.vibrate = (pulses) => ((window.felt ??= []).push(pulses), true)"


def test_a_device_is_felt_only_where_its_owner_wants_it(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(FELT)
    page.goto(house.table("roll-for-soles", 2))
    Pointer(page).play(40, until=lambda look: look["dice"] == 2)
    assert page.evaluate("window.felt") is None
    page.goto(house.url)
    page.locator(".bar .icon-button").click()
    page.locator("[data-touch]").check()
    assert page.evaluate("window.felt") == [[30, 60, 30]]
    page.goto(house.table("roll-for-soles", 2))
    Pointer(page).play(40, until=lambda look: look["dice"] == 2)
    page.wait_for_function("() => (window.felt ?? []).length > 0")


def test_a_device_that_cannot_be_felt_is_not_asked(house: House, open_page: OpenPage) -> None:
    page = open_page(LAPTOP)
    page.goto(house.url)
    page.locator(".bar .icon-button").click()
    page.wait_for_selector("dialog[open]")
    assert page.locator("[data-touch]").count() == 0
