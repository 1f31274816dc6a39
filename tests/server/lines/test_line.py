"""One line: what waits to be sent has an end."""

from osteria.server.lines.line import TOO_SLOW, SocketLine


def test_a_reader_who_is_too_slow_is_sent_away_and_holds_up_nobody():
    line = SocketLine(None, "seat", 0, None, most=3)
    for number in range(10):
        line.put(b"%d" % number)
    assert line._end == TOO_SLOW
    assert not line._waiting
