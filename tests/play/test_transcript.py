"""Transcripts that cannot be replayed."""

import pytest

import osteria


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
