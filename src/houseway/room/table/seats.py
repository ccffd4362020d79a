"""The seats of a table, and its phases."""

from dataclasses import dataclass, field

from houseway.room.fairness.nonces import Puzzle

BETTING, SEALING, PLAYING, ENDED = "betting", "sealing", "playing", "ended"
"""What a table does: it takes wagers, waits with bets closed for seals, plays a round, or shows how it has ended."""


@dataclass
class Place:
    """A seat at the table and who has it."""

    number: int
    person: int | None = None
    name: str = ""
    bot: bool = False
    ready: bool = False
    left: bool = False
    wagers: dict[str, int] = field(default_factory=dict)
    commit: str = ""
    """What the player's own number for the next round is committed to by; empty where the player brings none."""

    seal: Puzzle | None = None

    @property
    def owes_seal(self) -> bool:
        """Whether a number was committed to with these wagers that is not sealed yet."""
        return bool(self.wagers and self.commit) and self.seal is None

    def clear(self) -> None:
        """No wagers, and no number with them."""
        self.ready, self.wagers, self.commit, self.seal = False, {}, "", None

    @property
    def free(self) -> bool:
        return self.person is None and not self.bot
