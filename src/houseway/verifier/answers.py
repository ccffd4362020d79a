"""Who answered what in a round, and when: as the room has signed it, against the receipts that players keep."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby

from .hashes import Json, canonical
from .shoe import PACKS
from .signing import signer_of

PLAYER, BOT, HOUSE = "player", "bot", "house"
WHY = ("time", "left")
"""Why the house answers for a seat: its time had run out, or its person had left."""

THINKING = "chinese-poker"
"""The game whose bots take their time, so that it may run out for them as well; in the others they answer at once."""

UNRULED = "is NOT CHECKED: install houseway for that"

SLACK = 1.0
"""Seconds by which the clock of a room may be set back while somebody thinks."""


def answer_faults(record: Json, clock: int | None = None) -> Iterator[str]:
    """What is wrong with who is told to have answered; an older record does not tell it."""
    if "answers" not in record:
        return
    asked = [at for at, entry in enumerate(record["entries"]) if not {"deal", "draw", "call"} & entry.keys()]
    if [each["line"] for each in record["answers"]] != asked:
        yield "who answered is not told of every decision, once and in their order"
        return
    yield from _line_faults(record, clock)
    yield from _entry_faults(record["answers"])
    yield from _seat_faults(record)


def left_out_faults(record: Json, *, asked: bool) -> Iterator[str]:
    """A record that does not tell who answered: rounds from before numbers came from the shoe (no `draws`) have none of
    it, and are content where nobody asks."""
    if "answers" not in record and {"signed", "draws"} <= record.keys():
        yield "the room has signed the record whole, and it leaves out who answered"
    elif "answers" not in record and asked:
        yield "the record does not tell who answered, and when: take it anew, or --older checks the rest"


def _entry_faults(answers: Sequence[Json]) -> Iterator[str]:
    """What no entry of a journal holds: each has one time and one act, a player's answer or time that has run out."""
    for number, told in groupby(answers, key=lambda each: int(each["entry"])):
        lines = list(told)
        late = Counter(each["seat"] for each in lines if each.get("why") == "time")
        if len({each["at"] for each in lines}) > 1:
            yield f"entry {number} is told with two times"
        players = sum(each["by"] == PLAYER for each in lines)
        if players > 1:
            yield f"entry {number} is told to be {players} answers of players: it is one"
        if late and players:
            yield f"entry {number} is told to be a player's answer and time that ran out: it is one of them"
        for seat in [seat for seat, times in late.items() if times > 1]:
            yield f"the time of seat {seat} is told to have run out {late[seat]} times in entry {number}"


def _seat_faults(record: Json) -> Iterator[str]:
    """What no seat is told as: it is a bot's or a person's throughout, and who has left it answers no more."""
    slow = record["game"] == THINKING or record["game"] not in PACKS
    for seat in sorted({each["seat"] for each in record["answers"]}):
        told = [each for each in record["answers"] if each["seat"] == seat]
        who = [each["why"] if each["by"] == HOUSE else each["by"] for each in told]
        others = set(who) - ({BOT, "time"} if slow else {BOT})
        if BOT in who and others:
            yield f"seat {seat} is told as a bot's, and as a person's who has answered, left or run out of time"
        after = told[who.index("left") :] if "left" in who else []
        for each in [each for each in after if each.get("why") != "left"]:
            yield f"the answer in line {each['line']} is told to have come when the person of seat {seat} had left"


def _line_faults(record: Json, clock: int | None) -> Iterator[str]:
    """Every answer is compared with the latest time before it: were it the last one, each could be a second earlier."""
    number, latest = 0, (began := record.get("started", ""))
    before = began
    if "signed" in record and not (began and record.get("ended")):
        yield "when the round began, or ended, is not told"
    for each in record["answers"]:
        where = f"the answer in line {each['line']}"
        if record["entries"][each["line"]].get("seat") != each["seat"]:
            yield f"{where} is told of seat {each['seat']}, and is another's"
        if each["by"] not in (PLAYER, BOT, HOUSE) or each.get("why") not in (WHY if each["by"] == HOUSE else (None,)):
            yield f"{where} is told to be of {each['by']}, for a reason that is none"
        if "signed" in record and not (each["at"] and each.get("asked", each["at"])):
            yield f"{where} is told without its time"
        if each["entry"] < number or seconds(latest, each["at"]) < -SLACK:
            yield f"{where} is told to have come before one that it follows"
        before = latest if each["entry"] != number else before
        if "asked" in each:
            yield from (f"{where} {fault}" for fault in _asked_faults(each, before if began else ""))
        if clock is not None and each.get("why") == "time" and waited(each) < clock - SLACK:
            yield f"{where}: the time of seat {each['seat']} ran out after {waited(each):.0f} s, and not after {clock}"
        number, latest = each["entry"], max(filter(None, (latest, each["at"])), key=_moment)
    if seconds(latest, record.get("ended", "")) < -SLACK:
        yield "an answer is told to have come when the round had ended"


def _asked_faults(answer: Json, before: str) -> Iterator[str]:
    """What is wrong with since when a seat is told to have been asked: not before the answer before, or the round."""
    if not before:
        yield "is told to have been asked for, and the record does not tell when the round began"
    if seconds(before, answer["asked"]) < -SLACK:
        yield "is told to have been asked before what came before it"
    if seconds(answer["asked"], answer["at"]) < -SLACK:
        yield "is told to have been asked after it was answered"


def receipt_faults(receipt: Json, records: Sequence[Json]) -> Iterator[str]:
    """What a receipt for an answer says against the records of its round."""
    if not any(_is_in(receipt, record) for record in records):
        yield f"none of these rounds tells that the player answered {canonical(receipt['answer'])} there"


def _is_in(receipt: Json, record: Json) -> bool:
    return any(_stands(receipt, each, record) for each in record.get("answers", ()))


def _stands(receipt: Json, answer: Json, record: Json) -> bool:
    """Whether an answer of a record is the one that this receipt is for."""
    told = (record["table"], answer["entry"], answer["at"], answer["by"])
    kept = (receipt["table"], receipt["entry"], receipt["at"], PLAYER)
    return told == kept and bool(record["entries"][answer["line"]] == receipt["answer"])


def answers_said(
    record: Json, receipts: Sequence[Json], keys: Collection[str] = (), *, ruled: bool = True
) -> list[str]:
    """Who answered, in sentences, and what of it rests on the word alone of the room, which signs with these keys."""
    if "answers" not in record:
        return ["as nobody told when this record was written: who answered is NOT CHECKED"]
    found = []
    receipts = [each for each in receipts if "answer" in each and each["table"] == record["table"]]
    seats = {each["answer"]["seat"] for each in receipts}
    by = [sum(each["by"] == who for each in record["answers"]) for who in (PLAYER, BOT, HOUSE)]
    found.append(f"{by[0]} by players, {by[1]} by bots, {by[2]} by the house, as {signer_of(record, keys)}")
    for each in record["answers"]:
        mine = any(_stands(receipt, each, record) for receipt in receipts)
        if each["by"] == HOUSE:
            why = f"time ran out after {waited(each):.0f} s" if each["why"] == "time" else "its person had left"
            found.append(f"the house answered for seat {each['seat']} at {each['at']}: {why}, on the room's word")
        elif each["by"] == PLAYER and not mine:
            whose = "and you have no receipt for it" if each["seat"] in seats else "NOT CHECKED without a receipt"
            found.append(f"seat {each['seat']} answered in entry {each['entry']} at {each['at']}, {whose}")
    found += _bots_said(record["answers"])
    return found if ruled else [*found, *_together_said(record["answers"])]


def _bots_said(answers: Sequence[Json]) -> Iterator[str]:
    """Seats that are told as bots': who sits there knows better."""
    for seat in sorted({each["seat"] for each in answers if each["by"] == BOT}):
        entries = dict.fromkeys(str(each["entry"]) for each in answers if (each["seat"], each["by"]) == (seat, BOT))
        which = f"{'entry' if len(entries) == 1 else 'entries'} {', '.join(entries)}"
        yield f"a bot answered for seat {seat} ({which}), on the room's word"


def _together_said(answers: Sequence[Json]) -> Iterator[str]:
    """Seats whose time ran out at once: whether they were asked at once is a matter of the rules."""
    for number, told in groupby(answers, key=lambda each: int(each["entry"])):
        late = [str(each["seat"]) for each in told if each.get("why") == "time"]
        if len(late) > 1:
            yield f"that seats {', '.join(late)} were asked together, whose time ran out in entry {number}, {UNRULED}"


def waited(answer: Json) -> float:
    """How long a seat was asked before the house answered for it, by the room's own clock."""
    return seconds(answer.get("asked", ""), answer["at"])


def seconds(first: str, second: str) -> float:
    """From one moment to another; none where one is not told."""
    return (_moment(second) - _moment(first)).total_seconds() if first and second else 0.0


def _moment(told: str) -> datetime:
    at = datetime.fromisoformat(told)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
