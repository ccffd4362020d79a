"""The odds of Supreme 99 for people: wagers, strategy, how to set a hand. The counting is in `exact`."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from houseway.cards import DECK, RANKS, names, rank
from houseway.errors import IllegalCards, UnknownName
from houseway.round import Arrange, Question, Standing
from houseway.games.supreme_99.exact import (
    PLAYS,
    Counts,
    Holding,
    Line,
    Tally,
    best_split,
    counts_of,
    fortunes_of,
    holding_of,
    result_of,
    splits_of,
    table_of,
    total,
)
from houseway.games.supreme_99.play import (
    FORTUNES,
    MAIN,
    PILES,
    Piles,
    house_piles,
    house_says,
    pack,
    split_piles,
    word,
)
from houseway.games.supreme_99.play import result_of as meet
from houseway.games.supreme_99.rules import BOTH_COPY, CARDS, LOSE, PUSH, SPLITS, WIN, fouled, high_and_low, house_way
from houseway.games.supreme_99.simple import STEPS, step
from houseway.lab.result import (
    Advice,
    Arrangement,
    Ask,
    Odds,
    Option,
    Outcome,
    Situation,
    Strategy,
    Way,
    exact,
    percent,
    ratio,
)
from houseway.round.ruling import Setup
from houseway.document.settings import Settings
from houseway.shoe import check_seen

_SAYS = {
    "best": "The player sets every hand for the best against the unseen dealer.",
    "dealer-way": "The player sets every hand as the dealer must (clause 6).",
    "simple": "The player follows the short strategy; see it with: houseway strategy supreme-99",
}


def full_deck(settings: Settings) -> Counts:
    """The pack of the table, by ranks."""
    return counts_of(pack(settings))


def odds(ask: Ask) -> Odds:
    """The exact return of the standard wager under the play that the settings name, or of Pair Fortunes."""
    return _fortunes(ask) if ask.wager == "pair-fortunes" else _main(ask)


def _main(ask: Ask) -> Odds:
    play = ask.settings.text("play")
    tally = result_of(full_deck(ask.settings), play)
    ends = (WIN, BOTH_COPY, PUSH, LOSE)
    return Odds(
        game="supreme-99",
        wager="main",
        settings=ask.settings,
        outcomes=tuple(Outcome(MAIN[end].award, MAIN[end].pays, tally[end]) for end in ends),
        paytable="standard",
        notes=(_SAYS[play],),
        more={"edge_by_play": {each: exact(edge) for each, edge in edges(ask.settings).items()}},
    )


def _fortunes(ask: Ask) -> Odds:
    ways = fortunes_of(full_deck(ask.settings), ask.settings)
    return Odds(
        game="supreme-99",
        wager="pair-fortunes",
        settings=ask.settings,
        outcomes=tuple(Outcome(terms.award, terms.pays, ways.get(row, 0)) for row, terms in FORTUNES.items()),
        paytable="pair-fortunes",
        notes=("How the hand is set does not matter (clause 13).",),
    )


def edges(settings: Settings) -> dict[str, Fraction]:
    """The edge of the standard wager under each way to play."""
    return {play: -result_of(full_deck(settings), play).value for play in PLAYS}


# ------------------------------------------------------------------------------------------------ strategy


def strategy(ask: Ask) -> Strategy:
    """The short strategy with what it costs, and every holding whose best setting is not the dealer's way."""
    if ask.wager == "pair-fortunes":
        note = "Pair Fortunes asks for no decision: it pays however the hand is set (clause 13)."
        return Strategy("supreme-99", "pair-fortunes", ask.settings, (), (note,))
    table = table_of(full_deck(ask.settings))
    deals = sum(line.ways for line in table.values())
    edge = edges(ask.settings)
    short = tuple(short_step(table, number, says, deals) for number, says in STEPS)
    return Strategy(
        "supreme-99",
        "main",
        ask.settings,
        (
            ("A short strategy: the first line that fits", short),
            ("Where the best setting is not the dealer's way, the costliest first", differences(table, deals)),
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


def short_step(table: dict[Holding, Line], number: int, says: str, deals: int) -> Situation:
    """One line of the short strategy over all hands that it decides: as it says, the best way, the dealer's way."""
    hands = [(holding, line) for holding, line in table.items() if step(*holding) == number]
    ways = sum(line.ways for _, line in hands)

    def average(play: str) -> Fraction:
        return total((line.ways, line.splits[PLAYS[play](holding, line.splits)]) for holding, line in hands).value

    options = {"as it says": "simple", "each hand for the best": "best", "the dealer's way": "dealer-way"}
    advice = best_first(Option(play, words, average(play)) for words, play in options.items())
    return Situation(says, Fraction(ways, deals), advice)


def differences(table: dict[Holding, Line], deals: int) -> tuple[Situation, ...]:
    """The holdings that are better set otherwise than the dealer would, by what the dealer's way gives away."""
    found = []
    for holding, line in table.items():
        house, best = house_way(*holding), best_split(holding, line.splits)
        if best == house:
            continue
        gain = line.ways * (line.splits[best].value - line.splits[house].value)
        unlike = {high_and_low(*holding, split): split for split in (0, 1, 2, house)}  # a pair can be split two ways
        advice = best_first(
            Option(split, shown(holding, split) + (", the dealer's way" if split == house else ""), tally.value)
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


def shown(cards: Sequence[int], split: int) -> str:
    """`9-T (9) over 8-K (8)`."""
    piles = split_piles(cards, split)
    high, low = (dashed(sorted(pile, key=rank)) for pile in piles)
    return f"{high} ({word(piles.scores[0])}) over {low} ({word(piles.scores[1])})"


# ------------------------------------------------------------------------------------------------ one hand


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What every way to set the seat's cards is worth, fouls included, per unit of the standard wager."""
    del standing
    if not isinstance(question, Arrange):
        return None
    splits = splits_of(holding_of(question.cards), full_deck(setup.settings))
    ordered = sorted(question.cards, key=rank)
    house = splits[house_way(*holding_of(ordered))].value
    options = []
    for split in range(3):
        piles = split_piles(ordered, split)
        options.append(Option(piles.masks, f"set {piles}", splits[split].value))
        other = Piles(piles.low, piles.high)
        foul = -Fraction(1) if setup.settings.text("foul") == "lose" else house
        value, words = (foul, ", a foul") if fouled(*other.scores) else (splits[split].value, "")
        options.append(Option(other.masks, f"set {other}{words}", value))
    return best_first(options)


def arrange(cards: Sequence[int], settings: Settings, dealer: Sequence[int] = (), top: int = 5) -> Arrangement:
    """The dealer's way to set four cards and the value of every way: unseen, or against the dealer's cards."""
    for whose, hand in (("a hand", cards), ("the dealer's hand", dealer)):
        if len(hand) != CARDS and (hand or hand is cards):
            raise IllegalCards(f"{whose} of Supreme 99 is four cards, not {len(hand)}", "5")
    check_seen((*cards, *dealer), DECK, "the 52 cards of this game")
    ordered = sorted(cards, key=rank)
    splits = splits_of(holding_of(ordered), full_deck(settings))
    ways = [_way(ordered, split, splits[split], dealer) for split in range(len(SPLITS))]
    house = ways[house_way(*holding_of(ordered))]
    name, clause, effect = house_says(ordered)
    ranked = sorted(ways, key=lambda way: (-(way.value or 0), way is not house))
    if dealer:
        notes = (f"The dealer sets {house_piles(dealer)}. Worth is what a unit wins against these cards.",)
    else:
        notes = ("Worth is what a unit wins on average against the unseen dealer.",)
    return Arrangement(
        "supreme-99",
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


def _way(cards: Sequence[int], split: int, tally: Tally, dealer: Sequence[int]) -> Way:
    piles = split_piles(cards, split)
    says = f"{word(piles.scores[0])} over {word(piles.scores[1])}"
    if not dealer:
        return Way(piles.masks, tally.value, says)
    end = MAIN[meet(piles, house_piles(dealer))]
    return Way(piles.masks, end.pays, f"{says}: {end.award.replace('-', ' ')} (clause {end.clause})")


def _outcomes(cards: Sequence[int], splits: tuple[Tally, Tally, Tally]) -> list[dict[str, str]]:
    """The chances of every way, for a program."""
    rows = []
    for split, tally in enumerate(splits):
        piles = split_piles(cards, split)
        chances = {MAIN[end].award: ratio(Fraction(count, sum(tally))) for end, count in enumerate(tally)}
        rows.append({"high": names(piles.high), "low": names(piles.low), **chances})
    return rows


def _against(dealer: Sequence[int]) -> dict[str, Any]:
    """The dealer's hand as it is set, for a program."""
    piles = house_piles(dealer)
    return {"dealer": {"high": names(piles.high), "low": names(piles.low), "rule": house_says(dealer)[0]}}


def figure(quantity: str, given: str, ask: Ask) -> int:
    """The document prints no quantity besides an edge."""
    del given, ask
    raise UnknownName(f"Supreme 99 has no quantity {quantity!r}")
