"""How records tell the bets of a round: what is told otherwise is found, by the verifier and on the page of a proof."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from honest import OTHER, TURNS, Honest, finish, record_of
from houseway.room import Room
from houseway.room.fairness.receipts import receipt, signed_record
from houseway.room.fairness.signed_bets import BetKey
from houseway.room.table import rounds
from houseway.verifier import answer, bet_faults, checked
from houseway.verifier.reading import RECORD, Misshapen, check
from scripts import READ, ask_deno
from told_bets import faults, page


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def people(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Honest:
    return Honest(sitting(opened(sqlite), "super-pan-9"))


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
        "bets: that of seat 1 was laid by entry" in each and "signed with your receipt's key" in each for each in says
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


def answered_by(record: dict[str, Any], who: str) -> None:
    for each in record["answers"]:
        if each["seat"] == 1:
            each.update(by=who)


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
    ("all of it left out", lambda r: r["seat"][0].update(wagers={}), "was left out: no round returns that"),
    ("a bot's answers", lambda r: answered_by(r, "bot"), "a bot is told to have answered there"),
    ("no beginning", lambda r: r.pop("started"), "when the round began, or ended, is not told"),
    ("no end", lambda r: r.pop("ended"), "when the round began, or ended, is not told"),
    ("after an answer", lambda r: moved(r, entry=10**6), "in which, somebody had answered"),
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
    ("a key in capitals", lambda r: of_seat(r)["signed"].update(key="AB" * 32)),
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


def test_a_wager_that_is_left_out_is_found(people: Honest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once its cards are known: with the rules installed and without, by who has the receipt and by who has none."""
    ann, bob = people.table.people
    people.nonces[ann.id] = nonce = next(people.keys)
    kept = [people.table.room.receipt(people.lay(ann, {"main": 500, "tie": 500}, **nonce.commit))]
    people.bet(bob)
    finish(people)
    record, proof = record_of(people)
    assert faults([record], proof, kept) == []
    del record["seat"][0]["wagers"]["tie"]
    record["payouts"] = [each for each in record["payouts"] if (each["seat"], each["wager"]) != (1, "tie")]
    record = signed_record(people.table.room.signer, record)
    for installed in (True, False):
        if not installed:
            monkeypatch.setattr(answer, "ruled_again", lambda _record: None)
        for own in (kept, []):
            assert any("tie was left out: no round returns that" in each for each in faults([record], proof, own))
    assert "is left out, and no round returns it" in page([(record, proof, [])], tmp_path)[0]


def test_a_wager_on_a_jackpot_may_be_returned_and_is_named(told: Told, tmp_path: Path) -> None:
    """Of a game that nobody here knows any wager may, but not all."""
    record = json.loads(json.dumps(told.record))
    of_seat(record)["wagers"] |= {"lucky-ladies-jackpot": 500}
    left_out = "lucky-ladies-jackpot was left out"
    assert any(left_out in each for each in bet_faults(record))
    for game in ("super-pairs", "another"):
        assert not any(left_out in each for each in bet_faults(record | {"game": game}))
    record["seat"][1]["wagers"]["lucky-ladies-jackpot"] = "5.00"
    of_seat(record, 2)["wagers"]["lucky-ladies-jackpot"] = 500
    assert any("returned to one seat, and taken from another" in each for each in bet_faults(record))
    assert "returned to one seat" in page([(record, told.proof, [])], tmp_path)[0]
    says = answer.bets.bets_said(record, [])
    assert "of that of seat 1 lucky-ladies-jackpot was returned, on the room's word" in says


def test_a_seat_whose_stakes_are_not_told_has_nothing_returned(told: Told, tmp_path: Path) -> None:
    """It is refused for what it leaves out, and no other seat with it."""
    record = told.signed(lambda r: r["seat"][0].pop("wagers"))
    assert answer.bets.returned(record) == set()
    found = faults([record], told.proof, [])
    assert any("was left out: no round returns that" in each for each in found)
    assert not any("returned to one seat" in each for each in found)
    assert page([(record, told.proof, [])], tmp_path) == [
        "seat 1: a wager that was laid there is left out, and no round returns it"
    ]


def test_a_round_that_is_told_to_have_come_before_the_one_before_it_is_found(told: Told) -> None:
    later = told.signed(lambda r: (r.update(after=0), [each.pop("signed") for each in r["bets"]]))
    assert any(
        "is told to have come after round 0, and not" in each for each in faults([told.before, later], told.proof, [])
    )


def test_a_room_that_has_changed_its_key_is_known_by_each_of_them(told: Told) -> None:
    own, other = told.room.signer.public.hex(), "ab" * 32

    def found(*keys: str) -> list[str]:
        given = {"key": keys, "receipts": told.receipts, "turns": TURNS}
        return checked([told.before, told.record], told.proof, None, None, **given)[0]  # type: ignore[arg-type]

    assert found(other, own) == found(own.upper()) == []
    assert sum("not with the one that you know" in each for each in found(other)) == 3 + len(told.receipts)


def test_a_round_that_this_browser_saw_begin_otherwise_does_not_hold(told: Told, tmp_path: Path) -> None:
    """Its number is in it, and the browser had sealed it, and then saw a bet played that the room had refused."""
    commit = told.record["seals"][0]["commit"]
    notes: list[dict[str, Any]] = [
        {"commit": commit, "closing": None},
        {"commit": commit, "closing": None, "doubt": True},
    ]
    code = (
        f"{READ}const {{ roundFault }} = await import(`${{S}}/dealt.js`);\n"
        "const [record, proof, notes] = files;\n"
        "const fault = (noted) => roundFault(record, proof, { round: record.round, noted, receipts: [] });\n"
        "console.log(JSON.stringify(notes.map(fault)));\n"
    )
    certain, doubtful = ask_deno(tmp_path, code, [told.record, told.proof, notes])
    assert certain == "your browser saw another bet at your seat, or another beginning"
    assert doubtful == "its numbers were squared another number of times"  # as they are in tests


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
        (round_, {"table": table}, {}, 1),
        (round_, {"table": table + 2}, {}, 0),
        (round_, {**record, "signed": {"key": "ab" * 32}}, {}, 0),
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


def test_a_page_finds_the_receipts_of_answers_whatever_round_they_were_told_to_be_of(
    told: Told, tmp_path: Path
) -> None:
    """A stream that tells another round while she answers has her browser keep her receipt under that."""
    record = told.record
    kept = told.receipts[-1]
    mine = {**kept, "entry": kept["entry"] + 4, "answer": {"seat": 1, "choose": "draw"}}
    del mine["bet"]
    anew = {**kept, "entry": kept["entry"] + 9, "bet": {**kept["bet"], "after": record["round"]}}
    code = (
        f"{READ}{DOCUMENT}const {{ hasOthers, receiptsOf }} = await import(`${{S}}/receipts.js`);\n"
        "const [record, answers, bets] = files;\n"
        "const own = { 'houseway.receipts': answers, 'houseway.bets': bets };\n"
        "const storage = { getItem: (name) => name in own ? JSON.stringify(own[name]) : null };\n"
        "Object.defineProperty(globalThis, 'localStorage', { value: storage });\n"
        "const other = { ...record, signed: { ...record.signed, key: 'ab'.repeat(32) } };\n"
        "const found = receiptsOf(record.round, record).map(({ entry }) => entry);\n"
        "console.log(JSON.stringify([found, hasOthers(record.round, record), hasOthers(record.round, other)]));\n"
    )
    entry, number = kept["entry"], str(record["round"])
    before, after, elsewhere = {**mine, "entry": entry - 1}, {**mine, "entry": entry + 12}, {**mine, "table": 99}
    answers = {"907": [mine, before, after, elsewhere], number: [{**mine, "entry": entry + 5}]}
    bets = {f"{record['table']} {record['after']}": [kept], f"{record['table']} {number}": [anew]}
    found = [entry, entry + 5, entry + 4]
    assert ask_deno(tmp_path, code, [record, answers, bets]) == [found, False, True]


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
