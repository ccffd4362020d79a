"""Charts that the server draws: the frame of all, and what a meter has shown, by time, with what was won of it."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from houseway.room.books.forecast import Forecast, Shown
from houseway.round.meters import CORRECTED
from houseway.web.amounts import dollars


class Frame(NamedTuple):
    """A drawing and the part of it that a curve lies in; `low` and `high` are the cents at its bottom and top."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    low: int = 0
    high: int = 0

    def holding(self, cents: Iterable[int]) -> "Frame":
        """The same, as high as these amounts reach."""
        amounts = list(cents)
        return self._replace(low=min(amounts), high=max(amounts))

    def x(self, part: float) -> float:
        """Where a part of the whole lies, from 0 at the left to 1 at the right."""
        return round(self.left + (self.right - self.left) * part, 1)

    def y(self, cents: int) -> float:
        """Where an amount lies."""
        return round(self.bottom - (self.bottom - self.top) * (cents - self.low) / ((self.high - self.low) or 1), 1)


METER = Frame(640, 180, 86, 628, 14, 150)


class Chart(NamedTuple):
    """Places in a drawing: a line, marks and labels."""

    frame: Frame
    points: str
    hits: tuple[tuple[float, float, str], ...]
    levels: tuple[tuple[float, str], ...]
    fair: float | None
    first: str
    last: str
    says: str


def meter_chart(told: Forecast) -> Chart | None:
    """What a meter has shown, step by step; None before it has changed twice."""
    shown = [each for each in told.history if each.at]
    if len(shown) < 2:
        return None
    times = [datetime.fromisoformat(each.at).timestamp() for each in shown]
    frame = METER.holding(each.cents for each in shown)
    lasted, low, high, y = (times[-1] - times[0]) or 1.0, frame.low, frame.high, frame.y

    def x(time: float) -> float:
        return frame.x((time - times[0]) / lasted)

    places = []
    for index, (each, time) in enumerate(zip(shown, times, strict=True)):
        if index:
            places.append(f"{x(time)},{y(shown[index - 1].cents)}")  # it stays until it moves
        places.append(f"{x(time)},{y(each.cents)}")
    hits = tuple((x(time), y(each.cents), _hit(each)) for each, time in zip(shown, times, strict=True) if each.hit)
    fair, now = told.break_even, dollars(shown[-1].cents)
    return Chart(
        frame,
        " ".join(places),
        hits,
        ((y(high), dollars(high)), (y(low), dollars(low))) if high > low else ((y(high), dollars(high)),),
        y(fair) if fair is not None and low <= fair <= high else None,
        shown[0].at[:16].replace("T", " "),
        shown[-1].at[:16].replace("T", " "),
        f"What {told.id} has shown: {dollars(low)} to {dollars(high)}, {now} now; hits: {len(hits)}",
    )


def _hit(each: Shown) -> str:
    how = "won by a correction" if each.what == CORRECTED else "won"
    return f"{how}, {each.at[:16].replace('T', ' ')}; {dollars(each.cents)} left"
