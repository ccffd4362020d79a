"""What can be known of Chinese poker: exact naturals, how to set a hand, what a strategy gives away.

Players settle among themselves, so the house's edge is nothing. What is counted and what is estimated stand apart:
naturals and the settings of a hand are exact, values of settings are means over sampled opponents with their error.
"""

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any

from houseway.cards import cards_of, in_order, mask, names, symbols
from houseway.document.settings import Settings
from houseway.errors import IllegalCards, IllegalSetting, UnknownName
from houseway.games.chinese_poker.bot.stored import strategy_name
from houseway.games.chinese_poker.count.naturals import HANDS, naturals
from houseway.games.chinese_poker.count.strategies import measured, settings_for
from houseway.games.chinese_poker.count.view import Choice, View, refuse_falling, scoring_as_played, view
from houseway.games.chinese_poker.count.ways import SETTINGS, count_legal
from houseway.games.chinese_poker.game import GAME
from houseway.games.chinese_poker.play import DECLARE, SET, SURRENDER
from houseway.games.chinese_poker.rules.hands import HAND_CARDS, PILES
from houseway.games.chinese_poker.rules.naturals import NATURALS
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.games.chinese_poker.rules.scoring import RANKED, Scoring, score, set_so
from houseway.games.chinese_poker.terms import BETWEEN_PLAYERS, MAIN, says
from houseway.lab.result import Advice, Arrangement, Ask, Odds, Option, Outcome, Situation, Strategy, Way, exact
from houseway.round import Arrange, Choose, Question, Setup, Standing

KNOWN = ("command", "seed", "exploitability", "surrender", "bonus_hands")
"""What is said of a stored strategy."""


def _one_of(scoring: Scoring) -> str:
    ranked = scoring.two_naturals == RANKED
    return "the last in the list" if ranked else "the dearest, of equal prices for the last in the list"


def odds(ask: Ask) -> Odds:
    """Nothing for the house; the exact census of naturals, and what is known of the stored strategy."""
    scoring = scoring_of(ask.settings)
    census = naturals(13, scoring.four_is_two_pairs, scoring.dearest)
    return Odds(
        game="chinese-poker",
        wager=ask.wager,
        settings=ask.settings,
        outcomes=(Outcome(BETWEEN_PLAYERS, HANDS),),
        apart=False,
        decks=1,
        notes=(
            "What one player wins the others lose: the house is no party and has no edge.",
            *(
                f"{kind.capitalize()}: {held:,} of {HANDS:,} hands, one in {HANDS / held:,.1f}."
                for kind, held in census.held.items()
            ),
            f"Any natural: {census.any:,} hands, one in {HANDS / census.any:,.1f}.",
            f"A hand that holds several naturals is paid for {_one_of(scoring)}.",
            "A natural is paid if it has been declared."
            if scoring.natural_declared
            else "A natural need not be declared.",
        ),
        more={
            "naturals": {
                kind: {
                    "held": str(census.held[kind]),
                    "paid": str(census.paid[kind]),
                    "probability": exact(Fraction(census.held[kind], HANDS)),
                }
                for kind in census.held
            },
            "any_natural": {"hands": str(census.any), "probability": exact(Fraction(census.any, HANDS))},
            "strategy": measured().get(strategy_name(scoring), {}),
        },
    )


def arrange(cards: tuple[int, ...], settings: Settings, top: int) -> Arrangement:
    """The best settings of thirteen cards with the units each is expected to win from all opponents together."""
    hand = check_hand(cards)
    scoring, others = scoring_as_played(settings), settings.integer("players") - 1
    seen = view(hand, scoring)
    ways = tuple(Way(each.piles, others * each.units, makes(each, scoring)) for each in seen.choices[:top])
    return Arrangement(
        game="chinese-poker",
        cards=cards,
        settings=settings,
        piles=PILES,
        ways=ways,
        notes=notes(seen, scoring, others),
        more={
            "players": others + 1,
            "legal_settings": count_legal(hand, scoring.wheel, equal_is_legal=scoring.equal_is_legal),
            "all_settings": SETTINGS,
            "undominated": len(seen.choices),
            "best": seen.best,
            "natural": NATURALS[seen.natural] or None,
            "natural_paid": others * seen.paid if seen.natural else None,
            "bonus": others * sum(set_so(*seen.choices[0].values, 0, scoring).bonus),
            "surrender": {
                "offered": scoring.surrender_offered,
                "price": scoring.surrender if scoring.surrender_offered else None,
                "surrender": seen.best == SURRENDER,
                "fair_price": max(0.0, -seen.choices[0].units),
            },
            "opponents_sampled": seen.opponents,
            "standard_error": others * seen.error,
            "strategy": strategy_name(scoring),
        },
    )


def check_hand(cards: tuple[int, ...]) -> int:
    """The mask of thirteen different cards of the deck."""
    repeated = [card for card, times in Counter(cards).items() if times > 1 or card >= 52]
    if repeated:
        raise IllegalCards(f"{symbols(repeated)} cannot be held so: one deck of 52 cards, no joker", "1")
    if len(cards) != HAND_CARDS:
        raise IllegalCards(f"a hand has 13 cards, not {len(cards)}", "2")
    return mask(cards)


def makes(choice: Choice, scoring: Scoring) -> str:
    """What a setting makes and claims."""
    as_set = set_so(*choice.values, 0, scoring)
    units = sum(as_set.bonus)
    wins = " it wins from" if scoring.bonus_won_only else ""
    return says(as_set, scoring) + (f"; a bonus of {units} from every other player{wins}" if units else "")


def notes(seen: View, scoring: Scoring, others: int) -> tuple[str, ...]:
    """What to do first, and how far to trust the values."""
    best = seen.choices[0].units
    lines = []
    if seen.natural:
        worth = f"it is worth {others * seen.paid:+.3f}"
        how = f"declared, {worth}" if seen.declares else f"paid without being declared, {worth}"
        rest = ", however it is set" if seen.alone else ""
        lines.append(f"The hand holds {NATURALS[seen.natural]}: {how}{rest}.")
    if seen.best == SURRENDER:
        lines.append(f"Surrender: it costs {scoring.surrender} to each opponent, playing on {-best:.3f}.")
    elif best < 0:
        lines.append(f"Surrender would be right at a price below {-best:.3f} to each opponent.")
    lines.append(
        f"Units against {others} opponent{'s' if others > 1 else ''} by the stored strategy, from "
        f"{seen.opponents} hands that these cards leave possible: standard error {others * seen.error:.3f}, "
        "less between settings."
    )
    made_for = scoring_as_played(settings_for(strategy_name(scoring), GAME.document))
    if made_for != scoring._replace(surrender=made_for.surrender, surrender_offered=made_for.surrender_offered):
        lines.append("The opponents' strategy was found for the document's amounts; yours are used to value your hand.")
    return tuple(lines)


class SettingAdvice(Advice):
    """Advice on a setting: any of the 72,072 has its cost, though only the undominated are listed."""

    worth: Callable[[tuple[int, ...]], float]

    def cost(self, answer: Any) -> float:
        """What a setting gives away against the best, in units."""
        return max(0.0, float(self.best.value) - self.worth(answer))


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What each setting, declaring a natural or a surrender is worth, in units from all opponents together.

    None where the lab refuses to value settings.
    """
    scoring, others = scoring_as_played(setup.settings), len(setup.seats) - 1
    try:
        refuse_falling(scoring)
    except IllegalSetting:
        return None
    if isinstance(question, Arrange):
        seen = view(mask(question.cards), scoring)
        given = SettingAdvice(
            tuple(
                Option(each.piles, _set_so(each.piles, makes(each, scoring)), others * each.units)
                for each in seen.choices
            )
        )
        given.worth = lambda piles: others * seen.worth(piles)
        return given
    if not isinstance(question, Choose):
        return None
    seen = view(mask(standing.cards(question.seat)), scoring)
    worth = {SET: seen.choices[0].units, DECLARE: seen.paid, SURRENDER: seen.fold}
    listed = [Option(each, each, others * worth[each]) for each in question.options]
    return Advice(tuple(sorted(listed, key=lambda option: -option.value)))


def _set_so(piles: tuple[int, ...], makes: str) -> str:
    """A setting in words: its cards, and what they make."""
    return f"set {', '.join(names(in_order(cards_of(pile))) for pile in piles)} ({makes})"


def strategy(ask: Ask) -> Strategy:
    """Surrender by its price, and what is known of the stored strategy; how to set a hand is `arrange`'s to tell."""
    scoring = scoring_of(ask.settings)
    known = measured().get(strategy_name(scoring), {})
    return Strategy(
        "chinese-poker",
        ask.wager or MAIN,
        ask.settings,
        (("Surrender, by its price to each opponent", tuple(_prices(known.get("surrender", {})))),),
        notes=(
            'A hand is set as the best answer to the stored strategy: houseway set chinese-poker "13 CARDS".',
            "Frequencies and values are estimates from fresh hands.",
            *_bound(known.get("exploitability", {})),
        ),
        more={key: known[key] for key in KNOWN if key in known},
    )


def _bound(known: dict[str, Any]) -> list[str]:
    """How far the stored strategy can be beaten, as it was measured."""
    if not known:
        return []
    return [
        f"A best response to it wins at most {upwards(known['high'])} units a hand from each opponent, with 97.5 % "
        f"confidence: measured on {known['hands']:,} fresh hands against {known['opponents']:,} others."
    ]


def upwards(bound: float) -> str:
    """A bound with four digits, never below what was measured."""
    return f"{ceil(bound * 10_000) / 10_000:.4f}"


def _prices(known: dict[str, Any]) -> list[Situation]:
    """For each price, how many hands surrender and what playing these on would cost."""
    rows = []
    for row in known.get("prices", ()):
        if row["share"]:
            options = (
                Option(SURRENDER, SURRENDER, -float(row["price"])),
                Option(SET, SET, -row["price"] - row["saves"] / row["share"]),
            )
            share = Fraction(round(row["share"] * known["hands"]), known["hands"])
            rows.append(Situation(f"hands that lose more than {row['price']}", share, Advice(options)))
    return rows


def figure(quantity: str, given: str, ask: Ask) -> int:
    """`units` of the first of two players by who has won Front, Middle and Back; or the `total of player 1` of many.

    Given as `1 vs 2: 1 1 2`, pairs apart by semicolons.
    """
    scores = scoring_of(ask.settings).scores
    pairs = [re.fullmatch(r"(\d) vs (\d): (\d) (\d) (\d)", each.strip()) for each in given.split(";")]
    player = re.fullmatch(r"total of player (\d)", quantity)
    if (quantity != "units" and player is None) or not all(pairs):
        raise UnknownName(f"Chinese poker has no quantity {quantity!r} given {given!r}")
    found = 0
    for one, other, *winners in (pair.groups() for pair in pairs if pair is not None):
        units = score(winners.count(one), winners.count(other), scores)
        if player is None or player[1] in (one, other):
            found += units if player is None or player[1] == one else -units
    return found
