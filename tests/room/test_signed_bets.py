"""A bet that a player's browser has signed: nobody plays another in its place, or whoever does is convicted by it."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from honest import TURNS, Honest
from houseway.errors import HousewayError
from houseway.room import Command, Done, Person, Room
from houseway.room.acts.seats import AddBot, Free, Leave
from houseway.room.acts.wagers import Bet, Clear
from houseway.room.audit.room import audit
from houseway.room.commands.command import THE_HOUSE, Asked
from houseway.room.fairness.receipts import receipt, signed_record
from houseway.room.fairness.signed_bets import BetKey
from houseway.room.table import rounds
from houseway.verifier import bet_faults, checked
from houseway.verifier.ed25519 import PRIME, _point
from houseway.verifier.ed25519 import _times as times
from houseway.verifier.reading import RECORD, Misshapen, check
from houseway.verifier.signing import is_signed
from scripts import READ, ask_deno

SUE = Person(9, "Sue", "surveillance", 0)
BASE = _point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
OTHER = BetKey(bytes([7]) * 32)
"""Another browser's."""


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def people(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Honest:
    return Honest(sitting(opened(sqlite), "super-pan-9"))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """The clock of the room goes on by so many seconds."""

    def on(seconds: float) -> None:
        at = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
        for module in ("commands.doing", "store.transaction"):
            monkeypatch.setattr(f"houseway.room.{module}.stamp", lambda: at)

    return on


def by_other(people: Honest, person: Person, wagers: dict[str, int], nth: int = 1) -> dict[str, Any]:
    """The signature of another browser, at this person's seat."""
    view = people.table.view(person)
    (seat,) = (each["number"] for each in view["seats"] if each["you"])
    return OTHER.sign(table=view["table"], seat=seat, after=view["after"], nth=nth, wagers=wagers)


# ---------------------------------------------------------------------------------------------------- at the table


def test_a_signature_is_of_this_bet_at_this_seat_and_before_this_round(people: Honest) -> None:
    ann, bob = people.table.people
    bet = {"main": 500}
    good = people.signed(ann, bet)
    for wrong, says in [
        ({"after": 3}, "signed for seat 1 after round 3; this is seat 1 after round 0"),
        ({"seat": 2}, "signed for seat 2 after round 0; this is seat 1"),
        ({"nth": 9}, "the signature is not its key's of this bet"),
        ({"key": OTHER.public}, "the signature is not its key's of this bet"),
        ({"signature": "0" * 128}, "the signature is not its key's of this bet"),
        ({"key": "0" * 64}, "the signature is not its key's of this bet"),
        ({"nth": True}, "signed is a signature of one's own"),
        ({"seat": 1.0}, "signed is a signature of one's own"),
        ({"key": "00"}, "signed is a signature of one's own"),
        ({"more": 1}, "signed is a signature of one's own"),
    ]:
        with pytest.raises(HousewayError, match=says):
            people.table.do(ann, "bet", wagers=bet, signed={**good, **wrong})
    with pytest.raises(HousewayError, match="not its key's of this bet"):
        people.table.do(ann, "bet", wagers={"main": 1000}, signed=good)
    with pytest.raises(HousewayError, match="signed for seat 1 after round 0; this is seat 2"):
        people.table.do(bob, "bet", wagers=bet, signed=good)
    people.table.do(ann, "bet", wagers=bet, signed=good)
    with pytest.raises(HousewayError, match="number 1 of this key was told here before"):
        people.table.do(ann, "bet", wagers=bet, signed=good)


def test_a_signed_bet_keeps_every_other_out(people: Honest, sqlite: str) -> None:
    """Another browser's, and one that nobody has signed; whoever has the key changes it and takes it back."""
    ann, _ = people.table.people
    people.lay(ann, {"main": 500})
    others: list[dict[str, Any]] = [{}, {"signed": by_other(people, ann, {"main": 900})}]
    for other in others:
        with pytest.raises(HousewayError, match="signed by another browser: change it or get up there"):
            people.table.do(ann, "bet", wagers={"main": 900}, **other)
    people.table.do(ann, "clear", signed=by_other(people, ann, {}))
    with pytest.raises(HousewayError, match="signed by another browser"):
        people.table.do(ann, "bet", wagers={"main": 900})
    people.table.do(ann, "clear")
    with pytest.raises(HousewayError, match="signed by another browser"):
        people.table.do(ann, "bet", wagers={"main": 900})
    for wrong in ({}, {"signed": by_other(people, ann, {}, nth=2)}):
        with pytest.raises(HousewayError, match="signed by another browser"):
            people.table.do(ann, "leave", **wrong)
    people.lay(ann, {"main": 700})
    people.table.do(ann, "clear", signed=people.signed(ann, {}))
    people.table.do(ann, "bet", wagers={"main": 900})
    people.lay(ann, {"main": 700})
    people.table.do(ann, "leave", signed=people.signed(ann, {}))
    people.table.do(ann, "sit", seat=1)
    people.table.do(ann, "bet", wagers={"main": 900})
    people.table.do(ann, "leave")
    assert not audit(sqlite)


def test_a_seat_is_bound_for_five_minutes_and_until_the_next_round(
    people: Honest, sqlite: str, later: Callable[[float], None]
) -> None:
    ann, bob = people.table.people
    people.lay(ann, {"main": 500})
    later(299)
    with pytest.raises(HousewayError, match="signed by another browser"):
        people.table.do(ann, "bet", wagers={"main": 900})
    later(301)
    people.table.do(ann, "bet", wagers={"main": 900})
    people.lay(ann, {"main": 500})
    people.table.do(bob, "bet", wagers={"main": 500})
    for person in (ann, bob):
        people.table.do(person, "ready")
    while people.table.answer():
        pass
    assert people.table.view(ann)["phase"] == "ended"
    people.table.do(ann, "bet", wagers={"main": 900})
    assert [each for each in audit(sqlite) if not each.what.startswith("is dated")] == []


WEAK = [y | odd << 255 for y in (0, 1, PRIME - 1, PRIME, PRIME + 1) for odd in (0, 1)]
"""Keys of small order, in each of their spellings."""


@pytest.mark.parametrize("weak", WEAK, ids=hex)
def test_a_key_with_which_anybody_can_sign_is_none(weak: int, people: Honest, tmp_path: Path) -> None:
    """Some that OpenSSL takes, and whoever reads the record does not: a guest had a whole round refused by all."""
    ann = people.table.people[0]
    key = weak.to_bytes(32, "little")
    fitting = (
        pledge + number.to_bytes(32, "little") for number in range(1, 64) for pledge in [packed(times(number, BASE))]
    )
    good = people.signed(ann, {"main": 500})
    signed = {**good, "key": key.hex()}
    for signature in fitting:
        signed["signature"] = signature.hex()
        with pytest.raises(HousewayError, match="the signature is not its key's"):
            people.table.do(ann, "bet", wagers={"main": 500}, signed=signed)
    code = (
        f"{READ}const {{ isSigned }} = await import(`${{S}}/signed.js`);\n"
        "console.log(JSON.stringify(isSigned(...files)));\n"
    )
    told = {"table": 1, "after": 0, "nth": 1, "seat": 1, "wagers": {"main": 500}, "commit": ""}
    assert ask_deno(tmp_path, code, ["bet", told, signed]) is is_signed("bet", told, signed) is False


def packed(point: tuple[int, int]) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def test_what_takes_nothing_back_gets_no_receipt(people: Honest, sqlite: str, tmp_path: Path) -> None:
    """Else whoever signs that nothing lies there, and lays something by a lower number, had a house convicted."""
    ann, bob = people.table.people
    room, kept = people.table.room, []
    for kind in ("clear", "leave"):
        assert room.receipt(people.table.do(ann, kind, signed=people.signed(ann, {}, nth=100))) is None
        if kind == "leave":
            people.table.do(ann, "sit", seat=1)
    kept.append(room.receipt(people.lay(ann, {"main": 500})))
    people.table.do(ann, "clear")
    assert room.receipt(people.table.do(ann, "clear", signed=by_other(people, ann, {}, nth=100))) is None
    kept.append(room.receipt(people.table.do(ann, "leave", signed=people.signed(ann, {}))))
    people.table.do(bob, "leave")
    people.table.do(bob, "sit", seat=1)
    assert room.receipt(people.table.do(bob, "clear", signed=by_other(people, bob, {}))) is None
    record, proof = played_by_the_others(people)
    assert faults([record], proof, kept) == []
    assert page([(record, proof, kept)], tmp_path) == [""]
    assert not audit(sqlite)


def test_a_signature_of_the_round_before_lets_who_is_free_get_up(people: Honest, sqlite: str) -> None:
    """It was on its way when the round began: whose bet binds nothing gets up as anybody."""
    ann = people.table.people[0]
    people.deal()
    late = BetKey(bytes([ann.id % 256]) * 32).sign(table=people.table.table, seat=1, after=0, nth=9, wagers={})
    done = people.table.do(ann, "leave", signed=late)
    assert people.table.room.receipt(done) is None
    assert not audit(sqlite)


def test_a_house_that_writes_what_takes_nothing_back_is_found(
    people: Honest, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people.table.people[0]
    people.lay(ann, {"main": 500})
    with monkeypatch.context() as cheats:
        for act in (Clear, Leave):
            cheats.setattr(act, "check", unchecked)
        people.table.do(ann, "clear", signed=by_other(people, ann, {}))
    assert any("signed by a key that had laid nothing there" in str(each) for each in audit(sqlite))


def test_a_bet_binds_its_seat_when_the_room_starts_anew(
    people: Honest, sqlite: str, opened: Callable[..., Room], tmp_path: Path
) -> None:
    people.play_round()
    ann, bob = people.table.people
    kept = [people.table.room.receipt(people.lay(ann, {"main": 500}))]
    people.table.room.close()
    people.table.room = opened(sqlite)
    with pytest.raises(HousewayError, match="signed by another browser"):
        people.table.do(ann, "bet", wagers={"main": 900})
    people.bet(bob)
    finish(people)
    record, proof = record_of(people)
    assert [(each["seat"], each["wagers"]) for each in record["bets"]][:1] == [(1, {"main": 500})]
    assert record["after"] == kept[0]["bet"]["after"] > 0
    assert faults([record], proof, kept) == [each for each in faults([record], proof, []) if "receipt" not in each]
    assert page([(record, proof, kept)], tmp_path) == [""]


def test_who_gets_up_in_a_round_needs_no_signature(people: Honest, sqlite: str) -> None:
    people.deal()
    people.table.do(people.table.people[0], "leave")
    assert not audit(sqlite)


def finish(people: Honest) -> None:
    """From bets to the end of the round, for those who sit there."""
    live = people.table.room._live[people.table.table]
    there = [person for person in people.table.people if live.place_of(person.id)]
    for person in there:
        people.ready(person)
    nonces = {nonce.commit["commit"]: nonce for nonce in people.nonces.values()}
    owed = {place.person: nonces[place.commit] for place in live.people if place.commit}
    for step in ("seal", "open"):
        for person in there:
            if person.id in owed:
                people.table.do(person, step, **getattr(owed[person.id], step))
    while people.table.answer():
        pass


def by_house(people: Honest, kind: str, act: Any) -> None:
    seen = people.table.view()["version"]
    people.table.room._do(Asked(Command(people.table.table, THE_HOUSE.id, "", seen, kind), act))


def record_of(people: Honest) -> tuple[dict[str, Any], dict[str, Any]]:
    room = people.table.room
    record = json.loads(json.dumps(room.record(room.history(people.table.table)[0]["round"], SUE)))
    return record, room.proof(record["shoe"], SUE).json()


def played_by_the_others(people: Honest) -> tuple[dict[str, Any], dict[str, Any]]:
    _, bob = people.table.people
    people.bet(bob)
    finish(people)
    return record_of(people)


def test_a_bot_where_somebody_was_accuses_nobody(
    people: Honest, sqlite: str, tmp_path: Path, later: Callable[[float], None]
) -> None:
    """Whoever took their bet back and got up, or was idle for five minutes: the seat is a bot's as any other."""
    ann, bob = people.table.people
    kept = [people.table.room.receipt(people.lay(ann, {"main": 500}))]
    kept.append(people.table.room.receipt(people.table.do(ann, "leave", signed=people.signed(ann, {}))))
    people.table.do(bob, "add-bot", seat=1)
    record, proof = played_by_the_others(people)
    assert [slip["wagers"] for slip in record["bets"] if slip["seat"] == 1] == [{}]
    assert faults([record], proof, kept) == []
    assert page([(record, proof, kept)], tmp_path) == [""]
    assert not audit(sqlite)


def test_a_bet_that_nobody_has_signed_is_gone_with_its_player(
    people: Honest, sqlite: str, tmp_path: Path, later: Callable[[float], None]
) -> None:
    """A bot that sat down where a program had bet and was silent was told with the bet of that program."""
    ann, bob = people.table.people
    people.table.do(ann, "bet", wagers={"main": 900})
    later(301)
    by_house(people, "free", Free([1], 5))
    people.table.do(bob, "add-bot", seat=1)
    record, proof = played_by_the_others(people)
    assert [slip["wagers"] for slip in record["bets"] if slip["seat"] == 1] == [{}]
    assert faults([record], proof, []) == []
    assert page([(record, proof, [])], tmp_path) == [""]


def test_a_seat_that_is_freed_binds_nobody(people: Honest, sqlite: str, later: Callable[[float], None]) -> None:
    ann, bob = people.table.people
    receipt = people.table.room.receipt(people.lay(ann, {"main": 500}))
    later(301)
    by_house(people, "free", Free([1], 5))
    people.table.do(bob, "add-bot", seat=1)
    record, proof = played_by_the_others(people)
    assert [(slip["wagers"], "signed" in slip) for slip in record["bets"] if slip["seat"] == 1] == [
        ({"main": 500}, True),
        ({}, False),
    ]
    assert faults([record], proof, [receipt]) == []
    assert [each for each in audit(sqlite) if not each.what.startswith("is dated")] == []


# ---------------------------------------------------------------------------------------------------- by a house


def unchecked(act: Any, table: Any, by: Any, _room: Any) -> Any:
    return replace(act, seat=table.place_of(by.id).number) if isinstance(act, Leave) else act


def replaces_it(people: Honest) -> None:
    people.table.do(
        people.table.people[0], "bet", wagers={"main": 900}, commit=next(iter(people.nonces.values())).commit["commit"]
    )


def signs_it_with_a_key_of_its_own(people: Honest) -> None:
    ann = people.table.people[0]
    people.table.do(ann, "bet", wagers={"main": 900}, signed=by_other(people, ann, {"main": 900}))


def has_her_get_up(people: Honest) -> None:
    """The house says that she has left, and has a bot play her seat."""
    people.table.do(people.table.people[0], "leave")
    by_house(people, "add-bot", AddBot(1))


def signs_badly(people: Honest) -> None:
    signed = people.signed(people.table.people[0], {"main": 900}, nth=3)
    people.table.do(people.table.people[0], "bet", wagers={"main": 500}, signed=signed)


def puts_an_older_one_back(people: Honest) -> None:
    signed = people.signed(people.table.people[0], {"main": 700}, nth=0)
    people.table.do(people.table.people[0], "bet", wagers={"main": 700}, signed=signed)


class Cheat(NamedTuple):
    does: Callable[[Honest], None]
    audit: str
    verifier: str
    """What anybody is told who has the record."""

    receipt: str
    """What whoever has her receipt is told besides."""


CHEATS = [
    Cheat(replaces_it, "signed by another browser", "was replaced in entry", ""),
    Cheat(signs_it_with_a_key_of_its_own, "signed by another browser", "was replaced in entry", ""),
    Cheat(has_her_get_up, "signed by another browser", "was replaced in entry", ""),
    Cheat(signs_badly, "the signature is not its key's", "is not signed with the key that it names", ""),
    Cheat(puts_an_older_one_back, "was told here before", "", "a bet of the same key from before this one"),
]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.does.__name__)
def test_a_house_that_puts_another_bet_there_is_convicted(
    cheat: Cheat, people: Honest, sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the audit, by the record itself, and by her receipt where the record hides it; verifier and page alike."""
    ann, bob = people.table.people
    people.bet(bob)
    hers: Done = people.lay(ann, {"main": 500})
    kept = [people.table.room.receipt(hers)]
    with monkeypatch.context() as cheats:
        for act in (Bet, Leave, AddBot):
            cheats.setattr(act, "check", unchecked)
        cheat.does(people)
    finish(people)
    assert any(cheat.audit in str(each) for each in audit(sqlite)), list(map(str, audit(sqlite)))
    record, proof = record_of(people)
    found = faults([record], proof, [])
    assert any(cheat.verifier in each for each in found) if cheat.verifier else found == []
    assert [each != "" for each in page([(record, proof, [])], tmp_path)] == [bool(cheat.verifier)]
    assert any(cheat.receipt in each for each in faults([record], proof, kept))
    assert page([(record, proof, kept)], tmp_path) != [""]


# ---------------------------------------------------------------------------------------------------- as it is told


def faults(records: list[dict[str, Any]], proof: dict[str, Any], receipts: list[Any]) -> list[str]:
    return checked(records, proof, None, None, receipts=receipts, turns=TURNS)[0]


def page(files: list[tuple[Any, Any, Any]], folder: Path) -> list[str]:
    """What the page says of how bets were laid, with these receipts."""
    code = (
        f"{READ}const {{ betsFault, betReceiptFault }} = await import(`${{S}}/laid.js`);\n"
        "const {recordFormFault} = await import(`${S}/forms.js`);\n"
        "const fault = ([r, _p, kept]) => recordFormFault(r) || betsFault(r) || betReceiptFault(r, kept);\n"
        "console.log(JSON.stringify(files.map(fault)));\n"
    )
    found: list[str] = ask_deno(folder, code, files)
    return found


class Told(NamedTuple):
    """A round as the room tells it, the one before, and what Ann has receipts for."""

    room: Room
    before: dict[str, Any]
    record: dict[str, Any]
    proof: dict[str, Any]
    receipts: list[Any]

    def signed(self, change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """As a house tells it that has the key."""
        record = json.loads(json.dumps(self.record))
        change(record)
        return signed_record(self.room.signer, record)


@pytest.fixture
def told(people: Honest) -> Told:
    """Ann has bet, taken it back and bet anew; and before, they have played a round."""
    people.play_round()
    before, _ = record_of(people)
    ann, room = people.table.people[0], people.table.room
    kept = [people.lay(ann, {"main": 900, "tie": 500}), people.table.do(ann, "clear", signed=people.signed(ann, {}))]
    kept += [people.bet(person) for person in people.table.people][:1]
    finish(people)
    return Told(room, before, *record_of(people), [room.receipt(each) for each in kept])


def test_a_record_tells_how_its_bets_were_laid(told: Told, tmp_path: Path) -> None:
    """Of what was laid before by the same key it tells no more; who has a receipt for that is content."""
    assert told.record["after"] == told.before["round"] > told.before["after"] == 0
    assert [(each["seat"], each["signed"]["nth"]) for each in told.record["bets"]] == [(1, 4), (2, 2)]
    assert all(
        each["commit"] == seal["commit"] for each, seal in zip(told.record["bets"], told.record["seals"], strict=True)
    )
    rounds = [told.before, told.record]
    assert faults(rounds, told.proof, told.receipts) == []
    assert page([(told.before, told.proof, []), (told.record, told.proof, told.receipts)], tmp_path) == ["", ""]
    says = checked(rounds, told.proof, None, None, receipts=told.receipts, turns=TURNS)[1]
    assert any(
        "bets: that of seat 1 was laid by entry" in each and "signed with the key your receipt's" in each
        for each in says
    )
    assert any("bets: that of seat 2" in each and "a browser's own" in each for each in says)
    signature = told.receipts[0]["bet"]
    assert signature.keys() == {"after", "key", "nth", "seat", "wagers", "commit"}


def test_a_bet_that_is_not_played_is_no_fault(told: Told, tmp_path: Path) -> None:
    """Who has bet and sits a round out has the money; the verifier says so."""
    without = told.signed(lambda record: record.update(seat=[each for each in record["seat"] if each["number"] != 1]))
    kept = told.receipts[-1:]
    record = without | {"bets": [each for each in without["bets"] if each["seat"] != 1]}
    assert not any("receipt" in each for each in faults([record], told.proof, kept))
    said = checked([record], told.proof, None, None, receipts=kept, turns=TURNS)[1]
    assert any("was not played: it is not in the round" in each for each in said)
    assert page([(record, told.proof, kept)], tmp_path) == [""]


def of_seat(record: dict[str, Any], seat: int = 1) -> dict[str, Any]:
    (found,) = [each for each in record["bets"] if each["seat"] == seat]
    return found  # type: ignore[no-any-return]  # as JSON is


def signed_by_house(record: dict[str, Any], wagers: dict[str, int]) -> None:
    """The house signs a bet in her place with a key of its own."""
    slip = of_seat(record)
    slip["wagers"] = wagers
    signed = OTHER.sign(
        table=record["table"], seat=1, after=record["after"], nth=9, wagers=wagers, commit=slip["commit"]
    )
    slip["signed"] = {name: signed[name] for name in ("key", "nth", "signature")}


def staked(record: dict[str, Any], main: str) -> None:
    record["seat"][0]["wagers"]["main"] = main


def moved(record: dict[str, Any], **more: Any) -> None:
    of_seat(record).update(more)


def blank(record: dict[str, Any]) -> None:
    """The bytes are the same to who skips blanks."""
    signed = of_seat(record)["signed"]
    signed["signature"] = f"{signed['signature'][:2]} {signed['signature'][2:]}"


def followed(record: dict[str, Any], after: float, **slip: Any) -> None:
    """Her bet is told, and another that followed it after so many seconds."""
    at = datetime.fromisoformat(of_seat(record)["at"])
    record["started"] = (at + timedelta(seconds=after + 1)).isoformat(timespec="milliseconds")
    for each in record["answers"]:
        each["at"] = record["started"]
    record["ended"] = record["started"]
    number = max(each["entry"] for each in record["bets"]) + 1
    next_: dict[str, Any] = {
        **of_seat(record),
        "entry": number,
        "at": (at + timedelta(seconds=after)).isoformat(timespec="milliseconds"),
    } | slip
    record["bets"].append({name: value for name, value in next_.items() if value is not None})


SPOILT: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("left out", lambda r: [r.pop(each) for each in ("bets", "after")], "none of these rounds is the one"),
    ("half left out", lambda r: r.pop("after"), "without the round before them"),
    ("the other half", lambda r: r.pop("bets"), "or that without the bets"),
    ("hers left out", lambda r: r.update(bets=[of_seat(r, 2)]), "how the bet was laid"),
    ("after another", lambda r: r.update(after=0), "none of these rounds is the one"),
    ("after itself", lambda r: r.update(after=r["round"]), "which is no earlier one"),
    ("other amounts", lambda r: moved(r, wagers={"main": 900}), "is not signed with the key"),
    ("nothing laid", lambda r: moved(r, wagers={}), "a person plays there"),
    ("amounts of nothing", lambda r: moved(r, wagers={**of_seat(r)["wagers"], "tie": 0}), "nobody lays"),
    ("another number", lambda r: moved(r, commit="0" * 64), "is not the one in the round"),
    ("nobody's", lambda r: of_seat(r).pop("signed"), "has not let go of the seat"),
    ("the house's", lambda r: signed_by_house(r, of_seat(r)["wagers"]), "has not let go of the seat"),
    ("the house's, and its stakes", lambda r: (signed_by_house(r, {"main": 900}), staked(r, "9.00")), "has not let go"),
    ("another seat's", lambda r: moved(r, seat=5), "seat 5, which is not in the round"),
    ("in another entry", lambda r: moved(r, entry=2), "tells this bet otherwise"),
    ("in one entry with another", lambda r: moved(r, entry=of_seat(r, 2)["entry"]), "two bets are told of one entry"),
    ("at another time", lambda r: moved(r, at=r["started"]), "tells this bet otherwise"),
    ("when the round had begun", lambda r: moved(r, at="2099-01-01T00:00:00+00:00"), "when the round had begun"),
    ("with a blank in its key", lambda r: blank(r), "is not signed with the key"),
    ("an older one", lambda r: of_seat(r)["signed"].update(nth=1), "from before this one"),
    ("one too late", lambda r: of_seat(r)["signed"].update(nth=7), "is not signed with the key"),
    ("followed at once", lambda r: followed(r, 5, signed=None), "was replaced in entry"),
    ("given up at once", lambda r: followed(r, 5, signed=None, commit=None, wagers={}), "was replaced in entry"),
    ("followed before", lambda r: followed(r, -30, signed=None), "come before the one that it follows"),
    ("twice", lambda r: followed(r, 5), "an older bet of a key"),
]


@pytest.mark.parametrize("what, change, says", SPOILT, ids=[each[0] for each in SPOILT])
def test_what_is_told_otherwise_is_found(
    what: str, change: Callable[[dict[str, Any]], Any], says: str, told: Told, tmp_path: Path
) -> None:
    """By whoever has the receipt for what lies there, at the verifier and on the page of the proof."""
    del what
    record, kept = told.signed(change), told.receipts[-1:]
    found = faults([record], told.proof, kept)
    assert any(says in each for each in found), found
    assert page([(record, told.proof, kept)], tmp_path) != [""]


FORMS: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("a time without a zone", lambda r: moved(r, at="2026-01-01T00:00:00")),
    ("a time of another zone", lambda r: moved(r, at="2026-01-01T00:00:00+01:00")),
    ("a time of no day", lambda r: moved(r, at="2026-02-30T00:00:00.000+00:00")),
    ("a time of no hour", lambda r: moved(r, at="2026-01-01T24:00:00.000+00:00")),
    ("a time with a comma", lambda r: moved(r, at="2026-01-01T00:00:00,500+00:00")),
    ("no time", lambda r: moved(r, at="")),
    ("a beginning without a zone", lambda r: r.update(started="2026-01-01T00:00:00")),
    ("an answer without a zone", lambda r: r["answers"][0].update(at="2026-01-01T00:00:00")),
    ("an entry beyond what readers tell apart", lambda r: moved(r, entry=2**53)),
    ("a number beyond what readers tell apart", lambda r: of_seat(r)["signed"].update(nth=2**53)),
    ("a time of no year", lambda r: moved(r, at="0000-01-01T00:00:00.000+00:00")),
    ("a time that some readers cut", lambda r: moved(r, at="2026-01-01T00:00:00.000999+00:00")),
    ("after a round before any", lambda r: r.update(after=-1)),
]


@pytest.mark.parametrize("what, change", FORMS, ids=[each[0] for each in FORMS])
def test_what_two_readers_might_take_for_two_things_is_refused_by_both(
    what: str, change: Callable[[dict[str, Any]], Any], told: Told, tmp_path: Path
) -> None:
    del what
    check(told.record, RECORD, "record")
    record = told.signed(change)
    with pytest.raises(Misshapen):
        check(record, RECORD, "record")
    assert "belongs nowhere" in page([(record, told.proof, [])], tmp_path)[0]


def test_who_tells_thousands_keeps_nobody_waiting(told: Told, tmp_path: Path) -> None:
    """A signature is looked at for each seat, and a round has a hundred at the most."""
    seats = [{**told.record["seat"][0], "number": number} for number in range(1, 2000)]
    slips = [{**of_seat(told.record), "seat": number, "entry": number} for number in range(1, 2000)]
    many = told.record | {"seat": seats, "bets": slips}
    assert any("more than 100 seats" in each for each in bet_faults(many))
    again = told.record | {"bets": [{**of_seat(told.record), "entry": number} for number in range(1, 19_000)]}
    assert all(page([(many, told.proof, []), (again, told.proof, [])], tmp_path))


def test_who_knows_the_key_is_not_content_with_a_record_that_leaves_bets_out(told: Told) -> None:
    bare = told.signed(lambda r: [r.pop(each) for each in ("bets", "after")])
    key = told.room.signer.public.hex()

    def found(**more: Any) -> list[str]:
        return checked([bare], told.proof, None, None, turns=TURNS, **more)[0]

    assert any("does not tell how its bets were laid" in each for each in found(key=key))
    assert not any("how its bets were laid" in each for each in (*found(), *found(key=key, older=True)))


def test_a_bet_that_follows_after_five_minutes_is_no_fault(told: Told, tmp_path: Path) -> None:
    """It may be from another device: whoever has lost the browser that signed it."""
    record = told.signed(lambda r: followed(r, 300, signed=None))
    assert list(bet_faults(record)) == []
    assert faults([record], told.proof, told.receipts[-1:]) == []
    assert page([(record, told.proof, told.receipts[-1:])], tmp_path) == [""]


DOCUMENT = """
const element = { content: "", dataset: {}, classList: { toggle() {} }, lang: "en" };
globalThis.document = { querySelector: () => element, querySelectorAll: () => [], documentElement: element };
"""
"""As much of a page as the scripts look for when they are read."""


def dated(told: Told, at: str) -> dict[str, Any]:
    """Her receipt, signed by the room with another time."""
    said = {name: value for name, value in told.receipts[-1].items() if name not in ("key", "signature")}
    return receipt(told.room.signer, said | {"at": at})


def test_a_page_finds_the_receipts_of_a_round_whatever_it_says_of_the_round_before(told: Told, tmp_path: Path) -> None:
    """A house that tells an earlier one has signed that none came between, and a bet after one that did. A bet of an
    earlier round is none of this one's, though the browser was in doubt about it."""
    kept, table, record = told.receipts[-1], told.record["table"], told.record
    after, round_ = record["after"], record["round"]
    other = {**kept, "table": table + 1}
    own = {f"{table} {after}": [kept], f"{table + 1} {after}": [other]}
    asked = [
        (round_, record, {}, 1),
        (round_, {"table": table, "after": after - 1}, {}, 1),
        (round_, {"table": table, "after": after + 1}, {}, 0),
        (round_, {"table": table, "after": after + 1}, {"commit": kept["bet"]["commit"], "doubt": True}, 0),
        (round_, {"table": table, "after": after + 1}, {"commit": kept["bet"]["commit"]}, 2),
        (after, {"table": table, "after": after - 1}, {}, 0),
    ]
    code = (
        f"{READ}{DOCUMENT}const {{ receiptsOf }} = await import(`${{S}}/receipts.js`);\n"
        "const [own, asked] = files;\n"
        "const storage = { getItem: (name) => name === 'houseway.bets' ? JSON.stringify(own) : null };\n"
        "Object.defineProperty(globalThis, 'localStorage', { value: storage });\n"
        "console.log(JSON.stringify(asked.map(([round, record, noted]) => receiptsOf(round, record, noted).length)));\n"
    )
    assert ask_deno(tmp_path, code, [own, [each[:3] for each in asked]]) == [each[3] for each in asked]
    lower = told.signed(lambda r: r.update(after=after - 1))
    assert page([(lower, told.proof, [kept])], tmp_path) != [""]


def test_the_browser_signs_as_programs_do(told: Told, tmp_path: Path) -> None:
    """And takes the receipts that are the room's, for what it has signed, and no others."""
    bet = {"table": 3, "seat": 2, "after": 7, "nth": 4, "wagers": {"tie": 100, "main": 500}, "commit": "ab" * 32}
    kept = told.receipts[-1]
    slip = of_seat(told.record)
    signed = {name: kept["bet"][name] for name in ("after", "key", "nth", "seat")} | {"signature": "00"}
    sent = {"table": kept["table"], "entry": slip["entry"], "signed": signed}
    sent |= {name: kept["bet"][name] for name in ("wagers", "commit")}
    wrong: list[Any] = [
        None,
        {},
        {**kept, "entry": 3},
        {**kept, "at": "now"},
        dated(told, "2026-01-01T00:00:00"),
        {**kept, "more": 1},
    ]
    wrong += [{**kept, "signature": "0" * 128}, told.receipts[0], {**kept, "bet": told.receipts[0]["bet"]}]
    code = (
        f"{READ}const {{ signBet }} = await import(`${{S}}/betting_key.js`);\n"
        f"{DOCUMENT}const {{ isForBet }} = await import(`${{S}}/receipts.js`);\n"
        "const [secret, bet, receipts, sent] = files;\n"
        "console.log(JSON.stringify([signBet(secret, bet), receipts.map((each) => isForBet(each, sent))]));\n"
    )
    secret = bytes(range(32))
    own, taken = ask_deno(tmp_path, code, [secret.hex(), bet, [kept, *wrong], sent])
    assert own == BetKey(secret).sign(**bet)  # type: ignore[arg-type]  # as its arguments are named
    assert taken == [True] + [False] * len(wrong)


def test_who_asks_again_has_the_same_receipt(people: Honest) -> None:
    ann = people.table.people[0]
    signed = people.signed(ann, {"main": 500})
    command = Command(
        people.table.table, ann.id, "a key of Ann's", None, "bet", {"wagers": {"main": 500}, "signed": signed}
    )
    first, again = people.table.room.do(command), people.table.room.do(command)
    assert again.repeated
    assert people.table.room.receipt(first) == people.table.room.receipt(again) is not None
    assert people.table.room.receipt(people.table.do(people.table.people[1], "bet", wagers={"main": 500})) is None
