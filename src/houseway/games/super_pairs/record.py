"""How a record of Super Pairs tells a round."""

from collections.abc import Iterable, Mapping

from houseway.errors import IllegalRound
from houseway.games.super_pairs.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.games.super_pairs.rules.bonuses import FELT
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.games.super_pairs.rules.spot import DECLINE, EVEN_MONEY
from houseway.round import OUT_OF_CARDS, Answer, Choose
from houseway.round.record import Hand, Record

WORDS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER, EVEN_MONEY, DECLINE)


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """Words in `play` that are no choice of this game."""
    for hand in hands.values():
        for word in choices(hand):
            if word not in WORDS:
                yield f"{hand.who}: {word!r} in play is not one of {', '.join(WORDS)} (clause blackjack.hit)"


def remarks(record: Record) -> Iterable[str]:
    """A call that names no stage stands before the first card: no bonus was reconciled by then."""
    bonuses = any(wager in (*FELT, *JACKPOTS) for seat in record.setup.seats for wager in seat.wagers)
    if record.entries is not None or not bonuses or record.setup.settings.get("reconciled-bonuses") != "won":
        return
    for call in record.irregularities:
        if call != OUT_OF_CARDS and not call.stage:
            yield (
                f"The call {call.kind} names no stage and counts as made before the first card. What clause 3 has "
                'reconciled is won: write stage = "play" where it was made later (ruling reconciled).'
            )


def choices(hand: Hand) -> list[str]:
    """A seat's recorded choices."""
    return str(hand.more.get("play", "")).replace(",", " ").split()


def chosen(question: Choose, hand: Hand) -> Answer:
    """What a seat chose: `play` lists its choices in order.

    Without `play` a seat has hit for every card beyond its first two, and then stood.
    """
    made = [answer for asked, answer in hand.answered if isinstance(asked, Choose)]
    if "play" not in hand.more:
        if DECLINE in question.options:
            return DECLINE
        return HIT if len(hand.cards) > 2 + made.count(HIT) else STAND
    words = choices(hand)
    if len(made) < len(words):
        return words[len(made)]
    raise IllegalRound(
        f"{hand.who}: after {' '.join(words) or 'nothing'} in the record's play it may "
        f"{' or '.join(question.options)}; add what it chose",
        question.clause,
    )
