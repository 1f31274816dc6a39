"""Seeds, and what chance does by them."""

import pytest

import osteria


def test_a_seed_gives_the_same_deal_however_people_play() -> None:
    one, other = (osteria.new("sole-mio", 3, seed=7) for _ in range(2))
    assert one.zones() == other.zones()
    one.play(one.decision.options[0])
    other.play(other.decision.options[-1])
    deals = [[line for line in m.transcript.splitlines() if line.startswith("chance: deal")] for m in (one, other)]
    common = min(map(len, deals))
    assert deals[0][:common] == deals[1][:common]


def test_seeds_are_ints_or_bytes_and_nothing_else() -> None:
    assert osteria.new("mamma-mia", seed=b"x").zones() == osteria.new("mamma-mia", seed=b"x").zones()
    with pytest.raises(osteria.OsteriaError, match="whole number or bytes"):
        osteria.new("mamma-mia", seed="seven")  # type: ignore[arg-type]
