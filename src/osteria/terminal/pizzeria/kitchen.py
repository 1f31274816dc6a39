"""A pizza table as a screen shows it, built from a view: seats, oven, columns, and the own hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from rich.console import JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from osteria.games.pizzeria.game import PizzaGame
from osteria.terminal.pizzeria.asking import question
from osteria.terminal.pizzeria.cards import (
    LETTERS,
    KindVoices,
    chip,
    counted,
    is_ingredient,
    kind_of,
    letters_of,
    named,
    row_by_kind,
    row_of,
)
from osteria.terminal.pizzeria.orders import clause_of, wants
from osteria.terminal.pizzeria.story import Story
from osteria.terminal.pizzeria.telling import tell
from osteria.terminal.plain import Drawing, Listener, Page
from osteria.terminal.words import Part, Voices, line, listed, plural

Words = Mapping[str, Any]


def draw_table(view: Words, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
    """Everything that lies on the table and may be seen now; with little room in fewer words."""
    parts: list[RenderableType] = [
        draw_seats(view, voices, is_roomy=is_roomy),
        draw_oven(view, voices, is_roomy=is_roomy),
    ]
    if view["phase"] == "scoring" or view["columns"]:
        parts.append(draw_columns(view["columns"]) if is_roomy else _columns_line(view["columns"]))
    if view["seat"] is not None:
        parts += draw_hand(view["hands"][view["seat"]], view["seat"], is_roomy=is_roomy)
    return parts


def draw_seats(view: Words, voices: Voices, *, is_roomy: bool) -> Table:
    """Who holds how much, and what everybody has delivered."""
    titles = ("", "ingredients", "orders", "stack", "delivered") if is_roomy else ("", "ingr", "ord", "stk", "done")
    grid = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2 if is_roomy else 1, 0, 0))
    for place, title in enumerate(titles):
        justify: JustifyMethod = "left" if place in (0, len(titles) - 1) else "right"
        grid.add_column(title, overflow="fold", justify=justify, no_wrap=not is_roomy and place == 0)
    draw_piles = _piles if is_roomy else _pile_sizes
    for seat in voices.seats:
        who = _seat_cell(view, voices, seat, is_roomy=is_roomy)
        stack = _stack_cell(view, seat, is_roomy=is_roomy)
        grid.add_row(who, *_hand_cells(view, seat), stack, draw_piles(view, seat))
    return grid


def _seat_cell(view: Words, voices: Voices, seat: Any, *, is_roomy: bool) -> Text:
    mark = "▸ " if seat == view["turn"] else "  "
    you = (" (you)", "bold") if voices.is_me(seat) else ""
    card = (" ☼ Sole Mio!" if is_roomy else " ☼", "bold") if seat == view["holder"] else ""
    baker = (" bakes", "bold") if seat == view["baker"] else ""
    return line(mark, voices.label(seat), you, card, baker)


def _hand_cells(view: Words, seat: Any) -> tuple[str, str]:
    hand = view["hands"][seat]
    if not isinstance(hand, Mapping):
        ingredients = sum(is_ingredient(card) for card in hand)
        hand = {"ingredients": ingredients, "orders": len(hand) - ingredients}
    return str(hand["ingredients"]), str(hand["orders"])


def _stack_cell(view: Words, seat: Any, *, is_roomy: bool) -> str:
    stack = view["orders"][seat]
    under = stack["under"]
    if isinstance(under, int):
        return str(stack["shuffled"] + under)
    if not is_roomy:
        return str(stack["shuffled"] + len(under))
    return f"{stack['shuffled'] + len(under)}" + (f" (last: {', '.join(under)})" if under else "")


def _piles(view: Words, seat: Any) -> Text:
    delivered, removed = view["delivered"][seat], view["removed"][seat]
    text = line((str(len(delivered)), "bold green"), f" {', '.join(delivered)}" if delivered else "")
    return line(text, (f"  removed: {', '.join(removed)}", "dim")) if removed else text


def _pile_sizes(view: Words, seat: Any) -> Text:
    removed = len(view["removed"][seat])
    return line((str(len(view["delivered"][seat])), "bold green"), (f" -{removed}", "dim") if removed else "")


def draw_oven(view: Words, voices: Voices, *, is_roomy: bool) -> Text:
    """How much is in the oven, its top card, the last announcement (G-5), and how much is in the other stacks."""
    oven, said = view["oven"], view["announcement"]
    to_turn = " still to be turned over" if view["phase"] == "scoring" else ""
    parts: list[Part] = [("Oven ", "bold"), plural(oven["size"], "card"), to_turn]
    if oven["top"]:
        parts += [", on top: ", _in_oven(oven["top"], voices)]
    if said and view["phase"] == "turn":
        doubles = f" ({plural(said['doubles'], 'double')})" if said["doubles"] else ""
        parts += [". Last play: ", voices.name(said["seat"]), f", {said['ingredients']} ", named(said["kind"]), doubles]
    if oven.get("count"):
        parts += ["\n     in it: ", listed(_oven_count(oven["count"]))]
    return line(*parts, ".\n" if is_roomy else ". ", _supply_line(view))


def _in_oven(card: str, voices: Voices) -> Text:
    owner, slash, order = card.partition("/")
    return line(voices.whose(owner), " ", (order, "bold")) if slash else named(card)


def _oven_count(count: Mapping[str, int]) -> list[Text]:
    return [
        line(chip(card.partition("/")[0]), f" {card.partition('/')[2]}") if "/" in card else counted({card: number})
        for card, number in count.items()
    ]


def _supply_line(view: Words) -> Text:
    used = view["used"]
    pile = Text(plural(used, "card")) if isinstance(used, int) else counted(used)
    return line(("Supply ", "bold"), plural(view["supply"], "card"), ". ", ("Used ", "bold"), pile, ".")


def draw_columns(columns: Mapping[str, int]) -> RenderableType:
    """The columns, a row for every kind, with the number of ingredients."""
    grid = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right")
    grid.add_column(overflow="fold")
    for kind in LETTERS:
        cards = {card: n for card, n in columns.items() if kind_of(card) == kind and n}
        worth = sum(n * (1 if card == kind else 2) for card, n in cards.items())
        grid.add_row(line("  ", named(kind)), str(worth), row_of(cards) if cards else "")
    return _under("Columns", grid)


def _columns_line(columns: Mapping[str, int]) -> Text:
    return line(("Columns ", "bold"), row_by_kind(columns))


def _under(title: str, body: RenderableType) -> RenderableType:
    grid = Table.grid()
    grid.add_row(Text(title, "bold"))
    grid.add_row(body)
    return grid


def draw_hand(hand: list[str], own: str, *, is_roomy: bool) -> list[RenderableType]:
    """The own cards: ingredients, then orders with what they ask for."""
    ingredients = Counter(card for card in hand if is_ingredient(card))
    orders = [card for card in hand if not is_ingredient(card)]
    if not is_roomy:
        return [line(("Your hand ", "bold"), row_by_kind(ingredients), " ", ", ".join(orders))]
    cards = counted(ingredients) if ingredients else "no ingredient"
    hand_line = line(("Your hand ", "bold"), cards)
    grid = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for order in orders:
        grid.add_row(Text(f"  {order}"), Text(wants(order, own), "dim"))
    return [hand_line, grid] if orders else [hand_line]


class Kitchen(Drawing):
    """A table around an oven."""

    score_words = ("delivered", "ingredients left")

    def voices(self, seats: Iterable[Hashable], me: Hashable | None) -> Voices:
        """Seats are own kinds."""
        return KindVoices(seats, me)

    def heading(self, view: Words) -> list[str]:
        """The round and the memory."""
        assert isinstance(self.game, PizzaGame)
        return [f"round {view['round']} of {self.game.box.rounds}", f"{view['memory']} memory"]

    def table(self, view: Words, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
        """Everything that lies on the table and may be seen now."""
        return draw_table(view, voices, is_roomy=is_roomy)

    def story(self, voices: Voices) -> Listener:
        """Pages: one player's turn, or one order."""
        return Story(voices)

    def sentences(self, voices: Voices, events: list[Any]) -> list[Text]:
        """A sentence for every event."""
        return tell(voices, events)

    def question(self, view: Words, voices: Voices) -> Text:
        """What is asked of the person."""
        return question(view, voices)

    def beside(self, move: str, own: str | None) -> str:
        """What an order asks for."""
        verb, _, rest = move.partition(" ")
        return wants(rest, own) if verb in ("order", "join") and own else ""

    def abbreviates(self, word: str, whole: str) -> bool:
        """`ol` and `o` are olive, `oo` is double-olive; a kind's letter is never another kind's beginning."""
        if is_ingredient(whole):
            if word == letters_of(whole).lower():
                return True
            if word.upper() in LETTERS.values():
                return False
        return super().abbreviates(word, whole)

    def before_page(self, page: Page) -> list[RenderableType]:
        """The columns as they lay when an order was turned up."""
        return [] if page.columns is None else [draw_columns(page.columns)]

    def clause_of(self, word: str) -> str | None:
        """The clause of an order."""
        return clause_of(word)

    def help(self) -> RenderableType:
        """The letters of the kinds."""
        return line("The kinds: ", listed(named(kind) for kind in LETTERS), ".")
