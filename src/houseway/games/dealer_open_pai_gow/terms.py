"""How each wager of Dealer Open Pai Gow ends, for the table and for the lab."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.cards import JOKER
from houseway.document.paytables import Pay, Paytable, Row
from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalSetting
from houseway.games.dealer_open_pai_gow.rules.bonuses import (
    ACE_HIGH_TIE_AWARDS,
    CHAN_CHU_AWARDS,
    ace_high_tie_award,
    chan_chu_awards,
    envy_qualifies,
    jacks_beat_award,
)
from houseway.games.dealer_open_pai_gow.rules.hands import (
    LOSE,
    PUSH,
    WIN,
    ace_high,
    back_value,
    dealer_jacks,
    fouled,
    front_value,
)
from houseway.games.dealer_open_pai_gow.rules.piles import Dealer, Piles, result_of, wheel_of, words
from houseway.poker import describe, told_apart
from houseway.round.ruling import Bet, Payout, Seat
from houseway.round.terms import Terms, award_terms, lost, pushed, row_terms

MAIN, CHAN_CHU, ENVY, ACE_HIGH_TIE, JACKS_BEAT = "main", "chan-chu", "chan-chu-envy", "ace-high-tie", "jacks-beat"

JACKS_BEAT_PAYS = "jacks-beat-pays"
"""The setting by which an operator posts the pays of Jacks Beat, and the id of the paytable that it makes."""

MAIN_AWARDS = {WIN: "win", PUSH: "push"}
BITS = {award: 1 << bit for bit, award in enumerate(CHAN_CHU_AWARDS)}
ROYAL_MATCH = "royal-flush-royal-match"

AWARDS = {
    MAIN: tuple(MAIN_AWARDS.values()),
    CHAN_CHU: CHAN_CHU_AWARDS,
    ENVY: CHAN_CHU_AWARDS,
    ACE_HIGH_TIE: ACE_HIGH_TIE_AWARDS[1:],
    JACKS_BEAT: ("2-jacks", "3-jacks", "4-jacks"),
}
"""What a paytable of each wager may have rows for."""


def paytable_faults(settings: Settings) -> Iterable[str]:
    """What is wrong with the paytables in force."""
    checks: list[Callable[[Settings], object]] = [main_units_of, envy_table]
    checks += [jacks_beat_table] if settings.flag("jacks-beat") else []
    for check in checks:
        try:
            check(settings)
        except HousewayError as fault:
            yield str(fault)


# ------------------------------------------------------------------------------------------------ the Pai Gow wager


class Units(NamedTuple):
    """What a unit on the Pai Gow wager wins, with each result."""

    win: Fraction
    push: Fraction
    lose: Fraction


def main_terms(result: int, table: Paytable) -> Terms:
    """How the Pai Gow wager ends with a result."""
    return lost("11") if result == LOSE else award_terms(table, MAIN_AWARDS[result])


def main_units(table: Paytable, stake: int = 0) -> Units:
    """What each result is worth to a unit.

    Best play takes the best result that an open hand allows, so a win may not pay less than a push, nor a push less
    than a loss: such a paytable is refused.
    """
    found = [main_terms(result, table).unit(stake=stake) for result in (WIN, PUSH, LOSE)]
    units = [unit for unit in found if unit is not None]
    if len(units) < len(found):
        raise IllegalSetting(f"{table.id}: the Pai Gow wager pays so much to 1, no fixed amount", table.clause)
    win, push, lose = units
    if not win >= push >= lose:
        raise IllegalSetting(
            f"{table.id}: a win pays {win} and a push {push} to 1, and the best play is known only where a win pays no "
            "less than a push and a push no less than a loss",
            table.clause,
        )
    return Units(win, push, lose)


def main_units_of(settings: Settings) -> Units:
    """The same by the paytable in force."""
    return main_units(settings.in_force(MAIN))


def settle_main(bet: Bet, piles: Piles | None, dealer: Dealer, settings: Settings) -> Payout:
    """The Pai Gow wager; `piles` is None where jacks have ended the game."""
    if piles is None or dealer.piles is None:
        return lost("4.a").payout(bet, f"the dealer has {dealer_jacks(dealer.hand)} jacks")
    terms = main_terms(result_of(piles, dealer, settings), settings.in_force(MAIN))
    wheel = wheel_of(settings)
    if settings.flag("ace-high-push") and ace_high(dealer.hand, wheel):
        return terms._replace(clause="introduction.ace-high").payout(bet, "the dealer is ace high")
    if fouled(piles.front, piles.back, wheel):
        front, back = describe(front_value(piles.front, wheel)), describe(back_value(piles.back, wheel))
        why = f"{piles} is foul, the front ({front}) being higher than the back ({back})"
        return lost("7", "foul").payout(bet, why)
    back = compared("back", back_value(piles.back, wheel), back_value(dealer.piles.back, wheel))
    front = compared("front", front_value(piles.front, wheel), front_value(dealer.piles.front, wheel))
    return terms.payout(bet, f"{back}, {front}")


def compared(pile: str, ours: int, theirs: int) -> str:
    """One comparison in words."""
    verb = "beats" if ours > theirs else "loses to" if ours < theirs else "ties, and so loses to,"
    held, met = told_apart(ours, theirs)
    return f"{pile}: {held} {verb} {met}"


# ------------------------------------------------------------------------------------------------ Chan Chu and envy


def rows_of(table: Paytable, settings: Settings) -> tuple[tuple[int, Row], ...]:
    """The rows of a Chan Chu or envy table in the order in which they pay, each with the bit of its award."""
    rows = list(table.rows)
    straight, three = table.row("any-straight"), table.row("any-3-of-a-kind")
    if settings.text("chan-chu-precedence") == "highest-hand" and straight is not None and three is not None:
        rows.remove(straight)
        rows.insert(rows.index(three), straight)
    natural = "natural-" if settings.text("royal-match") == "natural-royal" else ""
    return tuple((BITS[natural + row.award if row.award == ROYAL_MATCH else row.award], row) for row in rows)


def row_for(awards: int, rows: Iterable[tuple[int, Row]]) -> Row | None:
    """The first row that the awards of a hand meet."""
    return next((row for bit, row in rows if awards & bit), None)


def settle_chan_chu(bet: Bet, hand: int, settings: Settings) -> Payout:
    """Chan Chu by the posted paytable."""
    table = settings.in_force(CHAN_CHU)
    terms = row_terms(table, row_for(chan_chu_awards(hand), rows_of(table, settings)))
    return terms.payout(bet, f"{words(hand)}: {terms.label}")


def envy_table(settings: Settings) -> Paytable | None:
    """The envy table that goes with the posted paytable, where it has one and it is used.

    Of several it goes by name, `chan-chu-envy-3` with `chan-chu-3`, also where some pays are changed; the only one of a
    document goes with whatever is posted.
    """
    if not settings.flag("envy"):
        return None
    wanted = printed_name(settings.in_force(CHAN_CHU)).replace(CHAN_CHU, ENVY)
    tables = settings.document.paytables_of(ENVY)
    table = tables[0] if len(tables) == 1 else next((each for each in tables if printed_name(each) == wanted), None)
    if table is not None and table.basis != "dollars":
        raise IllegalSetting(f"{table.id}: an envy bonus has no wager of its own, so its table pays dollars", "envy")
    return table


def printed_name(table: Paytable) -> str:
    """The id of the printed table, also of one with some of its pays changed."""
    return table.id.partition(" with ")[0]


def envy_terms(table: Paytable, row: Row | None) -> Terms:
    """What another player's hand is worth by an envy table: nothing is staked, so nothing is lost."""
    terms = row_terms(table, row)
    return terms if terms.prize else pushed(table.clause, "nothing")


class Envied(NamedTuple):
    """A hand that wins Chan Chu and is eligible for the envy bonus: whose it is, its cards, what it is worth."""

    seat: int
    hand: int
    terms: Terms


def envied_hands(seats: Iterable[Seat], hands: Mapping[int, int], settings: Settings) -> list[Envied]:
    """The hands of these seats, of those that take part in Chan Chu, that others may be paid for."""
    table = envy_table(settings)
    if table is None:
        return []
    rows = rows_of(table, settings)
    found = []
    for seat in seats:
        if CHAN_CHU in seat.wagers:
            hand = hands[seat.number]
            terms = envy_terms(table, row_for(chan_chu_awards(hand), rows))
            found += [Envied(seat.number, hand, terms)] if terms.prize else []
    return found


def settle_envy(seat: Seat, envied: Iterable[Envied], settings: Settings) -> Iterable[Payout]:
    """The envy bonus of a qualifying seat, for every other seat that wins Chan Chu with an eligible hand."""
    if not envy_qualifies(seat.wagers.get(CHAN_CHU, 0), settings.integer("envy-least")):
        return
    for other, hand, terms in envied:
        if other != seat.number:
            why = f"envy of seat {other}, who has {terms.label} with {words(hand)}"
            yield terms.payout(Bet(seat.number, ENVY, 0), why)


# ------------------------------------------------------------------------------------------------ on the dealer's hand


def ace_high_tie_terms(award: int, table: Paytable) -> Terms:
    """What a scenario of the Ace High Tie, by its number, pays."""
    if award == 0:
        return lost("introduction.push-ace-high", label="the dealer is not ace high")
    return award_terms(table, ACE_HIGH_TIE_AWARDS[award])


def settle_ace_high_tie(bet: Bet, hand: int, dealer: int, settings: Settings) -> Payout:
    """The Ace High Tie, on all seven cards of both."""
    wheel = wheel_of(settings)
    joker = dealer >> JOKER & 1 == 1
    award = ace_high_tie_award(ace_high(dealer, wheel), ace_high(hand, wheel), joker)
    terms = ace_high_tie_terms(award, settings.in_force(ACE_HIGH_TIE))
    return terms.payout(bet, terms.label)


def jacks_award(jacks: int) -> str:
    """The award of so many jacks of the dealer."""
    return f"{jacks}-jacks"


@lru_cache(maxsize=64)
def jacks_beat_table(settings: Settings) -> Paytable:
    """The paytable of Jacks Beat: the document's where it has one, or what the operator has posted as a setting."""
    if printed := settings.paytable(JACKS_BEAT):
        return printed
    text = settings.text(JACKS_BEAT_PAYS)
    if text == "none":
        raise IllegalSetting(f"Jacks Beat is offered without its pays: set {JACKS_BEAT_PAYS}", JACKS_BEAT)
    rows: dict[str, Row] = {}
    for given in text.split(","):
        match = re.fullmatch(r"\s*([234])\s*jacks?\s*=\s*(\d+(?:[:/][1-9]\d*)?)\s*", given, re.IGNORECASE)
        if match is None or jacks_award(int(match[1])) in rows:
            raise IllegalSetting(
                f"{JACKS_BEAT_PAYS} reads as in 2 jacks=1, 3 jacks=10, each number once; not {given.strip()!r}",
                JACKS_BEAT,
            )
        pay = Pay("ratio", Fraction(match[2].replace(":", "/")))
        rows[jacks_award(int(match[1]))] = Row(jacks_award(int(match[1])), f"The dealer has {match[1]} jacks", pay)
    return Paytable(JACKS_BEAT_PAYS, JACKS_BEAT, JACKS_BEAT, "to 1", None, tuple(rows.values()))


def jacks_beat_terms(jacks: int, table: Paytable) -> Terms:
    """What a number of the dealer's jacks pays."""
    award = jacks_beat_award(jacks)
    return award_terms(table, jacks_award(award)) if award else lost(JACKS_BEAT, label="fewer than two jacks")


def settle_jacks_beat(bet: Bet, dealer: int, settings: Settings) -> Payout:
    """Jacks Beat by the operator's paytable."""
    jacks = dealer_jacks(dealer)
    held = f"the dealer has {jacks or 'no'} jack{'' if jacks == 1 else 's'}"
    return jacks_beat_terms(jacks, jacks_beat_table(settings)).payout(bet, held)


# ------------------------------------------------------------------------------------------------ all of a seat


def settle(seat: Seat, piles: Piles | None, hand: int, dealer: Dealer, settings: Settings) -> Iterable[Payout]:
    """Every wager that a seat has made."""
    for wager, stake in seat.wagers.items():
        bet = Bet(seat.number, wager, stake)
        if wager == MAIN:
            yield settle_main(bet, piles, dealer, settings)
        elif wager == CHAN_CHU:
            yield settle_chan_chu(bet, hand, settings)
        elif wager == ACE_HIGH_TIE:
            yield settle_ace_high_tie(bet, hand, dealer.hand, settings)
        elif wager == JACKS_BEAT:
            yield settle_jacks_beat(bet, dealer.hand, settings)
