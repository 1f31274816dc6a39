"""What the threads of a GPU do: games of a block taken through the same stage together, rows brought in and out by warps.

Written as the rules are, once; `osteria.lab.cuda` binds these kernels to a family of games and to CUDA. The names under
"What is bound" stand in for what they are bound to.
"""

from __future__ import annotations

from typing import Any

from osteria.core.family import (
    NOBODY,
    OVER,
    answer,
    faults_in,
    is_half_made,
    list_legal,
    see,
    see_sequence,
    stage_of,
    step_once,
)
from osteria.core.kernel import kernel
from osteria.core.schema import State, Table
from osteria.core.stream import draw_below
from osteria.lab.lockstep import ALL, COLUMNS, MOST, NO_STAGE, PLACE, STAGES, elected
from osteria.play.driving import (
    CELLS,
    CHOICE,
    CUT,
    DONE,
    EPISODE,
    FAULTY,
    FAULTY_ACTION,
    FIRST_FAULTY,
    TURNS,
    choose,
    count_result,
    finish,
    is_unasked,
    shuffle,
)

# BOUND: a person chooses among at most 22 small actions (21 orders or none); chance is never listed here.
MOST_CHOICES = 32
DECIDED, ACTED, TOTALS = range(3)
"""Columns of a thread's own totals, and how many there are."""
BALLOTS = 3
"""The count of a vote is read while the next one goes on and the one after it is cleared."""
WARP = 32
LOW = (1 << WARP) - 1
AT_ONCE = 8
"""SPEED: rows that a warp reads before it writes any of them, so that it does not wait for each."""
WAITING, PLACED, QUEUED = range(3)
"""Rows of a queue, and how many there are: the games that wait at each stage, and those that have their place in line."""
ENTRIES = ("playouts", "advance", "line_up", "sequences")
DRIVERS = ("choose", "count_result", "finish", "is_unasked", "shuffle")
"""Kernels of `osteria.play.driving` that these call."""

# ------------------------------------------------------------------------------------------------ What is bound

cuda: Any = None
int16: Any = None
int32: Any = None
int64: Any = None
uint32: Any = None
"""numba.cuda, and Numba's numbers."""
RECORD: Any = None
VIEW: Any = None
"""The record of a game, narrowed, and its observation."""
FIRST_WORD, ROW_WORDS, TILE_WORDS, VIEW_WORDS, MASK_WORDS = range(5)
"""Where a record begins in the row of a game, and the words of rows, of their place in shared memory, of views, of masks."""
LATE, REPEATED, FOLLOWED, LINES_UP = 0, 0, 0, False
"""The family's `Stages`."""
FIRST_STEP, TOGETHER, CHECKS = 0, 0, False
"""The first stage that is a step of the rules, the threads of a block that advance games, whether every action is checked."""


@kernel
def count(table: Table, row: int, column: int) -> None:
    """Add one to a tally that many threads share."""
    cuda.atomic.add(table, (row, column), 1)


# ---------------------------------------------------------------------------------------------- Stages and votes


@kernel
def cleared(counts: Table) -> None:
    """No votes yet."""
    if cuda.threadIdx.x < COLUMNS:
        for ballot in range(BALLOTS):
            counts[ballot, cuda.threadIdx.x] = 0
    cuda.syncthreads()


@kernel
def vote(counts: Table, ballot: int, stage: int, is_late: int, late: int) -> int:
    """Every thread names the stage at which its game waits; the one that all take next."""
    if stage >= 0:
        cuda.atomic.add(counts, (ballot, stage), 1)
    cuda.syncthreads()
    column = cuda.threadIdx.x
    if column < COLUMNS:
        counts[ballot - 1 if ballot > 0 else BALLOTS - 1, column] = 0
    if column < STAGES and counts[ballot, column] > 0:
        votes, half = counts[ballot, column], (late >> column) & 1
        cuda.atomic.max(counts, (ballot, MOST + half), votes * PLACE + column)
        cuda.atomic.add(counts, (ballot, ALL + half), votes)
    cuda.syncthreads()
    return elected(counts[ballot], is_late)


@kernel
def playouts(
    fresh: Table, seed: int, first: int, games: int, totals: Table, scores: Table, wins: Table, found: Table, finals: Table
) -> None:  # fmt: skip
    """Entry: every thread plays one game after another; those of a block take every stage together."""
    thread = cuda.grid(1)
    states, cells = cuda.local.array(1, RECORD), cuda.local.array(CELLS, int64)
    legal = cuda.local.array(MOST_CHOICES, int16)
    counts = cuda.shared.array((BALLOTS, COLUMNS), int32)
    cleared(counts)
    cells[EPISODE] = 0
    decisions, actions, begun, faults, ballot, is_late = 0, 0, 0, 0, 0, 0
    game, last = first + thread, first + games
    states[0] = fresh[0]
    s = states[0]
    shuffle(cells, seed, game)
    while True:
        stage = int(stage_of(s)) if game < last else NO_STAGE
        chosen = vote(counts, ballot, stage, is_late, LATE)
        if chosen < 0:
            break
        ballot = ballot + 1 if ballot + 1 < BALLOTS else 0
        is_late = 1 if chosen >= STAGES else 0
        chosen -= STAGES * is_late
        if stage == chosen:
            goes_on = stage < FIRST_STEP
            while goes_on:
                if not is_unasked(int(s["ask"])) and not is_half_made(s):
                    decisions += 1
                answer(s, choose(s, cells, legal), None)
                actions += 1
                if CHECKS:
                    faults = faults_in(s, fresh[0])
                goes_on = (REPEATED >> stage) & 1 == 1 and faults == 0 and stage_of(s) == stage
            taken = FOLLOWED | 1 << stage
            while s["ask"] == NOBODY and faults == 0 and (taken >> stage_of(s)) & 1:
                step_once(s, None)
                if CHECKS:
                    faults = faults_in(s, fresh[0])
            if s["ask"] == OVER or faults > 0:
                if faults > 0:
                    cuda.atomic.add(found, FAULTY, 1)
                    cuda.atomic.min(found, FIRST_FAULTY, game)
                    found[FAULTY_ACTION] = actions - begun
                    faults = 0
                else:
                    count_result(s, scores, wins)
                if game - first < finals.shape[0]:
                    finals[game - first] = states[0]
                game += cuda.gridsize(1)
                begun = actions
                states[0] = fresh[0]
                shuffle(cells, seed, game)
    totals[thread, DECIDED] = decisions
    totals[thread, ACTED] = actions


@kernel
def settled(
    states: Table, fresh: Table, cells: Table, place: int, before: int, seed: int, most_turns: int, rewards: Table, ends: Table
) -> bool:  # fmt: skip
    """What an action led to: turns are counted, a game that is over is dealt anew. Whether a person is asked."""
    s = states[0]
    if s["turn"] != before:
        cells[TURNS] += 1
    is_cut = most_turns > 0 and cells[TURNS] > most_turns
    if s["ask"] == OVER or is_cut:
        finish(s, place, is_cut and s["ask"] != OVER, rewards, ends)
        cells[EPISODE] += 1
        states[0] = fresh[0]
        shuffle(cells, seed, place)
    return not is_unasked(int(s["ask"]))


@kernel
def unsigned(word: int) -> int:
    """The 32 bits of a signed cell."""
    return int64(word) & LOW  # type: ignore[no-any-return]


@kernel
def signed(word: int) -> int:
    """32 bits as the number that a signed cell holds."""
    return int(word) - ((int(word) >> (WARP - 1)) << WARP)


@kernel
def brought(rows: Table, places: Table, tile: Table) -> None:
    """SPEED: a warp brings in the rows of its games one after the other, so that whole lines are read."""
    lane, top = cuda.threadIdx.x % WARP, cuda.threadIdx.x - cuda.threadIdx.x % WARP
    for word in range(lane, ROW_WORDS, WARP):
        for row in range(top, top + WARP, AT_ONCE):
            first = rows[places[row], word], rows[places[row + 1], word]
            second = rows[places[row + 2], word], rows[places[row + 3], word]
            third = rows[places[row + 4], word], rows[places[row + 5], word]
            fourth = rows[places[row + 6], word], rows[places[row + 7], word]
            tile[row, word], tile[row + 1, word] = first
            tile[row + 2, word], tile[row + 3, word] = second
            tile[row + 4, word], tile[row + 5, word] = third
            tile[row + 6, word], tile[row + 7, word] = fourth
    cuda.syncwarp()


@kernel
def handed_out(tile: Table, count: int, places: Table, present: int, rows: Table) -> None:
    """SPEED: so do rows go out; then the tile is free."""
    lane, top = cuda.threadIdx.x % WARP, cuda.threadIdx.x - cuda.threadIdx.x % WARP
    cuda.syncwarp()
    for row in range(top, min(top + WARP, present)):
        for word in range(lane, count, WARP):
            rows[places[row], word] = tile[row, word]
    cuda.syncwarp()


@kernel
def unfolded(tile: Table, places: Table, present: int, masks: Table) -> None:
    """Masks go out as one byte for every bit."""
    lane, top = cuda.threadIdx.x % WARP, cuda.threadIdx.x - cuda.threadIdx.x % WARP
    cuda.syncwarp()
    for row in range(top, min(top + WARP, present)):
        for word in range(MASK_WORDS):
            if word * WARP + lane < masks.shape[1]:
                masks[places[row], word * WARP + lane] = (tile[row, word] >> lane) & 1


@kernel
def queued(counts: Table, stage: int, queue: Table) -> None:
    """Add the games of a block to those that wait at each stage; a thread without a game names none."""
    cuda.syncthreads()
    cleared(counts)
    if stage >= 0:
        cuda.atomic.add(counts, (0, stage), 1)
    cuda.syncthreads()
    if cuda.threadIdx.x < STAGES:
        cuda.atomic.add(queue, (WAITING, cuda.threadIdx.x), counts[0, cuda.threadIdx.x])


@kernel
def read_cells(tile: Table, here: int, cells: Table) -> None:
    """The streams and counts of a game, two words a cell."""
    for cell in range(CELLS):
        cells[cell] = unsigned(tile[here, 2 * cell]) | int64(tile[here, 2 * cell + 1]) << WARP


@kernel
def write_cells(cells: Table, tile: Table, here: int) -> None:
    """The same back into the row of the game."""
    for cell in range(CELLS):
        tile[here, 2 * cell] = signed(cells[cell] & LOW)
        tile[here, 2 * cell + 1] = cells[cell] >> WARP


@kernel
def cleared_results(place: int, rewards: Table, ends: Table) -> None:
    """Nothing has ended yet in this step."""
    for other in range(rewards.shape[1]):
        rewards[place, other] = 0
    ends[DONE, place] = False
    ends[CUT, place] = False


@kernel
def shown(
    s: State, place: int, memory: int, cells: Table, legal: Table, seen: Table, bits: Table, seats: Table, picks: Table
) -> None:
    """What the seat that is asked may see and do, and one of its legal actions at random."""
    see(s, int(s["seat"]), memory, seen.view(VIEW)[0])
    options = list_legal(s, legal)
    for index in range(options):
        bits[int(legal[index]) // WARP] |= 1 << (int(legal[index]) % WARP)
    seats[place] = s["seat"]
    picks[place] = legal[draw_below(cells, CHOICE, options)]


@kernel
def advance(
    kept: Table, line: Table, asks: Table, queue: Table, fresh: Table, views: Table, masks: Table, seats: Table,
    picks: Table, rewards: Table, ends: Table, actions: Table, seed: int, memory: int, most_turns: int, deals: int,
) -> None:  # fmt: skip
    """Entry: one action in the game of each thread, and what is asked next. SPEED: games stand in line by what they are
    asked, so that the threads of a block have the same to do."""
    here, spot = cuda.threadIdx.x, cuda.grid(1)
    cells, seen = cuda.local.array(CELLS, int64), cuda.local.array(VIEW_WORDS, int32)
    bits, legal = cuda.local.array(MASK_WORDS, uint32), cuda.local.array(MOST_CHOICES, int16)
    counts, tile = cuda.shared.array((BALLOTS, COLUMNS), int32), cuda.shared.array((TOGETHER, TILE_WORDS), int32)
    places = cuda.shared.array(TOGETHER, int32)
    states = tile[here][FIRST_WORD:ROW_WORDS].view(RECORD)
    s = states[0]
    cleared(counts)
    present = min(TOGETHER, kept.shape[0] - (spot - here))
    is_here = here < present
    place = int(line[spot]) if is_here else 0
    places[here] = place
    cuda.syncwarp()
    is_asked, has_action = not is_here, True
    action, before, ballot = 0, 0, 0
    brought(kept, places, tile)
    read_cells(tile, here, cells)
    if is_here:
        cleared_results(place, rewards, ends)
        action = int(actions[place])
        if deals:
            cells[EPISODE] = 0
            states[0] = fresh[0]
            shuffle(cells, seed, place)
            has_action = False
    while True:
        stage = NO_STAGE if is_asked else int(stage_of(s))
        chosen = vote(counts, ballot, stage, 0, 0)
        if chosen < 0:
            break
        ballot = ballot + 1 if ballot + 1 < BALLOTS else 0
        if stage == chosen:
            goes_on = stage < FIRST_STEP
            while goes_on:
                if not has_action:
                    action = int(choose(s, cells, legal))
                has_action = False
                before = int(s["turn"])
                answer(s, action, None)
                if s["ask"] != NOBODY:
                    is_asked = settled(states, fresh, cells, place, before, seed, most_turns, rewards, ends)
                goes_on = (REPEATED >> stage) & 1 == 1 and not is_asked and stage_of(s) == stage
            taken = FOLLOWED | 1 << stage
            while s["ask"] == NOBODY and (taken >> stage_of(s)) & 1:
                step_once(s, None)
                if s["ask"] != NOBODY:
                    is_asked = settled(states, fresh, cells, place, before, seed, most_turns, rewards, ends)
    for word in range(MASK_WORDS):
        bits[word] = 0
    for word in range(VIEW_WORDS):
        seen[word] = 0
    stage = NO_STAGE
    if is_here:
        shown(s, place, memory, cells, legal, seen, bits, seats, picks)
        stage = int(stage_of(s))
        if LINES_UP:
            asks[place] = stage
    write_cells(cells, tile, here)
    handed_out(tile, ROW_WORDS, places, present, kept)
    for word in range(VIEW_WORDS):
        tile[here, word] = seen[word]
    handed_out(tile, VIEW_WORDS, places, present, views)
    for word in range(MASK_WORDS):
        tile[here, word] = signed(bits[word])
    unfolded(tile, places, present, masks)
    if LINES_UP:
        queued(counts, stage, queue)


@kernel
def sequences(kept: Table, memory: int, out: Table) -> None:
    """Entry: of every game the stack that everybody saw being laid; a thread a game."""
    place = cuda.grid(1)
    row = cuda.local.array(ROW_WORDS, int32)
    if place < kept.shape[0]:
        for word in range(FIRST_WORD, ROW_WORDS):
            row[word] = kept[place, word]
        see_sequence(row[FIRST_WORD:ROW_WORDS].view(RECORD)[0], memory, out[place])


@kernel
def line_up(asks: Table, queue: Table, next_queue: Table, line: Table) -> None:
    """Entry: put the games in line by what they are asked; among those asked the same, in any order."""
    here, place = cuda.threadIdx.x, cuda.grid(1)
    counts, starts = cuda.shared.array(STAGES, int32), cuda.shared.array(STAGES, int32)
    if here < STAGES:
        counts[here] = 0
        if place < STAGES:
            next_queue[WAITING, here] = 0
            next_queue[PLACED, here] = 0
    cuda.syncthreads()
    rank, ask = 0, 0
    if place < asks.shape[0]:
        ask = int(asks[place])
        rank = cuda.atomic.add(counts, ask, 1)
    cuda.syncthreads()
    if here < STAGES:
        start = 0
        for earlier in range(here):
            start += int(queue[WAITING, earlier])
        starts[here] = start + cuda.atomic.add(queue, (PLACED, here), counts[here])
    cuda.syncthreads()
    if place < asks.shape[0]:
        line[starts[ask] + rank] = place
