"""What a table's settings come to as a `Scoring`, the amounts that an operator posts of its own among them.

A document of before may lack the newer settings: then they are as the game was played by it.
"""

import re
from collections.abc import Iterable

from houseway.document.fields import SENT_DOTS, Reader
from houseway.document.reader import toml_from
from houseway.document.settings import Settings
from houseway.errors import Faulty, HousewayError, IllegalSetting
from houseway.games.chinese_poker.rules.hands import PILES, ROYAL_FLUSH, Bonuses, ByType
from houseway.games.chinese_poker.rules.naturals import ALIKE, Prices
from houseway.games.chinese_poker.rules.scoring import (
    EVEN,
    MORE_HANDS,
    NEITHER,
    OFFSET,
    ONE_A_HAND,
    ONE_SIX,
    OWN,
    RANKED,
    RESULTS,
    SWEEP,
    TWO_FOUR,
    Scores,
    Scoring,
    document_score,
    of_three,
)
from houseway.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    LOWEST,
    PAIR,
    SECOND_HIGHEST,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)
from houseway.rule import enforces

SCHEMES = {"1-a-hand": ONE_A_HAND, "2-4": TWO_FOUR, "1-6": ONE_SIX}
TABLE = "table"
MOST_UNITS = 100
_TIES = {"neither": NEITHER, "more-hands": MORE_HANDS, "sweep": SWEEP}
_WHEELS = {"lowest": LOWEST, "second-highest": SECOND_HIGHEST}
_TWO_NATURALS = {"even": EVEN, "ranked": RANKED, "offset": OFFSET}
_NATURALS = ("three-straights", "three-flushes", "six-pairs", "dragon")

HAND_TYPES = {
    "pair": PAIR,
    "two-pairs": TWO_PAIR,
    "three-of-a-kind": THREE_OF_A_KIND,
    "straight": STRAIGHT,
    "flush": FLUSH,
    "full-house": FULL_HOUSE,
    "four-of-a-kind": FOUR_OF_A_KIND,
    "straight-flush": STRAIGHT_FLUSH,
    "royal-flush": ROYAL_FLUSH,
}
OF_THREE_CARDS = ("pair", "three-of-a-kind")


def scoring_of(settings: Settings) -> Scoring:
    """What these settings come to."""
    scores = scores_of(settings)
    naturals, surrender = settings.flag("naturals"), settings.flag("surrender")
    prices, two_naturals = prices_of(settings), _TWO_NATURALS[settings.text("two-naturals")]
    return Scoring(
        unit=settings.integer("unit"),
        scheme=SCHEMES.get(settings.text("scoring"), OWN),
        scores=scores,
        wheel=_WHEELS[settings.text("wheel")],
        equal_is_legal=settings.flag("equal-middle-back"),
        foul=scores[-1] if settings.text("foul") == "swept" else settings.integer("foul-units"),
        bonuses=bonuses_of(settings),
        bonus_won_only=_flag(settings, "bonus-won-only", before=False),
        prices=prices,
        dearest=ALIKE if two_naturals == RANKED else prices,
        two_naturals=two_naturals,
        natural_also=settings.text("natural-settles") == "also",
        natural_declared=_flag(settings, "natural-declared", before=True),
        four_is_two_pairs=settings.flag("four-is-two-pairs"),
        naturals=naturals,
        surrender=settings.integer("surrender-units") * surrender,
        surrender_offered=surrender,
        surrender_shown=_flag(settings, "surrender-shown", before=True),
    )


def faults(settings: Settings) -> Iterable[str]:
    """What is wrong with the amounts that an operator has posted."""
    for read in (scores_of, bonuses_of, prices_of):
        try:
            read(settings)
        except HousewayError as fault:
            yield str(fault)


def _flag(settings: Settings, key: str, *, before: bool) -> bool:
    return settings.flag(key) if key in settings else before


def _units(settings: Settings, key: str, like: str) -> int:
    """A setting that names the one it is like, or a number of units of its own."""
    text = settings.text(key) if key in settings else like
    if text == like:
        return settings.integer(like)
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > MOST_UNITS:
        clause = next(spec.clause for spec in settings.specs if spec.id == key)
        raise IllegalSetting(f"{key} is {like} or a number of units from 0 to {MOST_UNITS}, not {text!r}", clause)
    return int(text)


# ------------------------------------------------------------------------------------------------ scores


@enforces("modifications")
def scores_of(settings: Settings) -> Scores:
    """The units for each result: by one of the document's scorings, or by the operator's own table."""
    name, ties = settings.text("scoring"), _TIES[settings.text("ties")]
    if name == TABLE:
        return _own_scores(settings.text("scoring-table"), ties)
    one, two_one, two, three = (document_score(wins, losses, SCHEMES[name], ties) for wins, losses in RESULTS)
    return one, two_one, two, three


def _own_scores(text: str, ties: int) -> Scores:
    """A table such as `2-1=1, 3-0=3`; what it does not say of 1-0 and 2-0, which have ties, the setting `ties` says."""
    given: dict[tuple[int, int], int] = {}
    for each in text.split(","):
        match = re.fullmatch(r"\s*([0-3])-([0-3])\s*=\s*([0-9]{1,3})\s*", each)
        result = (int(match[1]), int(match[2])) if match else (0, 0)
        if match is None or result not in RESULTS or result in given or int(match[3]) > MOST_UNITS:
            raise _no_table(f"not {each.strip()!r}")
        given[result] = int(match[3])
    if (2, 1) not in given or (3, 0) not in given:
        raise _no_table("and it needs 2-1 and 3-0")
    lesser, sweep = given[2, 1], given[3, 0]
    one, two_one, two, three = (given.get(each, of_three(each[0], each[1], lesser, sweep, ties)) for each in RESULTS)
    if not one <= two <= three or two_one > two:
        raise IllegalSetting(
            f"scoring-table gives more units for fewer hands: 1-0={one}, 2-1={two_one}, 2-0={two}, 3-0={three}",
            "modifications",
        )
    return one, two_one, two, three


def _no_table(fault: str) -> IllegalSetting:
    return IllegalSetting(
        "scoring-table reads as in 2-1=1, 3-0=3: hands won and lost by the winner (3-0, 2-1, and with ties 2-0 and "
        f"1-0), each once, and the units from 0 to {MOST_UNITS} that they win; {fault}",
        "modifications",
    )


# ------------------------------------------------------------------------------------------------ naturals


def prices_of(settings: Settings) -> Prices:
    """The units for each natural; nothing where naturals are not paid."""
    paid = settings.flag("naturals")
    straights, flushes, pairs, dragon = (
        _units(settings, f"natural-{kind}", "natural-units") * paid for kind in _NATURALS
    )
    return 0, straights, flushes, pairs, dragon


# ------------------------------------------------------------------------------------------------ bonuses


def bonuses_of(settings: Settings) -> Bonuses:
    """The units for each hand type in each pile; nothing where bonuses are not paid."""
    straight_flush, four = settings.integer("bonus-straight-flush"), settings.integer("bonus-four-of-a-kind")
    royal = _units(settings, "bonus-royal-flush", "bonus-straight-flush")
    long = {FOUR_OF_A_KIND: four, STRAIGHT_FLUSH: straight_flush, ROYAL_FLUSH: royal}
    piles: list[dict[int, int]] = [
        {THREE_OF_A_KIND: settings.integer("bonus-three-of-a-kind")},
        {FULL_HOUSE: settings.integer("bonus-full-house")} | long,
        long,
    ]
    text = settings.text("bonuses-own") if "bonuses-own" in settings else "none"
    if text != "none":
        posted = "bonus-royal-flush" in settings and settings.text("bonus-royal-flush") != "bonus-straight-flush"
        piles = [_with(pile, own, royal_apart=posted) for pile, own in zip(piles, _own_bonuses(text), strict=True)]
    paid = settings.flag("bonuses")
    front, middle, back = (_by_type(pile if paid else {}) for pile in piles)
    return front, middle, back


def _by_type(units: dict[int, int]) -> ByType:
    a, b, c, d, e, f, g, h, i, j = (units.get(each, 0) for each in range(ROYAL_FLUSH + 1))
    return a, b, c, d, e, f, g, h, i, j


def _with(pile: dict[int, int], own: dict[int, int], *, royal_apart: bool) -> dict[int, int]:
    """Bonuses of one's own stand in the place of the document's; a royal flush is a straight flush unless said."""
    royal = {ROYAL_FLUSH: own[STRAIGHT_FLUSH]} if STRAIGHT_FLUSH in own and not royal_apart else {}
    return pile | royal | own


def _own_bonuses(text: str) -> list[dict[int, int]]:
    """Bonuses as an operator writes them: `[[bonus]]` with `pile`, `hand` and `units`; every fault with its place."""
    top = Reader(toml_from(text, "bonuses-own", SENT_DOTS), "", [])
    top.text("name", "")
    piles: list[dict[int, int]] = [{}, {}, {}]
    for at in top.tables("bonus"):
        pile = at.one_of("pile", tuple(pile.lower() for pile in PILES))
        hand = at.one_of("hand", tuple(HAND_TYPES))
        units = at.integer("units")
        at.finish()
        if not 0 <= units <= MOST_UNITS:
            at.fault("units", f"are 0 to {MOST_UNITS}, not {units}")
        if pile == "front" and hand in HAND_TYPES and hand not in OF_THREE_CARDS:
            at.fault("hand", f"three cards in Front make {' or '.join(OF_THREE_CARDS)} at most, not {hand} (clause 5)")
        if hand in HAND_TYPES and pile.capitalize() in PILES:
            own = piles[PILES.index(pile.capitalize())]
            if HAND_TYPES[hand] in own:
                at.fault("hand", f"{hand} in {pile} stands there twice")
            own[HAND_TYPES[hand]] = units
    top.finish()
    if top.faults:
        raise Faulty("bonuses-own", top.faults)
    return piles
