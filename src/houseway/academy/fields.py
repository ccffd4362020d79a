"""What an answer looks like: the fields of a question, how each is read, and its JSON form.

An answer is a mapping from fields to values: a word, cents, chips by value, piles of cards, or settlings in order.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.cards import cards_of, in_order, mask
from houseway.errors import HousewayError, IllegalAnswer
from houseway.money import brief, dollars
from houseway.round.codec import hand_json, read_hand
from houseway.round.questions import Arrange

CHIPS = (100_00, 25_00, 5_00, 1_00, 25, 10, 5, 1)
"""Chips and coins to pay with, in cents."""

MOST = 10**12
"""Cents that nobody pays; more is a slip of the finger."""


class Option(NamedTuple):
    """One of several: its id, and what a person reads."""

    id: str
    says: str


class Choice(NamedTuple):
    """One of some options; the value is its id."""

    id: str
    asks: str
    options: tuple[Option, ...]

    def read(self, given: object) -> str:
        if not isinstance(given, str) or given not in [option.id for option in self.options]:
            known = ", ".join(option.id for option in self.options)
            raise IllegalAnswer(f"{self.asks}: {brief(given)} is none of the options; write one of {known}")
        return given

    def json(self) -> dict[str, Any]:
        return {
            "form": "choice",
            "id": self.id,
            "asks": self.asks,
            "options": [each._asdict() for each in self.options],
        }

    def says(self, value: str) -> str:
        return next(option.says for option in self.options if option.id == value)


class Money(NamedTuple):
    """An amount in cents."""

    id: str
    asks: str

    def read(self, given: object) -> int:
        return _cents(given, self.asks)

    def json(self) -> dict[str, Any]:
        return {"form": "money", "id": self.id, "asks": self.asks}

    def says(self, value: int) -> str:
        return dollars(value)


class Chips(NamedTuple):
    """An amount laid out in chips and coins; the value is how many of each, by cents, written as text."""

    id: str
    asks: str

    def read(self, given: object) -> dict[str, int]:
        known = [str(value) for value in CHIPS]
        if not isinstance(given, Mapping) or any(key not in known for key in given):
            raise IllegalAnswer(f"{self.asks}: chips are numbers by their value in cents, {', '.join(known)}")
        for key, count in given.items():
            if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST:
                raise IllegalAnswer(f"{self.asks}: {brief(count)} is no number of {chip_name(int(key))} chips")
        return {key: given[key] for key in known if given.get(key)}

    def json(self) -> dict[str, Any]:
        chips = [{"cents": value, "says": chip_name(value)} for value in CHIPS]
        return {"form": "chips", "id": self.id, "asks": self.asks, "chips": chips}

    def says(self, value: Mapping[str, int]) -> str:
        laid = ", ".join(f"{count} × {chip_name(int(key))}" for key, count in value.items())
        return f"{dollars(worth(value))} ({laid or 'no chip'})"


class Piles(NamedTuple):
    """Cards set into piles of these sizes; the value is the cards of each pile."""

    id: str
    asks: str
    cards: tuple[int, ...]
    piles: tuple[str, ...]
    sizes: tuple[int, ...]

    def read(self, given: object) -> tuple[tuple[int, ...], ...]:
        if not isinstance(given, list | tuple) or len(given) != len(self.piles):
            raise IllegalAnswer(f"{self.asks}: set the piles {', '.join(self.piles)}, each a list of cards")
        try:
            piles = [read_hand(list(pile) if isinstance(pile, tuple) else pile) for pile in given]
        except HousewayError as fault:
            raise IllegalAnswer(f"{self.asks}: {fault}") from None
        masks = tuple(mask(pile) for pile in piles)
        if any(len(set(pile)) < len(pile) for pile in piles):
            raise IllegalAnswer(f"{self.asks}: a card lies in one pile, and once")
        Arrange(1, self.cards, self.piles, self.sizes, (), "").check(masks)
        return tuple(in_order(cards_of(pile)) for pile in masks)

    def json(self) -> dict[str, Any]:
        told = {"cards": hand_json(in_order(self.cards)), "piles": list(self.piles), "sizes": list(self.sizes)}
        return {"form": "piles", "id": self.id, "asks": self.asks, **told}

    def says(self, value: tuple[tuple[int, ...], ...]) -> str:
        laid = zip(self.piles, value, strict=True)
        return "; ".join(f"{pile} {' '.join(hand_json(in_order(cards)))}" for pile, cards in laid)


class Bet(NamedTuple):
    """A wager that lies on the table, with its stake in cents."""

    id: str
    says: str
    stake: int


class Settling(NamedTuple):
    """Every wager in the order in which it is settled, each with the cents that its seat gains, below zero for a loss.

    The value is a list of pairs, a wager's id and cents.
    """

    id: str
    asks: str
    bets: tuple[Bet, ...]

    def read(self, given: object) -> tuple[tuple[str, int], ...]:
        if not isinstance(given, list | tuple) or not all(isinstance(e, list | tuple) and len(e) == 2 for e in given):
            raise IllegalAnswer(
                f"{self.asks}: a settling is a list of pairs, a wager and the cents that its seat gains"
            )
        known = [bet.id for bet in self.bets]
        ids = [id_ for id_, _ in given]
        if unknown := [id_ for id_ in ids if id_ not in known]:
            raise IllegalAnswer(f"{self.asks}: there is no wager {brief(unknown[0])}; there are {', '.join(known)}")
        if len(set(ids)) < len(ids) or len(ids) < len(known):
            raise IllegalAnswer(f"{self.asks}: settle every wager, and each once: {', '.join(known)}")
        return tuple((id_, _cents(cents, self.asks)) for id_, cents in given)

    def json(self) -> dict[str, Any]:
        bets = [{"id": bet.id, "says": bet.says, "stake_cents": bet.stake} for bet in self.bets]
        return {"form": "settling", "id": self.id, "asks": self.asks, "bets": bets}

    def says(self, value: tuple[tuple[str, int], ...]) -> str:
        names = {bet.id: bet.says for bet in self.bets}
        return "; ".join(f"{names[id_]} {result(cents)}" for id_, cents in value)


Field = Choice | Money | Chips | Piles | Settling


def _cents(given: object, asks: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not -MOST <= given <= MOST:
        raise IllegalAnswer(f"{asks}: {brief(given)} is no amount in cents")
    return given


def chip_name(cents: int) -> str:
    """`$25`, `10¢`."""
    return f"${cents // 100}" if cents >= 100 else f"{cents}¢"


def worth(chips: Mapping[str, int]) -> int:
    """Cents of chips."""
    return sum(int(value) * count for value, count in chips.items())


def fewest(cents: int) -> dict[str, int]:
    """An amount in as few chips and coins as there can be, the largest first."""
    laid: dict[str, int] = {}
    for value in CHIPS:
        count, cents = divmod(cents, value)
        if count:
            laid[str(value)] = count
    return laid


def outcome(cents: int) -> str:
    """The same as a noun."""
    return "a push" if cents == 0 else f"a win of {dollars(cents)}" if cents > 0 else f"a loss of {dollars(-cents)}"


def result(cents: int) -> str:
    """What becomes of a wager, in words."""
    return "is a push" if cents == 0 else f"wins {dollars(cents)}" if cents > 0 else f"loses {dollars(-cents)}"
