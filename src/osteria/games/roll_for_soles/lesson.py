"""A first game of Roll for Soles: roll, go on, secure, see a net lost, take with a hook."""

from osteria.core.lesson import Lesson

LESSON = Lesson(
    game="roll-for-soles",
    number=8_838_119,
    seats=("seat 0", "seat 1", "seat 2"),
    script="""
        seat 0: roll
        seat 0: secure
        seat 1: roll
        seat 2: secure
        seat 0: from seat 2
        seat 0: secure
    """,
)
"""Dealt: 1 1 double water, then 1 2; seat 1 catches 5 and loses them; seat 2 catches 5; then 2, hook and water twice."""
