"""The odds of Super Pairs: every bonus paytable and jackpot, exactly; blackjack and Bust Bonus from their modules.

Those two are loaded when they are asked for: the bonus wagers need no compiler.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.document import Paytable, Row
from houseway.errors import IllegalSetting, UnknownName
from houseway.round import Question, Standing
from houseway.games.super_pairs.count.census import cards_needed, combinations, deals
from houseway.games.super_pairs.rules.configuration import deck_fault, missing
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.games.super_pairs.terms.bonuses import DOCUMENT, LOSE, lines, paytable_of, suit_of
from houseway.lab.result import Advice, Ask, Odds, Outcome, Strategy, exact, ratio
from houseway.money import dollars
from houseway.round.ruling import Setup

BASE, BUST = "blackjack", "bust-bonus"

_DEALT = {
    2: "Combinations are ways to deal the player's two cards.",
    3: "Combinations are ways to deal the player's two cards and the dealer's up-card.",
    4: "Combinations are ways to deal the player's two cards, the dealer's up-card and the hole card.",
}


def odds(ask: Ask) -> Odds:
    """The exact return of a wager. Where a table pays shares of a meter, `ask.meter` or the setting is its cents."""
    if ask.wager == BASE:
        from houseway.games.super_pairs import base_odds

        return base_odds.odds(ask)
    if ask.wager == BUST:
        from houseway.games.super_pairs import bust_bonus

        return bust_bonus.odds(ask)
    return _bonus_odds(ask, _paytable(ask))


def _paytable(ask: Ask) -> Paytable:
    """The paytable that is asked for, or the one in force; refused outside its decks unless hypothetical."""
    decks = ask.settings.integer("decks")
    paytable = DOCUMENT.paytable(ask.paytable) if ask.paytable else paytable_of(ask.wager, ask.settings)
    if paytable is None:
        raise IllegalSetting(missing(ask.wager, decks))
    if paytable.wager != ask.wager:
        raise UnknownName(f"{paytable.id} is a paytable of {paytable.wager}, not of {ask.wager}", paytable.clause)
    fault = deck_fault(paytable, decks)
    if fault and not ask.hypothetical:
        raise IllegalSetting(f"{fault}; ask for it as hypothetical to compute it all the same")
    return paytable


def _bonus_odds(ask: Ask, paytable: Paytable) -> Odds:
    decks = ask.settings.integer("decks")
    counts = combinations(paytable, decks, suit_of(ask.settings))
    settings = ask.settings.but(**{f"{paytable.wager}-paytable": paytable.id})
    wager = settings.integer("jackpot-wager")
    rows = [(line.row, counts[line.row.award]) for line in lines(paytable)]
    meter = _meter(ask, paytable.wager)
    outcomes = [Outcome(row.award, unit(row, paytable.basis, wager, meter), ways) for row, ways in rows]
    cards = cards_needed(paytable)
    more = _jackpot(rows, deals(decks, cards), wager) if paytable.wager in JACKPOTS else {}
    notes = [_DEALT[cards], *_fairness(more)]
    if meter is not None:
        notes.append(f"The edge is that at a meter of {dollars(meter)}.")
    if fault := deck_fault(paytable, decks):
        notes.insert(0, f"Hypothetical: {fault}.")
    return Odds(
        game=DOCUMENT.game,
        wager=paytable.wager,
        settings=settings,
        outcomes=(*outcomes, Outcome(LOSE, Fraction(-1), counts[LOSE])),
        paytable=paytable.id,
        decks=decks,
        notes=tuple(notes),
        more=more,
    )


def _meter(ask: Ask, wager: str) -> int | None:
    """What a jackpot's meter shows, in cents: as asked, or as the settings of the table say."""
    if wager not in JACKPOTS:
        return None
    return ask.settings.integer(f"{wager}-meter") if ask.meter is None else ask.meter


def unit(row: Row, basis: str, wager: int, meter: int | None) -> Fraction | None:
    """What a row wins per unit wagered; None where it rests on a meter that is not given."""
    if row.pay.kind == "percent":
        return None if meter is None else row.pay.amount * meter / wager - 1
    return row.pay.amount - 1 if basis == "for 1" else row.pay.amount


def _jackpot(rows: list[tuple[Row, int]], total: int, wager: int) -> dict[str, Any]:
    """What only a jackpot has to tell: its fixed return, its shares of the meter, and the meter that makes it fair."""
    fixed = sum((ways * row.pay.amount for row, ways in rows if row.pay.kind != "percent"), Fraction(0)) / total
    shares = [(row, Fraction(ways, total)) for row, ways in rows if row.pay.kind == "percent"]
    per_meter = sum((row.pay.amount * chance for row, chance in shares), Fraction(0))
    # With too few decks, which only a hypothetical asks for, no share of the meter can be won.
    fair = (1 - fixed) / per_meter if per_meter else None
    return {
        "fixed_return": exact(fixed),
        "meter_return_per_dollar": ratio(per_meter),
        "percentage_awards": [
            {"award": row.award, "percent": float(100 * row.pay.amount), "probability": ratio(chance)}
            for row, chance in shares
        ],
        "break_even_meter": None if fair is None else float(fair),
        "break_even_meter_exact": None if fair is None else ratio(fair),
        "break_even_meter_at_wager": None if fair is None else float(fair * wager / 100),
    }


def _fairness(more: Mapping[str, Any]) -> Iterator[str]:
    """A jackpot in a sentence."""
    if not more:
        return
    fair = more["break_even_meter"]
    says = "no share of the meter can be won" if fair is None else f"at $1 it is fair when the meter shows ${fair:,.2f}"
    yield f"Fixed prizes return {more['fixed_return']['percent']:.4f} % of a wager; {says}."


def strategy(ask: Ask) -> Strategy:
    """The best play of the base game, and when to make a Bust Bonus; the other wagers are made before any card."""
    if ask.wager == BUST:
        from houseway.games.super_pairs import bust_bonus

        return bust_bonus.strategy(ask)
    if ask.wager not in ("", BASE):
        raise UnknownName(f"{DOCUMENT.wager(ask.wager).name} leaves no decision to the player: ask for {BASE}")
    from houseway.games.super_pairs import base_odds

    return base_odds.strategy(ask)


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What each answer is worth to the seat that is asked."""
    from houseway.games.super_pairs import base_odds

    return base_odds.advice(question, standing, setup)


def figure(quantity: str, given: str, ask: Ask) -> Any:
    """The document prints no figures."""
    del given, ask
    raise UnknownName(f"Super Pairs has no quantity {quantity!r}")
