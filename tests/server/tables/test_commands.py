"""What each command writes, or why it refuses, at a table that waits, is played, is over or is closed."""

import time

import pytest
from tablekit import ADA, BO, BOT, NOBODY, do, table_of, told, waited_for

from osteria.server.tables import changes, commands, seating
from osteria.server.wire.messages import Clock
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import PHRASES, REACTIONS

STATUSES = ("waiting", "playing", "over", "closed")

EVERYWHERE = {
    # command: what comes of it in each of the statuses; None: that depends on who is asked, see below
    "say": (commands.say(BO, PHRASES[0], "c"), "said", "said", "said", "table.closed"),
    "a reaction": (commands.say(BO, REACTIONS[0], "c"), "said", "said", "said", "table.closed"),
    "no phrase": (commands.say(BO, "nonsense", "c"), *["phrase.unknown"] * 4),
    "a bot says": (commands.say(BOT, PHRASES[0], "c"), *["seat.not-a-person"] * 4),
    "decline": (commands.let_decline(BO, 3), "declines", "declines", "table.over", "table.closed"),
    "decline as before": (commands.let_decline(BO, 0), "", "", "table.over", "table.closed"),
    "a bot declines": (commands.let_decline(BOT, 3), *["seat.not-a-person"] * 4),
    "come back unneeded": (commands.come_back(BO), *[""] * 4),
    "again": (commands.say_again(BO), *["again"] * 4),
    "a bot again": (commands.say_again(BOT), *["seat.not-a-person"] * 4),
    "rematch": (commands.name_rematch("b" * 12), "table.waiting", "table.running", "rematched", "table.waiting"),
    "close": (commands.close, "closed", "closed", "", ""),
    "mute": (commands.mute(BO), *["muted"] * 4),
    "mute a bot": (commands.mute(BOT), *["seat.not-a-person"] * 4),
    "begin": (commands.begin, "table.empty-seats", "", "table.started", "table.closed"),
    "clock of nobody": (commands.return_to_clock(BO, 5.0), *[""] * 4),
    "sit": (seating.sit(NOBODY, "Cy"), "sat", "seat.unknown", "seat.unknown", "table.closed"),
    "sit on a lap": (seating.sit(BO, "Cy"), "seat.taken", "table.started", "table.started", "table.closed"),
    "sit on a bot": (seating.sit(BOT, "Cy"), "seat.taken", "table.started", "table.started", "table.closed"),
    "rename": (seating.rename(BO, "Cy"), *["renamed"] * 4),
    "rename a bot": (seating.rename(BOT, "Cy"), *["seat.not-a-person"] * 4),
    "leave": (seating.leave(BO), "emptied", "stood-in", "", ""),
    "a bot leaves": (seating.leave(BOT), *["seat.not-a-person"] * 4),
    "rotate": (seating.rotate(BO), *["rotated"] * 4),
    "rotate a bot": (seating.rotate(BOT), *["seat.not-a-person"] * 4),
    "agree to nothing": (seating.agree(BO, True), "options.wrong", "table.started", "table.started", "table.closed"),
    "contribute": (seating.contribute(BO, "ab"), "contributed", "table.started", "table.started", "table.closed"),
    "contribute nothing": (seating.contribute(BO, ""), "", "table.started", "table.started", "table.closed"),
    "a bot's bytes": (seating.contribute(BOT, "a"), "seat.not-a-person", *["table.started"] * 2, "table.closed"),
    "a kind": (seating.choose_kind(BO, "pepper"), "chose", "table.started", "table.started", "table.closed"),
    "no kind": (seating.choose_kind(BO, ""), "", "table.started", "table.started", "table.closed"),
    "a wrong kind": (seating.choose_kind(BO, "ham"), "options.wrong", *["table.started"] * 2, "table.closed"),
    "a bot's kind": (seating.choose_kind(BOT, "pepper"), "seat.not-a-person", *["table.started"] * 2, "table.closed"),
    "a bot for Bo": (seating.set_seat(BO, "novice"), "bot", "table.started", "table.started", "table.closed"),
    "a bot for the host": (seating.set_seat(ADA, "novice"), "seat.taken", *["table.started"] * 2, "table.closed"),
    "open a bot's": (seating.set_seat(BOT, None), "emptied", "table.started", "table.started", "table.closed"),
    "open an open one": (seating.set_seat(NOBODY, None), "", "table.started", "table.started", "table.closed"),
    "a seat too far": (seating.set_seat(4, None), "seat.unknown", "table.started", "table.started", "table.closed"),
    "a person too far": (seating.rename(4, "Cy"), *["seat.unknown"] * 4),
    "sit too far": (seating.sit(4, "Cy"), *["seat.unknown"] * 4),
    "a move": (commands.play(ADA, 0, ["x"], "c"), "table.waiting", None, "table.over", "table.closed"),
    "play on": (commands.let_bot_play_on(BO, ADA, "c"), "table.waiting", None, "table.over", "table.closed"),
    "the clock": (commands.stand_in_for_move(ADA, 0), "", None, "", ""),
}


def test_of_several_changes_the_first_makes_the_message_count_once():
    made = commands.write(table_of("waiting"), changes.Rotated(ADA), changes.Rotated(BO), client="c")
    assert [row.client for row in made.rows] == ["c", None]


CASES = [
    pytest.param(command, status, key, id=f"{name}, {status}")
    for name, (command, *keys) in EVERYWHERE.items()
    for status, key in zip(STATUSES, keys, strict=True)
    if key is not None
]


@pytest.mark.parametrize(("command", "status", "expected"), CASES)
def test_what_comes_of_a_command_depends_on_how_far_the_table_is(command, status, expected):
    assert told(command, table_of(status)) == expected


@pytest.mark.parametrize("number", [3, 4])
def test_a_seat_beyond_the_last_is_no_person(number):
    with pytest.raises(Refusal) as refused:
        commands.person(table_of("playing"), number)
    assert refused.value.problem.key == "seat.unknown"


def test_a_chair_that_is_kept_is_for_whoever_it_is_kept_for():
    table = table_of("waiting", reserved=("", "", "", "Cy"))
    assert told(seating.sit(NOBODY, "Cy"), table) == "seat.taken"
    assert told(seating.sit(NOBODY, "Cy", again=True), table) == "sat"
    assert told(seating.set_seat(NOBODY, None), table) == "emptied"


def test_a_chair_that_was_opened_is_taken_while_the_game_is_played():
    table = table_of("playing")
    do(table, changes.ChairOpened(BO))
    assert told(seating.sit(BO, "Cy"), table) == "sat"
    assert told(seating.sit(ADA, "Cy"), table) == "table.started"


def test_the_last_person_of_a_table_that_waits_closes_it_behind_them():
    table = table_of("waiting")
    assert told(seating.leave(BO), table) == "emptied"
    do(table, changes.Emptied(BO))
    assert told(seating.leave(ADA), table) == "emptied closed"
    table.host = None
    assert told(seating.leave(ADA), table) == "emptied"


def test_who_left_already_or_plays_a_days_deal_is_not_stood_in_for():
    assert told(seating.leave(BO), do(table_of("playing"), changes.StoodIn(BO, "away", ADA))) == ""
    assert told(seating.leave(BO), table_of("playing", day="2026-01-01")) == ""
    assert told(seating.contribute(BO, "ab"), table_of("waiting", day="2026-01-01")) == "options.wrong"


def test_open_hands_are_agreed_to_where_they_are_proposed_and_once():
    table = table_of("waiting", open_hands=True)
    assert told(seating.agree(BO, False), table) == ""
    assert told(seating.agree(BO, True), table) == "agreed"
    assert told(seating.agree(BO, True), do(table, changes.Agreed(BO, True))) == ""
    assert told(seating.agree(BOT, True), table) == "seat.not-a-person"


def test_a_kind_is_one_persons_and_fixed_kinds_are_nobodys_choice():
    table = do(table_of("waiting"), changes.Chose(ADA, "olive"))
    assert told(seating.choose_kind(BO, "olive"), table) == "kind.taken"
    assert told(seating.choose_kind(ADA, "olive"), table) == ""
    assert told(seating.choose_kind(ADA, ""), table) == "chose"
    fixed = table_of("waiting", kinds=("olive", "pepper", "mushroom", "salami"))
    assert told(seating.choose_kind(BO, "olive"), fixed) == "options.wrong"
    assert told(seating.choose_kind(BO, "olive"), table_of("waiting", game="roll-for-soles")) == "options.wrong"


def test_phrases_of_a_muted_seat_are_not_said_and_reactions_keep_their_distance(monkeypatch):
    table = table_of("playing")
    do(table, changes.Said(BO, REACTIONS[0]))
    said = table.seats[BO].reacted
    for passed, key in ((4.0, "request.too-many"), (5.0, "said"), (6.0, "said")):
        monkeypatch.setattr(time, "time", lambda passed=passed: said + passed)
        assert told(commands.say(BO, REACTIONS[0], "c"), table) == key
    monkeypatch.setattr(time, "time", lambda: said + 4.0)
    assert told(commands.say(BO, PHRASES[0], "c"), table) == "said"
    with pytest.raises(Refusal) as refused:
        commands.say(BO, REACTIONS[0], "c")(table)
    assert refused.value.problem.retry_after == 1.0
    do(table, changes.Muted(BO))
    with pytest.raises(Refusal, match="No phrases"):
        commands.say(BO, PHRASES[0], "c")(table)
    assert told(commands.mute(BO), table) == ""
    with pytest.raises(Refusal, match="not one of the phrases"):
        commands.say(BO, "nonsense", "c")(table)


def test_a_bot_plays_on_for_whom_the_table_waits():
    table = table_of("playing")
    asked, other = waited_for(table)
    assert told(commands.let_bot_play_on(asked, asked, "c"), table) == "seat.present"
    assert told(commands.let_bot_play_on(asked, other, "c"), table) == "seat.not-waited-for"
    assert told(commands.let_bot_play_on(BOT, asked, "c"), table) == "seat.not-a-person"
    assert told(commands.let_bot_play_on(other, asked, "c"), table) == "stood-in"
    do(table, changes.StoodIn(asked, "away", other))
    assert told(commands.let_bot_play_on(other, asked, "c"), table) == ""
    assert told(commands.come_back(asked, "c"), table) == "came-back"
    assert commands.come_back(asked)(table).rows[0].client is None
    table.status = "over"
    assert told(commands.come_back(asked, "c"), table) == ""


def test_a_clock_that_ran_out_stands_in_for_that_answer_only():
    table = table_of("playing")
    asked, other = waited_for(table)
    assert told(commands.stand_in_for_move(asked, table.question), table) == "stood-in"
    assert told(commands.stand_in_for_move(asked, table.question + 1), table) == ""
    assert told(commands.stand_in_for_move(other, table.question), table) == ""
    do(table, changes.StoodIn(asked, "away", other))
    assert told(commands.stand_in_for_move(asked, table.question), table) == ""


def test_time_is_given_back_to_the_clock_that_runs():
    table = table_of("playing", clock=Clock(100, 0, 30))
    asked, other = waited_for(table)
    gone = {seconds: told(commands.return_to_clock(asked, seconds), table) for seconds in (5.0, 0.001, 0.0, -1.0)}
    assert gone == {5.0: "returned", 0.001: "returned", 0.0: "", -1.0: ""}
    assert told(commands.return_to_clock(other, 5.0), table) == ""
    table.status = "over"
    assert told(commands.return_to_clock(asked, 5.0), table) == ""


def test_who_says_yes_to_another_game_says_it_once_and_the_first_table_counts():
    table = table_of("over")
    do(table, changes.Again(BO))
    assert (told(commands.say_again(BO), table), told(commands.say_again(ADA), table)) == ("", "again")
    do(table, changes.Rematched("b" * 12))
    assert told(commands.name_rematch("c" * 12), table) == ""


def test_nothing_is_declined_for_anybody_who_has_days():
    assert told(commands.let_decline(BO, 3), table_of("playing", days=3)) == ""


def test_one_move_has_no_place_and_one_of_several_its_own():
    table = table_of("playing")
    asked, _ = waited_for(table)
    first = str(table.match.decision.options[0])
    for moves, place in ((["nonsense"], None), ([first, "nonsense"], 1), (["play 99 olive"], None)):
        with pytest.raises(Refusal) as refused:
            commands.play(asked, table.question, moves, "c")(table)
        assert refused.value.problem.at == place


def test_a_run_goes_past_nothing_that_nobody_can_know_yet():
    table = table_of("playing")
    asked, _ = waited_for(table)
    run = [str(table.match.decision.options[0])]
    while commands.may_go_on(made := commands.try_run(table, run)[-1].match, (), asked):
        run.append(str(made.decision.options[0]))
    assert told(commands.play(asked, table.question, run, "c"), table).split()[0] == "move"
    with pytest.raises(Refusal) as refused:
        commands.try_run(table, [*run, "pass"])
    assert (refused.value.problem.key, refused.value.problem.at) == ("move.too-far", len(run))


def test_moves_that_were_made_before_are_made_again_by_whoever_was_asked():
    table = table_of("playing")
    match, moves = table.match.copy(), []
    for _ in range(5):
        moves.append(str(match.decision.options[0]))
        match.play(moves[-1])
    entry = commands.made_before(table, moves)
    assert [row.client for row in entry.rows if row.client] == [f"before/{place}" for place in range(5)]
    table.apply(entry.rows, entry.played)
    assert table.match.transcript == match.transcript


def test_a_held_answer_is_given_out_to_the_question_it_was_for():
    table = table_of("playing")
    asked, other = waited_for(table)
    run = commands.try_run(table, [str(table.match.decision.options[0])])
    assert told(commands.release(table.question, run, "c"), table) == "move.stale"
    table.window = 1.0
    assert told(commands.release(table.question, run, "c"), table).startswith("move")
    assert told(commands.release(table.question + 1, run, "c"), table) == "move.stale"
    assert told(commands.play(asked, table.question, ["nonsense"], "c"), table) == "move.malformed"
    held = []

    def hold(question, tried):
        held.append((question, len(tried)))

    move = str(table.match.decision.options[0])
    assert told(commands.play(asked, table.question, [move], "c", hold), table) == ""
    assert held == [(table.question, 1)]
    assert told(commands.play(asked, table.question, [move], "c"), table) == "table.busy"
    do(table, changes.StoodIn(asked, "away", other))
    assert told(commands.release(table.question, run, "c"), table) == "move.stale"
    assert told(commands.play(asked, table.question, [move], "c", hold), table) == "came-back"
