"""`osteria rules`: the law of a game, clause by clause."""

import re
from dataclasses import asdict
from typing import Any, NamedTuple

from rich.markdown import Markdown

from osteria import OsteriaError, law
from osteria.cli.printing import output, print_json


class Words(NamedTuple):
    """What stands before the parts of a ruling."""

    ruling: str
    assumed: str
    alternatives: str
    reason: str


WORDS = {
    "en": Words("Ruling", "assumed", "In the texts", "Reason"),
    "de": Words("Entscheidung", "angenommen", "In den Texten", "Grund"),
    "it": Words("Decisione", "presunta", "Nei testi", "Motivo"),
    "nl": Words("Besluit", "aangenomen", "In de teksten", "Reden"),
}


def rules(game: str, clause: str | None = None, *, language: str = law.LANGUAGES[0], json: bool = False) -> None:
    """Print the rules of a game, or one clause of them with its rulings.

    Parameters
    ----------
    game
        The name of a game.
    clause
        The id of a clause, such as C-3. Left out: all clauses that hold in the game.
    language
        en, de, it or nl.
    json
        Print one JSON object on one line.
    """
    found = _clauses(game, language) if clause is None else [_clause(game, clause, language)]
    if json:
        listed = [_as_json(one, language) for one in found]
        answer = {"game": game, "language": language, "credits": asdict(law.credits_of(game)), "clauses": listed}
        print_json(answer)
    else:
        if clause is None:
            _print_credits(game, language)
        _print(found, language)
        if clause is not None:
            _print_rulings(law.rulings(found[0].id, language), language)


def _clauses(game: str, language: str) -> list[law.Clause]:
    if game not in law.GAMES:
        raise OsteriaError(f"there is no game {game!r}; the games are {', '.join(law.GAMES)}.")
    if language not in law.LANGUAGES:
        raise OsteriaError(f"there are no rules in {language!r}; the languages are {', '.join(law.LANGUAGES)}.")
    return list(law.clauses(game, language).values())


def _clause(game: str, name: str, language: str) -> law.Clause:
    known = {one.id: one for one in _clauses(game, language)}
    clause_id = name.upper()
    if clause_id not in known:
        raise OsteriaError(f"{game} has no clause {name!r}; its clauses are {_in_ranges(list(known))}.")
    return known[clause_id]


def _in_ranges(ids: list[str]) -> str:
    """The ids as people would list them: `G-1 to G-9, C-1 to C-7, ...`."""
    runs: list[list[str]] = []
    for one in ids:
        if runs and _next_id(runs[-1][-1]) == one:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _next_id(clause_id: str) -> str:
    group, number = clause_id.split("-")
    return f"{group}-{int(number) + 1}"


def _print_credits(game: str, language: str) -> None:
    """Who made the game: its title and a line for each fact."""
    lines = "\n".join(f"- {line}" for line in law.credit_lines(game, language))
    console = output()
    console.print(Markdown(f"**{law.credits_of(game).title}**\n\n{lines}"))
    console.print()


def _print(found: list[law.Clause], language: str) -> None:
    console = output()
    for one in found:
        console.print(Markdown(f"**{one.id}** {_with_notation(one.title, language)}\n\n{one.text}"))
        console.print()


def _with_notation(title: str, language: str) -> str:
    """A title that names an order, with the word that people type for it."""
    typed = " ".join(f"`{order}`" for order in law.orders_of_title(title, language))
    return f"{title} ({typed})" if typed else title


def _print_rulings(rulings: tuple[law.Ruling, ...], language: str) -> None:
    console = output()
    for ruling in rulings:
        console.print(Markdown(_ruling_text(ruling, language)))
        console.print()


def _ruling_text(ruling: law.Ruling, language: str) -> str:
    words = WORDS[language]
    mark = f"{words.ruling}, {words.assumed}" if ruling.assumed else words.ruling
    choice = f"*{mark}: {ruling.title}.* {ruling.choice}"
    return f"{choice}\n\n- {words.alternatives}: {ruling.alternatives}\n- {words.reason}: {ruling.reason}"


def _as_json(one: law.Clause, language: str) -> dict[str, Any]:
    rulings = [
        {
            "name": ruling.name,
            "title": ruling.title,
            "choice": _one_line(ruling.choice),
            "alternatives": _one_line(ruling.alternatives),
            "reason": _one_line(ruling.reason),
            "assumed": ruling.assumed,
        }
        for ruling in law.rulings(one.id, language)
    ]
    text = _one_line(one.text)
    return {"id": one.id, "title": one.title, "text": text, "orders": list(one.orders), "rulings": rulings}


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)
