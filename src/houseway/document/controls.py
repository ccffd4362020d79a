"""The operator's written controls: what follows from an irregularity, by stage of the round and by whom it concerns.

The simple form is a setting of type `control`, named like its kind: one word for every stage. The setting
`irregularities` holds controls of one's own as TOML text:

    [[irregularity]]
    kind = "card-off-the-table"
    says = "A card has left the table."
    seat = [{ stage = "deal", then = "replace-card" }, { stage = "play", then = "void-hand" }]
    dealer = "void-round"
    supervisor = true

What a clause of the document fixes, no control changes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.document.fields import SENT_DOTS, Reader, parsed
from houseway.errors import Cited, Faulty, IllegalAnswer, unreadable

if TYPE_CHECKING:
    from houseway.document.settings import Setting, Settings

IRREGULARITIES, NONE = "irregularities", "none"
"""The setting that holds controls of one's own, and its value where there are none."""

STAGES = ("deal", "play", "reveal")
"""Until a seat is asked for the first time; until a hand is revealed; from there to the end."""

CONTROLS = ("play-on", "void-hand", "void-round", "forfeit-hand", "replace-card", "another-card", "reset-dealer")
"""What a written control may prescribe."""

IN_WORDS = {
    "play-on": "play goes on with the cards as they lie",
    "void-hand": "the hand is dead and its wagers are returned",
    "void-round": "the round is dead and every wager is returned",
    "forfeit-hand": "the hand is dead and its wagers are lost",
    "replace-card": "the last card dealt there is burnt and the next card takes its place",
    "another-card": "the seat is dealt one more card",
    "reset-dealer": "the dealer's hand is set by the house way",
}
STAGE_IN_WORDS = {"deal": "during the deal", "play": "in play", "reveal": "once a hand is revealed"}

FITTING = {
    "seat": tuple(each for each in CONTROLS if each != "reset-dealer"),
    "dealer": ("play-on", "void-round", "replace-card", "reset-dealer"),
    "round": ("play-on", "void-round"),
}
"""Whom a control concerns, and what it may prescribe there: nobody loses a wager by the dealer's hand."""

OUT_OF_CARDS = "out-of-cards"
Follows = tuple[tuple[str, str], ...]
"""What follows, by stage."""


@dataclass(frozen=True)
class Control:
    """What follows from one kind of irregularity on a seat, and on the dealer's hand or on the round."""

    kind: str
    says: str
    clause: str
    seat: Follows = ()
    dealer: Follows = ()
    round: Follows = ()
    supervisor: bool = True
    """Whether only a supervisor may call it."""

    @property
    def name(self) -> str:
        return self.kind.replace("-", " ")

    def follows(self, place: int) -> Mapping[str, str]:
        """What follows at each stage from a call on a seat, or on 0: the dealer's hand or the round."""
        return dict(self.seat if place else self.dealer or self.round)

    def then(self, place: int, stage: str) -> str:
        """What follows from a call on a place at a stage, or a refusal where nothing is written."""
        found = self.follows(place)
        if not found:
            told = "names no seat: it is on the dealer's hand or the round" if place else "names a seat"
            raise IllegalAnswer(f"a call of {self.kind} {told}, by the written control", self.clause)
        if stage not in found:
            raise IllegalAnswer(
                f"the written control of {self.kind} says what follows {_stages(found)}, not {STAGE_IN_WORDS[stage]}",
                self.clause,
            )
        return found[stage]


def _stages(found: Iterable[str]) -> str:
    return " and ".join(STAGE_IN_WORDS[stage] for stage in found)


def everywhere(then: str) -> Follows:
    """The same at every stage."""
    return tuple((stage, then) for stage in STAGES)


def of_setting(spec: "Setting", then: str) -> Control:
    """The control that one word is; a dealer's hand that is dead voids the round."""
    dealer = "void-round" if then in ("void-hand", "forfeit-hand") else then
    return Control(
        spec.id,
        spec.says,
        spec.clause,
        everywhere(then) if then in FITTING["seat"] else (),
        everywhere(dealer) if dealer in FITTING["dealer"] else (),
    )


def controls_of(settings: "Settings") -> dict[str, Control]:
    """Every control in force, by kind; one's own stand for the settings of the same name."""
    found = {spec.id: of_setting(spec, settings.text(spec.id)) for spec in settings.specs if spec.type == "control"}
    return found | {control.kind: control for control in check_controls(settings)}


def check_controls(settings: "Settings") -> list[Control]:
    """The controls of one's own; whatever is wrong with them is refused."""
    text = settings.text(IRREGULARITIES) if IRREGULARITIES in settings else NONE
    return [] if text == NONE else own_controls(text, settings.specs)


def controls_in_words(settings: "Settings") -> list[str]:
    """Every control in force, a sentence each."""
    return [_in_words(control) for control in controls_of(settings).values()]


def _in_words(control: Control) -> str:
    parts = []
    for whom, follows in (("a seat", control.seat), ("the dealer", control.dealer), ("the round", control.round)):
        if follows:
            on = "" if follows == control.seat == control.dealer else f"on {whom}, "
            parts.append(on + _follows_in_words(follows))
    who = "a supervisor calls it" if control.supervisor else "anybody at the table may call it"
    return f"{control.name.capitalize()}: {'; '.join(dict.fromkeys(parts))}; {who} (clause {control.clause})."


def _follows_in_words(follows: Follows) -> str:
    if follows == everywhere(follows[0][1]):
        return IN_WORDS[follows[0][1]]
    return ", ".join(f"{STAGE_IN_WORDS[stage]} {IN_WORDS[then]}" for stage, then in follows)


# ---------------------------------------------------------------------------------------------------- one's own


def setting_fields(specs: "Sequence[Setting]") -> dict[str, Any] | None:
    """The setting that every document with a house's control has; None where there is none, or it has its own."""
    house = [spec for spec in specs if spec.type == "control" and spec.layer == "house"]
    if not house or any(spec.id == IRREGULARITIES for spec in specs):
        return None
    return {
        "id": IRREGULARITIES,
        "type": "content",
        "default": NONE,
        "choices": [NONE],
        "layer": "house",
        "clause": house[0].clause,
        "says": "Written controls of one's own for irregularities: what follows from each, by stage and by whom.",
    }


def own_controls(text: str, specs: "Sequence[Setting]") -> list[Control]:
    """Controls of one's own from their text, checked whole; every fault with its place."""
    try:
        top = Reader(parsed(text, SENT_DOTS), "", [])
    except (ValueError, RecursionError) as fault:
        raise Faulty(IRREGULARITIES, [("text", unreadable(fault))]) from None
    top.text("name", "")
    clause = next(spec.clause for spec in specs if spec.id == IRREGULARITIES)
    found = [_control(each, specs, clause) for each in top.tables("irregularity")]
    top.finish()
    kinds = [control.kind for control in found]
    for kind in sorted({kind for kind in kinds if kinds.count(kind) > 1}):
        top.fault("irregularity", f"{kind!r} stands there more than once")
    if not found and not top.faults:
        top.fault("irregularity", "none is told: write one, or set irregularities to none")
    if top.faults:
        raise Faulty(IRREGULARITIES, top.faults)
    return found


def _control(at: Reader, specs: "Sequence[Setting]", clause: str) -> Control:
    kind, says = at.text("kind"), at.text("says")
    if kind and not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", kind):
        at.fault("kind", f"is words of small letters with hyphens, as in card-off-the-table, not {kind!r}")
    for fault in _fixed(kind, specs):
        at.fault("kind", fault)
    allowed = {choice for spec in specs if spec.type == "control" and spec.layer == "house" for choice in spec.choices}
    follows = {whom: _follows(at, whom, allowed) for whom in FITTING if at.has(whom)}
    if not follows:
        at.fault("seat", "say what follows: on a seat, on the dealer or on the round")
    if "dealer" in follows and "round" in follows:
        at.fault("round", "a call that names no seat is on the dealer's hand or on the round: keep one of the two")
    control = Control(kind, says, clause, **follows, supervisor=at.flag("supervisor", True))
    at.finish()
    return control


def _fixed(kind: str, specs: "Sequence[Setting]") -> Iterator[str]:
    """What no control of one's own may change."""
    if kind == OUT_OF_CARDS:
        yield f"{kind} is the shoe's own call: nobody writes a control for it"
    for spec in specs:
        if spec.id == kind and spec.type == "control" and spec.layer in ("state", "game"):
            then = IN_WORDS[str(spec.default)]
            says = f"clause {spec.clause} of the document fixes what follows from {kind}: {then}; no control changes it"
            yield Cited(says, spec.clause, spec.layer)


def _follows(at: Reader, whom: str, allowed: set[str]) -> Follows:
    """A word for every stage, or a list of stages."""
    value = at.value(whom)
    if isinstance(value, str):
        _check(at, whom, whom, value, allowed)
        return everywhere(value)
    found: list[tuple[str, str]] = []
    for each in at.tables(whom):
        stage, then = each.one_of("stage", STAGES), each.text("then")
        each.finish()
        if then:
            _check(each, "then", whom, then, allowed)
        if stage in [other for other, _ in found]:
            each.fault("stage", f"{stage} stands there more than once")
        found.append((stage, then))
    if value == []:
        at.fault(whom, "says nothing: write what follows")
    return tuple(found)


def _check(at: Reader, key: str, whom: str, then: str, allowed: set[str]) -> None:
    """Whether a control may prescribe this here."""
    if then not in CONTROLS:
        at.fault(key, f"is one of {', '.join(CONTROLS)}, not {then!r}")
    elif then not in FITTING[whom]:
        place = {"seat": "a seat", "dealer": "the dealer's hand", "round": "the round"}[whom]
        at.fault(key, f"{then} cannot follow on {place}: write {', '.join(FITTING[whom])}")
    elif then not in allowed:
        may = ", ".join(each for each in CONTROLS if each in allowed)
        at.fault(key, f"{then} is not for this game, whose document allows its controls {may}")
