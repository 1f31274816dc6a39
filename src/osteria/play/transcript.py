"""Transcripts: a match as text, and exact replay.

The number in the first line is the version of the law that the game was played by. Version 2 always asks for the kind of
a monotoni (MM-14). A text of version 1 replays where the laws agree and is refused where they do not.
"""

from __future__ import annotations

import json
from collections.abc import Hashable

import numpy as np

from osteria.core.errors import OsteriaError, TranscriptError
from osteria.core.game import Game, Options
from osteria.games import game as game_of
from osteria.play.fate import Seed, fate_of
from osteria.play.match import Match

VERSION = 2
FIRST_VERSION = 1
DIVIDER = "---"


def write(match: Match) -> str:
    """The transcript of a match."""
    names = [str(seat) for seat in match.seats]
    head = [f"osteria: {VERSION}", f"game: {match.game}"]
    head.append(f"seats: {' '.join(names)}" if isinstance(match.seats[0], str) else f"seats: {len(names)}")
    if chosen := match.options.words():
        head.append(f"options: {json.dumps(chosen)}")
    return "\n".join([*head, DIVIDER, *(f"{who}: {move}" for who, move in match.lines())]) + "\n"


def replay(text: str, *, seed: Seed = None) -> Match:
    """The match that a transcript tells.

    Args:
        text: the transcript.
        seed: who answers for chance after the text stops: ASK (it is asked), the seed of the match (it plays on as it
            would have; a text with another deal is refused), or, left out, the operating system.

    Raises TranscriptError with the line that cannot be.
    """
    if not isinstance(text, str):
        raise TranscriptError(f"A transcript is text, not {type(text).__name__}.")
    head, lines = _split(text)
    version = _version(head)
    match = _table(head, seed)
    for number, line in lines:
        _play_line(match, number, line, version)
    match.run_on()
    _check_law(match, version, f"After line {lines[-1][0]}" if lines else "At the start")
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


def _version(head: dict[str, str]) -> int:
    """The version of the law that a text was played by."""
    text = head.get("osteria", "")
    known = range(FIRST_VERSION, VERSION + 1)
    if not text.isdecimal():
        raise TranscriptError(f"A transcript begins with “osteria: {VERSION}”.")
    if text not in map(str, known):
        raise TranscriptError(
            f"This text is of version {text[:9]}; versions {FIRST_VERSION} to {VERSION} are read here."
        )
    return int(text)


def _table(head: dict[str, str], seed: Seed) -> Match:
    for key in ("game", "seats"):
        if key not in head:
            raise TranscriptError(f"The head of a transcript names its {key}.")
    try:
        rules = game_of(head["game"])
        seats = rules.seats(_players(head["seats"]))
        options = _options(rules, head.get("options", "{}"))
        states = rules.fresh(seats, options)
    except TranscriptError:
        raise
    except OsteriaError as error:
        raise TranscriptError(f"The head of the transcript will not do: {error}") from None
    return Match(rules, seats, options, states, fate_of(np.random.default_rng() if seed is None else seed))


def _players(text: str) -> int | list[Hashable]:
    return int(text) if text.isdecimal() and len(text) < 4 else list(text.split())


def _options(rules: Game, text: str) -> Options:
    try:
        found = json.loads(text)
        return rules.options({key: tuple(value) if isinstance(value, list) else value for key, value in found.items()})
    except (ValueError, TypeError, AttributeError):
        raise TranscriptError(f"options: is a JSON object with the options of the game, not {text}.") from None


def _play_line(match: Match, number: int, line: str, version: int) -> None:
    who, colon, move = line.partition(":")
    who, move = who.strip(), move.partition("#")[0].strip()
    if not colon:
        raise TranscriptError(f"Line {number}: moves are written WHO: MOVE, not “{line}”.")
    _check_law(match, version, f"Line {number}")
    expected = match.who(match.decision.seat) if match.decision else None
    if expected != who:
        raise TranscriptError(f"Line {number}: {expected or 'nobody'} is asked, not {who}.{_both(version)}")
    try:
        match.apply(match.legal_move(move))
        match.close_rounds()
    except OsteriaError as error:
        raise TranscriptError(f"Line {number}: {error}{_both(version)}") from None


def _check_law(match: Match, version: int, where: str) -> None:
    """Refuses a text of an earlier version at a question that its law did not ask."""
    if match.decision is not None and match.rules.asked_since(match.stepper.states[0]) > version:
        asked = f"{match.who(match.decision.seat)} is asked for “{match.decision.ask}” ({match.decision.clause})"
        raise TranscriptError(f"{where}: {asked}, which version {version} did not ask.{_both(version)}")


def _both(version: int) -> str:
    """For a text of an earlier version: which one it is, and which one is played here."""
    if version == VERSION:
        return ""
    return f" The text is of version {version} of the rules, and version {VERSION} is played here."


__all__ = ["replay", "write"]
