"""Templates say what they should: the same cases are put to the page's reader (web/test/template.test.ts)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from osteria.core import template as w
from osteria.core.template import compiled
from osteria.core.wording import Speech

GIVEN = json.loads((Path(__file__).parent / "template_cases.json").read_text())
TABLE = Speech(tuple(GIVEN["seats"]), 0, tuple(GIVEN["places"]), (*GIVEN["seats"], None))
FIELDS = {name: np.array(value, np.int8) for name, value in GIVEN["record"].items()}
RECORD = np.array([tuple(FIELDS.values())], [(name, "i1", cells.shape) for name, cells in FIELDS.items()])[0]
ROW = tuple(map(int, GIVEN["row"]))


def say(template: Any) -> Any:
    said = compiled(template, GIVEN["lists"], {}, *GIVEN["variables"])
    return said(TABLE, RECORD, ROW, *GIVEN["variables"].values())


@pytest.mark.parametrize("case", GIVEN["cases"], ids=lambda case: case["name"])
def test_a_template_says(case: dict[str, Any]) -> None:
    """As bytes: the order of entries is part of what is said."""
    assert json.dumps(say(case["template"])) == json.dumps(case["says"])


def test_every_operation_has_a_case() -> None:
    known = {*w.OPERATIONS, *(name.removeprefix("_op_") for name in vars(w.Writer) if name.startswith("_op_"))}
    assert {name.removesuffix(" prefixed") for name in known} - {"rule"} == operations([GIVEN["cases"]])


def operations(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set().union(*map(operations, data.values()))
    if not isinstance(data, list):
        return set()
    return {one for one in data[:1] if isinstance(one, str)}.union(*map(operations, data)) & {
        *w.OPERATIONS,
        *(name.removeprefix("_op_") for name in vars(w.Writer)),
    }


def test_a_rule_is_asked_of_the_record() -> None:
    said = compiled(w.rule("sum_of", 3), {}, {"sum_of": lambda o, more: o["round"] + more})
    assert said(TABLE, RECORD, ()) == 5


def test_an_operation_that_does_not_exist_is_an_error_when_it_is_read() -> None:
    with pytest.raises(KeyError, match="shout"):
        compiled(["shout", "olive"], {}, {})
    with pytest.raises(AssertionError, match="<>"):
        w.calc("<>", 1, 2)
