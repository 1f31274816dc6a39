"""News by PostgreSQL."""

from osteria.server.bus.postgres import MOST_BYTES, PostgresBus


def test_too_much_news_for_one_message_becomes_look_at_everything():
    bus = PostgresBus("postgresql://x@localhost/y", "me")
    few = str(bus.statement({"a" * 12: 1}).compile(compile_kwargs={"literal_binds": True}))
    many = str(bus.statement({f"{n:012d}": n for n in range(1000)}).compile(compile_kwargs={"literal_binds": True}))
    assert '"rows"' in few
    assert '"rows"' not in many
    assert len(many) < MOST_BYTES
