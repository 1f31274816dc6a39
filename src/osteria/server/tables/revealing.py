"""Whether a move revealed anything, for every game: a decision can be taken back as long as no chance fell, no card was turned
or shown and no announcement changed. It is read from what was told."""

from collections.abc import Sequence
from typing import Any

from osteria.core.events import Event
from osteria.play.match import Match


def reveals(match: Match, start: int, events: Sequence[Event]) -> bool:
    """Whether a move that was the one with the number `start` told anybody what they did not know, beside that it was made."""
    if match.moves > start + 1:
        return True
    moved = []
    for event in events:
        words = _shown(event)
        if words == {}:
            return True  # SPEED: mostly the first event is an announcement
        if words is not None:
            moved.append(words)
    if not moved:
        return False
    lies = match.rules.view(
        match.stepper.observe(-1, 0)[0], None
    )  # SPEED: what spectators see, and nothing that is asked
    return any(_is_hidden(lies.get(words["from"].split("/")[0]), words) for words in moved)


def _shown(event: Event) -> dict[str, Any] | None:
    """What everybody was told of a thing that changed its place; {}: something that nobody had seen; None: nothing."""
    words = event.words
    if "announcement" in words.get("now", {}):
        return {}
    if "from" not in words:
        return {} if any(field in words for field in ("card", "cards", "amount")) else None
    if "what" not in words:
        return None
    return words if "what" in event.seen_by(None) else {}


def _is_hidden(zone: Any, words: dict[str, Any]) -> bool:
    """Whether spectators see only the number of what lies where something came from."""
    for part in words["from"].split("/")[1:]:
        zone = zone[part] if isinstance(zone, dict) and part in zone else None
    if isinstance(zone, dict):
        return "size" in zone or words["of"] in zone
    return not isinstance(zone, list)
