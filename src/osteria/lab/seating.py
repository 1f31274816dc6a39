"""Who sits where: every arrangement of the names at the seats that uses each name, for every deal."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from itertools import product

from osteria.bots import make
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import game as game_of


def number_from(*words: object) -> int:
    """A number of 63 bits that follows from these words."""
    return int.from_bytes(blake2b(" ".join(map(str, words)).encode(), digest_size=8).digest(), "little") >> 1


@dataclass(frozen=True)
class Plan:
    """What an arena plays.

    Attributes:
        game: its name.
        players: seats at each table.
        bots: names of bots, with their settings.
        games: how many games at least; deals are played whole, in every arrangement.
        seed: deals and bots follow from it.
        options: what the tables choose about the rules.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Options | None = None

    def __post_init__(self) -> None:
        game_of(self.game).check_players(self.players)
        if len(set(self.bots)) != len(self.bots):
            raise OsteriaError("A bot is named once; with fewer names than seats it takes several seats by itself.")
        if not 2 <= len(self.bots) <= self.players:
            many = "2" if self.players == 2 else f"2 to {self.players}"
            raise OsteriaError(
                f"Name {many} bots for {self.players} seats, with a comma between them, not {len(self.bots)}."
            )
        if self.games < 1:
            raise OsteriaError("An arena plays at least one game.")
        for name in self.bots:
            make(name)

    @property
    def arrangements(self) -> list[tuple[str, ...]]:
        """Names by seat; every name has a seat."""
        return [seats for seats in product(self.bots, repeat=self.players) if len(set(seats)) == len(self.bots)]

    @property
    def deals(self) -> int:
        """How many deals make at least so many games."""
        return -(-self.games // len(self.arrangements))

    def seed_of(self, *words: object) -> int:
        """A number that follows from the seed and these words."""
        return number_from(self.seed, self.game, self.players, *words)
