"""Houseway beside its peers: one run, one table of ratios, each peer in an environment of its own.

    python benchmarks/peers [--folder FOLDER] [--json FILE]
    python benchmarks/peers --curves [--json benchmarks/peers/curves.json] [--svg docs/images/growth.svg]
    python benchmarks/peers --kept benchmarks/peers/curves.json --svg docs/images/growth.svg    # drawn, not measured

Each peer is installed from the package index that pip is set up for, in a venv under FOLDER (houseway's cache where
none is named), and timed there; its C sources, where it has some, are compiled with the compiler at hand. What cannot
be installed or compiled stands in the table as such. All rates are of one core, by processor time, the best of a few
tries; the load of the machine is told, since caches are shared.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import curves
import ours

HERE = Path(__file__).parent
PINS = {
    "phevaluator": "0.6.0",
    "eval7": "0.1.11",
    "treys": "0.1.8",
    "pokerkit": "0.7.7",
    "gymnasium": "1.4.0",
    "rlcard": "1.2.0",
    "open_spiel": "2.0.2",
}
LEAVES_OUT = {
    "phevaluator": "no joker, no other wheel; five to seven cards",
    "eval7": "no joker, no other wheel; a call a hand",
    "treys": "no joker, no other wheel; a call a hand",
    "pokerkit": "no joker; a hand as an object, a call a hand",
    "gymnasium": "hit and stand only; cards drawn with replacement",
    "rlcard": "hit and stand only; no blackjack that pays more",
    "open_spiel": "hit and stand only; one deck",
    "native": "no joker, no other wheel; called card by card, its sums not shared",
    "brute": "settings told legal or not, none preferred",
}
SOURCES = "evaluator5 evaluator7 hash hashtable hashtable5 hashtable7 dptables tables_bitwise"


class Line(NamedTuple):
    """What is measured, whose, at which rate, and what it leaves out."""

    what: str
    who: str
    rate: float | None
    says: str


def run(command: list[Any], **more: Any) -> str:
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=True, **more)
    return done.stdout


def venv(name: str, folder: Path) -> Path:
    """The Python of a peer's own environment, which is made where there is none yet."""
    home = folder / f"{name}-{PINS[name]}-py{platform.python_version()}"
    python = home / "bin" / "python"
    if not (home / "ready").exists():
        run([sys.executable, "-m", "venv", "--clear", home])
        run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{name}=={PINS[name]}"])
        (home / "ready").touch()
    return python


def rates(name: str, script: str, folder: Path) -> dict[str, float] | str:
    """What a peer does a second; why it was not measured."""
    try:
        found: dict[str, float] = json.loads(run([venv(name, folder), HERE / script, name]))["rates"]
        return found
    except (OSError, ValueError, subprocess.CalledProcessError) as fault:
        return _why(fault)


def native(folder: Path) -> tuple[float, float] | str:
    """phevaluator's own C: seven-card hands and thirteen-card hands a second."""
    name = f"phevaluator-{PINS['phevaluator']}"
    home = folder / "native"
    home.mkdir(parents=True, exist_ok=True)
    try:
        if not (home / name).exists():
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "-d", home]
            run([*pip, f"phevaluator=={PINS['phevaluator']}"])
            run(["tar", "-xzf", home / f"{name}.tar.gz", "-C", home])
        source = home / name / "_pheval_csrc"
        paths = [source / "src" / f"{each}.c" for each in SOURCES.split()]
        flags = ["-O3", "-flto", "-march=native", f"-I{source}/include", f"-I{source}/src"]
        run(["cc", *flags, HERE / "native.c", *paths, "-o", home / "all"])
        seconds, high_cards, thirteen, _ = run([home / "all"]).split()
        assert int(high_cards) == ours.HIGH_CARDS
        return ours.SEVENS / float(seconds), 1 / float(thirteen)
    except (OSError, subprocess.CalledProcessError) as fault:
        return _why(fault)


def _why(fault: Exception) -> str:
    said = fault.stderr if isinstance(fault, subprocess.CalledProcessError) else str(fault)
    return "not measured: " + ((said or "").strip().splitlines() or ["it failed"])[-1][:90]


def table(folder: Path) -> list[tuple[str, list[Line]]]:
    """Every comparison: ours first, then the peers."""
    found = native(folder)
    seven, brute = (None, None) if isinstance(found, str) else found
    why = found if isinstance(found, str) else ""
    hands = [Line("", "houseway, an array", ours.values(), "joker, wheel; cards checked")]
    for name in ("eval7", "phevaluator", "treys", "pokerkit"):
        hands += lines(name, rates(name, "hands.py", folder))
    rounds, steps = [], []
    for name in ("open_spiel", "gymnasium", "rlcard"):
        given = rates(name, "rounds.py", folder)
        rounds += lines(name, given if isinstance(given, str) else {"": given["rounds"]})
        steps += lines(name, given if isinstance(given, str) else {"": given["steps"]})
    return [
        (
            "all seven-card hands, compiled",
            [
                Line("", "houseway, a count of all", ours.all_sevens(), "tables of the one rule"),
                Line("", f"phevaluator {PINS['phevaluator']}, its C", seven, why or LEAVES_OUT["native"]),
            ],
        ),
        ("seven-card hands from Python", hands),
        ("rounds, random decisions", [*ours.rounds(Line), *rounds]),
        ("steps of an environment", [*ours.steps(Line), *steps]),
        ("pai gow hands set by the house way", [Line("", "houseway", ours.house_way(), "all lines of the document")]),
        (
            "thirteen-card hands set",
            [
                Line("", "houseway, best against its field", ours.thirteen(), "the strategy that is simulated"),
                Line("", "brute force through phevaluator's C", brute, why or LEAVES_OUT["brute"]),
            ],
        ),
    ]


def lines(name: str, given: dict[str, float] | str) -> list[Line]:
    who = f"{name} {PINS[name]}"
    if isinstance(given, str):
        return [Line("", who, None, given)]
    return [Line("", f"{who}, {how}" if how else who, rate, LEAVES_OUT[name]) for how, rate in given.items()]


def grown(asked: argparse.Namespace) -> None:
    """How cost grows: measured or as it was kept; told, kept and drawn."""
    found = curves.kept(asked.kept) if asked.kept else curves.measured()
    curves.told(found)
    if asked.json:
        curves.keep(found, asked.json)
    if asked.svg:
        curves.drawn(found, asked.svg)
    print(f"\nload after {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ours.cache() / "peers")
    parser.add_argument("--curves", action="store_true", help="how cost grows, instead of the peers")
    parser.add_argument("--kept", type=Path, help="the curves as this file keeps them, instead of measuring")
    parser.add_argument("--json", type=Path, help="keep what was measured")
    parser.add_argument("--svg", type=Path, help="draw the curves")
    asked = parser.parse_args()
    print(f"{ours.processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, {ours.versions()}")
    print(f"load before {os.getloadavg()[0]:.1f}")
    if asked.curves or asked.kept:
        grown(asked)
        return
    found = table(asked.folder)
    for what, rows in found:
        print(f"\n### {what}\n\n| | a second | ours is | leaves out, or has |\n|---|---|---|---|")
        first = rows[0].rate or 0.0
        for row in rows:
            ratio = "" if not row.rate or row.who.startswith("houseway") else f"{first / row.rate:,.1f} times"
            print(f"| {row.who} | {'' if row.rate is None else format(row.rate, ',.0f')} | {ratio} | {row.says} |")
    print(f"\nload after {os.getloadavg()[0]:.1f}")
    if asked.json:
        asked.json.write_text(json.dumps({what: [row._asdict() for row in rows] for what, rows in found}, indent=1))


if __name__ == "__main__":
    main()
