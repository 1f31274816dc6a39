"""A game that is left is kept, and gone on with as if nobody had left; narrow terminals show how everybody stands."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from osteria import OsteriaError
from osteria.terminal import keeping
from osteria.terminal.plain import drawing_of
from osteria.terminal.sitting import Wishes, sit_down
from osteria.terminal.words import Voices

Terminals = Callable[..., Any]
QUICK = ("--bots", "random", "--seed", "5", "--pace", "0", "--players", "2")


def numbers_in(frame: str) -> list[str]:
    return re.findall(r"(?:^|\s{3})\s{0,2}(\d+)  (?=[a-z])", frame, re.MULTILINE) or ["1"]


@pytest.mark.parametrize("how", [b"quit\n", b"\x03", b"\x04"])
@pytest.mark.parametrize("game", ["sole-mio", "roll-for-soles"])
def test_a_game_that_was_left_goes_on_where_it_was(game: str, how: bytes, terminal: Terminals) -> None:
    table = terminal("table", game, *QUICK)
    frame = table.frame()
    for _ in range(3):
        frame = table.answer("" if frame.endswith("goes on. ") else numbers_in(frame)[0])
    while frame.endswith("goes on. "):
        frame = table.answer("")
    table.press(how)
    status, left = table.end()
    assert status in (0, 130)
    assert "`osteria table --resume` goes on with the game" in left
    again = terminal("table", "--resume", "--pace", "0").frame()
    asked = frame.split("\n> ")[0].split("─" * 20)[-1].strip().split("\n")[0]
    assert asked
    assert asked in again


def test_without_a_game_there_is_a_sentence() -> None:
    with pytest.raises(OsteriaError, match="no game was left here"):
        sit_down(Wishes(None, 2, 0, "", "", "authentic", None, None, 0, None, resume=True))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"seat": 0}', "\x00"])
def test_a_damaged_game_is_a_sentence(text: str) -> None:
    keeping.place().parent.mkdir(parents=True)
    keeping.place().write_text(text)
    with pytest.raises(OsteriaError, match="is damaged"):
        keeping.kept()


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande", "roll-for-soles"])
def test_forty_columns_show_how_everybody_stands(game: str, terminal: Terminals) -> None:
    players = "4" if game == "roll-for-soles" else "5"
    table = terminal("table", game, "--bots", "random", "--seed", "5", "--pace", "0", "--players", players, columns=40)
    frame, rng = table.frame(), random.Random(2)
    for _ in range(12):
        if frame is None:
            break
        lines = frame.split("\n")
        assert len(lines) < table.rows
        assert max(map(len, lines)) <= table.columns
        if frame.endswith("\n> "):
            names = ("olive", "pepper", "mushroom", "salami", "pineapple") if players == "5" else ("seat 0", "seat 3")
            assert all(any(name in line for line in lines[:8]) for name in names), frame
        frame = table.answer("" if frame.endswith("goes on. ") else rng.choice(numbers_in(frame)))


def test_after_an_answer_the_log_speaks_in_sentences() -> None:
    catch = drawing_of("roll-for-soles").story(Voices((0, 1), 0))
    catch.hear([{"event": "roll", "seat": 0, "dice": ["2", "hook"]}])
    catch.answered()
    catch.hear([{"event": "source", "source": "middle"}, {"event": "haul", "amount": 2, "worth": 2}])
    assert [line.plain for line in catch.lines] == ["2 more in the net."]
