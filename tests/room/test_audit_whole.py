"""Houses that cheat with their own key by whole acts: twice what was done once, never what was due, one shoe again."""

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from honest import NUMBERS, Honest
from houseway.document import document_from
from houseway.games import game as find_game
from houseway.room import Room, opening
from houseway.room.acts.play import Answer, Call, Timeout
from houseway.room.audit.room import How, audit
from houseway.room.commands import command
from houseway.room.controls.changing import change_table
from houseway.room.fairness.commitments import Commitment
from houseway.room.jackpots.account import PAID, Account
from houseway.room.jackpots.event import house_of as account_of
from houseway.room.jackpots.event import payment
from houseway.room.store import journal, transaction
from houseway.room.table import metering
from houseway.room.table.entry import NewShoe
from houseway.room.table.state import LiveTable
from houseway.round.meters import WON
from houseway.round.questions import Entry, Irregularity, default_of
from houseway.verifier.log import entry_faults, leaf_of, tree_of
from linked_jackpots import BETS, HIT, JACKPOT, SETTINGS, Seat, again, house_of, money, open_linked, plan

pytestmark = pytest.mark.usefixtures("few_turns")

FELL = """
[[irregularity]]
kind = "card-off-the-table"
says = "A card has left the table."
seat = "replace-card"
supervisor = true
"""


def said(sqlite: str) -> str:
    return "\n".join(map(str, audit(sqlite)))


# ---------------------------------------------------------------------------------------------------- once is once


def twice(monkeypatch: pytest.MonkeyPatch, more: Callable[[Any], tuple[Entry, Any, Any] | None]) -> None:
    """What somebody decides stands in the round, and once more what the house would have them decide."""
    drive, done = command.drive, list[int]()

    def driven(table: Any, room: Any) -> Any:
        made = drive(table, room)
        if not done and (step := more(table)) is not None:
            done.append(1)
            made += [table.enter(*step), *drive(table, room)]
        return made

    monkeypatch.setattr(command, "drive", driven)


def test_one_call_is_one_call(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With each the house draws another card, until it likes one."""
    room = opened(sqlite)
    dan = room.people.add("Dan", "dealer", "no hash", by="command: tests")
    table = sitting(room, "super-pan-9", decks="8", irregularities=FELL)
    table.ready()
    call = Call("card-off-the-table", "it fell", 1)
    with monkeypatch.context() as cheats:
        twice(cheats, lambda _: (Entry(0, Irregularity(call.kind, 1)), dan.id, call))
        table.do(dan, "irregularity", kind=call.kind, reason=call.reason, seat=1)
    assert "a call stands in the round that nobody has made" in said(sqlite)


def test_one_answer_is_one_answer(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(opened(sqlite, draw=random.Random(3).randrange), "super-pairs", people=1)
    table.ready()

    def hits_again(at: Any) -> tuple[Entry, Any, Any] | None:
        return (Entry(1, "hit"), table.people[0].id, Answer()) if at.standing.asked else None

    with monkeypatch.context() as cheats:
        twice(cheats, hits_again)
        while table.view()["phase"] == "playing":
            table.answer()
    assert "has answered for seat 1, which is somebody else's" in said(sqlite)


def test_time_runs_out_for_one_question(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house plays a whole hand for who was late once."""
    table = sitting(opened(sqlite, draw=random.Random(3).randrange), "super-pairs", people=1)
    table.ready()

    def plays_on(at: Any) -> tuple[Entry, Any, Any] | None:
        asked = [question for question in at.standing.asked if question.seat == 1]
        return (Entry(1, default_of(asked[0])), "house", Timeout(seats=[1])) if asked else None

    with monkeypatch.context() as cheats:
        twice(cheats, plays_on)
        table.room.act(table.table, "timeout", {})
    assert "the house has answered for seat 1, which has neither left nor run out of time" in said(sqlite)


@pytest.mark.parametrize("late", [[], [1], [2]])
def test_time_runs_out_for_all_who_are_asked(
    late: list[int], sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house's own seat would think on for ever."""
    table, check = sitting(opened(sqlite), "dealer-open-pai-gow"), Timeout.check
    table.ready()
    with monkeypatch.context() as cheats:
        cheats.setattr(Timeout, "check", lambda self, *of: replace(check(self, *of), seats=late))
        table.room.act(table.table, "timeout", {})
    assert "time runs out for all who are asked, and for nobody else" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- jackpots


def test_nothing_is_held_apart_before_something_is_won(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty award before a card is dealt: what is won afterwards counts as held apart, for nobody."""
    house = house_of(opened(sqlite))
    house.room.jackpots.deposit(house.mia, 100_000_00, "the prize account")
    ann, mine, won = Seat(house.room, open_linked(house), "Ann"), NUMBERS[0], metering.won

    def nothing(table: Any, room: Any) -> None:
        if not table.unopened or table.drawn:
            return won(table, room)
        book = room.book(table)
        more = {"wager": JACKPOT, "awards": {}, "seeded": 0, "shown": book.one("aces").account.shown}
        _, event = book.change(book.one("aces"), WON, Account(), account_of(table.id), (), round=table.round, **more)
        table.drawn[JACKPOT] = {}
        return table.moves.append(event.movement())

    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "won", nothing)
        ann.do("bet", wagers=BETS, **mine.commit)
        ann.do("ready")
        ann.do("seal", **mine.seal)
    assert f"nothing is won of the {JACKPOT}, or it is held apart already" in said(sqlite)


def practice(sqlite: str, opened: Callable[..., Room], arranged: Any) -> tuple[Room, int]:
    room = opened(sqlite, draw=again(arranged, HIT))
    return room, room.open_table(house_of(room).mia, "super-pairs", SETTINGS, "t")


def test_a_practice_table_pays_what_is_won_with_the_ruling(
    sqlite: str, opened: Callable[..., Room], arranged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a round later, to who sits there then."""
    room, table = practice(sqlite, opened, arranged)
    ann = Seat(room, table, "Ann")
    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "_pay", lambda *_: None)
        first = ann.play()
    assert f"what was won of the {JACKPOT} in round {first} is not paid with the ruling" in said(sqlite)
    ann.do("leave")
    bob, settled, due = Seat(room, table, "Bob"), metering.settled, [500_07]

    def later(at: Any, lent: Any) -> None:
        settled(at, lent)
        while due:
            cents, book = due.pop(), lent.book(at)
            by, lines = (
                Account(pending=Fraction(-cents), paid=Fraction(cents)),
                payment(first, JACKPOT, {1: cents}, at.accounts),
            )
            jackpot = book.one(f"{table}:{JACKPOT}")
            _, event = book.change(jackpot, PAID, by, account_of(table), lines, wager=JACKPOT, round=first)
            metering.follow(at, event)

    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "settled", later)
        bob.play({"blackjack": 500})
    assert money(room, f"person:{bob.person.id}") != money(room, f"person:{ann.person.id}")
    assert f"the {JACKPOT} of round {first} is paid, and nothing of it is due" in said(sqlite)


def test_a_jackpot_changes_in_the_order_of_time(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Bob has fed it with an hour before Ann wins is numbered after what she wins, and she wins without it."""
    house = house_of(opened(sqlite))
    house.room.jackpots.deposit(house.mia, 100_000_00, "the prize account")
    ann, bob = (Seat(house.room, open_linked(house), name) for name in ("Ann", "Bob"))
    ago = {ann.table: timedelta(), bob.table: timedelta(minutes=50)}
    append, entries = journal.append, dict[int, str]()

    def dated(connection: Any, chain: int, at: Any, body: Any) -> Any:
        now = datetime.now(UTC) - ago.get(chain, timedelta())
        entries[chain] = now.isoformat(timespec="milliseconds")
        return append(connection, chain, at, {**body, "at": entries[chain]} if chain in ago else body)

    with monkeypatch.context() as cheats:
        cheats.setattr(journal, "append", dated)
        ann.play()
        bob.play()
    assert "and numbered after one of" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- shoes


def test_no_table_deals_from_the_shoe_of_another(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has ended, and everybody may know its cards."""
    room = opened(sqlite)
    one, two = sitting(room, "dealer-open-pai-gow"), sitting(room, "dealer-open-pai-gow")
    two.play_round()
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        query = "SELECT id, root, cards FROM shoes WHERE chain = ? AND ended ORDER BY id LIMIT 1"
        id_, root, cards = connection.execute(query, (two.table,)).fetchone()
    with monkeypatch.context() as cheats:
        cheats.setattr(transaction, "commit_to", lambda *_: NewShoe(id_, root, len(cards)))
        cheats.setattr("houseway.room.evidence.log.append", lambda *_: None)
        one.play_round()
        one.play_round()
    found = said(sqlite)
    assert f"shoe {id_}: is dealt from at table {two.table}, and is that of table {one.table}" in found
    assert f"shoe {id_}: is begun once more at table {one.table}" in found


def test_no_shoe_has_the_root_of_another(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, kept = opened(sqlite), list[Commitment]()
    fresh = Commitment.fresh

    def same(pack: Any, draw: Any) -> Commitment:
        kept.append(kept[0] if kept else fresh(pack, draw))
        return kept[0]

    with monkeypatch.context() as cheats:
        cheats.setattr(Commitment, "fresh", staticmethod(same))
        sitting(room, "dealer-open-pai-gow").play_round()
    assert "shoe 2: has the root of shoe 1: its order was known before" in said(sqlite)
    entries = room.log.entries(0)
    root = tree_of([leaf_of(each) for each in entries]).hex()
    told = list(entry_faults(entries, {"log": {"head": {"size": len(entries), "root": root}}}, older=True))
    assert any("with the root of shoe 1: who has seen the order of the one knows the other's" in each for each in told)


@pytest.mark.parametrize("field", ["gone", "root", "last"])
def test_what_a_round_leaves_is_told_whole(
    sqlite: str, table: Any, field: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told empty it was taken for an older entry's, and an audit from a mark went on by nothing."""
    carried = LiveTable.carried
    with monkeypatch.context() as cheats:
        empty = None if field == "last" else ""
        cheats.setattr(LiveTable, "carried", lambda self: carried(self)._replace(**{field: empty}))
        Honest(table).play_round()
    found = [str(each) for each in audit(sqlite, How(mark=folder / "mark"))]
    assert any("what it carries on is not what it left" in each for each in found)


# ---------------------------------------------------------------------------------------------------- documents


@pytest.mark.parametrize("key", ["clause", "figure"])
def test_a_table_plays_by_the_document_of_its_game(
    key: str, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a table pays is the house's to choose among what the room allows; what its rules say is not."""
    game = find_game("super-pan-9")
    content = dict(game.document.content)
    first = {"clause": {"says": "The house keeps everything."}, "figure": {"printed": "4"}}[key]
    content[key] = [{**content[key][0], **first}, *content[key][1:]]
    own = game.with_document(document_from(content, "super-pan-9"))
    with monkeypatch.context() as cheats:
        cheats.setattr(opening, "find_game", lambda _: own)
        sitting(opened(sqlite), "super-pan-9")
    assert "plays by another document of Super Pan 9 than this houseway has" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- nobody is accused


def test_settings_may_be_named_in_any_order(sqlite: str, table: Any) -> None:
    """The table told them in the order in which they were named, which no entry keeps."""
    mia = table.room.people.add("Mia", "manager", "no hash", by="command: tests")
    table.do(mia, "change", settings={"tie-maximum": "50.00", "maximum": "100.00"}, reason="a quiet evening")
    table.play_round()
    assert audit(sqlite) == []


def test_two_wagers_may_be_returned_to_a_seat(sqlite: str, opened: Callable[..., Room]) -> None:
    """In which order that was told, was chance, and the auditor's another."""
    house = house_of(opened(sqlite))
    house.room.jackpots.deposit(house.mia, 1_000_000_00, "the prize account")
    both = {JACKPOT: "aces", "lucky-ladies-jackpot": "queens"}
    offered = {f"offer-{wager}": "yes" for wager in both} | {f"{wager}-seed": "500.00" for wager in both}
    offered |= {f"{wager}-increment": "7.5%" for wager in both}
    sensors = {wager: metering.Sensor(id_, plan()) for wager, id_ in both.items()}
    ann = Seat(house.room, house.room.open_table(house.mia, "super-pairs", offered, "t", jackpots=sensors), "Ann")
    ann.do("bet", wagers={"blackjack": 500} | dict.fromkeys(both, 100))
    for id_ in both.values():
        house.room.jackpots.freeze(house.mia, id_, "a draw on Monday")
    ann.do("ready")
    ann.end()
    told = [line for line in house.room.view(ann.table, None).json()["log"] if "takes no wagers now" in line]
    assert told == sorted(told)
    assert len(told) == 2
    assert audit(sqlite) == []


@pytest.mark.parametrize("pays", [24.0, 1.5])
def test_a_change_that_waits_may_pay_a_broken_number(pays: float, sqlite: str, opened: Callable[..., Room]) -> None:
    house = house_of(opened(sqlite))
    table = house.room.open_table(house.mia, "super-pairs", {"offer-super-pairs": "yes"}, "t")
    ann = Seat(house.room, table, "Ann")
    ann.do("bet", wagers={"blackjack": 500})
    rows = [{"award": "suited-pair", "label": "Suited pair", "pays": pays}]
    rows += [{"award": "any-pair", "label": "Any pair", "pays": 5}]
    own = [{"id": "ours", "wager": "super-pairs", "clause": "A", "basis": "to 1", "rows": rows}]
    change_table(
        house.room, house.mia, table, {"settings": {"maximum": "90.00"}, "reason": "other odds", "paytables": own}
    )
    assert audit(sqlite) == []
    ann.do("ready")
    ann.end()
    house.room.tick(1.0e9)
    assert house.room.pending.listed() == []
    assert audit(sqlite) == []


# ---------------------------------------------------------------------------------------------------- journals


def write(folder: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        connection.execute(sql, values)
        connection.commit()


def test_every_journal_is_of_a_table_that_was_opened(sqlite: str, folder: Path, table: Any) -> None:
    write(folder, "INSERT INTO chains SELECT 99, seq, hash, key FROM chains WHERE chain = ?", table.table)
    write(folder, "INSERT INTO journal SELECT 99, seq, body, hash, signature FROM journal WHERE chain = ?", table.table)
    assert "table 99: has a journal, and was never opened" in said(sqlite)


@pytest.mark.parametrize(("chain", "kind", "path"), [(0, "table", "id"), (1, "ready", "start.round")])
def test_what_cannot_be_read_is_a_finding_and_ends_no_audit(
    sqlite: str, folder: Path, table: Any, chain: int, kind: str, path: str
) -> None:
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        query = "SELECT seq, body FROM journal WHERE chain = ? AND body LIKE ?"
        rows = [(seq, json.loads(body)) for seq, body in connection.execute(query, (chain, f'%"kind":"{kind}"%'))]
    first, _, then = path.partition(".")
    seq, body = next((seq, body) for seq, body in rows if first in body)
    (body[first] if then else body)[then or first] = None
    write(folder, "UPDATE journal SET body = ? WHERE chain = ? AND seq = ?", journal.canonical(body), chain, seq)
    assert len(audit(sqlite)) > 1


def test_a_clock_that_is_set_back_a_little_accuses_nobody(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By two seconds, once, between somebody's coming and their first round: their chips seemed to come after it."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")

    class Back(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(tz) - timedelta(seconds=2)

    with monkeypatch.context() as clock:
        clock.setattr(journal, "datetime", Back)
        table.play_round()
    assert audit(sqlite) == []
