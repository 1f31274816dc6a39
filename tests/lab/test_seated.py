"""Bots that keep their seats, decisions as rows, many games looked at: the same wherever it is done."""

from pathlib import Path

import pytest

from osteria import OsteriaError, new
from osteria.lab.analyse_many import analyse_many
from osteria.lab.export import ParquetStream
from osteria.lab.pool import Here, Processes
from osteria.lab.seated import COLUMNS, Rows, play_seated, seating_of
from osteria.lab.simulate import simulate

FACES = ("1", "2", "2", "hook", "double", "water")


def seating(notes: bool = False, bots: str = "novice,random"):
    return seating_of("roll-for-soles", 2, bots, 3, None, notes=notes)


def test_two_processes_play_the_same_games_as_one() -> None:
    assert play_seated(seating(), 30, Processes(2)) == play_seated(seating(), 30, Here())


def test_a_better_bot_wins_more() -> None:
    (better, worse), _ = play_seated(seating(bots="regular,random"), 60)
    assert better.wins - better.wins_error > worse.wins


def test_every_decision_is_a_row_in_the_order_of_the_games() -> None:
    rows: Rows = []
    _, decisions = play_seated(seating(notes=True), 15, note=rows.extend)
    assert len(rows) == decisions
    assert [row[:2] for row in rows] == sorted(row[:2] for row in rows)
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert {row[3] for row in rows} == {"novice", "random"}


def test_rows_stream_into_a_file_group_by_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(ParquetStream, "GROUP", 10)
    with ParquetStream(tmp_path / "x.parquet", ("a", "b")) as stream:
        for number in range(3):
            stream.add([(number, "x")] * 10)
    read = parquet.ParquetFile(tmp_path / "x.parquet")
    assert read.num_row_groups == 3
    assert read.read().to_pydict()["a"] == [0] * 10 + [1] * 10 + [2] * 10


@pytest.mark.parametrize(("bots", "words"), [("random,random,random", "2 seats need"), ("god", "no bot"), ("", "need")])
def test_bots_that_cannot_sit_down_are_refused_at_once(bots: str, words: str) -> None:
    with pytest.raises(OsteriaError, match=words):
        seating_of("sole-mio", 2, bots, 1, None, notes=False)


def test_options_change_the_games() -> None:
    usual, _ = simulate("roll-for-soles", 2, 300, 1)
    other, _ = simulate("roll-for-soles", 2, 300, 1, options={"faces": FACES})
    assert usual != other


def test_many_games_are_looked_at_in_order_and_one_that_is_damaged_stops_none() -> None:
    match = new("roll-for-soles", 2, seed=1)
    while match.decision is not None and match.moves < 12:
        match.play(match.decision.options[0])
    heard: list[str] = []
    games = [("a", match.transcript), ("b", "nonsense"), ("c", match.transcript)]
    found = analyse_many(games, 2, 1, Here(), lambda looked: heard.append(looked.name))
    assert heard == ["a", "b", "c"]
    assert [bool(one.fault) for one in found] == [False, True, False]
    assert [row[1:] for row in found[0].rows] == [row[1:] for row in found[2].rows]
