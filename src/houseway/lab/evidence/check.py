"""Checks an evidence package with nothing but Python's standard library. Run it beside the package:

    python check.py pack.zip

What it does, in this order:
1. every file has the hash that manifest.json tells, and there is no other file;
2. where signature.json is there, the manifest is signed with the Ed25519 key that it names;
3. document.json has the hash by which the report names the approved document;
4. each return table of counts.json adds up: the combinations to the total, and edge, hit frequency and variance to
   what its counts and pays give, in exact fractions; its CSV tells the same;
5. where the deals of a wager are in the package, its edge is counted again from them and from the cards of the shoe.

It answers with a line for each, and with exit code 1 if one does not hold.
"""

import csv
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Files = dict[str, bytes]

UNHASHED = {"manifest.json", "signature.json"}


def files_of(path: Path) -> Files:
    """The files of a package, by name."""
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def manifest_faults(files: Files) -> Iterator[str]:
    """1. Files and their hashes."""
    told = json.loads(files["manifest.json"])["files"]
    for name in sorted(set(told) | (set(files) - UNHASHED)):
        if name not in files:
            yield f"{name} is missing"
        elif name not in told:
            yield f"{name} is not in the manifest"
        elif hashlib.sha256(files[name]).hexdigest() != told[name]:
            yield f"{name} has another hash than the manifest tells"


def signature_faults(files: Files) -> Iterator[str]:
    """2. The signature of the manifest; `ed25519.py` of the package is the arithmetic of RFC 8032."""
    if "signature.json" not in files:
        return
    signature = json.loads(files["signature.json"])
    curve: Json = {}
    exec(compile(files["ed25519.py"], "ed25519.py", "exec"), curve)  # its hash is in the manifest
    key, value = bytes.fromhex(signature["public_key"]), bytes.fromhex(signature["signature"])
    if not curve["signed"](key, b"houseway evidence\n" + files["manifest.json"], value):
        yield "the manifest is not signed with the key that signature.json names"


def document_faults(files: Files) -> Iterator[str]:
    """3. The approved document."""
    told = json.loads(files["counts.json"])["document"]
    if hashlib.sha256(files["document.json"]).hexdigest() != told:
        yield f"document.json is not the document {told[:12]}"


def table_faults(files: Files, table: Json) -> Iterator[str]:
    """4. One return table."""
    rows = [(Fraction(each["pays"]), int(each["combinations"])) for each in table["outcomes"]]
    total = sum(ways for _, ways in rows)
    if total != int(table["total"]):
        yield f"{table['id']}: the combinations add up to {total}, not to {table['total']}"
    edge = -sum(pays * ways for pays, ways in rows) / total
    if edge != Fraction(table["edge"]):
        yield f"{table['id']}: these counts give an edge of {edge}, not of {table['edge']}"
    if table["stands_apart"]:
        hits = Fraction(sum(ways for pays, ways in rows if pays > 0), total)
        if hits != Fraction(table["hit_frequency"]):
            yield f"{table['id']}: these counts win {hits} of the time, not {table['hit_frequency']}"
        variance = sum(pays**2 * ways for pays, ways in rows) / total - edge**2
        if variance != Fraction(table["variance"]):
            yield f"{table['id']}: these counts have a variance of {variance}, not of {table['variance']}"
    told = list(csv.reader(io.StringIO(files[f"counts/{table['id']}.csv"].decode())))[1:]
    if told != [[each["award"], each["pays"], each["combinations"]] for each in table["outcomes"]]:
        yield f"{table['id']}: its CSV tells other counts"


def recount_faults(files: Files, table: Json) -> Iterator[str]:
    """5. The edge again, from every set of cards that decides the wager and what it is worth over all its orders."""
    name = f"deals/{table['id']}.json"
    if name not in files:
        return
    told = json.loads(files[name])
    counts, cards = told["counts"], sum(told["counts"])
    won = Fraction(0)
    for kinds, worth in told["deals"]:
        chance = Fraction(1)
        left, held = list(counts), cards
        for kind in kinds:
            chance *= Fraction(left[kind], held)
            left[kind] -= 1
            held -= 1
        won += chance * Fraction(worth)
    if -won != Fraction(table["edge"]):
        yield f"{table['id']}: the deals give an edge of {-won}, not of {table['edge']}"


def faults(files: Files) -> Iterator[tuple[str, list[str]]]:
    """Every check with what it found."""
    yield "the files and their hashes", list(manifest_faults(files))
    yield "the signature" if "signature.json" in files else "no signature", list(signature_faults(files))
    yield "the document", list(document_faults(files))
    for table in json.loads(files["counts.json"])["tables"]:
        yield f"{table['id']}: its counts and figures", list(table_faults(files, table))
        if f"deals/{table['id']}.json" in files:
            yield f"{table['id']}: counted again from its deals", list(recount_faults(files, table))


def main(arguments: list[str]) -> int:
    """Check the package that is named."""
    if len(arguments) != 1:
        sys.stderr.write("python check.py pack.zip\n")
        return 2
    wrong = 0
    for what, found in faults(files_of(Path(arguments[0]))):
        sys.stdout.write(f"{'FAILS' if found else 'holds'}  {what}\n" + "".join(f"       {each}\n" for each in found))
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
