"""What the person may look up at the table: the rules, and how to answer."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from osteria import law
from osteria.terminal.plain import drawing_of

HELP = """\
**Answer** with a choice's number, with its words (`play 2 olive`), or with enough of them (`2 ol`, `2 o`). \
A kind's letter stands for it; twice (`oo`) for its double.

- `?` the rule behind the question; `? C-3` another clause; `? mista` an order
- `more` the next choices of a long list; Enter alone draws the table again
- `history` what has happened so far (only where memory is assisted)
- `quit` leaves the table"""


def rule(word: str, asked: str, game: str) -> RenderableType | str:
    """The clause that a word names (left out: the one that asks), with its rulings; a sentence if there is none."""
    clause_id = (drawing_of(game).clause_of(word.lower()) or word.upper()) if word else asked
    known = law.clauses(game) if game in law.GAMES else {}
    if clause_id not in known:
        return f"{game} has no clause or order “{word}”; clauses are named like {asked}."
    one = known[clause_id]
    rulings = [_marked(f"*Ruling: {ruling.title}.* {ruling.choice}") for ruling in law.rulings(one.id)]
    return Group(Text(f"{one.id} {one.title.replace('`', '')}", "bold"), _marked(one.text), *rulings)


def _marked(text: str) -> RenderableType:
    from rich.markdown import Markdown  # SPEED: a tenth of a second that only a reader waits for

    return Markdown(text)


def how_to_answer(game: str) -> RenderableType:
    """How to play at this table."""
    more = drawing_of(game).help()
    return Group(_marked(HELP), Text(""), more) if more else _marked(HELP)


def reason(clause_id: str, *, is_short: bool = False) -> Text:
    """Why it is asked: the clause, by number and title; on one line where it must be short."""
    try:
        title = law.clause(clause_id).title.replace("`", "")
    except KeyError:  # a game that brings no law of its own
        return Text(f"{clause_id}. “help” says how to answer.", "dim")
    if is_short:
        return Text(f"{clause_id} {title}. ? help", "dim", no_wrap=True, overflow="ellipsis")
    return Text(f"{clause_id} {title}. “?” shows the rule, “help” the rest.", "dim")
