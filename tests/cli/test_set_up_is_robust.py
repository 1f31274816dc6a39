"""Set-up that is stopped, starved or locked out: the next start mends it, or says truly why it cannot."""

import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONG = bool(os.environ.get("OSTERIA_LONG"))
KILLS = 40 if LONG else 2
SIZES_MB = (5, 60, 150, 300, 420) if LONG else (60,)
ABOUT_S = 40
"""How long a first start takes; moments to kill it are drawn from this."""
READY = 'root=$PWD; . tools/environment.sh; ready "$@"'

sys.path.insert(0, str(ROOT / "tools"))
calls = import_module("calls")
environment = import_module("environment")
page = import_module("page")

pytestmark = [pytest.mark.timeout(7200 if LONG else 900), pytest.mark.skipif(sys.platform != "linux", reason="Linux")]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The project as somebody cloned it, into a path with spaces."""
    return copy_to(tmp_path / "a clone of osteria")


def copy_to(place: Path) -> Path:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    for name in map(os.fsdecode, listed.split(b"\0")):
        if name and (ROOT / name).exists():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name, follow_symlinks=False)
    return place


def start(checkout: Path, level: str = "web", *before: str, **more: str) -> subprocess.Popen[str]:
    """A first start that stops when everything is there."""
    command = [*before, "sh", "-c", READY, "sh", level]
    return subprocess.Popen(
        command, cwd=checkout, env=os.environ | more, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def finish(checkout: Path, level: str = "web", *before: str, **more: str) -> tuple[int, str]:
    process = start(checkout, level, *before, **more)
    told = process.communicate()[1]
    return process.returncode, told


def works(checkout: Path, *before: str, **more: str) -> bool:
    """Whether the command answers and the page is there."""
    command = [*before, str(checkout / "run"), "rules", "sole-mio", "C-3"]
    done = subprocess.run(command, env=os.environ | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return "doubles first" in done.stdout and (checkout / "src/osteria/server/static/index.html").is_file()


def stop(process: subprocess.Popen[str], how: int) -> None:
    """All of it with Ctrl-C or kill, or only the one that leads it, so that its steps outlive it."""
    with suppress(ProcessLookupError, FileNotFoundError):
        if how == 0:
            os.killpg(process.pid, signal.SIGKILL)
        elif how == 1:
            os.killpg(process.pid, signal.SIGINT)
        else:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            for child in children[:1]:
                os.kill(int(child), signal.SIGKILL)
    process.communicate()


def end_compiling(checkout: Path) -> None:
    """What a start left compiling in the background, so that forty of them do not fill the machine."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").readlink() == checkout and b"compile_all" in (process / "cmdline").read_bytes():
                end(int(process.name))


def end(process: int) -> None:
    """Kills a process, and returns when it is gone."""
    held = os.pidfd_open(process)
    try:
        signal.pidfd_send_signal(held, signal.SIGKILL)
        select.select([held], [], [], 10)
    finally:
        os.close(held)


def test_killed_at_any_moment_the_next_start_mends_it(checkout: Path) -> None:
    """Every other one finds .venv whole and is killed while the page is built, however slow the machine is."""
    rng = random.Random(20261115)
    for number in range(KILLS):
        end_compiling(checkout)
        for made in ("src/osteria/server/static", ".venv")[: 2 - number % 2]:
            shutil.rmtree(checkout / made, ignore_errors=True)
        process, moment = start(checkout), rng.uniform(0, ABOUT_S)
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        was_done = process.poll() is not None
        stop(process, number % 3)
        status, told = finish(checkout)
        assert status == 0, f"kill {number}: {told}"
        assert works(checkout)
        assert not (checkout / ".building").exists()
        print(f"kill {number} after {moment:.1f} s{' (it was done)' * was_done}: mended")
    (checkout / ".building").mkdir()  # a start that was stopped when all but this was done
    assert finish(checkout)[0] == 0
    assert not (checkout / ".building").exists()
    end_compiling(checkout)


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[None]:
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}M", "tmpfs", place], check=False).returncode:
        pytest.skip("only root can make a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a small disk")
@pytest.mark.parametrize("megabytes", SIZES_MB)
def test_a_full_disk_is_called_full_and_mended_by_space(tmp_path: Path, megabytes: int) -> None:
    disk = tmp_path / "small disk"
    with small_disk(disk, megabytes + 20):
        checkout = copy_to(disk / "osteria")
        status, told = finish(checkout)
        assert status == 2, told
        assert "the disk is full" in told or "No space left on device" in told, told
        assert "registry" not in told
        assert "Traceback" not in told
        assert not (checkout / ".building").exists(), "what was half made is gone"
        assert (checkout / ".venv/whole").exists() or not (checkout / ".venv").exists(), "what is whole is kept"
        if LONG:
            subprocess.run(["mount", "-o", "remount,size=1500M", disk], check=True)
            status, told = finish(checkout)
            assert status == 0, told
            assert works(checkout)
            end_compiling(checkout)


@pytest.mark.long
def test_two_first_starts_at_once_take_turns(checkout: Path) -> None:
    first = start(checkout)
    time.sleep(1)
    second = start(checkout)
    told = [process.communicate()[1] for process in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), told
    assert "another start is setting up here; waiting for it" in told[1]
    assert "making .venv" not in told[1]
    assert works(checkout)


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can cut a process off the network")
def test_without_a_network_a_second_start_works_and_a_first_says_so(checkout: Path, tmp_path: Path) -> None:
    elsewhere = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    status, told = finish(checkout, "web", "unshare", "-n", **elsewhere)
    assert status == 2
    assert "the package registry cannot be reached" in told
    assert finish(checkout)[0] == 0
    assert finish(checkout, "web", "unshare", "-n") == (0, "")
    assert works(checkout, "unshare", "-n")


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="is not root already")
def test_another_user_than_root_sets_up_too(tmp_path: Path) -> None:
    python = next((path for path in ("/usr/bin/python3", "/usr/local/bin/python3") if Path(path).exists()), None)
    if python is None:
        pytest.skip("no Python that every user can reach")
    place = Path("/var/tmp") / f"osteria-{os.getpid()}"
    checkout = copy_to(place / "osteria")
    try:
        subprocess.run(["chown", "-R", "nobody", place], check=True)
        nobody = ("setpriv", "--reuid=nobody", "--clear-groups")
        more = {"HOME": str(place), "XDG_CACHE_HOME": str(place / "cache"), "OSTERIA_PYTHON": python}
        status, told = finish(checkout, "web", *nobody, **more)
        assert status == 0 or "apt-get install python3" in told, told
        assert status or works(checkout, *nobody, **more)
    finally:
        end_compiling(checkout)
        shutil.rmtree(place)


@pytest.mark.long
def test_a_home_that_cannot_be_written_to_is_done_without(checkout: Path) -> None:
    nowhere = {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": "/proc/nowhere/cache"}
    status, told = finish(checkout, **nowhere)
    assert status == 0, told
    assert works(checkout, **nowhere)


@pytest.mark.long
def test_node_need_not_be_on_the_machine(checkout: Path, tmp_path: Path) -> None:
    """A folder of commands with everything but Node and npm."""
    (tmp_path / "bin").mkdir()
    for folder in ("/usr/local/bin", "/usr/bin", "/bin"):
        for command in Path(folder).iterdir():
            place = tmp_path / "bin" / command.name
            if command.name not in ("node", "nodejs", "npm", "npx") and not place.is_symlink():
                place.symlink_to(command)
    more = {"PATH": str(tmp_path / "bin"), "OSTERIA_PYTHON": getattr(sys, "_base_executable", sys.executable)}
    status, told = finish(checkout, **more)
    assert status == 0, told
    assert works(checkout, **more)


# --- the parts, one by one ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("npm error code ENOSPC", "the disk is full"),
        ("npm error EROFS: read-only file system, mkdir '/home/x/.npm'", "is read-only: npm error EROFS"),
        ("error: failed to create file: Permission denied (os error 13)", "may not write there: error: failed"),
        ("error sending request for url; dns error", "registry cannot be reached"),
        ("npm error code ENOTFOUND", "registry cannot be reached"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "not the one that is locked"),
        ("ERROR: No matching distribution found for x==1", "has no such package"),
        ("something else", "what it said stands above"),
    ],
)
def test_the_true_cause_is_named(printed: str, words: str) -> None:
    assert words in calls.words_for(calls.cause_of(printed), printed)


def test_a_step_that_fails_shows_its_last_words_and_why(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(calls.SetUpFailed, match=r"it could not be done: the disk is full"):
        calls.call("sh", "-c", "echo No space left on device; exit 3", doing="it could not be done")
    assert "    No space left on device\n" in capfd.readouterr().err


def test_an_environment_without_its_mark_is_not_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "WHOLE", tmp_path / "whole")
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    assert not environment.is_environment_whole()
    environment.mark("whole", "/another/place")
    assert not environment.is_environment_whole(), "a checkout that was moved"
    environment.mark("whole", str(ROOT))
    assert environment.is_environment_whole()
    monkeypatch.setattr(environment, "PYTHON", tmp_path / "gone")
    assert not environment.is_environment_whole(), "its Python was removed"


def test_a_page_counts_as_built_only_with_its_stamp_and_first_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "STATIC", tmp_path)
    (tmp_path / page.STAMP).write_text("1 2\n")
    assert not page.is_built("1 2")
    (tmp_path / "index.html").touch()
    assert page.is_built("1 2")
    assert not page.is_built("3 4")


def test_what_is_moved_in_replaces_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "BUILDING", tmp_path)
    made, place = tmp_path / "made", tmp_path / "deep" / "static"
    for content in ("one", "two"):
        made.mkdir()
        (made / "index.html").write_text(content)
        page.move_in(made, place)
        assert (place / "index.html").read_text() == content
    assert not made.exists()


def test_caches_that_cannot_be_written_to_are_put_beside_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    monkeypatch.delenv("UV_CACHE_DIR", raising=False)
    assert calls.own_caches()["UV_CACHE_DIR"] == str(calls.BUILDING / "cache" / "UV_CACHE_DIR")


@pytest.mark.parametrize("words", [["--nonsense-option"], ["play"], ["serve"], []])
def test_what_shows_the_page_prepares_it(words: list[str], tmp_path: Path) -> None:
    assert asked_level(words, tmp_path) == "web"


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["serve", "-h"], ["rules", "sole-mio"]])
def test_help_and_the_rest_build_nothing(words: list[str], tmp_path: Path) -> None:
    assert asked_level(words, tmp_path) == "run"


def test_environments_come_with_the_drawings_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "requirements").mkdir()
    for extra in ("envs", "lab"):
        (tmp_path / "requirements" / f"with-{extra}.txt").touch()
    assert asked_level(["--with", "envs"], tmp_path) == "web"
    assert asked_level(["--with", "lab", "--with", "envs", "rules"], tmp_path) == "web"
    assert asked_level(["--with", "lab"], tmp_path) == "run"


def asked_level(words: list[str], place: Path) -> str:
    """What ./run asks set-up for, told by a set-up that only says so."""
    (place / "tools").mkdir(exist_ok=True)
    shutil.copy2(ROOT / "run", place / "run")
    (place / "tools/environment.sh").write_text('ready() { echo "$1"; exit 0; }\n')
    return subprocess.run([place / "run", *words], capture_output=True, text=True, check=True).stdout.strip()


def test_the_version_is_told_without_an_environment(tmp_path: Path) -> None:
    for name in ("run", "tools/environment.sh", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    told = subprocess.run([tmp_path / "run", "--version"], capture_output=True, text=True, check=True).stdout
    assert f'version = "{told.strip()}"' in (ROOT / "pyproject.toml").read_text()
    assert not (tmp_path / ".venv").exists()


def test_an_unknown_extra_is_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run([ROOT / "run", "--with", "nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("osteria: --with takes one of: cuda envs lab nats openspiel postgres ray")


def test_what_the_page_reads_beside_web_is_there_when_it_is_built() -> None:
    """It is built in a copy of web/: whatever its sources reach outside must be linked there, and change its stamp."""
    sources = [path for folder in ("src", "scripts") for path in (ROOT / "web" / folder).rglob("*") if path.is_file()]
    reached = set()
    for path in [*sources, ROOT / "web/vite.config.ts"]:
        if path.suffix in (".ts", ".js", ".svelte"):
            for name in re.findall(r'["\'`]((?:\.\./)+[\w./-]+)', path.read_text(encoding="utf-8")):
                target = (path.parent / name).resolve()
                if ROOT in target.parents and ROOT / "web" not in (target, *target.parents):
                    reached.add(target.relative_to(ROOT).parts[0])
    assert reached <= set(page.NEIGHBOURS), f"tools/page.py: NEIGHBOURS lack {reached - set(page.NEIGHBOURS)}"
    stamped = (ROOT / "tools/environment.sh").read_text()
    assert '"$root/protocol"' in stamped
