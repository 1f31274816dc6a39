"""Bots by name: built in, installed, or package.module:Class; with settings; and clear sentences otherwise."""

from importlib.metadata import EntryPoint

import pytest

from osteria import OsteriaError, bots
from osteria.bots import naming
from osteria.bots.expert import Expert
from osteria.bots.regular import Novice, Regular


class Plain:
    """A bot of somebody else, without any settings."""

    def choose(self, decision, view, clock):
        return decision.options[0]


@pytest.mark.parametrize("name", ["random", "novice", "regular", "expert"])
def test_built_in_bots_are_made_by_name(name: str) -> None:
    assert isinstance(bots.make(name, seed=1), bots.Bot)


def test_settings_follow_the_name() -> None:
    assert isinstance(bots.make("expert:playouts=200"), Expert)
    assert isinstance(bots.make("novice:memory=0.3,seed=7"), Novice)
    assert isinstance(bots.make("regular", memory=0.9, seed=1), Regular)


def test_a_bot_may_be_a_class_of_any_package() -> None:
    found = bots.make("osteria.bots.regular:Regular:memory=0.5", seed=3)
    assert isinstance(found, Regular)


def test_a_seed_is_left_out_where_a_bot_takes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naming, "_load", lambda address, word: Plain)
    assert isinstance(bots.make("somewhere:Plain", seed=1), Plain)


def test_an_installed_bot_has_a_name_too(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("hasty", "osteria.bots.regular:Novice", "osteria.bots")
    monkeypatch.setattr(naming, "entry_points", lambda group: [point])
    assert isinstance(bots.make("hasty:memory=0.1"), Novice)
    assert bots.known()[-1] == "hasty"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody", "There is no bot “nobody”"),
        ("osteria.bots.regular:Nobody", "cannot be loaded"),
        ("no.such.package:Bot", "cannot be loaded"),
        ("expert:depth=3", "has no setting “depth”"),
        ("expert:playouts=0", "whole number from 1"),
        ("expert:playouts=many", "whole number from 1"),
        ("expert:seconds=0", "number above 0"),
        ("novice:memory=2", "from 0 (nothing) to 1"),
        ("novice:memory=", "key=value"),
        ("random:seed=x", "whole number"),
    ],
)
def test_wrong_names_and_settings_are_told_in_a_sentence(name: str, words: str) -> None:
    with pytest.raises(OsteriaError) as error:
        bots.make(name)
    assert words in str(error.value)


def test_names_are_divided_by_commas_and_so_are_settings() -> None:
    text = "expert:playouts=5,seed=2, regular,novice:memory=0.3"
    assert bots.split_names(text) == ["expert:playouts=5,seed=2", "regular", "novice:memory=0.3"]
