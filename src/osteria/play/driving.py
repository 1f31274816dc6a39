"""Driving games that nobody watches: whole random games, checked games, and one step of many games.

These kernels know a game only through what a family of games says (`osteria.core.family`), to which `drivers` binds them.
"""

from __future__ import annotations

import sys
from types import FunctionType

from osteria.core.family import (
    CLOSE,
    CLOSING,
    OVER,
    Family,
    act,
    chance_outcome,
    chance_total,
    faults_in,
    is_best,
    is_chance,
    is_half_made,
    list_legal,
    score_of,
    see,
    see_sequence,
    share_of,
    winners_in,
)
from osteria.core.kernel import bound, kernel
from osteria.core.schema import State, Table
from osteria.core.stream import draw_below, open_stream
from osteria.core.winning import shared

# Rows of counts by ask.
ACTIONS, DECISIONS = range(2)
# What a run of games found.
SHORTEST, LONGEST, FAULTY, FIRST_FAULTY, FAULTY_ACTION = range(5)
FINDINGS = 5
# How a game of a batch ended with the last step.
DONE, CUT = range(2)
# The cells of a game that is being driven: its two streams, its number of turns, and which game of its place it is.
CHANCE, CHOICE, TURNS, EPISODE = 0, 2, 4, 5
CELLS = 6
ASKS = 24
"""BOUND: no game has so many different asks."""
POINTS = 161
"""How many different scores a tally tells apart: a higher one counts as the highest."""


@kernel
def count(table: Table, row: int, column: int) -> None:
    """Add one to a tally that is kept once for many games (CUDA: that many threads share)."""
    table[row, column] += 1


@kernel
def count_ask(table: Table, row: int, ask: int) -> None:
    """Add one to what was asked (CUDA: left out, it would cost more than the rules)."""
    table[row, ask] += 1


# ------------------------------------------------------------------------------------------------- One game at a time


@kernel
def shuffle(cells: Table, seed: int, game: int) -> None:
    """A game's own streams; they depend on the seed, its number and its episode, and on nothing else."""
    episode = int(cells[EPISODE])
    open_stream(cells, CHANCE, seed, game, 2 * episode)
    open_stream(cells, CHOICE, seed, game, 2 * episode + 1)
    cells[TURNS] = 0


@kernel
def is_unasked(ask: int) -> bool:
    """Whether the game goes on without a person: by chance, or because a round is to be closed."""
    return is_chance(ask) or ask == CLOSING


@kernel
def choose(s: State, cells: Table, legal: Table) -> int:
    """What happens next in a random game: by force, by chance, or by a choice among all legal small actions."""
    ask = int(s["ask"])
    if ask == CLOSING:
        return CLOSE
    if is_chance(ask):
        return chance_outcome(s, draw_below(cells, CHANCE, chance_total(s)))
    return int(legal[draw_below(cells, CHOICE, list_legal(s, legal))])


@kernel
def play_out(s: State, fresh: State, cells: Table, legal: Table, counts: Table, checks: int) -> int:
    """A random game to its end, its actions and decisions counted by ask. Returns the decisions; when checks are asked
    for and something does not add up, minus the number of actions so far."""
    decisions = 0
    actions = 0
    ask = int(s["ask"])
    while ask != OVER:
        count_ask(counts, ACTIONS, ask)
        if not is_unasked(ask) and not is_half_made(s):
            count_ask(counts, DECISIONS, ask)
            decisions += 1
        act(s, choose(s, cells, legal), None)
        ask = int(s["ask"])
        actions += 1
        if checks and faults_in(s, fresh) > 0:
            return -actions
    return decisions


@kernel
def count_result(s: State, scores: Table, wins: Table) -> None:
    """Add a finished game to the tallies: scores by seat, wins by seat and by how many shared them."""
    winners = winners_in(s)
    for seat in range(int(s["players"])):
        count(scores, seat, min(score_of(s, seat), scores.shape[1] - 1))
        if is_best(s, seat):
            count(wins, seat, winners)


@kernel
def renew(states: Table, place: int, fresh: Table, cells: Table, seed: int) -> None:
    """The next game of a place."""
    states[place] = fresh[0]
    shuffle(cells, seed, place)


@kernel
def finish(s: State, place: int, is_cut: bool, rewards: Table, ends: Table) -> None:
    """G-7: a win shared by k seats is worth 1/k to each of them."""
    ends[DONE, place] = True
    ends[CUT, place] = is_cut
    winners = winners_in(s)
    for seat in range(int(s["players"])):
        if is_best(s, seat):
            rewards[place, seat] = shared(winners)


@kernel
def show(
    s: State, place: int, cells: Table, legal: Table, memory: int,
    observations: Table, blank: Table, masks: Table, seats: Table, picks: Table,
) -> None:  # fmt: skip
    """What the seat that is asked may see and do, and one of its legal actions at random."""
    seats[place] = s["seat"]
    observations[place] = blank[0]
    see(s, int(s["seat"]), memory, observations[place])
    for action in range(masks.shape[1]):
        masks[place, action] = False
    options = list_legal(s, legal)
    for index in range(options):
        masks[place, int(legal[index])] = True
    picks[place] = legal[draw_below(cells, CHOICE, options)]


@kernel
def run_on(
    states: Table, place: int, fresh: Table, cells: Table, legal: Table, seed: int, action: int, most_turns: int,
    seat: int, rewards: Table, ends: Table,
) -> None:  # fmt: skip
    """One action, and all that follows unasked; a game that is over is dealt anew. With a seat (else -1) only that one
    is asked, and the others choose at random."""
    s = states[place]
    goes_on = True
    while goes_on:
        turn = int(s["turn"])
        act(s, action, None)
        if s["turn"] != turn:
            cells[TURNS] += 1
        is_cut = most_turns > 0 and int(cells[TURNS]) > most_turns
        if s["ask"] == OVER or is_cut:
            finish(s, place, is_cut and s["ask"] != OVER, rewards, ends)
            cells[EPISODE] += 1
            renew(states, place, fresh, cells, seed)
        goes_on = is_unasked(int(s["ask"])) or (seat >= 0 and s["seat"] != seat)
        if goes_on:
            action = choose(s, cells, legal)


@kernel
def advance_one(
    states: Table, place: int, fresh: Table, cells: Table, observations: Table, blank: Table, masks: Table,
    seats: Table, picks: Table, rewards: Table, ends: Table, legal: Table, actions: Table,
    seed: int, memory: int, most_turns: int, seat: int, deals: int,
) -> None:  # fmt: skip
    """One action in one game (with `deals`: a new game), and what is asked next."""
    for other in range(rewards.shape[1]):
        rewards[place, other] = 0
    ends[DONE, place] = False
    ends[CUT, place] = False
    action = int(actions[place])
    if deals:
        cells[EPISODE] = 0
        renew(states, place, fresh, cells, seed)
        action = choose(states[place], cells, legal)
    run_on(states, place, fresh, cells, legal, seed, action, most_turns, seat, rewards, ends)
    show(states[place], place, cells, legal, memory, observations, blank, masks, seats, picks)


# ------------------------------------------------------------------------------------------------------ Entry points


@kernel
def playouts(
    states: Table, fresh: Table, cells: Table, legal: Table, seed: int, first: int, games: int, checks: int,
    counts: Table, scores: Table, wins: Table, found: Table,
) -> None:  # fmt: skip
    """Entry: whole random games, from the first number on, tallied.

    `found`: the fewest and most decisions of a game; with checks, the faulty games, the first of them, its action.
    """
    for game in range(first, first + games):
        states[0] = fresh[0]
        shuffle(cells, seed, game)
        decisions = play_out(states[0], fresh[0], cells, legal, counts, checks)
        if decisions < 0:
            if found[FAULTY] == 0:
                found[FIRST_FAULTY] = game
                found[FAULTY_ACTION] = -decisions
            found[FAULTY] += 1
        else:
            count_result(states[0], scores, wins)
            found[SHORTEST] = min(int(found[SHORTEST]), decisions)
            found[LONGEST] = max(int(found[LONGEST]), decisions)


@kernel
def first_refused(masks: Table, actions: Table) -> int:
    """Entry: the first game whose action is not legal; -1: all are."""
    for place in range(actions.shape[0]):
        action = int(actions[place])
        if action < 0 or action >= masks.shape[1] or not masks[place, action]:
            return place
    return -1


@kernel
def advance(
    states: Table, fresh: Table, cells: Table, observations: Table, blank: Table, masks: Table, seats: Table,
    picks: Table, rewards: Table, ends: Table, legal: Table, actions: Table,
    seed: int, start: int, stop: int, memory: int, most_turns: int, seat: int, deals: int,
) -> None:  # fmt: skip
    """Entry: one action in each game from `start` to `stop` (with `deals`: a new game), and what is asked next."""
    for place in range(start, stop):
        advance_one(
            states, place, fresh, cells[place], observations, blank, masks, seats, picks, rewards, ends, legal,
            actions, seed, memory, most_turns, seat, deals,
        )  # fmt: skip


@kernel
def sequences(states: Table, memory: int, out: Table) -> None:
    """Entry: of every game the stack that everybody saw being laid, for observations of version 2."""
    for place in range(states.shape[0]):
        see_sequence(states[place], memory, out[place])


@kernel
def rollouts(
    worlds: Table, moves: Table, seat: int, seed: int, first: int, count: int, longest: int,
    scratch: Table, cells: Table, legal: Table, shares: Table,
) -> None:  # fmt: skip
    """Entry: from each of `count` worlds, numbered from `first`, every move and then random play to the end of the game, or
    for `longest` small actions; `shares[world, move]` is what the seat has of the win then.

    All moves meet a world with the same streams, so that they differ by what they are worth and not by luck.
    """
    for number in range(first, first + count):
        for move in range(moves.shape[0]):
            scratch[0] = worlds[number % worlds.shape[0]]
            s = scratch[0]
            cells[EPISODE] = 0
            shuffle(cells, seed, number)
            part = 0
            while s["ask"] != OVER and part < longest:
                if part < moves.shape[1] and moves[move, part] >= 0:
                    act(s, int(moves[move, part]), None)
                else:
                    act(s, choose(s, cells, legal), None)
                part += 1
            shares[number, move] = share_of(s, seat)


def drivers(family: Family) -> dict[str, FunctionType]:
    """These kernels, bound to the rules of a family."""
    return bound(sys.modules[__name__], family.rules)
