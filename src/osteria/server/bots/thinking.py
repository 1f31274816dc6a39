"""What runs in a worker process: one bot, asked for one move; or a part of a finished game, looked back at."""

import multiprocessing
import os
import signal
import threading
import time
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import osteria
from osteria import bots
from osteria.bots.days import bot_of_a_day
from osteria.play.view import View
from osteria.server.wire.shapes import ForgetfulSeat, ForgottenMove

if TYPE_CHECKING:
    from osteria.hindsight.course import Course
    from osteria.hindsight.forgetting import Noticed


def get_ready() -> None:
    """A worker ends with its house, not by the keyboard; it yields to the house where both want the processor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A house that was killed cannot end its workers: they notice by themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def think(level: str, view: View, seconds: float) -> str:
    """A bot's move, in words."""
    decision = view.decision
    assert decision is not None
    return str(_bot(level).choose(decision, view, seconds))


def think_alike(level: str, view: View, seed: int) -> str:
    """The move that a bot makes for this view and seed, wherever and whenever it is asked."""
    decision = view.decision
    assert decision is not None
    return str(_seeded(level, seed).choose(decision, view, None))


_seeded = lru_cache(maxsize=64)(bot_of_a_day)


@cache
def _bot(level: str) -> bots.Bot:
    return bots.make(level)


def warm_up(level: str, game: str) -> None:
    """Lets a bot think once before it counts: what it compiles or computes at first use is then there."""
    match = osteria.new(game, seed=0)
    decision = match.decision
    if decision is not None:
        _bot(level).choose(decision, match.view(decision.seat, "assisted"), 0.01)


def look_back(text: str, playouts: int, seed: int, step: int, seconds: float) -> tuple[bool, list[list[float]]]:
    """Whether a finished game's chances are exact, and the chances from a step on, as many as fit into so many seconds.

    At least one, or none while the compiler is still at work on what plays on from there.
    """
    course = _course(text, playouts, seed)
    until = time.monotonic() + seconds
    rows: list[list[float]] = []
    if course.is_ready():
        while step + len(rows) < course.steps and (not rows or time.monotonic() < until):
            rows.append([round(chance, 4) for chance in course.chances(step + len(rows))])
    return course.is_exact, rows


def watch_back(text: str, playouts: int, seed: int, step: int, seconds: float) -> "list[Noticed | None]":
    """The moves that led to the steps after a step, watched for what was forgotten, as many as fit into so many seconds."""
    course = _course(text, playouts, seed)
    until = time.monotonic() + seconds
    rows: list[Noticed | None] = []
    if course.is_ready():
        while step + len(rows) + 1 < course.steps and (not rows or time.monotonic() < until):
            rows.append(course.noticed(step + len(rows) + 1))
    return rows


def price_forgetting(
    text: str, playouts: int, seed: int, noticed: "list[Noticed]", most: int
) -> tuple[list[ForgetfulSeat], list[ForgottenMove]]:
    """What forgetting cost in a game whose moves were watched: those who forgot, and their dearest moves, at most so many."""
    from osteria.hindsight.forgetting import dearest, forgetful

    course, seats = _course(text, playouts, seed), forgetful(noticed)
    moves = []
    for one in sorted(dearest(noticed, seats, most), key=lambda one: one.number):
        if forgot := course.forgot(one.number, seats[one.seat]):
            lost = round(one.price(seats[one.seat]).value, 4)
            moves.append(ForgottenMove(one.number, one.seat, lost, forgot.what, forgot.first, forgot.last))
    return [ForgetfulSeat(seat, manner.memory) for seat, manner in sorted(seats.items())], moves


@lru_cache(maxsize=4)
def _course(text: str, playouts: int, seed: int) -> "Course":
    from osteria.hindsight.course import Course  # only a worker that looks back needs it

    return Course(text, playouts, seed)
