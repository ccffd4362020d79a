"""Codes by time: the RFC's own, and what a room makes of them."""

import json
import time
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, select

from houseway.errors import HousewayError, UnknownName
from houseway.room import Forbidden, Room
from houseway.room.audit.room import audit
from houseway.room.people import tries
from houseway.room.people.accounts import Accounts
from houseway.room.people.people import Person
from houseway.room.people.second_factor import STEP, SecondFactors, address, code_at, step_of, typed
from houseway.room.store import journal, signatures
from houseway.room.store.keyring import Keyring
from houseway.room.store.schema import FACTORS

COMMAND = "command: tests"
RFC = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_rfc_6238_appendix_b(seconds: int, code: str) -> None:
    assert code_at(RFC, seconds // STEP, digits=8) == code


@pytest.mark.parametrize(("counter", "code"), [(0, "755224"), (1, "287082"), (5, "254676"), (9, "520489")])
def test_rfc_4226_appendix_d(counter: int, code: str) -> None:
    assert code_at(RFC, counter) == code


def test_a_code_is_of_the_step_before_now_or_after() -> None:
    now = 1000 * STEP + 7
    for step, found in ((998, None), (999, 999), (1000, 1000), (1001, 1001), (1002, None)):
        assert step_of(RFC, code_at(RFC, step), now) == found
    assert step_of(RFC, f" {code_at(RFC, 1000)[:3]} {code_at(RFC, 1000)[3:]} ", now) == 1000
    for wrong in ("", "12345", "１２３４５６", "a" * 6):
        assert step_of(RFC, wrong, now) is None


def test_a_secret_as_it_is_typed_and_as_it_is_scanned() -> None:
    assert typed(RFC) == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ"
    assert address(RFC, "Dora & Dan") == (
        "otpauth://totp/houseway:Dora%20%26%20Dan?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        "&issuer=houseway&digits=6&period=30"
    )


class Device:
    """A room, an account with a second factor, and a clock to turn."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = time.time()
        self.factors = SecondFactors(room.store, room.people, lambda: self.now)
        self.accounts = Accounts(room.store, room.people, COMMAND)
        self.dora = self.own("Dora")
        self.secret = self.enrol(self.dora)

    def own(self, name: str, role: str = "dealer") -> Person:
        _, once = self.accounts.add(name, role)
        return self.room.people.set_password(self.room.people.sign_in(name, once), once, f"the hearts of {name}")

    def enrol(self, person: Person) -> bytes:
        secret, ticket = self.factors.offer(person)
        self.factors.enrol(person, ticket, code_at(secret, int(self.now) // STEP))
        return secret

    def code(self) -> str:
        return code_at(self.secret, int(self.now) // STEP)


@pytest.fixture
def device(sqlite: str, opened: Callable[..., Room]) -> Device:
    return Device(opened(sqlite))


def test_a_code_opens_one_session_and_is_used_up_with_all_before_it(device: Device) -> None:
    with pytest.raises(Forbidden, match="it was used"):
        device.factors.check(device.dora, device.code())  # the one that it was set up with
    device.now += STEP
    late = device.code()
    device.now += STEP
    device.factors.check(device.dora, device.code())
    for used in (device.code(), late):
        with pytest.raises(Forbidden, match="it was used"):
            device.factors.check(device.dora, used)
    device.now += STEP
    device.factors.check(device.dora, device.code())


def test_nobody_keeps_people_out_by_trying_at_names_that_codes_are_counted_under(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "BY_NAME", tries.BY_BOTH)  # each try costs a whole hash
    for name in ("a code", "code of Dora"):
        for number in range(tries.BY_NAME + 1):
            with pytest.raises(HousewayError):
                device.room.people.sign_in(name, "x", f"192.0.2.{number}")
    device.now += STEP
    device.factors.check(device.dora, device.code())


def test_tries_at_a_code_are_counted_by_account(device: Device) -> None:
    device.now += STEP
    for _ in range(tries.BY_BOTH):
        with pytest.raises(Forbidden, match="not the code"):
            device.factors.check(device.dora, "no code")
    with pytest.raises(Forbidden, match="too many tries"):
        device.factors.check(device.dora, device.code())
    device.now += tries.WINDOW + 1
    device.factors.check(device.dora, device.code())


def test_a_session_lacks_a_code_until_it_is_checked(device: Device, sqlite: str) -> None:
    people = device.room.people
    half = people.session(device.dora)
    assert people.of_session(half) is None
    found, lacks = people.half_session(half)
    assert (found[:6], lacks) == (device.dora[:6], "code")
    whole = people.session(device.dora, checked=True)
    assert people.of_session(whole)[:6] == device.dora[:6]
    assert audit(sqlite) == []


def test_the_room_asks_for_one_and_those_who_have_none_are_signed_out(device: Device, sqlite: str) -> None:
    people, max_ = device.room.people, device.own("Max", "manager")
    accounts = Accounts(device.room.store, people, max_)
    with pytest.raises(HousewayError, match="of your own first"):
        accounts.require("staff")
    with pytest.raises(UnknownName, match="not 'everybody'"):
        accounts.require("everybody")
    device.enrol(max_)
    dan = device.own("Dan")
    pat = people.register("Pat", "a long password")
    open_ = {each.id: people.session(each, checked=True) for each in (dan, max_, pat, device.dora)}
    assert accounts.require("staff") == accounts.required() == "staff"
    assert {id_ for id_, token in open_.items() if people.of_session(token) is None} == {dan.id}
    found, lacks = people.half_session(people.session(dan))
    assert (found[:6], lacks) == (dan[:6], "enrol")
    assert people.of_session(people.session(pat))[:6] == pat[:6]
    assert people.of_session(people.session(people.guest("Gus"))) is not None
    accounts.require("managers")
    assert people.of_session(people.session(dan))[:6] == dan[:6]
    assert audit(sqlite) == []


def test_another_manager_takes_away_what_was_lost_and_it_is_in_the_journal(device: Device, sqlite: str) -> None:
    people, max_ = device.room.people, device.own("Max", "manager")
    device.enrol(max_)
    accounts = Accounts(device.room.store, people, max_)
    with pytest.raises(Forbidden, match="one's own"):
        accounts.remove_factor("Max")
    token = people.session(device.dora, checked=True)
    accounts.remove_factor("Dora")
    assert people.of_session(token) is None
    with pytest.raises(HousewayError, match="has no second factor"):
        accounts.remove_factor("Dora")
    device.secret = device.enrol(device.dora)
    with pytest.raises(HousewayError, match="another manager takes it away"):
        device.enrol(device.dora)
    with device.room.store.transaction() as connection:
        told = [body for _, body in journal.entries(connection, journal.ROOM) if body["kind"].startswith("factor")]
    assert [(body["kind"], body["id"], body["by"]) for body in told] == [
        ("factor", device.dora.id, device.dora.id),
        ("factor", max_.id, max_.id),
        ("factor-off", device.dora.id, max_.id),
        ("factor", device.dora.id, device.dora.id),
    ]
    assert device.secret.hex() not in json.dumps(told)
    assert audit(sqlite) == []


def test_the_database_tells_no_secret_and_takes_none(device: Device, sqlite: str) -> None:
    eve = device.own("Eve")
    device.enrol(eve)
    with device.room.store.transaction() as connection:
        sealed = {row.person: row.sealed for row in connection.execute(select(FACTORS))}
        assert device.secret not in sealed[device.dora.id]
        own = {"sealed": sealed[eve.id]}
        connection.execute(FACTORS.update().where(FACTORS.c.person == device.dora.id).values(**own))
    device.now += STEP
    with pytest.raises(RuntimeError, match="was changed, or is another"):
        device.factors.check(device.dora, device.code())
    assert "has another second factor than the one" in str(audit(sqlite))


def test_a_ticket_is_for_one_person_and_for_an_hour(device: Device) -> None:
    dan, eve = device.own("Dan"), device.own("Eve")
    secret, ticket = device.factors.offer(dan)
    code = code_at(secret, int(device.now) // STEP)
    altered = ("1" if ticket[0] == "0" else "0") + ticket[1:]
    for person, given in ((eve, ticket), (dan, altered), (dan, "no hex"), (dan, "")):
        with pytest.raises(HousewayError, match="begin again"):
            device.factors.enrol(person, given, code)
    with pytest.raises(HousewayError, match="that is not the code"):
        device.factors.enrol(dan, ticket, "000000" if code != "000000" else "000001")
    device.now += 3601
    with pytest.raises(HousewayError, match="begin again"):
        device.factors.enrol(dan, ticket, code)
    with pytest.raises(Forbidden, match="password of its own"):
        device.factors.offer(device.room.people.guest("Gus"))


def test_whether_somebody_has_one_is_read_without_a_lock_to_write(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    gus, head = device.room.people.guest("Gus"), journal.head

    def unlocked(connection: Connection, chain: int, *, lock: bool) -> object:
        assert not lock, "PostgreSQL would wait for a writer"
        return head(connection, chain, lock=lock)

    monkeypatch.setattr(device.room.store, "transaction", None)
    monkeypatch.setattr(journal, "head", unlocked)
    assert device.factors.has(device.dora)
    assert not device.factors.has(gus)


def test_a_second_factor_outlives_the_key_that_sealed_it(
    device: Device, sqlite: str, opened: Callable[..., Room]
) -> None:
    with device.room.store.transaction() as connection:
        signatures.rotate(connection, Keyring.of(sqlite), journal.stamp(), COMMAND)
    again = opened(sqlite)
    device.now += STEP
    SecondFactors(again.store, again.people, lambda: device.now).check(device.dora, device.code())
    assert audit(sqlite) == []
