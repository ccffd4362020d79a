"""The seats of a table, and its phases."""

from dataclasses import dataclass, field

BETTING, PLAYING, ENDED = "betting", "playing", "ended"
"""What a table does: it takes wagers, plays a round, or shows how it has ended."""


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

    @property
    def free(self) -> bool:
        return self.person is None and not self.bot
