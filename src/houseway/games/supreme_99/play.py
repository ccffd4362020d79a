"""Supreme 99 at the table: clauses 3 to 13 in order, and what each wager is paid."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.cards import DECK, RANK_WORDS, in_order, mask, names, parse_cards, size
from houseway.document import beside
from houseway.errors import IllegalRound
from houseway.round import DEALER, Answer, Arrange, Question, Reveal, Round, Standing, Together
from houseway.games.supreme_99.rules import (
    BOTH_COPY,
    CARDS,
    FOUR_OF_A_KIND,
    LOSE,
    NINE_NINE,
    NO_PAIR_RULE,
    NOTHING,
    ONE_PAIR_RULE,
    PACKETS,
    PAIR,
    PAIR_OF_NINES,
    PAIRED,
    PUSH,
    SPLITS,
    TOP_DOWN,
    TWO_PAIR,
    TWO_PAIR_RULE,
    UNPAIRED,
    WIN,
    fortune,
    fouled,
    house_rule,
    house_way,
    outcome,
    receiver,
    reconciled,
    score,
)
from houseway.games.supreme_99.simple import simple_way
from houseway.money import winnings
from houseway.round.packets import deal_packets, order_of_deal
from houseway.round.record import Hand, Record
from houseway.rule import enforces
from houseway.round.ruling import Payout, Seat, Setup
from houseway.document.settings import Settings

DOCUMENT = beside(__file__)
PILES = ("high", "low")

HOUSE_RULES = {
    TWO_PAIR_RULE: ("Two Pair", "6.two-pair", "the higher pair is the High hand and the lower the Low hand"),
    ONE_PAIR_RULE: ("One Pair", "6.one-pair", "the pair is the High hand and the other two cards the Low hand"),
    NO_PAIR_RULE: ("No Pair", "6.no-pair", "the Low hand is as high as it can be without being above the High hand"),
}
"""The name, clause and effect of each of the dealer's setting rules."""

READINGS = {"unpaired": UNPAIRED, "top-down": TOP_DOWN, "pair-of-nines": PAIR_OF_NINES}


class Piles(NamedTuple):
    """Four cards as they are set."""

    high: tuple[int, int]
    low: tuple[int, int]

    @property
    def scores(self) -> tuple[int, int]:
        return score(*self.high), score(*self.low)

    @property
    def masks(self) -> tuple[int, int]:
        return mask(self.high), mask(self.low)

    def __str__(self) -> str:
        return f"{names(in_order(self.high))} over {names(in_order(self.low))}"


class Terms(NamedTuple):
    """How a wager ends: the award, what it pays to 1 (below zero if it loses), and the clause."""

    award: str
    pays: Fraction
    clause: str


def _pays(paytable: str, award: str) -> Fraction:
    return next(row.pay.amount for row in DOCUMENT.paytable(paytable).rows if row.award == award)


MAIN = {
    WIN: Terms("win", _pays("standard", "win"), "8"),
    BOTH_COPY: Terms("both-copy", _pays("standard", "both-copy"), "12"),
    PUSH: Terms("push", Fraction(0), "9"),
    LOSE: Terms("lose", Fraction(-1), "10"),
}
FORTUNES = {
    FOUR_OF_A_KIND: Terms("four-of-a-kind", _pays("pair-fortunes", "four-of-a-kind"), "pair-fortunes"),
    TWO_PAIR: Terms("two-pair", _pays("pair-fortunes", "two-pair"), "pair-fortunes"),
    NINE_NINE: Terms("nine-nine", _pays("pair-fortunes", "nine-nine"), "pair-fortunes"),
    PAIR: Terms("pair", _pays("pair-fortunes", "pair"), "pair-fortunes"),
    NOTHING: Terms("lose", Fraction(-1), "13"),
}
"""What the table pays and what the analysis counts."""


def pack(settings: Settings) -> tuple[int, ...]:
    """One deck of 52 cards."""
    del settings
    return DECK


def check(setup: Setup) -> Iterable[str]:
    """Seven packets of four fit one deck whatever the seats: nothing can be wrong."""
    del setup
    return ()


@enforces("4", "5", "6", "7")
def play(setup: Setup) -> Round:
    """Clauses 3 to 7; the ruling by clauses 8 to 13. Places where nobody plays get their packets too."""
    drawn = yield order_of_deal(setup.settings, PACKETS)
    hands = yield from deal_packets((receiver(drawn, packet) for packet in range(PACKETS)), CARDS)
    chosen = yield Together(tuple(setting_question(seat, hands[seat]) for seat in setup.numbers))
    piles = {seat: piles_of(hands[seat], masks) for seat, masks in zip(setup.numbers, chosen, strict=True)}
    yield Reveal(DEALER)
    dealer = house_piles(hands[DEALER])
    seats = {seat.number: seat for seat in setup.seats}
    order = [seat for turn in range(PACKETS - 1) if (seat := reconciled(turn)) in seats]
    for seat in order:
        yield Reveal(seat)
    return tuple(payout for seat in order for payout in settle(seats[seat], piles[seat], dealer, setup.settings))


def setting_question(seat: int, cards: Sequence[int]) -> Arrange:
    """Clause 5; the dealer's way is played for a seat that has left."""
    return Arrange(seat, tuple(cards), PILES, (2, 2), house_piles(cards).masks, "5")


def split_piles(cards: Sequence[int], split: int) -> Piles:
    """A split of four cards, set without a foul."""
    (a, b), (c, d) = SPLITS[split]
    one, other = (cards[a], cards[b]), (cards[c], cards[d])
    return Piles(other, one) if fouled(score(*one), score(*other)) else Piles(one, other)


def piles_of(cards: Sequence[int], masks: Sequence[int]) -> Piles:
    """The piles that two masks name, in the order of the cards."""
    (a, b), (c, d) = ([card for card in cards if hand >> card & 1] for hand in masks)
    return Piles((a, b), (c, d))


def house_piles(cards: Sequence[int]) -> Piles:
    """How the dealer sets four cards."""
    a, b, c, d = cards
    return split_piles(cards, house_way(a, b, c, d))


def dealer_piles(cards: Sequence[int], setup: Setup) -> dict[str, tuple[int, int]]:
    """The dealer's two hands, as the table shows them."""
    del setup
    return dict(zip(PILES, house_piles(cards), strict=True))


def house_says(cards: Sequence[int]) -> tuple[str, str, str]:
    """The name, clause and effect of the rule that sets four cards."""
    a, b, c, d = cards
    return HOUSE_RULES[house_rule(a, b, c, d)]


def set_words(piles: Sequence[tuple[int, ...]], settings: Settings) -> tuple[tuple[str, ...], str]:
    """What piles make while they are being set, and why they are a foul."""
    scores = [score(*pile) if len(pile) == 2 else None for pile in piles]
    says = tuple("" if each is None else word(each) for each in scores)
    high, low = scores
    if high is None or low is None or not fouled(high, low):
        return says, ""
    lost = "the hand would lose" if settings.text("foul") == "lose" else "it would be set the dealer's way"
    return says, f"a foul: High, {says[0]}, is weaker than Low, {says[1]}; {lost}"


def word(scored: int) -> str:
    """`a pair of nines`, `7`."""
    if scored < PAIRED:
        return str(scored)
    rank = RANK_WORDS[scored - PAIRED]
    return f"a pair of {rank}{'es' if rank == 'six' else 's'}"


def result_of(piles: Piles, dealer: Piles) -> int:
    """How set hands meet."""
    return outcome(*piles.scores, *dealer.scores)


def fortune_of(cards: Sequence[int], settings: Settings) -> int:
    """The row of Pair Fortunes that pays four cards under the house's readings."""
    a, b, c, d = cards
    reading = READINGS[settings.text("nine-nine")]
    return fortune(a, b, c, d, reading, settings.text("three-of-a-kind") == "pair")


def settle(seat: Seat, piles: Piles, dealer: Piles, settings: Settings) -> Iterable[Payout]:
    """What becomes of each wager of a seat."""
    for wager, stake in seat.wagers.items():
        if wager == "main":
            yield settle_main(seat.number, stake, piles, dealer, settings)
        else:
            cards = (*piles.high, *piles.low)
            terms = FORTUNES[fortune_of(cards, settings)]
            rows = {row.award: row.label for row in DOCUMENT.paytable("pair-fortunes").rows}
            why = f"{names(in_order(cards))}: {rows.get(terms.award, 'no row of Pair Fortunes')}"
            yield paid(seat.number, wager, stake, terms, why)


def settle_main(seat: int, stake: int, piles: Piles, dealer: Piles, settings: Settings) -> Payout:
    """Clauses 8 to 12; a fouled hand by the house's rule on fouls."""
    before = ""
    if fouled(*piles.scores):
        before = f"{piles} fouls, {word(piles.scores[0])} being below {word(piles.scores[1])}"
        if settings.text("foul") == "lose":
            return paid(seat, "main", stake, Terms("foul", Fraction(-1), "5.b.i"), before)
        piles = house_piles((*piles.high, *piles.low))
        before += f", and is set the dealer's way as {piles}; "
    matchups = zip(PILES, piles.scores, dealer.scores, strict=True)
    why = ", ".join(f"{name.capitalize()} {compared(ours, theirs)}" for name, ours, theirs in matchups)
    return paid(seat, "main", stake, MAIN[result_of(piles, dealer)], before + why)


def compared(ours: int, theirs: int) -> str:
    """One matchup in words."""
    verb = "beats" if ours > theirs else "loses to" if ours < theirs else "copies"
    return f"{word(ours)} {verb} {word(theirs)}"


def paid(seat: int, wager: str, stake: int, terms: Terms, why: str) -> Payout:
    """A payout by its terms."""
    if terms.pays < 0:
        return Payout(seat, wager, stake, 0, terms.award, terms.clause, f"{why}: the wager is lost")
    if terms.pays == 0:
        return Payout(seat, wager, stake, stake, terms.award, terms.clause, f"{why}: a push, the wager is returned")
    back = stake + winnings(stake, terms.pays)
    return Payout(seat, wager, stake, back, terms.award, terms.clause, f"{why}: pays {terms.pays} to 1")


def bot(question: Question, standing: Standing, setup: Setup) -> Answer:
    """Bots set their hands by the short strategy."""
    del setup
    a, b, c, d = cards = standing.cards(question.seat)
    return split_piles(cards, simple_way(a, b, c, d)).masks


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """More than a packet of four, or a dealer's setting of other cards."""
    for hand in hands.values():
        if len(hand.cards) > CARDS:
            yield f"{hand.who} has {len(hand.cards)} cards, and a packet is four (clause 2)"
    dealer = hands[DEALER]
    if any(pile in dealer.more for pile in PILES) and not _two_and_two(dealer):
        yield f"the dealer's high and low are not two and two of {names(dealer.cards)} (clause 6)"


def recorded(question: Question, hand: Hand) -> Answer:
    """A seat of a record gives `high` or `low` or both; else its first two cards are the High hand."""
    if not isinstance(question, Arrange):
        raise IllegalRound(f"{hand.who}: a record of Supreme 99 does not answer {question}")
    return _recorded_piles(hand)


def _recorded_piles(hand: Hand) -> tuple[int, int]:
    """The masks of High and Low as a record gives them; whether they are the hand's cards is checked later."""
    given = {pile: mask(parse_cards(str(hand.more[pile]))) for pile in PILES if pile in hand.more}
    whole = mask(hand.cards)
    high = given.get("high", whole & ~given["low"] if "low" in given else mask(hand.cards[:2]))
    return high, given.get("low", whole & ~high)


def _two_and_two(hand: Hand) -> bool:
    """Whether the recorded piles are two and two of the hand's cards."""
    masks = _recorded_piles(hand)
    return len(hand.cards) == CARDS and sum(masks) == mask(hand.cards) and [size(pile) for pile in masks] == [2, 2]


def remarks(record: Record) -> Iterable[str]:
    """The order in which the packets were dealt, and a misset house hand: it is ruled upon as if it were set right."""
    if isinstance(drawn := record.more.get("drawn"), int):
        first = receiver(drawn, 0)
        what = "The dice rolled" if record.setup.settings.text("order") == "dice" else "The random number was"
        place = "the dealer" if first == DEALER else f"seat {first}"
        yield f"{what} {drawn}: the first packet went to {place} and the others clockwise from there (clause 3)."
    dealer = record.hands[DEALER]
    if any(pile in dealer.more for pile in PILES) and _two_and_two(dealer):
        yield from _misset(dealer)


def _misset(dealer: Hand) -> Iterable[str]:
    given, right = piles_of(dealer.cards, _recorded_piles(dealer)), house_piles(dealer.cards)
    if given.scores != right.scores:
        name, clause, effect = house_says(dealer.cards)
        yield (
            f"The dealer's hand was misset as {given}. By the rule {name} {effect}: it is {right}, and every wager "
            f"is ruled upon as if it had been set so (clause {clause})."
        )
