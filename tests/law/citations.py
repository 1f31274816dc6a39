"""Where clauses are cited: in the code that implements them, in scenarios, and in tests."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from osteria import law

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "scenarios").glob("*.yaml"))
RULE_FOLDERS = ("core", "games", "play")
CLAUSE_ID = re.compile(r"\b(?:G|C|MM|SM|HP|GR|RS)-\d+\b")


@cache
def shipped() -> frozenset[str]:
    """Every clause id of the pages that the package ships."""
    return frozenset(clause for game in law.GAMES for clause in law.clauses(game))


def cited_by_code() -> set[str]:
    """Ids in the docstrings of modules, classes, functions and data of the rules and of what plays them."""
    sources = (file for folder in RULE_FOLDERS for file in (ROOT / "src" / "osteria" / folder).rglob("*.py"))
    return {found for file in sources for text in _docstrings(file) for found in CLAUSE_ID.findall(text)}


def cited_by_scenarios() -> dict[str, set[str]]:
    """For each scenario file the ids that its scenarios cite."""
    return {
        file.name: {clause for scenario in yaml.safe_load(file.read_text()) for clause in scenario["cites"]}
        for file in SCENARIOS
    }


def cited_by_tests() -> dict[str, set[str]]:
    """For each test file, the ledger left out, the ids in its text."""
    tests = (file for file in (ROOT / "tests").rglob("test_*.py") if file.name != "test_ledger.py")
    return {str(file.relative_to(ROOT)): set(CLAUSE_ID.findall(file.read_text())) for file in tests}


def named_in_source() -> dict[str, set[str]]:
    """For each source file the ids anywhere in its text, comments and messages too."""
    sources = (ROOT / "src" / "osteria").rglob("*.py")
    return {str(file.relative_to(ROOT)): set(CLAUSE_ID.findall(file.read_text())) for file in sources}


def _docstrings(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
