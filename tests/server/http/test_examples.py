"""The 30-line client and the walk-through with curl play whole games."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("game", ["roll-for-soles", "mamma-mia"])
def test_the_client_in_the_examples_plays_a_whole_game(server, game):
    command = [sys.executable, ROOT / "examples" / "house_client.py", server.address, game]
    result = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert result.returncode == 0, result.stderr
    assert ast.literal_eval(result.stdout)["winners"]


def test_the_walk_through_in_the_docs_plays_a_whole_game_and_verifies_it(server, tmp_path):
    page = (ROOT / "docs" / "house.md").read_text()
    script = re.search(r"```sh\n(HOUSE=.*?)```", page, re.DOTALL)[1]
    script = script.replace("http://127.0.0.1:8000", server.address)
    script = script.replace("osteria verify", f"{sys.executable} -m osteria.cli verify")
    command = ["sh", "-euc", script]
    result = subprocess.run(command, capture_output=True, text=True, timeout=280, cwd=tmp_path, check=False)
    assert result.returncode == 0, result.stderr
    assert '"winners"' in result.stdout
    assert "Fair: " in result.stdout
