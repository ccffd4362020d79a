"""Charts that the server draws: what a meter has shown, by time, with what was won of it."""

from datetime import datetime
from typing import NamedTuple

from houseway.money import dollars
from houseway.room.books.forecast import Forecast, Shown

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 180, 86, 628, 14, 150


class Chart(NamedTuple):
    """Places in a drawing: a line, marks and labels."""

    points: str
    hits: tuple[tuple[float, float, str], ...]
    levels: tuple[tuple[float, str], ...]
    fair: float | None
    first: str
    last: str
    says: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


def meter_chart(told: Forecast) -> Chart | None:
    """What a meter has shown, step by step; None before it has changed twice."""
    shown = [each for each in told.history if each.at]
    if len(shown) < 2:
        return None
    times = [datetime.fromisoformat(each.at).timestamp() for each in shown]
    low, high = min(each.cents for each in shown), max(each.cents for each in shown)
    span, lasted = (high - low) or 1, (times[-1] - times[0]) or 1.0

    def x(time: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (time - times[0]) / lasted, 1)

    def y(cents: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (cents - low) / span, 1)

    places = []
    for index, (each, time) in enumerate(zip(shown, times, strict=True)):
        if index:
            places.append(f"{x(time)},{y(shown[index - 1].cents)}")  # it stays until it moves
        places.append(f"{x(time)},{y(each.cents)}")
    hits = tuple((x(time), y(each.cents), _hit(each)) for each, time in zip(shown, times, strict=True) if each.hit)
    fair = told.break_even
    return Chart(
        " ".join(places),
        hits,
        ((y(high), dollars(high)), (y(low), dollars(low))) if high > low else ((y(high), dollars(high)),),
        y(fair) if fair is not None and low <= fair <= high else None,
        shown[0].at[:16].replace("T", " "),
        shown[-1].at[:16].replace("T", " "),
        f"What {told.id} has shown: {dollars(shown[0].cents)} to {dollars(shown[-1].cents)}, won {len(hits)} times",
    )


def _hit(each: Shown) -> str:
    return f"won, {each.at[:16].replace('T', ' ')}; {dollars(each.cents)} left"
