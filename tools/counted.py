"""Counts that come with the package, so that who asks first after an install need not wait for the compiler.

python tools/counted.py            count what is missing or was made by other sources, and write it
python tools/counted.py --check    say whether all are made by the sources as they are; 1 where one is not

Asked are the odds of blackjack at each deck count that the document allows. Every row comes from the engines that count
it for everybody: see `houseway.lab.cache`.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import houseway as hw
from houseway.lab import cache
from houseway.lab.kernel import sources_hash

PACKAGES = ("houseway.games.super_pairs",)


def asked() -> Iterator[tuple[str, str, dict[str, object]]]:
    """What is counted ahead: a game, a wager, settings."""
    decks_of = next(each for each in hw.game("super-pairs").document.settings if each.id == "decks")
    for decks in range(decks_of.least or 1, (decks_of.most or 8) + 1):
        yield "super-pairs", "blackjack", {"decks": decks}


def stale() -> list[Path]:
    """Files that other sources have made."""
    return [
        file
        for package in PACKAGES
        for file in sorted(cache.brought(package).glob("rows-*.json"))
        if json.loads(file.read_text(encoding="utf-8"))["sources"] != sources_hash(package)
    ]


def count() -> None:
    """Count all that is asked, keep each set of rows that was read or counted, and forget all others."""
    found: dict[Path, str] = {}
    real = cache.cached

    def noted(package: str, key: tuple[object, ...], *rest: object, **more: object) -> cache.Rows:
        rows = real(package, key, *rest, **more)  # type: ignore[arg-type]
        content = {"key": repr(key), "sources": sources_hash(package), "rows": rows}
        found[cache.brought(package) / cache.file_name(key)] = json.dumps(content) + "\n"
        return rows

    from houseway.games.super_pairs.count import base_odds

    base_odds.cached = noted  # type: ignore[attr-defined]
    for game, wager, settings in asked():
        edge = hw.game(game).odds(wager, **settings).edge
        print(game, wager, settings, f"{float(100 * edge):.6f} %", flush=True)
    for package in PACKAGES:
        for old in cache.brought(package).glob("rows-*.json"):
            old.unlink()
    for path, content in found.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        count()
    for file in stale():
        print(f"{file.parent.parent.parent.name}/{file.name} was made by other sources: run python tools/counted.py")
    return int(bool(stale()))


if __name__ == "__main__":
    sys.exit(main())
