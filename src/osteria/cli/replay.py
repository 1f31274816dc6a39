"""`osteria replay`: a transcript, checked and told again."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osteria import OsteriaError, TranscriptError


def replay(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)], *, at: int | None = None, json: bool = False
) -> int:
    """Check a transcript and tell it move by move, with everything that lies on the table at the end.

    Parameters
    ----------
    file
        The transcript; - reads it from standard input.
    at
        Stop after so many moves, chance included, and show the table there. Left out: at the end.
    json
        Print one JSON object on one line: where everything lies, what is asked, how it ended.
    """
    from osteria.cli.printing import output, print_json
    from osteria.terminal.retelling import as_json, read, show

    try:
        retelling = read(_text_of(file), at)
    except TranscriptError as error:
        if json:
            print_json({"error": str(error)})
        print(f"osteria: {error}", file=sys.stderr)
        return 1
    if json:
        print_json(as_json(retelling))
    else:
        show(retelling, output(highlight=False))
    return 0


def _text_of(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise OsteriaError(f"{file} is no text, so no transcript.") from None
