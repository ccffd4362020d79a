"""The hands: that each holds what was dealt to its place, and what a call has taken away of it."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .hashes import Json
from .shoe import PACKS

OUT_OF_CARDS = "out-of-cards"
REPLACE = "replace-card"
NOWHERE = -1
"""Where a card goes that is told to go nowhere."""

CONTROLS = ("play-on", "void-hand", "void-round", "forfeit-hand", REPLACE, "another-card", "reset-dealer")
"""What a written control may prescribe: a setting of such a value is the control of its name."""

MOST_CHARACTERS, MOST_DOTS = 100_000, 20
"""Of controls of the house's own, and in a line of them: whoever wrote the record must not keep its reader waiting."""


class Call(NamedTuple):
    """A call of a round, and what its written control may prescribe: nothing where there is none."""

    kind: str
    place: int
    then: frozenset[str]

    @property
    def told(self) -> str:
        where = f"seat {self.place}" if self.place else "the dealer or the round"
        return f"{self.kind} on {where} ({' or '.join(sorted(self.then))})"


def calls_of(record: Json) -> list[Call]:
    """The calls of a round."""
    return [_call(record["settings"], entry) for entry in record["entries"] if "call" in entry]


def _call(settings: Json, entry: Json) -> Call:
    kind, place = entry["call"], entry.get("seat", 0)
    if kind == OUT_OF_CARDS:
        return Call(kind, place, frozenset({"void-round"}))
    own = [each for each in _own(settings) if each.get("kind") == kind]
    if not own:
        return Call(kind, place, frozenset({settings[kind]} if settings.get(kind) in CONTROLS else ()))
    whom = ("seat",) if place else ("dealer", "round")
    return Call(kind, place, frozenset(then for each in own for part in whom for then in _then(each.get(part))))


def _own(settings: Json) -> tuple[Json, ...]:
    """The controls of the house's own that the settings hold."""
    return _controls(str(settings.get("irregularities", "")))


@lru_cache(maxsize=8)
def _controls(text: str) -> tuple[Json, ...]:
    """Read once, however many calls there are; what cannot be read, or is long to read, holds none."""
    if len(text) > MOST_CHARACTERS or any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        return ()
    try:
        told = tomllib.loads(text).get("irregularity", [])
    except (ValueError, RecursionError):
        return ()
    return tuple(each for each in told if isinstance(each, dict)) if isinstance(told, list) else ()


def _then(told: object) -> list[str]:
    """What follows, for whichever stage."""
    if isinstance(told, str):
        return [told]
    stages = told if isinstance(told, list) else []
    return [str(each.get("then")) for each in stages if isinstance(each, dict)]


def call_faults(record: Json) -> Iterator[str]:
    """Every call is one that the controls of the round's settings know, on a seat of the round or on 0."""
    places = {0, *(seat["number"] for seat in record["seat"])}
    for entry in record["entries"]:
        if "call" in entry and not _call(record["settings"], entry).then:
            yield f"the call {entry['call']!r} is none that the settings of the round have a control for"
        elif "call" in entry and entry.get("seat") not in places:
            yield f"the call {entry['call']!r} names no seat of the round"


# ---------------------------------------------------------------------------------------------------- what was dealt


class Lies(NamedTuple):
    """The cards that lie at each place by the entries, and those that calls have surely replaced."""

    cards: dict[int, list[str]]
    replaced: list[str]


def lies_of(record: Json) -> Lies:
    """What the entries give each place: the card that follows a call for another takes the place of the last one."""
    cards: dict[int, list[str]] = {}
    replaced: list[str] = []
    awaited: int | None = None
    for entry in record["entries"]:
        if "call" in entry:
            call = _call(record["settings"], entry)
            awaited = call.place if call.then == {REPLACE} else awaited
        elif "deal" in entry:
            there = cards.setdefault(to := entry.get("to", NOWHERE), [])
            if to == awaited and there:
                replaced.append(there.pop())
            there.append(entry["deal"])
            awaited = None
    return Lies(cards, replaced)


def gone_of(record: Json) -> Counter[str]:
    """The cards that the record tells to be burnt, beyond those that calls have surely replaced."""
    return _burnt(record) - Counter(lies_of(record).replaced)


def _burnt(record: Json) -> Counter[str]:
    return Counter(record.get("burnt", []))


def hand_faults(record: Json) -> Iterator[str]:
    """Every hand holds what was dealt to its place; where a call replaced a card, what of it is not burnt."""
    seats = [seat["number"] for seat in record["seat"]]
    if len(set(seats)) != len(seats) or not all(number > 0 for number in seats):
        yield "the seats are not numbered each for itself"
    lies = lies_of(record)
    hands = {seat["number"]: seat["cards"] for seat in record["seat"]} | {0: record.get("dealer", {}).get("cards", [])}
    may = any(REPLACE in call.then for call in calls_of(record))
    missing: Counter[str] = Counter(lies.replaced)
    for place, cards in hands.items():
        there = lies.cards.get(place, [])
        if cards != there and not (may and _within(cards, there)):
            yield f"{f'seat {place}' if place else 'the dealer'} does not hold what was dealt there"
        missing += Counter(there) - Counter(cards)
    told = _burnt(record)
    if may and missing != told:
        lost, more = _names(missing - told), _names(told - missing)
        yield f"cards that were dealt are in no hand and are not told as burnt: {lost}; or told and in one: {more}"
    elif told and not may:
        yield f"cards are told as burnt, and no call has replaced one: {_names(told)}"


def _within(cards: Sequence[str], there: Sequence[str]) -> bool:
    """Whether these are some of those, in their order."""
    rest = iter(there)
    return all(card in rest for card in cards)


def _names(cards: Counter[str]) -> str:
    return ", ".join(sorted(cards.elements())) or "none"


def _apart_said(record: Json) -> str:
    """Cards that went where there is no hand, of a game that this file does not know: of the others it refuses them."""
    hands = {0, *(seat["number"] for seat in record["seat"])}
    apart = [card for place, cards in lies_of(record).cards.items() if place not in hands for card in cards]
    if not apart or record["game"] in PACKS:
        return ""
    return f"; NOT CHECKED: that these were dealt where nobody plays: {_names(Counter(apart))}"


def hands_said(record: Json, what: str) -> str:
    """What was checked of the hands without the rules, and what was not, by which call."""
    calls = calls_of(record)
    told = f"each holds what is told to have been dealt there; who got which {what} is as told{_apart_said(record)}"
    replacing = [call for call in calls if REPLACE in call.then]
    if not replacing:
        named = ", ".join(dict.fromkeys(call.told for call in calls))
        return told + (f"; no card was taken away by {named}" if calls else "")
    unsure = [call for call in replacing if call.then != {REPLACE}]
    named = ", ".join(dict.fromkeys(call.told for call in replacing))
    told += f"; cards were replaced by {named}, each by the next one: {_names(Counter(lies_of(record).replaced))}"
    gone = gone_of(record)
    if unsure or gone:
        told += f"; NOT CHECKED: that the rules took these away after it: {_names(gone)}; install houseway for that"
    return told
