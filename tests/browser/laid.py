"""Tables at a given question, put straight into the database of a house: the engine plays to it, at random, from a fixed seed.

No game has to be played over the network until something comes up, and the kinds of question are those that games declare.
"""

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import count

from house import House

from osteria.games import game as game_of
from osteria.play.transcript import VERSION
from osteria.server.people.links import Link, new_table_id, sign
from osteria.server.store.batch import Batch, Listing
from osteria.server.store.database import Database
from osteria.server.store.journal import Group
from osteria.server.tables import changes
from osteria.server.tables.changes import Row, row_of
from osteria.server.tables.table import rebuild
from osteria.server.wire.messages import Settings

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
NAMES = ("Ada", "Ben", "Cleo", "Dino")
MOST_GAMES = 30
"""Games that are played in search of a question; every kind that a game can ask comes up in the first dozen."""


@dataclass(frozen=True)
class Found:
    """A seed, and the moves of people that lead to a question."""

    seed: bytes
    moves: tuple[str, ...]


def _table(game: str, people: int, seed: bytes, table_id: str, settings: Settings) -> tuple[list[Row], float]:
    now = time.time()
    opened = changes.Opened(game, people, settings, seed.hex(), 0, law=VERSION)
    made = [opened, *(changes.Sat(seat, NAMES[seat]) for seat in range(people))]
    return [row_of(table_id, seq, now, change) for seq, change in enumerate(made, start=1)], now


@cache
def questions(game: str, people: int) -> dict[str, Found]:
    """Every kind of question that came up in some games, with the shortest way to it."""
    found: dict[str, Found] = {}
    for number in range(MOST_GAMES):
        seed, rng, moves = bytes([number + 1] * 32), random.Random(number), list[str]()
        match = rebuild(_table(game, people, seed, "a" * 12, Settings())[0]).new_match()
        while match.decision is not None:
            decision = match.decision
            if decision.ask not in found or len(found[decision.ask].moves) > len(moves):
                found[decision.ask] = Found(seed, tuple(moves))
            wishes = [move for move in decision.options if str(move) == "ask"] or decision.options
            moves.append(str(rng.choice(wishes)))
            match.play(moves[-1])
        if len(found) == len(kinds(game)):
            break
    return found


def kinds(game: str) -> list[str]:
    """What a game, or one of its family, can ask people."""
    rules = game_of(game)
    return [word for ask, word in rules.asks.items() if ask not in rules.chance_asks]


def lay(house: House, game: str, ask: str, people: int = 3, **settings: object) -> tuple[str, list[str], int]:
    """A table of people at which this is asked now: its id, the links of the seats, and who is asked."""
    work = _lay(house, game, questions(game, people)[ask], people, Settings(**settings))  # type: ignore[arg-type]
    with ThreadPoolExecutor(1) as thread:  # a loop of its own: the browser has the one of this thread
        return thread.submit(asyncio.run, work).result()


async def _lay(house: House, game: str, found: Found, people: int, settings: Settings) -> tuple[str, list[str], int]:
    table_id = new_table_id()
    rows, now = _table(game, people, found.seed, table_id, settings)
    match = rebuild(rows).new_match()
    for move in found.moves:
        match.play(move)
    numbers = count(len(rows) + 1)
    rows.append(row_of(table_id, next(numbers), now, changes.Began()))
    rows += [Row(table_id, next(numbers), now, who, text) for who, text in match.lines()]
    database = Database(f"sqlite:///{house.folder / 'house.sqlite3'}")
    await database.open()
    listing = Listing(table_id, game, "playing", settings.listed, now)
    await database.append(Batch.of([Group(rows, listing, (), lambda _: None)]))
    secret = bytes.fromhex(await database.keep("secret", ""))
    await database.close()
    keys = [sign(secret, table_id, Link("seat", seat, 1)) for seat in range(people)]
    assert match.decision is not None
    return table_id, [f"{house.url}/t/{table_id}#{key}" for key in keys], match.decision.seat
