"""Chinese poker at the table: clauses 2 to 6 in order."""

from collections.abc import Generator, Iterable, Mapping, Sequence

from houseway.cards import DECK, mask
from houseway.document.settings import Settings
from houseway.games.chinese_poker.bot.greedy import greedy
from houseway.games.chinese_poker.rules.hands import HAND_CARDS, PILES, SIZES, enough_cards, in_pack
from houseway.games.chinese_poker.rules.naturals import natural
from houseway.games.chinese_poker.rules.posted import faults, scoring_of
from houseway.games.chinese_poker.rules.scoring import Exposed, Scoring, exposed, natural_alone
from houseway.games.chinese_poker.terms import MAIN, ruling
from houseway.hooks import PilesInWords
from houseway.money import dollars
from houseway.poker import describe
from houseway.round import Arrange, Choose, Deal, Later, Reveal, Round, Setup, Together
from houseway.rule import enforces

SET, DECLARE, SURRENDER = "set", "declare", "surrender"


def pack() -> tuple[int, ...]:
    """One deck of 52 cards."""
    return tuple(card for card in DECK if in_pack(card))


def check(setup: Setup) -> Iterable[str]:
    """Posted amounts that can be read, and two to four players whose stakes cover the most that the round can cost."""
    players, wrong = len(setup.seats), list(faults(setup.settings))
    if not enough_cards(players):
        wrong.append(f"two to four players play, not {players} (clause 1)")
    yield from wrong
    if wrong:
        return
    scoring = scoring_of(setup.settings)
    need = scoring.unit * scoring.most * (players - 1)
    for seat in setup.seats:
        if seat.wagers[MAIN] < need:
            yield (
                f"seat {seat.number}: a stake of {dollars(seat.wagers[MAIN])} does not cover the {dollars(need)} "
                f"that {players - 1} other players can win from it at {dollars(scoring.unit)} a unit (clause 3)"
            )


@enforces("2", "4", "6")
def play(setup: Setup) -> Round:
    """Clauses 2, 4 and 6; surrender and naturals before the hands are set.

    All are asked alike, for who is asked must not tell who holds what. A natural that settles alone without being
    declared is turned over before the others set their hands.
    """
    scoring = scoring_of(setup.settings)
    hands = yield from dealt(setup)
    kinds = {seat: natural_of(hand, scoring) for seat, hand in hands.items()}
    chosen = yield from choices(kinds, scoring)
    paid = {seat: paid_for(kind, chosen[seat], scoring) for seat, kind in kinds.items()}
    alone = tuple(seat for seat, kind in paid.items() if natural_alone(kind, 0, scoring.natural_also))
    for seat in alone:
        yield Reveal(seat)
    setting = tuple(seat for seat in hands if seat not in alone and chosen[seat] != SURRENDER)
    answers = yield Together(tuple(question_to(seat, hands[seat], scoring) for seat in setting))
    piles = dict(zip(setting, answers, strict=True))
    for seat in hands:
        if seat in setting or (seat not in alone and scoring.surrender_shown):
            yield Reveal(seat)
    ends = {seat: brought(chosen[seat], piles.get(seat, ()), paid[seat], scoring) for seat in hands}
    return ruling(setup, ends, scoring)


def dealt(setup: Setup) -> Generator[Deal, int, dict[int, int]]:
    """Clause 2: thirteen cards to each player."""
    hands: dict[int, int] = {}
    for seat in setup.numbers:
        hands[seat] = 0
        for _ in range(HAND_CARDS):
            hands[seat] |= 1 << (yield Deal(seat))
    return hands


def choices(kinds: Mapping[int, int], scoring: Scoring) -> Generator[Together, tuple[str, ...], dict[int, str]]:
    """What each seat does before the hands are set, by the naturals they hold."""
    asked = tuple(opening(seat, kind, scoring) for seat, kind in kinds.items()) if opens(scoring) else ()
    given = yield Together(asked)
    return dict.fromkeys(kinds, SET) | dict(zip((question.seat for question in asked), given, strict=True))


def natural_of(hand: int, scoring: Scoring) -> int:
    """The natural that a hand holds at this table, 0 where it holds none or none is paid."""
    return natural(hand, scoring.four_is_two_pairs, scoring.dearest) if scoring.naturals else 0


def opens(scoring: Scoring) -> bool:
    """Whether there is something to choose before the hands are set."""
    return scoring.surrender_offered or (scoring.naturals and scoring.natural_declared)


def opening(seat: int, kind: int, scoring: Scoring) -> Choose:
    """Whether to set the hand, to surrender or, where it must be declared, to declare the natural: the default."""
    declares = kind != 0 and scoring.natural_declared
    options = (SET, *((DECLARE,) if declares else ()), *((SURRENDER,) if scoring.surrender_offered else ()))
    return Choose(seat, options, DECLARE if declares else SET, "naturals" if declares else "surrender")


@enforces("naturals")
def paid_for(kind: int, choice: str, scoring: Scoring) -> int:
    """The natural that a seat is paid for: the one it holds or, by a setting, the one it has declared."""
    if choice == SURRENDER:
        return 0
    return kind if choice == DECLARE or not scoring.natural_declared else 0


def question_to(seat: int, hand: int, scoring: Scoring) -> Arrange:
    """Clause 4: the three hands of a seat."""
    cards = tuple(card for card in DECK if hand >> card & 1)
    greedily = Later(greedy, (hand, scoring.wheel, scoring.equal_is_legal))
    return Arrange(seat, cards, PILES, SIZES, greedily, "4")


def brought(choice: str, piles: tuple[int, ...], kind: int, scoring: Scoring) -> Exposed:
    """What a seat brings to the comparison, with the natural that it is paid for."""
    return Exposed(surrendered=True) if choice == SURRENDER else exposed(piles, scoring, kind)


def piles_in_words(piles: Sequence[tuple[int, ...]], settings: Settings) -> PilesInWords:
    """What piles make while they are being set, and why they are a foul."""
    front, middle, back = (mask(pile) for pile in piles)
    hand = exposed((front, middle, back), scoring_of(settings))
    full = [len(pile) == size for pile, size in zip(piles, SIZES, strict=True)]
    says = tuple(describe(worth) if ready else "" for worth, ready in zip(hand.values, full, strict=True))
    foul = "a foul: Back must rank above Middle, and Middle above Front" if all(full) and hand.fouled else ""
    return PilesInWords(says, foul)
