#!/usr/bin/env python3
"""Check the proof of a shoe, with the standard library alone.

    python verify_shoe.py proof.json [--root HEX]

`proof.json` is what the card room gives out for a shoe. `--root` is the root that you noted before you bet; without it
the root of the file is taken, which shows only that the file agrees with itself.

Each card of the committed order has a leaf SHA-256(00 | place, 4 bytes | card, 1 byte | salt), two neighbours a node
SHA-256(01 | left | right), and one without a neighbour rises unchanged. The root was shown before bets, so no card can
be another than it was. A shoe that has ended opens every place; the deal began at the cut and went round.
"""

import argparse
import hashlib
import json
import sys

RANKS, SUITS = "23456789TJQKA", "cdhs"


def card_name(card: int) -> str:
    return "Jk" if card == 52 else RANKS[card % 13] + SUITS[card // 13]


def opened_root(opening: dict) -> str:
    """The root that an opening leads to."""
    start = b"\x00" + opening["index"].to_bytes(4, "big") + bytes([opening["number"]]) + bytes.fromhex(opening["salt"])
    value = hashlib.sha256(start).digest()
    for side, other in opening["path"]:
        pair = value + bytes.fromhex(other) if side == "right" else bytes.fromhex(other) + value
        value = hashlib.sha256(b"\x01" + pair).digest()
    return value.hex()


def path_fits(opening: dict, size: int) -> bool:
    """Whether the path is the one of this place in a tree of this size: as long, and on the same sides."""
    sides, at, width = [], opening["index"], size
    while width > 1:
        if at ^ 1 < width:
            sides.append("right" if at % 2 == 0 else "left")
        at, width = at // 2, (width + 1) // 2
    return sides == [side for side, _ in opening["path"]]


def faults(proof: dict, root: str) -> list:
    """Everything that is wrong with a proof; empty if it holds."""
    found = []
    if proof["root"] != root:
        found.append(f"the file's root is {proof['root']}, not the one you noted")
    places = [opening["index"] for opening in proof["openings"]]
    if len(set(places)) != len(places):
        found.append("a place is opened twice")
    for opening in proof["openings"]:
        where = f"place {opening['index']}"
        if not 0 <= opening["index"] < proof["size"] or not path_fits(opening, proof["size"]):
            found.append(f"{where}: the path is not that of this place")
        elif opened_root(opening) != root:
            found.append(f"{where}: {opening['card']} does not lead to the root")
        if card_name(opening["number"]) != opening["card"]:
            found.append(f"{where}: card {opening['number']} is not called {opening['card']}")
    if proof["ended"] and sorted(places) != list(range(proof["size"])):
        found.append(f"the shoe has ended, and {len(places)} of its {proof['size']} places are open")
    return found


def dealt(proof: dict) -> list:
    """The opened cards in the order of the deal: position and card."""
    cut, size = proof["cut"] or 0, proof["size"]
    return sorted(((opening["index"] - cut) % size + 1, opening["card"]) for opening in proof["openings"])


def main(arguments: list) -> int:
    parser = argparse.ArgumentParser(description="Check the proof of a shoe.")
    parser.add_argument("proof", help="the file that the card room gives out")
    parser.add_argument("--root", help="the root that you noted before you bet")
    given = parser.parse_args(arguments)
    try:
        with open(given.proof, encoding="utf-8") as file:
            proof = json.load(file)
        found = faults(proof, (given.root or proof["root"]).lower())
        cards = dealt(proof)
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as fault:
        print(f"{given.proof} is no proof of a shoe: {fault!r}", file=sys.stderr)
        return 2
    for fault in found:
        print(f"NO: {fault}")
    if found:
        return 1
    print(f"Shoe {proof['shoe']}: {len(cards)} of {proof['size']} cards are open, and every one leads to the root.")
    print(" ".join(f"{position}:{card}" for position, card in cards))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
