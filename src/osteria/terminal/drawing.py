"""Whole screens, for every game: a title, the table, what happened, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from osteria.core.errors import IllegalMove, OsteriaError
from osteria.games import game as game_of
from osteria.play.view import View
from osteria.terminal.plain import Page, drawing_of
from osteria.terminal.words import Voices, line, listed

GAP = Text("")


def title(view: View) -> RenderableType:
    """The game, the round, the memory."""
    parts = [game_of(view["game"]).title, *drawing_of(view["game"]).heading(view)]
    return Rule(Text(" · ".join(parts), "bold"), style="dim", align="left")


def table(view: View, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
    """What lies on the table."""
    return drawing_of(view["game"]).table(view, voices, is_roomy=is_roomy)


def page(page: Page, view: View, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
    """A turn with the table behind it, or an order with the columns as they lay."""
    gap = [GAP] if is_roomy else []
    if page.columns is None:
        return [title(view), *table(view, voices, is_roomy=is_roomy), *gap, Rule(style="dim"), *page.lines]
    return [title(view), *bare_page(page, view["game"]), *gap, _tally(page, voices)]


def bare_page(page: Page, game: str) -> list[RenderableType]:
    """What happened, and nothing else; of an order also the columns as they lay."""
    return [*drawing_of(game).before_page(page), *page.lines]


def _tally(page: Page, voices: Voices) -> Text:
    return line(
        "Delivered so far: ", listed(line(voices.name(seat), f" {n}") for seat, n in page.delivered.items()), "."
    )


def asked(
    lines: Sequence[Text], asked: Sequence[RenderableType], view: View, voices: Voices, *, is_roomy: bool
) -> list[RenderableType]:
    """The table, what happened before the question, and the question."""
    gap = [GAP] if is_roomy else []
    told: list[RenderableType] = [*gap, Rule(style="dim"), *lines] if lines else []
    return [title(view), *table(view, voices, is_roomy=is_roomy), *told, Rule(style="dim"), *asked]


def refusal(error: OsteriaError) -> str:
    """Why an answer was no legal move."""
    return f"{error} ({error.clause})" if isinstance(error, IllegalMove) else str(error)


def history(view: View, voices: Voices) -> list[Text]:
    """Everything that the viewer saw happen."""
    story = drawing_of(view["game"]).story(voices)
    pages = story.hear(view.history)
    return [text for part in (*pages, story.finish()) for text in (*part.lines, GAP)]


def standing(view: View, voices: Voices) -> list[RenderableType]:
    """Who won, and how everybody ended."""
    outcome, words = view["outcome"], drawing_of(view["game"]).score_words
    grid = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    grid.add_column()
    for word in words:
        grid.add_column(word, justify="right")
    for seat in voices.seats:
        you = " (you)" if voices.is_me(seat) else ""
        numbers = (outcome["score"][seat], outcome["tiebreak"][seat])[: len(words)]
        grid.add_row(line("  ", voices.label(seat), you), *map(str, numbers))
    return [_winners(outcome["winners"], voices), grid]


def _winners(winners: Sequence[object], voices: Voices) -> Text:
    if len(winners) == 1:
        return voices.does(winners[0], "win", "!")
    return line(listed((voices.name(seat) for seat in winners), " and "), " share the win (G-7).")
