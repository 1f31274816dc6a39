"""The ledger: every clause is implemented by code that names it, and pinned by a test or a scenario that names it."""

import re
from itertools import chain

import pytest
from citations import ROOT, cited_by_code, cited_by_scenarios, cited_by_tests, named_in_source, shipped

NOT_CODE = {
    "G-9": "the rulings are text: `osteria.law` ships them, the command line and the house show them",
}
"""Clauses that no rule function can implement, each with the reason."""

SOURCE_RULES = ROOT.parent / "shared" / "rules"


def in_order(ids: set[str] | frozenset[str]) -> list[str]:
    return sorted(ids, key=lambda one: (one.split("-")[0], int(one.split("-")[1])))


def test_every_clause_is_cited_by_the_code_that_implements_it_or_named_as_not_code() -> None:
    missing = shipped() - cited_by_code() - set(NOT_CODE)
    assert not missing, f"no docstring in core, games or play cites {in_order(missing)}"


def test_what_is_named_as_not_code_exists_and_is_not_cited_by_code() -> None:
    assert set(NOT_CODE) <= shipped()
    assert not set(NOT_CODE) & cited_by_code()


def test_every_clause_is_cited_by_a_scenario_or_a_test() -> None:
    cited = set(chain.from_iterable((cited_by_scenarios() | cited_by_tests()).values()))
    missing = shipped() - cited
    assert not missing, f"no scenario and no test cites {in_order(missing)}"


def test_no_clause_is_cited_that_does_not_exist() -> None:
    citations = named_in_source() | cited_by_scenarios() | cited_by_tests()
    unknown = {file: in_order(ids - shipped()) for file, ids in citations.items() if ids - shipped()}
    assert not unknown


@pytest.mark.skipif(
    not SOURCE_RULES.is_dir(), reason="the rules that ours were written from are not beside the project"
)
def test_the_shipped_clauses_are_those_that_the_rules_were_written_from() -> None:
    source = "\n".join(page.read_text() for page in SOURCE_RULES.glob("*.md"))
    assert shipped() == set(re.findall(r"\*\*([A-Z]+-\d+)\b", source))


@pytest.mark.skipif(
    not SOURCE_RULES.is_dir(), reason="the rules that ours were written from are not beside the project"
)
def test_a_clause_says_ruling_where_the_rules_it_was_written_from_do() -> None:
    from osteria import law

    source = "\n".join(page.read_text() for page in SOURCE_RULES.glob("*.md"))
    clauses = re.split(r"\*\*(?=[A-Z]+-\d+)", source)[1:]
    ruled = {
        re.match(r"[A-Z]+-\d+", text)[0] for text in clauses if re.search(r"\bRULING\b[^\"]", text.split("\n#")[0])
    }
    assert in_order(ruled) == in_order({one for one in shipped() if "RULING" in law.clause(one).text})
