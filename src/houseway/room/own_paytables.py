"""Paytables of the house's own at a table: given by content, checked, and put in force."""

from collections.abc import Callable, Mapping, Sequence
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

Content = dict[str, Any]

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
    """The game with these paytables in force, and what is wrong with them; where they fit its document is read once."""
    read: list[Paytable] = []

    def note(content: Content) -> Paytable:
        read.append(game.read_paytable(content))
        return read[-1]

    faults = _faults(paytables, note)
    together = game.with_paytables(read)
    return _one_by_one(game, paytables) if together is None else (together, faults)


def _one_by_one(game: Game, paytables: Paytables) -> tuple[Game, list[Fault]]:
    """The same where only one after the other tells which of them does not fit."""

    def add(content: Content) -> Paytable:
        nonlocal game
        game = game.with_paytable(content)
        return game.document.paytable(content["id"])

    faults = _faults(paytables, add)
    return game, faults


def _faults(paytables: Paytables, read: Callable[[Content], Paytable]) -> list[Fault]:
    """What is wrong with each of these as it is read, and what no ledger could hold."""
    faults: list[Fault] = []
    for number, paytable in enumerate(paytables, 1):
        try:
            content = dict(paytable)
            _payable(read({"id": f"own-{content.get('wager')}", **content}))
        except Faulty as fault:
            faults += [("paytable", f"paytable {number}, {place}: {what}") for place, what in fault.faults]
        except (HousewayError, TypeError, ValueError) as fault:
            faults.append(("paytable", f"paytable {number}: {fault}"))
    return faults
