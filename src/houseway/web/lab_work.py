"""What the pages of the lab show, computed apart from the tables: a wager, a strategy; remembered once it is known."""

import asyncio
import base64
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.document.settings import Settings
from houseway.errors import HousewayError, MissingExtra
from houseway.extras import extras_named
from houseway.game import Game
from houseway.tabular import written
from houseway.web.amounts import minus
from houseway.web.turns import elsewhere
from houseway.web.work import Overloaded, Who, Work

if TYPE_CHECKING:
    from houseway.lab.result import Odds, Strategy
    from houseway.web.words import Language

PATIENCE = 2.0
"""Seconds that a page waits for its figures before it says that they are on their way."""


class Asked(NamedTuple):
    """What a page of a wager asks for: other pays by award, and a session."""

    game: Game
    settings: Settings
    wager: str
    pays: tuple[tuple[str, str], ...] = ()
    rounds: int = 1000
    bankroll: int = 100

    @property
    def weight(self) -> int:
        """The main wager takes long."""
        return int(self.game.document.wager(self.wager).required)


class Studies:
    """Questions of the lab and their answers; each is computed once, and the oldest are forgotten."""

    MOST = 400

    def __init__(self, work: Work) -> None:
        self._work = work
        self._known: dict[object, Future[dict[str, Any]]] = {}
        self._lock = threading.Lock()

    async def of(
        self, who: Who, key: object, call: Callable[..., dict[str, Any]], *given: Any, weight: int = 0
    ) -> dict[str, Any] | None:
        """The answer, or None while it is on its way; a refusal is raised. What takes long weighs more."""
        with self._lock:
            found = self._known.get(key)
            if found is None or (found.done() and _passing(found)):
                found = self._known[key] = self._work.odds.ask(who, call, *given, weight=weight)
                while len(self._known) > self.MOST:
                    self._known.pop(next(iter(self._known)))
        async with elsewhere():
            done, _ = await asyncio.wait([asyncio.wrap_future(found)], timeout=PATIENCE)
        return next(iter(done)).result() if done else None


def _passing(found: "Future[dict[str, Any]]") -> bool:
    """Whether something failed that may go better the next time: anything but a refusal."""
    fault = None if found.cancelled() else found.exception()
    return found.cancelled() or (
        fault is not None and (not isinstance(fault, HousewayError) or type(fault) is Overloaded)
    )


# ------------------------------------------------------------------------------------------------ in the other process


def study(asked: Asked) -> dict[str, Any]:
    """A wager for its page: return table, figures, charts, and what other pays come to."""
    from houseway.document.variants import pay_text
    from houseway.lab.whatif import repaid, slopes, table_of

    odds = asked.game.odds_of(asked.game.ask(asked.wager, asked.settings))
    shown = repaid(odds, dict(asked.pays)) if asked.pays else odds
    moves: Mapping[str, Fraction] = {}
    pays: dict[str, str] = {}
    posted: dict[str, str] = {}
    if odds.paytable is not None and odds.edge is not None:
        moves = slopes(odds)
        rows = table_of(odds).rows
        pays = {row.award: str(row.pay.amount) for row in rows if row.pay.kind == "ratio"}
        posted = {row.award: pay_text(row.pay) for row in rows}
    return {
        **figures(shown),
        "before": _percent(odds.edge),
        "changed": bool(asked.pays),
        "rows": [_row(shown, odds, index, moves, pays, posted) for index in range(len(odds.outcomes))],
        "json": shown.json(),
        "charts": _charts(shown),
        "session": _session(shown, asked),
        "notes": [] if asked.pays else list(odds.notes),  # they tell figures of the paytable as it is posted
    }


def _percent(value: Fraction | float | None, digits: int = 4) -> str:
    return "" if value is None else minus(f"{float(100 * value):.{digits}f} %")


def _share(value: Fraction) -> str:
    """A share in percent; one too small for four digits says one of how many it is."""
    return _percent(value) if value >= Fraction(1, 2_000_000) or not value else f"1 : {round(1 / value):,}"


def figures(odds: "Odds") -> dict[str, Any]:
    """The figures of a result, as a page tells them."""
    edge, variance = odds.edge, odds.variance
    return {
        "edge": _percent(edge),
        "favoured": "nobody" if not edge else "house" if edge > 0 else "player",
        "exactly": "" if edge is None else f"{edge.numerator}/{edge.denominator}",
        "hits": _percent(odds.hit_frequency, 2),
        "deviation": "" if variance is None else f"{sqrt(variance):.4f}",
        "skewness": "" if odds.skewness is None else f"{odds.skewness:.4f}",
        "n_zero": "" if odds.n_zero is None else f"{float(odds.n_zero):,.0f}",
        "total": written(odds.total),
        "paytable": odds.paytable or "",
        "decks": odds.decks,
        "method": odds.method,
    }


def _row(
    odds: "Odds",
    before: "Odds",
    index: int,
    moves: Mapping[str, Fraction],
    pays: Mapping[str, str],
    posted: Mapping[str, str],
) -> dict[str, Any]:
    """One line of the return table; `slope` and `shift` say what a pay wins, for the page to compute at once.

    `pay` can be changed on the page; `posted` is told where it cannot: dollars, a share of the meter, several lines.
    """
    each, was = odds.outcomes[index], before.outcomes[index]
    chance, won = odds.probability(each), each.pays
    several = any(other.parts for other in before.outcomes)  # doubles and splits are paid by the same row
    of_table = was.terms.paytable == before.paytable
    free = was.award in pays and of_table and not several
    keeps = float(1 - each.terms.commission)
    return {
        "award": each.award,
        "label": each.terms.label or each.award.replace("-", " "),
        "pay": pays.get(was.award) if free else None,
        "posted": posted.get(was.award, "") if of_table else "",
        "pays": "of the meter" if won is None else minus(f"{float(won):+g}"),
        "combinations": written(each.combinations, 10**21),
        "probability": f"{float(chance):.8f}",
        "chance": repr(float(chance)),
        "won": "" if won is None else repr(float(won)),
        "slope": repr(keeps),
        "shift": repr(-keeps if each.terms.basis == "for 1" else 0.0),
        "back": "" if won is None else minus(f"{float(chance * won):+.6f}"),
        "moves": minus(f"{float(100 * moves[was.award]):+.4f} %") if was.award in moves and of_table else "",
    }


Drawn = Callable[[Callable[[str], str]], Any]
"""A chart by the words of a language."""


def _charts(odds: "Odds") -> list[dict[str, Any]]:
    def contributions(word: Callable[[str], str]) -> Any:
        from houseway.lab.chart import contributions

        return contributions(odds, word)

    def meter(word: Callable[[str], str]) -> Any:
        from houseway.lab.chart import meter

        return meter(odds, word=word)

    drawn: list[tuple[str, Drawn]] = [("What each award gives back", contributions), ("The meter", meter)]
    found = [{"title": title, "image": images(each)} for title, each in drawn]
    return [each for each in found if each["image"]]


def images(drawn: Drawn) -> dict[str, str]:
    """A chart in every language, as addresses that hold the drawing itself; none where there is nothing to draw, or
    nothing to draw with.
    """
    return in_languages(lambda own: drawn(own.word))


def in_languages(drawn: Callable[["Language"], Any]) -> dict[str, str]:
    """The same of a chart by a language itself."""
    from houseway.web.words import codes, language

    try:
        with extras_named():
            from houseway.lab.chart import svg_of

            charts = {code: drawn(language(code)) for code in codes()}
    except MissingExtra:
        return {}
    return {
        code: "data:image/svg+xml;base64," + base64.b64encode(svg_of(chart).encode()).decode()
        for code, chart in charts.items()
        if chart is not None
    }


def _session(odds: "Odds", asked: Asked) -> dict[str, Any] | None:
    """The session that was asked for, or why there is none."""
    try:
        told = odds.session(asked.rounds, asked.bankroll)
    except HousewayError as fault:
        return {"fault": str(fault)}
    lines = [(percentile, minus(f"{float(units):+,.2f}")) for percentile, units in told.tabulated().rows]
    words = [f"On average {float(told.mean):+,.2f} units, give or take {told.sd:,.2f}.", *told.notes()]
    return {"image": images(told.chart), "percentiles": lines, "notes": list(map(minus, words)), "fault": ""}


def planned(game: Game, settings: Settings, wager: str) -> dict[str, Any]:
    """A strategy for its page."""
    told = game.plan(game.ask(wager, settings))
    return {"parts": [_part(title, situations) for title, situations in told.parts], **_grid(told)}


def _part(title: str, situations: Any) -> dict[str, Any]:
    """A part of a strategy; what is best, or next best, in all of its situations is said once, above them."""
    rows = []
    for situation, frequency, advice in situations:
        second = advice.options[1] if len(advice.options) > 1 else None
        rows.append(
            {
                "situation": situation,
                "often": _share(frequency),
                "best": advice.best.says,
                "worth": minus(f"{float(advice.best.value):+.6f}"),
                "next": second.says if second else "",
                "cost": f"{float(advice.best.value - second.value):.6f}" if second else "",
            }
        )
    said = {(row["best"], row["next"]) for row in rows}
    best, other = said.pop() if len(said) == 1 and len(rows) > 1 else ("", "")
    return {"title": title, "rows": rows, "best": best, "next": other}


def _grid(told: "Strategy") -> dict[str, Any]:
    from houseway.lab.result import in_letters

    chart = told.more.get("chart", {})
    columns = list(dict.fromkeys(column for row in chart.values() for column in row))
    grid = [(name, [row.get(column, "") for column in columns]) for name, row in chart.items()]
    letters = {cell: in_letters(cell) for _, cells in grid for cell in cells if cell}
    return {"columns": columns, "grid": grid, "letters": letters, "costs": _costs(told), "notes": list(told.notes)}


def _costs(told: "Strategy") -> dict[str, str]:
    """What the chart costs against the play by composition, where that is known."""
    if "chart_costs" not in told.more:
        return {}
    figures = {
        "chart": told.more["edge_of_chart"],
        "composition": told.more["edge_by_composition"],
        "all": told.more["chart_costs"]["all"],
    }
    return {key: minus(f"{each['percent']:.6f} %") for key, each in figures.items()}
