"""Modules are made by a process of their own; where that fails the house goes on, and the page does without."""

import asyncio
import os

import pytest

from osteria.server import modules
from osteria.server.modules import Modules


@pytest.fixture
def maker(tmp_path, monkeypatch):
    """Has modules made by a program of the test."""

    def made_by(code):
        (tmp_path / "maker_of_the_test.py").write_text(code)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        monkeypatch.setattr(modules, "MAKER", "maker_of_the_test")
        monkeypatch.setattr(modules, "PATIENCE", 0.0)
        monkeypatch.setattr(modules, "compiler_is_there", lambda: True)

    return made_by


async def after_a_while(found, is_so):
    work = asyncio.create_task(found.make())
    for _ in range(600):
        if is_so() or work.done():
            break
        await asyncio.sleep(0.05)
    assert not work.done()
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


def test_the_folder_is_where_the_maker_says(maker, tmp_path):
    (tmp_path / "index.json").write_text("{}")
    maker(f"print({str(tmp_path)!r})")
    found = Modules("")
    assert found.file("index.json") is None
    asyncio.run(after_a_while(found, lambda: found.folder is not None))
    assert found.file("index.json") == tmp_path / "index.json"
    assert found.file("none.wasm") is None
    assert found.file("../index.json") is None


def test_where_they_cannot_be_made_there_are_none(maker, tmp_path):
    maker(f"import sys; open({str(tmp_path / 'tried')!r}, 'w').close(); sys.exit('no compiler')")
    found = Modules("")
    asyncio.run(after_a_while(found, lambda: (tmp_path / "tried").exists()))
    assert found.folder is None


def test_a_house_that_stops_ends_the_maker(maker, tmp_path):
    maker(f"import os, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(600)")
    found = Modules("")
    asyncio.run(after_a_while(found, lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text()))
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
