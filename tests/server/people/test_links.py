"""Keys of links: nobody makes one up."""

import pytest

from osteria.server.people.links import Link, is_table_id, new_table_id, read, sign


@pytest.mark.parametrize("role", ["seat", "invite", "host"])
def test_a_key_reads_back_as_its_link_and_only_with_its_table_and_secret(role):
    link = Link(role, 3, 70_000)
    key = sign(b"secret", "a" * 12, link)
    assert read(b"secret", "a" * 12, key) == link
    assert read(b"other", "a" * 12, key) is None
    assert read(b"secret", "b" * 12, key) is None


def test_a_changed_key_is_no_key():
    key = sign(b"secret", "a" * 12, Link("seat", 0, 1))
    changed = {key[:place] + ("A" if key[place] != "A" else "B") + key[place + 1 :] for place in range(len(key))}
    assert {read(b"secret", "a" * 12, other) for other in changed} == {None}


def test_table_ids_are_told_from_anything_else():
    assert all(is_table_id(new_table_id()) for _ in range(100))
    assert not any(map(is_table_id, ("", "a" * 11, "A" * 12, "l" * 12, "a" * 11 + "\0")))
