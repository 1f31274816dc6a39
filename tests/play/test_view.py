"""What a view tells, and what it does not."""

import numpy as np
import pytest

import osteria
from osteria.games import NAMES


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
                public, own = match.parts(seat, memory, alike)
                assert public | own == view
                assert not public.keys() & own.keys()
        match.play(match.decision.options[rng.integers(len(match.decision.options))])


@pytest.mark.parametrize("name", NAMES)
def test_a_view_that_is_looked_at_later_tells_what_was_asked_then(name: str) -> None:
    rng, match = np.random.default_rng(7), osteria.new(name, 3, seed=7)
    for _ in range(120):
        if match.decision is None:
            break
        match.view((match.decision.seat + 1) % 3)["ahead"]  # somebody waits, and is told ahead
        kept, now = match.view(match.decision.seat), match.copy().view(match.decision.seat)["decision"]
        match.play(rng.choice([str(move) for move in match.decision.options]))
        assert kept["decision"] == now
