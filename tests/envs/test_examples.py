"""Every example of the environments runs from the command line and tells what came of it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def shares_told_by(script: str, *arguments: str) -> list[float]:
    """The percentages that an example prints."""
    pytest.importorskip("pyspiel" if "openspiel" in script else "gymnasium")
    command = [sys.executable, EXAMPLES / script, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert result.returncode == 0, result.stderr
    return [float(number) for number in re.findall(r"([\d.]+)%", result.stdout)]


@pytest.mark.parametrize(("script", "games"), [("train_gymnasium.py", "6000"), ("train_soles.py", "1000")])
def test_a_learner_wins_more_than_it_did(script: str, games: str) -> None:
    before, after = shares_told_by(script, "--games", games)
    assert after > before


def test_the_rule_of_thumb_is_better_than_chance() -> None:
    share, width, chance = shares_told_by("evaluate_pettingzoo.py", "--games", "60")
    assert share - width > chance


def test_the_search_of_openspiel_plays_on() -> None:
    (share,) = shares_told_by("search_openspiel.py", "--games", "1", "--simulations", "2")
    assert 0 <= share <= 100
