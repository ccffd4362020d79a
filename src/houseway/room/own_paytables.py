"""Paytables of the house's own at a table: given by content, checked, and put in force."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.document import Paytable
from houseway.errors import Faulty, HousewayError, IllegalSetting
from houseway.game import Game

MOST_CENTS = 100_000_000_000
"""The most that a setting may say in money: far below what the ledger holds, however often it is won."""

MOST_PAYS = 1_000_000
"""The most that a paytable may pay, to 1."""

Fault = tuple[str, str]
"""A setting, "paytable" or nothing where several together are at fault; and a sentence."""

Paytables = Sequence[Mapping[str, Any]]
"""Paytables of one's own, by content."""


def _payable(paytable: Paytable) -> None:
    """Refuse a pay that the ledger could not hold in the end."""
    most = {"dollars": Fraction(MOST_CENTS, 100), "percent": Fraction(1)}
    for row in paytable.rows:
        if row.pay.amount > most.get(row.pay.kind, MOST_PAYS):
            raise IllegalSetting(
                f"{row.award} pays {row.pay}: more than this room can hold; at most {MOST_PAYS:,} to 1"
            )


def with_paytables(game: Game, paytables: Paytables) -> tuple[Game, list[Fault]]:
    """The game with these paytables in force, and what is wrong with them."""
    faults: list[Fault] = []
    for number, paytable in enumerate(paytables, 1):
        try:
            content = dict(paytable)
            content = {"id": f"own-{content.get('wager')}", **content}
            game = game.with_paytable(content)
            _payable(game.document.paytable(content["id"]))
        except Faulty as fault:
            faults += [("paytable", f"paytable {number}, {place}: {what}") for place, what in fault.faults]
        except (HousewayError, TypeError, ValueError) as fault:
            faults.append(("paytable", f"paytable {number}: {fault}"))
    return game, faults
