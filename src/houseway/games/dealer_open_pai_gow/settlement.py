"""What becomes of each wager of Dealer Open Pai Gow: what the table pays and what the analysis counts."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from houseway.cards import JOKER, cards_of, in_order, names
from houseway.document import Paytable, Row, beside
from houseway.errors import HousewayError, IllegalSetting
from houseway.games.dealer_open_pai_gow.bonuses import (
    ACE_HIGH_TIE_AWARDS,
    CHAN_CHU_AWARDS,
    ace_high_tie_award,
    chan_chu_awards,
    envy_qualifies,
    jacks_beat_award,
)
from houseway.games.dealer_open_pai_gow.rules import (
    PUSH,
    WIN,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    fouled,
    front_value,
    jacks_end_the_game,
    main_result,
)
from houseway.money import dollars, winnings
from houseway.poker import LOWEST, SECOND_HIGHEST, describe
from houseway.round.ruling import Payout, Seat
from houseway.document.settings import Settings

DOCUMENT = beside(__file__)
MAIN_PAYS = DOCUMENT.paytable("even-money").rows[0].pay.amount
BITS = {award: 1 << bit for bit, award in enumerate(CHAN_CHU_AWARDS)}


class Terms(NamedTuple):
    """How a wager ends: the award, what it pays to 1 (below zero if it loses), the clause, and the row in words."""

    award: str
    pays: Fraction
    clause: str
    label: str = ""


class Piles(NamedTuple):
    """Seven cards as they are set."""

    front: int
    back: int

    def __str__(self) -> str:
        return f"{words(self.front)} in front of {words(self.back)}"


class Dealer(NamedTuple):
    """The dealer's open cards and their setting; no setting where jacks have ended the game."""

    hand: int
    piles: Piles | None


def words(hand: int) -> str:
    """The cards of a hand for a sentence, the highest first."""
    return names(in_order(cards_of(hand)))


def wheel_of(settings: Settings) -> int:
    """Where A-2-3-4-5 ranks."""
    return LOWEST if settings.text("wheel") == "lowest" else SECOND_HIGHEST


def ended_by_jacks(dealer: int, settings: Settings) -> bool:
    """Whether the dealer's jacks end the game before any hand is set."""
    return settings.flag("two-jacks-lose") and jacks_end_the_game(dealer_jacks(dealer))


# ------------------------------------------------------------------------------------------------ the Pai Gow wager


def result_of(piles: Piles, dealer: Dealer, settings: Settings) -> int:
    """How a set hand ends against the dealer."""
    wheel = wheel_of(settings)
    front_won = back_won = False
    if dealer.piles is not None:
        front_won = beats(front_value(piles.front, wheel), front_value(dealer.piles.front, wheel))
        back_won = beats(back_value(piles.back, wheel), back_value(dealer.piles.back, wheel))
    return main_result(
        dealer_jacks(dealer.hand),
        ace_high(dealer.hand, wheel),
        fouled(piles.front, piles.back, wheel),
        front_won,
        back_won,
        settings.flag("two-jacks-lose"),
        settings.flag("ace-high-push"),
    )


def main_terms(result: int) -> Terms:
    """What a result pays."""
    if result == WIN:
        return Terms("win", MAIN_PAYS, "pai-gow-wager")
    return Terms("push", Fraction(0), "pai-gow-wager") if result == PUSH else Terms("lose", Fraction(-1), "11")


def settle_main(seat: int, stake: int, piles: Piles | None, dealer: Dealer, settings: Settings) -> Payout:
    """The Pai Gow wager; `piles` is None where jacks have ended the game."""
    if piles is None or dealer.piles is None:
        why = f"the dealer has {dealer_jacks(dealer.hand)} jacks"
        return paid(seat, "main", stake, Terms("lose", Fraction(-1), "4.a"), why)
    terms = main_terms(result_of(piles, dealer, settings))
    wheel = wheel_of(settings)
    if settings.flag("ace-high-push") and ace_high(dealer.hand, wheel):
        return paid(seat, "main", stake, terms._replace(clause="introduction.ace-high"), "the dealer is ace high")
    if fouled(piles.front, piles.back, wheel):
        front, back = describe(front_value(piles.front, wheel)), describe(back_value(piles.back, wheel))
        why = f"{piles} is foul, the front ({front}) being higher than the back ({back})"
        return paid(seat, "main", stake, Terms("foul", Fraction(-1), "7"), why)
    back = compared("back", back_value(piles.back, wheel), back_value(dealer.piles.back, wheel))
    front = compared("front", front_value(piles.front, wheel), front_value(dealer.piles.front, wheel))
    return paid(seat, "main", stake, terms, f"{back}, {front}")


def compared(pile: str, ours: int, theirs: int) -> str:
    """One comparison in words."""
    verb = "beats" if ours > theirs else "loses to" if ours < theirs else "ties, and so loses to,"
    return f"{pile}: {describe(ours)} {verb} {describe(theirs)}"


# ------------------------------------------------------------------------------------------------ the optional wagers


def chan_chu_table(settings: Settings) -> Paytable:
    """The posted paytable of Chan Chu."""
    return DOCUMENT.paytable(settings.text("chan-chu-paytable"))


def envy_table(settings: Settings) -> Paytable | None:
    """The envy table that goes with the posted paytable, where it has one and it is used."""
    wanted = settings.text("chan-chu-paytable").replace("chan-chu-", "chan-chu-envy-")
    known = {table.id: table for table in DOCUMENT.paytables}
    return known.get(wanted) if settings.flag("envy") else None


def rows_of(table: Paytable, settings: Settings) -> tuple[tuple[int, Row], ...]:
    """The rows of a Chan Chu table in the order in which they pay, each with the bit of its award."""
    rows = list(table.rows)
    awards = [row.award for row in rows]
    if settings.text("chan-chu-precedence") == "highest-hand" and "any-straight" in awards:
        straight = rows.pop(awards.index("any-straight"))
        rows.insert(awards.index("any-3-of-a-kind"), straight)
    natural = settings.text("royal-match") == "natural-royal"
    return tuple(
        (BITS[("natural-" if natural and "royal-match" in row.award else "") + row.award], row) for row in rows
    )


def row_for(awards: int, rows: Iterable[tuple[int, Row]]) -> Row | None:
    """The first row that the awards of a hand meet."""
    return next((row for bit, row in rows if awards & bit), None)


def chan_chu_terms(row: Row | None, clause: str) -> Terms:
    """What a row of a Chan Chu paytable, or none, comes to."""
    if row is None or row.pay.kind == "lose":
        return Terms("lose", Fraction(-1), clause, row.label if row else "no row of the paytable")
    return Terms(row.award, row.pay.amount, clause, row.label)


def settle_chan_chu(seat: Seat, hand: int, settings: Settings) -> Payout:
    """Chan Chu by the posted paytable."""
    table = chan_chu_table(settings)
    terms = chan_chu_terms(row_for(chan_chu_awards(hand), rows_of(table, settings)), table.clause)
    return paid(seat.number, "chan-chu", seat.wagers["chan-chu"], terms, f"{words(hand)}: {terms.label}")


def settle_envy(seat: Seat, seats: Iterable[Seat], hands: Mapping[int, int], settings: Settings) -> Iterable[Payout]:
    """The envy bonus of a qualifying seat, for every other seat that wins Chan Chu with an eligible hand."""
    table = envy_table(settings)
    if table is None or not envy_qualifies(seat.wagers.get("chan-chu", 0), settings.integer("envy-least")):
        return
    rows = rows_of(table, settings)
    for other in seats:
        row = row_for(chan_chu_awards(hands[other.number]), rows) if "chan-chu" in other.wagers else None
        if other.number == seat.number or row is None:
            continue
        cents = int(100 * row.pay.amount)
        why = (
            f"seat {other.number} has {row.label} with {words(hands[other.number])}: the envy bonus is {dollars(cents)}"
        )
        yield Payout(seat.number, "chan-chu-envy", 0, cents, row.award, table.clause, why)


def ace_high_tie_terms(award: int) -> Terms:
    """What a scenario of the Ace High Tie, by its number, pays."""
    table = DOCUMENT.paytable("ace-high-tie")
    for row in table.rows:
        if row.award == ACE_HIGH_TIE_AWARDS[award]:
            return Terms(row.award, row.pay.amount, table.clause, row.label)
    return Terms("lose", Fraction(-1), "introduction.push-ace-high", "the dealer is not ace high")


def settle_ace_high_tie(seat: Seat, hand: int, dealer: int, settings: Settings) -> Payout:
    """The Ace High Tie, on all seven cards of both."""
    wheel = wheel_of(settings)
    joker = dealer >> JOKER & 1 == 1
    terms = ace_high_tie_terms(ace_high_tie_award(ace_high(dealer, wheel), ace_high(hand, wheel), joker))
    return paid(seat.number, "ace-high-tie", seat.wagers["ace-high-tie"], terms, terms.label)


@cache
def jacks_beat_pays(settings: Settings) -> dict[int, Fraction]:
    """The operator's paytable of Jacks Beat: what each number of the dealer's jacks pays to 1."""
    text = settings.text("jacks-beat-pays")
    pays: dict[int, Fraction] = {}
    if text == "none":
        return pays
    for row in text.split(","):
        match = re.fullmatch(r"\s*([234])\s*jacks?\s*=\s*(\d+(?:[:/][1-9]\d*)?)\s*", row, re.IGNORECASE)
        if match is None or int(match[1]) in pays:
            raise IllegalSetting(
                f"jacks-beat-pays reads as in 2 jacks=1, 3 jacks=10, each number once; not {row.strip()!r}",
                "jacks-beat",
            )
        pays[int(match[1])] = Fraction(match[2].replace(":", "/"))
    return pays


def jacks_beat_faults(settings: Settings) -> Iterable[str]:
    """What is wrong with the operator's paytable where the wager is offered."""
    try:
        if settings.flag("jacks-beat") and not jacks_beat_pays(settings):
            yield "Jacks Beat is offered without its pays: set jacks-beat-pays (clause jacks-beat)"
    except HousewayError as fault:
        yield str(fault)


def jacks_beat_terms(jacks: int, settings: Settings) -> Terms:
    """What a number of the dealer's jacks pays."""
    award = jacks_beat_award(jacks)
    pays = jacks_beat_pays(settings).get(award)
    held = f"the dealer has {jacks or 'no'} jack{'' if jacks == 1 else 's'}"
    if pays is None:
        return Terms("lose", Fraction(-1), "jacks-beat", held)
    return Terms(f"{award}-jacks", pays, "jacks-beat", held)


def settle_jacks_beat(seat: Seat, dealer: int, settings: Settings) -> Payout:
    """Jacks Beat by the operator's paytable."""
    terms = jacks_beat_terms(dealer_jacks(dealer), settings)
    return paid(seat.number, "jacks-beat", seat.wagers["jacks-beat"], terms, terms.label)


# ------------------------------------------------------------------------------------------------ all of a seat


def settle(seat: Seat, piles: Piles | None, hand: int, dealer: Dealer, settings: Settings) -> Iterable[Payout]:
    """Every wager that a seat has made."""
    for wager, stake in seat.wagers.items():
        if wager == "main":
            yield settle_main(seat.number, stake, piles, dealer, settings)
        elif wager == "chan-chu":
            yield settle_chan_chu(seat, hand, settings)
        elif wager == "ace-high-tie":
            yield settle_ace_high_tie(seat, hand, dealer.hand, settings)
        elif wager == "jacks-beat":
            yield settle_jacks_beat(seat, dealer.hand, settings)


def paid(seat: int, wager: str, stake: int, terms: Terms, why: str) -> Payout:
    """A payout by its terms."""
    if terms.pays < 0:
        return Payout(seat, wager, stake, 0, terms.award, terms.clause, f"{why}: the wager is lost")
    if terms.pays == 0:
        return Payout(seat, wager, stake, stake, terms.award, terms.clause, f"{why}: a push, the wager is returned")
    back = stake + winnings(stake, terms.pays)
    return Payout(seat, wager, stake, back, terms.award, terms.clause, f"{why}: pays {terms.pays} to 1")
