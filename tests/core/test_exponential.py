"""The kernels' own exponential function."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osteria.core.exponential import exp


@given(st.floats(-600, 600))
def test_it_is_the_exponential_function_to_the_last_digits(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-15 * (1 + abs(x) / 50))


def test_whole_powers_and_what_is_too_large() -> None:
    assert exp(0.0) == 1.0
    assert exp(1e6) == exp(700.0) < math.inf
    assert exp(-1e6) > 0
