"""No log is endless: whatever people do again and again comes to an end, and keeps nobody else from anything."""

import itertools

import pytest
from tablekit import ADA, BO, BOT, NOBODY, do, table_of, told, waited_for

from osteria.server.tables import changes, commands, seat, seating
from osteria.server.tables.undoing import ask_or_agree
from osteria.server.wire.messages import Clock
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import PHRASES

TIMES = 5
NO_MATTER = range(20)
"""More often than anybody may."""


@pytest.fixture(autouse=True)
def _few_times(monkeypatch):
    monkeypatch.setattr(commands, "MOST_TIMES", TIMES - 1)
    monkeypatch.setattr(commands, "MORE_FOR_EACH", 1)
    monkeypatch.setattr(seat, "MOST_SITTING", TIMES)


def written(table, *again):
    """How many rows are written while these commands are given in turn, more often than anybody may."""
    before = table.seq
    for _ in NO_MATTER:
        for command in again:
            try:
                entry = command(table)
            except Refusal:
                continue
            table.apply(entry.rows, entry.played)
    return table.seq - before


def spam(table, number):
    """Everything that the person of a seat can say and change."""
    turns = itertools.count(1)
    changing = [
        commands.say(number, PHRASES[0], "c"),
        seating.rename(number, "Eve"),
        seating.rotate(number),
        lambda table: commands.let_decline(number, 3 * (next(turns) % 2))(table),
        lambda table: seating.agree(number, bool(next(turns) % 2))(table),
        lambda table: seating.choose_kind(number, ("", "olive")[next(turns) % 2])(table),
    ]
    return written(table, *changing)


@pytest.mark.parametrize("status", ["waiting", "playing", "over"])
def test_what_one_person_says_and_changes_has_an_end_and_no_other_is_hindered(status):
    table = table_of(status, open_hands=True)
    assert TIMES < spam(table, BO) <= 6 * TIMES
    assert spam(table, BO) == 0
    assert told(commands.say(ADA, PHRASES[0], "c"), table) == "said"
    assert told(seating.rename(ADA, "Adam"), table) == "renamed"
    assert told(seating.leave(BO), table) == {"waiting": "emptied", "playing": "stood-in", "over": ""}[status]


def test_a_host_of_whose_guests_one_never_rests_removes_them_and_fills_the_seat():
    table = table_of("waiting")
    spam(table, BO)
    assert told(seating.sit(NOBODY, "Cy"), table) == "sat"
    assert told(seating.set_seat(BO, None), table) == "emptied"
    do(table, changes.Emptied(BO, removed=True))
    assert told(seating.sit(BO, "Cy"), table) == "sat"
    assert told(seating.set_seat(BO, "novice"), table) == "bot"


def test_who_sits_down_after_somebody_who_never_rested_may_do_everything_too():
    table = table_of("waiting")
    spam(table, BO)
    do(table, changes.Emptied(BO, removed=True), changes.Sat(BO, "Cy"))
    assert told(commands.say(BO, PHRASES[0], "c"), table) == "said"
    assert told(seating.contribute(BO, "ff" * 32), table) == "contributed"


def test_a_move_is_taken_back_whatever_somebody_says_and_asking_has_an_end():
    table = table_of("playing")
    asked, other = waited_for(table)
    for move in (str(table.match.decision.options[0]), "no order"):  # nothing is revealed by the second
        entry = commands.play(asked, table.question, [move], "c")(table)
        table.apply(entry.rows, entry.played)
    spam(table, other)
    yes, no = (ask_or_agree(asked, is_wanted, "c") for is_wanted in (True, False))
    assert written(table, yes, no) == TIMES
    do(table, changes.Undo(asked))
    assert told(ask_or_agree(other, True, "c"), table) == "undo undone"


def test_who_sits_down_and_stands_up_for_ever_is_refused_in_the_end_and_the_host_seats_a_bot():
    table = table_of("waiting")
    assert written(table, seating.sit(NOBODY, "Eve"), seating.leave(NOBODY)) == 2 * TIMES
    assert table.code == ""
    with pytest.raises(Refusal, match="Too many people"):
        seating.sit(NOBODY, "Cy")(table)
    assert told(seating.set_seat(NOBODY, "novice"), table) == "bot"
    assert written(table, seating.set_seat(BOT, None), seating.set_seat(BOT, "novice")) <= 2 * TIMES + 1


def test_whoever_is_removed_from_the_next_table_comes_back_so_often():
    table = table_of("waiting")
    for _ in range(TIMES):
        assert told(seating.sit(NOBODY, "Eve", again=True), table) == "sat"
        do(table, changes.Sat(NOBODY, "Eve", True), changes.Emptied(NOBODY, removed=True))
    assert told(seating.sit(NOBODY, "Eve", again=True), table) == "seat.taken"


def test_who_leaves_and_comes_back_for_ever_is_there_in_the_end():
    table = table_of("playing")
    assert written(table, seating.leave(BO), commands.come_back(BO, "c")) == 2 * TIMES
    with pytest.raises(Refusal, match="often enough"):
        seating.leave(BO)(table)
    assert table.seats[BO].stand_in == ""


def test_who_lets_bots_play_on_for_ever_is_refused_and_a_line_still_opens():
    table = table_of("playing")
    asked, other = waited_for(table)
    assert written(table, commands.let_bot_play_on(other, asked, "c"), commands.come_back(asked)) == 2 * TIMES
    do(table, changes.StoodIn(asked, "clock"))
    assert told(commands.come_back(asked, "c"), table) == "request.too-many"
    assert told(commands.come_back(asked), table) == "", "whoever opens a line is welcomed all the same"


def test_an_answer_that_is_held_and_left_again_for_ever_comes_to_an_end():
    table = table_of("playing")
    asked, _ = waited_for(table)
    move = str(table.match.decision.options[0])

    def answer_in_a_window(table):
        table.window = 1.0  # it ends when the house says so
        return commands.play(asked, table.question, [move], "c", lambda *_: None)(table)

    assert written(table, seating.leave(asked), answer_in_a_window) == 2 * TIMES


def test_a_line_that_breaks_for_ever_gives_time_back_so_often_and_is_opened_all_the_same():
    table = table_of("playing", clock=Clock(100, 0, 30))
    asked, _ = waited_for(table)
    assert written(table, commands.return_to_clock(asked, 0.5)) == TIMES
    assert told(commands.return_to_clock(asked, 0.5), table) == ""
