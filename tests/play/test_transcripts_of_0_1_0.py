"""Whole games written by version 0.1.0: all replay to the same questions, zones and outcome, but where the law of the
monotoni (MM-14) was mended."""

import hashlib
import json
import lzma
import re
from pathlib import Path
from typing import Any

import pytest

import osteria

GAMES = json.loads(lzma.decompress((Path(__file__).parent / "transcripts_0_1_0.json.xz").read_bytes()))
"""Every title with every number of players. `asked` digests every question put to a person, with its options (but for the
kind of a monotoni, where more are offered now) and the zones beneath it; `monotoni_unasked` marks games in which 0.1.0 took
the only complete kind of a monotoni without asking for it."""
KEPT = [game for game in GAMES if not game["monotoni_unasked"]]
MENDED = [game for game in GAMES if game["monotoni_unasked"]]


def name_of(game: dict[str, Any]) -> str:
    head = game["transcript"].splitlines()
    return f"{head[1]} {head[2]}"


def moves_of(transcript: str) -> list[str]:
    return transcript.partition("---\n")[2].splitlines()


def questions(transcript: str) -> tuple[str, osteria.Match]:
    """A digest of what is asked along a transcript, and the match at its end."""
    head, divider, moves = transcript.partition("---\n")
    match, asked = osteria.replay(head + divider, seed=osteria.ASK), []
    for line in moves.splitlines():
        decision = match.decision
        if decision.seat != osteria.CHANCE:
            zones = match.zones()
            is_monotoni = decision.ask == "way" and zones["open"][0].endswith("/monotoni")
            options = [] if is_monotoni else sorted(str(option) for option in decision.options)
            asked.append(json.dumps([decision.seat, decision.ask, options, zones], sort_keys=True))
        match.play(line.partition(": ")[2])
    return hashlib.sha256("\n".join(asked).encode()).hexdigest(), match


def test_every_title_and_number_of_players_is_there() -> None:
    tables = {name_of(game).partition("seats")[0] + str(len(game["outcome"][0])) for game in GAMES}
    assert len(tables) == 3 * 4 + 7
    assert MENDED


@pytest.mark.parametrize("game", KEPT, ids=name_of)
def test_a_game_of_0_1_0_replays_to_the_same_transcript_zones_and_outcome(game: dict[str, Any]) -> None:
    match = osteria.replay(game["transcript"])
    outcome = match.outcome
    assert moves_of(match.transcript) == moves_of(game["transcript"])
    assert json.loads(json.dumps(match.zones())) == game["zones"]
    assert json.loads(json.dumps([outcome.score, outcome.tiebreak, outcome.winners])) == game["outcome"]


@pytest.mark.parametrize("game", KEPT, ids=name_of)
def test_a_game_of_0_1_0_is_asked_the_same_at_the_same_table(game: dict[str, Any]) -> None:
    digest, match = questions(game["transcript"])
    assert match.outcome is not None
    assert digest == game["asked"]


@pytest.mark.parametrize("game", MENDED, ids=name_of)
def test_a_game_that_the_mended_clause_asks_differently_is_refused_and_both_versions_are_named(
    game: dict[str, Any],
) -> None:
    with pytest.raises(osteria.TranscriptError, match=r"ine \d+: .*MM-14.* version 1 of the rules, and version 2 is"):
        osteria.replay(game["transcript"])


@pytest.mark.parametrize("game", MENDED, ids=name_of)
def test_a_text_of_version_1_is_refused_also_where_it_stops_at_the_new_question(game: dict[str, Any]) -> None:
    lines = game["transcript"].splitlines(keepends=True)
    with pytest.raises(osteria.TranscriptError) as refused:
        osteria.replay(game["transcript"])
    where, number = re.match(r"(Line|After line) (\d+):", str(refused.value)).groups()
    told = int(number) - (where == "Line")
    with pytest.raises(osteria.TranscriptError, match=r"After line .* which version 1 did not ask"):
        osteria.replay("".join(lines[:told]), seed=osteria.ASK)
    assert osteria.replay("".join(lines[: told - 1]), seed=osteria.ASK).decision is not None


def test_a_text_written_now_says_version_2() -> None:
    assert osteria.replay(KEPT[0]["transcript"]).transcript.startswith("osteria: 2\n")
