"""What a table takes of a house's memory: `python benchmarks/table_memory.py [--tables 400] [--game sole-mio] [--moves 20]`.

One house in this process, SQLite in a folder of its own. It opens tables of four, makes some moves at each and lets them
lie, with nobody on the line. Told are the bytes that Python allocated for a table (tracemalloc), the objects that the
garbage collector has to look at for one, and the largest of what was allocated, by place.
"""

import argparse
import asyncio
import gc
import json
import random
import secrets
import tempfile
import tracemalloc

from osteria.games import game as game_of
from osteria.server.config import Config
from osteria.server.house import House
from osteria.server.tables import changes, commands
from osteria.server.wire.messages import Settings

PLAYERS = 4


async def open_table(house, game, moves, rng):
    """A table of four at which some moves were made."""
    opened = changes.Opened(game, PLAYERS, Settings(), secrets.token_hex(32), 0)
    live = await house.create(opened, [changes.Sat(seat, f"P{seat}") for seat in range(PLAYERS)])
    await house.commit(live, commands.begin)
    for number in range(moves):
        decision = live.table.match.decision
        if decision is None:
            break
        move = str(rng.choice(decision.options))
        await house.commit(
            live, commands.play(decision.seat, live.table.question, [move], f"{decision.seat}:m{number}")
        )


async def measure(game, tables, moves):
    """Bytes and objects a table; and the places that took most."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        house = House(Config(data=folder))
        await house.start()
        kernels = game_of(game).kernels
        kernels.hurry()
        while kernels.best is kernels.interpreted:
            await asyncio.sleep(0.2)
        for _ in range(20):  # what is made once for all tables
            await open_table(house, game, moves, rng)
        gc.collect()
        tracemalloc.start()
        objects, begun = len(gc.get_objects()), tracemalloc.take_snapshot()
        for _ in range(tables):
            await open_table(house, game, moves, rng)
        gc.collect()
        ended, objects = tracemalloc.take_snapshot(), len(gc.get_objects()) - objects
        tracemalloc.stop()
        await house.stop()
    places = ended.compare_to(begun, "lineno")
    return sum(place.size_diff for place in places) / tables, objects / tables, places[:12]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, default=400)
    options.add_argument("--moves", type=int, default=20)
    options.add_argument("--game", default="roll-for-soles")
    chosen = options.parse_args()
    size, objects, places = asyncio.run(measure(chosen.game, chosen.tables, chosen.moves))
    for place in places:
        frame = place.traceback[0]
        print(f"{place.size_diff / chosen.tables / 1024:7.2f} kB  {frame.filename}:{frame.lineno}")
    print(json.dumps({"game": chosen.game, "kB_a_table": round(size / 1024, 1), "objects_a_table": round(objects)}))


if __name__ == "__main__":
    main()
