"""The law of the games as data: every clause, and every ruling with its alternatives and its reason.

The pages are Markdown files beside this module (`docs/rules` and `docs/rulings` are links to them). A caller asks for
`clauses(game)`, for one `clause(id)`, for the `rulings` that touch a clause, for the `order_names` of a language, or for
the `credits_of` a game.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from osteria.law.credit import Credits, credit_lines, credits_of
from osteria.law.names import order_names, orders_named, orders_of_title

__all__ = [
    "GAMES",
    "LANGUAGES",
    "Clause",
    "Credits",
    "Ruling",
    "clause",
    "clauses",
    "credit_lines",
    "credits_of",
    "order_names",
    "orders_of_title",
    "rulings",
]

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
"""The games that the pages speak of, in the order of every list."""

LANGUAGES = ("en", "de", "it", "nl")
"""The languages of the pages (G-9), the one they were written in first."""

_PAGES = (
    "general",
    "filling",
    "mamma-mia",
    "mamma-mia-orders",
    "sole-mio",
    "sole-mio-orders",
    "help",
    "grande",
    "roll-for-soles",
)
_GROUPS = ("G", "C", "MM", "SM", "HP", "GR", "RS")
_FRONT = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_ELSEWHERE = re.compile(r"\A<!-- games: (.*?) -->\n+")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id (`C-3`), a short title, its text in Markdown, and the games in which it holds.

    `orders` are the notations of the orders that it names (`two-of-each`); title and text use their names.
    """

    id: str
    title: str
    text: str
    games: tuple[str, ...]
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: what was chosen where the published texts disagree or are silent, and why.

    `name` is the page's file name without its ending. `assumed` marks a fact that nobody could confirm.
    """

    name: str
    clauses: tuple[str, ...]
    title: str
    choice: str
    alternatives: str
    reason: str
    assumed: bool


def clauses(game: str, language: str = LANGUAGES[0]) -> Mapping[str, Clause]:
    """All clauses that hold in a game, in the order of their ids, general ones first, in one of the `LANGUAGES`.

    An unknown game or language is a KeyError.
    """
    if game not in GAMES:
        raise KeyError(game)
    return MappingProxyType({one.id: one for one in _all_clauses(language) if game in one.games})


def clause(clause_id: str, language: str = LANGUAGES[0]) -> Clause:
    """One clause by its id, whatever the game. An unknown id or language is a KeyError."""
    return {one.id: one for one in _all_clauses(language)}[clause_id]


def rulings(clause_id: str | None = None, language: str = LANGUAGES[0]) -> tuple[Ruling, ...]:
    """The rulings that touch a clause, or all of them, in the order of the clauses, in one of the `LANGUAGES`."""
    return tuple(one for one in _all_rulings(language) if clause_id is None or clause_id in one.clauses)


@cache
def _all_clauses(language: str) -> tuple[Clause, ...]:
    folder = _folder("rules", language)
    found = (one for page in _PAGES for one in _clauses_of(_read(folder, f"{page}.md"), language))
    return tuple(sorted(found, key=_place))


@cache
def _all_rulings(language: str) -> tuple[Ruling, ...]:
    order = [one.id for one in _all_clauses(language)]
    folder = _folder("rulings", language)
    entries = (files(__package__) / folder).iterdir()
    names = sorted(page.name for page in entries if page.name.endswith(".md") and page.name != "README.md")
    pages = (_ruling(name.removesuffix(".md"), _read(folder, name)) for name in names)
    return tuple(sorted(pages, key=lambda one: order.index(one.clauses[0])))


def _place(one: Clause) -> tuple[int, int]:
    """Where a clause stands in every list: by group, then by number."""
    group, number = one.id.split("-")
    return _GROUPS.index(group), int(number)


def _folder(name: str, language: str) -> str:
    """Where the pages of a language lie: those of the first one directly in the folder."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return name if language == LANGUAGES[0] else f"{name}/{language}"


def _read(folder: str, name: str) -> str:
    return (files(__package__) / folder / name).read_text(encoding="utf-8")


def _clauses_of(page: str, language: str) -> Iterator[Clause]:
    front, body = _front_and_body(page)
    for heading, text in _sections(body):
        clause_id, _, title = heading.partition(" ")
        elsewhere = _ELSEWHERE.match(text)
        games = elsewhere[1] if elsewhere else front["games"]
        text = _ELSEWHERE.sub("", text)
        yield Clause(clause_id, title, text, tuple(games.split()), orders_named(title, text, language))


def _ruling(name: str, page: str) -> Ruling:
    front, body = _front_and_body(page)
    choice, alternatives, reason = (text for _, text in _sections(body))
    return Ruling(
        name=name,
        clauses=tuple(front["clauses"].split()),
        title=front["title"],
        choice=choice,
        alternatives=alternatives,
        reason=reason,
        assumed=front.get("assumed") == "yes",
    )


def _front_and_body(page: str) -> tuple[dict[str, str], str]:
    """The `key: value` lines between the first two `---` lines, and what follows them."""
    found = _FRONT.match(page)
    if found is None:
        raise ValueError("a page of the law begins with `---`, lines of `key: value`, and `---`")
    lines = (line.partition(":") for line in found[1].splitlines())
    return {key.strip(): value.strip() for key, _, value in lines}, found[2]


def _sections(body: str) -> Iterator[tuple[str, str]]:
    """Each second-level heading with the text below it."""
    parts = _HEADING.split(body)
    for heading, text in zip(parts[1::2], parts[2::2], strict=True):
        yield heading.strip(), text.strip()
