"""A bet that a player's browser has signed: nobody plays another in its place, or whoever does is convicted by it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from honest import OTHER, TURNS, Honest, finish, record_of
from houseway.errors import HousewayError
from houseway.room import Command, Done, Person, Room
from houseway.room.acts.seats import AddBot, Free, Leave
from houseway.room.acts.wagers import Bet, Clear
from houseway.room.audit.room import audit
from houseway.room.commands.command import THE_HOUSE, Asked
from houseway.room.fairness.signed_bets import BetKey
from houseway.room.table import rounds
from houseway.verifier.ed25519 import PRIME, _point
from houseway.verifier.ed25519 import _times as times
from houseway.verifier.signing import is_signed
from scripts import READ, ask_deno
from told_bets import faults, page

BASE = _point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


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


def test_who_has_sealed_is_told_to_get_up_once_the_round_has_begun(people: Honest, sqlite: str) -> None:
    """A browser signs nothing once it has sealed; what it was told, to get up there, it could not."""
    ann, bob = people.table.people
    people.close()
    people.seal(ann)
    with pytest.raises(
        HousewayError, match="bets are closed, and the bet of this seat is signed: get up when its round"
    ):
        people.table.do(ann, "leave")
    people.seal(bob)
    people.open(ann)
    people.table.do(ann, "leave")
    assert not audit(sqlite)


def test_who_gets_up_in_a_round_needs_no_signature(people: Honest, sqlite: str) -> None:
    people.deal()
    people.table.do(people.table.people[0], "leave")
    assert not audit(sqlite)


def by_house(people: Honest, kind: str, act: Any) -> None:
    seen = people.table.view()["version"]
    people.table.room._do(Asked(Command(people.table.table, THE_HOUSE.id, "", seen, kind), act))


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
