"""What can be known of Chinese poker: exact naturals, how to set a hand, what a strategy gives away.

Players settle among themselves, so the house's edge is nothing. What is counted and what is estimated is told apart:
naturals and the settings of a hand are exact, values of settings are means over sampled opponents with their error.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from houseway.cards import RANKS, SUITS, cards_of, in_order, mask, names, parse_cards, symbols
from houseway.errors import IllegalCards, UnknownName
from houseway.round import Arrange, Choose, Question, Standing
from houseway.games.chinese_poker.naturals import HANDS, naturals
from houseway.games.chinese_poker.play import says
from houseway.games.chinese_poker.player import Choice, View, terms_as_played, view
from houseway.games.chinese_poker.quick import strategy_name
from houseway.games.chinese_poker.rules import HAND_CARDS, bonus
from houseway.games.chinese_poker.scoring import NATURALS, PILES, Shown, Terms, net, shown, terms_of
from houseway.games.chinese_poker.strategies import measured, settings_for
from houseway.games.chinese_poker.ways import SETTINGS, count_legal
from houseway.lab.result import Advice, Arrangement, Ask, Odds, Option, Outcome, Situation, Strategy, Way, exact
from houseway.round.ruling import Setup
from houseway.document.settings import Settings


def odds(ask: Ask) -> Odds:
    """Nothing for the house; the exact census of naturals, and what is known of the stored strategy."""
    terms = terms_of(ask.settings)
    census = naturals(13, terms.four_is_two_pairs)
    return Odds(
        game="chinese-poker",
        wager=ask.wager,
        settings=ask.settings,
        outcomes=(Outcome("settled between the players", Fraction(0), HANDS),),
        apart=False,
        decks=1,
        notes=(
            "What one player wins the others lose: the house is no party and has no edge.",
            *(
                f"{kind.capitalize()}: {held:,} of {HANDS:,} hands, one in {HANDS / held:,.1f}."
                for kind, held in census.held.items()
            ),
            f"Any natural: {census.any:,} hands, one in {HANDS / census.any:,.1f}.",
            "A hand that holds several naturals is paid for the last of them in the document's list.",
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
            "strategy": measured().get(strategy_name(terms), {}),
        },
    )


def arrange(cards: tuple[int, ...], settings: Settings, dealer: tuple[int, ...] = (), top: int = 5) -> Arrangement:
    """The best settings of thirteen cards with the units each is expected to win from all opponents together."""
    del dealer
    hand = check_hand(cards)
    terms, others = terms_as_played(settings), settings.integer("players") - 1
    seen = view(hand, terms)
    ways = tuple(Way(each.piles, others * each.units, tells(each, terms)) for each in seen.choices[:top])
    return Arrangement(
        game="chinese-poker",
        cards=cards,
        settings=settings,
        piles=PILES,
        ways=ways,
        notes=notes(seen, terms, others),
        more={
            "players": others + 1,
            "legal_settings": count_legal(hand, terms.wheel, equal_is_legal=terms.equal_is_legal),
            "all_settings": SETTINGS,
            "undominated": len(seen.choices),
            "best": seen.best,
            "natural": NATURALS[seen.natural] or None,
            "declared": others * seen.declared if seen.natural else None,
            "bonus": others * bonus(*seen.choices[0].values, *terms.bonuses),
            "surrender": {
                "offered": terms.surrender_offered,
                "price": terms.surrender if terms.surrender_offered else None,
                "surrender": seen.best == "surrender",
                "fair_price": max(0.0, -seen.choices[0].units),
            },
            "opponents_sampled": seen.opponents,
            "standard_error": others * seen.error,
            "strategy": strategy_name(terms),
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


def tells(choice: Choice, terms: Terms) -> str:
    """What a setting makes and claims."""
    units = bonus(*choice.values, *terms.bonuses)
    return says(Shown(choice.values)) + (f"; a bonus of {units} from every other player" if units else "")


def notes(seen: View, terms: Terms, others: int) -> tuple[str, ...]:
    """What to do first, and how far to trust the values."""
    best = seen.choices[0].units
    told = []
    if seen.natural:
        told.append(f"The hand holds {NATURALS[seen.natural]}: declared, it is worth {others * seen.declared:+.3f}.")
    if seen.best == "surrender":
        told.append(f"Surrender: it costs {terms.surrender} to each opponent, playing on {-best:.3f}.")
    elif best < 0:
        told.append(f"Surrender would be right at a price below {-best:.3f} to each opponent.")
    told.append(
        f"Units against {others} opponent{'s' if others > 1 else ''} by the stored strategy, from "
        f"{seen.opponents} hands that these cards leave possible: standard error {others * seen.error:.3f}, "
        "less between settings."
    )
    made_for = settings_for(strategy_name(terms))
    if terms_as_played(made_for)._replace(surrender=0, surrender_offered=False) != terms._replace(
        surrender=0, surrender_offered=False
    ):
        told.append("The opponents' strategy was found for the document's amounts; yours are used to value your hand.")
    return tuple(told)


class SettingAdvice(Advice):
    """Advice on a setting: any of the 72,072 has its cost, though only the undominated are listed."""

    worth: Callable[[tuple[int, ...]], float]

    def cost(self, answer: Any) -> float:
        """What a setting gives away against the best, in units."""
        return max(0.0, float(self.best.value) - self.worth(answer))


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What each setting, declaring a natural or a surrender is worth, in units from all opponents together."""
    terms, others = terms_as_played(setup.settings), len(setup.seats) - 1
    if isinstance(question, Arrange):
        seen = view(mask(question.cards), terms)
        told = SettingAdvice(
            tuple(
                Option(each.piles, _set_so(each.piles, tells(each, terms)), others * each.units)
                for each in seen.choices
            )
        )
        told.worth = lambda piles: others * seen.worth(piles)
        return told
    if not isinstance(question, Choose):
        return None
    seen = view(mask(standing.cards(question.seat)), terms)
    worth = {"set": seen.choices[0].units, "declare": seen.declared, "surrender": seen.fold}
    listed = [Option(each, each, others * worth[each]) for each in question.options]
    return Advice(tuple(sorted(listed, key=lambda option: -option.value)))


def _set_so(piles: tuple[int, ...], makes: str) -> str:
    """A setting in words: its cards, and what they make."""
    return f"set {', '.join(names(in_order(cards_of(pile))) for pile in piles)} ({makes})"


def strategy(ask: Ask) -> Strategy:
    """Surrender by its price, and what is known of the stored strategy; how to set a hand is `arrange`'s to tell."""
    terms = terms_of(ask.settings)
    known = measured().get(strategy_name(terms), {})
    return Strategy(
        "chinese-poker",
        ask.wager or "main",
        ask.settings,
        (("Surrender, by its price to each opponent", tuple(_prices(known.get("surrender", {})))),),
        notes=(
            'A hand is set as the best answer to the stored strategy: houseway set chinese-poker "13 CARDS".',
            "Frequencies and values are estimates from fresh hands; see exploitability for how far the strategy can be "
            "beaten.",
        ),
        more={
            key: known[key] for key in ("command", "seed", "exploitability", "surrender", "bonus_hands") if key in known
        },
    )


def _prices(known: dict[str, Any]) -> list[Situation]:
    """For each price, how many hands surrender and what playing these on would cost."""
    rows = []
    for row in known.get("prices", ()):
        if row["share"]:
            options = (
                Option("surrender", "surrender", -float(row["price"])),
                Option("set", "set", -row["price"] - row["saves"] / row["share"]),
            )
            share = Fraction(round(row["share"] * known["hands"]), known["hands"])
            rows.append(Situation(f"hands that lose more than {row['price']}", share, Advice(options)))
    return rows


def figure(quantity: str, given: str, ask: Ask) -> int:
    """`units` of one printed setting against another, both given by ranks."""
    if quantity == "units":
        terms = terms_of(ask.settings)
        mine, theirs = (shown(_ranked(side), terms) for side in given.split("/"))
        return net(mine, theirs, terms)
    raise UnknownName(f"Chinese poker has no quantity {quantity!r}")


def _ranked(side: str) -> tuple[int, ...]:
    """Piles of ranks as cards; suits change from rank to rank, so that no flush is made."""
    piles, seen = [], Counter[str]()
    for text in side.split("|"):
        cards = []
        for each in text.split():
            cards.append(parse_cards(each + SUITS[(seen[each] + RANKS.index(each)) % 4])[0])
            seen[each] += 1
        piles.append(mask(cards))
    return tuple(piles)
