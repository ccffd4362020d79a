"""Rules have a date: versions of a document by day and hash, and records that are ruled by theirs."""

import json
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.disputes.compare import Plan, audited
from houseway.disputes.files import rounds_in
from houseway.disputes.packet import packet_of
from houseway.disputes.unknown import rulings
from houseway.disputes.versions import document_named
from houseway.document import Document, document_from, load
from houseway.document.versions import with_earlier
from houseway.errors import Faulty, UnknownName
from houseway.game import Game
from houseway.games import _ADDED, add, game
from houseway.round.auditing import audit_record
from houseway.round.record import read, settle

FILE = Path(houseway.__file__).parent / "games" / "super_pan_9" / "document.toml"

ROUND = {
    "settings": {"decks": 8},
    "dealer": {"cards": "2c 2d 4h"},
    "seat": [{"number": 1, "cards": "2h 2s 4c", "wagers": {"main": "25.00", "tie": "5.00"}}],
}


def version(pay: int, day: str = "", supersedes: str = "", date: str = "", id_: str = "pan-of-versions") -> Document:
    """Super Pan 9 whose Tie Bet pays this much, from this day."""
    content = json.loads(json.dumps(game("super-pan-9").document.content))
    content["game"] = id_
    content["source"] |= {"date": date or f"day {day}"} | ({"in-force": day} if day else {})
    content["source"] |= {"supersedes": supersedes} if supersedes else {}
    next(each for each in content["paytable"] if each["id"] == "tie-8")["rows"][0]["pays"] = pay
    return document_from(content, "version")


OLD = version(7)
MIDDLE = version(8, "2020-01-01", OLD.hash)
NEW = version(9, "2023-08-01", MIDDLE.hash)
UNKNOWN = {"hash": "ab" * 32}


@pytest.fixture
def dated(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with three versions, known by its id."""
    document = with_earlier(NEW, [OLD, MIDDLE], "versions")
    found: Game = type(game("super-pan-9"))(document)
    monkeypatch.setitem(_ADDED, "pan-of-versions", found)
    return found


def tie(record: dict[str, Any]) -> int:
    """What the Tie Bet of 5 dollars wins, in cents."""
    return next(each.net for each in settle(read({"game": "pan-of-versions"} | ROUND | record)) if each.wager == "tie")


def named(document: Document, **changes: str) -> dict[str, Any]:
    told = {"title": document.source.title, "date": document.source.date, "hash": document.hash}
    return {"document": told | changes}


def test_versions_lie_beside_the_document(tmp_path):
    shipped = FILE.read_text(encoding="utf-8")
    newer = shipped.replace("[source]\n", '[source]\nin-force = "2024-02-29"\n', 1)
    (tmp_path / "versions").mkdir()
    (tmp_path / "versions" / "first.toml").write_text(shipped, encoding="utf-8")
    (tmp_path / "document.toml").write_text(newer, encoding="utf-8")
    document = load(tmp_path / "document.toml")
    assert document.earlier == (game("super-pan-9").document,)
    assert [each.source.in_force for each in document.versions] == ["2024-02-29", ""]
    assert document.in_force_on("2024-02-28") == document.earlier[0]
    assert document.in_force_on("2024-02-29") == document


def test_a_version_is_found_by_hash_and_by_day(dated):
    document = dated.document
    assert document.versions == (NEW, MIDDLE, OLD)
    assert document.version(OLD.hash) == OLD
    assert document.version(MIDDLE.hash[:10]) == MIDDLE
    assert [document.in_force_on(day) for day in ("1999-01-01", "2019-12-31", "2020-01-01", "2023-07-31")] == [
        OLD,
        OLD,
        MIDDLE,
        MIDDLE,
    ]
    assert document.in_force_on("2023-08-01") == document.in_force_on("2050-01-01") == NEW
    for hash_, says in (("0" * 64, "no version"), ("", "no version")):
        with pytest.raises(UnknownName, match=says):
            document.version(hash_)


def test_before_its_first_version_nothing_was_in_force():
    with pytest.raises(
        UnknownName, match="no version of the document held on 2019-12-31; the first holds from 2020-01-01"
    ):
        version(8, "2020-01-01").in_force_on("2019-12-31")


@pytest.mark.parametrize(
    "newest, earlier, says",
    [
        (version(9), [version(8)], "has a day of its own"),
        (version(9, "2020-01-01"), [version(8, "2020-01-01")], "has a day of its own"),
        (version(9, "2020-01-01"), [version(8, "2021-01-01")], "has a day of its own"),
        (version(9, "2020-01-01"), [version(8), version(7)], "has a day of its own"),
        (version(9, "2020-01-01", "0" * 64), [version(8)], "supersedes 000"),
        (version(9, "2020-01-01"), [version(8, id_="another")], "is of 'another'"),
    ],
)
def test_versions_of_which_it_is_not_plain_which_holds_are_refused(newest, earlier, says):
    with pytest.raises(Faulty, match=says):
        with_earlier(newest, earlier, "versions")


@pytest.mark.parametrize("day", ["2020-13-01", "soon", "20200101", "1/1/2020"])
def test_a_day_that_is_none_is_a_fault(day):
    with pytest.raises(Faulty, match=r"source\.in-force: is the day from which it holds"):
        version(8, day)


def test_a_hash_that_is_none_is_a_fault():
    with pytest.raises(Faulty, match=r"source\.supersedes: is the hash"):
        version(8, "2020-01-01", "abc")


# ---------------------------------------------------------------------------------------------------- records


def test_a_record_is_ruled_by_the_version_that_it_names(dated):
    assert [tie(named(each)) for each in (OLD, MIDDLE, NEW)] == [35_00, 40_00, 45_00]


def test_a_record_with_a_day_and_no_hash_is_ruled_by_the_version_in_force(dated):
    days = ("2019-12-31T23:59:59Z", "2020-01-01T00:00:00Z", "2023-08-01")
    assert [tie({"started": day}) for day in days] == [35_00, 40_00, 45_00]
    assert tie({}) == 45_00


def test_a_hash_goes_before_a_day_and_a_content_before_both(dated):
    assert tie(named(OLD) | {"started": "2023-08-01"}) == 35_00
    own = version(11)
    assert tie({"document": named(own)["document"] | {"content": own.content}, "started": "2020-01-01"}) == 55_00


def test_the_same_document_in_another_statement_rules_and_says_so(dated):
    settled = settle(read({"game": "pan-of-versions"} | ROUND | named(OLD, hash="ab" * 32)))
    assert next(each.net for each in settled if each.wager == "tie") == 35_00
    assert "by the hash abababababab" in settled.remarks[0]
    assert OLD.hash[:12] in settled.remarks[0]


@pytest.mark.parametrize("last", ["4c", "??"])
def test_an_audit_reports_a_document_whose_hash_nobody_knows(dated, tmp_path, last):
    """Paid as our statement says; what the one that is named says nobody knows, and all was said to hold."""
    seat = {**ROUND["seat"][0], "cards": f"2h 2s {last}", "paid_cents": {"main": 0, "tie": 35_00}}
    rounds = [{"game": "pan-of-versions"} | ROUND | {"seat": [seat]} | named(OLD, **more) for more in ({}, UNKNOWN)]
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join(map(json.dumps, rounds)))
    found = [each for batch in audited(rounds_in(str(file)), Plan("net")) for each in batch.differences]
    assert [(each.place, each.kind, each.difference_cents) for each in found] == [("line 2", "document", None)]
    assert "by the hash abababababab, which is not known here" in found[0].what


def test_a_record_of_ours_whose_document_s_hash_nobody_knows_is_reported_and_told_once(dated):
    told = settle(read({"game": "pan-of-versions"} | ROUND)).json()
    assert audit_record(told) == []
    told["document"] |= UNKNOWN
    (finding,) = audit_record(told)
    assert "by the hash abababababab, which is not known here" in finding.what
    packet = packet_of(json.dumps(told))
    assert [finding.what in packet.remarks, packet.findings] == [True, ()]


def test_rulings_on_cards_that_nobody_saw_remark_upon_the_document_too(dated):
    seat = {**ROUND["seat"][0], "cards": "2h 2s ??"}
    for more, count in (({}, 0), (UNKNOWN, 1)):
        found = rulings({"game": "pan-of-versions"} | ROUND | {"seat": [seat]} | named(OLD, **more))
        assert len(found.json()["remarks"]) == count
        assert ["by the hash abababababab" in note for note in found.notes()].count(True) == count


@pytest.mark.parametrize(
    "told, says",
    [
        (named(OLD, hash="ab" * 32, date="tomorrow"), "which is not known here"),
        ({"document": named(OLD)["document"] | {"content": dict(NEW.content)}}, "is not that of the content"),
        ({"started": "yesterday"}, "started is a time"),
        ({"started": 5}, "started is a time"),
    ],
)
def test_a_document_that_nobody_knows_is_refused(dated, told, says):
    with pytest.raises(Faulty, match=says):
        read({"game": "pan-of-versions"} | ROUND | told)


def test_what_is_written_of_an_earlier_version_is_ruled_by_it_again(dated):
    written = settle(read({"game": "pan-of-versions"} | ROUND | named(OLD))).json()
    assert written["document"]["hash"] == OLD.hash
    again = settle(read(written))
    assert next(each.net for each in again if each.wager == "tie") == 35_00


def test_a_game_by_a_document_of_ones_own_rules_by_that(dated):
    own = dated.with_document(version(11))
    assert next(each.net for each in own.settle({"game": "pan-of-versions"} | ROUND) if each.wager == "tie") == 55_00


def test_an_audit_rules_on_each_round_by_the_version_of_its_day(dated, tmp_path):
    def paid(time: str, cents: int) -> str:
        seat = {**ROUND["seat"][0], "paid_cents": {"main": 0, "tie": cents}}
        told = {"game": "pan-of-versions"} | ROUND | {"seat": [seat], "context": {"time": time}}
        return json.dumps(told)

    file = tmp_path / "rounds.jsonl"
    lines = [paid("2019-12-31 20:00", 35_00), paid("2020-01-01 20:00", 40_00), paid("2023-08-01 20:00", 40_00)]
    file.write_text("\n".join(lines))
    batches = audited(rounds_in(str(file)), Plan("net"))
    found = [(each.place, each.paid_cents, each.due_cents) for batch in batches for each in batch.differences]
    assert found == [("line 3", 40_00, 45_00)]


# ---------------------------------------------------------------------------------------------------- words


def test_a_document_is_named_by_game_hash_day_or_file(dated):
    assert document_named("super-pan-9") == game("super-pan-9").document
    assert document_named(f"pan-of-versions@{OLD.hash[:12]}") == OLD
    assert document_named("pan-of-versions@2021-06-01") == MIDDLE
    text = FILE.read_text(encoding="utf-8")
    assert document_named("document.toml", text) == game("super-pan-9").document


@pytest.mark.parametrize(
    "word, says",
    [
        ("nosuch", "neither a file nor a game"),
        ("super-pan-9@", "say which version"),
        ("super-pan-9@ffffffffffff", "no version has this hash"),
        ("super-pan-9@2020-99-99", "is a time"),
    ],
)
def test_a_word_that_names_no_document_is_refused(word, says):
    with pytest.raises(UnknownName, match=says):
        document_named(word)


def test_a_game_of_another_package_may_have_versions(dated):
    assert add(dated) == dated
