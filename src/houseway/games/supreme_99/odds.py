"""The odds of Supreme 99 for people: wagers, strategy, how to set a hand. The counting is in `count`."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from houseway.cards import DECK, RANKS, rank
from houseway.document.settings import Settings
from houseway.errors import IllegalCards
from houseway.games.supreme_99.bot import STEPS, step
from houseway.games.supreme_99.count.deals import (
    Holding,
    Line,
    Splits,
    Tally,
    Units,
    counts_of,
    fortunes_of,
    holding_of,
    splits_of,
    table_of,
    total,
)
from houseway.games.supreme_99.count.otherwise import best_by_it
from houseway.games.supreme_99.count.plays import PLAYS, best_split, result_of, units_of
from houseway.games.supreme_99.rules import (
    BOTH_COPY,
    CARDS,
    FOUL,
    LOSE,
    NOTHING,
    PILES,
    PUSH,
    SPLITS,
    WIN,
    Piles,
    fouled,
    high_and_low,
    house_piles,
    house_says,
    house_way,
    split_piles,
    word,
)
from houseway.games.supreme_99.terms import ENDS, FORTUNES, MAIN, ROWS, terms
from houseway.games.supreme_99.terms import result_of as meet
from houseway.lab.result import (
    Advice,
    Arrangement,
    Ask,
    Odds,
    Option,
    Situation,
    Strategy,
    Way,
    exact,
    outcomes_of,
    percent,
    ratio,
)
from houseway.round import Arrange, Question, Setup, Standing
from houseway.round.codec import hand_json
from houseway.shoe import check_seen

GAME = "supreme-99"
FULL = counts_of(DECK)

_SAYS = {
    "best": "The player sets every hand for the best against the unseen dealer.",
    "dealer-way": "The player sets every hand as the dealer must (clause 6).",
    "simple": "The player follows the short strategy; see it with: houseway strategy supreme-99",
}


def odds(ask: Ask) -> Odds:
    """The exact return of the standard wager under the play that the settings name, or of Pair Fortunes."""
    settings = ask.in_force()
    if ask.wager == FORTUNES:
        ways = fortunes_of(FULL, settings)
        counted = [(row, ways.get(row, 0)) for row in (*ROWS, NOTHING)]
        notes, more = ("How the hand is set does not matter (clause 13).",), {}
    else:
        play = settings.text("play")
        units = units_of(settings, ask.stake)
        tally = result_of(FULL, play, units)
        counted = [(end, tally[end]) for end in (WIN, BOTH_COPY, PUSH, LOSE)]
        notes, more = (_SAYS[play],), {"edge_by_play": {each: exact(edge) for each, edge in edges(units).items()}}
    return Odds(
        game=GAME,
        wager=ask.wager,
        settings=ask.settings,
        outcomes=outcomes_of(((terms(ask.wager, end, settings), ways) for end, ways in counted), stake=ask.stake),
        paytable=settings.in_force(ask.wager).id,
        notes=notes,
        more=more,
    )


def read_otherwise(ask: Ask, ruling: str, reading: str) -> Odds | None:
    """The standard wager where a copy decides nothing, every hand set for the best; None for any other reading."""
    if (ask.wager, ruling, reading) != (MAIN, "win-and-copy", "copy-ties"):
        return None
    settings = ask.in_force()
    tally = best_by_it(FULL, units_of(settings, ask.stake))
    ends = [(terms(ask.wager, end, settings), tally[end]) for end in (WIN, BOTH_COPY, PUSH, LOSE)]
    return Odds(
        game=GAME,
        wager=ask.wager,
        settings=ask.settings,
        outcomes=outcomes_of(ends, stake=ask.stake),
        paytable=settings.in_force(ask.wager).id,
    )


def edges(units: Units) -> dict[str, Fraction]:
    """The edge of the standard wager under each way to play."""
    return {play: -result_of(FULL, play, units).value(units) for play in PLAYS}


# ------------------------------------------------------------------------------------------------ strategy


def strategy(ask: Ask) -> Strategy:
    """The short strategy with what it costs, and every holding whose best setting is not the dealer's way."""
    if ask.wager == FORTUNES:
        note = "Pair Fortunes asks for no decision: it pays however the hand is set (clause 13)."
        return Strategy(GAME, FORTUNES, ask.settings, (), (note,))
    table = table_of(FULL)
    deals = sum(line.ways for line in table.values())
    units = units_of(ask._replace(wager=MAIN).in_force(), ask.stake)
    edge = edges(units)
    short = tuple(short_step(table, number, says, deals, units) for number, says in STEPS)
    return Strategy(
        GAME,
        MAIN,
        ask.settings,
        (
            ("A short strategy: the first line that fits", short),
            ("Where the best setting is not the dealer's way, the costliest first", differences(table, deals, units)),
        ),
        notes=(
            "Values are units won per unit wagered, against the unseen dealer.",
            f"House edge: {percent(edge['best'])} if every hand is set for the best, {percent(edge['simple'])} by the "
            f"short strategy, {percent(edge['dealer-way'])} by copying the dealer's way.",
        ),
        more={
            "edge_by_play": {play: exact(each) for play, each in edge.items()},
            "cost_by_play": {play: exact(each - edge["best"]) for play, each in edge.items()},
        },
    )


def short_step(table: dict[Holding, Line], number: int, says: str, deals: int, units: Units) -> Situation:
    """One line of the short strategy over all hands that it decides: as it says, the best way, the dealer's way."""
    hands = [(holding, line) for holding, line in table.items() if step(*holding) == number]
    ways = sum(line.ways for _, line in hands)

    def average(play: str) -> Fraction:
        choose = PLAYS[play]
        played = total((line.ways, line.splits[choose(holding, line.splits, units)]) for holding, line in hands)
        return played.value(units)

    options = {"as it says": "simple", "each hand for the best": "best", "the dealer's way": "dealer-way"}
    advice = best_first(Option(play, words, average(play)) for words, play in options.items())
    return Situation(says, Fraction(ways, deals), advice)


def differences(table: dict[Holding, Line], deals: int, units: Units) -> tuple[Situation, ...]:
    """The holdings that are better set otherwise than the dealer would, by what the dealer's way gives away."""
    found = []
    for holding, line in table.items():
        house, best = house_way(*holding), best_split(holding, line.splits, units)
        if best == house:
            continue
        gain = line.ways * (line.splits[best].value(units) - line.splits[house].value(units))
        unlike = {high_and_low(*holding, split): split for split in (0, 1, 2, house)}  # a pair can be split two ways
        advice = best_first(
            Option(split, split_words(holding, split, house), tally.value(units))
            for split, tally in enumerate(line.splits)
            if split in unlike.values()
        )
        found.append((gain, Situation(dashed(reversed(holding)), Fraction(line.ways, deals), advice)))
    return tuple(situation for _, situation in sorted(found, key=lambda each: -each[0]))


def best_first(options: Iterable[Option]) -> Advice:
    """Options by what they are worth."""
    return Advice(tuple(sorted(options, key=lambda option: -option.value)))


def dashed(cards: Iterable[int]) -> str:
    """`A-A-9-4`."""
    return "-".join(RANKS[rank(card)] for card in cards)


def split_words(cards: Sequence[int], split: int, house: int) -> str:
    """`9-T (9) over 8-K (8), the dealer's way`."""
    piles = split_piles(cards, split)
    high, low = (dashed(sorted(pile, key=rank)) for pile in piles)
    says = f"{high} ({word(piles.scores[0])}) over {low} ({word(piles.scores[1])})"
    return f"{says}, the dealer's way" if split == house else says


# ------------------------------------------------------------------------------------------------ one hand


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What every way to set the seat's cards is worth, fouls included, per unit of the standard wager."""
    del standing
    if not isinstance(question, Arrange):
        return None
    settings = setup.settings
    stake = next(seat.wagers[MAIN] for seat in setup.seats if seat.number == question.seat)
    units = units_of(settings, stake)
    ordered = sorted(question.cards, key=rank)
    holding = holding_of(ordered)
    values = [tally.value(units) for tally in splits_of(holding, FULL)]
    lost = settings.text("foul") == "lose"
    foul = terms(MAIN, FOUL, settings).worth(stake=stake) if lost else values[house_way(*holding)]
    options = []
    for split, value in enumerate(values):
        piles = split_piles(ordered, split)
        other = Piles(piles.low, piles.high)
        options.append(Option(piles.masks, f"set {piles}", value))
        turned = (f"set {other}, a foul", foul) if fouled(*other.scores) else (f"set {other}", value)
        options.append(Option(other.masks, *turned))
    return best_first(options)


def arrange(cards: Sequence[int], settings: Settings, dealer: Sequence[int] = (), top: int = 5) -> Arrangement:
    """The dealer's way to set four cards and the value of every way: unseen, or against the dealer's cards."""
    for whose, hand in (("a hand", cards), ("the dealer's hand", dealer)):
        if len(hand) != CARDS and (hand or hand is cards):
            raise IllegalCards(f"{whose} of Supreme 99 is four cards, not {len(hand)}", "5")
    check_seen((*cards, *dealer), DECK, "the 52 cards of this game")
    ordered = sorted(cards, key=rank)
    splits = splits_of(holding_of(ordered), FULL)
    ways = [_way(split_piles(ordered, split), splits[split], dealer, settings) for split in range(len(SPLITS))]
    house = ways[house_way(*holding_of(ordered))]
    name, clause, effect = house_says(ordered)
    ranked = sorted(ways, key=lambda way: (-(way.value or 0), way is not house))
    if dealer:
        notes = (f"The dealer sets {house_piles(dealer)}. Worth is what a unit wins against these cards.",)
    else:
        notes = ("Worth is what a unit wins on average against the unseen dealer.",)
    return Arrangement(
        GAME,
        tuple(cards),
        settings,
        PILES,
        tuple(ranked[:top]),
        house,
        name,
        clause,
        f"By the dealer's rule {name} {effect}.",
        notes,
        more=_against(dealer) if dealer else {"outcomes": _outcomes(ordered, splits)},
    )


def _way(piles: Piles, tally: Tally, dealer: Sequence[int], settings: Settings) -> Way:
    says = f"{word(piles.scores[0])} over {word(piles.scores[1])}"
    if not dealer:
        return Way(piles.masks, tally.value(units_of(settings)), says)
    end = terms(MAIN, meet(piles, house_piles(dealer)), settings)
    return Way(piles.masks, end.worth(), f"{says}: {end.award.replace('-', ' ')} (clause {end.clause})")


def _outcomes(cards: Sequence[int], splits: Splits) -> list[dict[str, Any]]:
    """The chances of every way, for a program."""
    rows = []
    for split, tally in enumerate(splits):
        piles = split_piles(cards, split)
        chances = {ENDS[end][0]: ratio(Fraction(count, sum(tally))) for end, count in enumerate(tally)}
        rows.append({**_json(piles), **chances})
    return rows


def _against(dealer: Sequence[int]) -> dict[str, Any]:
    """The dealer's hand as it is set, for a program."""
    return {"dealer": {**_json(house_piles(dealer)), "rule": house_says(dealer)[0]}}


def _json(piles: Piles) -> dict[str, list[str]]:
    return {pile: hand_json(cards) for pile, cards in zip(PILES, piles, strict=True)}
