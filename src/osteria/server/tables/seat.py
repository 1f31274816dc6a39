"""A seat, with what only the house knows of it."""

from dataclasses import dataclass, field

from osteria.server.wire.words import ErrorKey, SeatKind

MOST_SITTING = 200
"""People who sit down in one seat, one after the other; then it is the host's to fill."""


@dataclass
class Seat:
    """A seat, with what only the house knows of it."""

    kind: SeatKind = "open"
    name: str = ""
    level: str = ""
    stand_in: str = ""
    reserved: str = ""
    own: str = ""
    """The own kind that was chosen for it (G-3)."""
    agrees: bool = False
    """Whether its person agrees to open hands."""
    is_again: bool = False
    """Whether its person came along from the table before."""
    random: str = ""
    """Random bytes of its person's device, in hex: part of the deal."""
    declines: int = 0
    """Seconds of the window at whose end its answers to what may be declined come; 0: they come at once."""
    reacted: float = 0.0
    """When it last showed a reaction."""
    is_muted: bool = False
    """Whether an operator took the phrases from it."""
    stood_by: int | None = None
    """Who of those present asked for the stand-in."""
    turns: int = 0
    """How many turns a bot played for its person; counted until the person's next own move."""
    moves: list[str] = field(default_factory=list)
    """What it played."""
    times: dict[str, int] = field(default_factory=dict)
    """How often its people did each thing that is no move."""
    ended: list[ErrorKey] = field(default_factory=list)
    """Why each earlier generation of its links ended."""

    @property
    def generation(self) -> int:
        """The generation of links that works now."""
        return len(self.ended)

    @property
    def sitting(self) -> int:
        """How many people have sat down here, one after the other: the seat belongs to the last of them."""
        return self.ended.count("link.used")

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down: nobody has it, it is kept for nobody, and not too many have had it."""
        return self.kind == "open" and not self.reserved and not self.is_worn

    @property
    def is_worn(self) -> bool:
        """Whether too many have had it, one after the other."""
        return self.sitting >= MOST_SITTING

    @property
    def is_answered_by_bot(self) -> bool:
        """Whether the house answers for it."""
        return self.kind != "person" or bool(self.stand_in)
