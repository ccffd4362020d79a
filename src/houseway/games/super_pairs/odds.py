"""The odds of Super Pairs: every bonus paytable and jackpot, exactly; blackjack and Bust Bonus from `count`.

Those two are loaded when they are asked for: the bonus wagers need no compiler.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.document.paytables import Paytable
from houseway.errors import IllegalSetting, UnknownName
from houseway.games.super_pairs.count.census import cards_needed, combinations, deals
from houseway.games.super_pairs.rules.busting import BUST_BONUS
from houseway.games.super_pairs.rules.configuration import deck_fault, missing
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.games.super_pairs.terms.blackjack import BLACKJACK, INSURANCE
from houseway.games.super_pairs.terms.bonuses import suit_of
from houseway.lab.result import Ask, Odds, Strategy, exact, outcomes_of, ratio
from houseway.money import dollars
from houseway.round.terms import STAKE, Terms

_DEALT = {
    2: "Combinations are ways to deal the player's two cards.",
    3: "Combinations are ways to deal the player's two cards and the dealer's up-card.",
    4: "Combinations are ways to deal the player's two cards, the dealer's up-card and the hole card.",
}


def odds(ask: Ask) -> Odds:
    """The exact return of a wager. Where a table pays shares of a meter, `ask.meter` or the setting is its cents."""
    paytable, fault = _paytable(ask)
    if ask.wager in (BLACKJACK, INSURANCE):
        from houseway.games.super_pairs.count import base_odds

        return base_odds.odds(ask) if ask.wager == BLACKJACK else base_odds.insurance_odds(ask)
    if ask.wager == BUST_BONUS:
        from houseway.games.super_pairs.count import bust_bonus

        return bust_bonus.odds(ask, fault)
    return _bonus_odds(ask, paytable, fault)


def _paytable(ask: Ask) -> tuple[Paytable, str]:
    """The paytable that is asked for, or the one in force; refused outside its decks unless hypothetical."""
    paytable = ask.table()
    if paytable is None:
        raise IllegalSetting(missing(ask.wager, ask.settings))
    fault = deck_fault(paytable, ask.settings)
    if fault and not ask.hypothetical:
        raise IllegalSetting(f"{fault}; ask for it as hypothetical to compute it all the same")
    return paytable, fault


def _bonus_odds(ask: Ask, paytable: Paytable, fault: str) -> Odds:
    settings = ask.in_force()
    decks, cards = settings.integer("decks"), cards_needed(paytable)
    ends = combinations(paytable, decks, suit_of(ask.wager, settings))
    jackpot = ask.wager in JACKPOTS
    stake = ask.stake or (settings.integer(settings.document.wager(ask.wager).least) if jackpot else 0)
    meter = _meter(ask)
    more = _jackpot(ends, deals(decks, cards), stake) if jackpot else {}
    notes = [_DEALT[cards], *_fairness(more)]
    if meter is not None:
        notes.append(f"The edge is that at a meter of {dollars(meter)}.")
    if fault:
        notes.insert(0, f"Hypothetical: {fault}.")
    return Odds(
        game=settings.document.game,
        wager=ask.wager,
        settings=settings,
        outcomes=outcomes_of(ends, meter, stake),
        paytable=paytable.id,
        decks=decks,
        notes=tuple(notes),
        more=more,
    )


def _meter(ask: Ask) -> int | None:
    """What a jackpot's meter shows, in cents: as asked, or as the settings of the table say."""
    if ask.wager not in JACKPOTS:
        return None
    return ask.settings.integer(f"{ask.wager}-meter") if ask.meter is None else ask.meter


def _jackpot(ends: Sequence[tuple[Terms, int]], total: int, stake: int) -> dict[str, Any]:
    """What only a jackpot has to tell: its fixed return, its shares of the meter, and the meter that makes it fair."""
    fixed = STAKE + sum((ways * terms.worth(0, stake) for terms, ways in ends), Fraction(0)) / total
    shares = [(terms, Fraction(ways, total)) for terms, ways in ends if terms.share]
    per_meter = sum((terms.share * chance for terms, chance in shares), Fraction(0))
    # With too few decks, which only a hypothetical asks for, no share of the meter can be won.
    fair = (STAKE - fixed) / per_meter if per_meter else None
    return {
        "fixed_return": exact(fixed),
        "meter_return_per_dollar": ratio(per_meter),
        "percentage_awards": [
            {"award": terms.award, "percent": float(100 * terms.share), "probability": ratio(chance)}
            for terms, chance in shares
        ],
        "break_even_meter": None if fair is None else float(fair),
        "break_even_meter_exact": None if fair is None else ratio(fair),
        "break_even_meter_at_wager": None if fair is None else float(fair * stake / 100),
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
    if ask.wager == BUST_BONUS:
        from houseway.games.super_pairs.count import bust_bonus

        return bust_bonus.strategy(ask)
    if ask.wager not in ("", BLACKJACK):
        raise UnknownName(
            f"{ask.settings.document.wager(ask.wager).name} leaves no decision to the player: ask for {BLACKJACK}"
        )
    from houseway.games.super_pairs.count import base_odds

    return base_odds.strategy(ask)
