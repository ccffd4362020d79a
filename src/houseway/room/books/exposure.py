"""Exposure: the most that one wager can cost the house, at the highest stake that the table takes. Jackpots apart."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.document.model import WagerSpec
from houseway.game import Game
from houseway.money import dollars, rounded
from houseway.room.books.tables import TableSet, tables_set
from houseway.room.books.theory import SPLITS
from houseway.room.opening import seats_of
from houseway.room.store.database import Store
from houseway.room.store.jackpots import found as jackpots_of
from houseway.round.ruling import Bet
from houseway.round.terms import row_terms
from houseway.sheet import Listing, Section, Sheet, Words

PLAY_CHIPS = "Play chips: no state has approved this system."


class Exposed(NamedTuple):
    """A wager at its highest: which award costs the house most, and how much; cents.

    `hands` says how often a seat may be paid so in one round: a wager may become several of the same stake by splits
    and doubles, and a bonus for what others hold is paid for each of them. What a jackpot pays of its meter is players'
    money, in `metered`.
    """

    wager: str
    name: str
    most: int
    award: str
    cents: int
    hands: int = 1
    metered: int = 0
    limited: bool = True
    """Whether the table has a limit for it; where not, it is counted as high as the wager that every seat makes."""


class TableExposure(NamedTuple):
    """All wagers of a table, the dearest first, and what a round costs at most."""

    table: TableSet
    wagers: tuple[Exposed, ...]
    seats: int

    @property
    def largest(self) -> Exposed | None:
        return max(self.wagers, key=lambda each: each.cents, default=None)

    @property
    def round(self) -> int:
        """No round costs more: every seat with every wager at its highest and its dearest end, which no deal gives."""
        return self.seats * sum(each.cents * each.hands for each in self.wagers)


def offered(game: Game, table: TableSet) -> Iterator[WagerSpec]:
    """The wagers that a table takes."""
    return (each for each in game.document.wagers if each.on_offer(table.settings))


def exposure(table: TableSet, meters: Mapping[str, int] | None = None) -> TableExposure:
    """What each wager of a table can cost; `meters` are what progressive jackpots show, by wager."""
    found = tuple(
        each for spec in offered(table.game, table) if (each := _exposed(table, spec, meters or {})) is not None
    )
    seats = seats_of(table.settings)
    return TableExposure(table, tuple(sorted(found, key=lambda each: -each.cents)), seats)


def _exposed(table: TableSet, spec: WagerSpec, meters: Mapping[str, int]) -> Exposed | None:
    settings, paytable = table.settings, table.game.posted(table.settings).get(spec.id)
    most = settings.integer(spec.most) if spec.most else _most_besides(table)
    ends = list(_ends(table, spec, most)) if paytable is not None else []
    if not ends:
        return None
    cents, award = max(ends)
    metered = max((share * meters[spec.id] for share in _shares(table, spec)), default=0) if spec.id in meters else 0
    hands = 2 * settings.integer(SPLITS) if spec.required and SPLITS in settings else 1
    if paytable is not None and paytable.basis == "dollars":
        most, hands = 0, max(1, seats_of(settings) - 1)
    return Exposed(spec.id, spec.name, most, award, cents, hands, int(metered), bool(spec.most))


def _most_besides(table: TableSet) -> int:
    """The highest stake of a wager without a limit of its own: no more than the wager that every seat makes."""
    limits = [table.settings.integer(each.most) for each in table.game.document.wagers if each.required and each.most]
    return max(limits, default=0)


def _ends(table: TableSet, spec: WagerSpec, most: int) -> Iterator[tuple[int, str]]:
    """What each end costs the house, with the award's name: rows, shares of a house jackpot, and pays by a setting."""
    paytable = table.game.posted(table.settings)[spec.id]
    prize = table.game.prizes(table.settings).get(spec.id)
    for row in paytable.rows:
        terms = row_terms(paytable, row)
        if terms.share:
            yield int(terms.share * prize) - most if prize is not None else -most, row.label
        else:
            yield terms.payout(Bet(1, spec.id, most), "").net, row.label
    by_setting = f"{spec.id}-pays"
    if by_setting in table.settings and table.settings.spec(by_setting).type == "ratio":
        yield rounded(most * table.settings.fraction(by_setting)), spec.name


def _shares(table: TableSet, spec: WagerSpec) -> Iterator[Fraction]:
    paytable = table.game.posted(table.settings)[spec.id]
    return (row_terms(paytable, row).share for row in paytable.rows)


def exposures(store: Store, wanted: int | None = None) -> list[TableExposure]:
    """Every open table, or one, with what the meters show now."""
    with store.transaction() as connection:
        shown = {each.id: each.account.shown for each in jackpots_of(connection).values()}
    found = []
    for table in tables_set(store, wanted):
        ids = {wager: table.jackpot_of(wager) for wager in table.game.seeds(table.settings)}
        found.append(exposure(table, {wager: shown[id_] for wager, id_ in ids.items() if id_ in shown}))
    return found


# ---------------------------------------------------------------------------------------------------- on paper


def exposure_sheet(tables: list[TableExposure]) -> Sheet:
    """The exposure of all tables on one sheet."""
    dearest = sorted((each for each in tables if each.largest), key=lambda t: -(t.largest.cents if t.largest else 0))
    heads = ("Table", "Game", "Wager", "At most staked", "Dearest award", "Costs the house", "Of a meter now")
    rows = [
        (each.table.title, each.table.game.name, *_cells(line))
        for each in tables
        for line in each.wagers
        if line.cents > 0
    ]
    room = [
        (
            each.table.title,
            each.largest.name if each.largest else "",
            *_largest(each),
            str(each.seats),
            dollars(each.round),
        )
        for each in dearest
    ]
    sections = [
        Section(
            "The largest single payout of each table",
            [Listing(("Table", "Wager", "Largest payout", "Seats", "A round costs at most"), room, (2, 3, 4))],
        ),
        Section("Every wager at its highest", [Listing(heads, rows, (3, 5, 6))]),
        Section(
            "What is meant",
            [
                Words(
                    "A payout is what the house gives besides the wager, before commission. Doubles and splits are "
                    "wagers of their own, each paid as told; the most of a round counts them all. It also counts "
                    "every seat with every wager at its highest and its dearest end, which no deal gives: a round "
                    "never costs more."
                ),
                Words(
                    "What is won of a progressive meter is players' money: it stands apart, at what the meters show "
                    "now. House jackpots are the house's to pay and are counted."
                ),
            ],
        ),
    ]
    largest = f"{dollars(_cents(dearest[0]))} at {dearest[0].table.title}" if dearest else "nothing"
    about = [("Largest single payout of the room", largest)]
    return Sheet("Exposure", PLAY_CHIPS, about, sections, wide=True, foot="Exposure")


def _cents(table: TableExposure) -> int:
    return table.largest.cents if table.largest else 0


def _largest(table: TableExposure) -> tuple[str]:
    return (dollars(_cents(table)),)


def _cells(line: Exposed) -> tuple[str, str, str, str, str]:
    metered = dollars(line.metered) if line.metered else ""
    name = f"{line.name}, up to {line.hands} times" if line.hands > 1 else line.name
    name += "" if line.limited or not line.most else ", no limit of its own"
    return name, dollars(line.most) if line.most else "no stake", line.award, dollars(line.cents), metered


def exposure_json(tables: list[TableExposure]) -> list[dict[str, Any]]:
    """The same as JSON; amounts in cents."""
    return [
        {
            "table": each.table.id,
            "name": each.table.name,
            "game": each.table.game.id,
            "largest_cents": _cents(each),
            "round_at_most_cents": each.round,
            "wagers": [line._asdict() for line in each.wagers],
        }
        for each in tables
    ]
