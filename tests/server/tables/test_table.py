"""A table is what its log says, and its log what its seed deals."""

from dataclasses import replace

import pytest

from osteria.server.tables import changes, commands
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.table import LogError, rebuild
from osteria.server.wire.messages import Settings


@pytest.mark.parametrize("change", ["another card", "a card too few", "a card too many"])
def test_a_log_that_is_not_what_its_seed_deals_is_refused(change):
    opened = changes.Opened("mamma-mia", 2, Settings(), bytes(32).hex(), None)
    made = [opened, changes.BotSat(0, "random"), changes.BotSat(1, "random")]
    rows = [Row("a" * 12, n, 0.0, HOUSE, write_change(one)) for n, one in enumerate(made, start=1)]
    rows += commands.begin(rebuild(rows))
    rows = [replace(row, played=None) for row in rows]
    assert rebuild(rows).asked is not None
    last = rows[-1]
    other = {
        "another card": [replace(last, text="deal bombastica" if last.text != "deal bombastica" else "deal minimale")],
        "a card too few": [],
        "a card too many": [last, replace(last, seq=last.seq + 1)],
    }[change]
    with pytest.raises(LogError):
        rebuild([*rows[:-1], *other])
