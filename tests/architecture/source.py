"""The project's own files, read once: what the tests of this folder look at."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "osteria"


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that belongs to the project: what git knows, or would if it were added now."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return files_of_a_plain_copy()
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def files_of_a_plain_copy() -> tuple[Path, ...]:
    """The same without git: everything but what is made here, which lies in folders of these names."""
    made = {".git", ".venv", "node_modules", "static", "_build", "dist", "__pycache__"}
    files = (path for path in ROOT.rglob("*") if path.is_file())
    kept = (path for path in files if not any(part in made or part.endswith("_cache") for part in path.parts))
    return tuple(path for path in kept if path.parent != ROOT or path.suffix != ".lock")


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def modules(folder: str = "") -> list[Path]:
    """The Python files of the package, or of one folder of it."""
    return sorted((PACKAGE / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    """A file's name as people would say it: from the root of the checkout."""
    return path.relative_to(ROOT).as_posix()


def imports_of(path: Path) -> set[str]:
    """Every module that a file imports, at its top or in a function: `from a import b` gives a and a.b."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{name.name}" for name in node.names)
    return found


def calls_of(path: Path) -> set[str]:
    """The plain names that a file calls, such as `print`."""
    calls = (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}
