"""Bots as people write them on the first try: none of them plays."""


class Silent:
    """Has no choose."""


class Needy:
    """Wants something that nobody gives it."""

    def __init__(self, strength: int) -> None:
        self.strength = strength

    def choose(self, decision, view, clock):
        return decision.options[0]


class Broken:
    """Fails when it is asked."""

    def choose(self, decision, view, clock):
        return 1 // 0


class Speechless:
    """Answers nothing."""

    def choose(self, decision, view, clock):
        return None


class Cheeky:
    """Answers what it likes."""

    def choose(self, decision, view, clock):
        return "play 9 truffle"


class Rude:
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("not today")


def plain(decision, view, clock):
    """A function, not a class."""
    return decision.options[0]


NOTHING = None
