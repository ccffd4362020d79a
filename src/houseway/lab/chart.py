"""Charts to take along: Altair to say them, vl-convert to draw them without a browser."""

from collections.abc import Sequence
from pathlib import Path

import altair as alt

from houseway.errors import IllegalAnswer
from houseway.lab.result import Odds

INK, ACCENT = "#101418", "#0f5132"


def edges(results: Sequence[Odds], file: Path) -> None:
    """The edge of each paytable by the number of decks, as SVG, PNG or HTML; what has no edge is left out."""
    if file.suffix not in (".svg", ".png", ".html"):
        raise IllegalAnswer(f"a chart is written as .svg, .png or .html, not {file.name!r}")
    rows = [
        {"table": f"{each.wager}, {each.paytable}", "decks": each.decks or 0, "edge": float(100 * each.edge)}
        for each in results
        if each.edge is not None
    ]
    if not rows:
        raise IllegalAnswer("there is no edge to draw: give the jackpot meter with --meter")
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("decks:O", title="decks"),
        y=alt.Y("edge:Q", title="house edge, %", scale=alt.Scale(zero=True)),
        color=alt.Color("table:N", legend=None),
    )
    last = alt.Chart(alt.InlineData(values=_last(rows))).encode(x="decks:O", y="edge:Q", text="table:N")
    drawn = base.mark_line(point=True) + last.mark_text(align="left", dx=8, color=INK)
    drawn.properties(width=560, height=320, title=results[0].game).save(str(file))


def _last(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """The rightmost point of each line, where its label stands."""
    return list({row["table"]: row for row in rows}.values())


def contributions(odds: Odds) -> alt.Chart | None:
    """What each award that wins gives back of a unit, the greatest first; None where it rests on a meter."""
    rows = [
        {"award": each.award, "return": float(odds.probability(each) * each.pays)}
        for each in odds.outcomes
        if each.pays is not None and each.pays > 0
    ]
    if not rows or any(each.pays is None for each in odds.outcomes):
        return None
    bars = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("return:Q", title="returned of a unit"), y=alt.Y("award:N", title=None, sort="-x")
    )
    drawn: alt.Chart = bars.mark_bar(color=ACCENT).properties(width=420, title=f"{odds.game}, {odds.wager}")
    return drawn
