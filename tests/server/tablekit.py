"""A table of rows that no house has: Ada (the host), Bo and a bot; and what a command would write there."""

import json

from osteria.server.tables import changes, commands
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.table import Table
from osteria.server.wire.messages import Settings
from osteria.server.wire.refusal import Refusal

ADA, BO, BOT, NOBODY = range(4)


def do(table, *made):
    """Changes, added to the log."""
    table.apply(commands.write(table, *made).rows)
    return table


def table_of(status, game="mamma-mia", day="", reserved=(), **settings):
    """Ada (the host), Bo and a bot; while the game waits and after it was closed, a chair is free."""
    players = 3 if status in ("playing", "over") else 4
    opened = changes.Opened(game, players, Settings(**settings), bytes(32).hex(), 0, reserved, day=day)
    table = Table(Row("a" * 12, 1, 0.0, HOUSE, write_change(opened)))
    do(table, changes.Sat(ADA, "Ada"), changes.Sat(BO, "Bo"), changes.BotSat(BOT, "regular"))
    if status in ("playing", "over"):
        entry = commands.begin(table)
        table.apply(entry.rows, entry.played)
    table.status = status
    return table


def told(command, table):
    """The key of a refusal, or what is written: changes by name, moves by "move"."""
    try:
        entry = command(table)
    except Refusal as refusal:
        return refusal.problem.key
    assert [row.seq for row in entry.rows] == [table.seq + 1 + place for place in range(len(entry.rows))]
    return " ".join(json.loads(row.text)["change"] if row.who == HOUSE else "move" for row in entry.rows)


def waited_for(table):
    """Who is asked now, a person, and the other person."""
    while table.asked == BOT:
        run = commands.try_run(table, [str(table.match.decision.options[0])])
        entry = commands.answer_for(BOT, table.question, run)(table)
        table.apply(entry.rows, entry.played)
    return table.asked, {ADA: BO, BO: ADA}[table.asked]
