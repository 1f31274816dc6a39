"""A table as a seat sees it: as text with `render_mode="ansi"`, as a picture with `"rgb_array"`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osteria.core.errors import OsteriaError
from osteria.envs import pictures
from osteria.play.match import Match
from osteria.play.view import View

ANSI, RGB_ARRAY = "ansi", "rgb_array"
RENDER_MODES = (ANSI, RGB_ARRAY)
DRAWN_WITH = ("resvg_py", "PIL")
LEFT_OUT = ("decision", "ahead", "game", "memory", "seats", "outcome")
MOST_OPTIONS = 12


def checked_mode(mode: str | None) -> str | None:
    """A mode that environments have; what pictures need is asked for at once."""
    if mode not in (None, *RENDER_MODES):
        raise OsteriaError(
            f"An environment is rendered as {ANSI!r}, {RGB_ARRAY!r} or not at all (None), not as {mode!r}."
        )
    if mode == RGB_ARRAY:
        if not all(map(find_spec, DRAWN_WITH)):
            raise OsteriaError("Pictures of a table need the extra osteria[envs] (resvg-py and pillow).")
        pictures.check_drawings()
    return mode


def rendered(match: Match, seat: int | None, memory: str, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What a seat sees now, in a mode of `checked_mode`."""
    if mode != RGB_ARRAY:
        return text_of(match, seat, memory) if mode else None
    return pictures.picture_of(match.view(seat, memory=memory))


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
