"""The database: group commit, migrations, copies."""

import asyncio
import json
import subprocess
import sys
import time

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from prometheus_client import REGISTRY

from osteria.core.errors import OsteriaError
from osteria.server.config import Config
from osteria.server.store import archive, upgrade
from osteria.server.store.acts import Act, acts_after, do
from osteria.server.store.batch import Listing, StoreTrouble
from osteria.server.store.cards import Cards, CardSeat
from osteria.server.store.database import HEAD, OLDEST_READER, READER, Database
from osteria.server.store.days import Deals
from osteria.server.store.history import history
from osteria.server.store.journal import Group, Journal
from osteria.server.store.tables import metadata
from osteria.server.supervise import Supervisor
from osteria.server.tables import days
from osteria.server.tables.book import Seen
from osteria.server.tables.changes import Opened, Row, Sat, row_of
from osteria.server.tables.results import Result
from osteria.server.wire.messages import Settings


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "postgresql":
        return request.getfixturevalue("postgres").new_database()
    return f"sqlite:///{tmp_path / 'house.sqlite3'}"


def with_journal(url, work):
    async def run():
        database = Database(url)
        await database.open()
        journal, supervisor = Journal(database, lambda rows: None), Supervisor()
        supervisor.keep("journal", journal.run)
        try:
            return await work(database, journal)
        finally:
            await supervisor.stop()
            await database.close()

    return asyncio.run(run())


def rows(table, start, count, client=None):
    return [Row(table, start + n, 1.5, "house", "{}", client) for n in range(count)]


def test_rows_are_read_back_as_they_were_written(url):
    async def work(database, journal):
        wanted = rows("a" * 12, 1, 3)
        assert await journal.append(wanted, listing=Listing("a" * 12, "grande", "over", True, 2.0))
        assert await database.rows("a" * 12) == wanted
        assert await database.rows("a" * 12, after=2) == wanted[2:]
        assert await database.table_ids("over", listed=True) == ["a" * 12]
        assert await database.table_ids("waiting") == []

    with_journal(url, work)


def test_a_group_whose_place_is_taken_is_refused_whole_and_the_others_are_written(url):
    async def work(database, journal):
        assert await journal.append(rows("a" * 12, 1, 2))
        results = await asyncio.gather(
            journal.append(rows("a" * 12, 2, 3)),  # late: row 2 is there
            journal.append(rows("b" * 12, 1, 2)),
            journal.append(rows("a" * 12, 3, 2)),
        )
        assert results == [False, True, True]
        assert [row.seq for row in await database.rows("a" * 12)] == [1, 2, 3, 4]
        assert [row.seq for row in await database.rows("b" * 12)] == [1, 2]

    with_journal(url, work)


def test_many_writers_share_transactions_and_each_row_is_there_once(url):
    async def work(database, journal):
        async def write(table):
            for seq in range(1, 11):
                assert await journal.append(rows(table, seq, 1))

        names = [f"{n:012d}" for n in range(20)]
        await asyncio.gather(*(write(name) for name in names))
        for name in names:
            assert [row.seq for row in await database.rows(name)] == list(range(1, 11))

    with_journal(url, work)


def test_a_driver_at_odds_with_itself_is_trouble_once_and_the_next_connection_is_a_new_one(postgres, monkeypatch):
    async def work(database, journal):
        wanted = rows("a" * 12, 1, 3)
        assert await journal.append(wanted)
        assert await database.rows("a" * 12) == wanted
        really, tried = asyncpg.Connection.fetch, []

        async def fetch(connection, *query):
            tried.append(connection)
            if len(tried) == 1:
                raise asyncpg.InternalClientError("another operation is in progress")
            return await really(connection, *query)

        monkeypatch.setattr(asyncpg.Connection, "fetch", fetch)
        with pytest.raises(StoreTrouble, match="another operation"):
            await database.rows("a" * 12)
        assert await database.rows("a" * 12) == wanted
        assert tried[0].is_closed()
        assert tried[-1] is not tried[0]

    with_journal(postgres.new_database(), work)


def test_what_a_seat_has_seen_is_kept(url):
    async def work(database, journal):
        await journal.append([], seen=[Seen("a" * 12, 0, 5, 3, 2), Seen("a" * 12, 1, 1, 1, 1)])
        await journal.append([], seen=[Seen("a" * 12, 0, 6, 6, 2)])
        assert (await database.rows_and_seen("a" * 12))[1] == {0: (6, 6, 2), 1: (1, 1, 1)}

    with_journal(url, work)


def test_the_secret_is_made_once(url):
    async def work(database, journal):
        assert await database.keep("secret", "one") == await database.keep("secret", "two") == "one"

    with_journal(url, work)


def test_the_migrations_make_the_tables_that_the_code_declares(url):
    async def work(database, journal):
        return await database.write(lambda c: compare_metadata(MigrationContext.configure(c), metadata))

    assert with_journal(url, work) == []


def test_the_newest_revision_is_the_one_the_code_knows():
    assert ScriptDirectory.from_config(upgrade.settings()).get_current_head() == HEAD


async def age(database, journal):
    """A newer version has been here, and changed what this one could not read."""
    await database.write(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '99'"))
    await database.write(lambda c: c.exec_driver_sql("UPDATE house SET value = '98' WHERE name = 'oldest reader'"))


def test_a_database_of_a_newer_version_is_refused_with_a_sentence(url):
    with_journal(url, age)
    with pytest.raises(OsteriaError, match="newer Osteria"):
        with_journal(url, age)


def test_the_command_refuses_a_newer_database_with_a_sentence(tmp_path):
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"

    with_journal(url, age)
    command = [sys.executable, "-m", "osteria.cli", "serve", "--port", "0", "--database", url]
    result = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert result.returncode == 2
    assert "newer Osteria" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_backup_restores_to_the_same_rows_in_another_database(url, tmp_path):
    async def fill(database, journal):
        await journal.append(rows("a" * 12, 1, 700), listing=Listing("a" * 12, "grande", "over", False, 2.0))
        return await database.keep("secret", "s")

    secret = with_journal(url, fill)
    file = tmp_path / "house.jsonl"
    archive.write_backup(Config(database=url), file)
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    archive.read_backup(Config(database=other), file)

    async def compare(database, journal):
        assert await database.rows("a" * 12) == rows("a" * 12, 1, 700)
        assert await database.keep("secret", "s") == secret

    with_journal(other, compare)
    with pytest.raises(OsteriaError, match="not empty"):
        archive.read_backup(Config(database=other), file)


def test_acts_go_on_after_those_of_the_backup(url, tmp_path):
    async def ban(database, journal):
        await do(database, Act("ban", f"203.0.113.{len(await acts_after(database, 0))}", until=9.0))

    before = f"sqlite:///{tmp_path / 'before.sqlite3'}"
    with_journal(before, ban)
    with_journal(before, ban)
    file = tmp_path / "house.jsonl"
    archive.write_backup(Config(database=before), file)
    archive.read_backup(Config(database=url), file)
    with_journal(url, ban)
    acts = with_journal(url, lambda database, journal: acts_after(database, 0))
    assert [(act.number, act.subject) for act in acts] == [(1, "203.0.113.0"), (2, "203.0.113.1"), (3, "203.0.113.2")]


def test_a_damaged_backup_changes_nothing(tmp_path):
    file = tmp_path / "house.jsonl"
    file.write_text(json.dumps(archive.HEAD) + '\n{"in": "log"\n')
    with pytest.raises(OsteriaError, match="damaged"):
        archive.read_backup(Config(database=f"sqlite:///{tmp_path / 'x.sqlite3'}"), file)


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite+other://"])
def test_other_databases_are_refused_with_a_sentence(url):
    with pytest.raises(OsteriaError):
        Database(url.replace("sqlite+other://", "oracle://x"))


TABLE, FIRST, SECOND = "a" * 12, "s" * 32, "t" * 32
DAY = "2026-11-16"


def game_rows():
    opened = Opened("roll-for-soles", 2, Settings(), "00" * 32, 0)
    return [
        row_of(TABLE, seq, 1.0, change) for seq, change in enumerate((opened, Sat(0, "Ada"), Sat(1, "Bo")), start=1)
    ]


async def fill(journal, ended):
    listing = Listing(TABLE, "roll-for-soles", "over", False, 2.0)
    results = [
        Result(TABLE, 0, "roll-for-soles", ended, "", 1, 30, True, 12),
        Result(TABLE, 1, "roll-for-soles", ended, "", 1, 20, False, 9),
    ]
    assert await journal.append(game_rows(), listing=listing, results=results)


def test_a_card_its_devices_its_past_and_its_end(url):
    async def work(database, journal):
        await fill(journal, 5.0)
        cards = Cards(database)
        await cards.make(FIRST, "Ada")
        await cards.make(FIRST, "Nobody")
        card = await cards.find(FIRST)
        await cards.claim(card, [CardSeat(TABLE, 0, 1), CardSeat(TABLE, 0, 1)])
        ticket, _ = await cards.write_ticket(card)
        assert await cards.take(ticket, SECOND)
        assert not await cards.take(ticket, "u" * 32)
        assert (await cards.find(SECOND)).devices == 2
        told = await history(database, card.id, 0, 20)
        (record,) = told.games
        assert (record.played, record.won, record.score, record.most, record.best) == (1, 1, 30, 30, 12)
        assert [(rival.name, rival.won) for rival in record.against] == [("Bo", 1)]
        await cards.delete(card)
        assert await cards.find(SECOND) is None
        assert [row.names for row in await database.rows(TABLE)] == [(), (), ((1, "Bo"),)]

    with_journal(url, work)


def test_a_days_deal_is_one_for_every_process_and_a_card_has_one_try(url):
    async def work(database, journal):
        await fill(journal, days.end_of(DAY) - 1)
        deals = Deals(database)
        dealt = await asyncio.gather(*(deals.of(DAY, "roll-for-soles", "expert") for _ in range(4)))
        assert len(set(dealt)) == 1
        assert await deals.enter(DAY, "roll-for-soles", "card", TABLE) == TABLE
        assert await deals.enter(DAY, "roll-for-soles", "card", "b" * 12) == TABLE
        found = await deals.first_try(DAY, "roll-for-soles", "card")
        assert (found.table, found.score, found.place) == (TABLE, 30, 1)
        assert await deals.scores(DAY, "roll-for-soles") == [(30, 1)]
        assert await deals.first_try(DAY, "grande", "card") is None

    with_journal(url, work)


@pytest.mark.parametrize("together", [True, False])
def test_a_table_that_is_over_stays_so_whatever_else_was_still_believed(url, together):
    def listed(status, due=None):
        return Listing("a" * 12, "grande", status, False, 2.0, due)

    async def work(database, journal):
        writings = [
            journal.append(rows("a" * 12, 1, 1), listing=listed("playing", 5.0)),
            journal.append(rows("a" * 12, 2, 1), listing=listed("over")),
            journal.append((), listing=listed("playing", 9.0)),
        ]
        for some in [writings] if together else [[writing] for writing in writings]:
            await asyncio.gather(*some)
        assert await database.table_ids("over") == ["a" * 12]
        assert await database.due(99.0, 10) == []
        await journal.append((), listing=listed("closed"))
        assert await database.table_ids("closed") == ["a" * 12]

    with_journal(url, work)


def test_a_database_that_hangs_is_trouble_after_a_while_and_the_next_connection_is_a_new_one(postgres, monkeypatch):
    monkeypatch.setattr("osteria.server.store.postgres.ANSWER_SECONDS", 2.0)
    url = postgres.new_database()

    async def work(database, journal):
        assert await journal.append(rows("a" * 12, 1, 1))
        other = await asyncpg.connect(url)
        async with other.transaction():
            await other.execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
            for asked in (journal.append(rows("a" * 12, 2, 1)), database.rows("a" * 12)):
                async with asyncio.timeout(20):
                    with pytest.raises(StoreTrouble):
                        await asked
        await other.close()
        assert await journal.append(rows("b" * 12, 1, 1))
        assert len(await database.rows("a" * 12)) in (1, 2), "nobody knows what became of it: whoever asked looks again"

    with_journal(url, work)


def test_readiness_says_so_when_the_database_does_not_answer(postgres, monkeypatch):
    monkeypatch.setattr("osteria.server.store.database.ANSWER_SECONDS", 0.3)
    url = postgres.new_database()

    async def work(database, _journal):
        assert await database.trouble() == ""
        other = await asyncpg.connect(url)
        async with other.transaction():
            await other.execute("LOCK TABLE house IN ACCESS EXCLUSIVE MODE")
            assert await database.trouble() == "the database does not answer"
        await other.close()

    with_journal(url, work)


def test_hundreds_who_wait_for_a_transaction_that_fails_are_told_with_others_in_between(tmp_path):
    async def work(database, journal):
        async def fails(_batch):
            raise StoreTrouble("full")

        database.append, told, turns = fails, [], []
        for number in range(100):
            journal.put(Group(rows(f"{number:012}", 1, 1), None, (), lambda _: (told.append(1), time.sleep(0.001))))
        while len(told) < 100:
            turns.append(len(told))
            await asyncio.sleep(0)
        assert len(set(turns)) > 10
        assert REGISTRY.get_sample_value("osteria_errors_total", {"where": "journal"}) == before + 1

    before = REGISTRY.get_sample_value("osteria_errors_total", {"where": "journal"})
    with_journal(f"sqlite:///{tmp_path / 'house.sqlite3'}", work)


def test_what_was_written_is_told_once_though_the_next_one_is_broken_off(tmp_path):
    async def work(database, journal):
        append, told = database.append, []

        async def breaks_off(batch):
            if {*batch.told} == {"b" * 12}:
                raise asyncio.CancelledError
            await append(batch)

        assert await journal.append(rows("c" * 12, 1, 1))
        database.append = breaks_off
        for table in ("a" * 12, "c" * 12, "b" * 12):
            journal.put(Group(rows(table, 1, 1), None, (), lambda result, table=table: told.append((table[0], result))))
        while len(told) < 3:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        return told

    told = dict(found := with_journal(f"sqlite:///{tmp_path / 'house.sqlite3'}", work))
    assert len(found) == 3, "somebody was told twice"
    assert (told["a"], told["c"], type(told["b"])) == (True, False, ConnectionError)


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "postgresql://u:p@host:abc/x", "postgresql://u:a@b:c@host/x", "nonsense"]
)
def test_an_address_that_is_none_of_a_database_is_refused_with_a_sentence_that_holds_no_password(url):
    with pytest.raises(OsteriaError, match="sqlite:///path") as refused:
        Database(url)
    assert "a@b" not in str(refused.value)


def test_a_home_folder_is_found_by_its_sign(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))

    async def work(_database, journal):
        assert await journal.append(rows("a" * 12, 1, 1))

    with_journal("sqlite:///~/house.sqlite3", work)
    assert (tmp_path / "house.sqlite3").stat().st_size > 0


def test_a_backup_is_restored_only_where_nothing_was_written_and_leaves_what_may_read_it(tmp_path):
    made, new = (f"sqlite:///{tmp_path / name}.sqlite3" for name in ("made", "new"))

    async def write(database, journal):
        assert await journal.append(rows("a" * 12, 1, 1))
        await database.note(READER, "1")

    async def look(database, _journal):
        deal = await Deals(database).of("2026-11-16", "roll-for-soles", "random")
        return deal, await database.keep(READER, "none")

    with_journal(made, write)
    archive.write_backup(Config(database=made), tmp_path / "house.jsonl")
    archive.read_backup(Config(database=new), tmp_path / "house.jsonl")
    assert with_journal(new, look)[1] == OLDEST_READER, "not what the backup said of another program"
    (tmp_path / "new.sqlite3").unlink()
    with_journal(new, look)  # somebody looked at today's deal
    with pytest.raises(OsteriaError, match="not empty"):
        archive.read_backup(Config(database=new), tmp_path / "house.jsonl")


def test_what_the_database_refuses_of_a_backup_is_a_sentence(tmp_path):
    made, new = (f"sqlite:///{tmp_path / name}.sqlite3" for name in ("made", "new"))
    with_journal(made, lambda _, journal: journal.append(rows("a" * 12, 1, 1)))
    archive.write_backup(Config(database=made), file := tmp_path / "house.jsonl")
    doubled = next(line for line in file.read_text().splitlines() if '"in": "log"' in line)
    file.write_text(file.read_text() + doubled + "\n")
    with pytest.raises(OsteriaError, match="refused"):
        archive.read_backup(Config(database=new), file)
