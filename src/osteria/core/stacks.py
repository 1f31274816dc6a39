"""What a seed deals: the shuffled stacks and the dice of a game, as data that Python and the page read alike.

A seed gives every list of words a rank, a number of 64 bits (`osteria.play.fate.rank_of`). A game's folder declares by
templates (`core.template`) which words stand for which card or roll; the reader of Python is below, that of the page is
`web/src/house/seeded.ts`. Both know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from osteria.core.schema import State
from osteria.core.template import Template, compiled, listed, var
from osteria.core.wording import NOBODY, Wording

if TYPE_CHECKING:
    from osteria.core.game import Game

Rank = Callable[..., int]
"""A number that a seed gives to a physical card or a roll, by its words."""


@dataclass(frozen=True)
class Stack:
    """What chance draws from when it is asked: a shuffled stack has `cards`, dice have `words`.

    Attributes:
        name: a list of words, of a record; a new shuffle has a new name.
        cards: of a record that was just shuffled: a list of `[card, word, ...]`, dealt by the ranks of their words.
        late: of the same record: `[card, place, word, ...]`, a card that the rank of these words puts somewhere behind the
            first so many cards; None: there is none.
        first: the action that deals card 0.
        words: of `var("number")`, how often was drawn before: their rank chooses one of the equally likely outcomes.
    """

    name: Template
    cards: Template = None
    late: Template = None
    first: int = 0
    words: Template = None

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self)


DRAWS = Stack(listed("draws"), words=listed("draw", var("number")))
"""All that chance does, where a game says nothing else: every draw has its number, whoever draws."""


class Numbers(Sequence[int]):
    """Every draw of a game as a seed has it: a number by how many came before."""

    def __init__(self, game: Game, ask: int, rank: Rank) -> None:
        self.game, self.ask, self.rank = game, ask, rank

    def __getitem__(self, number: Any) -> Any:
        return self.rank(*self.game.stack_readers[self.ask].words(number))

    def __len__(self) -> int:
        return 1 << 30


class StackReader:
    """Reads one `Stack` with the words and rules of its game."""

    def __init__(self, stack: Stack, wording: Wording) -> None:
        self.stack, self._wording = stack, wording
        self._name = self._said(stack.name, is_short=True)
        self._cards, self._late = self._said(stack.cards), self._said(stack.late)
        self._words = self._said(stack.words, "number")

    def _said(self, template: Template, *variables: str, is_short: bool = False) -> Callable[..., Any]:
        return compiled(template, self._wording.lists, self._wording.rules, *variables, is_short=is_short)

    def name(self, s: State) -> tuple[Any, ...]:
        """Which stack it is now."""
        return tuple(self._name(NOBODY, s, None))

    def words(self, number: int) -> Sequence[Hashable]:
        """What a draw after so many others is called."""
        return self._words(NOBODY, None, None, number)  # type: ignore[no-any-return]

    def cards(self, s: State, rank: Rank) -> Sequence[int]:
        """What lies there, just shuffled, in the order of a seed's ranks."""
        cards = [card for card, *_ in sorted(self._cards(NOBODY, s, None), key=lambda one: rank(*one[1:]))]
        if late := self._late(NOBODY, s, None):
            card, place, *words = late
            cards.insert(place + rank(*words) % (len(cards) - place + 1), card)
        return cards
