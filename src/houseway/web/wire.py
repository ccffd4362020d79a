"""What travels between browser and room, as types: they make the OpenAPI document and refuse what is not meant."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError
from starlette.exceptions import HTTPException

from houseway.errors import HousewayError, short
from houseway.room.acts import COMMANDS

NO_TEXT = re.compile("[\x00\ud800-\udfff]")
"""What is no character, or none that every database keeps."""

OF_TYPES = re.compile(r"(function-(before|after|wrap|plain)|dict|list|nullable)\[|constrained-")
"""How a place within a choice of types begins, which nobody has written."""

DEEPEST = 20
"""Levels of lists and objects in each other where anything may stand."""

MOST_TOLD = 20
"""Faults of the form of a request that an answer tells; of the others it tells how many there are."""


class IllegalText(HousewayError):
    """A text of a form that cannot be kept."""


def few(most: int) -> BeforeValidator:
    """At most so many entries, counted before any of them is looked at."""

    def counted(value: Any) -> Any:
        if isinstance(value, dict | list) and len(value) > most:
            raise ValueError(f"{len(value):,} entries: at most {most} are taken")
        return value

    return BeforeValidator(counted)


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects lie in each other on more levels."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _deeper(each, levels - 1) for each in inside)


def _writable(value: Any) -> Any:
    """Refuse what no answer could repeat, half of a character's two halves, and what nobody means, a heap of lists."""
    if _deeper(value, DEEPEST):
        raise ValueError(f"lies more than {DEEPEST} levels deep")
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("holds what is no text") from None
    return value


Anything = Annotated[Any, AfterValidator(_writable)]
"""Whatever JSON can say in characters that there are."""


class Sent(BaseModel):
    """What a script or a program sends: what it does not know is a fault, and many of those are one."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="wrap")
    @classmethod
    def _of_known_size(cls, value: Any, judge: Callable[[Any], Any]) -> Any:
        if isinstance(value, dict) and len(value) > len(cls.model_fields) + MOST_TOLD:
            raise ValueError(f"{len(value):,} fields: at most {len(cls.model_fields)} are known")
        return judge(value)


def _digits(value: Any) -> Any:
    """A number in an address, as everybody reads it: `1.0`, ` 1` and `+1` are none."""
    if isinstance(value, str) and not (value.isascii() and value.isdigit()):
        raise PydanticCustomError("int_parsing", "is a whole number")
    return value


InDigits = BeforeValidator(_digits)


async def fields_of(request: Request) -> dict[str, str]:
    """The texts of a form that was posted, in characters that can be kept."""
    fields = {key: text for key, text in (await request.form()).items() if isinstance(text, str)}
    for key, text in fields.items():
        if NO_TEXT.search(key) or NO_TEXT.search(text):
            field = short(NO_TEXT.sub("", key))
            raise IllegalText(f"{field} holds what is no character: write it without")
    return fields


Posted = Annotated[dict[str, str], Depends(fields_of)]
"""A form whose fields the document of a game names."""


UNREAD: tuple[tuple[type[Exception], str], ...] = (
    (RecursionError, "the request has too many lists and objects in each other: none of ours has as many"),
    (UnicodeDecodeError, "the request is not written in UTF-8: send it so"),
    (ValueError, "the request holds a number of thousands of digits: write one that a table can have"),
)
"""Why a body is no JSON that can be read, by what reading it raises."""


def understood(fault: HTTPException) -> HTTPException:
    """The same, but of a body that could not be read, of which FastAPI says no more, why."""
    why = next((says for kind, says in UNREAD if isinstance(fault.__cause__, kind)), "")
    return HTTPException(422, why) if why else fault


def malformed(fault: RequestValidationError) -> str:
    """What is wrong with the form of a request: the first faults, each at its place, and how many more there are."""
    faults: Sequence[Any] = fault.errors()
    told = "; ".join(_sentence(each) for each in faults[:MOST_TOLD])
    more = len(faults) - MOST_TOLD
    return f"{told}; and {more:,} more" if more > 0 else told


SAYS = {
    "extra_forbidden": "is no field of this request: leave it out",
    "missing": "is missing: this request needs it",
    "string_type": "is a text, in quotation marks",
    "string_unicode": "holds half of a character: write it whole, or leave it out",
    "int_parsing": "is a whole number",
    "int_from_float": "is a whole number",
    "float_type": "is a number",
    "bool_type": "is true or false",
    "bool_parsing": "is true or false",
    "dict_type": "is an object of fields, in braces",
    "model_type": "is an object of fields, in braces",
    "model_attributes_type": "is an object of fields, in braces",
    "list_type": "is a list, in brackets",
    "string_too_long": "has at most {max_length:,} characters",
    "string_too_short": "has at least {min_length:,} characters",
    "too_long": "has at most {max_length:,} entries",
    "too_short": "has at least {min_length:,} entries",
    "greater_than_equal": "is at least {ge:,}",
    "less_than_equal": "is at most {le:,}",
    "less_than": "is less than {lt:,}",
    "finite_number": "is a whole number",
    "literal_error": "is {expected}",
}
"""What a program is told, by the kind of fault."""

MADE_OF = {
    "^[A-Za-z0-9_-]+$": "letters from A to Z, digits, hyphens and low lines",
    "^[a-z0-9-]+$": "small letters from a to z, digits and hyphens",
    "^[a-z-]+$": "small letters from a to z and hyphens",
    "^[A-Za-z0-9+ /.:-]*$": "letters from A to Z, digits, blanks and the signs + / . : -",
    "^[0-9a-f]+$": "the digits from 0 to 9 and a to f",
    "^[0-9a-f]{64}$": "64 of the digits from 0 to 9 and a to f",
}
"""What a text may hold, by its pattern."""


def _sentence(fault: Any) -> str:
    """A fault in words that name the field and say what to do."""
    if fault["type"] == "json_invalid":
        at = next((part for part in reversed(fault["loc"]) if isinstance(part, int)), 0)
        return f'the request is no JSON from character {at + 1} on: send an object of fields, as in {{"game": "…"}}'
    if fault["type"] == "unknown_command":
        return str(fault["msg"])
    place = _place(fault["loc"])
    if fault["type"] == "string_pattern_mismatch":
        return f"{place} is made of {MADE_OF.get(fault['ctx']['pattern'], 'other characters')}"
    if fault["type"] == "int_type":
        of = " of cents" if {"wagers", "cents"} & set(fault["loc"]) else ""
        quoted = ", without quotation marks" if isinstance(fault.get("input"), str) else ""
        return f"{place} is a whole number{of}, as in 500{quoted}"
    if fault["type"] in SAYS:
        return f"{place} {SAYS[fault['type']].format(**fault.get('ctx', {}))}"
    return f"{place}: {short(str(fault['msg']).removeprefix('Value error, '), 300)}"


def _place(path: Sequence[Any]) -> str:
    named = (str(part) for part in path[1:] if not OF_TYPES.match(str(part)))
    return ".".join(map(short, named)) or "the request"


def _command(kind: str) -> str:
    """A command that there is."""
    if kind not in COMMANDS:
        known = ", ".join(sorted(COMMANDS))
        raise PydanticCustomError(
            "unknown_command",
            "there is no command '{kind}'; the commands are {known}",
            {"kind": short(kind), "known": known},
        )
    return kind


def _as_written(number: Any) -> Any:
    """A number as the room writes it; any other spelling of it would be another address of one page."""
    if isinstance(number, str) and not re.fullmatch("0|-?[1-9][0-9]*", number):
        raise PydanticCustomError("int_parsing", "is a whole number")
    return number


AsWritten = BeforeValidator(_as_written)
Kind = Annotated[
    str,
    BeforeValidator(_writable),
    AfterValidator(_command),
    Field(json_schema_extra={"pattern": f"^({'|'.join(COMMANDS)})$"}),
]
Number = Annotated[int, Field(ge=1, le=2**53 - 1), AsWritten]
"""A number in an address, in one spelling: `01`, `1.0` and `+1` are none."""
Whole = Annotated[int, Field(strict=True, ge=1, le=2**53 - 1)]
"""A number in a body: `"5"`, `5.0` and `true` are none. In a path everything is a text."""
FromNothing = Annotated[int, Field(strict=True, ge=0, le=2**53 - 1)]
Cents = Annotated[int, Field(strict=True, ge=0, le=10**12)]
Card = Annotated[str, Field(min_length=2, max_length=8)]
Short = Annotated[str, Field(max_length=200)]
Hex = Annotated[str, Field(min_length=1, max_length=256, pattern="^[0-9a-f]+$")]
Hand = Annotated[list[Card], Field(max_length=20), few(20)]
Answer = Short | Cents | Annotated[list[Hand], Field(max_length=5), few(5)]
"""A word, cents, or piles of cards in the order of the question's."""
MOST_TEXT = 20_000
"""Characters of a setting or a paytable of one's own: twice the longest that is printed."""
Text = Annotated[str, Field(max_length=MOST_TEXT)]


class Fault(BaseModel):
    """What is wrong, in a sentence that says what to do instead, and the clause it rests on."""

    error: str
    clause: str


LEFT_OUT: Any = None
"""What may be left out, and is never null: a bet without it would be laid by mistake."""


class SignedBet(Sent):
    """The signature of one's own browser, with a bet or as it is taken back; `houseway.room.fairness.signed_bets`."""

    after: FromNothing
    key: Annotated[str, Field(min_length=64, max_length=64, pattern="^[0-9a-f]+$")]
    nth: FromNothing
    seat: FromNothing
    signature: Annotated[str, Field(min_length=128, max_length=128, pattern="^[0-9a-f]+$")]


class Act(Sent):
    """What a command needs besides its kind; `houseway.room.acts` says which needs what."""

    seat: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None
    wagers: Annotated[dict[Short, Cents], Field(max_length=20), few(20)] | None = None
    commit: Hex = LEFT_OUT
    signed: SignedBet = LEFT_OUT
    modulus: Hex | None = None
    base: Hex | None = None
    factor: Hex | None = None
    answer: Answer | None = None
    position: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None
    kind: Short | None = None
    reason: Short | None = None
    what: Literal["void", "correction"] | None = None
    round: Whole | None = None
    request: Whole | None = None
    shown: Short | None = None
    cents: Annotated[int, Field(strict=True, ge=-(10**12), le=10**12)] | None = None
    wager: Short | None = None
    settings: Annotated[dict[Short, Text], Field(max_length=200), few(200)] | None = None
    paytables: Annotated[list[Annotated[dict[Short, Anything], few(200)]], Field(max_length=20), few(20)] | None = None

    def given(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True)


class Order(Sent):
    """A command: its own key, so that it takes effect once however often it is sent, and the version it expects."""

    key: Annotated[str, Field(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
    version: Annotated[int, Field(strict=True, ge=0, le=2**53 - 1)] | None = None
    kind: Kind
    data: Act = Act()


class Moved(BaseModel):
    """The version of the table after a command; for an answer in a round or a signed bet, the room's receipt."""

    version: int
    receipt: dict[str, Any] | None = None


class Piles(Sent):
    """A hand as it might be set."""

    piles: Annotated[list[Hand], Field(min_length=1, max_length=5), few(5)]


class Said(BaseModel):
    """What each pile makes in words, and why the setting is a foul, if it is one."""

    says: list[str]
    foul: str


class Choices(Sent):
    """Settings as a person types them, by id, a file of one's own as its text; paytables of one's own, by wager."""

    settings: Annotated[dict[Short, Text], Field(max_length=200), few(200)] = {}
    paytables: Annotated[dict[Short, Text], Field(max_length=20), few(20)] = {}


class SettingFault(BaseModel):
    """What is wrong with a setting or with a wager's paytable (`paytable.tie`); with several where none is named."""

    setting: str
    says: str


class Checked(BaseModel):
    """Whether a table can be opened with these settings."""

    ok: bool
    faults: list[SettingFault]


class DrillKind(Sent):
    """Which decisions to deal."""

    kind: Short = "any"


class DrillAnswer(Sent):
    """An answer to a dealt decision."""

    answer: Answer


class DrillScore(BaseModel):
    """Decisions of one kind in the drill, and what all of them cost in units; `exact` where nothing was estimated."""

    kind: str
    decided: int
    right: int
    units: float
    exact: str


class DrillScores(BaseModel):
    """The scores that the room keeps for who is asking; a browser keeps them for who has no name here.

    `waiting` mistakes are to come back.
    """

    kept: bool
    scores: list[DrillScore]
    waiting: int


UNLOOKED = (
    (400, "The address is not well formed, or holds a name that is too long."),
    (408, "The request took too long to arrive; in plain text where its head did."),
    (413, "The body of the request is too long."),
    (415, "The body of the request is of a kind that is not read."),
    (421, "The room does not answer to this name."),
    (429, "Too many requests."),
)
"""What is answered before it is looked at what was asked."""

FAULTS: dict[int | str, dict[str, Any]] = {
    code: {"model": Fault, "description": says}
    for code, says in (
        *UNLOOKED,
        (401, "Nobody is signed in."),
        (403, "This may not be done by this person, or not from this page."),
        (404, "There is no such thing."),
        (409, "The table has moved on: look again."),
        (422, "What was asked is not allowed; the sentence says why."),
        (503, "The room is busy, or has stopped: try again in a moment."),
    )
}
