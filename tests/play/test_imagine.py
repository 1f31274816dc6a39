"""Worlds imagined from a view."""

import numpy as np
import pytest

import osteria


def test_worlds_are_imagined_from_assisted_views_only() -> None:
    match = osteria.new("mamma-mia", 2, seed=1)
    with pytest.raises(osteria.OsteriaError, match="assisted"):
        osteria.imagine(match.view(0), np.random.default_rng(1))
