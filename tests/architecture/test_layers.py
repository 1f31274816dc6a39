"""The layers of ARCHITECTURE.md: what may import what, and what a layer may not do at all."""

import subprocess
import sys
from pathlib import Path

import pytest
from source import PACKAGE, ROOT, calls_of, imports_of, modules, name_of

BELOW_THE_FACADE = ("core", "games", "play")
PRODUCT = ("core", "games", "play", "solve", "bots", "hindsight", "lab", "envs", "server", "terminal", "cli", "law")
CLOCKS_AND_CHANCE = {"time", "datetime", "random", "secrets", "uuid", "numpy.random"}
PRINTING_AND_READING = {"print", "input", "open"}
# games/compile.py is a command of set-up that compiles the rules, not a rule.
GAMES = [path for path in modules("games") if path != PACKAGE / "games" / "compile.py"]


def test_imports_run_one_way() -> None:
    """import-linter knows the layers (pyproject.toml) and also finds imports that go round about."""
    lint = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[result.stdout.find("Contracts") :]


@pytest.mark.parametrize("layer", BELOW_THE_FACADE)
def test_what_the_facade_is_made_of_does_not_import_the_facade(layer: str) -> None:
    facade = {f"osteria.{name}" for name in ("new", "replay", "Match", "Options", "OsteriaError", "View")}
    guilty = [name_of(path) for path in modules(layer) if imports_of(path) & facade]
    assert not guilty, f"import from the module that defines the name, not from osteria itself: {guilty}"


@pytest.mark.parametrize("layer", PRODUCT)
def test_the_product_never_imports_what_it_ships_for_testing(layer: str) -> None:
    guilty = [
        name_of(path)
        for path in modules(layer)
        if any(f"{name}.".startswith("osteria.testing.") for name in imports_of(path))
    ]
    assert not guilty, f"osteria.testing is for tests, ours and others': {guilty}"


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_games_neither_print_nor_read_a_clock_nor_draw_a_random_number(path: Path) -> None:
    imported = imports_of(path) & CLOCKS_AND_CHANCE
    called = calls_of(path) & PRINTING_AND_READING
    assert not imported, f"{name_of(path)} imports {imported}: chance is a seat, and rules have no clock"
    assert not called, f"{name_of(path)} calls {called}: rules tell what happens with tell()"


def test_what_depends_on_cuda_is_in_one_file() -> None:
    cuda = ("numba.cuda", "numba_cuda", "cuda.", "cupy")
    users = [name_of(path) for path in modules() if any(f"{name}.".startswith(cuda) for name in imports_of(path))]
    assert len(users) <= 1, f"CUDA for Python moves fast; keep it in one file, not in {users}"


def is_a_record(name: str) -> bool:
    """Whether an imported name is a record, or what makes one; its constants are only words."""
    module, _, last = name.rpartition(".")
    return module.endswith(".record") and not last.isupper()


def test_a_bot_touches_records_only_of_worlds_that_it_imagined() -> None:
    """A bot is handed views; what it opens was imagined from them, and only rooms of a family of games look into it."""
    choosing = [path for path in modules("bots") if path.parent == PACKAGE / "bots"]
    guilty = [name_of(path) for path in choosing if any(map(is_a_record, imports_of(path)))]
    assert not guilty, f"bots choose from a View: {guilty}"


@pytest.mark.parametrize("layer", ["server", "terminal", "cli"])
def test_only_games_lab_and_envs_speak_action_ids(layer: str) -> None:
    guilty = [
        name_of(path)
        for path in modules(layer)
        if any(
            name.startswith("osteria.games.") and name.endswith((".actions", ".kernels")) for name in imports_of(path)
        )
    ]
    assert not guilty, f"here moves are whole and in words: {guilty}"
