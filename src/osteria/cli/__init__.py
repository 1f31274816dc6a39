"""The command line: one table of commands; each one's module is imported when it is called, and not before.

A command is a module here with one typed function of the same name; its options follow from the function's signature
and docstring. It returns None (done) or an exit status, and raises OsteriaError with a sentence for wrong use.
"""

from __future__ import annotations

import errno
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cyclopts import App, CycloptsError

DONE, WRONG_USE, INTERRUPTED = 0, 2, 130
CALLED = os.environ.get("OSTERIA_CALLED", "osteria")
"""What was typed to come here: ./run says so."""

COMMANDS = {
    "Play": {
        "play": "Play in the browser: opens a table with bots on this machine.",
        "table": "Play in the terminal.",
        "serve": "Open the house for others.",
        "page": "Write a page that plays without a house.",
    },
    "Lab": {
        "simulate": "Play many games and tell the scores.",
        "arena": "Let bots play each other and rate them.",
        "solve": "Solve Roll for Soles exactly.",
        "analyse": "Look at a finished game move by move.",
        "bench": "Measure how many decisions a second this machine plays.",
        "wasm": "Write the rules as WebAssembly modules.",
    },
    "Rules": {
        "rules": "Read the rules of a game, or one clause.",
        "scenario": "Check rule questions with their answers.",
        "replay": "Play a transcript again.",
        "verify": "Check that a finished game was dealt fairly.",
    },
    "House": {
        "backup": "Copy the house's data while it is open.",
        "restore": "Put a copy of the house's data back.",
        "export": "Write finished games as transcripts.",
        "tables": "See the tables of a house; close, mute, ban.",
    },
}

# Modules that an ordinary installation may lack, and the extra that brings each.
EXTRAS = {
    "asyncpg": "postgres",
    "gymnasium": "envs",
    "matplotlib": "lab",
    "nats": "nats",
    "open_spiel": "openspiel",
    "openskill": "lab",
    "pettingzoo": "envs",
    "pyarrow": "lab",
    "pyspiel": "openspiel",
    "ray": "ray",
}
DISTRIBUTIONS = {"pyspiel": "open_spiel", "ray": "'ray[client]'"}


def main(arguments: Sequence[str] | None = None) -> int:
    """The `osteria` command.

    Args:
        arguments: the words after the command's name; left out, those of this process.

    Returns:
        The exit status: 0 done, 1 something did not hold, 2 wrong use, 130 broken off.
    """
    words = completed(list(sys.argv[1:] if arguments is None else arguments))
    try:
        status = answer(words)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # Rich says SystemExit where nobody reads its help any more
        return without_a_reader()
    except KeyboardInterrupt as stopped:
        return interrupted(stopped)
    except OSError as error:
        return unwritable(error)
    return status


def completed(words: list[str]) -> list[str]:
    """`osteria` alone, or with options alone, plays: in the browser, or in the terminal where there is no house."""
    about_all = ("--help", "-h", "--version")
    if words and (words[0] in about_all or not words[0].startswith("-")):
        return words
    main_job = next((name for name in ("play", "table") if exists(name)), None)
    return [main_job, *words] if main_job else ["--help"]


def answer(words: list[str]) -> int:
    """Do what the words ask; whatever a user can get wrong becomes a sentence and an exit status."""
    if words == ["--version"]:
        print(version("osteria"))
        return DONE
    from cyclopts import CycloptsError

    from osteria.cli.printing import print_whatever_comes, telling_of_compiling
    from osteria.core.errors import OsteriaError

    print_whatever_comes()
    if unknown := unknown_command(words[0]):
        return complain(unknown)
    try:
        with telling_of_compiling():
            status = build_app(words[0])(words)
    except OsteriaError as error:
        return complain(str(error))
    except CycloptsError as error:
        return complain(sentence_of(error))
    except ModuleNotFoundError as error:
        return complain(missing_extra(error, words[0]))
    except OSError as error:
        return complain(missing_file(error))
    return status if isinstance(status, int) else DONE


def exists(command: str) -> bool:
    """Whether this installation has the command."""
    return (Path(__file__).parent / f"{command}.py").is_file()


def unknown_command(word: str) -> str | None:
    """A sentence for a word that is no command here, with the one that was probably meant."""
    known = [command for commands in COMMANDS.values() for command in commands if exists(command)]
    if word.startswith("-") or word in known:
        return None
    close = get_close_matches(word, known, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"`{CALLED} --help` lists the commands."
    return f"there is no command {word!r}. {hint}"


def build_app(chosen: str) -> App:
    """Every command by name, for the help; only the chosen one is imported, and tells its options itself."""
    from cyclopts import App, Group

    app = App(
        name="osteria",
        help="Table games, by the book: in the browser, in the terminal, and by the billion.",
        help_epilogue=None
        if exists(chosen)
        else f"`{CALLED}` alone plays. `{CALLED} COMMAND --help` tells more about a command.",
        help_format="markdown",
        version=version("osteria"),
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    app["--help"].group = app["--version"].group = Group("Options", sort_key=len(COMMANDS))
    for place, (title, commands) in enumerate(COMMANDS.items()):
        group = Group(title, sort_key=place)
        for command, summary in commands.items():
            if command == chosen and exists(command):
                app.command(getattr(import_module(f"osteria.cli.{command}"), command), name=command, group=group)
            elif exists(command):
                app.command(f"osteria.cli.{command}:{command}", name=command, group=group, help=summary)
    return app


def complain(sentence: str) -> int:
    """One sentence on standard error, and the status for wrong use."""
    print(f"osteria: {sentence}", file=sys.stderr)
    return WRONG_USE


def sentence_of(error: CycloptsError) -> str:
    """What the parser found wrong, on one line, and where to read more."""
    called = " ".join((CALLED, *(error.command_chain or ())))
    return f"{' '.join(str(error).split())} `{called} --help` shows what can be said."


def missing_extra(error: ModuleNotFoundError, command: str) -> str:
    """What to install when a command needs an extra; any other missing module is our mistake and stays one."""
    module = (error.name or "").partition(".")[0]
    if module not in EXTRAS:
        raise error
    return f"this needs {module}, which is not installed here. {how_to_get(EXTRAS[module], module, command)}"


def how_to_get(extra: str, module: str, command: str) -> str:
    """A command that brings an extra: for a checkout, or for the Python that runs this."""
    if (Path(sys.prefix).parent / "run").is_file() and (Path(sys.prefix) / "whole").is_file():
        return f"Say `./run --with {extra} {command} ...` once."
    return f"Say `{sys.executable} -m pip install {DISTRIBUTIONS.get(module, module)}`."


def missing_file(error: OSError) -> str:
    """A file or a port that the user named and the system refused; an error without a name is our mistake."""
    if isinstance(error, BrokenPipeError) or error.filename is None:
        raise error
    if isinstance(error.filename, bytes):
        error.filename = os.fsdecode(error.filename)
    return f"{error.filename}: {(error.strerror or 'cannot be used').lower()}."


def without_a_reader() -> int:
    """Whoever read our output has gone (`| head`): nothing more to say, and nothing to complain about."""
    turn_to_nothing(sys.stdout)
    return DONE


def unwritable(error: OSError) -> int:
    """Standard output takes no more (a full disk); any other error without a name is our mistake and stays one."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG):
        raise error
    turn_to_nothing(sys.stdout)
    return complain(f"standard output: {(error.strerror or 'cannot be written').lower()}.")


def turn_to_nothing(stream: TextIO) -> None:
    """Let what is still to be written to a stream go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def interrupted(stopped: KeyboardInterrupt) -> int:
    """Ctrl-C: a command that kept something says so, and how to go on."""
    if str(stopped):
        print(f"osteria: {stopped}", file=sys.stderr)
    return INTERRUPTED
