"""Who waits at a table: answers for bots and stand-ins, watches clocks and broken lines."""

import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog

from osteria.bots.days import bot_seed
from osteria.server import measures
from osteria.server.bots.thinkers import RANDOM
from osteria.server.supervise import is_cancelled
from osteria.server.tables import commands
from osteria.server.tables.live import Held, Live
from osteria.server.tables.opening_chairs import keep_chair, open_chair, opens_at
from osteria.server.tables.played import Played
from osteria.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from osteria.server.house import House

LOOK_AGAIN = 5.0
"""Seconds between looks at a person who is waited for: lines of other processes break without a word."""
ELSEWHERE = 3.0
"""Seconds that the process with a person's line has to give out what it holds, before another does."""
LESSON_PAUSE = 0.2
"""Seconds before a bot says what a lesson's script has it say: the page gives people the time they need."""
log = structlog.get_logger()


async def attend(house: "House", live: Live) -> None:
    """Attends a table as long as it is in memory. Trouble at one table never reaches another."""
    while not live.is_gone:
        live.changed.clear()
        structlog.contextvars.bind_contextvars(
            table=live.table.id, seq=live.table.seq
        )  # this task's own: bots log, too
        try:
            wait = _sooner(await _attend_once(house, live), await _open_chairs(house, live))
            wait = _sooner(wait, await house.caller.look(live))
        except Refusal as refusal:
            log.warning("attendant.refused", table=live.table.id, key=refusal.problem.key)
            wait = LOOK_AGAIN
        except (Exception, asyncio.CancelledError):  # a table that fails is looked at again; the others never notice
            if is_cancelled():
                raise
            log.exception("attendant.failed", table=live.table.id, seq=live.table.seq)
            measures.ERRORS.labels("attendant").inc()
            wait = LOOK_AGAIN
        if wait is None or wait > 0:
            await _until_changed(live, wait)


def _sooner(one: float | None, other: float | None) -> float | None:
    return min((wait for wait in (one, other) if wait is not None), default=None)


async def _until_changed(live: Live, seconds: float | None) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await live.changed.wait()


async def _attend_once(house: "House", live: Live) -> float | None:
    """Does what is due; returns how long to wait for the next look (None: until something changes). A table of people of
    whom nobody is there waits for them, unless it has days for each move."""
    table = live.table
    asked = table.asked
    if table.status != "playing" or asked is None:
        return None
    if table.people and not live.is_attended and not table.settings.days:
        return None
    if table.seats[asked].is_answered_by_bot:
        if (wait := _wait_for_others(house, live)) > 0:
            return wait
        await _answer(house, live, asked)
        return 0.0
    return await _watch(house, live, asked)


async def _open_chairs(house: "House", live: Live) -> float | None:
    """Opens chairs whose warning is over, if somebody who agreed is there; whoever is back keeps theirs."""
    waits = list[float]()
    for seat, chair in list(live.table.chairs.items()):
        if seat in live.present:
            await house.commit(live, keep_chair(seat))
        elif (opens := opens_at(live.table, seat)) is not None:
            if (due := opens - time.time()) <= 0 and set(chair.agreed) & set(live.present):
                await house.commit(live, open_chair(seat))
            waits.append(max(due, 0.0) or LOOK_AGAIN)
    return min(waits, default=None)


async def _watch(house: "House", live: Live, asked: int) -> float | None:
    """Waits for a person: until the clock runs out, if the table has one. Nothing else answers for somebody unasked."""
    if live.table.window is not None:
        return await _release(house, live, asked, live.table.window)
    deadline = live.table.clocks.deadline(asked, is_connected=asked in live.present)
    if deadline is None:
        return None
    if (due := deadline - time.time()) > 0:
        if live.table.settings.days:
            await house.note_due(live, deadline)
        return min(due, LOOK_AGAIN)
    await house.commit(live, commands.stand_in_for_move(asked, live.table.question))
    return 0.0


async def _release(house: "House", live: Live, asked: int, until: float) -> float:
    """G-6: a seat that lets the house decline answers at the end of its window, whatever it says and could have said.

    What is given out then was tried before: the house's no when the question was put, a person's answer when it came. One
    way leads there for all of them.
    """
    question = live.table.question
    if live.held is None or live.held.question != question:
        live.hold(Held(question, commands.declining(live.table), f"house:{question}", lambda _: None))
    is_elsewhere = asked in live.present and asked not in live.seats_here
    if (due := until + (ELSEWHERE if is_elsewhere else 0.0) - time.time()) > 0:
        return min(due, LOOK_AGAIN)
    await _give_out(house, live)
    return 0.0


async def _give_out(house: "House", live: Live) -> None:
    """What was held becomes a row of the log, and is counted as a move of its seat, whoever said it and whenever; a house in
    trouble holds it a while longer."""
    held, live.held = live.held, None
    assert held is not None
    begun = time.perf_counter()
    answer: int | Refusal
    try:
        answer = await house.commit(live, commands.release(held.question, held.run, held.client), held.client)
        measures.MOVE_SECONDS.observe(time.perf_counter() - begun)
        measures.MOVES_BY_PEOPLE.inc(len(held.run))
    except asyncio.CancelledError:
        held.told(Refusal("house.trouble"))
        raise
    except Refusal as refusal:
        if refusal.problem.key != "move.stale" and live.held is None:
            live.held = held
            raise
        answer = refusal
    held.told(answer)


def _wait_for_others(house: "House", live: Live) -> float:
    """One process thinks for a bot, however many have the table; the others wait as long as it may take, then the next one
    does. Seconds to wait; 0: it is this one."""
    others, question = live.processes_before(house.name), live.table.question
    if not others:
        return 0.0
    if live.stood_back[0] != question:
        live.stood_back = question, time.monotonic()
    longest = house.config.pause_most + house.config.think + live.table.settings.pace + ELSEWHERE
    left = live.stood_back[1] + longest - time.monotonic()
    if left <= 0:
        live.pass_over(others)
    return max(0.0, left)


async def _answer(house: "House", live: Live, seat: int) -> None:
    """A bot answers after a pause that is drawn whatever its options are (G-6), and no sooner than the table's pace."""
    question = live.table.question
    pause = LESSON_PAUSE if live.table.scripted() else random.uniform(house.config.pause_least, house.config.pause_most)
    started = time.monotonic()
    run, asked = await _run_of_moves(house, live, seat)
    await asyncio.sleep(max(0.0, started + pause - time.monotonic()))
    await _keep_pace(live, started + live.table.settings.pace)
    await house.commit(live, commands.answer_for(seat, question, run))
    measures.MOVES_BY_BOTS.inc(len(run))
    measures.BOT_DECISIONS.inc(asked)  # with the moves: how long a bot thought depends on its hand


async def _keep_pace(live: Live, until: float) -> None:
    """Waits for the table's pace, as long as somebody is there who has not skipped."""
    while (left := until - time.monotonic()) > 0 and live.is_looked_on:
        live.changed.clear()  # the table is looked at again in any case
        await _until_changed(live, left)


async def _run_of_moves(house: "House", live: Live, seat: int) -> tuple[Sequence[Played], int]:
    """The moves a bot makes in a row before anything new comes up, like a person who composes a whole turn; and how many of
    them were asked of workers."""
    table = live.table
    assert table.match is not None
    level = table.seats[seat].level or house.thinkers.stand_in(table.game)
    match, run, asked = table.match, list[Played](), 0
    while True:
        view, owner = match.view(seat, "assisted"), live.owner or table.id
        scripted = table.scripted(len(run))
        if table.day:
            choice = await house.thinkers.choose_alike(level, view, bot_seed(table.seed, seat), owner)
        else:
            choice = scripted or await house.thinkers.choose(level, view, owner, is_watched=live.is_watched)
        asked += level != RANDOM and not scripted
        run.append(Played.move(match, choice))
        match = run[-1].match
        if not commands.may_go_on(match, run[-1].events, seat):
            return run, asked
