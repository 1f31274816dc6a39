"""Transcripts: a match as text, and exact replay."""

from __future__ import annotations

import json
from collections.abc import Hashable

import numpy as np

from osteria.core.errors import OsteriaError, TranscriptError
from osteria.core.game import Options
from osteria.games import game as game_of
from osteria.play.match import Match, Seed, fate_of

VERSION = "1"
DIVIDER = "---"


def write(match: Match) -> str:
    """The transcript of a match."""
    names = [str(seat) for seat in match.seats]
    head = [f"osteria: {VERSION}", f"game: {match.game}"]
    head.append(f"seats: {' '.join(names)}" if isinstance(match.seats[0], str) else f"seats: {len(names)}")
    if match.options != Options():
        head.append(f"options: {json.dumps({'faces': list(match.options.faces)})}")
    return "\n".join([*head, DIVIDER, *(f"{who}: {move}" for who, move in match.lines())]) + "\n"


def replay(text: str, *, seed: Seed = None) -> Match:
    """The match that a transcript tells.

    Args:
        text: the transcript.
        seed: who answers for chance after the text stops: ASK (it is asked), the seed of the match (it plays on as it
            would have; a text with another deal is refused), or, left out, the operating system.

    Raises TranscriptError with the line that cannot be.
    """
    head, lines = _split(text)
    match = _table(head, seed)
    for number, line in lines:
        _play_line(match, number, line)
    match._run_on()
    return match


def _split(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    rows = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    rows = [(number, line) for number, line in rows if line and not line.startswith("#")]
    divider = next((place for place, (_, line) in enumerate(rows) if line == DIVIDER), None)
    if divider is None:
        raise TranscriptError(f"A transcript has a line {DIVIDER} between its head and its moves.")
    head = {}
    for number, line in rows[:divider]:
        key, colon, value = line.partition(":")
        if not colon:
            raise TranscriptError(f"Line {number}: the head has lines KEY: VALUE, not “{line}”.")
        head[key.strip()] = value.strip()
    return head, rows[divider + 1 :]


def _table(head: dict[str, str], seed: Seed) -> Match:
    if head.get("osteria") != VERSION:
        raise TranscriptError(f"A transcript begins with “osteria: {VERSION}”.")
    for key in ("game", "seats"):
        if key not in head:
            raise TranscriptError(f"The head of a transcript names its {key}.")
    try:
        rules = game_of(head["game"])
        seats = rules.seats(_players(head["seats"]))
        options = _options(head.get("options", "{}"))
        states = rules.fresh(seats, options)
    except TranscriptError:
        raise
    except OsteriaError as error:
        raise TranscriptError(f"The head of the transcript will not do: {error}") from None
    return Match(rules, seats, options, states, fate_of(np.random.default_rng() if seed is None else seed))


def _players(text: str) -> int | list[Hashable]:
    return int(text) if text.isdecimal() and len(text) < 4 else list(text.split())


def _options(text: str) -> Options:
    try:
        found = json.loads(text)
        return Options(**{key: tuple(value) for key, value in found.items()})
    except (ValueError, TypeError, AttributeError):
        raise TranscriptError(f"options: is a JSON object with faces, not {text}.") from None


def _play_line(match: Match, number: int, line: str) -> None:
    who, colon, move = line.partition(":")
    who, move = who.strip(), move.partition("#")[0].strip()
    if not colon:
        raise TranscriptError(f"Line {number}: moves are written WHO: MOVE, not “{line}”.")
    expected = _expected(match)
    if expected != who:
        raise TranscriptError(f"Line {number}: {expected or 'nobody'} is asked, not {who}.")
    try:
        _apply(match, move)
    except OsteriaError as error:
        raise TranscriptError(f"Line {number}: {error}") from None


def _expected(match: Match) -> str | None:
    decision = match.decision
    if decision is None:
        return None
    return "chance" if decision.seat < 0 else match._game.who(match._states[0], decision.seat)


def _apply(match: Match, move: str) -> None:
    found = match._legal_move(move)
    if match._ask in match._game.chance_asks:
        match._fate.witness(match._game, match._states, found.actions[0])
    match._apply(found)
    match._close_rounds()


__all__ = ["replay", "write"]
