"""What somebody plants who writes to the database without the room's key, has used, and takes away again.

The audit looks at the rows that are there when it looks. What was used in between the room itself must not believe, or
its signed entries must tell of it. Here: cards, the journal, jackpots and names; sessions and people have files of
their own.
"""

import json
from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text

from houseway.errors import HousewayError
from houseway.room import Command, Person, Room
from houseway.room.controls.running import running
from houseway.room.errors import Broken, Refused
from houseway.room.evidence import log
from houseway.room.jackpots import audit as jackpots_audit
from houseway.room.jackpots.plan import Plan
from houseway.room.store import trusted
from houseway.room.store.documents import Documents
from houseway.room.store.journal import canonical, link, stamp
from houseway.room.store.keyring import Keyring
from houseway.room.store.signatures import open_store, rotate
from houseway.room.table.metering import Sensor
from linked_jackpots import HIT, SEEN, Seat, open_linked
from linked_jackpots import House as Linked
from planting import COMMAND, House


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


# ---------------------------------------------------------------------------------------------------- cards


@pytest.fixture
def live(house: House, sitting: Any) -> Any:
    """Two tables where a round is over and the shoe goes on."""
    tables = [sitting(house.room, "super-pan-9", decks="8") for _ in range(2)]
    for each in tables:
        each.play_round()
    return tables


def shoes_of(house: House) -> list[int]:
    return [id_ for (id_,) in house.sql("SELECT id FROM shoes WHERE NOT ended ORDER BY id")]


def test_a_shoe_in_use_is_not_opened_because_a_row_says_that_it_has_ended(house: House, live: Any) -> None:
    one, _ = shoes_of(house)
    before = house.room.proof(one, None).json()
    assert len(before["openings"]) < before["size"]
    junk = {"ended": 1, "cards": bytes(before["size"]), "salts": bytes(16 * before["size"])}
    for planted in ({"ended": 1}, junk):
        kept = {name: house.sql(f"SELECT {name} FROM shoes WHERE id = ?", one)[0][0] for name in planted}
        for name, value in planted.items():
            house.sql(f"UPDATE shoes SET {name} = ? WHERE id = ?", value, one)
        assert len(house.room.proof(one, None).json()["openings"]) == len(before["openings"])
        for name, value in kept.items():
            house.sql(f"UPDATE shoes SET {name} = ? WHERE id = ?", value, one)
    assert house.audit() == ""


def test_a_shoe_in_use_is_not_opened_by_another_tables_rounds(house: House, live: Any) -> None:
    one, two = shoes_of(house)
    with house.planted("shoes.chain", "id", two, live[0].table), pytest.raises(Refused):
        house.room.proof(two, None)
    (other,) = house.sql("SELECT id FROM rounds WHERE shoe = ?", one)[0]
    for remember in (lambda: house.room.proof(one, None), house.again):
        remember()
        with house.planted("rounds.shoe", "id", other, two), pytest.raises(Refused):
            house.room.proof(two, None)
    assert house.room.proof(two, None).json()["shoe"] == two


def test_a_shoe_in_use_is_not_opened_in_place_of_another(house: House, live: Any) -> None:
    """Its sealed order lies in the other's row, and the entry that committed to the other tells its root."""
    one, two = shoes_of(house)
    mine = house.room.proof(one, None).json()
    root = house.room.proof(two, None).json()["root"]
    (cards,) = house.sql("SELECT cards FROM shoes WHERE id = ?", two)[0]
    (body,) = house.sql("SELECT body FROM journal WHERE chain = ? AND seq = 1", live[0].table)[0]
    house.room._live._shoes.forget()
    house.sql(
        "UPDATE journal SET body = ? WHERE chain = ? AND seq = 1", body.replace(mine["root"], root), live[0].table
    )
    with house.planted("shoes.cards", "id", one, cards), pytest.raises(Refused):
        house.room.proof(one, None)


def test_a_record_is_of_the_round_that_its_entries_tell(house: House, live: Any) -> None:
    """Whatever its row says: where in the shoe it began, at which entry, or that it is another round."""
    table, sue = live[0], Person(9, "Sue", "surveillance", 0)
    table.play_round()
    second, first = (each["round"] for each in house.room.history(table.table))
    before = house.room.record(second, sue)
    for column in ("position", "started", "ended", "chain", "shoe"):
        (value,) = house.sql(f"SELECT {column} FROM rounds WHERE id = ?", second)[0]
        for other in (value - 1, value + 1):
            with house.planted(f"rounds.{column}", "id", second, other), pytest.raises(HousewayError):
                house.room.record(second, sue)
    steps = ((first, -1), (second, first), (-1, second))
    for was, now in steps:
        house.sql("UPDATE rounds SET id = ? WHERE id = ?", now, was)
    for deed in (house.room.record, house.room.round):
        with pytest.raises(HousewayError):
            deed(first, sue)
    for was, now in steps:
        house.sql("UPDATE rounds SET id = ? WHERE id = ?", now, was)
    assert house.room.record(second, sue) == before
    assert house.audit() == ""


def test_the_rounds_of_a_table_are_told_by_signed_entries(house: House, live: Any) -> None:
    """By one that was another for a moment every seat had won a fortune; once they were told they stay as they were."""
    at = live[0].table
    round_, seq = house.sql("SELECT id, ended FROM rounds WHERE chain = ?", at)[0]
    (body,) = house.sql("SELECT body FROM journal WHERE chain = ? AND seq = ?", at, seq)[0]
    other = json.loads(body)
    for payout in other["end"]["payouts"]:
        payout["returned"] = 99_999_00
    change = "UPDATE journal SET body = ? WHERE chain = ? AND seq = ?"
    house.sql(change, canonical(other), at, seq)
    with pytest.raises(Refused):
        house.room.history(at)
    house.sql(change, body, at, seq)
    told = house.room.history(at)
    house.sql(change, canonical(other), at, seq)
    assert house.room.history(at) == told
    house.sql(change, body, at, seq)
    for column, value in (("rounds.started", 1), ("rounds.ended", seq - 1)):
        with house.planted(column, "id", round_, value), pytest.raises(Refused):
            house.room.history(at)
    assert house.room.history(at) == told
    assert house.audit() == ""


@pytest.mark.parametrize("decks", ["8", ""])
def test_a_row_that_tells_another_shoe_or_place_of_it_tells_no_round(house: House, sitting: Any, decks: str) -> None:
    """Whether a round is remembered or not, and whether or not its shoe ended with it."""
    kind = {"decks": decks} if decks else {}
    tables = [sitting(house.room, "super-pan-9" if decks else "dealer-open-pai-gow", **kind) for _ in range(2)]
    for each in (*tables, *tables):
        each.play_round()
    at = tables[0].table
    rows = house.sql("SELECT id, shoe, position FROM rounds WHERE chain = ? ORDER BY id DESC", at)
    shoes = [id_ for (id_,) in house.sql("SELECT id FROM shoes")]
    for again in (False, True):
        for round_, shoe, position in rows:
            others = [("rounds.shoe", other) for other in shoes if other != shoe]
            for column, value in (*others, ("rounds.position", position + 1), ("rounds.position", 0 - (position == 0))):
                if again:
                    house.again()
                with house.planted(column, "id", round_, value), pytest.raises(Refused):
                    house.room.history(at)
        assert [(told["round"], told["shoe"]) for told in house.room.history(at)] == [row[:2] for row in rows]
    assert house.audit() == ""


def test_a_round_whose_shoe_ended_is_not_told_by_the_round_before_the_last(house: House, sitting: Any) -> None:
    """Though the row of the round before is gone for a moment."""
    table = sitting(house.room, "dealer-open-pai-gow")
    for _ in range(3):
        table.play_round()
    at = table.table
    told = house.room.history(at)
    _, before, last = house.sql("SELECT * FROM rounds WHERE chain = ? ORDER BY id", at)
    house.again()
    house.sql("DELETE FROM rounds WHERE id = ?", before[0])
    with house.planted("rounds.shoe", "id", last[0], before[2]), pytest.raises(Refused):
        house.room.history(at)
    house.put("rounds", before)
    assert house.room.history(at) == told
    assert house.audit() == ""


def test_a_round_that_is_being_played_is_not_told_because_a_row_says_that_it_has_ended(
    house: House, sitting: Any
) -> None:
    table = sitting(house.room, "super-pairs")
    for person in table.people:
        table.bet(person)
    for person in table.people:
        table.do(person, "ready")
    found = house.sql("SELECT id FROM rounds WHERE ended IS NULL")
    assert found, "the round is over at once: deal another"
    (last,) = house.sql("SELECT seq FROM chains WHERE chain = ?", table.table)[0]
    with house.planted("rounds.ended", "id", found[0][0], last):
        for deed in (house.room.round, house.room.record):
            with pytest.raises(HousewayError):
                deed(found[0][0], None)


def test_a_document_that_was_changed_rules_nothing(house: House, sitting: Any) -> None:
    sitting(house.room, "super-pan-9")
    ((hash_, content),) = house.sql("SELECT hash, content FROM documents")
    other = content.replace("Super", "Souper", 1)
    with (
        house.planted("documents.content", "hash", hash_, other),
        house.room.store.transaction() as connection,
        pytest.raises(Broken, match="was changed"),
    ):
        Documents().over(connection)(hash_)
    with house.room.store.transaction() as connection:
        assert Documents().over(connection)(hash_).hash == hash_


# ---------------------------------------------------------------------------------------------------- the journal


def planted_entry(house: House, chain: int, body: dict[str, Any]) -> None:
    """One more entry, with every hash as it should be, and no signature: nobody has the key."""
    seq, before = house.sql("SELECT seq, hash FROM chains WHERE chain = ?", chain)[0]
    text = canonical(body)
    now = link(before, chain, seq + 1, text)
    house.sql("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", chain, seq + 1, text, now, "00" * 64)
    house.sql("UPDATE chains SET seq = ?, hash = ? WHERE chain = ?", seq + 1, now, chain)


def taken_away(house: House, chain: int) -> None:
    """The last entry of a chain is gone again."""
    house.sql("DELETE FROM journal WHERE chain = ? AND seq = (SELECT seq FROM chains WHERE chain = ?)", chain, chain)
    last = "(SELECT {} FROM journal WHERE chain = ? ORDER BY seq DESC LIMIT 1)"
    statement = f"UPDATE chains SET seq = {last.format('seq')}, hash = {last.format('hash')} WHERE chain = ?"
    house.sql(statement, chain, chain, chain)


def last_entry(house: House, chain: int) -> dict[str, Any]:
    query = "SELECT body FROM journal WHERE chain = ? ORDER BY seq DESC LIMIT 1"
    return dict(json.loads(house.sql(query, chain)[0][0]))


@pytest.mark.parametrize("again", [False, True])
def test_an_entry_that_the_room_has_not_signed_is_not_dealt_by(house: House, sitting: Any, again: bool) -> None:
    table = sitting(house.room, "super-pan-9")
    planted_entry(house, table.table, last_entry(house, table.table) | {"kind": "leave", "data": {"seat": 2}})
    if again:
        house.room = house._open(house.url)
    with pytest.raises(Refused, match="does not hold"):
        house.room.view(table.table, None)
    taken_away(house, table.table)
    assert house.room.view(table.table, None).json()["seats"][1]["name"] == "Bob"


def test_a_table_that_is_set_back_while_it_is_played_at_is_refused(house: House, sitting: Any) -> None:
    """Its last entry is cut off before any checkpoint tells of it: this process remembers."""
    table, other = sitting(house.room, "super-pan-9"), sitting(house.room, "super-pan-9")
    taken_away(house, table.table)
    with pytest.raises(Refused, match="does not hold"):
        table.do(table.people[0], "leave")
    assert house.room.refused_tables(house.dan) == [(table.table, "a table")]
    other.play_round()


@pytest.mark.parametrize("which", [1, -1])
def test_an_entry_that_was_changed_is_not_dealt_by(house: House, sitting: Any, which: int) -> None:
    table = sitting(house.room, "super-pan-9")
    table.play_round()
    seqs = [seq for (seq,) in house.sql("SELECT seq FROM journal WHERE chain = ? ORDER BY seq", table.table)]
    seq = seqs[which] if which < 0 else seqs[0]
    (body,) = house.sql("SELECT body FROM journal WHERE chain = ? AND seq = ?", table.table, seq)[0]
    house.sql("UPDATE journal SET body = ? WHERE chain = ? AND seq = ?", body[:-1] + ',"z":1}', table.table, seq)
    other = house._open(house.url)
    with pytest.raises(Refused, match="does not hold"):
        other.view(table.table, None)


@pytest.mark.parametrize("known", [True, False])
def test_a_table_is_played_by_the_entries_that_were_checked(
    known: bool, postgresql: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes between two reads of one transaction: what was checked is what is dealt by."""
    one, two = opened(postgresql), opened(postgresql)
    table = sitting(one, "super-pan-9")
    ann = table.people[0]
    if known:
        two.view(table.table, ann)
    table.do(ann, "bet", wagers={"main": 1000})
    changed = text("UPDATE journal SET body = replace(body, '1000', '40000') WHERE chain = :chain AND seq = 4")
    engine, real, done = create_engine(postgresql), trusted._signed, []

    def signed(connection: Connection, row: trusted.Signed) -> bool:
        found = real(connection, row)
        if (row.chain, row.seq) == (table.table, 4) and not done:
            with engine.begin() as elsewhere:
                done.append(elsewhere.execute(changed, {"chain": table.table}).rowcount)
        return found

    monkeypatch.setattr(trusted, "_signed", signed)
    seat = two.view(table.table, ann).json()["seats"][0]
    engine.dispose()
    assert done == [1]
    assert seat["wagers"] == {"main": 1000}


def test_what_waits_by_an_entry_that_was_planted_is_not_done(house: House, sitting: Any) -> None:
    """In the name of the manager, who knows of nothing."""
    table = sitting(house.room, "super-pan-9").table
    data = {"settings": {"maximum": "300.00"}, "reason": "nobody asked", "paytables": []}
    body = {"kind": "waits", "by": house.mia.id, "at": stamp(), "table": table, "act": "change", "data": data}
    planted_entry(house, 0, body)
    assert house.room.pending.listed() == []
    assert not house.room.pending.carry_out(house.room)
    taken_away(house, 0)
    assert house.room.settings_at(table)["maximum"] != "300.00"
    assert house.audit() == ""


def test_the_second_person_is_shown_what_was_asked_for(house: House, sitting: Any) -> None:
    """Where the text of a request is another for a while it is shown to nobody; an approval is of what was shown."""
    table, dora = sitting(house.room, "super-pan-9"), house.account("Dora", "dealer")
    table.play_round()
    round_ = house.room.history(table.table)[0]["round"]
    table.do(dora, "request", round=round_, what="correction", seat=1, cents=9_000_00, reason="paid short by a dollar")
    (asked,) = house.room.waiting(house.dan)
    (body,) = house.sql("SELECT body FROM journal WHERE chain = ? AND seq = ?", table.table, asked.number)[0]
    hash_ = house.row("journal", "body", body)[3]
    with house.planted("journal.body", "hash", hash_, body.replace("900000", "100")):
        assert house.room.waiting(house.dan) == []
    with house.planted("people.name", "id", dora.id, "Mia"):
        assert [each.by for each in house.room.waiting(house.dan)] == ["Dora"]
    for other in ("", hash_):
        with pytest.raises(HousewayError, match="not what you were shown"):
            table.do(house.dan, "approve", request=asked.number, shown=other)
    table.do(house.dan, "approve", request=asked.number, shown=asked.shown)
    assert house.audit() == ""


def test_a_second_manager_is_shown_what_was_asked_for(house: House, aces: "Aces") -> None:
    max_, desk = house.account("Max", "manager"), house.room.jackpots
    number = desk.ask(house.mia, "malfunction", "aces", "the meter stood still", cents=-8_000_00)
    (body,) = house.sql("SELECT body FROM journal WHERE chain = 0 AND seq = ?", number)[0]
    (asked,) = house.shown_to(max_)
    with house.planted("journal.body", "hash", house.row("journal", "body", body)[3], body.replace("800000", "500")):
        assert house.shown_to(max_) == []
        with pytest.raises(Refused):
            desk.requests()
    for other in ("", number * "0"):
        with pytest.raises(HousewayError, match="not what you were shown"):
            desk.approve(max_, number, shown=other)
    desk.approve(max_, number, shown=asked.shown)
    assert house.audit() == ""


def test_controls_that_were_planted_are_not_in_force(house: House) -> None:
    told = {"guests": [], "covered": 0, "verified": 10**9, "tables": {}, "hash": "", "by": COMMAND, "at": stamp()}
    planted_entry(house, 0, {"kind": "controls", **told})
    with house.room.store.transaction() as connection:
        assert running(connection) is None
    taken_away(house, 0)


def test_a_checkpoint_is_signed_of_what_the_room_has_written(house: House, sitting: Any) -> None:
    """Whatever the rows are when it is due: a head that never was, or was before, would convict the room for ever."""
    table = sitting(house.room, "super-pan-9")
    house.room.checkpoint()
    table.play_round()
    at, room, checks = table.table, house.room, house.sql("SELECT * FROM checkpoints ORDER BY id")
    last, (seq,) = checks[-1], house.sql("SELECT seq FROM chains WHERE chain = ?", at)[0]
    entry = house.sql("SELECT * FROM journal WHERE chain = ? AND seq >= ? ORDER BY seq", at, seq - 1)
    with house.planted("chains.hash", "chain", at, "ab" * 32):
        room.checkpoint()
    with house.planted("chains.hash", "chain", at, entry[0][3]), house.planted("chains.seq", "chain", at, seq - 1):
        room.checkpoint()
        house.sql("DELETE FROM journal WHERE chain = ? AND seq = ?", at, seq)
        room.checkpoint()
        house.put("journal", entry[1])
    assert house.sql("SELECT * FROM checkpoints ORDER BY id") == checks
    with house.planted("checkpoints.body", "id", last[0], last[1].replace('"number":', '"numbers":')):
        room.checkpoint()
    house.sql("DELETE FROM checkpoints WHERE id = ?", last[0])
    room.checkpoint()
    house.put("checkpoints", last)
    assert house.sql("SELECT * FROM checkpoints ORDER BY id") == checks
    refused = pytest.raises(HousewayError, match="put it right")
    with house.planted("chains.hash", "chain", at, "ab" * 32), refused, room.store.transaction() as connection:
        rotate(connection, Keyring.of(house.url), stamp(), COMMAND)
    room.checkpoint()
    assert len(house.sql("SELECT * FROM checkpoints")) == len(checks) + 1
    assert house.audit() == ""


def test_the_head_of_the_log_is_signed_over_what_the_room_has_logged(house: House, live: Any) -> None:
    before = house.room.log.head()
    planted_entry(house, log.CHAIN, last_entry(house, log.CHAIN) | {"root": "f" * 64})
    with pytest.raises(Broken):
        house.room.log.head()
    taken_away(house, log.CHAIN)
    assert house.room.log.head() == before


def test_a_place_in_the_log_is_told_by_what_the_room_has_logged(house: House, live: Any) -> None:
    shoe, _ = shoes_of(house)
    before = house.room.log.inclusion(shoe)
    (seq, body), *_ = house.sql("SELECT seq, body FROM journal WHERE chain = ? ORDER BY seq", log.CHAIN)
    other = canonical(json.loads(body) | {"after": 7})
    house.sql("UPDATE journal SET body = ? WHERE chain = ? AND seq = ?", other, log.CHAIN, seq)
    with pytest.raises(Broken):
        house.room.log.inclusion(shoe)
    house.sql("UPDATE journal SET body = ? WHERE chain = ? AND seq = ?", body, log.CHAIN, seq)
    assert house.room.log.inclusion(shoe) == before


def test_a_command_that_was_not_done_is_not_answered_as_done(house: House, sitting: Any) -> None:
    """Its key is planted, with the version that it would have led to."""
    table = sitting(house.room, "super-pan-9")
    ann = table.people[0]
    command = Command(table.table, ann.id, "mine", None, "leave", {})
    house.put("commands", (ann.id, "mine", table.table, command.digest, 2))
    with pytest.raises(HousewayError, match="used for another"):
        house.room.do(command)
    house.put("commands", (ann.id, "mine", table.table, command.digest, 99))
    with pytest.raises(HousewayError, match="used for another"):
        house.room.do(command)
    house.sql("DELETE FROM commands WHERE key = 'mine'")
    assert not house.room.do(command).repeated
    assert house.room.do(command).repeated
    assert house.audit() == ""


def test_no_receipt_is_signed_for_an_answer_that_was_planted(house: House, sitting: Any) -> None:
    """Nor where a row says that it lies in an archive: that, too, is believed as the room has signed it."""
    table = sitting(house.room, "super-pan-9")
    ann, at = table.people[0], table.table
    table.ready()
    while table.answer():
        pass
    answers = "SELECT seq, body FROM journal WHERE chain = ? AND body LIKE '%\"choose\"%' AND body LIKE ? ORDER BY seq"
    seq, body = house.sql(answers, at, f'%"by":{ann.id},"choose"%')[0]
    command = Command(at, ann.id, "mine", None, "answer", {"answer": "whatever"})
    house.put("commands", (ann.id, "mine", at, command.digest, seq))
    other = body.replace('"choose":"draw"', '"choose":"?"').replace('"choose":"stand"', '"choose":"draw"')
    with house.planted("journal.body", "hash", house.row("journal", "body", body)[3], other):
        for planted in ((), (at, 10**6, 2, 1), (at, 10**6, 2, 2)):
            if planted:
                house.put("archived", planted)
            with pytest.raises(HousewayError, match="used for another"):
                house.room.do(command)


# ---------------------------------------------------------------------------------------------------- jackpots, names

JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}


class Aces:
    """A jackpot of the house, and somebody who plays for it."""

    def __init__(self, house: House) -> None:
        sensor = Sensor("aces", Plan(seed=500_00, increment=Fraction(3, 40), practice=False))
        self.room, self._keys = house.room, iter(range(100))
        self.table = house.room.open_table(house.mia, "super-pairs", SETTINGS, "aces", jackpots={JACKPOT: sensor})
        self.ann = house.room.people.guest("Ann")
        self.do("sit", seat=1)

    def do(self, kind: str, **data: Any) -> None:
        self.room.do(Command(self.table, self.ann.id, f"ann-{next(self._keys)}", None, kind, data))

    def play(self) -> None:
        self.do("bet", wagers={"blackjack": 500, JACKPOT: 100})
        self.do("ready")
        while asked := [each for each in self.room.view(self.table, self.ann).json()["asked"] if each["yours"]]:
            self.do("answer", answer=0 if asked[0]["kind"] == "wager" else asked[0]["options"][0])


@pytest.fixture
def aces(house: House) -> Aces:
    return Aces(house)


def test_a_jackpot_that_is_frozen_takes_no_wager_by_its_row_alone(
    house: House, aces: Aces, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.room.jackpots.freeze(house.mia, "aces", "it is moved on Monday")
    with house.planted("jackpots.state", "id", "aces", "open"):
        aces.play()
    monkeypatch.setattr(jackpots_audit, "SKEW", timedelta())
    assert "jackpot aces, change 2: a wager was taken while it was frozen" in house.audit()


@pytest.mark.parametrize("column", ["account", "plan", "number"])
def test_a_jackpot_follows_from_its_changes_whatever_its_row_was(house: House, aces: Aces, column: str) -> None:
    ((kept,),) = house.sql(f"SELECT {column} FROM jackpots")
    other = {
        "account": kept and str(kept).replace("50000", "90000"),
        "plan": str(kept).replace("3/40", "3/4"),
        "number": 7,
    }
    house.sql(f"UPDATE jackpots SET {column} = ?", other[column])
    assert house.sql(f"SELECT {column} FROM jackpots") != [(kept,)]
    aces.play()
    said = house.audit()
    assert "jackpot aces" in said
    assert any(each in said for each in ("does not follow", "did not add that"))


def test_an_award_that_was_declined_is_not_paid_though_the_entry_is_misspelt(
    folder: Path, opened: Callable[..., Room], stacked: Any
) -> None:
    """Its row is as it was before, and the text of the entry that declined it another for a while."""
    house = House(folder / "room.db", lambda url: opened(url, draw=stacked(HIT)))
    dora, max_, desk = house.account("Dora", "dealer"), house.account("Max", "manager"), house.room.jackpots
    Seat(house.room, open_linked(Linked(house.room, house.mia, max_, dora, house.dan)), "Ann").play()
    desk.verify(dora, 1, SEEN)
    with house.planted("awards.cents", "id", 1, 7):
        (other,) = desk.awards()
    with pytest.raises(HousewayError, match="not what you were shown"):
        desk.approve_award(house.dan, 1, shown=other["shown"])
    desk.approve_award(house.dan, 1, shown=desk.awards()[0]["shown"])
    before = house.row("awards", "id", 1)
    desk.decline_award(max_, 1, "the camera was off")
    now, (hash_, body) = house.row("awards", "id", 1), house.sql("SELECT hash, body FROM journal WHERE chain = 0")[-1]
    with pytest.raises(HousewayError, match="is pending"):
        desk.pay(dora, 1)
    house.put("awards", before)
    with house.planted("journal.body", "hash", hash_, body.replace('"award":', '"awrad":')), pytest.raises(Refused):
        desk.pay(dora, 1)
    with pytest.raises(HousewayError, match="not what the journal tells"):
        desk.pay(dora, 1)
    house.put("awards", now)
    assert house.audit() == ""


def test_nobody_is_made_with_a_name_that_looks_like_anothers(house: House) -> None:
    with house.planted("identities.skeleton", "person", house.mia.id, "another"):
        house.room.people.add("Mía", "player", "no hash", by=None)
    assert f"is made with a name that looks like that of person {house.mia.id}" in house.audit()


def test_a_room_that_is_opened_signs_no_checkpoint_behind_the_last(house: House, sitting: Any) -> None:
    """What its last process knew, this one does not: all checkpoints that were signed tell it, and no other row; nor
    does a new key vouch for a head behind them."""
    table = sitting(house.room, "super-pan-9")
    table.play_round()
    for _ in range(3):
        house.room.checkpoint()
        house.room.people.guest(f"guest {_}")
    house.room.close()
    checks = house.sql("SELECT * FROM checkpoints ORDER BY id")
    at, (seq,) = table.table, house.sql("SELECT seq FROM chains WHERE chain = ?", table.table)[0]
    assert f'"{at}":' not in checks[-1][3], "the newest tells nothing of it"
    before, last = house.sql("SELECT * FROM journal WHERE chain = ? AND seq >= ? ORDER BY seq", at, seq - 1)
    older = {"at": stamp(), "heads": {}}
    for planted in (
        (),
        ("sealed.seq", "chain", at, seq - 2),
        ("checkpoints.body", "id", checks[-1][0], canonical(older)),
    ):
        house.sql("DELETE FROM journal WHERE chain = ? AND seq = ?", at, seq)
        with (
            house.planted("chains.hash", "chain", at, before[3]),
            house.planted("chains.seq", "chain", at, seq - 1),
            house.planted(*planted) if planted else nullcontext(),
        ):
            Room.open(house.url).close()
            room = open_store(house.url)
            refused = pytest.raises(HousewayError, match="put it right")
            with refused, room.transaction() as connection:
                rotate(connection, Keyring.of(house.url), stamp(), COMMAND)
            room.close()
            house.put("journal", last)
    assert house.sql("SELECT * FROM checkpoints ORDER BY id") == checks
    house.again()
    assert house.audit() == ""


def test_checkpoints_that_were_taken_away_for_a_moment_are_not_signed_anew(house: House, sitting: Any) -> None:
    """The lines beside the key tell that there were more: two checkpoints of one number would convict the room."""
    sitting(house.room, "super-pan-9").play_round()
    house.room.close()
    checks = house.sql("SELECT * FROM checkpoints ORDER BY id")
    house.sql("DELETE FROM checkpoints WHERE id = ?", checks[-1][0])
    house.sql("DELETE FROM sealed")
    Room.open(house.url).close()
    house.put("checkpoints", checks[-1])
    assert house.sql("SELECT * FROM checkpoints ORDER BY id") == checks
    house.again()
    assert house.audit() == ""
