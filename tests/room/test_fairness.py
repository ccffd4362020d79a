"""The shuffle by enumeration, and the proof of a shoe. Every check also meets a fault that it must catch."""

import json
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.cards import name
from houseway.errors import HousewayError
from houseway.games import game as find_game
from houseway.games import games
from houseway.room import Person, Room
from houseway.room.audit.room import audit
from houseway.room.errors import Refused
from houseway.room.fairness.commitments import Commitment, Opening, below, drawn, holds, numbers, shuffle
from houseway.room.table import entry as entries
from houseway.room.table.state import LiveTable
from houseway.round import Draw
from houseway.round.ruling import void
from houseway.verifier import shoe_faults

SUE = Person(9, "Sue", "surveillance", 0)
VERIFIER = Path(__file__).parents[2] / "tools" / "verify_shoe.py"


class Thrown(Exception):
    """The source of bytes is spent: the draw was thrown away."""


def spread_of(draw: Callable[[int, Callable[[int], bytes]], int], bound: int) -> Counter[int]:
    """What a bounded draw makes of every number that its first bytes can be; -1 for a throw-away."""
    width = max(1, ((bound - 1).bit_length() + 7) // 8)
    counts: Counter[int] = Counter()
    for number in range(256**width):
        given = iter([number.to_bytes(width, "big")])

        def entropy(wanted: int, given: Iterator[bytes] = given) -> bytes:
            assert wanted == width
            for each in given:
                return each
            raise Thrown

        try:
            counts[draw(bound, entropy)] += 1
        except Thrown:
            counts[-1] += 1
    return counts


def fair(counts: Counter[int], bound: int) -> bool:
    """Every number from 0 to bound - 1 as often, and fewer thrown away than kept."""
    kept = [counts[number] for number in range(bound)]
    return len(set(kept)) == 1 and kept[0] > 0 and sum(kept) + counts[-1] == sum(counts.values()) > 2 * counts[-1]


@pytest.mark.parametrize("bound", [*range(2, 257, 7), 255, 256, 257, 300, 415, 416])
def test_the_bounded_draw_is_fair_for_every_number_its_bytes_can_be(bound: int) -> None:
    assert fair(spread_of(below, bound), bound)


def test_a_draw_that_takes_the_remainder_at_once_is_caught() -> None:
    def biased(bound: int, entropy: Callable[[int], bytes]) -> int:
        return entropy(1)[0] % bound

    assert not fair(spread_of(biased, 52), 52)


def orders(
    shuffler: Callable[[list[int], Callable[[int], int]], tuple[int, ...]], size: int
) -> Counter[tuple[int, ...]]:
    """The order for every possible sequence of draws, each sequence as likely as its bounds say."""
    bounds: list[int] = []
    shuffler(list(range(size)), lambda bound: bounds.append(bound) or 0)  # type: ignore[func-returns-value]
    counts: Counter[tuple[int, ...]] = Counter()
    for draws in product(*(range(bound) for bound in bounds)):
        given = iter(draws)
        counts[shuffler(list(range(size)), lambda _bound, given=given: next(given))] += 1
    return counts


def uniform(counts: Counter[tuple[int, ...]], size: int) -> bool:
    return len(counts) == factorial(size) and len(set(counts.values())) == 1


@pytest.mark.parametrize("size", range(1, 7))
def test_every_order_comes_from_as_many_draws(size: int) -> None:
    assert uniform(orders(shuffle, size), size)


def naive(pack: list[int], draw: Callable[[int], int]) -> tuple[int, ...]:
    for place in range(len(pack)):
        other = draw(len(pack))
        pack[place], pack[other] = pack[other], pack[place]
    return tuple(pack)


def sattolo(pack: list[int], draw: Callable[[int], int]) -> tuple[int, ...]:
    for last in range(len(pack) - 1, 0, -1):
        other = draw(last)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def short(pack: list[int], draw: Callable[[int], int]) -> tuple[int, ...]:
    for last in range(len(pack) - 1, 1, -1):
        other = draw(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


@pytest.mark.parametrize("shuffler", [naive, sattolo, short])
def test_biased_shufflers_are_caught(shuffler: Callable[..., tuple[int, ...]]) -> None:
    assert not uniform(orders(shuffler, 5), 5)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 52, 53])
def test_every_card_opens_to_the_root_and_to_no_other(size: int) -> None:
    shoe = Commitment.fresh(range(size))
    other = Commitment.stored(bytes(shoe.order), bytes(16 * size))
    for index in range(size):
        opening = shoe.opening(index)
        assert holds(opening, shoe.root)
        assert opening.card == shoe.order[index]
        assert not holds(opening, other.root)
        assert not holds(opening._replace(card=(opening.card + 1) % 53), shoe.root)
        assert not holds(opening._replace(at=opening.at + 1), shoe.root)


def test_the_same_cards_have_another_root_each_time() -> None:
    """Salt: a root must not tell the order to somebody who tries them all."""
    assert len({Commitment.fresh([1]).root for _ in range(20)}) == 20


def test_a_fresh_shoe_is_shuffled_by_the_draws_it_is_given_and_every_card_has_a_whole_salt() -> None:
    shoe = Commitment.fresh(range(4), lambda bound: 0)
    assert (shoe.order, len(shoe)) == ((1, 2, 3, 0), 4), "each last card in turn changes places with the first"
    assert [len(salt) for salt in shoe.salts] == [16] * 4
    again = Commitment.stored(bytes(shoe.order), b"".join(shoe.salts))
    assert (again.order, again.salts, again.root) == (shoe.order, shoe.salts, shoe.root)


def test_a_shoe_with_a_salt_too_few_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Commitment((1, 2), [bytes(16)])


def test_a_cut_turns_the_order_round() -> None:
    shoe = Commitment(tuple(range(10)), [bytes(16)] * 10)
    assert shoe.rest(7, ()) == (7, 8, 9, 0, 1, 2, 3, 4, 5, 6)
    assert shoe.rest(7, {8, 0}) == (7, 9, 1, 2, 3, 4, 5, 6)


def verify(proof: dict[str, Any], folder: Path, *more: str) -> tuple[int, str]:
    file = folder / "proof.json"
    file.write_text(json.dumps(proof), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(file), *more]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_seat_checks_its_own_cards_at_once_and_anyone_the_shoe_when_it_ends(
    game: str, sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    """The verifier runs without site packages: the standard library alone."""
    room = opened(sqlite)
    decks = {"decks": "2"} if any(spec.id == "decks" for spec in find_game(game).document.settings) else {}
    table = sitting(room, game, seed=2, **decks)
    ann = table.people[0]
    shoe = table.view()["shoe"]
    table.bet(ann)
    table.do(ann, "cut", position=7)
    table.ready()
    own = table.view(ann)["seats"][0]["cards"]
    proof = room.proof(shoe["id"], ann).json()
    told = Counter(opening["card"] for opening in proof["openings"])
    assert not Counter(own) - told
    assert len(proof["openings"]) < shoe["size"]
    assert not proof["ended"]
    shown = [c for s in (*table.view()["seats"], table.view()["dealer"]) for c in s["cards"] if c]
    assert len(room.proof(shoe["id"], None).json()["openings"]) == len(shown), "a spectator opens what all may see"
    assert list(shoe_faults(proof, shoe["root"])) == []
    while table.answer():
        pass
    for _ in range(40):
        if room.proof(shoe["id"]).json()["ended"]:
            break
        table.play_round()
    proof = room.proof(shoe["id"]).json()
    code, said = verify(proof, folder, "--root", shoe["root"])
    assert (code, proof["ended"], proof["cut"]) == (0, True, 7), said


def test_a_shoe_keeps_its_cut_though_its_round_is_over_as_it_is_dealt(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Two jacks of the dealer end a round of Dealer Open Pai Gow at once; the same entry brings the next shoe."""
    room = opened(database)
    table = sitting(room, "dealer-open-pai-gow", people=1)
    over_at_once: list[int] = []
    for _ in range(100):
        shoe = table.view()["shoe"]["id"]
        table.bet(table.people[0])
        table.do(table.people[0], "cut", position=7)
        table.ready()
        if table.view()["phase"] == "ended":
            over_at_once.append(shoe)
            break
        while table.answer():
            pass
    assert [room.proof(shoe).json()["cut"] for shoe in over_at_once] == [7]
    assert room.proof(table.view()["shoe"]["id"]).json()["cut"] is None
    assert audit(database) == []


def test_the_verifier_catches_what_is_not_so(folder: Path) -> None:
    shoe = Commitment.fresh(range(20))
    good = {"shoe": 1, "table": 1, "root": shoe.root, "size": 20, "cut": 3, "ended": True}
    good |= {"game": "a game of one's own", "settings": {}, "pack": {name(card): 1 for card in range(20)}}
    good["openings"] = [shoe.opening(index).json() for index in range(20)]
    assert verify(good, folder, "--without-log")[0] == 0

    def spoilt(change: Callable[[dict[str, Any]], object]) -> list[str]:
        proof = json.loads(json.dumps(good))
        change(proof)
        return list(shoe_faults(proof, shoe.root))

    assert not spoilt(lambda proof: None)
    assert spoilt(lambda proof: proof["openings"].pop())
    assert spoilt(lambda proof: proof["openings"].append(proof["openings"][0]))
    assert spoilt(lambda proof: proof["openings"][4].update(card="As", number=51))
    assert spoilt(lambda proof: proof["openings"][4].update(card="As"))
    assert spoilt(lambda proof: proof["openings"][4].update(index=5))
    assert spoilt(lambda proof: proof["openings"][4].update(salt="00" * 16))
    assert spoilt(lambda proof: proof["openings"][4]["path"].pop())
    assert spoilt(lambda proof: proof.update(root="00" * 32))
    assert spoilt(lambda proof: proof["pack"].update(As=1))
    assert spoilt(lambda proof: proof.update(size=19))
    assert verify({"no": "proof"}, folder)[0] == 2


def test_an_opening_is_a_value() -> None:
    told = {"index": 1, "card": "As", "number": 51, "salt": "00", "path": [["right", "aa"]]}
    assert Opening(1, 51, "00", (("right", "aa"),)).json() == told


# ---------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize("question", [Draw("a number", 1, 7), Draw("three dice", 3, 18, 3)])
def test_a_salt_gives_numbers_that_are_as_likely_as_the_question_says(question: Draw) -> None:
    counts = Counter(drawn(question, numbers(salt.to_bytes(16, "big"))) for salt in range(20_000))
    dice = Counter(map(sum, product(range(1, 7), repeat=3)))
    ways = dice if question.dice else Counter(range(1, 8))
    assert counts.keys() == ways.keys()
    expected = {number: 20_000 * way / sum(ways.values()) for number, way in ways.items()}
    assert sum((counts[n] - e) ** 2 / e for n, e in expected.items()) < 45, "chi squared, 6 or 15 degrees of freedom"


def test_the_numbers_of_a_salt_go_on_and_differ() -> None:
    draw, again = numbers(bytes(16)), numbers(bytes(16))
    found = [draw(52) for _ in range(100)]
    assert found == [again(52) for _ in range(100)] != [numbers(bytes([1] * 16))(52) for _ in range(100)]
    assert len(set(found)) > 30


DICE = ["supreme-99", "dealer-open-pai-gow"]


@pytest.mark.parametrize("game", DICE)
def test_a_house_that_draws_the_numbers_as_it_likes_is_found_out(
    game: str, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(opened(sqlite), game)
    table.play_round()
    assert audit(sqlite) == []
    with monkeypatch.context() as cheat:
        cheat.setattr(LiveTable, "next_number", lambda _table, question: question.least)
        for _ in range(4):
            table.play_round()
    assert any("is not the number that the shoe gives" in str(finding) for finding in audit(sqlite))


@pytest.mark.parametrize("game", DICE)
def test_a_house_that_goes_back_to_the_older_form_is_found_out(
    game: str, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries of version 2 tell numbers that no shoe covers."""
    table = sitting(opened(sqlite), game)
    with monkeypatch.context() as cheat:
        cheat.setattr(entries, "VERSION", 2)
        cheat.setattr(LiveTable, "next_number", lambda _table, question: question.least)
        for _ in range(2):
            table.play_round()
    assert any(
        f"an entry of version 2 after one of version {entries.VERSION}" in str(finding) for finding in audit(sqlite)
    )


def drawing(monkeypatch: pytest.MonkeyPatch, *asked: Draw, dealt: bool = True) -> None:
    """A game of many decks that draws numbers, made of one that does not: its order of play begins with them."""
    pan = find_game("super-pan-9")
    plain = type(pan).play

    def play(self: Any, setup: Any) -> Any:
        for question in asked:
            number = yield question
            assert number
        if not dealt:
            return tuple(void(s.number, w, cents, "misdeal", "3") for s in setup.seats for w, cents in s.wagers.items())
        return (yield from plain(self, setup))

    monkeypatch.setattr(type(pan), "play", play)


def test_every_round_draws_from_the_salt_of_its_next_card(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Draw("a number", 1, 1000), Draw("another", 1, 1000)
    drawing(monkeypatch, *asked)
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    shoe, seen = table.view()["shoe"]["id"], []
    for _ in range(4):
        table.play_round()
        position = room.record(table.view()["round"], SUE)["position"]
        seen.append((position, [each["number"] for each in table.view()["drawn"]]))
    salts = room._live[table.table].commitment.salts
    for position, told in seen:
        draw = numbers(salts[position])
        assert told == [drawn(question, draw) for question in asked]
    assert len({tuple(told) for _, told in seen}) == 4
    assert table.view()["shoe"]["id"] == shoe
    assert audit(sqlite) == []


def test_a_salt_that_has_given_a_number_and_no_card_gives_none_to_another_round(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the next round's number would be known before its wagers: the shoe has ended."""
    drawing(monkeypatch, Draw("a number", 1, 1000), dealt=False)
    table = sitting(opened(sqlite), "super-pan-9")
    shoes = []
    for _ in range(3):
        shoes.append(table.view()["shoe"]["id"])
        table.play_round()
    assert len(set(shoes)) == 3
    assert audit(sqlite) == []


# ---------------------------------------------------------------------------------------------------- who steers


def test_a_house_without_a_wager_does_not_cut(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    """A seat of the house's own, which knows the order, could choose the cut by the wagers of the others."""
    table = sitting(opened(sqlite), "super-pan-9")
    ann, shill = table.people
    table.bet(ann)
    with pytest.raises(HousewayError, match="lay a wager first"):
        table.do(shill, "cut", position=9)
    table.do(ann, "cut", position=7)
    assert table.view()["shoe"]["cut"] == 7


def test_nobody_cuts_under_somebody_who_is_ready(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    table = sitting(opened(sqlite), "super-pan-9")
    ann, shill = table.people
    table.bet(ann)
    table.bet(shill)
    table.do(ann, "ready")
    with pytest.raises(HousewayError, match="somebody is ready"):
        table.do(shill, "cut", position=9)
    table.do(shill, "ready")
    while table.answer():
        pass
    table.play_round()
    table.bet(ann)
    with pytest.raises(HousewayError, match="this shoe has been cut"):
        table.do(ann, "cut", position=9)


def test_a_house_calls_and_dismisses_no_bot_once_a_wager_lies(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """A seat more or less moves every card that comes after it."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    ann, shill = table.people
    table.do(ann, "add-bot", seat=3)
    table.bet(ann)
    for act, seat in (("add-bot", 4), ("remove-bot", 3)):
        for by in (ann, shill):
            with pytest.raises(HousewayError, match="a wager lies on the table"):
                table.do(by, act, seat=seat)
    table.do(ann, "clear")
    table.do(shill, "remove-bot", seat=3)
    table.do(shill, "add-bot", seat=4)
    table.play_round()
    assert {each["seat"] for each in table.view()["ruling"]} == {1, 2, 4}


def test_a_bot_that_is_sent_away_in_mid_round_plays_on_as_it_would_have(
    folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    told = []
    for sent in (False, True):
        table = sitting(opened(f"sqlite:///{folder}/{sent}.db", draw=Random(6).randrange), "super-pan-9")
        for seat in (3, 4):
            table.do(table.people[0], "add-bot", seat=seat)
        table.ready()
        assert table.view()["phase"] == "playing"
        if sent:
            table.do(table.people[1], "remove-bot", seat=4)
            table.do(table.people[1], "add-bot", seat=5)
        while table.answer():
            pass
        told.append(table.view()["ruling"])
    assert told[0] == told[1]
    assert {each["seat"] for each in told[0]} == {1, 2, 3, 4}


# ---------------------------------------------------------------------------------------------------- what is on disk


def swap_order(folder: Path, shoe: int, game: str) -> None:
    """Another order under another root, whole in itself."""
    with sqlite3.connect(folder / "room.db") as connection:
        other = Commitment.fresh(find_game(game).pack(find_game(game).configure()))
        values = (bytes(other.order), b"".join(other.salts), other.root, shoe)
        connection.execute("UPDATE shoes SET cards = ?, salts = ?, root = ? WHERE id = ?", values)
    connection.close()


def test_an_order_swapped_in_mid_shoe_is_not_dealt_from(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table, other = sitting(room, "super-pan-9"), sitting(room, "super-pan-9")
    for _ in range(3):
        table.play_round()
    shoe = table.view()["shoe"]["id"]
    room.close()
    swap_order(folder, shoe, "super-pan-9")
    again = opened(sqlite)
    with pytest.raises(Refused, match="table 1 is refused"):
        again.view(table.table, None)
    with pytest.raises(Refused, match="table 1 is refused"):
        again.proof(shoe)
    sitting.back(again, other.table, other.people, 9).play_round()
    assert any(f"shoe {shoe} do not open to the root that was shown" in str(finding) for finding in audit(sqlite))


def test_a_shoe_that_was_swapped_after_it_had_ended_is_not_proved(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "supreme-99")
    table.play_round()
    shoe = table.view()["shoe"]["id"]
    for _ in range(4):
        table.play_round()
    room.close()
    swap_order(folder, shoe, "supreme-99")
    again = opened(sqlite)
    assert again.view(table.table, None).json()["phase"] == "ended"
    with pytest.raises(Refused, match=f"shoe {shoe} is refused"):
        again.proof(shoe)
    with pytest.raises(Refused, match="round 2 is refused"):
        again.record(2)
    assert any(f"shoe {shoe} do not open to the root that was shown" in str(finding) for finding in audit(sqlite))
