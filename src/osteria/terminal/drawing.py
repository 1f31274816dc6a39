"""Whole screens, for every game: a title, the table, what happened, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from osteria.core.errors import IllegalMove, OsteriaError
from osteria.play.view import View
from osteria.terminal import kitchen, soles
from osteria.terminal.story import Page, Story
from osteria.terminal.words import TITLES, Voices, line, listed

GAP = Text("")


def story_for(voices: Voices) -> Story | soles.Catch:
    """Who listens to the events at a table: own kinds sit at a pizza table, numbers at Roll for Soles."""
    return Story(voices) if isinstance(voices.seats[0], str) else soles.Catch(voices)


def title(view: View) -> RenderableType:
    """The game, the round, the memory."""
    parts = [TITLES[view["game"]]]
    if "round" in view:
        parts.append(f"round {view['round']} of {kitchen.ROUNDS[view['game']]}")
    if "oven" in view:
        parts.append(f"{view['memory']} memory")
    return Rule(Text(" · ".join(parts), "bold"), style="dim", align="left")


def table(view: View, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
    """What lies on the table."""
    if "oven" in view:
        return kitchen.draw_table(view, voices, is_roomy=is_roomy)
    return list(soles.draw_table(view, voices))


def page(page: Page, view: View, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
    """A turn with the table behind it, or an order with the columns as they lay."""
    gap = [GAP] if is_roomy else []
    if page.columns is None:
        return [title(view), *table(view, voices, is_roomy=is_roomy), *gap, Rule(style="dim"), *page.lines]
    return [title(view), *bare_page(page), *gap, _tally(page, voices)]


def bare_page(page: Page) -> list[RenderableType]:
    """What happened, and nothing else; of an order also the columns as they lay."""
    if page.columns is None:
        return list(page.lines)
    return [kitchen.draw_columns(page.columns), *page.lines]


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
    story = story_for(voices)
    pages = story.hear(view.history)
    return [text for part in (*pages, story.finish()) for text in (*part.lines, GAP)]


def standing(view: View, voices: Voices) -> list[RenderableType]:
    """Who won, and how everybody ended."""
    outcome = view["outcome"]
    is_pizza = "oven" in view
    grid = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column("delivered" if is_pizza else "soles", justify="right")
    if is_pizza:
        grid.add_column("ingredients left", justify="right")
    for seat in voices.seats:
        left = [str(outcome["tiebreak"][seat])] if is_pizza else []
        you = " (you)" if voices.is_me(seat) else ""
        grid.add_row(line("  ", voices.label(seat), you), str(outcome["score"][seat]), *left)
    return [_winners(outcome["winners"], voices), grid]


def _winners(winners: Sequence[object], voices: Voices) -> Text:
    if len(winners) == 1:
        return voices.does(winners[0], "win", "!")
    return line(listed((voices.name(seat) for seat in winners), " and "), " share the win (G-7).")
