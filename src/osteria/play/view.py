"""What a viewer may see: an observation in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from osteria.core.decision import Decision
from osteria.core.errors import OsteriaError
from osteria.core.schema import Table
from osteria.play.trace import Trace

AUTHENTIC, ASSISTED = "authentic", "assisted"
MEMORIES = (AUTHENTIC, ASSISTED)
LATER = ("decision", "ahead")
"""Words that are worked out when somebody looks."""


def checked_memory(memory: str) -> str:
    """The memory of a viewer, if there is such a one."""
    if memory not in MEMORIES:
        raise OsteriaError(f"Memory is {' or '.join(MEMORIES)}, not {memory!r}.")
    return memory


class View(Mapping[str, Any]):
    """What one viewer may see now, in the words of `zones()`; a read-only mapping of plain data
    (the words of past events are shared by the views of a viewer: read them, or copy them).

    Attributes:
        game: the game's name.
        seat: the viewer's seat, or None for a spectator.
        memory: "authentic" or "assisted".
        decision: what is asked; with options only for the seat that is asked, else None.
        history: assisted: the events from the start, as this viewer saw them; authentic: empty.
        observation: the record these words were made from.
        trace: assisted: everything this viewer saw happen, to imagine worlds from; authentic: None.
    """

    __slots__ = ("_words", "decision", "game", "history", "memory", "observation", "seat", "trace")

    def __init__(
        self,
        words: dict[str, Any],
        *,
        game: str,
        seat: int | None,
        memory: str,
        decision: Decision | None,
        history: tuple[dict[str, Any], ...],
        observation: Table,
        trace: Trace | None,
    ) -> None:
        self._words, self.game, self.seat, self.memory = words, game, seat, memory
        self.decision, self.history, self.observation, self.trace = decision, history, observation, trace

    @property
    def words(self) -> dict[str, Any]:
        """All of it as plain data."""
        for key in LATER:
            if callable(self._words[key]):
                self._words[key] = self._words[key]()
        return self._words

    def __getitem__(self, key: str) -> Any:
        # SPEED: what may follow a question is worked out for those who look at it; most bots do not.
        return self.words[key] if key in LATER else self._words[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        asked = f", asked to {self.decision.ask}" if self.decision is not None else ""
        return f"<View of {self.game} for {who}, {self.memory}{asked}: {', '.join(self._words)}>"
