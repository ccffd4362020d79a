"""What travels between browser and room, as types: they make the OpenAPI document and refuse what is not meant."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from houseway.room.acts import COMMANDS

Kind = Annotated[str, Field(pattern=f"^({'|'.join(COMMANDS)})$")]
Number = Annotated[int, Field(ge=1, le=2**53 - 1)]
Whole = Annotated[int, Field(strict=True, ge=1, le=2**53 - 1)]
"""A number in a body: `"5"`, `5.0` and `true` are none. In a path everything is a text."""
Cents = Annotated[int, Field(strict=True, ge=0, le=10**12)]
Card = Annotated[str, Field(min_length=2, max_length=8)]
Short = Annotated[str, Field(max_length=200)]
Hex = Annotated[str, Field(min_length=1, max_length=256, pattern="^[0-9a-f]+$")]
Hand = Annotated[list[Card], Field(max_length=20)]
Answer = Short | Cents | Annotated[list[Hand], Field(max_length=5)]
"""A word, cents, or piles of cards in the order of the question's."""
MOST_TEXT = 20_000
"""Characters of a setting or a paytable of one's own: twice the longest that is printed."""
Text = Annotated[str, Field(max_length=MOST_TEXT)]


class Fault(BaseModel):
    """What is wrong, in a sentence that says what to do instead, and the clause it rests on."""

    error: str
    clause: str


class Act(BaseModel):
    """What a command needs besides its kind; `houseway.room.acts` says which needs what."""

    model_config = {"extra": "forbid"}

    seat: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None
    wagers: Annotated[dict[Short, Cents], Field(max_length=20)] | None = None
    commit: Hex | None = None
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
    cents: Annotated[int, Field(strict=True, ge=-(10**12), le=10**12)] | None = None
    wager: Short | None = None
    settings: Annotated[dict[Short, Annotated[str, Field(max_length=20_000)]], Field(max_length=200)] | None = None
    paytables: Annotated[list[dict[str, Any]], Field(max_length=20)] | None = None

    def given(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True)


class Order(BaseModel):
    """A command: its own key, so that it takes effect once however often it is sent, and the version it expects."""

    model_config = {"extra": "forbid"}

    key: Annotated[str, Field(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
    version: Annotated[int, Field(strict=True, ge=0, le=2**53 - 1)] | None = None
    kind: Kind
    data: Act = Act()


class Moved(BaseModel):
    """The version of the table after a command; for an answer in a round, the room's signed receipt."""

    version: int
    receipt: dict[str, Any] | None = None


class Piles(BaseModel):
    """A hand as it might be set."""

    model_config = {"extra": "forbid"}

    piles: Annotated[list[Hand], Field(min_length=1, max_length=5)]


class Said(BaseModel):
    """What each pile makes in words, and why the setting is a foul, if it is one."""

    says: list[str]
    foul: str


class Choices(BaseModel):
    """Settings as a person types them, by id, a file of one's own as its text; paytables of one's own, by wager."""

    model_config = {"extra": "forbid"}

    settings: Annotated[dict[Short, Text], Field(max_length=200)] = {}
    paytables: Annotated[dict[Short, Text], Field(max_length=20)] = {}


class SettingFault(BaseModel):
    """What is wrong with a setting or with a wager's paytable (`paytable.tie`); with several where none is named."""

    setting: str
    says: str


class Checked(BaseModel):
    """Whether a table can be opened with these settings."""

    ok: bool
    faults: list[SettingFault]


class DrillKind(BaseModel):
    """Which decisions to deal."""

    model_config = {"extra": "forbid"}

    kind: Short = "any"


class DrillAnswer(BaseModel):
    """An answer to a dealt decision."""

    model_config = {"extra": "forbid"}

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


FAULTS: dict[int | str, dict[str, Any]] = {
    code: {"model": Fault, "description": says}
    for code, says in (
        (401, "Nobody is signed in."),
        (403, "This may not be done by this person, or not from this page."),
        (404, "There is no such thing."),
        (409, "The table has moved on: look again."),
        (422, "What was asked is not allowed; the sentence says why."),
        (429, "Too many requests."),
        (503, "The room is busy, or has stopped: try again in a moment."),
    )
}
