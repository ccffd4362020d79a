"""The round: that its cards, drawn numbers and payouts are those that shoe and seed give."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile

from .hands import OUT_OF_CARDS, call_faults, hand_faults
from .hashes import Json
from .own_numbers import TURNS, cents, coming, displayed_faults, gone_before, numbers, seal_faults, seed_of
from .reading import share_of
from .shoe import PACKS, deck_faults

PACKETS = {"supreme-99": 7, "dealer-open-pai-gow": 7}
"""Games that are dealt in so many packets: three dice, or a number of 1 to that, name who gets the first."""

FORMS = [
    {"deal", "to"},
    {"draw"},
    {"call", "seat"},
    {"call", "seat", "cards"},
    {"seat", "choose"},
    {"seat", "wager", "cents"},
    {"seat", "set"},
]
"""The fields of an entry: a card, a number, a call or a decision, and nothing else with it."""

Bounds = tuple[int, int, int]
"""The least and the most that a number can be, and of how many dice it is the sum."""


def round_faults(record: Json, proof: Json, turns: int = TURNS) -> Iterator[str]:
    """Everything in which a record is not the round that the proof covers; numbers that were found are not squared."""
    for field in ("shoe", "table", "game", "root", "pack"):
        if record[field] != proof[field]:
            yield f"the record has another {field} than the proof"
    if record["cut"] != proof["cut"]:
        yield f"the record tells a cut at {record['cut']}, and the proof one at {proof['cut']}"
    yield from form_faults(record)
    yield from deck_faults(record)
    yield from displayed_faults(record)
    sealed = list(seal_faults(record, turns))
    yield from sealed
    if not sealed:  # else there is no seed to deal and draw by
        yield from deal_faults(record, proof)
        yield from draw_faults(record, proof)
    yield from call_faults(record)
    yield from hand_faults(record)
    yield from payout_faults(record)


def form_faults(record: Json) -> Iterator[str]:
    """Every entry is one of those that there are, of a seat of the round, and a card goes where there are hands."""
    seats = {seat["number"] for seat in record["seat"]}
    places = {0, *seats} | set(range(PACKETS.get(record["game"], 0)))
    for line, entry in enumerate(record["entries"]):
        if set(entry) not in FORMS:
            yield f"line {line} has the fields {', '.join(sorted(entry))}: it is no card, number, call or decision"
        elif "deal" in entry and entry["to"] not in places and record["game"] in PACKS:
            yield f"line {line}: {entry['deal']} is dealt to seat {entry['to']}, where nobody is in the round"
        elif not {"deal", "draw", "call"} & entry.keys() and entry["seat"] not in seats:
            yield f"line {line} is a decision of seat {entry['seat']}, where nobody is in the round"
    dealt = Counter(entry.get("to") for entry in record["entries"] if "deal" in entry)
    if record["game"] in PACKETS and len(set(dealt.values())) > 1 and not any("call" in e for e in record["entries"]):
        yield "the packets are not of as many cards each"


def deal_faults(record: Json, proof: Json) -> Iterator[str]:
    """Every card that was dealt lies at its place: the next after the one before, and none is left out."""
    size, position = proof["size"], record["position"]
    opened = {each["index"]: each["card"] for each in proof["openings"]}
    dealt = [entry["deal"] for entry in record["entries"] if "deal" in entry]
    gone = record.get("gone", range(position))
    if not 0 <= position <= position + len(dealt) <= size or len(set(gone)) != position:
        yield f"{len(dealt)} cards from position {position} on are not what the shoe has left"
        return
    if record["cut"] > size or not set(gone) <= set(range(size)):
        yield f"the cut, or a place that is told as gone, is none that a shoe of {size} cards has"
        return
    for number, (card, place) in enumerate(zip(dealt, coming(record, size), strict=False)):
        found = opened.get(place)
        where = f"card {number + 1} of the round"
        if found is None:
            yield f"{where}, {card}: the proof leaves it out"
        elif found != card:
            yield f"{where} is told as {card}, and {found} lies at its place"
    if any(entry.get("call") == OUT_OF_CARDS for entry in record["entries"]) and position + len(dealt) < size:
        yield "the shoe is said to have run out, and cards were left"


def bounds_of(record: Json) -> list[Bounds] | None:
    """The bounds of the numbers that the rules draw in a round; None where this file does not know the game."""
    if record["game"] not in PACKS:
        return None
    if record["game"] not in PACKETS:
        return []
    return [(3, 18, 3) if record["settings"].get("order") == "dice" else (1, PACKETS[record["game"]], 0)]


def bound_faults(record: Json) -> Iterator[str]:
    """A house that tells bounds or a moment of its own for a number has picked it: game and settings give both."""
    told = [(each["least"], each["most"], each["dice"]) for each in record.get("draws", [])]
    known, first = bounds_of(record), list(takewhile(lambda entry: "deal" not in entry, record["entries"]))
    drawn = sum("draw" in entry for entry in first)
    if "draws" not in record and ("seals" in record or "turns" in record):
        yield "the record tells of players' numbers, and leaves out which were drawn: draws is missing"
    elif any(most < least for least, most, _ in told):
        yield "a number is told that is at most less than at the least"
    elif known is not None and told != known:
        yield f"the numbers are told with the bounds and dice {told}, and the game draws {known}"
    elif known is not None and drawn != len(known):
        yield f"numbers drawn before the first card: the game draws {len(known)}, and the record tells {drawn} there"


def draw_faults(record: Json, proof: Json) -> Iterator[str]:
    """Every number of the round is the one that the salt of the next card gives."""
    told = [entry["draw"] for entry in record["entries"] if "draw" in entry]
    draws = record.get("draws", [])
    if told and "draws" not in record:
        yield "numbers were drawn, and nothing that was committed to covers them"
    elif [each["number"] for each in draws] != told:
        yield "the numbers of the record are not those of its entries"
    elif not (wrong := list(bound_faults(record))):
        salts = {each["index"]: bytes.fromhex(each["salt"]) for each in proof["openings"]}
        for place, asked in _asked_at(record, proof["size"]).items():
            if place not in salts:
                yield f"place {place} is not open, and numbers were drawn by its salt"
            else:
                yield from _drawn_otherwise(asked, numbers(salts[place] + seed_of(record)))
    else:
        yield from wrong


def _asked_at(record: Json, size: int) -> dict[int, list[Json]]:
    """The draws of a round by the place in the committed order of the card that came next."""
    asked: dict[int, list[Json]] = {}
    draws, dealt, places = iter(record.get("draws", [])), 0, coming(record, size)
    for entry in record["entries"]:
        dealt += "deal" in entry
        if "draw" in entry:
            asked.setdefault(places[dealt] if dealt < len(places) else -1, []).append(next(draws))
    return asked


def _drawn_otherwise(asked: Sequence[Json], draw: Callable[[int], int]) -> Iterator[str]:
    for each in asked:
        rolled = sum(1 + draw(6) for _ in range(each["dice"]))
        found = rolled if each["dice"] else each["least"] + draw(each["most"] - each["least"] + 1)
        if found != each["number"]:
            yield f"{each['what']} is told as {each['number']}, and the shoe gives {found}"


def payout_faults(record: Json) -> Iterator[str]:
    """What each wager gained is what came back less its stake, and nobody is paid who is not in the round."""
    seats = {seat["number"] for seat in record["seat"]}
    for payout in record["payouts"]:
        where = f"seat {payout['seat']}, {payout['wager']}"
        if payout["seat"] not in seats:
            yield f"{where}: is not in the round"
        if payout["cents"] != payout["returned_cents"] - payout["stake_cents"]:
            yield f"{where}: its cents are not what came back less the stake"
        if payout["returned_cents"] < 0 or payout["stake_cents"] < 0:
            yield f"{where}: a stake, and what came back of it, is nothing at least"
    if record["game"] in PACKS:
        yield from stake_faults(record)


def stake_faults(record: Json) -> Iterator[str]:
    """Payouts are of wagers that the round has, and of all that was laid before the deal; a double adds to it.

    An older record, not signed whole, may leave out what a seat laid.
    """
    for seat in [each["number"] for each in record["seat"] if "signed" in record and "wagers" not in each]:
        yield f"seat {seat}: the room has signed the record whole, and it leaves out what was laid"
    seats = {seat["number"]: seat["wagers"] for seat in record["seat"] if "wagers" in seat}
    laid = {(seat, wager): cents(told) for seat, wagers in seats.items() for wager, told in wagers.items()}
    made = {(entry.get("seat"), entry.get("wager")) for entry in record["entries"] if entry.get("cents")}
    staked: Counter[tuple[int, str]] = Counter()
    paid: Counter[tuple[int, str]] = Counter()
    for payout in record["payouts"]:
        staked[payout["seat"], payout["wager"]] += payout["stake_cents"]
        paid[payout["seat"], payout["wager"]] += payout["returned_cents"]
    for (seat, wager), told in staked.items():
        if (told or paid[seat, wager]) and seat in seats and (seat, wager) not in made | laid.keys():
            what = f"a stake of {told}" if told else f"a payment of {paid[seat, wager]}"
            yield f"seat {seat}, {wager}: {what} cents is told, and the round has no such wager"
    for (seat, wager), told in laid.items():
        if staked[seat, wager] < told:
            yield f"seat {seat}, {wager}: {told} cents were laid, and its payouts tell of {staked[seat, wager]}"


SEATS = 6
"""Of a table whose settings do not tell."""


def spent(record: Json) -> bool:
    """Whether the round after one wants a fresh shoe: always in a game of one deck, else where the shoe is low.

    How low, the setting `penetration` says, or three quarters; and eight cards are left for each seat and the dealer.
    Where no card was dealt after a number, the shoe has ended: its salt gives none to another round.
    """
    settings, entries = record["settings"], record["entries"]
    size = int(sum(record["pack"].values()))
    last = list(takewhile(lambda entry: "deal" not in entry, reversed(entries)))
    if "decks" not in settings or any("draw" in entry for entry in last):
        return True
    reached = share_of(settings.get("penetration", "75%"))
    left: int = size - record["position"] - sum("deal" in entry for entry in entries)
    return left < (1 - reached) * size or left < 8 * (int(settings.get("seats", SEATS)) + 1)


def end_faults(records: Sequence[Json], proof: Json, entries: Sequence[Json]) -> Iterator[str]:
    """Whether a shoe has ended when it had to, by what the log tells of the next one of its table."""
    last = _last_of(records, proof, entries)
    if last is not None and not spent(last):
        dealt = last["position"] + sum("deal" in entry for entry in last["entries"])
        where = f"shoe {proof['shoe']} has ended with round {last['round']}, after {dealt} of {proof['size']} cards"
        yield f"{where}: sooner than the table is set to"


def end_said(records: Sequence[Json], proof: Json, entries: Sequence[Json]) -> str:
    if _last_of(records, proof, entries) is not None:
        return "End: the shoe has ended with its last round, and neither sooner nor later than the table is set to."
    return "End: NOT CHECKED: that the shoe ends when it has to: give its last round, once the log has the next shoe."


def _last_of(records: Sequence[Json], proof: Json, entries: Sequence[Json]) -> Json | None:
    """The last round of the shoe, if it is among these: the next one of the table came after it."""
    of = [each for each in entries if each["table"] == proof["table"]]
    after = next((b.get("after") for a, b in pairwise(of) if a["shoe"] == proof["shoe"]), None)
    return next((record for record in records if record["round"] == after), None)


def gap_faults(records: Sequence[Json]) -> Iterator[str]:
    """Whether every round begins where the one before ended: a card between them would have been passed over."""
    size = sum(records[0]["pack"].values()) if records else 0
    in_order = sorted(records, key=lambda record: (record["position"], record["round"]))
    for one, other in pairwise(in_order):
        end = one["position"] + sum("deal" in entry for entry in one["entries"])
        if spent(one):
            yield f"round {one['round']} left the shoe as low as the table is set to, and it was dealt on"
        if other.get("after", one["round"]) < one["round"]:
            told = f"is told to have come after round {other['after']}, and not after {one['round']}"
            yield f"round {other['round']} {told}"
        if other["position"] != end or other["round"] <= one["round"]:
            where = (
                f"round {one['round']} ended at position {end}, and round {other['round']} began at {other['position']}"
            )
            yield f"{where}: a round is not among the files, or cards were passed over"
        elif gone_before(other, size) != gone_before(one, size) | set(coming(one, size)[: end - one["position"]]):
            yield f"round {other['round']} passes over other places than those that were dealt from before it"
