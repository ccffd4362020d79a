"""The daily report for people: as a sheet of paper, as lines for a spreadsheet, as one JSON value."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from houseway.money import dollars, signed
from houseway.room.books.amendments import Amendment
from houseway.room.books.day import SIGMAS, DayReport, JackpotLine, Line, TableLine
from houseway.sheet import Cells, Listing, Pairs, Section, Sheet, Words, csv_of

TITLE = "Master games report"
PLAY_CHIPS = "Play chips: no state has approved this system."

NOTES = (
    "Wagered is all that was staked, doubles and splits too; paid is what the house gave back of it; win is the rest, "
    "commission included. What came off a jackpot's meter is players' money and counts in neither. Chips are handed "
    "out by the room, so there is no drop box: wagers stand where a drop would. Void wagers are left out. "
    "A void or a correction of a settled round stands apart, adjusted: by wager where its entry tells one.",
    "Expected is the exact edge under the settings in force, counted by the functions that rule at the tables, times "
    f"what was first staked. The control limits lie {SIGMAS} standard deviations from it. Seats of one round meet the "
    "same dealer, and nothing is assumed of how they hang together: the deviation of a round is at most the sum of "
    "those of its wagers. Rounds are taken as independent, though those of one shoe are not quite. A win outside "
    "is a reason to look, and no proof of anything: houseway luck tells how likely it is.",
)
WAGERS: Cells = (
    *("line", "table", "name", "game", "wager", "bets", "wagered", "paid", "win", "hold"),
    *("theory", "expected", "lower", "upper", "standing", "accrued", "awarded", "adjusted", "net", "says"),
)


def amount(cents: int | float | Fraction | None) -> str:
    return "" if cents is None else dollars(round(cents))


def percent(part: Fraction | None) -> str:
    return "" if part is None else f"{float(100 * part):,.2f} %"


def sheet_of(report: DayReport) -> Sheet:
    """The report on paper."""
    outside = [line for line in report.lines if line.standing == "outside"]
    sections = [
        Section("Tables", [_tables(report.tables), *_bots(report.tables)]),
        Section("Games", [_games(report.tables)]),
        Section(
            "Wagers", [_wagers(report.lines), *(Words(f"{_named(line)}: {line.says}.") for line in untold(report))]
        ),
    ]
    if outside:
        named = "; ".join(_named(line) for line in outside)
        sections.append(Section("Outside the control limits", [Words(f"{named}. Ask houseway luck.", strong=True)]))
    if report.jackpots:
        sections.append(Section("Progressive jackpots", list(_jackpots(report.jackpots))))
    sections.append(Section("Adjustments", [_adjustments(report)]))
    sections += [Section("What is meant", [*map(Words, NOTES)]), Section("Proof", _proof(report))]
    about = [("Period", report.period.in_words), ("Tables", f"{len(report.tables)}")]
    about.append(("Jackpots paid", dollars(report.awards_paid)))
    if report.awards_voided:
        about.append(("Given back of jackpots paid, their rounds being void", dollars(report.awards_voided)))
    foot = f"{TITLE}, {report.period.in_words}"
    return Sheet(TITLE, f"{report.period.in_words}. {PLAY_CHIPS}", about, sections, wide=True, foot=foot)


def _named(line: Line) -> str:
    return f"{line.name}, {line.title}"


def untold(report: DayReport) -> list[Line]:
    """The wagers that somebody made and whose theory is not at hand."""
    return [line for line in report.lines if line.bets and line.expected is None]


def _tables(tables: Iterable[TableLine]) -> Listing:
    heads = (
        "Table",
        "Game",
        "Rounds",
        "Wagered",
        "Paid",
        "Win",
        "Hold",
        "To jackpots",
        "Seeds",
        "Adjusted",
        "Other",
        "In the ledger",
    )
    listed = list(tables)
    rows: list[Cells] = [
        (f"{each.table} {each.name}", each.title, f"{each.rounds:,}", *_sums([each])) for each in listed
    ]
    rows.append(("All tables", "", f"{sum(each.rounds for each in listed):,}", *_sums(listed)))
    return Listing(heads, rows, tuple(range(2, 12)), total=True)


def _bots(tables: Iterable[TableLine]) -> Iterator[Words]:
    """What nobody has wagered: the house plays with itself there."""
    if cents := sum(each.bots for each in tables):
        yield Words(f"Of it bots have wagered {dollars(cents)}: play money of the house's own, won and lost by itself.")


def _sums(tables: list[TableLine]) -> Cells:
    wagered, win = sum(each.wagered for each in tables), sum(each.win for each in tables)
    return (
        dollars(wagered),
        dollars(wagered - win),
        dollars(win),
        percent(Fraction(win, wagered)) if wagered else "",
        dollars(-sum(each.accrued for each in tables)),
        dollars(-sum(each.seeded for each in tables)),
        dollars(sum(each.adjusted for each in tables)),
        dollars(sum(each.other for each in tables)),
        dollars(sum(each.booked for each in tables)),
    )


def _games(tables: Iterable[TableLine]) -> Listing:
    by: dict[str, list[TableLine]] = {}
    for each in tables:
        by.setdefault(each.title, []).append(each)
    rows: list[Cells] = [
        (game, str(len(each)), f"{sum(t.rounds for t in each):,}", *_sums(each)[:5]) for game, each in by.items()
    ]
    return Listing(
        ("Game", "Tables", "Rounds", "Wagered", "Paid", "Win", "Hold", "To jackpots"), rows, tuple(range(1, 8))
    )


def _wagers(lines: Iterable[Line]) -> Listing:
    heads = (
        "Table",
        "Wager",
        "Bets",
        "Wagered",
        "Paid",
        "Win",
        "Hold",
        "Theory",
        "Expected",
        "Lower limit",
        "Upper limit",
        "To jackpot",
        "Off its meter",
        "Adjusted",
        "",
    )
    rows = [
        (
            f"{line.table} {line.name}",
            line.title,
            f"{line.bets:,}",
            dollars(line.wagered),
            dollars(line.paid),
            dollars(line.win),
            percent(line.hold),
            percent(line.theory),
            *((amount(line.expected), *map(amount, line.limits)) if line.limits and line.bets else ("", "", "")),
            dollars(line.accrued) if line.accrued else "",
            dollars(line.awarded) if line.awarded else "",
            signed(line.adjusted) if line.adjusted else "",
            line.standing.upper() if line.standing == "outside" else line.standing,
        )
        for line in lines
    ]
    return Listing(heads, rows, tuple(range(2, 14)))


def cents(value: Fraction) -> str:
    """Cents with their broken part, as dollars."""
    return f"{'-' if value < 0 else ''}${abs(float(value)) / 100:,.4f}".removesuffix("00")


def _jackpots(jackpots: Iterable[JackpotLine]) -> Iterator[Words | Listing]:
    for each in jackpots:
        yield Words(f"{each.id}: it showed {cents(each.opened)} and shows {cents(each.closed)}.")
        heads = ("Why", "Changes", "Display", "Reserve", "From wagers", "From the house", "Waiting to be paid", "Paid")
        rows: list[Cells] = [
            (
                what,
                f"{count:,}",
                *map(cents, (by.displayed, by.reserve, by.contributed, by.seed, by.pending, by.paid)),
            )
            for what, count, by in each.moved
        ]
        total = each.total
        sums = (total.displayed, total.reserve, total.contributed, total.seed, total.pending, total.paid)
        rows.append(("in all", f"{sum(count for _, count, _ in each.moved):,}", *map(cents, sums)))
        yield Listing(heads, rows, tuple(range(1, 8)), total=True)


def _adjustments(report: DayReport) -> Words | Listing:
    if not report.adjustments:
        return Words("No void and no correction of a settled round was agreed on.")
    rows: list[Cells] = []
    for each in report.adjustments:
        told = (each.reason, each.what, f"{each.table}", f"{each.round}", each.at[:16].replace("T", " "))
        rows += [(*told, titled(report, each.table, wager), signed(cents)) for wager, cents in parts_of(each)]
    return Listing(("Reason", "What", "Table", "Round", "When (UTC)", "Wager", "The house gains"), rows, (6,))


def parts_of(amendment: Amendment) -> tuple[tuple[str, int], ...]:
    """What an adjustment moved, by wager; one that moved nothing of the house's has a line too."""
    return amendment.parts or ((amendment.wager or "", 0),)


def titled(report: DayReport, table: int, wager: str) -> str:
    """The name of a wager at a table; its id where no line of the report has it."""
    return next((line.title for line in report.lines if (line.table, line.wager) == (table, wager)), wager)


def _proof(report: DayReport) -> list[Pairs | Words]:
    words = Words(
        "Every amount above was held against the ledger, account by account and reason by reason, before this was "
        "written: a report that is off by a cent is refused. These are the entries of the journals that it rests on, "
        "each range with the hash of its last entry; houseway audit proves the chains themselves."
    )
    rows = [("the room", f"to entry {report.head[0]}, {report.head[1][:32]}")]
    rows += [
        (f"table {each.table}", f"entries {each.entries[0]} to {each.entries[1]}, {each.head[:32]}")
        for each in report.tables
        if each.entries[0] <= each.entries[1]
    ]
    return [words, Pairs(rows)]


# ---------------------------------------------------------------------------------------------------- for programs


def csv_text(report: DayReport) -> str:
    """A line for every wager, adjustment and movement with jackpots: `net` of a table sums to what its ledger has."""
    return csv_of(WAGERS, _rows(report))


def _money(cents: float | Fraction) -> Decimal:
    return Decimal(round(cents)).scaleb(-2)


def _part(of: Fraction | None) -> Decimal | str:
    """A part of a whole as a number, which a spreadsheet computes with though it is below nothing."""
    return "" if of is None else Decimal(f"{float(of):.6f}")


def _rows(report: DayReport) -> Iterator[list[object]]:
    for line in report.lines:
        limits: list[object] = [""] * 3
        if line.limits and line.bets:
            limits = [_money(each) for each in (line.expected or 0, *line.limits)]
        yield [
            "wager",
            line.table,
            line.name,
            line.game,
            line.wager,
            line.bets,
            _money(line.wagered),
            _money(line.paid),
            _money(line.win),
            _part(line.hold),
            _part(line.theory),
            *limits,
            line.standing,
            _money(line.accrued),
            _money(line.awarded),
            "",
            _money(line.win - line.accrued),
            line.says,
        ]
    empty: list[object] = [""] * 12
    for each in report.adjustments:
        table = next(t for t in report.tables if t.table == each.table)
        for wager, cents in parts_of(each):
            told: list[object] = [each.what, each.table, table.name, table.game, wager, *empty[1:]]
            yield [*told, "", _money(cents), _money(cents), each.reason]
    for table in report.tables:
        accrued = sum(line.accrued for line in report.lines if line.table == table.table)
        rest = table.other - table.seeded - table.accrued + accrued
        if rest:
            yield ["jackpots", table.table, table.name, table.game, *empty, "", "", _money(rest), "seeds and the like"]


def report_json(report: DayReport) -> dict[str, Any]:
    """The report as one JSON value; amounts in cents."""
    return {
        "from": str(report.period.first),
        "to": str(report.period.last),
        "zone": report.period.zone,
        "tables": [{**each._asdict(), "entries": list(each.entries)} for each in report.tables],
        "wagers": [_line_json(line) for line in report.lines],
        "jackpots": [
            {
                "id": each.id,
                "opened_cents": str(each.opened),
                "closed_cents": str(each.closed),
                "moved": [{"what": what, "changes": n, "by": by.json()} for what, n, by in each.moved],
            }
            for each in report.jackpots
        ],
        "adjustments": [each._asdict() | {"parts": dict(each.parts)} for each in report.adjustments],
        "awards_paid_cents": report.awards_paid,
        "awards_voided_cents": report.awards_voided,
        "notes": list(NOTES),
    }


def _line_json(line: Line) -> dict[str, Any]:
    told = line._asdict() | {"win": line.win, "standing": line.standing, "limits": line.limits}
    told["expected"] = None if line.expected is None else float(line.expected)
    told["variance"] = None if line.variance is None else float(line.variance)
    return told
