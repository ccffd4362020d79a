"""How the bets of a round were laid: which of them players' own browsers have signed, so that nobody else can."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .answers import BOT, PLAYER, SLACK, seconds
from .hashes import Json
from .own_numbers import METERS
from .reading import MOST_SEATS, WHOLE
from .signing import is_signed

BOUND = 290.0
"""Seconds for which a signed bet has kept every other out of its seat, unless its own key has taken it back: a room
keeps them out for five minutes, less what clocks may be set right by."""


def bet_faults(record: Json) -> Iterator[str]:
    """What is wrong with how bets are told to have been laid; an older record does not tell it."""
    if ("bets" in record) != ("after" in record):
        yield "how bets were laid is told without the round before them, or that without the bets"
    if not {"bets", "after"} <= record.keys():
        return
    if record["after"] >= record["round"]:
        yield f"its bets are told to have been laid after round {record['after']}, which is no earlier one"
    if len(record["seat"]) > MOST_SEATS:
        yield f"more than {MOST_SEATS} seats are told: no round has so many"  # each may bring a signature to look at
        return
    seats = {each["number"]: each for each in record["seat"]}
    for seat in sorted({each["seat"] for each in record["bets"]} - seats.keys()):
        yield f"a bet is told of seat {seat}, which is not in the round"
    entries = [each["entry"] for each in record["bets"]]
    if len(set(entries)) != len(entries):
        yield "two bets are told of one entry"
    if max(entries, default=0) >= min((each["entry"] for each in record.get("answers", ())), default=WHOLE.stop):
        yield "a bet is told of an entry after which, or in which, somebody had answered"
    apart = {wager for each in seats.values() for wager in each.get("wagers", {})} & returned(record)
    if apart:
        yield f"{', '.join(sorted(apart))}: returned to one seat, and taken from another"
    for number, seat in seats.items():
        slips = slips_of(record, number)
        yield from (f"seat {number}: {fault}" for slip in slips for fault in _slip_faults(record, slip))
        yield from (f"seat {number}: {fault}" for fault in (*_order_faults(record, slips), *_last(record, seat, slips)))


def returned(record: Json) -> set[str]:
    """The wagers that lay at seats of a round, and that it is told to have begun without."""
    told = [(each["wagers"], slips_of(record, each["number"])) for each in record["seat"] if "wagers" in each]
    return {wager for wagers, slips in told if slips for wager in slips[-1]["wagers"].keys() - wagers.keys()}


def left_out_faults(record: Json, *, asked: bool) -> Iterator[str]:
    """A record that does not tell how bets were laid, as those of older rooms."""
    if asked and not {"bets", "after"} & record.keys():
        yield "the record does not tell how its bets were laid: take it anew, or --older checks the rest"


def lies(slips: Sequence[Json]) -> bool:
    """Whether a bet lies there after all that was laid and taken back."""
    return bool(slips and slips[-1]["wagers"])


def slips_of(record: Json, seat: int) -> list[Json]:
    """What was laid at a seat, in order: of one key after another what it has signed last."""
    return [each for each in record.get("bets", ()) if each["seat"] == seat]


def _slip_faults(record: Json, slip: Json) -> Iterator[str]:
    where = f"the bet of entry {slip['entry']}"
    if not all(type(cents) is int and cents > 0 for cents in slip["wagers"].values()):
        yield f"{where} is told with amounts that nobody lays"


def _unsigned(record: Json, slip: Json) -> Iterator[str]:
    """A bet is signed with the key that it names. Of those that were replaced, who has a receipt looks at their own: a
    house that tells thousands must not keep its reader waiting."""
    told = {"after": record["after"], "nth": nth_of(slip), "seat": slip["seat"], "table": record["table"]}
    told |= {"wagers": slip["wagers"], "commit": slip.get("commit", "")}
    if "signed" in slip and not is_signed("bet", told, slip["signed"]):
        yield f"the bet of entry {slip['entry']} is not signed with the key that it names"


def _order_faults(record: Json, slips: Sequence[Json]) -> Iterator[str]:
    """Each bet gives way to the next: by its own key, or because it was long ago."""
    for slip in slips:
        if seconds(slip["at"], record.get("started", "")) < -SLACK:
            yield f"the bet of entry {slip['entry']} is told to have been laid when the round had begun"
    for one, other in pairwise(slips):
        if other["entry"] <= one["entry"] or seconds(one["at"], other["at"]) < -SLACK:
            yield f"the bet of entry {other['entry']} is told to have come before the one that it follows"
        after = seconds(one["at"], other["at"])
        if "signed" in one and one["wagers"] and key_of(one) != key_of(other) and after < BOUND:
            yield (
                f"the bet that was signed in entry {one['entry']} was replaced in entry {other['entry']}, "
                f"{after:.0f} s later, by what its key has not signed"
            )
    told = [(key_of(slip), nth_of(slip)) for slip in slips if "signed" in slip]
    if any(one == other and first >= later for (one, first), (other, later) in pairwise(sorted(told, key=_key))):
        yield "an older bet of a key is told to have come after a later one"


def _key(told: tuple[str, int]) -> str:
    return told[0]


def _last(record: Json, seat: Json, slips: Sequence[Json]) -> Iterator[str]:
    """The bet that is played is the last one that was laid; what of it is not staked was returned. Where none lies any
    more, who plays is a bot."""
    sealed = {each["seat"]: each["commit"] for each in record.get("seals", ())}.get(seat["number"], "")
    answered = {each["by"] for each in record.get("answers", ()) if each["seat"] == seat["number"]}
    if not lies(slips):
        if sealed or PLAYER in answered:
            yield "a person plays there, and it is not told how the bet was laid"
        return
    laid = slips[-1]
    if BOT in answered:
        yield "a bot is told to have answered there, and a player's bet is played"
    yield from _unsigned(record, laid)
    staked = {wager: int(amount.replace(".", "")) for wager, amount in seat.get("wagers", {}).items()}
    if not staked.items() <= laid["wagers"].items():
        yield f"other wagers are played than the bet of entry {laid['entry']} has laid"
    back = laid["wagers"].keys() - staked.keys()
    if not staked or (record["game"] in METERS and not back <= jackpots_of(record["game"])):
        yield f"of the bet of entry {laid['entry']} {', '.join(sorted(back))} was left out: no round returns that"
    if laid.get("commit", "") != sealed:
        yield f"the number of the bet of entry {laid['entry']} is not the one in the round"


def jackpots_of(game: str) -> set[str]:
    """The wagers that a round may return before it begins: those on a jackpot that takes none now."""
    return {each.removesuffix("-meter") for each in METERS[game]}


def key_of(slip: Json) -> str:
    return str(slip.get("signed", {}).get("key", ""))


def nth_of(slip: Json) -> int:
    return int(slip.get("signed", {}).get("nth", 0))


def receipt_faults(receipt: Json, records: Sequence[Json]) -> Iterator[str]:
    """What a receipt for a bet says against the round that it was laid for; a seat that sits it out is no fault."""
    bet = receipt["bet"]
    rounds = [each for each in records if (each["table"], each.get("after")) == (receipt["table"], bet["after"])]
    if not rounds:
        yield f"none of these rounds is the one that it was laid for, the next of its table after round {bet['after']}"
    for record in rounds:
        where = f"round {record['round']}, seat {bet['seat']}"
        slips = slips_of(record, bet["seat"])
        own = [slip for slip in slips if key_of(slip) == bet["key"]]
        if not plays(record, bet["seat"]):
            continue
        if not own:
            if bet["wagers"]:  # else it has let go, and who plays there is somebody else
                yield f"{where} plays another bet, and the key of this one has not let go of the seat"
        elif nth_of(own[-1]) < bet["nth"] or seconds(receipt["at"], own[-1]["at"]) < -SLACK:
            yield f"{where} plays a bet of the same key from before this one"
        elif nth_of(own[-1]) == bet["nth"] and _told(own[-1]) != _told({**receipt, **bet}):
            yield f"{where} tells this bet otherwise"
        yield from (f"{where}: {fault}" for slip in own[-1:] for fault in _unsigned(record, slip))


def plays(record: Json, seat: int) -> bool:
    """Whether a seat is in a round."""
    return any(each["number"] == seat for each in record["seat"])


def _told(slip: Json) -> tuple[object, ...]:
    return slip["entry"], slip["at"], slip["wagers"], slip.get("commit", "")


def bets_said(record: Json, receipts: Sequence[Json]) -> Iterator[str]:
    """How the bets were laid, in sentences, and whose browsers have signed them."""
    if not {"bets", "after"} <= record.keys():
        yield "as nobody told when this record was written: how they were laid is NOT CHECKED"
        return
    mine = {each["bet"]["key"] for each in receipts if "bet" in each}
    for told in record["seat"]:
        seat, slips = told["number"], slips_of(record, told["number"])
        if back := lies(slips) and slips[-1]["wagers"].keys() - told.get("wagers", {}).keys():
            yield f"of that of seat {seat} {', '.join(sorted(back))} was returned, on the room's word"
        if not lies(slips):
            yield f"that of seat {seat} is told as a bot's, on the room's word"
        elif "signed" not in slips[-1]:
            yield f"that of seat {seat} was laid by entry {slips[-1]['entry']}, on the room's word"
        else:
            key = key_of(slips[-1])
            whose = "your receipt's key" if key in mine else f"the key {key}, a browser's own"
            yield f"that of seat {seat} was laid by entry {slips[-1]['entry']}, signed with {whose}"
    for each in receipts:
        bet = each.get("bet")
        if bet is not None and bet["after"] == record["after"] and not plays(record, bet["seat"]):
            yield f"what entry {each['entry']} laid at seat {bet['seat']} was not played: it is not in the round"
