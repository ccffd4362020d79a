"""What a difference between two documents does: to each edge, exactly, and to rounds that were played."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.disputes.compare import claimed
from houseway.disputes.diff import Difference, applied
from houseway.disputes.source import Raw
from houseway.document.model import Document
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.round.record import record_from, settle

Progress = Callable[[float], None] | None


class Edge(NamedTuple):
    """The edge of a wager under a document's own settings; None where there is none, and then why."""

    value: Fraction | None
    why: str = ""


class Effect(NamedTuple):
    """What one difference alone makes of each edge of the old document that it moves; or why it cannot stand alone."""

    difference: Difference
    edges: Mapping[str, Edge]
    why: str = ""


class Otherwise(NamedTuple):
    """A wager of a round that the two documents pay otherwise, in cents; `why` where one cannot rule upon the round."""

    file: str
    place: str
    seat: int
    wager: str
    old_cents: int | None
    new_cents: int | None
    why: str = ""

    @property
    def cents(self) -> int:
        """How much more the seat gains under the new document."""
        return (self.new_cents or 0) - (self.old_cents or 0)


def edges(game: Game, *, slow: bool = False) -> dict[str, Edge]:
    """The exact edge of every wager that has one, at the default settings of the game's document."""
    settings = game.configure()
    found = {}
    for wager in game.document.wagers:
        if not wager.analysed:
            continue
        if wager.id in game.slow_odds and not slow:
            found[wager.id] = Edge(None, "takes minutes: ask with --slow")
            continue
        try:
            edge = game.odds_of(game.ask(wager.id, settings)).edge
            found[wager.id] = Edge(edge, "" if edge is not None else "rests on the meter")
        except HousewayError as fault:
            found[wager.id] = Edge(None, str(fault))
    return found


def effects(
    game: Game, old: Document, found: Iterable[Difference], *, slow: bool = False, progress: Progress = None
) -> list[Effect]:
    """What each difference that a figure may rest on does alone to the edges of the old document."""
    before = edges(game.with_document(old), slow=slow)
    counting = [each for each in found if each.counts]
    told = []
    for number, difference in enumerate(counting, 1):
        try:
            alone = edges(game.with_document(applied(old, difference)), slow=slow)
        except HousewayError as fault:
            told.append(Effect(difference, {}, f"does not stand alone: {' '.join(str(fault).split())}"))
        else:
            moved = {wager: edge for wager, edge in alone.items() if edge != before.get(wager)}
            told.append(Effect(difference, moved))
        if progress is not None:
            progress(number / len(counting))
    return told


# ---------------------------------------------------------------------------------------------------- rounds


def otherwise(game: Game, old: Document, new: Document, rounds: Iterable[Raw]) -> Iterator[Otherwise | None]:
    """The wagers of each round that the two documents pay otherwise, and None after each round that is done."""
    for raw in rounds:
        yield from _of_round(game, old, new, raw)
        yield None


def _of_round(game: Game, old: Document, new: Document, raw: Raw) -> Iterator[Otherwise]:
    try:
        table = claimed(raw).table
        if table.get("game") != game.id:
            raise HousewayError(f"is a round of {table.get('game')!r}, not of {game.id!r}")
        before = _paid(game.with_document(old), table, table)
    except HousewayError as fault:
        yield Otherwise(raw.file, raw.place, 0, "", None, None, f"under the old document: {_line(fault)}")
        return
    try:
        after = _paid(game.with_document(new), table, _carried(table, old, new))
    except HousewayError as fault:
        yield Otherwise(raw.file, raw.place, 0, "", None, None, f"under the new document: {_line(fault)}")
        return
    for seat, wager in sorted({*before, *after}):
        was, now = before.get((seat, wager)), after.get((seat, wager))
        if was != now:
            yield Otherwise(raw.file, raw.place, seat, wager, was, now)


def _line(fault: HousewayError) -> str:
    return " ".join(str(fault).split())


def _paid(game: Game, table: Mapping[str, Any], told: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """What each wager of each seat gains, in cents, when this document rules."""
    bare = {key: value for key, value in table.items() if key not in ("document", "paytables", "settings", "started")}
    paid: dict[tuple[int, str], int] = {}
    for payout in settle(record_from(bare | {"settings": told.get("settings", {})}, "round", game)):
        paid[payout.seat, payout.wager] = paid.get((payout.seat, payout.wager), 0) + payout.net
    return paid


def _carried(table: Mapping[str, Any], old: Document, new: Document) -> dict[str, Any]:
    """The record's settings for the new document: what stands at the old default takes the new one."""
    told = table.get("settings", {})
    before = {spec.id: spec for spec in old.settings}
    known = {spec.id for spec in new.settings}
    chosen = {
        key: value
        for key, value in (told.items() if isinstance(told, Mapping) else ())
        if key not in before or before[key].parse(value) != before[key].default
    }
    return {"settings": {key: value for key, value in chosen.items() if key in known or key not in before}}
