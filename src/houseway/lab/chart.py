"""Charts: Altair says each once, for a page, a notebook and paper; vl-convert draws them without a browser.

What is written in them is English, or what `word` makes of it: a page draws them in its own language.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from houseway.errors import IllegalAnswer
from houseway.lab.result import Odds, Outcome
from houseway.sheet import minus

if TYPE_CHECKING:
    from houseway.lab.session import Session

INK, QUIET, ACCENT = "#101418", "#8a8f94", "#0f5132"
Word = Callable[[str], str]
"""What a text is in the language of a chart."""
FORMS = (".svg", ".png", ".html", ".json")


def plain(text: str) -> str:
    """English, as it is."""
    return text


def save(chart: alt.Chart | alt.LayerChart, file: Path) -> None:
    """Write a chart as a drawing, as a page, or as its specification."""
    check_form(file)
    chart.save(str(file))


def check_form(file: Path) -> None:
    """Refuse a file whose ending is that of no chart."""
    if file.suffix not in FORMS:
        raise IllegalAnswer(f"a chart is written as {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {file.name!r}")


def svg_of(chart: alt.Chart | alt.LayerChart) -> str:
    """A chart as a drawing by itself."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def edges(results: Sequence[Odds], file: Path) -> None:
    """The edge of each paytable by the number of decks, as a file; what has no edge is left out."""
    check_form(file)
    rows = [
        {"table": f"{each.wager}, {each.paytable}", "at": each.decks or 0, "edge": float(100 * each.edge)}
        for each in results
        if each.edge is not None
    ]
    if not rows:
        raise IllegalAnswer("there is no edge to draw: give the jackpot meter with --meter")
    save(_lines(rows, "decks", results[0].settings.document.name), file)


def by_setting(results: Sequence[tuple[str, Odds]], setting: str, word: Word = plain) -> alt.LayerChart:
    """The edge of a wager at every value of a setting."""
    rows = [
        {"table": word(_wager(each)), "at": word(value), "edge": float(100 * each.edge)}
        for value, each in results
        if each.edge is not None
    ]
    if not rows:
        raise IllegalAnswer("there is no edge to draw: give the jackpot meter")
    return _lines(rows, word(setting), _named(results[0][1], word), word)


def _wager(odds: Odds) -> str:
    """The name of a wager."""
    return odds.settings.document.wager(odds.wager).name


def _named(odds: Odds, word: Word) -> str:
    """The names of a game and its wager."""
    return f"{word(odds.settings.document.name)}, {word(_wager(odds))}"


def _lines(rows: list[dict[str, Any]], across: str, title: str, word: Word = plain) -> alt.LayerChart:
    several = len({row["table"] for row in rows}) > 1
    brief = all(len(str(row["at"])) <= 6 for row in rows)
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("at:O", title=across, sort=None, axis=alt.Axis(labelAngle=0 if brief else -40)),
        y=alt.Y("edge:Q", title=f"{word('house edge')}, %", scale=alt.Scale(zero=True), axis=alt.Axis(titlePadding=12)),
        color=alt.Color("table:N", legend=None) if several else alt.value(ACCENT),
    )
    ends = alt.Chart(alt.InlineData(values=_last(rows) if several else []))  # one line alone has its name above
    last = ends.encode(x=alt.X("at:O", sort=None), y="edge:Q", text="table:N")
    drawn = base.mark_line(point=True) + last.mark_text(align="left", dx=8, color=INK)
    shown: alt.LayerChart = drawn.properties(width=560, height=320, title=title)
    return shown


def _last(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rightmost point of each line, where its label stands."""
    return list({row["table"]: row for row in rows}.values())


def contributions(odds: Odds, word: Word = plain) -> alt.Chart | None:
    """What each award that wins gives back of a unit, the greatest first; None where it rests on a meter."""
    labels = Counter(each.terms.label for each in odds.outcomes)
    rows = [
        {"award": sentence(word(label)), "return": float(odds.probability(each) * pays)}
        for each in odds.outcomes
        for label, pays in ((called(each, labels), each.pays),)
        if pays is not None and pays > 0
    ]
    if not rows or any(each.pays is None for each in odds.outcomes):
        return None
    bars = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("return:Q", title=word("returned of a unit"), axis=alt.Axis(tickCount=6)),
        y=alt.Y("award:N", title=None, sort="-x", axis=alt.Axis(labelLimit=400)),
    )
    room = {"left": 40, "right": 12, "top": 6, "bottom": 6}  # a browser's own font may be wider than the one measured
    drawn: alt.Chart = bars.mark_bar(color=ACCENT).properties(width=420, title=_named(odds, word), padding=room)
    return drawn


def called(each: Outcome, labels: Mapping[str, int]) -> str:
    """The words of an award where they are its own, else its id as words."""
    label = each.terms.label
    return label if label and labels[label] == 1 else each.award.replace("-", " ")


def sentence(words: str) -> str:
    """With a capital letter, the rest as it is."""
    return words[:1].upper() + words[1:]


LABELS_APART = alt.Axis(labelFlush=False, labelOverlap="greedy", labelSeparation=8)
"""Numbers along an axis, none against another."""


ABOVE = 1.25
"""How much higher than the highest bar a chart of a session is: what is written on it stands above them."""


def session(told: "Session", word: Word = plain) -> alt.LayerChart:
    """The distribution of a session in at most ninety columns, with the 5th, 50th and 95th percentile marked."""
    low, high = (float(told.percentile(each)) for each in (0.05, 99.95))
    at = float(told.low) + float(told.step) * np.arange(len(told.mass))
    width = max(float(told.step), (high - low) / 90)
    width = float(told.step) * round(width / float(told.step))
    edges_ = np.arange(low, high + 2 * width, width) - width / 2
    shares, _ = np.histogram(at, bins=edges_, weights=told.mass)
    rows = [
        {"from": float(edges_[i]), "to": float(edges_[i + 1]), "share": 100 * float(share), "won": bool(edges_[i] >= 0)}
        for i, share in enumerate(shares)
    ]
    marks = [
        {"at": float(told.percentile(p)), "says": minus(f"{p} %: {float(told.percentile(p)):+g}"), "line": 14 * place}
        for place, p in enumerate((5, 50, 95))
    ]
    high_enough = alt.Scale(domain=[0, ABOVE * max(row["share"] for row in rows)])
    bars = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("from:Q", title=word("units won"), bin="binned", axis=LABELS_APART),
        x2="to:Q",
        y=alt.Y("share:Q", title=f"{word('share of sessions')}, %", scale=high_enough, axis=alt.Axis(titlePadding=12)),
        color=alt.condition("datum.won", alt.value(ACCENT), alt.value(QUIET)),
    )
    lines = alt.Chart(alt.InlineData(values=marks)).encode(x="at:Q")
    named = lines.mark_text(align="left", dx=4, dy=-6, color=INK).encode(
        text="says:N", y=alt.Y("line:Q", scale=None, axis=None)
    )
    drawn = bars.mark_bar() + lines.mark_rule(color=INK, strokeDash=[4, 3]) + named
    many = word(f"{told.rounds:,} round{'s' if told.rounds != 1 else ''}")
    title = ", ".join(map(word, told.title.split(", ")))
    shown: alt.LayerChart = drawn.properties(width=560, height=280, title=f"{title}: {many}")
    return shown


def meter(odds: Odds, most: int | None = None, word: Word = plain) -> alt.LayerChart | None:
    """The edge against the meter, with the meter that makes it fair marked; None where no share of one is paid."""
    fair = odds.more.get("break_even_meter_at_wager")
    if fair is None or not any(each.terms.share for each in odds.outcomes):
        return None
    top = most or int(150 * fair)
    rows = [{"meter": cents / 100, "edge": float(100 * (_at_meter(odds, cents).edge or 0))} for cents in (0, top)]
    line = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("meter:Q", title=f"{word('meter')}, $"), y=alt.Y("edge:Q", title=f"{word('house edge')}, %")
    )
    mark = alt.Chart(alt.InlineData(values=[{"meter": fair, "edge": 0, "says": word(f"fair at ${fair:,.2f}")}]))
    point = mark.encode(x="meter:Q", y="edge:Q")
    drawn = line.mark_line(color=ACCENT) + point.mark_point(color=INK, filled=True, size=70)
    drawn += point.mark_text(align="left", dx=8, dy=-8, color=INK).encode(text="says:N")
    shown: alt.LayerChart = drawn.properties(width=560, height=280, title=f"{_named(odds, word)}, {odds.paytable}")
    return shown


def _at_meter(odds: Odds, cents: int) -> Odds:
    from dataclasses import replace

    return replace(odds, outcomes=tuple(each._replace(meter=cents) for each in odds.outcomes))
