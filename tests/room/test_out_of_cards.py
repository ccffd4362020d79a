"""A shoe that runs out in mid-round at a live table: void to the cent, recorded, settled again and audited."""

import json
import sqlite3
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from houseway.errors import IllegalAnswer, IllegalSetting
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.errors import Broken
from houseway.room.history import record_of
from houseway.room.store.journal import entries, link
from houseway.room.store.ledger import balances
from houseway.room.store.schema import ACCOUNTS
from houseway.room.table.state import LiveTable
from houseway.round.auditing import audit_record
from houseway.round.codec import payout_json
from houseway.round.record import record_from, settle

JACKPOT = "lucky-ladies-jackpot"
SETTINGS = {
    "decks": "1",
    "seats": "1",
    "penetration": "100%",
    "offer-lucky-ladies-jackpot": "yes",
    "lucky-ladies-jackpot-seed": "500.00",
    "lucky-ladies-jackpot-increment": "7.5%",
}
CALL = {"call": "out-of-cards", "seat": 0}
WHOLE = {"reconciled-bonuses": "void-with-round"}
"""The reading by which a round is void with its bonuses, and which older documents have."""
LAST = 10
"""The round in which the shoe runs out."""


class Short:
    """One person at a table of one deck, who stands for nine rounds, then splits and hits until the shoe is empty."""

    def __init__(self, room: Room, sitting: Any, **more: str) -> None:
        self.room = room
        self.table = sitting(room, "super-pairs", people=1, **SETTINGS | more)
        (self.ann,) = self.table.people
        for _ in range(LAST - 1):
            self.bet(blackjack=5_00)
            while self.answer(0, "stand"):
                pass
        self.before = self.money()

    def bet(self, **wagers: int) -> None:
        self.table.do(self.ann, "bet", wagers={wager.replace("_", "-"): cents for wager, cents in wagers.items()})
        self.table.do(self.ann, "ready")

    def answer(self, cents: int, *words: str) -> bool:
        """Answer with cents, or with the first of these words that may be chosen; whether anything was asked."""
        asked = self.table.view(self.ann)["asked"]
        for question in asked:
            chosen = [word for word in words if word in question.get("options", ())]
            self.table.do(self.ann, "answer", answer=chosen[0] if chosen else cents)
        return bool(asked)

    def run_out(self) -> dict[str, Any]:
        """The last round, with a bonus that its first cards win, a jackpot and a Bust Bonus on it."""
        self.bet(blackjack=5_00, super_pairs=1_00, lucky_ladies_jackpot=1_00)
        while self.answer(1_00, "split", "hit"):
            pass
        view: dict[str, Any] = self.table.view(self.ann)
        return view

    def money(self) -> dict[str, int]:
        accounts = (f"person:{self.ann.id}", "hold:1", "house:1", f"meter:1:{JACKPOT}")
        with self.room.store.transaction() as connection:
            return balances(connection, accounts)


@pytest.fixture
def short(opened: Callable[..., Room], sitting: Any, short_shoe: Callable[[int], int]) -> Callable[..., Short]:
    return lambda database, **more: Short(opened(database, draw=short_shoe), sitting, **more)


def test_4_the_round_is_void_and_every_cent_is_where_it_was(database: str, short: Callable[..., Short]) -> None:
    at = short(database, **WHOLE)
    view = at.run_out()
    assert (view["round"], view["phase"]) == (LAST, "ended")
    told = {each["wager"]: (each["stake_cents"], each["cents"], each["award"]) for each in view["ruling"]}
    assert told == {
        "blackjack": (15_00, 0, "void"),
        "super-pairs": (1_00, 0, "void"),
        JACKPOT: (1_00, 0, "void"),
        "bust-bonus": (1_00, 0, "void"),
    }
    assert f"round {LAST} has ended: the shoe ran out" in view["log"]
    assert at.money() == at.before
    assert view["meters_cents"] == {JACKPOT: 500_00}
    assert_sound(at.room, database)


def test_3_what_was_reconciled_before_the_shoe_ran_out_is_won_and_lost(
    database: str, short: Callable[..., Short]
) -> None:
    at = short(database)
    view = at.run_out()
    told = {each["wager"]: (each["stake_cents"], each["cents"], each["award"]) for each in view["ruling"]}
    assert told == {
        "super-pairs": (1_00, 15_00, "any-pair"),
        JACKPOT: (1_00, -1_00, "lose"),
        "blackjack": (15_00, 0, "void"),
        "bust-bonus": (1_00, 0, "void"),
    }
    moved = {account: cents - at.before[account] for account, cents in at.money().items()}
    assert moved == {f"person:{at.ann.id}": 14_00, "hold:1": 0, "house:1": -14_07, f"meter:1:{JACKPOT}": 7}
    assert view["meters_cents"] == {JACKPOT: 500_07}
    assert_sound(at.room, database)


def assert_sound(room: Room, database: str) -> None:
    """No cent is made or lost, and the audit finds nothing."""
    with room.store.transaction() as connection:
        assert sum(connection.execute(select(ACCOUNTS.c.balance)).scalars()) == 0
    assert audit(database) == []


def test_the_table_goes_on_with_a_shoe_of_its_own(sqlite: str, short: Callable[..., Short]) -> None:
    at = short(sqlite)
    assert at.table.view()["shoe"]["id"] == 1
    shoe = at.run_out()["shoe"]
    assert (shoe["id"], shoe["left"], shoe["size"]) == (2, 52, 52)
    at.bet(blackjack=5_00)
    while at.answer(0, "stand"):
        pass
    assert at.table.view()["round"] == LAST + 1
    assert "void" not in {each["award"] for each in at.table.view()["ruling"]}
    assert audit(sqlite) == []


def test_the_record_of_the_round_is_settled_again_and_audited(
    database: str, folder: Path, short: Callable[..., Short]
) -> None:
    at = short(database)
    view = at.run_out()
    record = at.room.record(LAST)
    assert record["entries"][-1] == CALL
    settled = [payout_json(payout) for payout in settle(record_from(record))]
    assert settled == view["ruling"]
    page = at.room.round(LAST, None).json()["ruling"]
    assert [{key: value for key, value in each.items() if key != "reasons"} for each in page] == settled
    file = folder / "round.json"
    file.write_text(json.dumps(record))
    assert audit_record(file) == []
    record["payouts"][0]["cents"] += 1
    file.write_text(json.dumps(record))
    assert audit_record(file) != []


def test_a_room_that_starts_again_has_the_same_void_round(
    database: str, opened: Callable[..., Room], short: Callable[..., Short]
) -> None:
    at = short(database)
    at.run_out()
    view = at.room.view(1, at.ann).json()
    at.room.close()
    again = opened(database).view(1, at.ann).json()
    assert again | {"deadline": 0} == view | {"deadline": 0}


def test_no_supervisor_makes_the_shoe_s_call(sqlite: str, short: Callable[..., Short]) -> None:
    at = short(sqlite)
    room = at.room
    manager = room.people.add("Mia", "manager", "no hash", by="command: tests")
    at.bet(blackjack=5_00)
    with pytest.raises(IllegalAnswer, match="'out-of-cards' is not an irregularity of this game"):
        at.table.do(manager, "irregularity", kind="out-of-cards", seat=0, reason="the shoe looks empty")


def forged(file: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Rewrite the bodies of the table's journal, and every hash with them."""
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT seq, body FROM journal WHERE chain = 1 ORDER BY seq").fetchall()
    bodies = [json.loads(body) for _, body in rows]
    change(bodies)
    before = "0" * 64
    for (seq, _), body in zip(rows, bodies, strict=True):
        text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        before = link(before, 1, seq, text)
        connection.execute("UPDATE journal SET body = ?, hash = ? WHERE chain = 1 AND seq = ?", (text, before, seq))
    connection.execute("UPDATE chains SET hash = ? WHERE chain = 1", (before,))
    connection.commit()
    connection.close()


def test_a_round_called_void_while_cards_are_left_is_found(
    sqlite: str, folder: Path, short: Callable[..., Short]
) -> None:
    at = short(sqlite)
    at.run_out()
    at.room.close()

    def one_card_early(bodies: list[dict[str, Any]]) -> None:
        assert bodies[-1]["entries"][-1] == CALL | {"by": "chance"}
        assert "deal" in bodies[-2]["entries"][-1]
        bodies[-2]["entries"][-1] = CALL | {"by": "chance"}

    forged(folder / "room.db", one_card_early)
    found = [str(finding) for finding in audit(sqlite)]
    assert any("the shoe is said to have run out, and cards are left (1)" in each for each in found), found


def test_a_card_that_the_shoe_did_not_deal_is_found_whoever_is_said_to_have_dealt_it(
    sqlite: str, folder: Path, short: Callable[..., Short]
) -> None:
    at = short(sqlite)
    at.room.close()

    def by_hand(bodies: list[dict[str, Any]]) -> None:
        dealt = next(body for body in bodies if "entries" in body)
        other = "2d" if dealt["entries"][0]["deal"] != "2d" else "3d"
        dealt["entries"][0] |= {"deal": other, "by": at.ann.id}

    forged(folder / "room.db", by_hand)
    assert any("is not the shoe's next" in str(finding) for finding in audit(sqlite))


def replayed(room: Room, connection: Connection, bodies: list[tuple[int, Any]]) -> LiveTable:
    """The table that these entries make."""
    live = LiveTable(1, room._live.sources(connection))
    for seq, body in bodies:
        live.form = 0  # an older entry after newer ones, as only this test has it
        live.replay(seq, body)
    return live


def as_older(body: dict[str, Any]) -> dict[str, Any]:
    """The end of a void round as the first journals told it: in words, and its ruling cited no clause."""
    end = body["end"]
    told = [
        [p["seat"], p["wager"], p["stake_cents"], p["returned_cents"], p["award"], "", "the shoe ran out", 0]
        for p in end["payouts"]
    ]
    places = [[each["number"], each["person"], each["name"], each["bot"]] for each in end["state"]["places"]]
    meters = {wager: Fraction(x).as_integer_ratio() for wager, x in end["state"]["meters"].items()}
    state = end["state"] | {"places": places, "meters": meters}
    older = {key: value for key, value in body.items() if key != "v"}
    return older | {"entries": [], "end": {"ruling": told, "shoe": end["shoe"], "state": state, "void": "ran out"}}


def test_an_older_journal_which_has_no_call_is_read_as_it_was_written(sqlite: str, short: Callable[..., Short]) -> None:
    at = short(sqlite, **WHOLE)
    view = at.run_out()
    with at.room.store.transaction() as connection:
        bodies = list(entries(connection, 1, 0, view["version"]))
        seq, last = bodies[-1]
        assert [line["by"] for line in last["entries"]] == [at.ann.id, "chance"], "a hit, and no card for it"
        hit = [[1, "hit", at.ann.id]]
        bodies[-1] = seq, as_older(last) | {"entries": hit}
        live = replayed(at.room, connection, bodies)
    assert live.carried().json() == last["end"]["state"]
    settled = [payout_json(payout) for payout in settle(record_from(record_of(live)))]
    assert settled == view["ruling"]
    bodies[-1][1]["end"]["ruling"][0][3] += 1
    with at.room.store.transaction() as connection, pytest.raises(Broken, match="the ruling on record is not"):
        replayed(at.room, connection, bodies)


def test_a_table_whose_cards_could_not_be_proved_is_not_opened(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    ann = room.people.guest("Ann")
    with pytest.raises(IllegalSetting, match=r"discards cannot be chosen here\. The card room shuffles no discards"):
        room.open_table(ann, "super-pairs", {"out-of-cards": "discards"}, "a table")
    assert room.tables() == []
    room.open_table(ann, "super-pairs", {"out-of-cards": "void"}, "a table")
    assert len(room.tables()) == 1
