"""A house that answers for people: live tables refuse it, and a journal that was written so is found by the audit."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from honest import round_of
from houseway import verifier
from houseway.games import games
from houseway.room import Command, Person, Room
from houseway.room.acts.play import Answer, Timeout
from houseway.room.audit.room import audit
from houseway.room.errors import Broken, Refused
from houseway.room.evidence.signing import Signer
from houseway.room.fairness.receipts import receipt, signed_record
from houseway.room.table import state
from houseway.round.questions import CHANCE, Entry, Irregularity, default_of

GAME = "super-pairs"


@pytest.fixture
def table(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Any:
    """Ann at seat 1 may hit, and stands where she does nothing."""
    at = sitting(opened(sqlite), GAME)
    while True:
        at.ready()
        while any(asked["kind"] == "wager" for asked in at.view()["asked"]):
            at.answer()
        live = at.room._live[at.table]
        if any(each.seat == 1 and "hit" in each.options for each in live.standing.asked):
            return at
        while at.answer():
            pass


def hit(seat: int = 1) -> Entry:
    return Entry(seat, "hit")


def cheats(table: Any, patch: pytest.MonkeyPatch, kind: str) -> None:
    """What a house does that has its own houseway."""
    ann, bob = table.people
    live = table.room._live[table.table]
    call = Irregularity(next(iter(live.settings.controls)), 1)
    entry = Entry(CHANCE, call) if kind == "call" else hit()
    enters: dict[str, Any] = {"other": "", "ann": ann.id, "call": "chance"}
    patch.setattr(Answer, "check", lambda self, table, by, room: self)
    for act in (Answer, Timeout):
        patch.setattr(act, "entries", lambda self, table, by: (entry,))
    patch.setattr(Answer, "enters", enters.get(kind, kind))
    if kind == "timeout":
        table.room.act(table.table, "timeout", {})
    else:
        table.do(bob, "answer", answer="hit")


KINDS = {
    "timeout": "the house has answered for seat 1, and not as is prescribed",
    "other": "has answered for seat 1, which is somebody else's",
    "chance": "chance has answered for seat 1",
    "house": "the house has answered for seat 1, which has neither left nor run out of time",
    "ann": "is told to have answered, by an act of",
    "call": "a call stands in the round that nobody has made",
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_audit_finds_a_house_that_answers_for_people(
    kind: str, table: Any, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not audit(sqlite)
    with monkeypatch.context() as patch:
        patch.setattr(state, "check_answerer", lambda *_: None, raising=False)
        cheats(table, patch, kind)
    found = [str(finding) for finding in audit(sqlite)]
    assert any(KINDS[kind] in each for each in found), found


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "ann"])
def test_a_live_table_judges_by_the_same_rule(kind: str, table: Any, sqlite: str) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Broken, match=KINDS[kind]):
        cheats(table, patch, kind)
    assert not audit(sqlite)


def test_chance_is_answered_by_nobody_else(table: Any) -> None:
    """A card comes from the shoe: nobody is said to have dealt it."""
    live = table.room._live[table.table]
    for by in ("house", "bot", table.people[0].id):
        with pytest.raises(Broken):
            live.enter(Entry(CHANCE, live.next_card()), by, Answer())
    with pytest.raises(Broken, match="which it does itself"):
        state.check_answerer(live, Entry(CHANCE, Irregularity("out-of-cards")), "house", None)


def test_the_house_answers_as_prescribed_for_who_is_late_or_has_left(table: Any, sqlite: str) -> None:
    ann, bob = table.people
    table.room.act(table.table, "timeout", {})
    table.do(ann, "leave")
    while table.view()["phase"] == "playing":
        asked = table.room._live[table.table].standing.asked
        table.do(bob, "answer", answer=default_of(asked[0]))
    assert not audit(sqlite)


# ---------------------------------------------------------------------------------------------------- for who plays

SUE = Person(9, "Sue", "surveillance", 0)
LINES = ("answers", "signed")


class Told(NamedTuple):
    """A round as the room tells it, and what Ann has a receipt for."""

    room: Room
    record: dict[str, Any]
    proof: dict[str, Any]
    receipts: list[dict[str, Any]]

    def faults(self, record: dict[str, Any], *, clock: int | None = None) -> list[str]:
        key = self.room.signer.public.hex()
        return verifier.checked([record], self.proof, None, None, key=key, receipts=self.receipts, clock=clock)[0]

    def says(self, receipts: list[dict[str, Any]]) -> list[str]:
        said = verifier.checked([self.record], self.proof, None, None, receipts=receipts)[1]
        return [each.partition(", answers: ")[2] for each in said if ", answers: " in each]

    def signed(self, record: dict[str, Any]) -> dict[str, Any]:
        """As a house tells it that has the key."""
        return signed_record(self.room.signer, record)


@pytest.fixture
def told(table: Any) -> Told:
    """Ann hits, the clock runs out for her once she is asked again, or for Bob, and then she leaves."""
    ann, bob = table.people
    command = Command(table.table, ann.id, "a key of Ann's", None, "answer", {"answer": "hit"})
    first, again = table.room.do(command), table.room.do(command)
    assert again.repeated
    receipts = [table.room.receipt(each) for each in (first, again)]
    assert receipts[0] == receipts[1], "who asks again has the same receipt"
    table.room.act(table.table, "timeout", {})
    if table.view()["phase"] == "playing":
        table.do(ann, "leave")
    while table.view()["phase"] == "playing":
        asked = table.room._live[table.table].standing.asked
        table.do(bob, "answer", answer=default_of(asked[0]))
    round_ = table.room.history(table.table)[0]["round"]
    record = json.loads(json.dumps(table.room.record(round_, SUE)))
    return Told(table.room, record, table.room.proof(record["shoe"], SUE).json(), receipts[:1])


def test_the_room_signs_no_record_of_a_text_that_was_planted(table: Any) -> None:
    """One that was put back after it was signed would convict an honest house."""
    while table.answer():
        pass
    with table.room.store.transaction() as connection:
        connection.exec_driver_sql("""UPDATE journal SET body = replace(body, '"at":"2', '"at":"1') WHERE chain = 1""")
    with pytest.raises(Refused, match="what is on disk of it does not hold"):
        table.room.record(1, SUE)


def test_a_record_tells_who_answered_and_when(told: Told) -> None:
    assert told.faults(told.record) == []
    by = {(each["line"], each["seat"]): each for each in told.record["answers"]}
    decisions = [at for at, entry in enumerate(told.record["entries"]) if "choose" in entry or "cents" in entry]
    assert [line for line, _ in by] == decisions
    (hits,) = [each for each in by.values() if each["entry"] == told.receipts[0]["entry"]]
    assert (hits["by"], hits["seat"], hits["at"]) == ("player", 1, told.receipts[0]["at"])
    assert told.record["entries"][hits["line"]] == told.receipts[0]["answer"] == {"seat": 1, "choose": "hit"}
    late = [each for each in by.values() if each.get("why") == "time"]
    assert late
    assert all(each["asked"] <= each["at"] for each in late)
    assert any("time ran out after 0 s, on the room's word" in each for each in told.says(told.receipts))
    assert any("NOT CHECKED without a receipt" in each for each in told.says([]))
    assert not any("seat 1 answered in entry " + str(hits["entry"]) in each for each in told.says(told.receipts))


def test_a_house_with_the_key_is_convicted_by_a_receipt(told: Told) -> None:
    """It tells that Ann's time had run out, or that she said something else, or does not tell who answered."""
    at = next(each["line"] for each in told.record["answers"] if each["entry"] == told.receipts[0]["entry"])
    number = [each["line"] for each in told.record["answers"]].index(at)
    late, other, moved = (json.loads(json.dumps(told.record)) for _ in range(3))
    late["answers"][number] |= {"by": "house", "why": "time", "asked": late["started"]}
    other["entries"][at]["choose"] = "stand"
    moved["answers"][number]["entry"] += 1
    silent = {key: value for key, value in told.record.items() if key not in LINES}
    for cheat in (told.signed(late), told.signed(other), told.signed(moved), silent):
        said = [each for each in told.faults(cheat) if "none of these rounds tells that the player answered" in each]
        assert said == [said[0]], "the receipt stands against it"
    assert any("not as is prescribed" in each for each in told.faults(told.signed(late)))


def test_nobody_without_the_key_tells_who_answered(told: Told) -> None:
    def changed(change: Callable[[dict[str, Any]], Any]) -> list[str]:
        record = json.loads(json.dumps(told.record))
        change(record)
        return told.faults(record)

    last = told.record["answers"][-1]
    is_not = "the record is not signed with the key that it names"
    assert any(is_not in each for each in changed(lambda r: r["answers"][-1].update(at=r["ended"], by="bot", why="")))
    assert any("without the room's signature" in each for each in changed(lambda r: r.pop("signed")))
    assert any("told of every decision" in each for each in changed(lambda r: r["answers"].pop()))
    assert any("is another's" in each for each in changed(lambda r: r["answers"][-1].update(seat=last["seat"] + 1)))
    assert any("a reason that is none" in each for each in changed(lambda r: r["answers"][-1].update(by="nobody")))
    assert any("before one that it" in each for each in changed(lambda r: r["answers"][-1].update(entry=1)))
    assert any(
        "when the round had ended" in each for each in changed(lambda r: r.update(ended="2020-01-01T00:00:00+00:00"))
    )
    key = next(each for each in changed(lambda r: r["signed"].update(key="0" * 64)) if "that you know" in each)
    assert "0" * 64 in key


def test_a_receipt_proves_nothing_that_the_room_has_not_signed(told: Told) -> None:
    forged = told._replace(receipts=[told.receipts[0] | {"answer": {"seat": 1, "choose": "stand"}}])
    assert any("it proves nothing" in each for each in forged.faults(told.record))
    other = told._replace(receipts=[told.receipts[0] | {"key": "0" * 64}])
    assert any("not with the one that you know" in each for each in other.faults(told.record))


def _told(at: datetime) -> str:
    """A moment as a room tells it."""
    return at.isoformat(timespec="milliseconds")


def _later(at: str) -> str:
    return _told(datetime.fromisoformat(at) + timedelta(seconds=45))


def test_a_clock_that_ran_out_too_soon_is_found(told: Told) -> None:
    """By the times that the room itself has signed; a table says how long one may think."""
    assert any("ran out after 0 s, and not after 45" in each for each in told.faults(told.record, clock=45))
    late = next(at for at, each in enumerate(told.record["answers"]) if each.get("why") == "time")
    hers = datetime.fromisoformat(told.receipts[0]["at"])

    def since(asked: datetime, *without: str) -> list[str]:
        """What is found where the room signs that she was asked then."""
        slow = json.loads(json.dumps({name: value for name, value in told.record.items() if name not in without}))
        slow["answers"][late]["asked"] = _told(asked)
        return told.faults(told.signed(slow), clock=45)

    at = datetime.fromisoformat(told.record["answers"][late]["at"])
    assert (at - hers).total_seconds() < 40, "else nothing is forged here"
    for forged in (at - timedelta(seconds=45), hers - timedelta(seconds=3), datetime(1970, 1, 1, tzinfo=UTC)):
        assert any("is told to have been asked before what came before it" in each for each in since(forged)), forged
    assert any("asked after it was answered" in each for each in since(at + timedelta(seconds=3)))
    assert any("does not tell when the round began" in each for each in since(hers, "started"))


def test_a_clock_that_ran_out_in_time_is_believed(told: Told) -> None:
    """A round in which the house answers 45 seconds after the entry before, and everything after that later."""
    slow = json.loads(json.dumps(told.record))
    late = next(at for at, each in enumerate(slow["answers"]) if each.get("why") == "time")
    for each in slow["answers"][late:]:
        each["at"] = _later(each["at"])
        if each.get("why") == "time" and each["entry"] != slow["answers"][late]["entry"]:
            each["asked"] = _later(each["asked"])
    slow["ended"] = _later(slow["ended"])
    assert told.faults(told.signed(slow), clock=45) == []


def test_a_clock_is_not_escaped_by_telling_a_time_out_in_another_entry(told: Told) -> None:
    """Neither in that of an answer which she has a receipt for, nor twice in one, nor before the seat was asked."""
    mine = next(each for each in told.record["answers"] if each["entry"] == told.receipts[0]["entry"])
    began = datetime.fromisoformat(told.record["started"])
    later = _told(began + timedelta(seconds=46))

    def changed(change: Callable[[list[dict[str, Any]]], None]) -> list[str]:
        record = json.loads(json.dumps(told.record)) | {"ended": later}
        change(record["answers"])
        return told.faults(told.signed(record), clock=45)

    def with_hers(answers: list[dict[str, Any]]) -> None:
        late = next(each for each in answers if each.get("why") == "time")
        late.update(entry=mine["entry"], asked=told.record["started"], at=later)

    def at_once(answers: list[dict[str, Any]]) -> None:
        for each in answers:
            late = {"entry": mine["entry"], "by": "house", "why": "time", "asked": told.record["started"]}
            each.update(late, at=later)

    found = changed(with_hers)
    assert any(f"entry {mine['entry']} is told with two times" in each for each in found)
    assert any("to be a player's answer and time that ran out" in each for each in found)
    assert any("the time of seat 1 is told to have run out" in each and "times in" in each for each in changed(at_once))
    assert any("is told to have run out in line" in each for each in changed(at_once)), "nobody is asked all at once"


def test_seats_whose_time_ran_out_together_were_asked_together(told: Told) -> None:
    """By the rules; where they are not at hand the verifier says so."""
    record = json.loads(json.dumps(told.record))
    last = [each for each in record["answers"] if "choose" in record["entries"][each["line"]]]
    for each in last[1:]:
        each.update({key: last[0][key] for key in ("entry", "at")}, by="house", why="time", asked=last[0]["at"])
    seats = {each["seat"] for each in last[1:]}
    assert any(f"the time of seat {max(seats)} is told to have run out" in each for each in told.faults(record))
    both = [{**last[0], "seat": seat, "why": "time"} for seat in (1, 2)]
    said = verifier.answers.answers_said(record | {"answers": both}, [], ruled=False)
    assert any("that seats 1, 2 were asked together" in each and "NOT CHECKED" in each for each in said)


def test_who_signed_is_named_where_it_is_not_who_signed_the_log(told: Told) -> None:
    """Anybody has a key; of a room that has changed its own, a receipt or a record may bear the one before."""
    other = Signer(bytes(range(32)))
    assert any(each.endswith("as the room has signed it.") for each in told.says(told.receipts))
    anybody = signed_record(other, told.record)
    asks = f"as the key {other.public.hex()} has signed it, which did not sign the log: whose it is is NOT CHECKED"
    assert any(asks in each for each in told._replace(record=anybody).says(told.receipts))
    assert verifier.checked([anybody], told.proof, None, None)[0] == []
    own = receipt(other, {name: told.receipts[0][name] for name in ("table", "entry", "at", "answer")})
    asks = f"of table {own['table']}: it is signed with the key {other.public.hex()}, which did not sign the log"
    assert any(asks in each for each in verifier.checked([told.record], told.proof, None, None, receipts=[own])[1])
    wrong = receipt(other, {**{name: own[name] for name in ("table", "entry", "at")}, "answer": {"seat": 1}})
    (fault,) = verifier.checked([told.record], told.proof, None, None, receipts=[wrong])[0]
    assert other.public.hex() in fault


# ---------------------------------------------------------------------------------------------------- as it is told


def found_in(record: dict[str, Any], clock: int | None = None) -> list[str]:
    return list(verifier.answer_faults(record, clock))


def test_a_seat_is_a_bots_or_a_persons_throughout() -> None:
    """A house that answers for Ann as a bot would tell her seat as both; bots of one game alone run out of time."""
    assert found_in(round_of((4, 1, "player", 1), (4, 2, "bot", 1), (5, 2, "bot", 2), (6, 1, "time", 3))) == []
    for other in ("player", "time", "left"):
        for pair in ((other, "bot"), ("bot", other)):
            found = found_in(round_of((4, 1, pair[0], 1), (5, 1, pair[1], 2), (6, 2, "player", 3)))
            assert any("seat 1 is told as a bot's, and as a person's" in each for each in found)
    hidden = round_of((4, 1, "player", 1), (5, 1, "bot", 2))
    hidden["answers"][1]["why"] = "it thought so"
    assert any("for a reason that is none" in each for each in found_in(hidden))
    thinks = [each.id for each in games() if each.bots_think]
    assert thinks == [verifier.answers.THINKING]
    for game in (*thinks, "a-game-of-your-own"):
        assert found_in(round_of((4, 1, "bot", 1), (5, 1, "time", 46), game=game), 45) == []
        assert found_in(round_of((4, 1, "bot", 1), (5, 1, "left", 2), game=game))


def test_who_has_left_does_not_answer_again_in_the_round() -> None:
    """Else a clock is escaped: the house tells that she had left, and not that her time ran out."""
    assert found_in(round_of((4, 1, "player", 1), (5, 1, "left", 2), (5, 1, "left", 2), (6, 2, "time", 3))) == []
    for then in ("player", "time"):
        (fault,) = found_in(round_of((4, 1, "left", 1), (5, 2, "player", 2), (6, 1, then, 3)))
        assert fault == "the answer in line 2 is told to have come when the person of seat 1 had left"


def test_an_entry_is_one_answer_of_a_player() -> None:
    """Nor does a receipt for one line stand for another in its entry."""
    assert found_in(round_of((4, 1, "player", 1), (4, 2, "bot", 1), (4, 3, "left", 1), (5, 1, "player", 2))) == []
    twice = round_of((4, 1, "player", 1), (4, 1, "player", 1))
    assert found_in(twice) == ["entry 4 is told to be 2 answers of players: it is one"]
    twice["entries"][1]["choose"] = "hit"
    mine = {"table": 1, "entry": 4, "at": twice["answers"][0]["at"], "answer": twice["entries"][0]}
    said = verifier.answers.answers_said(twice, [mine])
    assert sum("seat 1 answered in entry 4" in each and "you have no receipt for it" in each for each in said) == 1


def test_answers_of_bots_are_named() -> None:
    said = verifier.answers.answers_said(round_of((4, 1, "player", 1), (4, 2, "bot", 1), (5, 2, "bot", 2)), [])
    assert "a bot answered for seat 2 (entries 4, 5), on the room's word" in said
    said = verifier.answers.answers_said(round_of((4, 1, "player", 1), (4, 2, "bot", 1)), [])
    assert "a bot answered for seat 2 (entry 4), on the room's word" in said


def test_the_second_of_slack_does_not_add_up() -> None:
    """Five answers, each told a second before the one before it, would have Ann asked six seconds early."""
    between = [(5 + at, 2, "player", 9.0 - at) for at in range(5)]
    early = round_of((4, 1, "player", 10), *between, (10, 1, "time", 48), asked=4)
    found = found_in(early, 45)
    assert sum("is told to have come before one that it follows" in each for each in found) == 4
    assert any("is told to have been asked before what came before it" in each for each in found)
    back = round_of((4, 1, "player", 10), (5, 2, "player", 9.5), (6, 1, "time", 54.5), asked=9.5)
    assert found_in(back, 45) == [], "a clock that was set back a little"


def test_a_record_that_is_signed_whole_tells_who_answered(told: Told) -> None:
    """A clock would be escaped by leaving them out; rounds of older rooms have none, and are taken as such."""
    silent = {key: value for key, value in told.record.items() if key not in LINES}
    older = {key: value for key, value in silent.items() if key not in ("draws", "turns", "seals")}

    def faults(record: dict[str, Any], **more: Any) -> list[str]:
        return verifier.checked([record], told.proof, None, None, **more)[0]

    key = told.room.signer.public.hex()
    assert any("leaves out who answered" in each for each in faults(told.signed(silent), older=True))
    for asked in ({"key": key}, {"clock": 45}):
        (fault,) = faults(told.signed(older), **asked)
        assert "does not tell who answered, and when" in fault
        assert faults(told.signed(older), **asked, older=True) == []
    assert faults(told.signed(older)) == []


def test_what_cannot_be_printed_is_told_all_the_same(told: Told, tmp_path: Path) -> None:
    told.record["answers"][0]["by"] = "\ud800"
    files = [tmp_path / "round.json", tmp_path / "shoe.json"]
    for file, content in zip(files, (told.record, told.proof), strict=True):
        file.write_text(json.dumps(content))
    done = subprocess.run(
        [sys.executable, "-m", "houseway.verifier", *map(str, files)],
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii:strict", "PATH": ""},
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert rb"is told to be of \ud800, for a reason that is none" in done.stdout
