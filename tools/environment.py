"""Makes .venv and puts into it what is locked: python tools/environment.py run|web|test PACKAGES-STAMP WEB-STAMP.

Called by ./run and ./test when the stamps in .venv are not these. Only the standard library, because it runs before
anything is installed. Says what it is doing on standard error; a failure is one sentence, and exit status 2.
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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
WEB = ROOT / "web"
LOCKS = {"run": ("run.txt",), "web": ("run.txt", "web.txt"), "test": ("test.txt",)}
COMPILER = ROOT / "src" / "osteria" / "games" / "compile.py"
COMPILERS = ("osteria.games.compile", "osteria.bots.compile")
# Not `npm ci`: it refuses a lock that was written where the registry lacks some platform's optional packages.
WEB_INSTALL = ("install", "--no-save", "--no-audit", "--no-fund")
SYSTEM_PACKAGES = {"chromium": "Chromium", "postgresql": "PostgreSQL"}


class SetUpFailed(Exception):
    """Set-up cannot go on; the text is the sentence for the person who called it."""


def say(sentence: str) -> None:
    """Tell the person waiting what is being done."""
    print(f"osteria: {sentence}", file=sys.stderr, flush=True)


def call(*command: str | Path, failure: str, cwd: Path = ROOT) -> None:
    """Run a command quietly; when it fails, show what it printed and stop with a sentence."""
    done = subprocess.run(
        command, cwd=cwd, env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.stderr.writelines(done.stdout.splitlines(keepends=True)[-20:])
        raise SetUpFailed(failure)


def surroundings() -> dict[str, str]:
    """The caller's environment, with .venv's commands first and without what would lead pip or uv elsewhere."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }
    path = os.pathsep.join([str(VENV / "bin"), kept.get("PATH", os.defpath)])
    return kept | {
        "PATH": path,
        "UV_PYTHON_DOWNLOADS": "never",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
    }


# --- the system --------------------------------------------------------------------------------------------------


def get_from_system(*packages: str) -> None:
    """Install Debian packages; only root can, so others are asked with a sentence."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise SetUpFailed(f"please have these installed, then run this again: apt-get install {' '.join(packages)}")
    say(f"installing {', '.join(packages)} with apt-get")
    os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
    apt = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300")
    call(*apt, "update", failure="apt-get could not read the package lists; is the network there?")
    call(
        *apt,
        "install",
        "--no-install-recommends",
        *packages,
        failure=f"apt-get could not install {' '.join(packages)}.",
    )


def missing_system_packages() -> list[str]:
    """Which of the programs that tests drive are not on this machine."""
    browser = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    database = shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = {"chromium": browser, "postgresql": database}
    return [package for package in SYSTEM_PACKAGES if not found[package]]


def have_system_packages() -> None:
    """The browser and the database that the tests drive; the parts of ./test that miss them fail and say so."""
    if missing := missing_system_packages():
        say(f"the tests also need {' and '.join(SYSTEM_PACKAGES[name] for name in missing)}")
        get_from_system(*missing)


# --- the environment ---------------------------------------------------------------------------------------------


def make_environment() -> None:
    """An empty .venv with pip and uv in it, unless a working one is there."""
    if is_environment_whole():
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        say("this Python cannot make environments (no venv module)")
        get_from_system(f"python3.{sys.version_info.minor}-venv")
    say(f"making .venv with Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    call(sys.executable, "-m", "venv", VENV, failure=f"{sys.executable} could not make an environment in {VENV}.")


def is_environment_whole() -> bool:
    """Whether .venv holds a Python that starts: a moved or half-made one is made again."""
    try:
        check = "import sys; sys.exit(sys.version_info < (3, 11))"
        return subprocess.run([PYTHON, "-c", check], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def install(level: str) -> None:
    """What is locked, by hash: the installer with pip, all else with uv, or with pip where uv cannot work."""
    locks = [argument for name in LOCKS[level] for argument in ("-r", f"requirements/{name}")]
    pip = (PYTHON, "-m", "pip", "install", "--quiet")
    offline = "could not install what is locked; is the package registry reachable?"
    if not uv_is_current():
        say("installing the installer")
        call(*pip, "--require-hashes", "-r", "requirements/setup.txt", failure=offline)
    os.environ.update(registry())
    say(f"installing what {'the tests need' if level == 'test' else 'running needs'}")
    installer: tuple[str | Path, ...] = (VENV / "bin" / "uv", "pip", "install", "--quiet", "--python", PYTHON)
    try:
        call(*installer, "--require-hashes", *locks, failure="uv could not install it; trying pip")
    except SetUpFailed as reason:
        say(str(reason))
        installer = pip
        call(*installer, "--require-hashes", *locks, failure=offline)
    ourselves = ("--no-deps", "--no-build-isolation", "--editable", ".")
    call(*installer, *ourselves, failure="could not install Osteria itself into .venv.")


def registry() -> dict[str, str]:
    """The registry that pip is configured for, in uv's words; none where pip has its default or uv was told."""
    if os.environ.keys() & {"UV_DEFAULT_INDEX", "UV_INDEX_URL"}:
        return {}
    command = (PYTHON, "-m", "pip", "config", "list")
    settings = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    chosen = re.findall(r"^(?::env:|global|install)\.index-url='(.*)'$", settings, re.MULTILINE)
    return {"UV_DEFAULT_INDEX": chosen[-1]} if chosen else {}


def uv_is_current() -> bool:
    """Whether .venv has the locked uv; hatchling and the rest were installed with it."""
    locked = next(
        line.split()[0]
        for line in (ROOT / "requirements/setup.txt").read_text().splitlines()
        if line.startswith("uv==")
    )
    found = subprocess.run(
        [PYTHON, "-m", "pip", "freeze", "--all"], stdout=subprocess.PIPE, text=True, env=surroundings(), check=False
    )
    return locked in found.stdout.split()


def build_web(stamp: str) -> None:
    """The browser table, from web/ into the package, with the Node of the lock."""
    if is_marked("has-built", stamp):
        return
    if (WEB / "package.json").is_file():
        build_browser_table()
    mark("has-built", stamp)


def build_browser_table() -> None:
    """What web/package-lock.json pins, where that has changed, and the build of web/package.json."""
    say("building the browser table")
    npm = VENV / "bin" / "npm"
    if not is_web_installed():
        offline = "npm could not install what web/ needs; is the package registry reachable?"
        call(npm, *WEB_INSTALL, failure=offline, cwd=WEB)
    call(npm, "run", "build", failure="the browser table could not be built.", cwd=WEB)


def is_web_installed() -> bool:
    """Whether node_modules is newer than its lock (npm writes both in one go, so a few seconds do not count)."""
    installed, locked = WEB / "node_modules/.package-lock.json", WEB / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime > locked.stat().st_mtime - 10


def compile_kernels() -> None:
    """The rules as machine code, kept for the next time. Without it they run interpreted."""
    if COMPILER.is_file():
        say("compiling the rules (a minute or two, once)")
        failure = "the rules could not be compiled; they run interpreted."
        attempt(lambda: call(PYTHON, "-m", COMPILERS[0], failure=failure))


def compile_kernels_meanwhile() -> None:
    """The same in the background, and then the bots, so that nobody waits for the compiler: until it is done they run
    interpreted."""
    if COMPILER.is_file():
        say("compiling the rules in the background; until that is done they run interpreted")
        with (VENV / "compile.log").open("w") as log:
            subprocess.Popen(
                ("sh", "-c", " && ".join(f"'{PYTHON}' -m {module} --gently" for module in COMPILERS)),
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


def set_up(level: str, packages: str, web: str) -> None:
    """Everything that `level` needs. Two callers at once take turns; the second finds it done."""
    with (ROOT / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not has_packages(level, packages):
            make_environment()
            install(level)
            if level == "test":
                attempt(have_system_packages)
                compile_kernels()
            else:
                compile_kernels_meanwhile()
            mark(f"has-{level}", packages)
        if level == "web":
            build_web(web)
        elif level == "test":
            attempt(lambda: build_web(web))
        say("ready")


def has_packages(level: str, stamp: str) -> bool:
    """Whether .venv holds what is locked for this level, or for one that includes it."""
    levels = list(LOCKS)
    return any(is_marked(f"has-{name}", stamp) for name in levels[levels.index(level) :])


def mark(step: str, stamp: str) -> None:
    """Remember what a step was done from."""
    (VENV / step).write_text(stamp + "\n")


def is_marked(step: str, stamp: str) -> bool:
    """Whether a step was done, from just this."""
    return (VENV / step).is_file() and (VENV / step).read_text().strip() == stamp


if __name__ == "__main__":
    try:
        set_up(*sys.argv[1:])
    except SetUpFailed as reason:
        say(str(reason))
        sys.exit(2)
    except OSError as reason:
        say(f"set-up cannot go on: {reason.filename or 'the system says'}: {reason.strerror}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
