"""A bet that a player's browser has signed binds its seat: who may lay another there or get up, by which signature."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from houseway.errors import IllegalBet
from houseway.room.fairness.signed_bets import BOUND, Signed, holds
from houseway.room.table.seats import SEALING

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable


def check_signed(
    table: "LiveTable", seat: int, signed: Signed | None, wagers: Mapping[str, int], commit: str = ""
) -> None:
    """Refuse a signature that is not of this bet, at this seat and before this round; none at all is no fault."""
    if signed is None:
        return
    last = table.last or 0
    if (signed["seat"], signed["after"]) != (seat, last):
        told, after = signed["seat"], signed["after"]
        raise IllegalBet(
            f"the bet is signed for seat {told} after round {after}; this is seat {seat} after round {last}: look again"
        )
    latest = max((slip.nth for slip in table.slips.get(seat, ()) if slip.key == signed["key"]), default=-1)
    if signed["nth"] <= latest:
        raise IllegalBet(f"number {latest} of this key was told here before: sign what comes later with a higher one")
    if not holds(table.id, signed, wagers, commit):
        raise IllegalBet("the signature is not its key's of this bet, with no wager of 0 in it")


def taken_back(table: "LiveTable", seat: int, signed: Signed | None) -> Signed | None:
    """The signature by which what lies at a seat is taken back: that of the key which has signed there last. Any other
    has laid nothing there that it could take back, and is not kept."""
    slips = table.slips.get(seat, ())
    return signed if signed is not None and slips and slips[-1].key == signed["key"] else None


def check_bound(table: "LiveTable", seat: int, signed: Signed | None, waited: Callable[[int], float]) -> None:
    """Refuse another bet, and to get up, where a bet binds the seat that another key has signed, unless that was long
    ago, as `waited` tells. Who has got up has no bet any more, and a seat that nobody sits at binds nobody."""
    slip = table.binding(seat)
    own = slip is None or (signed is not None and signed["key"] == slip.key)
    if slip is not None and not own and waited(slip.entry) < BOUND:
        if table.phase == SEALING:  # a browser signs nothing once it has sealed
            raise IllegalBet("bets are closed, and the bet of this seat is signed: get up when its round has begun")
        raise IllegalBet(
            "the bet of this seat was signed by another browser: change it or get up there; elsewhere that can be done "
            "when the next round has begun, and five minutes after the bet"
        )
