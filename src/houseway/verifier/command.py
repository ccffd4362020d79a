"""The command line of the verifier, and the one file to hand out."""

import argparse
import re
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from . import reading
from .answer import checked
from .deal import end_faults, end_said
from .hashes import Json, plain
from .log import Head, counted, entry_faults, growth_faults, noted_faults, untold_faults

NO_FILES = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, MemoryError, RecursionError)
"""What is raised by reading what nobody can have meant as a record or a proof."""

HASH = re.compile("[0-9a-fA-F]{64}")
"""A hash, or a key, as somebody notes it."""

RUN = "import sys\n\nfrom verifier.command import main\n\nsys.exit(main())\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line: 0 where all holds, 1 where something does not, 2 where a file cannot be read."""
    given = _parser().parse_args(arguments)
    try:
        if given.hand_out:
            _handed_out(given.hand_out)
            return 0
        found, says = _answer(given)
    except NO_FILES as fault:
        sys.stderr.write(f"{plain(_sentence(fault, given.files))}\n")
        return 2
    for line in [f"NO: {fault}" for fault in found] or says:
        _say(line)
    return 1 if found else 0


def _say(line: str) -> None:
    """Print what files say, with escapes where they hold what cannot be printed."""
    charset = sys.stdout.encoding or "utf-8"
    sys.stdout.write(plain(line).encode(charset, "backslashreplace").decode(charset) + "\n")


def _sentence(fault: Exception, files: Sequence[str]) -> str:
    """What is wrong with files, in words."""
    if isinstance(fault, reading.Unreadable) and not isinstance(fault, reading.Misshapen):
        return str(fault)
    why = fault if isinstance(fault, reading.Misshapen) else "a field holds what belongs nowhere in them"
    return f"{' '.join(files)}: not records and a proof of a shoe: {why}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="verifier", description="Check a round against the shoe that was committed to."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="records of rounds, and last the proof of their shoe")
    parser.add_argument("--root", help="the root that you noted before you bet")
    parser.add_argument("--cut", type=int, help="the cut as you saw it told")
    parser.add_argument("--commit", help="what your browser committed to with your wager")
    parser.add_argument("--closing", help="the closing of the round as your browser noted it")
    parser.add_argument("--receipts", metavar="FILE", help="the receipts that your browser kept for you")
    parser.add_argument("--clock", metavar="SECONDS", type=int, help="how long the table said that a seat may think")
    parser.add_argument(
        "--key",
        metavar="HEX",
        action="append",
        help="the room's public key, as you know it from elsewhere; again for an earlier one",
    )
    parser.add_argument("--head", metavar="SIZE:ROOT", help="a head of the log of roots that you noted")
    parser.add_argument("--growth", metavar="FILE", help="the proof that the log has only grown since then")
    parser.add_argument("--entries", metavar="FILE", action="append", help="the entries of the log, in their order")
    parser.add_argument(
        "--older",
        action="store_true",
        help="take a record that is not signed whole or does not tell who answered, and a log that does not tell of "
        "which shoe a round was",
    )
    parser.add_argument("--without-log", action="store_true", help="take a proof that does not tell of the log")
    parser.add_argument("--hand-out", metavar="FILE", help="write this verifier as one file, which Python runs")
    return parser


def _answer(given: argparse.Namespace) -> tuple[list[str], list[str]]:
    if not given.files:
        raise reading.Unreadable("name records of rounds, if any, and last the proof of their shoe")
    _noted_whole(given)
    *records, proof = [reading.read(file) for file in given.files]
    need = not given.without_log or bool(given.key or given.head or given.growth or given.entries)
    noted = {"closing": given.closing, "key": given.key, "need_log": need}
    kept = {"receipts": _receipts(given.receipts), "clock": given.clock, "older": given.older}
    found, says = checked(records, proof, given.root, given.cut, given.commit, **noted, **kept)
    more, also = _read_through(records, proof, given.entries or [], older=given.older) if "log" in proof else ([], [])
    found, says = [*found, *more], [*says, *also]
    if "log" in proof and (given.head or given.growth):
        more, also = _grown(proof, given.head, given.growth, given.key or [])
        return [*found, *more], [*says, *also]
    return found, says


def _noted_whole(given: argparse.Namespace) -> None:
    """Nobody is accused by a note that was copied in part, as a page abbreviates it."""
    noted = [("--root", given.root), ("--commit", given.commit), ("--closing", given.closing)]
    noted += [("--key", each) for each in given.key or []]
    if given.head and ":" in given.head:
        noted.append(("the root of --head", given.head.partition(":")[2]))
    for option, told in noted:
        if told is not None and not HASH.fullmatch(told):
            raise reading.Unreadable(f"{option} is 64 digits, 0 to 9 and a to f, whole as you noted it, not {told}")
    if given.clock is not None and given.clock < 0:
        raise reading.Unreadable(f"--clock is a number of seconds, as in 45, not {given.clock}")


def _receipts(file: str | None) -> list[Json]:
    """The receipts in a file, a list of them."""
    if file is None:
        return []
    told = {"receipts": reading.read(file)}
    reading.check(told, reading.RECEIPTS, "the receipts")
    return list(told["receipts"])


def _read_through(
    records: Sequence[Json], proof: Json, files: Sequence[str], *, older: bool
) -> tuple[list[str], list[str]]:
    """What is wrong with the entries of the log, and what was checked: without them a shoe may stand there twice."""
    if not files:
        return [], ["Log: its entries are NOT CHECKED (--entries): it may tell this shoe again with another root."]
    entries: list[Json] = []
    for file in files:
        told = {"entries": reading.read(file)}
        reading.check(told, reading.ENTRIES, "the log")
        entries += told["entries"]
    size = proof["log"]["head"]["size"]
    under = entries[:size]  # nobody has signed what is beyond the head
    all_of_it = f"its {counted(size)} gives" if size == 1 else f"all {counted(size)} give"
    says = [f"Log: {all_of_it} its head, and no shoe is there twice."]
    says += [f"Log: NOT CHECKED: {each}." for each in untold_faults(under, proof)]
    says += [end_said(records, proof, under)] if records else []
    return [*entry_faults(entries, proof, records, older=older), *end_faults(records, proof, under)], says


def _grown(proof: Json, noted: str | None, file: str | None, keys: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is wrong with the growth of the log since the head that was noted, and what was checked."""
    size, _, root = (noted or "0:").partition(":")
    if not size.isdecimal():
        raise reading.Unreadable(f"--head is SIZE:ROOT as you noted it, as in 12:9f86…, not {noted}")
    head: Head | None = (int(size), root.lower()) if noted else None
    if file is None:
        return (list(noted_faults(head, proof)) if head else []), ["Log: its head is the one that you noted."]
    growth = reading.read(file)
    reading.check(growth, reading.GROWTH, "the proof of growth")
    before, now = growth["first"]["size"], growth["second"]["size"]
    was = "was" if before == 1 else "were"
    says = f"Log: its {counted(now)} begin{'s' if now == 1 else ''} with the {before} that {was} there before."
    return list(growth_faults(growth, head, proof, [each.lower() for each in keys])), [says]


def _handed_out(file: str) -> None:
    """Write the file that is named, or say why it cannot be."""
    try:
        hand_out(Path(file))
    except OSError as fault:
        raise reading.Unreadable(f"{file} cannot be written: {(fault.strerror or 'it is no file').lower()}") from None


def hand_out(file: Path | BinaryIO) -> None:
    """One file of these modules, for a machine that has never seen this room: Python runs it, unzip shows it."""
    with zipfile.ZipFile(file, "w") as handed:
        for source in sorted(Path(__file__).parent.glob("*.py")):
            handed.writestr(zipfile.ZipInfo(f"verifier/{source.name}"), source.read_text(encoding="utf-8"))
        handed.writestr(zipfile.ZipInfo("__main__.py"), RUN)
