"""A ruling as a tree: what was compared to come to a payout, and the row, commission, clause and settings it rests on.

The game says what was compared, in `Hooks.reasons`; what every payout has in common is added here.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from houseway.document.controls import IRREGULARITIES, check_controls
from houseway.document.paytables import Paytable, Row
from houseway.document.readings import unprinted
from houseway.document.settings import Setting, Settings
from houseway.money import commission, dollars
from houseway.round.questions import Answer, Question, Standing
from houseway.round.ruling import Payout, Setup
from houseway.round.terms import rounding_of

if TYPE_CHECKING:
    from houseway.game import Game

DEAD = ("void", "forfeit")
"""The awards of hands that a call has ended: no card decides them."""

Asked = TypeVar("Asked", bound=Question)


class Reason(NamedTuple):
    """One thing that was found or compared, the clause that it rests on, and what it is made of."""

    says: str
    clause: str = ""
    parts: tuple["Reason", ...] = ()

    @property
    def leaves(self) -> Iterator["Reason"]:
        """The reasons that are made of no others."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves

    @property
    def in_words(self) -> str:
        """The sentence with its clause, where it does not name it already."""
        named = not self.clause or f"clause {self.clause}" in self.says
        return self.says if named else f"{self.says} (clause {self.clause})"

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The tree as text, two spaces a level, each with its clause."""
        yield "  " * depth + self.in_words
        for part in self.parts:
            yield from part.lines(depth + 1)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def explained(game: "Game", payout: Payout, standing: Standing, setup: Setup) -> Reason:
    """Why a wager ended so, from the round as it ended: one sentence, and below it all that it rests on."""
    settings = setup.settings
    if payout.award in DEAD:
        parts = [*_called(payout, settings), *cited(payout.clause, settings)]
    else:
        parts = [
            *game.reasons(payout, standing, setup),
            *_row(payout, settings),
            *_commission(payout, settings),
            *cited(payout.clause, settings),
        ]
        said = {part.says for part in parts}
        parts += [part for part in _chosen(payout.clause, settings) if part.says not in said]
    return Reason(payout.why, payout.clause, tuple(parts))


def reason_json(reason: Reason) -> dict[str, Any]:
    """The one JSON form of a tree."""
    return {"says": reason.says, "clause": reason.clause, "parts": [reason_json(part) for part in reason.parts]}


# ---------------------------------------------------------------------------------------------------- for the games


def answers_of(standing: Standing, seat: int, kind: type[Asked]) -> list[tuple[Asked, Answer]]:
    """What a seat was asked of a kind and has answered, in its order."""
    return [
        (question, answer)
        for question, answer in standing.events
        if isinstance(question, kind) and question.seat == seat and answer is not None
    ]


def void_seats(standing: Standing) -> frozenset[int]:
    """The seats whose hands are dead by a call."""
    ruling = standing.ruling or ()
    live = {payout.seat for payout in ruling if payout.award not in DEAD}
    return frozenset(payout.seat for payout in ruling) - live


def in_force(settings: Settings, *ids: str) -> tuple[Reason, ...]:
    """Settings that have decided, and whose they are: `foul = lose, the house's choice`; a document may lack some."""
    specs = [settings.spec(id_) for id_ in ids if id_ in settings]
    return tuple(
        Reason(
            f"{spec.id} = {spec.title(settings[spec.id])}, {whose(spec, settings)}: {spec.says.rstrip('.')}",
            spec.clause,
        )
        for spec in specs
    )


def whose(spec: Setting, settings: Settings) -> str:
    """Whose word the value of a setting is, or from what it departs."""
    value, allowed = settings[spec.id], spec.allowed
    source = f" ({spec.source})" if spec.source else ""
    author = "state" if spec.layer == "state" else "document"
    if not allowed.allows(value) and spec.approved_under(settings.show()) and spec.type != "paytable":
        return f"a departure from what the {author} allows, {spec.allowed_in_words}{source}"
    if any(each.setting == spec.id for each in unprinted(settings, settings.document)):
        return "a departure from the document: this reading does not give the figures that it prints"
    if spec.layer not in ("state", "game"):
        return "the house's choice"
    if value == allowed.most:
        return f"the most that the {author} allows{source}"
    if value == spec.default or value in allowed.values:
        return f"the {author}'s{source}"
    return f"the house's choice within what the {author} allows{source}"


# ---------------------------------------------------------------------------------------------------- of every payout


def cited(clause: str, settings: Settings) -> Iterator[Reason]:
    """A clause in our words, and the document that it stands in."""
    for each in settings.document.clauses:
        if each.id == clause:
            source = settings.document.source
            yield Reason(f"clause {clause} of {source.title}, {source.date}: {each.says}", clause)


def _row(payout: Payout, settings: Settings) -> Iterator[Reason]:
    """The row of the paytable that pays."""
    tables = [table for table in (settings.paytable(payout.wager), *settings.document.paytables) if table is not None]
    table = next((table for table in tables if table.id == payout.paytable), None)
    if table is None:
        return
    row = table.row(payout.award)
    if row is not None:
        yield Reason(f'row "{row.label}" of {table.id}: {pays_in_words(table, row, payout.stake)}', table.clause)
    elif payout.award == "lose":
        yield Reason(f"no row of {table.id} pays", table.clause)


def pays_in_words(table: Paytable, row: Row, stake: int = 1_00) -> str:
    """What a row pays, as its table prints it; what it prints in dollars for a wager of one, on this stake."""
    kind, amount = row.pay.kind, row.pay.amount
    if kind in ("push", "lose"):
        return "a push" if kind == "push" else "the wager is lost"
    most = f", at most {dollars(table.limit)}" if table.limit else ""
    if kind == "percent":
        return f"pays {float(100 * amount):g} % of the jackpot"
    if kind == "dollars" or table.basis == "dollars":
        return f"pays {dollars(int((100 if table.basis == 'dollars' else stake) * amount))}{most}"
    ratio = f"{amount.numerator} to {amount.denominator}" if table.basis == "to 1" else f"{amount} {table.basis}"
    return f"pays {ratio}{most}"


def _commission(payout: Payout, settings: Settings) -> Iterator[Reason]:
    """What the house has kept of a win: the rate, the rounding, the ceiling."""
    won = payout.net + payout.commission
    if "commission" not in settings or won <= 0:
        return
    clause = settings.spec("commission").clause
    if not payout.commission:
        yield Reason("no commission is taken of this win", clause)
        return
    rate, (rounding, most) = settings.fraction("commission"), rounding_of(settings)
    exact = won * rate
    says = f"commission: {float(100 * rate):g} % of the {dollars(won)} won is {dollars(payout.commission)}"
    parts = in_force(settings, "commission")
    if exact != payout.commission:
        says += f", {float(exact):g} cents rounded {rounding}"
        parts += in_force(settings, "commission-rounding")
        if most is not None and commission(won, rate, rounding) != payout.commission:
            says += f", and never more than {float(100 * most):g} % in whole cents"
    yield Reason(says, clause, parts)


def _chosen(clause: str, settings: Settings) -> Iterator[Reason]:
    """The settings of a clause that are not as the document has them by default."""
    for spec in settings.specs:
        if spec.clause == clause and spec.layer != "analysis" and settings[spec.id] != spec.default:
            yield from in_force(settings, spec.id)


def _called(payout: Payout, settings: Settings) -> Iterator[Reason]:
    """The call after which a hand is dead, and the written control that it was settled by."""
    kind = payout.why.partition(":")[0].replace(" ", "-")
    own = next((control for control in check_controls(settings) if control.kind == kind), None)
    if own is None:
        yield from in_force(settings, kind)
    else:
        says = f"{own.name}, by a written control of the house's own: {own.says.rstrip('.')}"
        yield Reason(says, own.clause, in_force(settings, IRREGULARITIES))
