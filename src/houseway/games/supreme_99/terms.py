"""Clauses 5.b.i and 8 to 13: how each wager ends, for the table and for the lab."""

from collections.abc import Iterable, Sequence

from houseway.cards import in_order, names
from houseway.document.settings import Settings
from houseway.games.supreme_99.rules import (
    BOTH_COPY,
    FOUL,
    FOUR_OF_A_KIND,
    LOSE,
    NINE_NINE,
    PAIR,
    PAIR_OF_NINES,
    PILES,
    PUSH,
    TOP_DOWN,
    TWO_PAIR,
    UNPAIRED,
    WIN,
    Piles,
    fortune,
    fouled,
    house_piles,
    outcome,
    word,
)
from houseway.round.ruling import Bet, Payout, Seat
from houseway.round.terms import Terms, award_terms, lost, row_terms

MAIN, FORTUNES = "main", "pair-fortunes"

ENDS = {
    WIN: ("win", "8"),
    BOTH_COPY: ("both-copy", "12"),
    PUSH: ("push", "9"),
    LOSE: ("lose", "10"),
    FOUL: ("foul", "5.b.i"),
}
"""The award and clause of each end of the standard wager."""

ROWS = {FOUR_OF_A_KIND: "four-of-a-kind", TWO_PAIR: "two-pair", NINE_NINE: "nine-nine", PAIR: "pair"}
"""The award of each row of Pair Fortunes."""

AWARDS = {
    MAIN: tuple(award for end, (award, _) in ENDS.items() if end not in (LOSE, FOUL)),
    FORTUNES: tuple(ROWS.values()),
}
"""What a paytable of each wager may have rows for; a loss and a foul lose, whatever is posted."""

COPY = "the dealer wins copies (clause 11)"

READINGS = {"unpaired": UNPAIRED, "top-down": TOP_DOWN, "pair-of-nines": PAIR_OF_NINES}


def terms(wager: str, result: int, settings: Settings) -> Terms:
    """How a wager ends with a result (of Pair Fortunes, a row): what the table pays and what the analysis counts."""
    table = settings.in_force(wager)
    if wager == FORTUNES:
        row = table.row(ROWS[result]) if result in ROWS else None
        return row_terms(table, row) if row else lost("13", label="no row of Pair Fortunes")
    award, clause = ENDS[result]
    return lost(clause, award) if result in (LOSE, FOUL) else award_terms(table, award, clause=clause)


def result_of(piles: Piles, dealer: Piles) -> int:
    """How set hands meet."""
    return outcome(*piles.scores, *dealer.scores)


def fortune_of(cards: Sequence[int], settings: Settings) -> int:
    """The row of Pair Fortunes that four cards are under the house's readings."""
    a, b, c, d = cards
    reading = READINGS[settings.text("nine-nine")]
    return fortune(a, b, c, d, reading, settings.text("three-of-a-kind") == "pair")


def settle(seat: Seat, piles: Piles, dealer: Piles, settings: Settings) -> Iterable[Payout]:
    """What becomes of each wager of a seat."""
    for wager, stake in seat.wagers.items():
        ends, why = _fortune_end(piles, settings) if wager == FORTUNES else _main_end(piles, dealer, settings)
        yield ends.payout(Bet(seat.number, wager, stake), why)


def _fortune_end(piles: Piles, settings: Settings) -> tuple[Terms, str]:
    """Clause 13: however the hand is set."""
    ends = terms(FORTUNES, fortune_of(piles.cards, settings), settings)
    return ends, f"{names(in_order(piles.cards))}: {ends.label}"


def _main_end(piles: Piles, dealer: Piles, settings: Settings) -> tuple[Terms, str]:
    """Clauses 8 to 12; a fouled hand by the house's rule on fouls."""
    before = ""
    if fouled(*piles.scores):
        before = f"{piles} fouls, {word(piles.scores[0])} being below {word(piles.scores[1])}"
        if settings.text("foul") == "lose":
            return terms(MAIN, FOUL, settings), before
        piles = house_piles(piles.cards)
        before += f", and is set the dealer's way as {piles}; "
    matchups = list(zip(PILES, piles.scores, dealer.scores, strict=True))
    why = ", ".join(f"{name.capitalize()} {compared(ours, theirs)}" for name, ours, theirs in matchups)
    result = result_of(piles, dealer)
    if result != BOTH_COPY and any(ours == theirs for _, ours, theirs in matchups):
        why += f", and {COPY}"
    return terms(MAIN, result, settings), before + why


def compared(ours: int, theirs: int) -> str:
    """One matchup in words."""
    verb = "beats" if ours > theirs else "loses to" if ours < theirs else "copies"
    return f"{word(ours)} {verb} {word(theirs)}"
