"""The table in a terminal, as a person sees it: screen by screen."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

Terminals = Callable[..., Any]
GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
QUICK = ("--bots", "random", "--seed", "5", "--pace", "0", "--players", "2")
NONSENSE = (
    *("xyzzy", "0", "99", "-1", "play", "play 9 olive", "play 1 olive 1 pepper", "give up", "dr", "PLAY"),
    *("\x1b[31mred\x1b[0m", "é ñ 漢字 🍕", "[bold]", "'; drop table", "1" * 500, "9" * 3000),
    *("?", "? C-3", "? mista", "? nothing", "help", "history", "more", "", "   ", "\t"),
)


def numbers_in(frame: str) -> list[str]:
    """The numbers of the choices that are listed, among them always the first."""
    return re.findall(r"(?:^|\s{3})\s{0,2}(\d+)  (?=[a-z])", frame, re.MULTILINE) or ["1"]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_from_the_deal_to_the_winner(game: str, terminal: Terminals) -> None:
    table, rng = terminal("table", game, *QUICK), random.Random(1)
    frame = table.frame()
    while frame is not None:
        lines = frame.split("\n")
        assert len(lines) < table.rows, "a screen that scrolls may leave lines behind"
        assert max(map(len, lines)) <= table.columns
        assert len(re.findall(r" plays? \d+  [OPFSA]  ", frame)) <= 2, "old announcements are not shown again"
        frame = table.answer("" if frame.endswith("goes on. ") else rng.choice(numbers_in(frame)))
    status, left = table.end()
    assert status == 0
    assert "win" in left
    assert "plays" not in left, "nothing of the game stays in the terminal but its result"
    assert table.raw.startswith("\x1b[?1049h")


@pytest.mark.parametrize("game", ["sole-mio", "roll-for-soles"])
def test_nonsense_is_answered_with_a_sentence_and_changes_nothing(game: str, terminal: Terminals) -> None:
    table = terminal("table", game, *QUICK, "--seat", "1", rows=40)
    frame = table.frame()
    while frame.endswith("goes on. "):
        frame = table.answer("")
    asked = frame.split("\n> ")[0]
    for text in NONSENSE:
        answered = table.answer(text)
        while answered.endswith("goes on. "):
            answered = table.answer("")
        assert asked in answered or "fits several" in answered, text
    table.press(b"quit\n")
    assert table.end() == (0, "You have left the table; `osteria table --resume` goes on with the game.\n")
    assert "Traceback" not in table.raw


def test_a_refusal_names_the_clause(terminal: Terminals) -> None:
    table = terminal("table", "mamma-mia", *QUICK, "--seat", "1")
    frame = table.frame()
    while frame.endswith("goes on. "):
        frame = table.answer("")
    assert "(MM-4)" in table.answer("play 7 olive")
    assert "MM-4 Playing ingredients" in table.answer("?")


def test_ctrl_c_leaves_with_a_sentence_and_status_130(terminal: Terminals) -> None:
    table = terminal("table", "sole-mio", *QUICK)
    table.frame()
    table.press(b"\x03")
    status, left = table.end()
    assert status == 130
    assert "You have left the table" in left
    assert "Traceback" not in table.raw


def test_the_end_of_the_input_leaves_with_a_sentence(terminal: Terminals) -> None:
    table = terminal("table", "sole-mio", *QUICK)
    table.frame()
    table.press(b"\x04")
    status, left = table.end()
    assert status == 0
    assert "You have left the table" in left


def test_a_narrow_and_low_terminal_still_asks(terminal: Terminals) -> None:
    table = terminal("table", "grande", *QUICK, columns=32, rows=12)
    frame = table.frame()
    for _ in range(12):
        assert max(map(len, frame.split("\n"))) <= 32
        assert len(frame.split("\n")) < 12
        frame = table.answer("1")


def test_without_colour_every_kind_has_its_letter(terminal: Terminals) -> None:
    table = terminal("table", "mamma-mia", *QUICK, NO_COLOR="1", TERM="linux")
    frame = table.frame()
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", table.raw)
    assert " O  olive" in frame
    assert " P  pepper" in frame
    assert "\x1b[3J" in table.raw, "a terminal with one screen only is wiped with what can be scrolled back"


def test_assisted_memory_counts_the_oven_and_tells_the_past(terminal: Terminals) -> None:
    table = terminal("table", "mamma-mia", *QUICK, "--memory", "assisted", rows=50)
    frame = table.frame()
    while frame.endswith("goes on. "):
        frame = table.answer("")
    frame = table.answer("1")
    assert "in it: " in frame
    assert "You play" in table.answer("history")


def test_which_game_is_asked_where_none_is_named(terminal: Terminals) -> None:
    table = terminal("table", *QUICK)
    assert "Sole Mio!" in table.frame()
    assert table.answer("chess").endswith("game? ")
    assert "Roll for Soles" in table.answer("roll")
