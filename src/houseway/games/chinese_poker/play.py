"""Chinese poker at the table: clauses 2 to 6 in order."""

from collections.abc import Iterable, Sequence

from houseway.cards import DECK, mask
from houseway.document.settings import Settings
from houseway.games.chinese_poker.bot.greedy import greedy
from houseway.games.chinese_poker.rules.hands import HAND_CARDS, PILES, SIZES, enough_cards, in_pack
from houseway.games.chinese_poker.rules.naturals import natural
from houseway.games.chinese_poker.rules.scoring import Exposed, Scoring, exposed, scoring_of
from houseway.games.chinese_poker.terms import MAIN, ruling
from houseway.hooks import PilesInWords
from houseway.money import dollars
from houseway.poker import describe
from houseway.round import Arrange, Choose, Deal, Reveal, Round, Setup, Together
from houseway.rule import enforces

SET, DECLARE, SURRENDER = "set", "declare", "surrender"


def pack() -> tuple[int, ...]:
    """One deck of 52 cards."""
    return tuple(card for card in DECK if in_pack(card))


def check(setup: Setup) -> Iterable[str]:
    """Two to four players, each with a stake that covers the most that the round can cost."""
    players = len(setup.seats)
    if not enough_cards(players):
        yield f"two to four players play, not {players} (clause 1)"
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
    """Clauses 2, 4 and 6; surrender and naturals before the hands are set."""
    scoring = scoring_of(setup.settings)
    hands: dict[int, int] = {}
    for seat in setup.numbers:
        hands[seat] = 0
        for _ in range(HAND_CARDS):
            hands[seat] |= 1 << (yield Deal(seat))
    openings = {seat: opening(seat, hand, scoring) for seat, hand in hands.items()}
    opens = scoring.naturals or scoring.surrender_offered
    asked = tuple(openings.values()) if opens else ()  # all are asked, for who is asked must not tell who holds what
    given = yield Together(asked)
    chosen = {question.seat: choice for question, choice in zip(asked, given, strict=True)}
    setting = tuple(seat for seat in setup.numbers if sets(chosen.get(seat, SET), scoring))
    answers = yield Together(tuple(question_to(seat, hands[seat], scoring) for seat in setting))
    piles = dict(zip(setting, answers, strict=True))
    for seat in setup.numbers:
        yield Reveal(seat)
    ends = {
        seat: brought(chosen.get(seat, SET), piles.get(seat, ()), natural(hand, scoring.four_is_two_pairs), scoring)
        for seat, hand in hands.items()
    }
    return ruling(setup, ends, scoring)


def opening(seat: int, hand: int, scoring: Scoring) -> Choose:
    """Whether to set the hand, to declare the natural it holds, or to surrender; a natural is declared by default."""
    declares = scoring.naturals and natural(hand, scoring.four_is_two_pairs) != 0
    options = (SET, *((DECLARE,) if declares else ()), *((SURRENDER,) if scoring.surrender_offered else ()))
    return Choose(seat, options, DECLARE if declares else SET, "naturals" if declares else "surrender")


def sets(choice: str, scoring: Scoring) -> bool:
    """Whether a hand is set after this choice."""
    return choice == SET or (choice == DECLARE and scoring.natural_also)


def question_to(seat: int, hand: int, scoring: Scoring) -> Arrange:
    """Clause 4: the three hands of a seat."""
    cards = tuple(card for card in DECK if hand >> card & 1)
    return Arrange(seat, cards, PILES, SIZES, greedy(hand, scoring.wheel, scoring.equal_is_legal), "4")


def brought(choice: str, piles: tuple[int, ...], kind: int, scoring: Scoring) -> Exposed:
    """What a seat brings to the comparison."""
    if choice == SURRENDER:
        return Exposed(surrendered=True)
    return exposed(piles, scoring, kind if choice == DECLARE else 0)


def piles_in_words(piles: Sequence[tuple[int, ...]], settings: Settings) -> PilesInWords:
    """What piles make while they are being set, and why they are a foul."""
    front, middle, back = (mask(pile) for pile in piles)
    hand = exposed((front, middle, back), scoring_of(settings))
    full = [len(pile) == size for pile, size in zip(piles, SIZES, strict=True)]
    says = tuple(describe(worth) if ready else "" for worth, ready in zip(hand.values, full, strict=True))
    foul = "a foul: Back must rank above Middle, and Middle above Front" if all(full) and hand.fouled else ""
    return PilesInWords(says, foul)
