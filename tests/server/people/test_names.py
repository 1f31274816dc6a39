"""Names that can be seen."""

import pytest

from osteria.server.people.names import clean_name
from osteria.server.wire.refusal import Refusal


def test_names_lose_what_cannot_be_seen():
    assert clean_name("  Ada\u200b \t Lovelace\x00 ") == "Ada Lovelace"
    assert clean_name("A\u2800d\u2028a") == "Ad a"


def test_a_letter_keeps_two_marks_and_the_next_letter_has_its_own():
    assert clean_name("x\u0300\u0301\u0302\u0303q\u0300\u0301\u0302") == "x\u0300\u0301q\u0300\u0301"


def test_a_name_has_1_to_24_characters():
    assert [clean_name(name) for name in ("A", "a" * 24, "!")] == ["A", "a" * 24, "!"]


@pytest.mark.parametrize("name", ["", "   ", "a" * 25, "\u0300", "\u3164", "\U0001d159", "\x00"])
def test_what_nobody_sees_or_is_too_long_is_no_name(name):
    with pytest.raises(Refusal):
        clean_name(name)
