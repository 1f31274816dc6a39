"""The table of orders: the law says the same numbers, and a number that changes there changes everywhere."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from osteria import law
from osteria.games.pizzeria.cards import KINDS, ORDERS
from osteria.games.pizzeria.order_table import BY_NAME, ORDER_ROWS, OrderRow

PROJECT = Path(__file__).parents[2]
LANGUAGES = ("", "de", "nl", "it")
SIXTEEN = """
import osteria
from osteria.bots.pizzeria import outlook
from osteria.bots.pizzeria.scratch import SCRATCH
from osteria.core.game import Options
from osteria.games import game
from osteria.play.fate import Asked
from osteria.play.match import Match
from osteria.server.wire.schema import game_tables
from osteria.terminal.pizzeria.orders import wants
import numpy as np

def table(name, columns, hand):
    rules, seats = game(name), ("pepper", "salami")
    given = dict(phase="scoring", columns=columns, hands=dict(pepper=hand), oven=["pepper/bombastica"])
    given["baker" if name == "mamma-mia" else "holder"] = "salami"
    states = rules.place(seats, Options(), given)
    rules.begin(states)
    return Match(rules, seats, Options(), states, Asked())

short = table("mamma-mia", {"olive": 10, "salami": 5}, ["pepper"])
assert str(short.decision.options[0]) == "add pepper", short.decision.options
assert short.view(0)["filling"]["short"] == {"any": 1}
short.play("add pepper")
assert short.zones()["delivered"]["pepper"] == ["bombastica"]
full = table("mamma-mia", {"olive": 10, "salami": 6}, ["pepper"])
assert full.zones()["delivered"]["pepper"] == ["bombastica"]
asking = table("grande", {}, [])
for _ in range(16):
    assert asking.decision.ask == "fill"
    events = asking.play("want olive")
assert asking.decision.ask == "help"
assert [event.words["request"] for event in events if event.name == "ask"] == [{"olive": 16}]
assert asking.view(1)["filling"]["request"] == {"olive": 16}
assert wants("bombastica", "pepper") == "16 ingredients in all"
assert game_tables()["grande"]["orders"]["bombastica"]["any"] == 16
work = np.zeros(1, SCRATCH)[0]
work["columns"][0] = 15
outlook.look_at(game("grande").empty(("pepper", "salami"))[0], 0, osteria.games.pizzeria.cards.BOMBASTICA, True, work)
assert work["short"] == 1
"""


def numbers_of(row: OrderRow) -> set[int]:
    """The numbers of the rulebook in a row (a double is named, not counted)."""
    ways = () if row.doubles else row.way
    return {number for number in (row.named, row.own, row.other, row.holder, row.any, *ways) if number}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", ORDERS)
def test_the_law_says_the_numbers_of_the_table(order: str, language: str) -> None:
    row = BY_NAME[order]
    text = clause_text(row.clause, language)
    said = {int(number) for number in re.findall(r"(?<![\w-])\d+\b", text)}
    assert numbers_of(row) <= said, f"{order}: {row.clause} says {sorted(said)}"


def clause_text(clause: str, language: str) -> str:
    folder = PROJECT / "src" / "osteria" / "law" / "rules" / language
    for file in folder.glob("*.md"):
        found = re.search(
            rf"^## {clause}\b(.*?)(?=^## |\Z)", file.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        )
        if found:
            return found[1]
    raise AssertionError(f"{clause} is not in {folder}")


def test_every_order_has_a_row_whose_clause_is_law() -> None:
    assert len(ORDER_ROWS) == len(ORDERS)
    for row in ORDER_ROWS:
        assert law.clause(row.clause)


def test_a_row_leaves_a_way_to_pick_or_has_amounts_and_not_both() -> None:
    for name, row in BY_NAME.items():
        assert bool(row.way) == (row.pick.name != "NOTHING"), name
        assert not (row.way and (row.named or row.other or row.holder or row.any)), name
        assert bool(row.named) == (name.rpartition("-")[2] in KINDS), name


def test_bombastica_needs_sixteen_where_one_number_and_the_law_say_so(tmp_path: Path) -> None:
    """In a copy of the tree one number and the texts of the law change; everything else follows."""
    copy = tmp_path / "src"
    shutil.copytree(PROJECT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    changed = [copy / "osteria/games/pizzeria/order_table.py"]
    changed += [copy / "osteria/law/rules" / language / "mamma-mia-orders.md" for language in LANGUAGES]
    for file in changed:
        text = file.read_text(encoding="utf-8")
        assert re.search(r"\b15\b", text)
        file.write_text(re.sub(r"(?<!-)\b15\b", "16", text), encoding="utf-8")
    listed = sorted(str(file.relative_to(copy)) for file in changed)
    assert listed == [
        "osteria/games/pizzeria/order_table.py",
        "osteria/law/rules/de/mamma-mia-orders.md",
        "osteria/law/rules/it/mamma-mia-orders.md",
        "osteria/law/rules/mamma-mia-orders.md",
        "osteria/law/rules/nl/mamma-mia-orders.md",
    ]
    environment = os.environ | {"PYTHONPATH": str(copy), "OSTERIA_INTERPRETED": "1"}
    command = [sys.executable, "-c", SIXTEEN]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rules = [sys.executable, "-m", "osteria.cli", "rules", "mamma-mia", "MM-13"]
    said = subprocess.run(rules, env=environment, capture_output=True, text=True, check=True)
    assert "16 ingredients" in said.stdout
