"""How cost grows: with decks, seats, rounds, paytables, cores and, on paper, machines.

What was measured is kept as data beside this file, so that the chart of `docs/peers.md` can be drawn again from it.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import altair as alt
import ours

import houseway as hw
from houseway.lab.chart import ACCENT
from houseway.simulate.loop import Part
from houseway.simulate.model import Plan
from houseway.simulate.work import threads

DECKS = (1, 2, 4, 6, 8)
MACHINES = (1, 10, 25, 50, 75, 100)
CORES = 16
"""Of a machine, on paper."""
SLICE, TASK, SCHEDULED = 14e-3, 64, 0.8e-3
"""Seconds of a core for 32,768 rounds of Super Pan 9, slices of a task, seconds of scheduler and asker for a task."""


@dataclass(frozen=True)
class Curve:
    """What is measured, by what, in which unit, and the points; `grows` where both axes go by powers of ten."""

    what: str
    by: str
    unit: str
    points: tuple[tuple[float, float], ...]
    grows: bool = False


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """Processor time, the least of a few tries; the first, which may compile, apart."""
    work()
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def measured() -> list[Curve]:
    """Every curve, measured now."""
    pan, gow, rounds = hw.game("super-pan-9"), hw.game("dealer-open-pai-gow"), "rounds a second"

    def blackjack(many: int, seats: int = 1, **more: object) -> float:
        return ours.rate_of("super-pairs", ("blackjack",), "random", many, seats, **more)

    def paytables(many: int) -> float:
        return seconds(lambda: [gow.odds("chan-chu", pays={"three-pair": 1 + at}) for at in range(many)])

    def exact(decks: int) -> float:
        return seconds(lambda: pan.odds("tie", decks=decks))

    def simulated(many: int) -> float:
        return seconds(lambda: pan.simulate(rounds=many, seed=1))

    gow.odds("chan-chu")
    cores = [many for many in (1, 2, 4, 8, 16, 32, 64) if many <= (os.cpu_count() or 1)]
    return [
        Curve("Blackjack by decks", "decks", rounds, points(DECKS, lambda decks: blackjack(100_000, decks=decks))),
        Curve("Blackjack by seats", "seats", rounds, points((1, 3, 5, 7), lambda seats: blackjack(50_000, seats))),
        Curve("Super Pan 9 exactly, by decks", "decks", "ms", points(DECKS, lambda decks: 1000 * exact(decks))),
        Curve("Super Pan 9 by rounds", "rounds", "ms", points((10**4, 10**5, 10**6), _ms(simulated)), True),
        Curve("Chan Chu by paytables, its census kept", "paytables", "ms", points((1, 10, 100), _ms(paytables)), True),
        Curve("Super Pan 9 by threads, of the clock", "threads", rounds, points(cores, _threaded)),
        on_paper(),
    ]


def points(places: "tuple[int, ...] | list[int]", of: Callable[[int], float]) -> tuple[tuple[float, float], ...]:
    return tuple((place, of(place)) for place in places)


def _ms(of: Callable[[int], float]) -> Callable[[int], float]:
    return lambda place: 1000 * of(place)


def on_paper() -> Curve:
    """Machines of 16 cores at one scheduler: from the measured slice and what a task costs, see docs/simulation.md."""
    most = TASK * SLICE / SCHEDULED
    found = points(MACHINES, lambda many: min(many * CORES, most) * 32768 / SLICE)
    return Curve("Super Pan 9 by machines of 16 cores, on paper", "machines", "rounds a second", found)


def _threaded(many: int) -> float:
    pan = hw.game("super-pan-9")
    simulation = pan.simulation(Plan(pan.configure(), ("main",), "random"))
    assert simulation is not None
    parts = [Part(at << 16, 1 << 16, 1) for at in range(32)]
    list(threads(many)(simulation, parts[:1]))
    began = time.perf_counter()
    list(threads(many)(simulation, parts))
    return len(parts) * (1 << 16) / (time.perf_counter() - began)


# ------------------------------------------------------------------------------------------------ told, kept and drawn


def told(curves: list[Curve]) -> None:
    """A table a curve."""
    for each in curves:
        print(f"\n| {each.what}, {each.unit} | " + " | ".join(f"{place:,.0f}" for place, _ in each.points) + " |")
        print("|---|" + "---|" * len(each.points))
        digits = 1 if each.unit == "ms" else 0
        print("| | " + " | ".join(f"{value:,.{digits}f}" for _, value in each.points) + " |")


def keep(curves: list[Curve], file: Path) -> None:
    """As data, a line a curve."""
    file.write_text("[\n" + ",\n".join(json.dumps(asdict(each)) for each in curves) + "\n]\n", encoding="utf-8")


def kept(file: Path) -> list[Curve]:
    found = json.loads(file.read_text(encoding="utf-8"))
    return [Curve(**each | {"points": tuple((at, value) for at, value in each["points"])}) for each in found]


def drawn(curves: list[Curve], file: Path) -> None:
    """All curves side by side, each with axes of its own."""
    alt.concat(*map(_drawn, curves), columns=3).save(str(file))


def _drawn(curve: Curve) -> alt.Chart:
    rows = [{"at": at, "is": value} for at, value in curve.points]
    across = alt.Scale(type="log") if curve.grows else alt.Scale(zero=False, domain=[rows[0]["at"], rows[-1]["at"]])
    up = alt.Scale(type="log") if curve.grows else alt.Scale(zero=True)
    ticks = [at for at, _ in curve.points]
    chart = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("at:Q", title=curve.by, scale=across, axis=alt.Axis(values=ticks, format="~s", grid=False)),
        y=alt.Y("is:Q", title=curve.unit, scale=up, axis=alt.Axis(format="~s", tickCount=4)),
    )
    what, _, how = curve.what.partition(", ")  # two short lines: a long one is clipped at the edge of the picture
    title = alt.Title(what, subtitle=how, anchor="start", fontSize=11, subtitleFontSize=11)
    return chart.mark_line(point=alt.OverlayMarkDef(color=ACCENT), color=ACCENT).properties(
        width=190, height=120, title=title
    )
