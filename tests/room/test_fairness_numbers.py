"""Numbers of the players' own: one honest player is enough, and nobody can choose by keeping silent."""

import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from honest import KEYS, TURNS, Honest
from houseway import verifier, web
from houseway.errors import HousewayError, IllegalBet
from houseway.room import Person, Room
from houseway.room.audit.room import audit
from houseway.room.fairness import nonces
from houseway.room.fairness.commitments import numbers, shuffle, used
from houseway.room.fairness.nonces import Nonce, Puzzle, nonce_of, prime, seed_of
from houseway.room.fairness.squaring import by_openssl, squared
from houseway.room.table import rounds
from houseway.verifier import checked

SUE = Person(9, "Sue", "surveillance", 0)


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles that are found at once: how long they take is not what is tested."""
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def honest(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Callable[..., Honest]:
    def at(game: str = "super-pan-9", **more: Any) -> Honest:
        return Honest(sitting(opened(sqlite), game, **more))

    return at


# ---------------------------------------------------------------------------------------------------- a number


def test_a_number_is_the_same_whether_it_is_opened_or_found() -> None:
    nonce = next(KEYS)
    assert Puzzle.read(**nonce.seal) == nonce.puzzle
    assert nonce.puzzle.opened(nonce.open["factor"], 3000) == nonce.puzzle.found(3000)
    squared = nonce.puzzle.base
    for _ in range(50):
        squared = squared * squared % nonce.puzzle.modulus
    assert nonce.puzzle.opened(nonce.open["factor"], 50) == squared


def test_openssl_and_python_square_alike() -> None:
    puzzle = next(KEYS).puzzle
    try:
        found = by_openssl(puzzle.base, 5000, puzzle.modulus)
    except (OSError, AttributeError):
        pytest.skip("this system has no OpenSSL to ask: Python squares")
    assert found == puzzle.found(5000) == squared(puzzle.base, 5000, puzzle.modulus)


def test_browser_room_and_verifier_square_as_often() -> None:
    script = (Path(web.__file__).parent / "static" / "puzzles.js").read_text(encoding="utf-8")
    assert "const TURNS = 2 ** 25;" in script
    assert nonces.TURNS == verifier.TURNS == 2**25


def test_primes_are_told_from_composites() -> None:
    small = [n for n in range(2000) if n > 1 and all(n % d for d in range(2, n))]
    assert [n for n in range(2000) if prime(n)] == small
    assert prime(2**127 - 1)
    assert not prime((2**61 - 1) * (2**31 - 1))
    assert not prime(3215031751), "a strong pseudoprime to the bases 2, 3, 5 and 7"


def test_a_seal_is_opened_by_nothing_else() -> None:
    """Else its owner could choose between the number that squaring finds and another."""
    nonce = next(KEYS)
    for factor in ("1", "", "zz", "7", f"{nonce.puzzle.modulus:x}"):
        with pytest.raises(HousewayError, match="prime factor of its modulus"):
            nonce.puzzle.opened(factor, TURNS)
    composite = Nonce.fresh(random.Random(1).getrandbits).factor * 3
    other = 2**1023 // composite | 1
    with pytest.raises(HousewayError, match="two different primes"):
        Puzzle(composite * other, 2).opened(f"{composite:x}", TURNS)
    with pytest.raises(HousewayError, match="two different primes"):
        Puzzle(nonce.factor**2, 2).opened(f"{nonce.factor:x}", TURNS)


@pytest.mark.parametrize(
    ("modulus", "base"), [("f", "2"), ("g", "2"), ("", ""), ("8" + "0" * 255, "2"), ("f" * 256, "1")]
)
def test_what_is_no_seal_is_refused(modulus: str, base: str) -> None:
    with pytest.raises(HousewayError, match="seal"):
        Puzzle.read(modulus, base)


def test_the_seed_rests_on_every_number_and_on_the_shoe() -> None:
    nonces = {1: nonce_of(5), 3: nonce_of(7)}
    seed = seed_of("root", nonces)
    others = [
        seed_of("toor", nonces),
        seed_of("root", nonces | {1: nonce_of(6)}),
        seed_of("root", {1: nonce_of(5), 2: nonce_of(7)}),
        seed_of("root", {1: nonce_of(5)}),
    ]
    assert len({seed, *others}) == 5
    assert seed_of("root", {}) == b""
    assert used((4, 2, 9), b"") == (4, 2, 9)
    assert used(range(52), seed) == shuffle(range(52), numbers(seed)) != used(range(52), others[0])


# ---------------------------------------------------------------------------------------------------- at the table


@pytest.mark.parametrize("game", ["super-pan-9", "supreme-99", "dealer-open-pai-gow", "chinese-poker", "super-pairs"])
def test_rounds_with_numbers_are_played_proved_and_audited(
    game: str, sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, game, seed=3)
    people = Honest(table)
    for _ in range(3):
        people.play_round()
        table.play_round()
    for told in room.history(table.table):
        record, proof = room.record(told["round"], SUE), room.proof(told["shoe"], SUE).json()
        assert len(record["seals"]) in (0, 2)
        if proof["ended"]:
            assert checked([record], proof, proof["root"], None, turns=TURNS)[0] == []
    room.close()
    assert audit(sqlite) == []
    again = opened(sqlite)
    assert again.view(table.table, None).json()["phase"] == "ended"


def test_bets_are_closed_and_frozen_until_all_seals_are_there(honest: Callable[..., Honest]) -> None:
    people = honest()
    table, (ann, bob) = people.table, people.table.people
    people.close()
    seen = table.view()
    nobody = [{"seat": seat, "seal": None, "open": False} for seat in (1, 2)]
    assert (seen["phase"], seen["numbers"]) == ("sealing", {"turns": TURNS, "all": False, "seats": nobody})
    for act, data in (("bet", {"wagers": {"main": 500}}), ("clear", {}), ("cut", {"position": 3}), ("ready", {})):
        with pytest.raises(IllegalBet, match="bets are closed"):
            table.do(ann, act, **data)
    with pytest.raises(HousewayError, match="a wager lies on the table"):
        table.do(ann, "add-bot", seat=3)
    with pytest.raises(HousewayError, match="no number to open"):
        people.open(ann)
    people.seal(ann)
    with pytest.raises(HousewayError, match="no number to seal"):
        people.seal(ann)
    with pytest.raises(HousewayError, match="no number to open"):
        people.open(ann)
    sealed = [{"seat": at, "seal": people.nonces[one.id].seal, "open": False} for at, one in ((1, ann), (2, bob))]
    assert table.view()["numbers"] == {"turns": TURNS, "all": False, "seats": [sealed[0], nobody[1]]}
    people.seal(bob)
    seen = table.view()
    assert (seen["phase"], seen["asked"]) == ("playing", [])
    assert seen["numbers"] == {"turns": TURNS, "all": True, "seats": sealed}
    assert not any(seat["acting"] for seat in seen["seats"])
    assert all(seat["cards"] == [] for seat in seen["seats"])
    with pytest.raises(HousewayError, match="being opened"):
        table.do(ann, "answer", answer="draw")
    with pytest.raises(HousewayError, match="being opened"):
        table.do(ann, "leave")
    people.open(bob)
    assert table.view()["numbers"]["seats"] == [sealed[0], sealed[1] | {"open": True}]
    people.open(ann)
    assert table.view()["numbers"] is None
    assert all(table.view(ann)["seats"][0]["cards"])


def test_another_seal_than_the_one_committed_to_is_refused(honest: Callable[..., Honest]) -> None:
    people = honest()
    people.close()
    ann, bob = people.table.people
    people.nonces[ann.id] = people.nonces[bob.id]
    with pytest.raises(HousewayError, match="not the seal that was committed to"):
        people.seal(ann)


def test_what_cannot_be_committed_to_is_refused(honest: Callable[..., Honest]) -> None:
    table = honest().table
    with pytest.raises(IllegalBet, match="64 hexadecimal digits"):
        table.do(table.people[0], "bet", wagers={"main": 500}, commit="ABC")


def test_who_does_not_seal_sits_out_and_the_others_play(honest: Callable[..., Honest], sqlite: str) -> None:
    people = honest()
    table, (ann, _) = people.table, people.table.people
    people.close()
    people.seal(ann)
    table.room.tick(1.0e9)
    table.room.tick(2.0e9)
    people.open(ann)
    while table.answer():
        pass
    assert {line["seat"] for line in table.view()["ruling"]} == {1}
    assert any("seat 2 sits out" in line for line in table.view()["log"])
    people.play_round()
    assert {line["seat"] for line in table.view()["ruling"]} == {1, 2}
    assert audit(sqlite) == []


def test_where_the_others_cannot_play_bets_are_open_again(honest: Callable[..., Honest], sqlite: str) -> None:
    people = honest("chinese-poker")
    people.close()
    people.seal(people.table.people[0])
    people.table.room.tick(1.0e9)
    people.table.room.tick(2.0e9)
    seen = people.table.view()
    assert (seen["phase"], [seat["wagers"] for seat in seen["seats"][:2]]) == ("betting", [{}, {}])
    people.play_round()
    assert audit(sqlite) == []


def test_nobody_pauses_while_numbers_are_sealed_or_opened(honest: Callable[..., Honest], sqlite: str) -> None:
    """The clock would stand still, and who seals last could have found the number of who sealed first."""
    people = honest()
    table, room = people.table, people.table.room
    manager = room.people.sign_in("manager", room.first_password)
    manager = room.people.set_password(manager, room.first_password, "a long password")
    people.close()
    with pytest.raises(HousewayError, match="numbers are being sealed"):
        table.do(manager, "pause")
    for person in table.people:
        people.seal(person)
    with pytest.raises(HousewayError, match="numbers are being sealed"):
        table.do(manager, "pause")
    for person in table.people:
        people.open(person)
    table.do(manager, "pause")
    table.do(manager, "resume")
    while table.answer():
        pass
    assert audit(sqlite) == []


def test_everybody_may_leave_while_bets_are_closed(honest: Callable[..., Honest], sqlite: str) -> None:
    people = honest()
    people.close()
    for person in people.table.people:
        people.table.do(person, "leave", signed=people.signed(person, {}))
    assert people.table.view()["phase"] == "betting"
    assert audit(sqlite) == []


def test_a_number_that_is_not_opened_is_found_and_the_round_is_the_same(
    folder: Any, opened: Callable[..., Room], sitting: Any
) -> None:
    """Silence chooses nothing: two worlds, in one of which a seat that has seen the other's number keeps its own."""
    told, both = [], [next(KEYS), next(KEYS)]
    for silent in (False, True):
        database = f"sqlite:///{folder}/{silent}.db"
        room = opened(database, draw=random.Random(6).randrange)
        people = Honest(sitting(room, "super-pan-9"))
        ann, shill = people.table.people
        for person, nonce in zip((ann, shill), both, strict=True):
            people.bet(person, nonce)
        for person in (ann, shill):
            people.table.do(person, "ready")
        people.seal(ann)
        people.seal(shill)
        people.open(ann)
        if silent:
            for at in count(1):
                room.tick(at * 1.0e6)
                if room.view(people.table.table, None).json()["numbers"] is None:
                    break
            assert any("seat 2 did not open" in line for line in people.table.view()["log"])
        else:
            people.open(shill)
        seats = people.table.view(ann)["seats"]
        told.append((seats[0]["cards"], people.table.view()["shoe"]["left"]))
        live = room._live[people.table.table]
        told[-1] += (live.coming, live.seed)
        assert audit(database) == []
    assert told[0] == told[1]


def test_a_seal_is_of_two_large_primes_and_odd() -> None:
    """Even moduli are slow to square by; factors of any size could be ground for false primes."""
    with pytest.raises(HousewayError, match="odd"):
        Puzzle.read("c" + "0" * 255, "3")
    small, nonce = 2**127 - 1, next(KEYS)
    with pytest.raises(HousewayError, match="two different primes"):
        Puzzle(small * nonce.factor, 2).opened(f"{nonce.factor:x}", TURNS)


def test_who_brings_no_number_is_not_waited_for(honest: Callable[..., Honest]) -> None:
    people = honest()
    table, (ann, bob) = people.table, people.table.people
    people.bet(ann)
    table.bet(bob)
    for person in (ann, bob):
        people.ready(person)
    seen = table.view()
    assert (seen["phase"], [each["seat"] for each in seen["numbers"]["seats"]]) == ("sealing", [1])
    people.seal(ann)
    assert table.view()["phase"] == "playing"
