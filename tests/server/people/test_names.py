"""Names that can be seen."""

from osteria.server.people.names import clean_name


def test_names_lose_what_cannot_be_seen():
    assert clean_name("  Ada\u200b \t Lovelace\x00 ") == "Ada Lovelace"
