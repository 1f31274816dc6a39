"""The façade as design.md names it."""

import numpy as np
import pytest

import osteria
from osteria.games import NAMES


def test_a_seed_gives_the_same_deal_however_people_play() -> None:
    one, other = (osteria.new("sole-mio", 3, seed=7) for _ in range(2))
    assert one.zones() == other.zones()
    one.play(one.decision.options[0])
    other.play(other.decision.options[-1])
    deals = [[line for line in m.transcript.splitlines() if line.startswith("chance: deal")] for m in (one, other)]
    common = min(map(len, deals))
    assert deals[0][:common] == deals[1][:common]


def test_seeds_are_ints_or_bytes_and_nothing_else() -> None:
    assert osteria.new("mamma-mia", seed=b"x").zones() == osteria.new("mamma-mia", seed=b"x").zones()
    with pytest.raises(osteria.OsteriaError, match="whole number or bytes"):
        osteria.new("mamma-mia", seed="seven")  # type: ignore[arg-type]


def test_own_kinds_may_be_fixed_by_seat() -> None:
    match = osteria.new("grande", players=["pepper", "salami"], seed=1)
    assert match.seats == ("pepper", "salami")
    assert set(match.zones()["hands"]) == {"pepper", "salami"}


@pytest.mark.parametrize(
    ("game", "players"),
    [("chess", 2), ("mamma-mia", 6), ("mamma-mia", ["olive"]), ("sole-mio", ["olive", "olive"]), ("roll-for-soles", 9)],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(game: str, players: object) -> None:
    with pytest.raises(osteria.OsteriaError, match=r"\.$"):
        osteria.new(game, players)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_with_ask_chance_is_a_seat_with_weights(name: str) -> None:
    match = osteria.new(name, 2, seed=osteria.ASK)
    assert match.decision.seat == osteria.CHANCE
    assert match.decision.ask == "start"
    rng = np.random.default_rng(3)
    while match.decision is not None and match.decision.seat == osteria.CHANCE:
        assert len(match.decision.weights) == len(match.decision.options)
        assert min(match.decision.weights) > 0
        match.play(match.decision.options[int(rng.integers(len(match.decision.options)))])
    again = osteria.replay(match.transcript, seed=osteria.ASK)
    assert again.zones() == match.zones()
    assert again.decision.seat == match.decision.seat


def test_errors_change_nothing_and_say_what_would_be_right() -> None:
    match = osteria.new("mamma-mia", 2, seed=1)
    before = match.transcript, match.zones()
    with pytest.raises(osteria.MalformedMove, match="play 2 olive"):
        match.play("cook the pizza")
    with pytest.raises(osteria.IllegalMove) as error:
        match.play("draw supply")
    assert error.value.clause == "MM-4"
    assert "not asked now" in str(error.value)
    assert (match.transcript, match.zones()) == before


def test_a_copy_is_independent_and_has_the_same_future() -> None:
    match = osteria.new("sole-mio", 2, seed=4)
    twin = match.copy()
    move = str(match.decision.options[0])
    match.play(move)
    assert twin.zones() != match.zones()
    twin.play(move)
    assert twin.zones() == match.zones()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "---"),
        ("osteria: 2\n---\n", "game"),
        ("game: grande\nseats: 2\n---\n", "osteria: 2"),
        ("osteria: 3\ngame: grande\nseats: 2\n---\n", "version 3; versions 1 to 2"),
        ("osteria: ²\ngame: grande\nseats: 2\n---\n", "osteria: 2"),
        ("osteria: 2\ngame: go\nseats: 2\n---\n", "no game"),
        ("osteria: 2\ngame: roll-for-soles\nseats: 2\noptions: {\n---\n", "options"),
        ("osteria: 2\ngame: roll-for-soles\nseats: 2\n---\nseat 0: roll\n", "chance is asked"),
        ("osteria: 2\ngame: roll-for-soles\nseats: 2\n---\nchance: start seat 5\n", "Line 5"),
        (f"osteria: 2\ngame: roll-for-soles\nseats: {'9' * 5000}\n---\n", "players|Seats"),
    ],
)
def test_a_broken_transcript_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(osteria.TranscriptError, match=why):
        osteria.replay(text)


def test_a_transcript_with_another_deal_than_the_seeds_is_refused() -> None:
    match = osteria.new("roll-for-soles", 2, seed=1)
    assert osteria.replay(match.transcript, seed=1).zones() == match.zones()
    with pytest.raises(osteria.TranscriptError, match="not the deal of this seed"):
        osteria.replay(match.transcript, seed=2)


def test_dice_faces_are_an_option_of_a_table() -> None:
    options = osteria.Options(faces=("1", "2", "2", "hook", "double", "water"))
    match = osteria.new("roll-for-soles", 2, seed=1, options=options)
    assert osteria.replay(match.transcript).options == options
    with pytest.raises(osteria.OsteriaError, match="sole"):
        osteria.new("roll-for-soles", 2, options=osteria.Options(faces=("hook",) * 6))


def test_worlds_are_imagined_from_assisted_views_only() -> None:
    match = osteria.new("mamma-mia", 2, seed=1)
    with pytest.raises(osteria.OsteriaError, match="assisted"):
        osteria.imagine(match.view(0), np.random.default_rng(1))


def test_no_view_event_or_transcript_holds_the_seed() -> None:
    seed = 73_921_004_417
    match = osteria.new("sole-mio", 2, seed=seed)
    for view in (match.view(0, "assisted"), match.view(None)):
        assert str(seed) not in repr(view.words)
    assert str(seed) not in match.transcript
    assert str(seed) not in repr(match.events)


@pytest.mark.parametrize("name", NAMES)
def test_a_view_tells_the_same_whether_or_not_its_viewer_looked_before(name: str) -> None:
    match, rng = osteria.new(name, 3, seed=4), np.random.default_rng(4)
    for _ in range(40):
        seen, anew = (table.view(1, memory="assisted") for table in (match, match.copy()))
        assert (dict(seen), seen.history, seen.trace) == (dict(anew), anew.history, anew.trace)
        before = len(seen.history)
        if match.decision is None:
            break
        match.play(match.decision.options[int(rng.integers(len(match.decision.options)))])
        assert len(seen.history) == before


@pytest.mark.parametrize("name", NAMES)
def test_words_shared_between_viewers_are_those_of_each_ones_view(name: str) -> None:
    rng = np.random.default_rng(5)
    match = osteria.new(name, 3, seed=5)
    while match.decision is not None and match.moves < 400:
        for memory in ("authentic", "assisted"):
            alike: dict[bytes, dict[str, object]] = {}
            for seat in (None, *rng.permutation(3).tolist()):
                view = dict(match.view(seat, memory).words)
                view.pop("history", None)
                assert match.words(seat, memory, alike) == view
        match.play(match.decision.options[rng.integers(len(match.decision.options))])
