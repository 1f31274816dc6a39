"""Scenarios: rule questions with their answers, in YAML.

`expect` may also say what is told while the scenario is played: `tells` is a list of parts of events, each of which must be told
in this order (others may come between); a part names some fields with their whole values, null where a field must not be
there. `{never: PART}` must not be told at all. What one viewer is told: `tells: {salami: [...], spectator: [...]}`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from osteria.core.decision import CHANCE
from osteria.core.errors import OsteriaError, ScenarioError
from osteria.core.game import BY_SEAT, LIST, LISTS, NUMBERS, SET, SETS, Game
from osteria.games import game as game_of
from osteria.play.match import Match
from osteria.play.view import MEMORIES

KEYS = ("name", "cites", "game", "seats", "options", "given", "close", "play", "expect")
OTHERS = ("asked", "options", "over", "winners", "sees", "same_view", "tells")


@dataclass(frozen=True)
class Verdict:
    """Whether a scenario holds, and how the table differs if it does not."""

    name: str
    differences: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether everything was as expected."""
        return not self.differences


@dataclass(frozen=True)
class Scenario:
    """One scenario as it was written."""

    file: str
    name: str
    fields: Mapping[str, Any]

    def error(self, sentence: str) -> ScenarioError:
        """An error that names the file, the scenario and the field."""
        return ScenarioError(f"{self.file}: “{self.name}”: {sentence}")


def load(path: Path) -> list[Scenario]:
    """The scenarios of a file; ScenarioError for anything that is not one."""
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as error:
        raise ScenarioError(f"{path}: is no YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ScenarioError(f"{path}: is nested too deeply to be a scenario.") from None
    if not isinstance(found, list):
        raise ScenarioError(f"{path}: a scenario file is a list of scenarios.")
    return [_checked(path.name, number, entry) for number, entry in enumerate(found, 1)]


def _checked(file: str, number: int, entry: Any) -> Scenario:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("name"), str):
        raise ScenarioError(f"{file}: scenario {number}: needs a name.")
    scenario = Scenario(file, entry["name"], entry)
    for key in entry:
        if key not in KEYS:
            raise scenario.error(f"{key}: there is no such field; there are {', '.join(KEYS)}.")
    for key in ("game", "seats", "expect"):
        if key not in entry:
            raise scenario.error(f"{key}: is missing.")
    if not isinstance(entry["expect"], Mapping):
        raise scenario.error("expect: must be a mapping.")
    if not isinstance(entry.get("close", False), bool):
        raise scenario.error("close: must be true or false.")
    return scenario


def run(scenario: Scenario) -> Verdict:
    """Play a scenario and compare."""
    try:
        table = Table(scenario, scenario.fields.get("given"))
        table.play_all()
        return Verdict(scenario.name, tuple(table.differences()))
    except ScenarioError as error:
        if str(error).startswith(f"{scenario.file}:"):
            raise
        raise scenario.error(str(error)) from None
    except OsteriaError as error:
        raise scenario.error(str(error)) from None


class Table:
    """A scenario being played."""

    def __init__(self, scenario: Scenario, given: Mapping[str, Any] | None) -> None:
        fields = scenario.fields
        self.scenario, self.given = scenario, given
        self.game: Game = game_of(str(fields["game"]))
        self.seats = self.game.seats(_players(scenario, fields["seats"]))
        self.options = self.game.options(_options(scenario, fields.get("options")))
        self.closes = bool(fields.get("close", False))
        self.is_stopped = False
        self.match = self._match()

    def _match(self) -> Match:
        if self.given is None:
            states, rows = self.game.fresh(self.seats, self.options), []
        else:
            if not isinstance(self.given, Mapping):
                raise self.scenario.error("given: must be a mapping.")
            states = self.game.place(self.seats, self.options, self.given)
            rows = self.game.begin(states)
        self.stacks = self.game.given_chance(self.seats, self.given or {})
        match = Match(self.game, self.seats, self.options, states, self.stacks)
        match.told(rows)
        return match

    # -------------------------------------------------------------------------------------------------------- playing

    def play_all(self) -> None:
        """Every line of `play`, with whatever is forced between them."""
        self.run_on()
        lines = self.scenario.fields.get("play") or []
        if not isinstance(lines, list):
            raise self.scenario.error("play: must be a list.")
        for number, line in enumerate(lines, 1):
            self.play_line(number, line)

    def run_on(self) -> None:
        """Chance from the given stacks, and closing rounds where the scenario says so."""
        match = self.match
        while match.stepper.is_closing or match.draw():
            if match.stepper.is_closing and not self.closes:
                self.is_stopped = True
                return
            match.close_rounds()

    def play_line(self, number: int, line: Any) -> None:
        """One line: a move that must be legal, or one that must be refused."""
        if not isinstance(line, Mapping) or len(line) != 1:
            raise self.scenario.error(f"play line {number}: is written SEAT: MOVE.")
        ((who, move),) = line.items()
        if isinstance(move, Mapping):
            self.refuse(number, who, move)
            return
        if self.is_stopped or self.match.decision is None:
            raise self.scenario.error(f"play line {number}: nobody is asked any more.")
        if self.asked() != who:
            raise self.scenario.error(f"play line {number}: {self.asked()} is asked, not {who}.")
        try:
            self.match.apply(self.match.legal_move(str(move)))
        except OsteriaError as error:
            raise self.scenario.error(f"play line {number}: {move}: {error}") from None
        self.run_on()

    def refuse(self, number: int, who: Hashable, move: Mapping[str, Any]) -> None:
        """A move that must be refused and change nothing."""
        if set(move) != {"illegal"}:
            raise self.scenario.error(f"play line {number}: is MOVE or {{illegal: MOVE}}.")
        if who != "chance" and who not in self.seats:
            raise self.scenario.error(f"play line {number}: {who} is no seat.")
        if self.is_stopped or self.asked() != who:
            return
        before = self.match.stepper.states.tobytes()
        try:
            self.match.legal_move(str(move["illegal"]))
        except OsteriaError:
            if self.match.stepper.states.tobytes() != before:
                raise self.scenario.error(f"play line {number}: the refused move changed the table.") from None
            return
        raise self.scenario.error(f"play line {number}: {move['illegal']} should be illegal, but it is allowed.")

    def asked(self) -> Hashable:
        """Who is asked, in words; None when nobody is."""
        decision = self.match.decision if not self.is_stopped else None
        if decision is None:
            return None
        return "chance" if decision.seat == CHANCE else self.seats[decision.seat]

    # ------------------------------------------------------------------------------------------------------ comparing

    def zones(self) -> dict[str, Any]:
        """The zones, with given stacks in their given order."""
        return self.stacks.arrange(self.match.zones(), self.match.stepper.states[0])

    def differences(self) -> Iterator[str]:
        """What is not as expected, a line each."""
        zones = self.zones()
        for key, expected in self.scenario.fields["expect"].items():
            if key in OTHERS:
                yield from getattr(self, f"_check_{key}")(expected)
            elif key in zones:
                yield from self._check_zone(key, expected, zones[key])
            else:
                known = ", ".join([*zones, *OTHERS])
                raise self.scenario.error(f"expect.{key}: there is no such zone; there are {known}.")

    def _check_zone(self, key: str, expected: Any, found: Any) -> Iterator[str]:
        wanted = self._normal(key, expected)
        shown = self._normal(key, found)
        if wanted != shown:
            yield f"{key}: expected {_show(wanted)}, found {_show(shown)}"

    def _normal(self, key: str, zone: Any) -> Any:
        """A zone in a form in which equal means equal: multisets sorted, empty seats filled in."""
        kind = self.stacks.kind_of(key, self.match.stepper.states[0]) or self.game.zone_kinds.get(key)
        if kind in (SETS, LISTS):
            by_seat = {seat: self._list(key, dict(self._map(key, zone)).get(seat)) for seat in self.seats}
            return {seat: sorted(cards) if kind == SETS else cards for seat, cards in by_seat.items()}
        if kind == NUMBERS:
            return {card: count for card, count in sorted(self._map(key, zone).items(), key=str) if count}
        if kind == BY_SEAT:
            return {seat: dict(self._map(key, zone)).get(seat, 0) for seat in self.seats}
        if kind in (SET, LIST):
            return sorted(self._list(key, zone)) if kind == SET else self._list(key, zone)
        return zone

    def _map(self, key: str, zone: Any) -> Mapping[Any, Any]:
        if not isinstance(zone, Mapping):
            raise self.scenario.error(f"expect.{key}: must be a mapping.")
        if self.game.zone_kinds.get(key) != NUMBERS and any(seat not in self.seats for seat in zone):
            raise self.scenario.error(f"expect.{key}: must name seats of {', '.join(map(str, self.seats))}.")
        return zone

    def _list(self, key: str, cards: Any) -> list[str]:
        if cards is not None and not isinstance(cards, list):
            raise self.scenario.error(f"expect.{key}: must be a list.")
        return [str(card) for card in cards or []]

    def _check_asked(self, expected: Any) -> Iterator[str]:
        if expected is None:
            found: Any = None if self.asked() is None else self._question()
        else:
            if not isinstance(expected, Mapping) or set(expected) - {"seat", "ask"}:
                raise self.scenario.error("expect.asked: is {seat: SEAT, ask: ASK}.")
            found = self._question()
            found = {key: found.get(key) for key in expected} if found else None
        if found != (dict(expected) if expected is not None else None):
            yield f"asked: expected {_show(expected)}, found {_show(found)}"

    def _question(self) -> dict[str, Any]:
        decision = self.match.decision
        return {"seat": self.asked(), "ask": decision.ask} if decision and not self.is_stopped else {}

    def _check_options(self, expected: Any) -> Iterator[str]:
        decision = self.match.decision if not self.is_stopped else None
        found = Counter(str(move) for move in decision.options) if decision else Counter()
        wanted = Counter(self._spelling(move) for move in self._list("options", expected))
        for move in sorted((wanted - found).elements()):
            yield f"options: {move} is missing"
        for move in sorted((found - wanted).elements()):
            yield f"options: {move} is too many"

    def _spelling(self, text: str) -> str:
        """One spelling per move; a text that is not legal stays as it is."""
        try:
            return str(self.match.legal_move(text))
        except OsteriaError:
            return text

    def _check_over(self, expected: Any) -> Iterator[str]:
        found = self.match.outcome is not None
        if found != expected:
            yield f"over: expected {expected}, found {found}"

    def _check_winners(self, expected: Any) -> Iterator[str]:
        outcome = self.match.outcome
        found = [self.seats[seat] for seat in outcome.winners] if outcome else None
        if found is None or sorted(map(str, found)) != sorted(self._list("winners", expected)):
            yield f"winners: expected {_show(expected)}, found {_show(found)}"

    def _check_sees(self, expected: Any) -> Iterator[str]:
        if not isinstance(expected, Mapping):
            raise self.scenario.error("expect.sees: is {SEAT: part of its view}.")
        for who, part in expected.items():
            if not isinstance(part, Mapping):
                raise self.scenario.error(f"expect.sees.{who}: is a part of a view.")
            part = dict(part)
            memory = part.pop("memory", MEMORIES[0])
            view = self.match.view(self._viewer(who), memory)
            for key, value in part.items():
                if key not in view:
                    raise self.scenario.error(f"expect.sees.{who}.{key}: a view has {', '.join(view)}.")
                if not _agrees(value, view[key]):
                    yield f"sees: {who}: {key}: expected {_show(value)}, found {_show(view[key])}"

    def _viewer(self, who: Hashable) -> int | None:
        if who in (None, "spectator"):
            return None
        if who not in self.seats:
            raise self.scenario.error(f"{who} is no seat.")
        return self.seats.index(who)

    def _check_tells(self, expected: Any) -> Iterator[str]:
        if not isinstance(expected, Mapping):
            yield from self._check_told("tells", expected, [event.words for event in self.match.events])
            return
        for who, parts in expected.items():
            viewer = self._viewer(who)
            yield from self._check_told(f"tells: {who}", parts, [event.seen_by(viewer) for event in self.match.events])

    def _check_told(self, where: str, parts: Any, events: list[dict[str, Any]]) -> Iterator[str]:
        if not isinstance(parts, list) or not all(
            isinstance(part, Mapping) and isinstance(part.get("never", {}), Mapping) for part in parts
        ):
            raise self.scenario.error(f"expect.{where}: is a list of parts of events.")
        rest = iter(events)
        for part in parts:
            if "never" in part:
                if any(_is_told(part["never"], event) for event in events):
                    yield f"{where}: {_show(part['never'])} is told, and must not be"
            elif not any(_is_told(part, event) for event in rest):
                yield f"{where}: {_show(dict(part))} is not told, or not after the one before"

    def _check_same_view(self, expected: Any) -> Iterator[str]:
        is_pair = isinstance(expected, Mapping) and set(expected) == {"seat", "given"}
        if not is_pair or not isinstance(expected["given"], Mapping):
            raise self.scenario.error("expect.same_view: is {seat: SEAT, given: ZONES}.")
        other = Table(self.scenario, _merged(self.given or {}, expected["given"]))
        other.play_all()
        seat = self._viewer(expected["seat"])
        for memory in MEMORIES:
            mine, theirs = self.match.view(seat, memory).words, other.match.view(seat, memory).words
            for key in mine:
                if mine[key] != theirs[key]:
                    yield f"same_view: {memory}: {key}: {_show(mine[key])} is not {_show(theirs[key])}"


def _agrees(expected: Any, found: Any) -> bool:
    """Whether a part of a view is as expected; mappings may name some of their keys."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return all(key in found and _agrees(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(found, list):
        return sorted(map(str, expected)) == sorted(map(str, found))
    return bool(expected == found)


def _is_told(part: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether an event has all the fields of a part, with these values."""
    return all(event.get(field) == value for field, value in part.items())


def _merged(given: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The given zones with others instead, seat by seat."""
    merged = dict(given)
    for zone, value in other.items():
        old = merged.get(zone)
        merged[zone] = {**old, **value} if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _players(scenario: Scenario, seats: Any) -> int | list[Hashable]:
    if isinstance(seats, bool) or not isinstance(seats, int | list):
        raise scenario.error("seats: must be a list of own kinds, or a number.")
    return seats


def _options(scenario: Scenario, options: Any) -> dict[str, Any]:
    if options is not None and not isinstance(options, Mapping):
        raise scenario.error("options: must be a mapping.")
    return {key: tuple(value) if isinstance(value, list) else value for key, value in (options or {}).items()}


def _show(value: Any) -> str:
    return yaml.safe_dump(value, default_flow_style=True, width=10**6).strip().removesuffix("...").strip()
