"""The one family of errors that leaves the engine.

OsteriaError
├── IllegalMove       the move is well formed, but the rules do not allow it now (`.clause` says which)
├── MalformedMove     the text is no move at all
├── TranscriptError   a transcript that cannot be replayed
└── ScenarioError     a scenario that cannot be read
"""

from __future__ import annotations


class OsteriaError(Exception):
    """Something a user did; its text is one sentence that is safe to show."""


class IllegalMove(OsteriaError):
    """A move the rules do not allow now.

    Args:
        sentence: what is wrong and what would be right, without anything hidden.
        clause: the id of the clause that forbids it, such as "MM-4".
    """

    def __init__(self, sentence: str, clause: str) -> None:
        super().__init__(sentence)
        self.clause = clause


class MalformedMove(OsteriaError):
    """A text that is no move of this game."""


class TranscriptError(OsteriaError):
    """A transcript that cannot be read or replayed."""


class ScenarioError(OsteriaError):
    """A scenario that cannot be read; the text names the file, the scenario and the field."""
