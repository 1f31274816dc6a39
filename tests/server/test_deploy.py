"""What is shipped to run the house for others says what the program understands."""

import ipaddress
import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY

from osteria.server import measures
from osteria.server.config import Config, split_list
from osteria.server.http.shields import PROBES

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


ENDINGS = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
"""What Prometheus adds to the name of a measure of each type."""


def told():
    """Every name that Prometheus reads of a house, whether or not anything was counted yet."""
    assert measures.ERRORS
    return {family.name + ending for family in REGISTRY.collect() for ending in ENDINGS.get(family.type, ())}


@pytest.mark.parametrize("file", ["grafana.json", "alarms.yaml"])
def test_every_measure_that_is_drawn_or_watched_is_one_that_a_house_tells(file):
    found = yaml.safe_load((ROOT / "deploy" / file).read_text())
    named = set(re.findall(r"\bosteria_\w+", " ".join(expressions(found))))
    assert len(named) > 5
    assert named - told() == set()


def expressions(found):
    """Every `expr`, wherever it is."""
    if isinstance(found, dict):
        return [one for name, value in found.items() for one in ([value] if name == "expr" else expressions(value))]
    return [one for value in found for one in expressions(value)] if isinstance(found, list) else []


def test_behind_docker_the_proxy_is_believed_whatever_address_it_has_in_its_network():
    house = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["house"]
    default = re.fullmatch(r"\$\{OSTERIA_PROXIES:-(.+)\}", house["environment"]["OSTERIA_PROXIES"])[1]
    networks = [ipaddress.ip_network(part) for part in split_list(Config(proxies=default).proxies)]
    assert any(ipaddress.ip_address("172.18.0.1") in network for network in networks)


def test_the_container_is_asked_for_its_readiness_at_a_path_that_any_name_leads_to():
    (check,) = [rest for word, rest in instructions() if word == "HEALTHCHECK"]
    assert any(f"8000{path}'" in check for path in PROBES)
