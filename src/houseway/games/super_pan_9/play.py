"""Super Pan 9 at the table: clauses 5 to 9 in order, and what each wager is paid."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.cards import DECK, names
from houseway.document import beside
from houseway.errors import IllegalRound
from houseway.flow import DEALER, Answer, Choose, Deal, Question, Reveal, Round, Standing, Together
from houseway.games.super_pan_9.rules import (
    LOSE,
    TIE,
    WIN,
    dealer_draws,
    hand_size,
    in_pack,
    outcome,
    tie_bet_wins,
    total,
    value,
)
from houseway.money import commission, dollars, winnings
from houseway.record import Hand
from houseway.rule import enforces
from houseway.ruling import Payout, Seat, Setup
from houseway.settings import Settings

STAND, DRAW = "stand", "draw"

DOCUMENT = beside(__file__)
MAIN_PAYS = DOCUMENT.paytable("even-money").rows[0].pay.amount
TIE_PAYS = DOCUMENT.paytable("tie-8").rows[0].pay.amount
STAKE, NOTHING = Fraction(1), Fraction(0)


def pack(settings: Settings) -> tuple[int, ...]:
    """Up to eight decks of 36 cards."""
    return tuple(card for card in DECK if in_pack(card)) * settings.integer("decks")


def check(setup: Setup) -> Iterable[str]:
    """One deck is too small for nine players (ruling one-deck-seats)."""
    need = hand_size(True) * (len(setup.seats) + 1)
    have = len(pack(setup.settings))
    if need > have:
        yield f"{len(setup.seats)} players and the dealer may need {need} cards and the shoe holds {have} (clause 1)"


@enforces("5", "6", "7")
def play(setup: Setup) -> Round:
    """Clauses 5 to 7; the ruling by clauses 8 and 9."""
    hands: dict[int, list[int]] = {}
    for place in (*setup.numbers, DEALER):
        hands[place] = []
        for _ in range(hand_size(False)):
            hands[place].append((yield Deal(place)))
    chosen = yield Together(tuple(Choose(seat, (STAND, DRAW), STAND, "6") for seat in setup.numbers))
    for seat, choice in zip(setup.numbers, chosen, strict=True):
        if choice == DRAW:
            hands[seat].append((yield Deal(seat)))
    yield Reveal(DEALER)
    if dealer_draws(hand_total(hands[DEALER])):
        hands[DEALER].append((yield Deal(DEALER, face_up=True)))
    for seat in setup.numbers:
        yield Reveal(seat)
    dealer = hand_total(hands[DEALER])
    return tuple(
        payout
        for seat in setup.seats
        for payout in settle(seat, hand_total(hands[seat.number]), dealer, setup.settings)
    )


def hand_total(cards: Iterable[int]) -> int:
    """What a hand totals."""
    return total(sum(value(card) for card in cards))


class Terms(NamedTuple):
    """How a wager ends: the award, what it pays to 1 (below zero if it loses), and the rate of commission on that."""

    award: str
    pays: Fraction
    commission: Fraction
    clause: str

    @property
    def unit(self) -> Fraction:
        """What one unit wins after commission, no cent rounded."""
        return self.pays * (1 - self.commission) if self.pays > 0 else self.pays


def terms(wager: str, result: int, settings: Settings) -> Terms:
    """Clauses 8 and 9: what the table pays and what the analysis counts."""
    rate = settings.fraction("commission")
    if wager == "tie":
        if tie_bet_wins(result):
            return Terms("tie", TIE_PAYS, rate if settings.flag("tie-commission") else NOTHING, "9")
        return Terms("lose", -STAKE, NOTHING, "9")
    if result == WIN:
        return Terms("win", MAIN_PAYS, rate, "8")
    return Terms("push", NOTHING, NOTHING, "9") if result == TIE else Terms("lose", -STAKE, NOTHING, "4")


def settle(seat: Seat, player: int, dealer: int, settings: Settings) -> Iterable[Payout]:
    """What becomes of each wager of a seat."""
    result = outcome(player, dealer)
    compared = {WIN: "beats", TIE: "ties", LOSE: "loses to"}[result]
    for wager, stake in seat.wagers.items():
        award, pays, rate, clause = terms(wager, result, settings)
        why = f"{player} {compared} the dealer's {dealer}"
        if pays < 0:
            yield Payout(seat.number, wager, stake, 0, award, clause, f"{why}: the wager is lost")
            continue
        if pays == 0:
            yield Payout(seat.number, wager, stake, stake, award, clause, f"{why}: a push, the wager is returned")
            continue
        won = winnings(stake, pays)
        fee = commission(won, rate, settings.text("commission-rounding"))
        why += f": pays {pays} to 1" + (f" less {float(100 * rate):g} % commission of {dollars(fee)}" if fee else "")
        yield Payout(seat.number, wager, stake, stake + won - fee, award, clause, why, fee)


def note(place: int, cards: Iterable[int], setup: Setup) -> str:
    """What the cards of a place total."""
    del place, setup
    return f"total {hand_total(cards)}"


def bot(question: Question, standing: Standing, setup: Setup) -> Answer:
    """Bots draw as the dealer must."""
    del setup
    return DRAW if dealer_draws(hand_total(standing.cards(question.seat))) else STAND


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """A dealer who drew or stood against clause 7, a player who drew twice."""
    for place, hand in hands.items():
        if len(hand.cards) > hand_size(True):
            yield f"{hand.who} has {len(hand.cards)} cards, and nobody may draw more than one (clause 6)"
        elif place == DEALER and len(hand.cards) >= hand_size(False):
            three = hand_total(hand.cards[: hand_size(False)])
            if len(hand.cards) != hand_size(dealer_draws(three)):
                must = "must draw (clause 7.i)" if dealer_draws(three) else "must stand (clause 7.ii)"
                yield f"the dealer's first three cards, {names(hand.cards[:3])}, total {three} and the dealer {must}"


def recorded(question: Question, hand: Hand) -> Answer:
    """A seat of a record drew if it holds a fourth card."""
    if not isinstance(question, Choose):
        raise IllegalRound(f"{hand.who}: a record of Super Pan 9 does not answer {question}")
    return DRAW if len(hand.cards) == hand_size(True) else STAND
