"""The form of every entry of the room's own journal: the fields that the room writes, each of its type, and no others.

What is left out would be read as whatever is usual, and what is told besides is told to nobody who looks at entries.
Entries of tables are compared with what they are written from (`forms`); these are written where things are done.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Set
from fractions import Fraction
from typing import Any

from houseway.room.jackpots.act import DECLINED, TAKEN_BACK
from houseway.room.jackpots.two_people import ACTS, ENDS, OF_THE_ACCOUNT, TAKES
from houseway.room.people.people import CODE, ENROL

Test = Callable[[Any], bool]
Form = Mapping[str, Test]


def whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def _some(value: Any) -> bool:
    return type(value) is int and value != 0


def _cents(value: Any) -> bool:
    return type(value) is int


def _time(value: Any) -> bool:
    return type(value) is float and value > 0


def _yes_or_no(value: Any) -> bool:
    return type(value) is bool


def _share(value: Any) -> bool:
    """A fraction in lowest terms."""
    try:
        return _text(value) and str(Fraction(value)) == value
    except (ValueError, ZeroDivisionError):
        return False


def _text(value: Any) -> bool:
    return type(value) is str


def _texts(value: Any) -> bool:
    return type(value) is list and all(map(_text, value))


def _hash(value: Any) -> bool:
    return _text(value) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _who(value: Any) -> bool:
    """A person by number, or a command by its words."""
    return _text(value) or (whole(value) and value > 0)


def _anybody(value: Any) -> bool:
    """The same, or nobody where somebody does it for themselves."""
    return value is None or _who(value)


def _stage(value: Any) -> bool:
    return value in (None, CODE, ENROL)


def _table(value: Any) -> bool:
    return type(value) is dict


def _list(value: Any) -> bool:
    return type(value) is list


def _by_name(test: Test) -> Test:
    return lambda value: _table(value) and all(map(test, value.values()))


def _of(form: Form, may: Set[str] = frozenset()) -> Test:
    """A table of these fields, of which some may be left out."""
    return lambda value: _table(value) and not list(_wrong(value, form, may))


def _wrong(body: Mapping[str, Any], form: Form, may: Set[str]) -> Iterator[str]:
    """The fields that an entry has not, has besides, or has of another type."""
    for name in sorted(body.keys() | form.keys()):
        if name not in body:
            if name not in may:
                yield name
        elif name not in form or not form[name](body[name]):
            yield name


def _head(value: Any) -> bool:
    return _list(value) and len(value) == 2 and whole(value[0]) and _hash(value[1])


ARCHIVED_TABLE: Form = {
    **dict.fromkeys(("first", "last", "shoe"), whole),
    **dict.fromkeys(("hash", "seal", "listed", "opening"), _hash),
    "seals": _by_name(_hash),
}
ON: Form = {"id": whole, "by": _who}
ENTRIES: Mapping[str, Form] = {
    "key": {
        "public": _text,
        "by": _anybody,
        "before": lambda value: value is None or _text(value),
        "heads": _by_name(_head),
        "database": whole,
        "proof": _text,
    },
    "person": {
        "id": whole,
        "name": _text,
        "role": _text,
        "guest": _yes_or_no,
        "by": _anybody,
        "chips": whole,
        "password": _hash,
        "provisional": _yes_or_no,
    },
    "database": {"database": whole, "by": lambda value: value is None},
    "chips": {"id": whole, "chips": whole, "had": whole, "held": whole},
    "password": {**ON, "password": _hash},
    "reset": {**ON, "password": _hash},
    "role": {**ON, "role": _text, "ends": _yes_or_no},
    "factor": {**ON, "factor": _hash, "ends": _yes_or_no},
    "factor-off": ON,
    "lock": ON,
    "unlock": ON,
    "end-sessions": ON,
    "session": {**ON, "session": _hash, "until": _time, "stage": _stage, "password": _hash, "factor": _hash},
    "end-session": {**ON, "session": _hash, "until": _time, "stage": _stage},
    "sealed": {"id": whole, "by": _anybody, "password": _hash, "provisional": _yes_or_no},
    "setting": {"name": _text, "value": _text, "by": _who},
    "table": {"id": whole, "by": whole},
    "exam": {"id": whole, "exam": _hash, "answered": whole, "by": whole, "over": _yes_or_no},
    "controls": {
        "by": _who,
        "why": _text,
        "name": _text,
        "hash": _hash,
        "text": _text,
        "guests": _texts,
        "covered": whole,
        "verified": whole,
        "posting": _by_name(_texts),
        "tables": _by_name(whole),
    },
    "waits": {"by": _who, "table": whole, "act": _text, "data": _table},
    "waited": {"by": _who, "of": whole, "came": _text},
    "archive": {
        "name": _text,
        "sha256": _hash,
        "before": _text,
        "by": _text,
        "tables": lambda value: bool(value) and _by_name(_of(ARCHIVED_TABLE))(value),
    },
}
"""What entries hold by their kind, besides kind and time."""

MAY: Mapping[str, Set[str]] = {
    "person": {"password", "provisional"},
    "session": {"password", "factor"},
}
"""What of it is told of some: a guest has no password, and not everybody a second factor."""

OF_AWARD = _of({**dict.fromkeys(("table", "round", "seat", "cents"), whole), "jackpot": _text, "wager": _text})
FUNDS = _of({"held": whole, "required": whole})
STATES: Form = {"states": _by_name(_text), "notices": _by_name(_text)}
AGREED: Form = {"jackpot": _text, "reason": _text, "request": whole, "asked_by": whole, "origin": _text}
ASKED: Mapping[str, Test] = {
    "cents": _some,
    "maximum": whole,
    "reserve": _share,
    "displayed": _yes_or_no,
    "to": _text,
}
ANSWERED: Form = {"by": whole, "reason": _text}

SEEN = _of(
    {
        **dict.fromkeys(("hand", "player", "root", "award", "clause"), lambda value: _text(value) or value is None),
        **dict.fromkeys(("wager_cents", "payout_cents", "cards", "counted"), whole),
    },
    {"counted"},
)


def _request(value: Any) -> bool:
    """What somebody asks for is all that the act goes by; a plan may be changed in one thing alone, a seed is taken
    back from what is not displayed where nothing is said. Older requests may have what another act goes by."""
    takes = TAKES.get(value.get("what"), ()) if _table(value) else ()
    every = {name for each in TAKES.values() for name in each}
    form: dict[str, Test] = {"what": _text, "jackpot": _text, "reason": _text, "by": whole}
    form |= {name: ASKED.get(name, lambda value: _text(value) or whole(value)) for name in every}
    return _of(form, {"maximum", "reserve", "displayed", *every.difference(takes)})(value)


def _agreed(act: str) -> Form:
    """What two people do: changes of jackpots, money, and what else they go by."""
    form = dict(AGREED)
    form |= {"jackpots": _list} if act not in ("give", *OF_THE_ACCOUNT) else {}
    form |= {"moves": _list} if act in ("give", *OF_THE_ACCOUNT) else {}
    form |= {**STATES, "stood": _by_name(whole)} if act in ENDS else {}
    form |= {**STATES, "funds": FUNDS} if act in OF_THE_ACCOUNT else {}
    return form | ({"was": _of({"state": _text, "notice": _text})} if act == "seizure" else {})


DESK: Mapping[str, Form] = {
    "asked": {"by": whole, "request": _request, "origin": _text},
    "verified": {"by": whole, "award": whole, "of": OF_AWARD, "seen": SEEN, "origin": _text},
    "approved": {"by": whole, "award": whole, "of": OF_AWARD, "asked_by": whole, "origin": _text},
    "paid": {"by": whole, "award": whole, "of": OF_AWARD, "jackpots": _list},
    TAKEN_BACK: {**ANSWERED, "jackpot": _text, "request": whole},
    "frozen": {**ANSWERED, **STATES, "jackpot": _text},
    "thawed": {**ANSWERED, **STATES, "jackpot": _text, "funds": FUNDS},
    "deposit": {**STATES, "by": _who, "reason": _text, "cents": whole, "moves": _list, "funds": FUNDS},
    "reviewed": {**STATES, "by": _who, "reason": _text, "funds": FUNDS},
    **{act: {**_agreed(act), "by": whole} for act in ACTS},
}
"""What entries of the jackpots' desk hold by their act, besides kind, act and time."""

DECLINES: tuple[Form, Form] = (
    {**ANSWERED, "award": whole, "of": OF_AWARD},
    {**ANSWERED, "jackpot": _text, "request": whole},
)
"""An award is declined, or a request is."""

MAY_AT_THE_DESK: Mapping[str, Set[str]] = {"deposit": {"states", "notices"}}


def form_of(body: Mapping[str, Any]) -> tuple[Form, Set[str]] | None:
    """The fields of an entry of the room's own journal, and those that it may leave out; none where nobody knows."""
    kind, act = str(body.get("kind")), str(body.get("act"))
    if kind == "jackpot" and act == DECLINED:
        return {**DECLINES["request" in body or "jackpot" in body], "act": _text}, set()
    if kind == "jackpot":
        return ({**DESK[act], "act": _text}, {"origin", *MAY_AT_THE_DESK.get(act, ())}) if act in DESK else None
    return (ENTRIES[kind], MAY.get(kind, set())) if kind in ENTRIES else None


def unwritten(body: Mapping[str, Any]) -> Iterator[str]:
    """What an entry of the room's own journal leaves out, tells otherwise than the room writes it, or besides."""
    found = form_of(body)
    if found is None:
        return
    form, may = found
    if other := list(_wrong(body, {**form, "kind": _text, "at": _text}, may)):
        yield f"is not whole, or says more than the room writes: {', '.join(other)}"
