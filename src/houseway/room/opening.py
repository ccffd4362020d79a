"""Which settings of a game the card room opens no table with, and why."""

from collections.abc import Mapping

from houseway.document.settings import Settings

UNPROVEN = (
    "The card room opens tables with void alone: it shows the seal of a shoe before anybody bets, "
    "and discards shuffled in mid-round would be dealt in an order that no seal covers."
)
NOTES: Mapping[str, str] = {"out-of-cards": UNPROVEN}
"""What somebody who opens a table is told beside a setting."""


def cannot_open(settings: Settings) -> dict[str, str]:
    """Why the room opens no table with these settings, by setting; nothing where it does."""
    if settings.get("out-of-cards", "void") == "void":
        return {}
    return {"out-of-cards": f"out-of-cards = {settings.text('out-of-cards')} cannot be chosen here. {UNPROVEN}"}
