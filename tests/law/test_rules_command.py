"""`osteria rules`: read the law from the command line."""

import json

import pytest

from osteria.cli import main


def test_all_clauses_of_a_game_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "mamma-mia"]) == 0
    printed = capsys.readouterr().out
    assert all(clause in printed for clause in ("G-1", "C-7", "MM-17"))
    assert "RS-1" not in printed


def test_one_clause_is_printed_with_its_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sole-mio", "c-3"]) == 0
    printed = capsys.readouterr().out
    assert "C-3" in printed
    assert "Ruling: Doubles go first" in printed
    assert "Italian" in printed


def test_the_rules_of_a_game_begin_with_who_made_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sole-mio", "--language", "nl"]) == 0
    printed = capsys.readouterr().out
    assert printed.lstrip().startswith("Sole Mio!")
    assert printed.index("Auteur: Uwe Rosenberg") < printed.index("vanaf 10 jaar") < printed.index("G-1")


def test_an_order_is_called_by_its_name_beside_what_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sole-mio", "SM-30"]) == 0
    assert "None of mine (without-own)" in capsys.readouterr().out


def test_sm_6_says_that_an_empty_stack_is_no_choice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sole-mio", "SM-6"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "an empty stack is no choice" in printed
    assert "Ruling: An empty stack is no choice" in printed


def test_an_assumed_fact_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "roll-for-soles", "RS-2"]) == 0
    assert "Ruling, assumed" in capsys.readouterr().out


def test_json_is_one_object_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "grande", "GR-5", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    answer = json.loads(lines[-1])
    assert len(lines) == 1
    assert answer["game"] == "grande"
    assert answer["credits"]["illustrators"] == ["Franz Vohwinkel"]
    assert [clause["id"] for clause in answer["clauses"]] == ["GR-5"]
    assert answer["clauses"][0]["rulings"][0]["name"] == "grande-orders"


def test_an_unknown_game_is_answered_with_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "briscola"]) == 2
    assert capsys.readouterr().err == (
        "osteria: there is no game 'briscola'; the games are mamma-mia, sole-mio, grande, roll-for-soles.\n"
    )


def test_an_unknown_clause_is_answered_with_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "roll-for-soles", "first"]) == 2
    assert capsys.readouterr().err == (
        "osteria: roll-for-soles has no clause 'first'; its clauses are G-1 to G-9, RS-1 to RS-13.\n"
    )


def test_the_rules_are_read_in_other_languages_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "mamma-mia", "MM-8", "--language", "it"]) == 0
    assert "Passare" in capsys.readouterr().out


def test_an_unknown_language_is_answered_with_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "mamma-mia", "--language", "la"]) == 2
    assert capsys.readouterr().err == "osteria: there are no rules in 'la'; the languages are en, de, it, nl.\n"
