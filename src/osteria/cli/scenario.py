"""`osteria scenario`: run rule questions with their answers."""

from __future__ import annotations

from pathlib import Path

from osteria.cli.printing import print_json
from osteria.core.errors import OsteriaError
from osteria.play.scenario import load, run


def scenario(*files: Path, json: bool = False) -> int:
    """Run scenario files: one line each; exit status 0 only if all hold.

    Args:
        files: YAML files in the scenario format.
        json: print one object on one line at the end.
    """
    if not files:
        raise OsteriaError("name the scenario files to run, such as scenarios/*.yaml.")
    failed, total = [], 0
    for file in files:
        for entry in load(file):
            verdict = run(entry)
            total += 1
            if not json:
                print(f"{'ok  ' if verdict.holds else 'FAIL'}  {file.name}: {verdict.name}")
                for difference in verdict.differences:
                    print(f"      {difference}")
            if not verdict.holds:
                failed.append({"file": str(file), "name": verdict.name, "differences": list(verdict.differences)})
    if json:
        print_json({"scenarios": total, "failed": failed})
    else:
        print(f"{total - len(failed)} of {total} scenarios hold")
    return 1 if failed else 0
