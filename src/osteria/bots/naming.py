"""Bots by name: built in, installed (an entry point of the group `osteria.bots`), or `package.module:Class`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, cast

from osteria.bots.bot import Bot
from osteria.bots.maestro.network import weights_of
from osteria.core.errors import OsteriaError
from osteria.games import game as game_of

BUILT_IN = {
    "random": "osteria.bots.random_bot:RandomBot",
    "search": "osteria.bots.search_bot:SearchBot",
    "novice": "osteria.bots.regular:Novice",
    "regular": "osteria.bots.regular:Regular",
    "maestro": "osteria.bots.maestro.searching:maestro",
    "expert": "osteria.bots.expert:Expert",
    "optimal": "osteria.bots.roll_for_soles.optimal:Optimal",
}
NAMES = tuple(BUILT_IN)
"""The built-in bots, weakest first; `maestro` plays what it has learned, `optimal` Roll for Soles only."""
BY_HINTS = ("novice", "regular", "expert")
SEARCHING = ("search", "expert")
"""Bots whose strength is a number of playouts for each decision."""
GROUP = "osteria.bots"
SETTING = re.compile(r"\s*\w+\s*=")


def make(name: str, /, **settings: Any) -> Bot:
    """A bot by its name.

    Args:
        name: a built-in bot, an installed one, or `package.module:Class`; settings may follow, `expert:playouts=200` or
            `novice:memory=0.3,seed=7`.
        settings: more of them; they go before those in the name. A `seed` is left out where the bot takes none.
    """
    word, written = _read(name)
    build = _find(word)
    wanted = {**written, **settings}
    accepted = _settings_of(build)
    if accepted is not None:
        if "seed" not in accepted:
            wanted.pop("seed", None)
        _check_settings(word, wanted, accepted)
    return _built(word, build, wanted)


def _built(word: str, build: Callable[..., Any], settings: Mapping[str, Any]) -> Bot:
    """A bot that can be asked; a sentence where its class, or what it was given, will not do."""
    try:
        made = build(**settings)
    except OsteriaError:
        raise
    except Exception as error:
        raise OsteriaError(f"The bot “{word}” cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise OsteriaError(f"The bot “{word}” has no method choose(decision, view, clock).")
    return cast(Bot, made)


def can_play(name: str, game: str) -> bool:
    """Whether a bot knows enough of a game: built-in rules of thumb need hints, `maestro` weights that were
    learned, `optimal` a solution."""
    if name == "optimal":
        return bool(game_of(game).judge)
    if name == "maestro":
        return weights_of(game).exists()
    return name not in BY_HINTS or bool(game_of(game).hints)


def known() -> tuple[str, ...]:
    """The bots of this installation by name: built-in ones, then installed ones."""
    return (*NAMES, *sorted(point.name for point in entry_points(group=GROUP) if point.name not in BUILT_IN))


def split_names(text: str) -> list[str]:
    """Names with a comma between them; settings of a name may have commas too (`novice:memory=0.3,seed=7,regular`)."""
    names: list[str] = []
    for piece in text.split(","):
        if names and SETTING.match(piece):
            names[-1] += f",{piece.strip()}"
        elif piece.strip():
            names.append(piece.strip())
    return names


def _read(name: str) -> tuple[str, dict[str, Any]]:
    word, colon, rest = name.strip().rpartition(":")
    if not colon or not SETTING.match(rest):
        return name.strip(), {}
    return word, dict(_read_setting(name, piece) for piece in rest.split(","))


def _read_setting(name: str, piece: str) -> tuple[str, Any]:
    key, equals, value = (part.strip() for part in piece.partition("="))
    if not key or not equals or not value:
        raise OsteriaError(f"“{name}” has a setting that is not written key=value.")
    for kind in (int, float):
        try:
            return key, kind(value)
        except ValueError:
            continue
    return key, value


def _find(word: str) -> Callable[..., Any]:
    if word in BUILT_IN:
        return _load(BUILT_IN[word], word)
    for point in entry_points(group=GROUP):
        if point.name == word:
            return cast(Callable[..., Any], point.load())
    if ":" not in word:
        raise OsteriaError(
            f"There is no bot “{word}”; there are {', '.join(known())}, and package.module:Class for one of your own."
        )
    return _load(word, word)


def _load(address: str, word: str) -> Callable[..., Any]:
    module, _, name = address.partition(":")
    try:
        found = getattr(import_module(module), name)
    except Exception as error:
        raise OsteriaError(f"The bot “{word}” cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise OsteriaError(f"The bot “{word}” is no class and no function that makes a bot.")
    return cast(Callable[..., Any], found)


def _settings_of(build: Callable[..., Any]) -> Mapping[str, inspect.Parameter] | None:
    """The settings that a bot takes; None: any."""
    try:
        parameters = inspect.signature(build).parameters
    except ValueError:
        return None
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return None
    return parameters


def _check_settings(word: str, wanted: Mapping[str, Any], accepted: Mapping[str, inspect.Parameter]) -> None:
    unknown = [key for key in wanted if key not in accepted]
    if unknown:
        others = ", ".join(accepted) or "none"
        raise OsteriaError(f"The bot “{word}” has no setting “{unknown[0]}”; it has: {others}.")
