"""Every scenario of the project holds."""

from pathlib import Path

import pytest
from citations import SCENARIOS, shipped

from osteria.play import scenario


def test_there_are_about_as_many_scenarios_as_the_law_needs() -> None:
    assert sum(len(scenario.load(file)) for file in SCENARIOS) >= 300


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_every_scenario_of_a_file_holds(file: Path) -> None:
    verdicts = [scenario.run(entry) for entry in scenario.load(file)]
    assert {verdict.name: verdict.differences for verdict in verdicts if not verdict.holds} == {}


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_no_two_scenarios_of_a_file_have_one_name(file: Path) -> None:
    names = [entry.name for entry in scenario.load(file)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_every_scenario_of_a_file_cites_clauses_that_exist(file: Path) -> None:
    cited = {entry.name: set(entry.fields["cites"]) for entry in scenario.load(file)}
    assert all(cited.values())
    assert {name: unknown for name, clauses in cited.items() if (unknown := clauses - shipped())} == {}
