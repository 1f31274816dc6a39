"""The texts of the law: clauses, rulings, and the pages that show them."""

import re
from pathlib import Path

import pytest
from citations import ROOT, shipped

from osteria import law
from osteria.games import game as game_of
from osteria.games.pizzeria.cards import KINDS, ORDERS


def test_every_game_has_its_clauses_and_the_general_ones() -> None:
    prefixes = {game: {clause.split("-")[0] for clause in law.clauses(game)} for game in law.GAMES}
    assert prefixes == {
        "mamma-mia": {"G", "C", "MM"},
        "sole-mio": {"G", "C", "MM", "SM", "HP"},
        "grande": {"G", "C", "MM", "SM", "HP", "GR"},
        "roll-for-soles": {"G", "RS"},
    }


def test_clauses_come_in_the_order_of_their_numbers() -> None:
    numbers = [int(clause.split("-")[1]) for clause in law.clauses("mamma-mia") if clause.startswith("MM-")]
    assert numbers == list(range(1, 18))


@pytest.mark.parametrize("language", law.LANGUAGES)
@pytest.mark.parametrize("game", law.GAMES)
def test_every_clause_has_a_title_and_a_text_and_refers_to_clauses_that_exist(game: str, language: str) -> None:
    for clause in law.clauses(game, language).values():
        assert clause.title
        assert clause.text.endswith((".", "`"))
        assert set(re.findall(r"\b(?:G|C|MM|SM|HP|GR|RS)-\d+\b", clause.text)) <= shipped()


@pytest.mark.parametrize("language", law.LANGUAGES)
@pytest.mark.parametrize("game", law.GAMES)
def test_a_game_has_the_same_clauses_with_the_same_numbers_in_every_language(game: str, language: str) -> None:
    def facts(clause: law.Clause) -> tuple[str, list[str], list[str], tuple[str, ...]]:
        text = " ".join(clause.text.split())
        return clause.id, sorted(re.findall(r"\d+", text)), sorted(re.findall(r"`[^`]+`", text)), clause.orders

    translated = [facts(clause) for clause in law.clauses(game, language).values()]
    assert translated == [facts(clause) for clause in law.clauses(game).values()]


@pytest.mark.parametrize("language", law.LANGUAGES)
def test_the_rules_call_an_order_by_its_name_and_not_by_what_is_typed(language: str) -> None:
    typed = "|".join(re.escape(order) for order in law.order_names(language) if "-" in order)
    for game in law.GAMES:
        for clause in law.clauses(game, language).values():
            assert not re.search(typed, f"{clause.title} {clause.text}"), clause.id
    for ruling in law.rulings(language=language):
        texts = (ruling.title, ruling.choice, ruling.alternatives, ruling.reason)
        assert not re.search(typed, " ".join(texts)), ruling.name


@pytest.mark.parametrize("language", law.LANGUAGES)
def test_every_order_of_the_boxes_has_a_name(language: str) -> None:
    kinds = "|".join(KINDS)
    families = {
        re.sub(rf"^four-({kinds})$", "four-<kind>", re.sub(rf"^normale-({kinds})$", "normale", one)) for one in ORDERS
    }
    assert set(law.order_names(language)) == families


@pytest.mark.parametrize("language", law.LANGUAGES)
def test_the_browser_table_calls_the_orders_as_the_law_does(language: str) -> None:
    words = (ROOT / "web" / "src" / "words" / f"{language}.ts").read_text()
    shown = dict(re.findall(r'"order\.([a-z-]+)": "([^"]*)"', words))
    names = {order: name for order, name in law.order_names(language).items() if order != "four-<kind>"}
    assert {order: shown.get(order) for order in names} == names


def test_an_unknown_game_clause_or_language_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        law.clauses("briscola")
    with pytest.raises(KeyError):
        law.clause("C")
    with pytest.raises(KeyError):
        law.rulings(language="xx")


def test_every_clause_that_says_ruling_has_a_page() -> None:
    ruled = {clause for clause in shipped() if "RULING" in law.clause(clause).text}
    assert not {clause for clause in ruled if not law.rulings(clause)}


def test_every_clause_that_says_assumed_has_a_page_that_says_so() -> None:
    assumed = {clause for clause in shipped() if "ASSUMED" in law.clause(clause).text}
    assert assumed == {"MM-2", "RS-2"}
    assert all(any(page.assumed for page in law.rulings(clause)) for clause in assumed)


@pytest.mark.parametrize("language", law.LANGUAGES)
def test_g_9_the_rulings_are_the_same_in_every_language(language: str) -> None:
    pages = {ruling.name: (ruling.clauses, ruling.assumed) for ruling in law.rulings(language=language)}
    assert pages == {ruling.name: (ruling.clauses, ruling.assumed) for ruling in law.rulings()}


EVERY_RULING = [ruling for language in law.LANGUAGES for ruling in law.rulings(language=language)]


@pytest.mark.parametrize("ruling", EVERY_RULING, ids=lambda ruling: ruling.title)
def test_a_ruling_names_its_clauses_its_choice_the_alternatives_and_the_reason(ruling: law.Ruling) -> None:
    assert set(ruling.clauses) <= shipped()
    assert 0 < len(ruling.title) <= 50
    assert all((ruling.choice, ruling.alternatives, ruling.reason))


def test_g_9_the_list_of_rulings_names_every_page() -> None:
    """G-9: whoever reads the documentation finds all of them."""
    index = (ROOT / "docs" / "rulings" / "README.md").read_text()
    assert set(re.findall(r"\]\(([a-z-]+)\.md\)", index)) == {ruling.name for ruling in law.rulings()}


@pytest.mark.parametrize("folder", ["rules", "rulings"])
def test_the_documentation_shows_the_pages_that_are_shipped(folder: str) -> None:
    shown = ROOT / "docs" / folder
    assert shown.resolve() == Path(law.__file__).parent / folder


WRONG_WORDS = {
    "en": r"lies there|lie there|the own hand|knows no help|other than in",
    "de": r"Scholle|Champignon|verhinder|Mithalten|Lohn\b|\bWeisen?\b|[Gg]ebrauchte|ausgeliefert|\bHände\b|Kein Gleichstand",
    "it": r"\bevas[aoie]\b|\bevader|\bpremio\b|conto corrente|[Ii] più punti|un doppio|\bi doppi\b|gli ordini|\bl'ordine è",
    "nl": r"[Kk]olom|\bhaar\b|\bgedekte\b|komt open|open komt|meegaan|trekking\b|de meeste .* winnen|verdubbeling",
}
"""What speakers of a language found wrong in its law, and what replaced it stands in the glossary of the table."""


@pytest.mark.parametrize("language", law.LANGUAGES)
def test_words_that_were_wrong_do_not_come_back(language: str) -> None:
    clauses = {one.id: one for game in law.GAMES for one in law.clauses(game, language).values()}
    texts = {id: f"{one.title} {one.text}" for id, one in clauses.items()}
    texts |= {
        one.name: f"{one.title} {one.choice} {one.alternatives} {one.reason}" for one in law.rulings(None, language)
    }
    found = {name: re.findall(WRONG_WORDS[language], text) for name, text in texts.items()}
    assert not {name: words for name, words in found.items() if words}


@pytest.mark.parametrize("game", law.GAMES)
def test_the_credits_of_a_game_are_in_the_notice_and_on_the_rules_page(game: str) -> None:
    lines = [law.credits_of(game).title, *law.credit_lines(game, "en")]
    notice = [line.strip() for line in (ROOT / "NOTICE").read_text().splitlines()]
    start = notice.index(lines[0])
    assert notice[start : start + len(lines)] == lines
    assert f"| {lines[0]} | {' · '.join(lines[1:])} |" in (ROOT / "docs" / "rules" / "README.md").read_text()


@pytest.mark.parametrize("game", law.GAMES)
def test_as_many_play_as_the_credits_say(game: str) -> None:
    assert law.credits_of(game).players == (game_of(game).fewest, game_of(game).most)


@pytest.mark.parametrize("language", law.LANGUAGES)
def test_the_credits_are_told_in_every_language(language: str) -> None:
    lines = law.credit_lines("roll-for-soles", language)
    assert any(line.endswith(": Reiner Knizia") for line in lines)
    assert any("Steffen Gumpert" in line for line in lines)
    assert "8" in lines[-1]
