"""What is shipped to run the house for others says what the program understands."""

import re
from dataclasses import fields
from pathlib import Path

import yaml

from osteria.server.config import Config

ROOT = Path(__file__).parents[2]
NAMES = {f"OSTERIA_{field.name.upper()}" for field in fields(Config)}


def instructions():
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
    return [line.split(None, 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_the_dockerfile_runs_the_house_as_nobody_special():
    steps = instructions()
    words = [word for word, _ in steps]
    assert words[0] == "FROM"
    assert set(words) <= {
        "FROM",
        "WORKDIR",
        "COPY",
        "RUN",
        "USER",
        "VOLUME",
        "ENV",
        "EXPOSE",
        "HEALTHCHECK",
        "STOPSIGNAL",
        "CMD",
    }
    assert words.index("USER") < words.index("CMD")
    assert dict(steps)["CMD"] == '["osteria", "serve"]'


def test_the_dockerfile_sets_only_what_the_program_reads():
    named = {pair.split("=")[0] for word, rest in instructions() if word == "ENV" for pair in rest.split()}
    assert named
    assert named <= NAMES


def test_the_compose_file_names_a_house_and_its_database():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    house, database = compose["services"]["house"], compose["services"]["database"]
    assert set(house["environment"]) <= NAMES
    assert house["environment"]["OSTERIA_DATABASE"].startswith("postgresql://osteria:")
    assert house["depends_on"]["database"]["condition"] == "service_healthy"
    assert {volume.split(":")[0] for volume in database["volumes"]} <= set(compose["volumes"])


def test_every_setting_is_documented_with_its_default():
    page = (ROOT / "docs" / "house.md").read_text()
    for field in fields(Config):
        default = f"`{field.default}`" if field.default != "" else "empty"
        assert re.search(rf"\| `OSTERIA_{field.name.upper()}` \| {re.escape(default)} \|", page), field.name
