"""Rules are prose: in games/**/rules/ a reader meets only if, while, for range and return, integers and booleans.

The compiler would refuse most of what is refused here, but in its own words.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from source import modules, name_of, tree_of

RULES = [path for path in modules("games") if "rules" in path.parts]

STATEMENTS = (
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Break,
    ast.Continue,
    ast.Expr,
    ast.For,
    ast.If,
    ast.Pass,
    ast.Return,
    ast.While,
)
EXPRESSIONS = (
    ast.Attribute,
    ast.BinOp,
    ast.BoolOp,
    ast.Call,
    ast.Compare,
    ast.Constant,
    ast.IfExp,
    ast.Name,
    ast.Slice,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
)
LONGEST_RULE = 30


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """The rules of a file."""
    return (node for node in tree_of(path).body if isinstance(node, ast.FunctionDef))


def body_of(rule: ast.FunctionDef) -> list[ast.stmt]:
    """What a rule does, without its docstring."""
    return rule.body[1:] if ast.get_docstring(rule) else rule.body


def complaints(rule: ast.FunctionDef) -> Iterator[str]:
    """Every place where a rule stops being prose, in words."""
    for statement in body_of(rule):
        for node in ast.walk(statement):
            if isinstance(node, ast.stmt) and not isinstance(node, STATEMENTS):
                yield f"line {node.lineno}: a rule is if, while, for range and return, not {type(node).__name__}"
            if isinstance(node, ast.expr) and not isinstance(node, EXPRESSIONS):
                yield f"line {node.lineno}: a rule counts with integers and booleans, not with a {type(node).__name__}"
            if isinstance(node, ast.For) and not is_range(node.iter):
                yield f"line {node.lineno}: a rule goes through a range, `for seat in range(...)`"
            if isinstance(node, ast.Constant) and not isinstance(node.value, int | str | None):
                yield f"line {node.lineno}: {node.value!r} is no integer"


def is_range(node: ast.expr) -> bool:
    """Whether an expression is range(...)."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def length(rule: ast.FunctionDef) -> int:
    """How many lines of doing a rule has."""
    body = body_of(rule)
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_are_prose(path: Path) -> None:
    found = [f"{rule.name}, {complaint}" for rule in functions(path) for complaint in complaints(rule)]
    assert not found, f"{name_of(path)}:\n" + "\n".join(found)


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_every_rule_says_what_it_is(path: Path) -> None:
    silent = [rule.name for rule in functions(path) if not ast.get_docstring(rule)]
    assert not silent, f"{name_of(path)}: begin the docstring with the clause: {silent}"


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_a_rule_fits_in_one_glance(path: Path) -> None:
    long = {rule.name: length(rule) for rule in functions(path) if length(rule) > LONGEST_RULE}
    assert not long, f"{name_of(path)}: a rule is a clause or calls clauses, about twenty lines: {long}"


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_files_hold_rules_and_constants_only(path: Path) -> None:
    allowed = (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Assert, ast.Expr, ast.If)
    other = [node.lineno for node in tree_of(path).body if not isinstance(node, allowed)]
    assert not other, f"{name_of(path)}: lines {other} are neither a rule nor a constant"


def test_the_prose_test_notices_what_it_should() -> None:
    foreign = ast.parse("def rule(s):\n    'C-1: nothing.'\n    with s:\n        return [x / 2.0 for x in s]\n")
    rule = foreign.body[0]
    assert isinstance(rule, ast.FunctionDef)
    found = "\n".join(complaints(rule))
    assert "With" in found
    assert "ListComp" in found
    assert "2.0" in found
