"""What a difference between two documents does: to each edge, exactly, and to rounds that were played."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.disputes.compare import claimed
from houseway.disputes.diff import Difference, applied
from houseway.disputes.source import Raw
from houseway.document.model import Document
from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.round.record import record_from, settle

Progress = Callable[[float], None] | None


class Edge(NamedTuple):
    """The edge of a wager under a document's own settings; None where there is none, and then why."""

    value: Fraction | None
    why: str = ""


LATE = Edge(None, "takes minutes: ask with --slow")


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


def edges(game: Game, *, slow: bool = False, tables: Iterable[str] = ()) -> dict[str, Edge]:
    """The exact edge of every wager that has one, at the default settings of the game's document.

    By the paytable in force and, where `tables` names others of the document, by each of these too.
    """
    settings = game.configure()
    found = {}
    late = () if slow else game.slow_odds
    for wager in game.document.wagers:
        if wager.analysed:
            found[wager.id] = LATE if wager.id in late else _edge(game, wager.id, settings)
    posted = game.posted(settings)
    for table in game.document.paytables:
        if table.id in tables and table != posted.get(table.wager) and table.wager in found:
            decks = _decks(table, settings)
            label = f"{table.wager} by {table.id}" + (f", decks={decks}" if decks != settings.decks else "")
            chosen = settings.but(decks=decks) if decks != settings.decks and decks is not None else settings
            found[label] = LATE if table.wager in late else _edge(game, table.wager, chosen, table.id)
    return found


def _decks(table: Paytable, settings: Settings) -> int | None:
    """The number of decks by default or, where the paytable does not allow it, the nearest that it does."""
    if table.allows(settings.decks) or table.decks is None or settings.decks is None:
        return settings.decks
    return min(max(settings.decks, table.decks[0]), table.decks[1])


def _edge(game: Game, wager: str, settings: Settings, paytable: str = "") -> Edge:
    try:
        edge = game.odds_of(game.ask(wager, settings, paytable=paytable)).edge
    except HousewayError as fault:
        return Edge(None, _line(fault))
    return Edge(edge, "" if edge is not None else "rests on the meter")


def tables_of(found: Iterable[Difference]) -> frozenset[str]:
    """The paytables that differ."""
    return frozenset(each.entry for each in found if each.part == "paytable")


def effects(
    game: Game, old: Document, found: Sequence[Difference], *, slow: bool = False, progress: Progress = None
) -> list[Effect]:
    """What each difference that a figure may rest on does alone to the edges of the old document."""
    tables = tables_of(found)
    before = edges(game.with_document(old), slow=slow, tables=tables)
    counting = [each for each in found if each.counts]
    told = []
    for number, difference in enumerate(counting, 1):
        try:
            alone = edges(game.with_document(applied(old, difference)), slow=slow, tables=tables)
        except HousewayError as fault:
            told.append(Effect(difference, {}, f"does not stand alone: {_line(fault)}"))
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
