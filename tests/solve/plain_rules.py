"""Roll for Soles for two once more, as plainly as can be: die by die, and nothing shared with the solver."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

Chooser = Callable[[str, dict[str, object]], str]


@cache
def falls(faces: tuple[str, ...], number: int) -> dict[tuple[str, ...], Fraction]:
    """Every fall of some dice, sorted, with its chance."""
    found: dict[tuple[str, ...], Fraction] = {}
    for fall in product(faces, repeat=number):
        key = tuple(sorted(fall))
        found[key] = found.get(key, Fraction(0)) + Fraction(1, len(faces) ** number)
    return found


def turn_value(faces: tuple[str, ...], points: int, own: int, other: int, values: Callable[[int, int], float]) -> float:
    """The chance to win at the start of a turn, by the rules read forwards, given what later turns are worth."""

    @cache
    def decide(other: int, net: int, aside: tuple[str, ...]) -> float:
        if own + other + net == points:
            return 1.0 if own + net > other else 0.5 if own + net == other else 0.0
        return max(1.0 - values(other, own + net), roll(other, net, aside))

    @cache
    def roll(other: int, net: int, aside: tuple[str, ...]) -> float:
        return sum(float(p) * look(fall, other, net, aside) for fall, p in falls(faces, 4 - len(aside)).items())

    def look(fall: tuple[str, ...], other: int, net: int, aside: tuple[str, ...]) -> float:
        soles = fall.count("1") + 2 * fall.count("2")
        if soles == 0:
            return 1.0 - values(other, own)
        blue = tuple(sorted([*aside, *(face for face in fall if face in ("double", "water"))]))
        haul = soles * 2 ** blue.count("double")
        caught = min(haul, points - own - other - net)
        worth = decide(other, net + caught, blue)
        if "hook" in fall and other > 0:
            stolen = min(haul, other)
            worth = max(worth, decide(other - stolen, net + stolen, blue))
        return worth

    return roll(other, 0, ())


def play(faces: tuple[str, ...], points: int, players: tuple[Chooser, Chooser], rng: Random) -> float:
    """One game; returns the share of the win of seat 0, who begins."""
    middle, supplies, turn = points, [0, 0], 0
    while True:
        net, aside = 0, []
        while True:
            rolled = [rng.choice(faces) for _ in range(4 - len(aside))]
            soles = rolled.count("1") + 2 * rolled.count("2")
            if soles == 0:
                middle, net = middle + net, 0
                break
            table = {"middle": middle, "supplies": tuple(supplies), "turn": turn, "net": net,
                     "dice": tuple(aside), "rolled": tuple(rolled)}  # fmt: skip
            haul = soles * 2 ** (rolled.count("double") + aside.count("double"))
            source = "from middle"
            if "hook" in rolled and supplies[1 - turn] > 0:
                source = players[turn]("source", table)
            if source == "from middle":
                taken = min(haul, middle)
                middle -= taken
            else:
                taken = min(haul, supplies[1 - turn])
                supplies[1 - turn] -= taken
            net += taken
            if middle == 0:
                supplies[turn] += net
                return 0.5 if supplies[0] == supplies[1] else float(supplies[0] > supplies[1])
            table = {**table, "middle": middle, "supplies": tuple(supplies), "net": net}
            if players[turn]("again", table) == "secure":
                supplies[turn] += net
                break
            aside += [face for face in rolled if face in ("double", "water")]
        turn = 1 - turn
