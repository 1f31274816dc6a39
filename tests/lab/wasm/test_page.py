"""`osteria page` writes a site that any web host can serve."""

from __future__ import annotations

import gzip
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from osteria.core.errors import OsteriaError
from osteria.games import game as game_of
from osteria.games import names
from osteria.lab.wasm import modules
from osteria.lab.wasm.modules import lesson_of
from osteria.lab.wasm.page import MARK, write_page


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<html><head></head></html>")
    (folder / "assets" / "door.js").write_text("door()")
    (folder / "assets" / "door.js.gz").write_bytes(b"")
    return folder


@pytest.mark.usefixtures("modules")
def test_a_site_has_the_page_at_every_address_and_the_modules(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OSTERIA_INTERPRETED")
    site = tmp_path / "site"
    write_page(site, built)
    for path in ("index.html", "404.html", "rules/index.html", "learn/sole-mio/index.html"):
        assert MARK in (site / path).read_text()
    assert (site / "assets" / "door.js").read_text() == "door()"
    assert not list(site.rglob("*.gz"))
    index = json.loads((site / "modules" / "index.json").read_text())
    assert set(index["games"]) == set(names())
    assert all((site / "modules" / file).is_file() for files in index["families"].values() for file in files.values())


def test_a_page_that_was_not_built_and_a_file_in_the_way_are_told(built: Path, tmp_path: Path) -> None:
    with pytest.raises(OsteriaError, match="has not been built"):
        write_page(tmp_path / "site", tmp_path)
    with pytest.raises(OsteriaError, match="is a file"):
        write_page(built / "index.html", built)


def test_all_that_the_page_fetches_to_play_is_small(modules: Path) -> None:
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in modules.iterdir() if file.suffix != ".gz"}
    assert 0 < sum(sizes.values()) <= 160_000, sizes
    assert sum(size for name, size in sizes.items() if name.startswith("roll_for_soles")) <= 40_000, sizes


@pytest.mark.parametrize("name", ["mamma-mia", "roll-for-soles"])
def test_a_lesson_is_told_with_its_deal(name: str) -> None:
    lesson = lesson_of(game_of(name))
    assert lesson is not None
    said = [line for line in lesson["lines"] if not line.startswith("chance:")]
    assert said == [f"{who}: {move}" for who, move in game_of(name).lesson.moves]  # type: ignore[union-attr]


def test_houses_that_start_at_once_have_the_modules_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[Path]()

    def make(folder: Path) -> None:
        time.sleep(0.2)  # whoever else wants them is there by now
        made.append(folder)
        (folder / modules.INDEX).write_text("{}")

    monkeypatch.setenv("OSTERIA_CACHE", str(tmp_path))
    monkeypatch.setattr(modules, "CARRIED", tmp_path / "nothing")
    monkeypatch.setattr(modules, "compiler_is_there", lambda: True)
    monkeypatch.setattr(modules, "write_modules", make)
    with ThreadPoolExecutor(3) as houses:
        found = {task.result() for task in [houses.submit(modules.ready_modules) for _ in range(3)]}
    assert found == {*made}
    assert len(made) == 1
