"""One spot and its hands: whose turn it is, what it may do, and what follows from a card or a choice.

A spot is a value: a card or a choice gives the next one. The order of play, the bots, the advice and the record of a
dealt round all walk through the same spots.
"""

from dataclasses import dataclass, replace

from houseway.cards import symbols
from houseway.document.settings import Settings
from houseway.games.super_pairs.rules.blackjack import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    busted,
    may_double,
    may_draw,
    may_split,
    natural,
    pair,
    soft,
    total,
    units,
    value,
)
from houseway.round import Choose, Deal, Standing

EVEN_MONEY, DECLINE = "even-money", "decline"

DOUBLES = {"any": (0, 21), "9-11": (9, 11), "10-11": (10, 11)}
"""The bounds of the totals that may be doubled, by the setting."""


@dataclass(frozen=True)
class Cards:
    """What some cards are worth together."""

    cards: tuple[int, ...]

    @property
    def hard(self) -> int:
        return sum(value(card) for card in self.cards)

    @property
    def aces(self) -> int:
        return sum(value(card) == 1 for card in self.cards)

    @property
    def total(self) -> int:
        return total(self.hard, self.aces)

    @property
    def soft(self) -> bool:
        return soft(self.hard, self.aces)

    @property
    def busted(self) -> bool:
        return busted(self.hard)

    @property
    def natural(self) -> bool:
        return len(self.cards) == 2 and natural(value(self.cards[0]), value(self.cards[1]))

    def __str__(self) -> str:
        if self.natural:
            return f"blackjack ({symbols(self.cards)})"
        return f"{'soft ' if self.soft else ''}{self.total} ({symbols(self.cards)})"


@dataclass(frozen=True)
class Held(Cards):
    """A player's hand: made by a split or not, doubled, given up, about to draw; open while it may still get cards."""

    from_split: bool = False
    doubled: bool = False
    surrendered: bool = False
    drawing: bool = False
    open: bool = True

    @property
    def natural(self) -> bool:
        """An ace and a ten after a split are 21 and no blackjack."""
        return not self.from_split and super().natural

    @property
    def live(self) -> bool:
        """Whether it still waits for the dealer's hand."""
        return not (self.busted or self.surrendered or self.natural)

    @property
    def units(self) -> int:
        """How many times the spot's wager stands on it."""
        return units(self.doubled)


@dataclass(frozen=True)
class Spot:
    """The hands of a spot, from the first to be played to the last."""

    hands: tuple[Held, ...]

    @property
    def turn(self) -> int | None:
        """The hand that is played now; None when all are done."""
        return next((at for at, hand in enumerate(self.hands) if hand.open), None)

    @property
    def hand(self) -> Held:
        """That hand, or the last one."""
        return self.hands[-1 if self.turn is None else self.turn]

    @property
    def wants_card(self) -> bool:
        """Whether a card is dealt before anything is chosen: after a hit or a double, and to a card split off."""
        return self.turn is not None and (len(self.hand.cards) < 2 or self.hand.drawing)

    def options(self, settings: Settings) -> tuple[str, ...]:
        """What may be chosen for the hand that is played now."""
        hand = self.hand
        options: list[str] = [STAND]
        if not self._one_card(settings):
            options.append(HIT)
            if self._may_double(settings):
                options.append(DOUBLE)
        if self._may_split(settings):
            options.append(SPLIT)
        if settings.text("surrender") == "late" and len(hand.cards) == 2 and not hand.from_split:
            options.append(SURRENDER)
        return tuple(options)

    def _may_double(self, settings: Settings) -> bool:
        hand = self.hand
        least, most = DOUBLES[settings.text("double")]
        allowed = settings.flag("double-after-split") or not hand.from_split
        return allowed and may_double(hand.total, len(hand.cards), least, most)

    def _may_split(self, settings: Settings) -> bool:
        cards = self.hand.cards
        return (
            len(cards) == 2
            and pair(cards[0], cards[1], settings.text("split-by") == "value")
            and may_split(
                len(self.hands),
                settings.integer("split-hands"),
                value(cards[0]) == 1,
                settings.flag("resplit-aces"),
            )
        )

    def _one_card(self, settings: Settings) -> bool:
        """Whether the hand is a split ace that gets one card only."""
        split_ace = self.hand.from_split and value(self.hand.cards[0]) == 1
        return split_ace and settings.flag("split-aces-one-card")

    def dealt(self, card: int, settings: Settings) -> "Spot":
        """After a card to the hand that is played now."""
        hand = replace(self.hand, cards=(*self.hand.cards, card), drawing=False)
        spot = self._with(hand)
        done = not may_draw(hand.total) or hand.doubled or (spot._one_card(settings) and not spot._may_split(settings))
        return spot._with(replace(hand, open=not done))

    def chosen(self, choice: str) -> "Spot":
        """After a choice for the hand that is played now."""
        hand = self.hand
        if choice == STAND:
            return self._with(replace(hand, open=False))
        if choice == SURRENDER:
            return self._with(replace(hand, open=False, surrendered=True))
        if choice == DOUBLE:
            return self._with(replace(hand, doubled=True, drawing=True))
        if choice == SPLIT:
            return self._with(*(Held((card,), from_split=True) for card in hand.cards))
        return self._with(replace(hand, drawing=True))

    def _with(self, *hands: Held) -> "Spot":
        at = self.turn
        assert at is not None
        return Spot((*self.hands[:at], *hands, *self.hands[at + 1 :]))


def spot_of(first: int, second: int) -> Spot:
    """A spot with its first two cards; a blackjack is done at once."""
    hand = Held((first, second))
    return Spot((replace(hand, open=not hand.natural),))


def spot_in(standing: Standing, seat: int, settings: Settings) -> Spot:
    """The spot of a seat as a round stands: its first two cards, then every card and choice since."""
    first: list[int] = []
    spot: Spot | None = None
    for event, answer in standing.events:
        if isinstance(event, Deal) and event.to == seat and isinstance(answer, int):
            if spot is None:
                first.append(answer)
                spot = spot_of(first[0], first[1]) if len(first) == 2 else None
            else:
                spot = spot.dealt(answer, settings)
        elif isinstance(event, Choose) and event.seat == seat and answer not in (EVEN_MONEY, DECLINE):
            assert spot is not None
            spot = spot.chosen(str(answer))
    assert spot is not None
    return spot
