"""What-if: a wager is counted once, then every pay of it is moved; the slowest answer in milliseconds.

So is every line of a house way: to the top, out, and with other bounds (new lines, by the groups of all placements
where these are kept). Edge, hands and worth of all lines are told each time.

python benchmarks/what_if.py
"""

from time import perf_counter

from houseway.game import Game
from houseway.games import game
from houseway.lab.cache import NotKept, only_kept
from houseway.lab.whatif import repaid, slopes

WAGERS = (
    ("super-pan-9", ("main", "tie")),
    ("supreme-99", ("main", "pair-fortunes")),
    ("super-pairs", ("super-pairs", "lucky-ladies", "21-plus-3", "top-3", "super-pairs-jackpot")),
    ("dealer-open-pai-gow", ("chan-chu", "ace-high-tie")),
)


def main() -> None:
    for id_, wagers in WAGERS:
        for wager in wagers:
            begun = perf_counter()
            odds = game(id_).odds(wager)
            counted = perf_counter() - begun
            slowest = 0.0
            table = odds.settings.document.paytable(odds.paytable or "")
            for row in table.rows:
                if row.pay.kind == "ratio":
                    begun = perf_counter()
                    assert repaid(odds, {row.award: row.pay.amount + 1}).edge is not None
                    slowest = max(slowest, perf_counter() - begun)
            begun = perf_counter()
            slopes(odds)
            every = perf_counter() - begun
            print(
                f"{id_} {wager}: counted in {counted:.2f} s; what if at most {1000 * slowest:.2f} ms, "
                f"every slope {1000 * every:.2f} ms (target 100 ms)"
            )
    house_way()


def house_way() -> None:
    """Lines of the document's house way, moved, left out and changed."""
    pai_gow = game("dealer-open-pai-gow")
    begun = perf_counter()
    told = pai_gow.workshop(pai_gow.configure())
    counted = perf_counter() - begun
    slowest = 0.0
    for line in range(1, len(told.order)):
        for change in (lambda at: told.moved(at, 1), told.without):
            begun = perf_counter()
            assert change(line).told
            slowest = max(slowest, perf_counter() - begun)
    print(
        f"{pai_gow.id} house way: read in {counted:.2f} s; a line moved or left out at most {1000 * slowest:.2f} ms, "
        f"{_changed(pai_gow, told.toml())} (target 100 ms)"
    )


def _changed(pai_gow: Game, text: str) -> str:
    """A line with other bounds, which no way that ships has: warm, where every placement is kept."""
    taken = []
    with only_kept():
        for least in "3456789":
            settings = pai_gow.configure(house_way=text.replace('"7+"', f'"{least}+"'))
            begun = perf_counter()
            try:
                assert pai_gow.workshop(settings).told
            except NotKept:
                return "a line changed: not kept yet, `houseway way` with one counts it"
            taken.append(perf_counter() - begun)
    return f"a line changed at most {1000 * max(taken[1:]):.2f} ms"


if __name__ == "__main__":
    main()
