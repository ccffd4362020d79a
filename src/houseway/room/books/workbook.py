"""The daily report as a spreadsheet whose sums are formulas: win, hold, limits, and the difference from the ledger."""

from collections.abc import Sequence
from typing import Any

from houseway.room.books.day import SIGMAS, DayReport, Line, TableLine
from houseway.room.books.report import NOTES, PLAY_CHIPS, TITLE, parts_of, titled
from houseway.sheet import Cells
from houseway.sheet.workbook import Writing, writing

FIRST = 4
"""The row of the first line, counted from one."""

Forms = dict[str, Any]


def workbook(report: DayReport) -> bytes:
    """The file; the same bytes for the same report."""
    with writing(f"{TITLE}, {report.period.in_words}") as made:
        _tables(made, report)
        _wagers(made, report)
        _jackpots(made, report)
        _adjustments(made, report)
        _proof(made, report)
    return made.content.getvalue()


def _page(made: Writing, name: str, report: DayReport, heads: Sequence[str], widths: Sequence[int]) -> Any:
    page = made.book.add_worksheet(name)
    page.write_string(0, 0, f"{TITLE}: {name.lower()}", made.forms["title"])
    page.write_string(1, 0, f"{report.period.in_words}. {PLAY_CHIPS} Amounts in dollars.", made.forms["small"])
    for column, head in enumerate(heads):
        page.write_string(FIRST - 2, column, head, made.forms["head"])
    for column, width in enumerate(widths):
        page.set_column(column, column, width)
    page.freeze_panes(FIRST - 1, 0)
    page.set_landscape()
    page.fit_to_pages(1, 0)  # printed, all columns stand side by side
    page.repeat_rows(FIRST - 2)
    return page


class _Row:
    """One row being written from the left."""

    def __init__(self, page: Any, row: int, forms: Forms) -> None:
        self.page, self.row, self.forms, self.column = page, row, forms, 0

    def text(self, value: str) -> "_Row":
        self.page.write_string(self.row - 1, self.column, value)
        self.column += 1
        return self

    def number(self, value: float | None, form: str = "money") -> "_Row":
        if value is not None:
            self.page.write_number(self.row - 1, self.column, value, self.forms[form])
        self.column += 1
        return self

    def formula(self, words: str, value: float | str, form: str = "money") -> "_Row":
        self.page.write_formula(self.row - 1, self.column, f"={words}", self.forms[form], value)
        self.column += 1
        return self


TABLES: Cells = (
    *("table", "name", "game", "rounds", "wagered", "paid", "win", "hold", "to jackpots", "seeds", "adjusted"),
    *("other", "net", "in the ledger", "difference"),
)


def _tables(made: Writing, report: DayReport) -> None:
    page = _page(made, "Tables", report, TABLES, (7, 24, 18, 8, *[13] * 11))
    wagers = FIRST + max(1, len(report.lines)) - 1
    amendments = _last(report)
    for index, table in enumerate(report.tables):
        row = FIRST + index
        at = _Row(page, row, made.forms)
        at.number(table.table, "count").text(table.name).text(table.title).number(table.rounds, "count")
        for column, value in (("F", table.wagered), ("G", table.paid)):
            span = f"Wagers!{column}${FIRST}:{column}${wagers}"
            at.formula(f"SUMIFS({span},Wagers!A${FIRST}:A${wagers},A{row})", value / 100)
        at.formula(f"E{row}-F{row}", table.win / 100)
        at.formula(f'IF(E{row}=0,"",G{row}/E{row})', table.win / table.wagered if table.wagered else "", "rate")
        at.number(-table.accrued / 100).number(-table.seeded / 100)
        span = f"Adjustments!H${FIRST}:H${amendments},Adjustments!A${FIRST}:A${amendments}"
        at.formula(f"SUMIFS({span},A{row})", table.adjusted / 100)
        at.number(table.other / 100)
        at.formula(f"G{row}+I{row}+J{row}+K{row}+L{row}", table.booked / 100)
        at.number(table.booked / 100).formula(f"ROUND(M{row}-N{row},2)", 0)
    _sums(page, made.forms, report.tables)


def _sums(page: Any, forms: Forms, tables: Sequence[TableLine]) -> None:
    last = FIRST + len(tables) - 1
    if not tables:
        return
    page.write_string(last, 0, "all tables", forms["bold"])
    wagered, win = sum(t.wagered for t in tables), sum(t.win for t in tables)
    sums = {
        "E": wagered,
        "F": wagered - win,
        "G": win,
        "I": -sum(t.accrued for t in tables),
        "J": -sum(t.seeded for t in tables),
        "K": sum(t.adjusted for t in tables),
        "L": sum(t.other for t in tables),
        "M": sum(t.booked for t in tables),
        "N": sum(t.booked for t in tables),
        "O": 0,
    }
    for column, value in sums.items():
        formula = f"=SUM({column}{FIRST}:{column}{last})"
        page.write_formula(f"{column}{last + 1}", formula, forms["sum"], value / 100)
    hold = win / wagered if wagered else ""
    page.write_formula(f"H{last + 1}", f'=IF(E{last + 1}=0,"",G{last + 1}/E{last + 1})', forms["rate"], hold)


WAGERS: Cells = (
    *("table", "name", "game", "wager", "bets", "wagered", "paid", "win", "hold", "first staked", "edge", "expected"),
    *("variance", "lower limit", "upper limit", "standing", "to jackpots", "off meters", "adjusted", "says"),
)


def _wagers(made: Writing, report: DayReport) -> None:
    page = _page(made, "Wagers", report, WAGERS, (7, 24, 18, 20, 8, *[13] * 14, 30))
    last, games = _last(report), {table.table: table.title for table in report.tables}
    for index, line in enumerate(report.lines):
        row = FIRST + index
        at = _Row(page, row, made.forms)
        at.number(line.table, "count").text(line.name).text(games[line.table]).text(line.title)
        at.number(line.bets, "count")
        at.number(line.wagered / 100).number(line.paid / 100).formula(f"F{row}-G{row}", line.win / 100)
        at.formula(f'IF(F{row}=0,"",H{row}/F{row})', float(line.hold) if line.hold is not None else "", "rate")
        at.number(line.first / 100)
        _theory(at, line)
        at.number(line.accrued / 100).number(line.awarded / 100)
        spans = [f"Adjustments!{column}${FIRST}:{column}${last}" for column in "HAG"]
        at.formula(f"SUMIFS({spans[0]},{spans[1]},A{row},{spans[2]},D{row})", line.adjusted / 100).text(line.says)


def _last(report: DayReport) -> int:
    """The last row of the adjustments."""
    return FIRST + max(1, sum(len(parts_of(each)) for each in report.adjustments)) - 1


def _theory(at: _Row, line: Line) -> None:
    """What is expected, and the limits; empty cells where it is not at hand."""
    row, limits = at.row, line.limits
    if limits is None or line.theory is None:
        at.column += 6
        return
    at.number(float(line.theory), "percent").formula(f"J{row}*K{row}", float(line.expected or 0) / 100)
    at.number(float(line.variance or 0) / 10_000)
    at.formula(f"L{row}-{SIGMAS}*SQRT(M{row})", limits[0] / 100)
    at.formula(f"L{row}+{SIGMAS}*SQRT(M{row})", limits[1] / 100)
    at.formula(f'IF(AND(H{row}>=N{row},H{row}<=O{row}),"inside","OUTSIDE")', _shown(line.standing))


def _shown(standing: str) -> str:
    return standing.upper() if standing == "outside" else standing


JACKPOTS = ("jackpot", "why", "changes", "display", "reserve", "from wagers", "from the house", "waiting", "paid")


def _jackpots(made: Writing, report: DayReport) -> None:
    page = _page(made, "Jackpots", report, JACKPOTS, (24, 18, *[13] * 7))
    row = FIRST
    for each in report.jackpots:
        _Row(page, row, made.forms).text(each.id).text("it showed").number(None).number(float(each.opened) / 100)
        first = row
        for what, count, by in each.moved:
            row += 1
            at = _Row(page, row, made.forms).text(each.id).text(what).number(count, "count")
            for amount in (by.displayed, by.reserve, by.contributed, by.seed, by.pending, by.paid):
                at.number(float(amount) / 100)
        row += 1
        at = _Row(page, row, made.forms).text(each.id).text("it shows").number(None)
        at.formula(f"ROUND(SUM(D{first}:D{row - 1}),10)", float(each.closed) / 100, "sum")
        row += 2


ADJUSTMENTS = ("table", "what", "round", "seat", "when (UTC)", "reason", "wager", "the house gains")


def _adjustments(made: Writing, report: DayReport) -> None:
    page = _page(made, "Adjustments", report, ADJUSTMENTS, (7, 12, 8, 8, 18, 60, 20, 14))
    rows = [(each, *part) for each in report.adjustments for part in parts_of(each)]
    for index, (each, wager, cents) in enumerate(rows):
        at = _Row(page, FIRST + index, made.forms).number(each.table, "count").text(each.what)
        at.number(each.round, "count").number(each.seat, "count").text(each.at[:16].replace("T", " "))
        at.text(each.reason).text(titled(report, each.table, wager)).number(cents / 100)


def _proof(made: Writing, report: DayReport) -> None:
    page = _page(made, "Proof", report, ("journal", "first entry", "last entry", "hash of the last"), (16, 12, 12, 70))
    _Row(page, FIRST, made.forms).text("the room").number(None).number(report.head[0], "count").text(report.head[1])
    for index, table in enumerate(report.tables, 1):
        at = _Row(page, FIRST + index, made.forms).text(f"table {table.table}")
        at.number(table.entries[0], "count").number(table.entries[1], "count").text(table.head)
    for index, note in enumerate(NOTES):
        row = FIRST + len(report.tables) + 2 + index
        page.merge_range(row, 0, row, 3, note, made.forms["words"])
        page.set_row(row, 15 * (1 + len(note) // 100))
