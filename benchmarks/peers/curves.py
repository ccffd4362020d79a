"""How cost grows: with decks, seats, rounds, paytables and cores."""

import time
from collections.abc import Callable

import ours

import houseway as hw
from houseway.simulate.loop import Part
from houseway.simulate.model import Plan
from houseway.simulate.work import threads

DECKS = (1, 2, 4, 6, 8)


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """Processor time, the least of a few tries; the first, which may compile, apart."""
    work()
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def row(what: str, cells: dict[object, str]) -> None:
    print(f"\n| {what} | " + " | ".join(map(str, cells)) + " |\n|---|" + "---|" * len(cells))
    print("| | " + " | ".join(cells.values()) + " |")


def told() -> None:
    pan = hw.game("super-pan-9")
    blackjack = {decks: ours.rate_of("super-pairs", ("blackjack",), "random", 100_000, decks=decks) for decks in DECKS}
    row("blackjack rounds a second by decks", {decks: f"{rate:,.0f}" for decks, rate in blackjack.items()})
    seats = {many: ours.rate_of("super-pairs", ("blackjack",), "random", 50_000, many) for many in (1, 3, 5, 7)}
    row("blackjack rounds a second by seats", {many: f"{rate:,.0f}" for many, rate in seats.items()})
    exact = {decks: seconds(lambda decks=decks: pan.odds("tie", decks=decks)) for decks in DECKS}
    row("exact Super Pan 9, ms by decks", {decks: f"{1000 * spent:.1f}" for decks, spent in exact.items()})
    many = {n: seconds(lambda n=n: pan.simulate(rounds=n, seed=1)) for n in (10_000, 100_000, 1_000_000)}
    row("Super Pan 9 simulated, ms by rounds", {f"{n:,}": f"{1000 * spent:.0f}" for n, spent in many.items()})
    gow = hw.game("dealer-open-pai-gow")
    gow.odds("chan-chu")
    pays = {n: seconds(lambda n=n: [gow.odds("chan-chu", pays={"three-pair": 1 + at}) for at in range(n)])
            for n in (1, 10, 100)}  # fmt: skip  # what belongs together shares a line
    row("Chan Chu, ms by other paytables, its census kept", {n: f"{1000 * spent:.1f}" for n, spent in pays.items()})
    row("Super Pan 9 rounds a second by threads, wall time", {n: f"{_threaded(n):,.0f}" for n in (1, 2)})


def _threaded(many: int) -> float:
    pan = hw.game("super-pan-9")
    simulation = pan.simulation(Plan(pan.configure(), ("main",), "random"))
    assert simulation is not None
    parts = [Part(at << 16, 1 << 16, 1) for at in range(32)]
    list(threads(many)(simulation, parts[:1]))
    began = time.perf_counter()
    list(threads(many)(simulation, parts))
    return len(parts) * (1 << 16) / (time.perf_counter() - began)
