"""All checks together, and what was checked in sentences."""

from collections.abc import Callable, Collection, Iterator, Sequence

from . import bets, reading
from .answers import answer_faults, answers_said, left_out_faults
from .deal import PACKETS, bounds_of, gap_faults, round_faults
from .hands import hands_said
from .hashes import Json
from .log import after_faults, log_faults
from .own_numbers import METERS, TURNS, closing_of, closings_of, found_faults
from .receipts import receipt_faults, receipts_said
from .rules import of_the_house, ruled_again
from .shoe import PACKS, shoe_faults
from .signing import record_faults, signed_said

NO_LOG = (
    "the proof does not tell where its root stands in the log of roots: two people may have been shown two roots; "
    "--without-log checks the rest"
)


def checked(
    records: Sequence[Json],
    proof: Json,
    root: str | None,
    cut: int | None,
    commit: str | None = None,
    turns: int = TURNS,
    closing: str | None = None,
    *,
    key: str | Collection[str] | None = None,
    need_log: bool = True,
    receipts: Sequence[Json] = (),
    clock: int | None = None,
    older: bool = False,
) -> tuple[list[str], list[str]]:
    """What is wrong, and what was checked, in sentences; a ValueError where something is no record and no proof."""
    for record in records:
        reading.check(record, reading.RECORD, "the record")
    reading.check(proof, reading.PROOF, "the proof")
    own_keys = [each.lower() for each in ([key] if isinstance(key, str) else key or ())]
    keys = {*own_keys, *([proof["log"]["head"]["key"]] if "log" in proof else [])}
    found = [*shoe_faults(proof, (root or proof["root"]).lower()), *_cut_faults(proof, cut)]
    known = [ruled_again(record) for record in records]
    says = _shoe_said(proof, known, noted=bool(root))
    for record, again in zip(records, known, strict=True):
        faults = (*round_faults(record, proof, turns), *_ruled(record, again))
        faults = (
            *faults,
            *answer_faults(record, clock),
            *bets.bet_faults(record),
            *record_faults(record, own_keys, older=older),
        )
        asked = not older and (clock is not None or bool(own_keys))
        faults = (*faults, *after_faults(record, proof), *left_out_faults(record, asked=asked))
        faults = (*faults, *bets.left_out_faults(record, asked=not older and bool(own_keys)))
        found += [f"round {record['round']}: {fault}" for fault in faults]
        says += [*_said(record, again), *_rests_on(record, closing, keys)]
        answered = answers_said(record, receipts, keys, ruled=again is not None)
        says += [f"Round {record['round']}, bets: {each}." for each in bets.bets_said(record, receipts)]
        says += [f"Round {record['round']}, answers: {each}." for each in answered]
    says += _before_said(records)
    found += receipt_faults(receipts, records, own_keys, keys)
    says += receipts_said(receipts, keys)
    found += [*_logged(proof, own_keys, need_log=need_log), *_noted(records, commit, closing), *gap_faults(records)]
    says.append(_log_said(proof, known=bool(own_keys)))
    if not found:  # what is wrong already is not squared for minutes
        found = [f"round {record['round']}: {fault}" for record in records for fault in found_faults(record, turns)]
    return found, says if records else [*says, _deal_of(proof)]


def _cut_faults(proof: Json, cut: int | None) -> Iterator[str]:
    if cut is not None and (proof["cut"] or 0) != cut:
        yield f"the cut is told at {proof['cut']}, and you saw it at {cut}"


def _shoe_said(proof: Json, known: Sequence[list[str] | None], *, noted: bool) -> list[str]:
    """What its seal and its pack were checked by."""
    told = "that you noted" if noted else "of the file: note it before you bet"
    sure = proof["game"] in PACKS or any(ruling is not None for ruling in known)
    return [
        f"Seal: {len(proof['openings'])} of {proof['size']} cards of shoe {proof['shoe']} lead to the root {told}.",
        f"Pack: {'that of' if sure else 'as told for'} {proof['game']}.",
    ]


def _before_said(records: Sequence[Json]) -> Iterator[str]:
    """Whether the rounds are those from the beginning of the shoe: a house could call cards gone that nobody got."""
    for first in sorted(records, key=lambda record: (record["position"], record["round"]))[:1]:
        if not first["position"]:
            yield f"Before: round {first['round']} is the first of its shoe, and no card was gone."
        else:
            gone = f"{first['position']} cards were gone when round {first['round']} began"
            yield f"Before: {gone}: that they were dealt is NOT CHECKED without the records of the rounds before it."


def _rests_on(record: Json, closing: str | None, keys: Collection[str]) -> Iterator[str]:
    """What its settings and its stakes were checked by."""
    yield f"Round {record['round']}, settings: {_set_said(record, closing)}."
    yield f"Round {record['round']}, stakes: {_staked_said(record, closing, keys)}."


def _ruled(record: Json, again: list[str] | None) -> list[str]:
    """What the rules find; where nobody knows the game, nobody knows how its numbers are drawn or what it displays."""
    if again is not None:
        return again
    found, game, told = [], record["game"], "is known where houseway is installed"
    if bounds_of(record) is None and record.get("draws"):
        found.append(f"numbers are drawn, and how {game} draws them {told}")
    if game not in METERS and record.get("displayed"):
        found.append(f"amounts are displayed, and which settings of {game} tell them {told}")
    return found


def _logged(proof: Json, known: Collection[str], *, need_log: bool) -> Iterator[str]:
    if "log" in proof:
        yield from log_faults(proof, known)
    elif need_log:
        yield NO_LOG


def _noted(records: Sequence[Json], commit: str | None, closing: str | None) -> Iterator[str]:
    """Whether what a player's browser noted is in the rounds."""
    if commit is not None and not any(commit.lower() == each["commit"] for r in records for each in r.get("seals", [])):
        yield "the number that you committed to is in none of these rounds"
    if closing is not None and not any(map(_closed(closing), records)):
        yield "none of these rounds was closed as you saw it: round, cut, settings, stakes or numbers are others"


def _closed(closing: str) -> Callable[[Json], bool]:
    """Whether a round was closed so; browsers noted it otherwise before it held stakes and what the table is set to."""
    return lambda record: closing.lower() in closings_of(record)


def _set_said(record: Json, closing: str | None) -> str:
    """Whether what the table was set to is what it was before the cards were known."""
    if closing is not None and "displayed" in record and closing.lower() in closings_of(record)[:2]:
        moving = f", but for what meters displayed ({', '.join(record['displayed'])})" if record["displayed"] else ""
        return f"those of the closing that you noted{moving}"
    return "as told: they are NOT CHECKED without the closing that a browser noted (--closing)"


def _staked_said(record: Json, closing: str | None, keys: Collection[str]) -> str:
    """Whether the stakes are those that were laid before the cards were known, and who has signed them."""
    noted = closing is not None and "displayed" in record and closing.lower() == closing_of(record)
    before = "those before the deal are of the closing that you noted" if noted else "NOT in a closing that you noted"
    return f"{signed_said(record, keys)}; {before}"


def _log_said(proof: Json, *, known: bool) -> str:
    if "log" not in proof:
        return "Log: NOT CHECKED: the proof does not tell that the root is in it."
    head, index = proof["log"]["head"], proof["log"]["index"]
    whose = "the key that you know" if known else f"the key {head['key']} that it names itself"
    note = f"{head['size']}:{head['root']}"
    return f"Log: the root is entry {index + 1} of {head['size']}, signed with {whose}: note {note}"


def _said(record: Json, again: list[str] | None) -> list[str]:
    dealt, drawn = (sum(kind in entry for entry in record["entries"]) for kind in ("deal", "draw"))
    ruling = "as told: install houseway to have them computed again"
    if again is not None:
        ruling = f"computed again by the rules{of_the_house(record)}"
    bounds = ", ".join(_drawn(least, most, dice) for least, most, dice in bounds_of(record) or ()) if drawn else ""
    return [
        f"Round {record['round']}, deal: {dealt} cards, cut at {record['cut']}, each at its place, none left out.",
        f"Round {record['round']}, hands: {_hands(record, again)}.",
        f"Round {record['round']}, numbers: {drawn}, each as the shoe gives it{bounds and f' ({bounds})'}.",
        f"Round {record['round']}, players' own: {_brought(record)}.",
        f"Round {record['round']}, ruling and payouts: {ruling}.",
    ]


def _hands(record: Json, again: list[str] | None) -> str:
    if again is not None:
        return "each holds what was dealt there, and was dealt it by the rules"
    return hands_said(record, "packet" if record["game"] in PACKETS else "card")


def _drawn(least: int, most: int, dice: int) -> str:
    return f"{dice} dice" if dice else f"{least} to {most}"


def _brought(record: Json) -> str:
    seals = record.get("seals", [])
    if not seals:
        return "nobody brought a number, and the house alone has shuffled"
    seats, s = ", ".join(str(each["seat"]) for each in seals), "s" if len(seals) > 1 else ""
    return f"the number{s} of seat{s} {seats}, as committed to, shuffled what was left"


def _deal_of(proof: Json) -> str:
    cut, size = proof["cut"] or 0, proof["size"]
    lie = sorted(((opening["index"] - cut) % size + 1, opening["card"]) for opening in proof["openings"])
    return "Order from the cut on: " + " ".join(f"{position}:{card}" for position, card in lie)
