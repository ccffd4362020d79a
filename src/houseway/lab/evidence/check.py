"""Checks an evidence package with nothing but Python's standard library. Run it beside the package:

    python check.py pack.zip [PUBLIC KEY]

What it does, in this order:
1. every file has the hash that manifest.json tells, and there is no other file, and none twice;
2. where signature.json is there, the manifest is signed with the Ed25519 key that it names; where a public key is
   given it is that one, and there is a signature;
3. document.json has the hash by which the report names the approved document;
4. there is a return table in counts.json, and each adds up: the combinations to the total, and edge, hit frequency and
   variance to what its counts and pays give, in exact fractions, standard deviation, skewness and n0 to nine digits;
   where a line of it is the average of several ends, a law of a round is held to its edge, and its spread to that law;
   its CSV tells the same, and the paytable of document.json that it names pays the same, before the commission;
   what counts and paytables do not give is said not to be checked;
5. the cells of tables.xlsx, formulas and figures, are those that the tables give, and no others;
6. where the deals of a wager are in the package, each set of cards is there once and every order of cards ends in one
   of them, and every award is counted again from them and from the cards of the shoe; else it says that it was not.

It answers with a line for each, one that says what is not checked at all, the words of the report among it, and with
exit code 1 if one does not hold. It runs no code of the package. What no package needs is not read at all, so that none
can keep it busy for ever: the bounds stand below.
"""

import csv
import hashlib
import io
import json
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isclose, perm, sqrt
from pathlib import Path
from typing import Any

from houseway.lab.evidence.paid import Pays, commission, paid_faults, paid_said, printed_pays
from houseway.lab.evidence.spreadsheet import sheet_faults
from houseway.verifier.ed25519 import signed

Json = dict[str, Any]
Files = dict[str, bytes]

UNHASHED = {"manifest.json", "signature.json"}
UNSIGNED = "the package is not signed: it does not show who vouches for it"
UNREAD = (
    "NOT checked: report.pdf, README.txt, and in counts.json settings, commands, methods, notes and printed figures: "
    "compare them with the tables"
)
UNREADABLE = (
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    RecursionError,
    MemoryError,
    csv.Error,
)
SPOILT = (OSError, EOFError, RuntimeError, MemoryError, ValueError, zipfile.BadZipFile, zlib.error)
MOST_PACKED, MOST_OF_A_FILE, MOST_UNPACKED, MOST_FILES = 2**25, 2**25, 2**28, 2000
MOST_ROWS, MOST_KINDS, MOST_CARDS, MOST_DEALT = 200, 64, 2000, 12
PAY = re.compile(r"-?\d{1,200}(?:/\d{1,200})?", re.ASCII)
FIGURE = re.compile(r"-?\d{1,4000}(?:/\d{1,4000})?", re.ASCII)


def files_of(path: Path) -> Files:
    """The files of a package, by name; one that is there twice would be read so by one reader and so by another."""
    if not path.is_file():
        raise zipfile.BadZipFile("there is no such file")
    if path.stat().st_size > MOST_PACKED:
        raise zipfile.BadZipFile(f"it has more than {MOST_PACKED:,} bytes, which no package has")
    with zipfile.ZipFile(path) as package:
        return _all_of(package)


def _all_of(package: zipfile.ZipFile) -> Files:
    entries = package.infolist()
    sizes = [each.file_size for each in entries]
    if len(sizes) > MOST_FILES or sum(sizes) > MOST_UNPACKED or max(sizes, default=0) > MOST_OF_A_FILE:
        raise zipfile.BadZipFile("unpacked it has more files or bytes than any package")
    files: Files = {}
    for each in entries:
        if each.filename in files:
            raise zipfile.BadZipFile(f"{each.filename} is in it twice")
        files[each.filename] = _unpacked(package, each)
    return files


def _unpacked(package: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """One file, of as many bytes as the package says that it has, and no more."""
    if entry.flag_bits & 1:
        raise zipfile.BadZipFile(f"{entry.filename} is encrypted")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(f"{entry.filename} is packed in another way than packages are")
    with package.open(entry) as file:
        content = file.read(entry.file_size + 1)
    if len(content) != entry.file_size:
        raise zipfile.BadZipFile(f"{entry.filename} is cut off")
    return content


def number(text: str, form: re.Pattern[str] = FIGURE) -> Fraction:
    """A fraction that is written out, as in -3/2: a power of ten in few letters would take for ever."""
    if not form.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no fraction")
    return Fraction(text)


def read(content: bytes) -> Any:
    """What a file of the package tells; a field that stands twice would be read so by one reader and so by another."""
    return json.loads(content, object_pairs_hook=_once, parse_constant=_refused)


def _once(pairs: list[tuple[str, Any]]) -> Json:
    told = dict(pairs)
    if len(told) != len(pairs):
        raise ValueError("a field is told twice")
    return told


def _refused(text: str) -> None:
    raise ValueError(f"{text} is no number")


def manifest_faults(files: Files) -> Iterator[str]:
    """1. Files and their hashes."""
    told = read(files["manifest.json"])["files"]
    for name in sorted(set(told) | (set(files) - UNHASHED)):
        if name not in files:
            yield f"{name} is missing"
        elif name not in told:
            yield f"{name} is not in the manifest"
        elif hashlib.sha256(files[name]).hexdigest() != told[name]:
            yield f"{name} has another hash than the manifest tells"


def signature_faults(files: Files, expected: str) -> Iterator[str]:
    """2. The signature of the manifest."""
    if "signature.json" not in files:
        if expected:
            yield f"the package is not signed: a signature of {expected.lower()} was expected"
        return
    signature = read(files["signature.json"])
    key, value = bytes.fromhex(signature["public_key"]), bytes.fromhex(signature["signature"])
    if not signed(key, b"houseway evidence\n" + files["manifest.json"], value):
        yield "the manifest is not signed with the key that signature.json names"
    elif expected and key.hex() != expected.lower():
        yield f"the package is signed with another key: {key.hex()} signed it, {expected.lower()} was expected"


def document_faults(files: Files) -> Iterator[str]:
    """3. The approved document."""
    told = read(files["counts.json"])["document"]
    if hashlib.sha256(files["document.json"]).hexdigest() != told:
        yield f"document.json is not the document {told[:12]}"


def table_faults(files: Files, table: Json) -> Iterator[str]:
    """4. One return table."""
    if len(table["outcomes"]) > MOST_ROWS:
        yield f"{table['id']}: it has more than {MOST_ROWS} rows, which no return table has"
        return
    rows = [(number(each["pays"], PAY), int(each["combinations"])) for each in table["outcomes"]]
    total = sum(ways for _, ways in rows)
    if any(ways < 0 for _, ways in rows):
        yield f"{table['id']}: an award has fewer combinations than none"
    if total != int(table["total"]):
        yield f"{table['id']}: the combinations add up to {total}, not to {table['total']}"
    edge = -sum((pays * ways for pays, ways in rows), Fraction(0)) / total
    if edge != number(table["edge"]):
        yield f"{table['id']}: these counts give an edge of {edge}, not of {table['edge']}"
    yield from (f"{table['id']}: {each}" for each in figure_faults(table, rows, edge))
    told = list(csv.reader(io.StringIO(files[f"counts/{table['id']}.csv"].decode())))[1:]
    if told != [[each["award"], each["pays"], each["combinations"]] for each in table["outcomes"]]:
        yield f"{table['id']}: its CSV tells other counts"
    yield from (f"{table['id']}: {each}" for each in paid_faults(*_paid(files, table)))


def _paid(files: Files, table: Json) -> tuple[dict[str, Fraction], Fraction, Pays]:
    """What the document prints, the commission, and what the table tells to be paid."""
    pays = [(str(each["award"]), number(each["pays"], PAY)) for each in table["outcomes"][:MOST_ROWS]]
    settings = read(files["counts.json"]).get("settings", {})
    return printed_pays(read(files["document.json"]), table), commission(settings), pays


def figure_faults(table: Json, rows: list[tuple[Fraction, int]], edge: Fraction) -> Iterator[str]:
    """The figures that follow from counts and pays. Where ends do not stand apart, each with its own pay, the counts do
    not give how far results spread: the law of a round does, where it is told. Where it is not, those figures are not
    told either, or are said to be on trust (`trusted`)."""
    apart, law = table["stands_apart"], table.get("law")
    if type(apart) is not bool:
        yield "whether its ends stand apart is neither true nor false"
    elif apart and law is not None:
        yield "its ends stand apart: its counts give its law, and it tells another"
    elif apart:
        total = sum(ways for _, ways in rows)
        yield from _spread_faults(table, "these counts", [(pays, Fraction(ways, total)) for pays, ways in rows], edge)
    elif law is not None:
        yield from _law_faults(table, law, edge)
    else:
        told = [name for name in ("hit_frequency", "variance", "skewness") if table.get(name) is not None]
        if told:
            yield f"its ends do not stand apart, and it tells what only such have: {', '.join(told)}"
        spread, edges = table.get("standard_deviation"), float(edge)
        if (spread is not None and not spread >= 0) or not _close(
            table.get("n0"), spread**2 / edges**2 if spread is not None and edges else None
        ):
            yield "its n0 is not its standard deviation squared over its edge squared"


def _law_faults(table: Json, told: list[Any], edge: Fraction) -> Iterator[str]:
    """The law of a round: what is won, each amount with its chance."""
    if len(told) > MOST_ROWS:
        yield f"the law of a round has more than {MOST_ROWS} amounts, which none has"
        return
    law = [(number(pays, PAY), number(chance)) for pays, chance in told]
    if any(chance < 0 for _, chance in law) or sum(chance for _, chance in law) != 1:
        yield "the chances of the law of a round do not add up to 1, or one is below zero"
        return
    won = sum((pays * chance for pays, chance in law), Fraction(0))
    if won != -edge:
        yield f"the law of a round gives an edge of {-won}, not of {edge}"
    yield from _spread_faults(table, "these rounds", law, edge)


def _spread_faults(table: Json, what: str, law: list[tuple[Fraction, Fraction]], edge: Fraction) -> Iterator[str]:
    """How often, how far and how lopsidedly a law wins."""
    hits = sum((chance for pays, chance in law if pays > 0), Fraction(0))
    if hits != number(table["hit_frequency"]):
        yield f"{what} win {hits} of the time, not {table['hit_frequency']}"
    variance, third = (sum((pays + edge) ** power * chance for pays, chance in law) for power in (2, 3))
    if variance != number(table["variance"]):
        yield f"{what} have a variance of {variance}, not of {table['variance']}"
    skewness = float(third) / sqrt(variance) ** 3 if variance else None
    n0 = float(variance / edge**2) if edge else None
    figures = {"standard_deviation": sqrt(variance), "skewness": skewness, "n0": n0}
    for name in [name for name, figure in figures.items() if name in table and not _close(table[name], figure)]:
        yield f"{what} give the {name} {figures[name]}, not {table[name]}"


def _close(told: Any, figure: float | None) -> bool:
    """Whether a figure that is no fraction is told, as far as such are exact."""
    if told is None or figure is None:
        return told is figure
    return type(told) in (int, float) and isclose(told, figure, rel_tol=1e-9, abs_tol=1e-12)


def trusted(files: Files, table: Json) -> str:
    """What of a table nothing in the package gives, in words, and the commission that its pays are told after."""
    told = [name for name in ("standard_deviation", "n0") if table.get(name) is not None]
    told = [] if table.get("stands_apart") or table.get("law") else told
    try:
        after, paid = paid_said(*_paid(files, table))
    except UNREADABLE:
        return ""  # which the check of the table says
    told += [paid] if paid else []
    return after + (f", NOT checked: {' and '.join(told)}" if told else "")


def book_faults(files: Files, tables: list[Json]) -> Iterator[str]:
    """5. The spreadsheet, where every fraction of the tables can be read."""
    for table in tables:
        texts = [table["edge"], *(table[name] or "0" for name in ("hit_frequency", "variance"))]
        for text in [*texts, *(each["pays"] for each in table["outcomes"][: MOST_ROWS + 1])]:
            number(text)
    if any(len(table["outcomes"]) > MOST_ROWS for table in tables):
        raise ValueError(f"a table has more than {MOST_ROWS} rows")
    with zipfile.ZipFile(io.BytesIO(files["tables.xlsx"])) as book:
        parts = _all_of(book)
    yield from sheet_faults(parts, f"{read(files['document.json'])['name']}: return tables", tables)


def recount_faults(files: Files, table: Json) -> Iterator[str]:
    """6. Every award again: over all sets of cards that decide the wager, in how many orders they come to it."""
    told = read(files[f"deals/{table['id']}.json"])
    wrong = list(deal_faults(told["counts"], told["deals"]))
    yield from (f"{table['id']}: {each}" for each in wrong)
    if wrong:
        return
    yield from (f"{table['id']}: {each}" for each in order_faults(told["counts"], told["deals"]))
    counts, cards = told["counts"], sum(told["counts"])
    chances: dict[str, Fraction] = {}
    for kinds, ends in told["deals"]:
        ways, left = 1, list(counts)
        for kind in kinds:
            ways *= left[kind]
            left[kind] -= 1
        for award, orders in ends.items():
            chances[award] = chances.get(award, Fraction(0)) + Fraction(orders * ways, perm(cards, len(kinds)))
    if sum(chances.values()) != 1:
        yield f"{table['id']}: the chances of its deals add up to {sum(chances.values())}, not to 1"
    rows = {each["award"]: Fraction(int(each["combinations"]), int(table["total"])) for each in table["outcomes"]}
    for award in sorted(rows.keys() | {award for award, chance in chances.items() if chance}):
        if rows.get(award, 0) != chances.get(award, 0):
            yield f"{table['id']}: the deals give {award} a chance of {chances.get(award, 0)}, not {rows.get(award, 0)}"


def deal_faults(counts: list[int], deals: list[Any]) -> Iterator[str]:
    """What is no set of cards of this shoe, or is told twice."""
    if not all(type(count) is int and count >= 0 for count in counts):
        yield "the shoe holds what is no whole number of cards"
        return
    if len(counts) > MOST_KINDS or sum(counts) > MOST_CARDS:
        yield f"the shoe holds more than {MOST_KINDS} kinds or {MOST_CARDS} cards, which no shoe does"
        return
    known: set[tuple[int, ...]] = set()
    for kinds, ends in deals:
        held = tuple(sorted(kinds))
        if len(held) > MOST_DEALT:
            yield f"a deal has {len(held)} cards: more than {MOST_DEALT} decide no wager that is counted so"
        elif not all(type(kind) is int and 0 <= kind < len(counts) for kind in kinds):
            yield f"the deal {kinds} has cards that the shoe does not name"
        elif not all(type(orders) is int and orders > 0 for orders in ends.values()):
            yield f"the deal {kinds} ends in what is no whole number of orders"
        elif held in known:
            yield f"the deal {kinds} is told twice"
        known.add(held)


def order_faults(counts: list[int], deals: list[Any]) -> Iterator[str]:
    """Deal card by card every order that has not ended yet: none ends more often than it comes, none is left over.

    More sets of cards than are told cannot all end in one of them.
    """
    possible = {tuple(sorted(kinds)): sum(ends.values()) for kinds, ends in deals if _holds(counts, kinds)}
    going: dict[tuple[int, ...], int] = {(): 1}
    while going and len(going) <= len(possible) and len(next(iter(going))) <= MOST_DEALT:
        after: dict[tuple[int, ...], int] = {}
        for held, came in going.items():
            left = came - possible.pop(held, 0)
            if left < 0:
                yield f"the deal {list(held)} ends in {came - left} orders, and comes in {came}"
                return
            for kind in range(len(counts)) if left else ():
                more = tuple(sorted((*held, kind)))
                if more.count(kind) <= counts[kind]:
                    after[more] = after.get(more, 0) + left
        going = after
    if going:
        missing = next(held for held in going if held not in possible)
        yield f"the deal {list(missing)} or one that begins with it is left out"
    elif possible:
        yield f"the deal {list(next(iter(possible)))} is told, and others have ended before it comes"


def _holds(counts: list[int], held: list[int]) -> bool:
    """Whether a shoe of so many of each kind has these cards."""
    return all(held.count(kind) <= counts[kind] for kind in set(held))


def faults(files: Files, key: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every check with what it found."""
    yield "the files and their hashes", _found(manifest_faults, files)
    signing = _found(signature_faults, files, key)
    whose = f", key {read(files['signature.json'])['public_key']}" if "signature.json" in files and not signing else ""
    yield (f"the signature{whose}" if key or "signature.json" in files else UNSIGNED), signing
    yield "the document", _found(document_faults, files)
    try:
        told = read(files["counts.json"])["tables"]
        tables = {table["id"]: table for table in told}
        if len(tables) != len(told):
            raise ValueError("a table is told twice")
        if not tables:
            raise ValueError("there is none")
    except UNREADABLE as fault:
        yield "the return tables", [f"cannot be read: {type(fault).__name__} {fault}"]
        return
    for name, table in tables.items():
        deals = f"deals/{name}.json" in files
        apart = "" if deals else ", NOT counted again: its deals are not in the package"
        yield f"{name}: its counts and figures{trusted(files, table)}{apart}", _found(table_faults, files, table)
        if deals:
            yield f"{name}: counted again from its deals", _found(recount_faults, files, table)
    if "tables.xlsx" in files:
        yield "the spreadsheet", _found(book_faults, files, list(tables.values()))
    yield UNREAD, []


def _found(check: Callable[..., Iterator[str]], *given: Any) -> list[str]:
    """What a check finds; what cannot be read is a fault."""
    try:
        return list(check(*given))
    except (*UNREADABLE, *SPOILT) as fault:
        return [f"cannot be read: {type(fault).__name__} {fault}"]


def _say(text: str) -> None:
    """Print a line of what a package says, with escapes where it holds what cannot be printed: one stays one."""
    charset = sys.stdout.encoding or "utf-8"
    printed = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
    sys.stdout.write(printed.encode(charset, "backslashreplace").decode(charset) + "\n")


def main(arguments: list[str]) -> int:
    """Check the package that is named."""
    if len(arguments) not in (1, 2):
        sys.stderr.write("python check.py pack.zip [PUBLIC KEY]\n")
        return 2
    try:
        files = files_of(Path(arguments[0]))
    except SPOILT as fault:
        _say(f"FAILS  {arguments[0]} cannot be read: {fault or type(fault).__name__}")
        return 1
    wrong = 0
    for what, found in faults(files, *arguments[1:]):
        verdict = "FAILS" if found else "NOTE " if what in (UNSIGNED, UNREAD) else "holds"
        for line in (f"{verdict}  {what}", *(f"       {each}" for each in found)):
            _say(line)
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
