"""Chinese poker at the table: clauses 2 to 6 in order, and what every player wins from every other.

A seat's wager is its table stake: money on the table that covers the most that the round can cost. It comes back with
what the seat has won from the others, or less what it has lost to them. The house is no party to it.
"""

from collections.abc import Iterable, Mapping, Sequence

from houseway.cards import DECK, mask, names, parse_cards
from houseway.document import beside
from houseway.errors import HousewayError, IllegalRound
from houseway.round import DEALER, Answer, Arrange, Choose, Deal, Question, Reveal, Round, Standing, Together
from houseway.games.chinese_poker.greedy import default
from houseway.games.chinese_poker.rules import HAND_CARDS, enough_cards, in_pack, natural
from houseway.games.chinese_poker.scoring import NATURALS, PILES, SIZES, Part, Shown, Terms, settle, shown, terms_of
from houseway.games.chinese_poker.table_player import answer
from houseway.money import dollars, signed
from houseway.poker import describe
from houseway.round.record import Hand
from houseway.rule import enforces
from houseway.round.ruling import Payout, Ruling, Setup
from houseway.document.settings import Settings

DOCUMENT = beside(__file__)
SET, DECLARE, SURRENDER = "set", "declare", "surrender"
DEALER_PLAYS = False
"""The dealer deals, and has no hand (clause 2)."""

BOTS_THINK = True
"""A bot takes about a tenth of a second; what it has thought it remembers."""


def pack(settings: Settings) -> tuple[int, ...]:
    """One deck of 52 cards."""
    del settings
    return tuple(card for card in DECK if in_pack(card))


def check(setup: Setup) -> Iterable[str]:
    """Two to four players, each with a stake that covers the most that the round can cost."""
    players = len(setup.seats)
    if not enough_cards(players):
        yield f"two to four players play, not {players} (clause 1)"
        return
    terms = terms_of(setup.settings)
    need = terms.unit * terms.most * (players - 1)
    for seat in setup.seats:
        if seat.wagers["main"] < need:
            yield (
                f"seat {seat.number}: a stake of {dollars(seat.wagers['main'])} does not cover the {dollars(need)} "
                f"that {players - 1} other players can win from it at {dollars(terms.unit)} a unit (clause 3)"
            )


@enforces("2", "4", "6")
def play(setup: Setup) -> Round:
    """Clauses 2, 4 and 6; surrender and naturals before the hands are set."""
    terms = terms_of(setup.settings)
    hands: dict[int, int] = {}
    for seat in setup.numbers:
        hands[seat] = 0
        for _ in range(HAND_CARDS):
            hands[seat] |= 1 << (yield Deal(seat))
    openings = {seat: opening(seat, hand, terms) for seat, hand in hands.items()}
    opens = terms.naturals or terms.surrender_offered
    asked = tuple(openings.values()) if opens else ()  # all are asked, for who is asked must not tell who holds what
    given = yield Together(asked)
    chosen = {question.seat: choice for question, choice in zip(asked, given, strict=True)}
    setting = tuple(seat for seat in setup.numbers if sets(chosen.get(seat, SET), terms))
    answers = yield Together(tuple(question_to(seat, hands[seat], terms) for seat in setting))
    piles = dict(zip(setting, answers, strict=True))
    for seat in setup.numbers:
        yield Reveal(seat)
    brought = {
        seat: bring(chosen.get(seat, SET), piles.get(seat, ()), natural(hand, terms.four_is_two_pairs), terms)
        for seat, hand in hands.items()
    }
    return ruling(setup, brought, terms)


def opening(seat: int, hand: int, terms: Terms) -> Choose:
    """Whether to set the hand, to declare the natural it holds, or to surrender; a natural is declared by default."""
    declares = terms.naturals and natural(hand, terms.four_is_two_pairs) != 0
    options = (SET, *((DECLARE,) if declares else ()), *((SURRENDER,) if terms.surrender_offered else ()))
    return Choose(seat, options, DECLARE if declares else SET, "naturals" if declares else "surrender")


def sets(choice: str, terms: Terms) -> bool:
    """Whether a hand is set after this choice."""
    return choice == SET or (choice == DECLARE and terms.natural_also)


def question_to(seat: int, hand: int, terms: Terms) -> Arrange:
    """Clause 4: the three hands of a seat."""
    cards = tuple(card for card in DECK if hand >> card & 1)
    return Arrange(seat, cards, PILES, SIZES, default(hand, terms), "4")


def bring(choice: str, piles: tuple[int, ...], kind: int, terms: Terms) -> Shown:
    """What a seat brings to the comparison."""
    if choice == SURRENDER:
        return Shown(surrendered=True)
    return shown(piles, terms, kind if choice == DECLARE else 0)


def set_words(piles: Sequence[tuple[int, ...]], settings: Settings) -> tuple[tuple[str, ...], str]:
    """What piles make while they are being set, and why they are a foul."""
    front, middle, back = (mask(pile) for pile in piles)
    hand = shown((front, middle, back), terms_of(settings))
    full = [len(pile) == size for pile, size in zip(piles, SIZES, strict=True)]
    says = tuple(describe(worth) if ready else "" for worth, ready in zip(hand.values, full, strict=True))
    foul = "a foul: Back must rank above Middle, and Middle above Front" if all(full) and hand.fouled else ""
    return says, foul


def ruling(setup: Setup, brought: Mapping[int, Shown], terms: Terms) -> Ruling:
    """Every player settles with every other; the nets sum to zero."""
    payouts = []
    for seat in setup.seats:
        mine = brought[seat.number]
        against = {other: settle(mine, brought[other], terms) for other in setup.numbers if other != seat.number}
        units = sum(part.units for parts in against.values() for part in parts)
        stake = seat.wagers["main"]
        clauses = [part.clause for parts in against.values() for part in parts]
        told = "; ".join(
            f"{sum(part.units for part in parts):+d} against seat {other} ({', '.join(_part(part) for part in parts)})"
            for other, parts in against.items()
        )
        why = f"{says(mine)}: {told}; {units:+d} in all, {signed(units * terms.unit)}"
        award = "win" if units > 0 else "lose" if units < 0 else "even"
        payouts.append(Payout(seat.number, "main", stake, stake + units * terms.unit, award, clauses[0], why))
    return tuple(payouts)


def _part(part: Part) -> str:
    return part.what if "won" in part.what else f"{part.what} {part.units:+d}"


def says(hand: Shown) -> str:
    """What a seat brought, in words."""
    if hand.surrendered:
        return "surrendered"
    if not any(hand.values):
        return NATURALS[hand.natural]
    told = ", ".join(f"{pile} {describe(worth)}" for pile, worth in zip(PILES, hand.values, strict=True))
    return ("a foul: " if hand.fouled else f"{NATURALS[hand.natural]}: " if hand.natural else "") + told


def bot(question: Question, standing: Standing, setup: Setup) -> Answer:
    """Bots play the stored strategy."""
    return answer(question, mask(standing.cards(question.seat)), terms_of(setup.settings))


_TOLD = (*(pile.lower() for pile in PILES), "declared", "surrendered")


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """Cards for a dealer, a hand that is not thirteen cards, or something told of it that nobody asks for."""
    for place, hand in hands.items():
        if place == DEALER and hand.cards:
            yield "the dealer plays no hand and is dealt no cards (clause 2)"
        elif place != DEALER and len(hand.cards) != HAND_CARDS:
            yield f"{hand.who} has {len(hand.cards)} cards, and every player is dealt thirteen (clause 2)"
        for field in hand.more:
            if field not in _TOLD:
                yield f"{hand.who}: {field!r} is not told of a hand of Chinese poker: {', '.join(_TOLD)} are"


def recorded(question: Question, hand: Hand) -> Answer:
    """A record tells `front`, `middle` and `back` of each seat, or `declared = true`, or `surrendered = true`."""
    if isinstance(question, Choose):
        for field, option in (("surrendered", SURRENDER), ("declared", DECLARE)):
            if hand.more.get(field):
                if option not in question.options:
                    raise IllegalRound(f"{hand.who} may not {option} here: it may {' or '.join(question.options)}")
                return option
        return SET
    if not isinstance(question, Arrange):
        raise IllegalRound(f"{hand.who}: a record of Chinese poker does not answer {question}")
    return _piles(hand)


def _piles(hand: Hand) -> tuple[int, ...]:
    try:
        piles = tuple(mask(parse_cards(str(hand.more.get(pile.lower(), "")))) for pile in PILES)
    except HousewayError as fault:
        raise IllegalRound(f"{hand.who}: {fault}") from None
    if sum(1 for pile in piles if pile) == len(PILES) - 1:
        rest = mask(hand.cards) & ~sum(piles)
        piles = tuple(pile or rest for pile in piles)
    if not all(piles):
        raise IllegalRound(f"{hand.who}: the record does not tell how {names(hand.cards)} was set: front, middle, back")
    return piles
