"""Opening a table: refused alike for whoever asks, documents and paytables by content, and no file is read."""

import hashlib
import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import IllegalSetting
from houseway.games import game, games
from houseway.room import Person, Room
from houseway.room.audit.room import audit
from houseway.round.auditing import audit_record
from houseway.round.codec import payout_json
from houseway.round.record import record_from, settle

SEVEN = {
    "wager": "main",
    "rows": [{"award": "win", "pays": "7"}, {"award": "push", "pays": "push"}],
}
"""A main wager that pays 7 to 1."""


@pytest.fixture
def room(sqlite: str, opened: Callable[..., Room]) -> Room:
    return opened(sqlite)


@pytest.fixture
def ann(room: Room) -> Person:
    return room.people.guest("Ann")


@pytest.mark.parametrize("each", [each.id for each in games()])
def test_a_table_of_every_game_opens_as_it_comes(each: str, room: Room, ann: Person) -> None:
    assert room.opening_faults(each, {}) == []
    assert room.game_at(room.open_table(ann, each, {}, "t")).id == each


@pytest.mark.parametrize(
    "id_, settings, faults",
    [
        ("super-pan-9", {"decks": "99"}, [("decks", "decks lies between 1 and 8, not 99 (clause 1)")]),
        (
            "super-pan-9",
            {"decks": "x", "moon": "full"},
            [("decks", "decks is an integer"), ("moon", "Super Pan 9 has no setting 'moon'")],
        ),
        ("super-pan-9", {"decks": "1", "seats": "9"}, [("", "9 players and the dealer may need 40 cards")]),
        ("super-pan-9", {"minimum": "500.00"}, [("", "minimum ($500.00) is above")]),
        ("super-pairs", {"out-of-cards": "discards"}, [("out-of-cards", "out-of-cards = discards cannot be chosen")]),
    ],
)
def test_what_can_never_deal_is_refused_with_every_fault_at_its_place(
    id_: str, settings: dict[str, str], faults: list[tuple[str, str]], room: Room, ann: Person
) -> None:
    found = room.opening_faults(id_, settings)
    assert [place for place, _ in found] == [place for place, _ in faults]
    for (_, says), (_, begins) in zip(found, faults, strict=True):
        assert says.startswith(begins)
    with pytest.raises(IllegalSetting) as refused:
        room.open_table(ann, id_, settings, "t")
    assert str(refused.value) == "; ".join(says for _, says in found)
    assert room.tables() == []


def test_a_paytable_of_ones_own_is_kept_by_content_and_pays(
    sqlite: str, room: Room, ann: Person, opened: Callable[..., Room], sitting: Any
) -> None:
    table = room.open_table(ann, "super-pan-9", {}, "sevens", [SEVEN])
    assert room.game_at(table).document != game("super-pan-9").document
    room.close()
    again = opened(sqlite)
    at = sitting.back(again, table, [ann], 3)
    at.do(ann, "sit", seat=1)
    won: list[Any] = []
    while not won:
        at.play_round()
        won = [each for each in at.view(ann)["ruling"] if each["award"] == "win"]
    assert won[0]["cents"] + won[0]["commission_cents"] == 7 * won[0]["stake_cents"]
    record = again.record(at.view()["round"])
    assert record["document"]["content"]["paytable"][-1]["id"] == "own-main"
    assert [payout_json(payout) for payout in settle(record_from(record))] == record["payouts"]
    assert audit_record(json.dumps(record)) == []
    assert audit(sqlite) == []


def test_all_faults_of_ones_own_paytables_are_told_at_once(room: Room, ann: Person) -> None:
    wrong = {"wager": "moon", "rows": [{"award": "win", "pays": "much"}], "colour": "red"}
    other = {"wager": "main", "rows": [{"award": "lucky", "pays": "7"}]}
    faults = room.opening_faults("super-pan-9", {"decks": "99"}, [wrong, other])
    assert [place for place, _ in faults] == ["paytable"] * (len(faults) - 1) + ["decks"]
    told = "; ".join(says for _, says in faults)
    for each in ("paytable 1, rows 1.pays", "paytable 1, colour", "paytable 1, wager", "paytable 2, rows.lucky"):
        assert each in told
    junk: Any = ["text"]
    assert room.opening_faults("super-pan-9", {}, junk)[0][0] == "paytable"
    with pytest.raises(IllegalSetting, match="paytable 2"):
        room.open_table(ann, "super-pan-9", {}, "t", [SEVEN, other])


def test_no_file_that_a_request_names_is_read(room: Room, ann: Person, folder: Path) -> None:
    secret = folder / "secret.toml"
    secret.write_text("a secret of the server\n")
    for each in games():
        for spec in each.document.settings:
            if spec.type == "content":
                said = [says for _, says in room.opening_faults(each.id, {spec.id: str(secret)})]
                assert said, f"{each.id}, {spec.id}: a path is no content"
                assert not any("a secret of the server" in says for says in said)
                with pytest.raises(IllegalSetting):
                    room.open_table(ann, each.id, {spec.id: str(secret)}, "t")


def test_a_house_way_is_kept_by_content(
    sqlite: str, room: Room, ann: Person, opened: Callable[..., Room], sitting: Any
) -> None:
    """A way of one's own outlives its file: the table, its record and the audit have its text."""
    way = resources.files("houseway.games.dealer_open_pai_gow").joinpath("data", "conventional.toml").read_text()
    own = way.replace("conventional", "our own", 1)
    at = sitting(room, "dealer-open-pai-gow", people=1, **{"house-way": own})
    at.play_round()
    assert room.settings_at(at.table)["house-way"] == own
    assert hashlib.sha256(own.encode()).hexdigest()[:12] in at.view()["settings"]["house-way"]
    record = room.record(1, Person(9, "Sue", "surveillance", 0))
    assert record["settings"]["house-way"] == own
    assert audit_record(json.dumps(record)) == []
    room.close()
    sitting.back(opened(sqlite), at.table, at.people, 3).play_round()
    assert audit(sqlite) == []
