"""What holds for the files of the project, whatever they contain."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from source import PACKAGE, ROOT, name_of, project_files, tree_of

from osteria import cli

CODE = {".py", ".ts", ".js", ".svelte", ".css"}
LONGEST_FILE = 600
# What the browser says in one language: a list, as long as there is to say.
CATALOGUES = set((ROOT / "web/src/words").glob("??.ts"))
LOCKS = [path for path in project_files() if path.parent.name == "requirements" or path.name == "package-lock.json"]
COMMANDS = [command for commands in cli.COMMANDS.values() for command in commands if cli.exists(command)]


def text_of(path: Path) -> str:
    """A file's text; empty for pictures and other bytes."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def is_written_by_hand(text: str) -> bool:
    """A generated file says so at its top."""
    return not any(sign in text[:300].lower() for sign in ("generated", "not edited by hand"))


def test_files_stay_short_enough_to_read() -> None:
    files = [path for path in project_files() if path.suffix in CODE and path not in CATALOGUES]
    texts = {name_of(path): text_of(path) for path in files}
    lengths = {name: len(text.splitlines()) for name, text in texts.items() if is_written_by_hand(text)}
    long = {name: length for name, length in lengths.items() if length > LONGEST_FILE}
    assert not long, f"one topic a file, below 400 lines if it can be: {long}"


def test_no_file_names_a_folder_of_somebodys_machine() -> None:
    private = re.compile(r"(?<![\w.$}/*-])/(?:root|work|home/\w+|Users/\w+)/\w")
    guilty = [name_of(path) for path in project_files() if private.search(text_of(path))]
    assert not guilty, f"a checkout may lie anywhere: {guilty}"


@pytest.mark.parametrize("path", LOCKS, ids=name_of)
def test_locks_name_no_registry(path: Path) -> None:
    """Which registry is used is the business of whoever installs."""
    named = re.findall(
        r'^.*(?:"resolved"|index-url|find-links|https?://.*\.(?:tgz|whl|tar\.gz)).*$', text_of(path), re.MULTILINE
    )
    assert not named, f"{name_of(path)}: {named[:3]}"


def test_every_locked_package_has_a_hash() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        entries = re.split(r"\n(?=\S)", text_of(path).strip())
        bare = [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry]
        assert not bare, f"{name_of(path)}: {bare}"


def test_both_environments_agree_on_versions() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^(\S+==\S+)", text_of(ROOT / "requirements" / name), re.MULTILINE))

    assert pins("run.txt") <= pins("test.txt")
    assert pins("web.txt") <= pins("test.txt")


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    asked = [*project["project"]["dependencies"]]
    asked += [entry for extra in project["project"]["optional-dependencies"].values() for entry in extra]
    asked += [entry for group in project["dependency-groups"].values() for entry in group if isinstance(entry, str)]
    names = {re.split(r"[\[<>=;! ]", entry)[0] for entry in asked} - {"osteria"}
    reasons = "\n".join(text_of(path) for path in (ROOT / "docs" / "decisions").glob("*.md")).lower()
    missing = sorted(name for name in names if f"`{name.lower()}`" not in reasons)
    assert not missing, f"say in docs/decisions/ why: {missing}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one_public_function_with_a_docstring(command: str) -> None:
    body = tree_of(PACKAGE / "cli" / f"{command}.py").body
    function = next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == command), None)
    assert function is not None, f"cli/{command}.py has no function {command}"
    assert ast.get_docstring(function), f"cli/{command}.py: the docstring is the help that people read"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_commands_that_the_readme_shows_exist(name: str) -> None:
    shown = re.findall(r"(?:\./run|^osteria|`osteria) ([a-z]+)", text_of(ROOT / name), re.MULTILINE)
    unknown = sorted(set(shown) - set(COMMANDS))
    assert not unknown, f"{name} shows commands that are not there: {unknown}"


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_links_lead_to_files_that_exist(name: str) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", text_of(ROOT / name))
    broken = [target for target in targets if not (ROOT / target).exists()]
    assert not broken, f"{name} points to {broken}"


def test_the_page_of_the_architecture_names_files_that_are_there() -> None:
    """`lab/batch.Batch.step` is a method of lab/batch.py; a star stands for any folder."""
    words = re.findall(r"[\w.*-]+(?:/[\w.*-]+)+", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    names = {re.sub(r"(?<=\w)\..*$", "", word) for word in words}
    assert not [name for name in names if not any([*ROOT.glob(f"{name}*"), *PACKAGE.glob(f"{name}*")])]
