"""Whether a move revealed anything, for every game: a decision can be taken back as long as no chance fell, no card was turned
or shown and no announcement changed. It is read from what was told."""

from collections.abc import Sequence
from typing import Any

from osteria.core.events import Event
from osteria.play.match import Match


def reveals(match: Match, start: int, events: Sequence[Event]) -> bool:
    """Whether a move that was the one with the number `start` told anybody what they did not know, beside that it was made."""
    return match.moves > start + 1 or any(_shows(match, event) for event in events)


def _shows(match: Match, event: Event) -> bool:
    words = event.words
    if "announcement" in words.get("now", {}):
        return True
    if "from" not in words:
        return any(field in words for field in ("card", "cards", "amount"))
    if "what" not in words:
        return False
    return "what" not in event.seen_by(None) or _is_hidden(match.view(None).get(words["from"].split("/")[0]), words)


def _is_hidden(zone: Any, words: dict[str, Any]) -> bool:
    """Whether spectators see only the number of what lies where something came from."""
    for part in words["from"].split("/")[1:]:
        zone = zone[part] if isinstance(zone, dict) and part in zone else None
    if isinstance(zone, dict):
        return "size" in zone or words["of"] in zone
    return not isinstance(zone, list)
