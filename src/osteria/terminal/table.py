"""A person at a table with bots, from the deal to the winner."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from osteria.core.errors import OsteriaError
from osteria.core.events import Event
from osteria.play.match import Match
from osteria.play.view import ASSISTED, View
from osteria.terminal import drawing, reading
from osteria.terminal.choices import Choices
from osteria.terminal.opponents import Opponents
from osteria.terminal.plain import Page, drawing_of
from osteria.terminal.reading import reason
from osteria.terminal.screen import Leave, Screen

QUIT = ("quit", "q", "exit")
HELP = ("help", "h")
NO_PAST = "Memory is authentic at this table (G-8): what has passed is not shown again."


class Sitting:
    """One person's game. The screen is made from the person's own views and what the person saw of each event.

    Args:
        match: the game.
        seat: where the person sits.
        memory: "authentic" or "assisted" (G-8).
        opponents: who plays the other seats.
        screen: the person's terminal.
        keep: called whenever the person is asked: puts the game away, so that it is not lost whatever happens.
        is_resumed: whether the person has sat here before: what has passed is then not told again (G-8).
    """

    def __init__(
        self,
        match: Match,
        seat: int,
        memory: str,
        opponents: Opponents,
        screen: Screen,
        keep: Callable[[], object] = lambda: None,
        *,
        is_resumed: bool = False,
    ) -> None:
        self._keep, self._is_resumed = keep, is_resumed
        self._match, self._seat, self._memory = match, seat, memory
        self._opponents, self._screen = opponents, screen
        self._drawing = drawing_of(match.game)
        self._voices = self._drawing.voices(match.seats, match.seats[seat])
        self._story = self._drawing.story(self._voices)
        self._view = self._look()

    def _look(self) -> View:
        return self._match.view(self._seat, memory=self._memory)

    def play_through(self) -> None:
        """Play until somebody has won; Leave if the person goes."""
        if not self._is_resumed:
            self._tell(event for event in self._match.events if event.name != "deal")
        while (decision := self._match.decision) is not None:
            if decision.seat == self._seat:
                events = self._person_plays()
                self._story.answered()
            else:
                self._screen.murmur("The others are thinking …")
                events = self._match.play(self._opponents.answer(self._match))
            self._tell(events)
        self._show(self._story.finish(), self._view)

    # ----------------------------------------------------------------------------------------------- what happened

    def _tell(self, events: Iterable[Event]) -> None:
        before, self._view = self._view, self._look()
        pages = self._story.hear(event.seen_by(self._seat) for event in events)
        pages += self._story.look(self._view)
        goes_on = self._view["phase"] == "turn" and before.get("round") == self._view.get("round")
        for page in pages:
            self._show(page, self._view if goes_on else before)

    def _show(self, page: Page, view: View) -> None:
        """A page, on the table as it was then; the person turns it."""
        if not self._screen.is_live:
            self._screen.draw(lambda _is_roomy: drawing.bare_page(page, self._match.game))
            return
        while True:
            self._screen.draw(lambda is_roomy: drawing.page(page, view, self._voices, is_roomy=is_roomy))
            word = self._screen.ask("Enter goes on. ").lower()
            if not self._looked_up(word, None):
                return

    # ------------------------------------------------------------------------------------------------ what is asked

    def _person_plays(self) -> tuple[Event, ...]:
        """Ask until the person has made a legal move; returns what happened."""
        decision = self._match.decision
        assert decision is not None
        self._keep()
        own = self._voices.me if isinstance(self._voices.me, str) else None
        choices, remark = Choices(decision.options, own, self._drawing), ""
        while True:
            self._ask_on_screen(decision.clause, choices, remark)
            text, remark = self._screen.ask("> "), ""
            if self._looked_up(text.lower(), decision.clause) or choices.leafed(text.lower()):
                continue
            try:
                return self._match.play(choices.meant(text))
            except OsteriaError as error:
                remark = drawing.refusal(error)

    def _ask_on_screen(self, clause: str, choices: Choices, remark: str) -> None:
        what = self._drawing.question(self._view, self._voices)
        what.style = "bold"
        lines = self._story.lines
        said = [Text(remark, "bold yellow")] if remark else []

        def compose(is_roomy: bool) -> list[RenderableType]:
            is_short = not is_roomy and self._screen.is_narrow
            asked = [what, reason(clause, is_short=is_short), choices.draw(is_short=is_short), *said]
            return drawing.asked(lines, asked, self._view, self._voices, is_roomy=is_roomy)

        self._screen.draw(compose)

    def _looked_up(self, word: str, clause: str | None) -> bool:
        """Whether the word was no answer but something to read, which has been read now; Leave if it was goodbye."""
        if word in QUIT:
            raise Leave
        if word in HELP:
            self._screen.leaf_through(reading.how_to_answer(self._match.game))
        elif word.startswith("?"):
            self._screen.leaf_through(reading.rule(word[1:].strip(), clause or "G-8", self._match.game))
        elif word == "history":
            self._screen.leaf_through(self._history())
        else:
            return False
        return True

    def _history(self) -> RenderableType:
        if self._memory != ASSISTED:
            return Text(NO_PAST)
        return Group(*drawing.history(self._view, self._voices))
