"""A table as text, from what a seat may see: `render_mode="ansi"`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from osteria.core.errors import OsteriaError
from osteria.play.match import Match
from osteria.play.view import View

ANSI = "ansi"
LEFT_OUT = ("decision", "game", "memory", "seats", "outcome")
MOST_OPTIONS = 12


def checked_mode(mode: str | None) -> str | None:
    """A mode that environments have."""
    if mode not in (None, ANSI):
        raise OsteriaError(f"An environment is rendered as {ANSI!r} (text), or not at all (None), not as {mode!r}.")
    return mode


def text_of(match: Match, seat: int | None, memory: str) -> str:
    """What a seat (None: a spectator) sees now, zone by zone, and what it is asked."""
    view = match.view(seat, memory=memory)
    who = "a spectator" if seat is None else f"seat {seat}"
    lines = [f"{view.game}, seen by {who}", *_zones(view), *_asked(view)]
    if (outcome := match.outcome) is not None:
        lines.append(f"over: score {list(outcome.score)}, winners {list(outcome.winners)}")
    return "\n".join(lines)


def _zones(view: View) -> list[str]:
    shown = {key: value for key, value in view.items() if key not in LEFT_OUT and value not in (None, {}, [], "")}
    return [f"  {key:<12} {_words(value)}" for key, value in shown.items() if key != "history"]


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_words(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "-"
    return str(value)


def _asked(view: View) -> list[str]:
    decision = view.decision
    if decision is None:
        return []
    options = [str(move) for move in decision.options]
    more = f" and {len(options) - MOST_OPTIONS} more" if len(options) > MOST_OPTIONS else ""
    return [f"{decision.clause}: {decision.ask}? {', '.join(options[:MOST_OPTIONS])}{more}"]
