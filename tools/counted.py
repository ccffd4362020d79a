"""Counts that come with the package, so that who asks first after an install need not wait for the compiler.

python tools/counted.py [GAME …]   count what is missing or was made by other sources, and write it
python tools/counted.py --check    say whether all are made by the sources as they are; 1 where one is not

Asked are the odds of blackjack at each deck count that the document allows, by the rules in which tables differ, and of
every wager of Dealer Open Pai Gow at the settings that it begins with, Jacks Beat by either wheel; both by every
reading of an unclear clause; and what the House Way costs, and what each line of the ways that ship earns. Every row
comes from the engines that count it for everybody: see `houseway.lab.cache`. Two minutes of a processor for blackjack,
some ten for pai gow; what its sources have not changed is read.
"""

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from itertools import product
from pathlib import Path

import houseway as hw
from houseway.document.model import Interpretation
from houseway.document.settings import Setting
from houseway.game import Game
from houseway.lab import cache
from houseway.lab.kernel import sources_hash
from houseway.lab.readings import effects_of, places, takes_long

READERS = {
    "super-pairs": ("houseway.games.super_pairs", ("count.base_odds",)),
    "dealer-open-pai-gow": (
        "houseway.games.dealer_open_pai_gow",
        ("count.census", "count.costs", "count.deals", "count.otherwise", "count.workshop"),
    ),
}
"""Games that bring counts along: their packages, and which modules of them read the counts."""

PAYS = {"jacks_beat": True, "jacks_beat_pays": "2 jacks=1, 3 jacks=10, 4 jacks=100"}
"""What Jacks Beat pays is the operator's; how often is counted all the same."""


TABLES = {"soft-17": ("stand", "hit"), "double-after-split": ("yes", "no"), "surrender": ("none", "late")}
"""What blackjack tables differ in the most: at every number of decks, each with each."""
SELDOM = ("peek", "double", "split-by", "split-hands", "resplit-aces", "split-aces-one-card", "split-play")
"""What they differ in besides: at the decks below, each alone. What a blackjack pays bears on no count."""
USUAL = (6, 8)
"""Decks of most tables."""


def asked() -> Iterator[tuple[str, str, dict[str, object]]]:
    """What is counted ahead: a game, a wager, settings."""
    for settings in blackjack_tables():
        yield "super-pairs", "blackjack", settings
    for wager in ("main", "chan-chu"):
        yield "dealer-open-pai-gow", wager, {}
    for wheel in ("lowest", "second-highest"):
        yield "dealer-open-pai-gow", "jacks-beat", PAYS | {"wheel": wheel}


def blackjack_tables() -> Iterator[dict[str, object]]:
    """The tables whose blackjack comes with the package."""
    known = {each.id: each for each in hw.game("super-pairs").document.settings}
    for decks, *chosen in product(values(known["decks"]), *TABLES.values()):
        yield {"decks": decks, **dict(zip(TABLES, chosen, strict=True))}
    for decks, name in product(USUAL, SELDOM):
        for value in values(known[name]):
            yield {"decks": decks, name: value}


def values(spec: Setting) -> Sequence[object]:
    """All that a setting may be."""
    if spec.type == "integer":
        return range(spec.least, spec.most + 1)  # type: ignore[arg-type, operator]  # these have bounds
    return spec.choices or ("yes", "no")


def stale() -> list[Path]:
    """Files that other sources have made."""
    return [
        file
        for package, _ in READERS.values()
        for file in sorted(cache.brought(package).glob("rows-*.json"))
        if json.loads(file.read_text(encoding="utf-8"))["sources"] != sources_hash(package)
    ]


def count(games: Collection[str]) -> None:
    """Count all that is asked of these games, keep each set of rows that was read or counted, and forget all others."""
    found: dict[Path, str] = {}
    real = cache.cached

    def noted(package: str, key: tuple[object, ...], *rest: object, **more: object) -> cache.Rows:
        rows = real(package, key, *rest, **more)  # type: ignore[arg-type]
        content = {"key": repr(key), "sources": sources_hash(package), "rows": rows}
        found[cache.brought(package) / cache.file_name(key)] = json.dumps(content) + "\n"
        return rows

    for package, modules in READERS.values():
        for module in modules:
            import_module(f"{package}.{module}").cached = noted  # type: ignore[attr-defined]
    for game, wager, settings in (each for each in asked() if each[0] in games):
        edge = hw.game(game).odds(wager, **settings).edge
        print(game, wager, settings, f"{float(100 * edge):.6f} %", flush=True)
    if "dealer-open-pai-gow" in games:
        pai_gow = hw.game("dealer-open-pai-gow")
        print(repr(pai_gow.workshop(pai_gow.configure())), flush=True)
        print("dealer-open-pai-gow strategy", hw.game("dealer-open-pai-gow").strategy().notes[-1], flush=True)
    for game in games:
        for ruling in hw.game(game).document.rulings:
            count_readings(hw.game(game), ruling)
    for game in games:
        for old in cache.brought(READERS[game][0]).glob("rows-*.json"):
            old.unlink()
    for path, content in found.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")


def count_readings(game: Game, ruling: Interpretation) -> None:
    """What each reading gives of the wagers that take long."""
    slow = [place for place in places(game) if takes_long(game, place.wager)]
    for effect in effects_of(game, ruling, slow, slow=True)[0]:
        edges = (f"{reading} {float(100 * edge):.6f} %" for reading, edge in effect.edges.items())
        print(game.id, ruling.id, effect.where, ", ".join(edges), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(READERS)}; else all")
    given = parser.parse_args()
    if unknown := set(given.games) - set(READERS):
        parser.error(f"no counts come with {', '.join(sorted(unknown))}: write one of {', '.join(READERS)}")
    if not given.check:
        count(given.games or list(READERS))
    for file in stale():
        print(f"{file.parent.parent.parent.name}/{file.name} was made by other sources: run python tools/counted.py")
    return int(bool(stale()))


if __name__ == "__main__":
    sys.exit(main())
