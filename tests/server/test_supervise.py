"""Background work that ends is begun again, logged, and seen; no cycles are left behind by lines, tables and moves."""

import asyncio
import gc
import time
from collections import Counter

from playkit import ME, auth, finish, first_asked, line, make
from virtualkit import virtual_time

from osteria.server.lines.wire import AsgiWire
from osteria.server.store.batch import Batch
from osteria.server.supervise import Supervisor


def test_work_that_dies_is_logged_begun_again_and_seen_meanwhile(capsys):
    begun = []

    async def work():
        begun.append(1)
        if len(begun) < 3:
            raise ValueError("this work dies")
        await asyncio.Event().wait()

    async def run():
        supervisor, seen_down = Supervisor(), False
        supervisor.keep("sweeper", work)
        for _ in range(300):
            await asyncio.sleep(0.01)
            seen_down = seen_down or supervisor.down == ["sweeper"]
            if len(begun) == 3 and not supervisor.down:
                break
        await supervisor.stop()
        return seen_down

    assert asyncio.run(run())
    assert len(begun) == 3
    logged = capsys.readouterr()
    assert "this work dies" in logged.out + logged.err


def test_work_that_returns_is_begun_again_too():
    begun = []

    async def run():
        supervisor = Supervisor()

        async def work():
            begun.append(1)

        supervisor.keep("journal", work)
        await asyncio.sleep(0.5)
        await supervisor.stop()

    asyncio.run(run())
    assert len(begun) > 1


def test_work_that_waited_for_what_somebody_else_cancelled_is_logged_and_begun_again(capsys):
    begun = []

    async def work():
        begun.append(1)
        if len(begun) < 3:
            cancelled = asyncio.get_running_loop().create_future()
            cancelled.cancel("by somebody else")
            await cancelled
        await asyncio.Event().wait()

    async def run():
        supervisor = Supervisor()
        supervisor.keep("bus", work)
        await asyncio.sleep(10)
        assert supervisor.down == []
        await supervisor.stop()

    with virtual_time() as loop:
        loop.run_until_complete(run())
    assert len(begun) == 3
    logged = capsys.readouterr()
    assert "by somebody else" in logged.out + logged.err


def test_work_that_fails_while_it_is_ended_is_not_begun_again():
    begun = []

    async def work():
        begun.append(1)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if len(begun) == 1:
                raise ConnectionError("no goodbye") from None
            raise

    async def run():
        supervisor = Supervisor()
        supervisor.keep("bus", work)
        await asyncio.sleep(0)
        stopping = asyncio.create_task(supervisor.stop())
        await asyncio.wait({stopping}, timeout=60)
        assert stopping.done()

    with virtual_time() as loop:
        loop.run_until_complete(run())
    assert begun == [1]


def test_a_sweeper_that_fails_once_goes_on_and_readiness_tells(client, monkeypatch):
    house = client.app.state.house
    failed = []

    async def fails_once(_books):
        if not failed:
            failed.append(1)
            raise ConnectionResetError("another operation is in progress")

    monkeypatch.setattr("osteria.server.house.SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(house, "_write_books", fails_once)
    until, statuses = time.monotonic() + 15, set()
    while time.monotonic() < until and statuses != {200, 503}:
        statuses.add(client.get("/readyz").status_code)
    assert failed
    assert statuses == {200, 503}
    time.sleep(0.5)
    assert client.get("/readyz").status_code == 200


def test_a_journal_that_dies_with_a_move_is_logged_and_seen_and_the_move_is_made_when_it_is_back(
    client, monkeypatch, capfd
):
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    path, headers = f"/api/tables/{made['table']}/moves", auth(made["keys"][str(seat)])
    body = {"id": "a", "question": place["question"], "moves": [place["view"]["decision"]["options"][0]]}

    def dies(_groups):
        raise ValueError("this journal dies")

    with monkeypatch.context() as patch:
        patch.setattr(Batch, "of", dies)
        assert client.post(path, json=body, headers=headers).status_code == 503
        ready = client.get("/readyz")
        assert (ready.status_code, ready.text) == (503, "not ready: journal ended\n")
    until = time.monotonic() + 15
    while client.get("/readyz").status_code != 200 and time.monotonic() < until:
        time.sleep(0.02)
    assert client.post(path, json=body, headers=headers).status_code == 200
    logged = capfd.readouterr()
    assert "this journal dies" in logged.out + logged.err
    assert finish(client, made)["table"]["status"] == "over"


def test_lines_tables_and_moves_leave_no_cycles_behind(client):
    made = make(client, ME, ME)
    finish(client, made)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        made = make(client, ME, ME)
        for seat in (0, 1):
            with line(client, made, seat):
                pass
        finish(client, made)
        client.portal.call(client.app.state.house.reload, made["table"])
        gc.garbage.clear()
        gc.collect()
        ours = [type(found) for found in gc.garbage if type(found).__module__.startswith("osteria")]
        left = Counter(kind.__name__ for kind in ours if kind is not AsgiWire)  # only these tests use that one
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left, left
