"""`houseway room` as it starts, without a browser: what it says of tables that wait for a round."""

from pathlib import Path

from houseway.room import Command, Room


def test_what_waits_for_a_round_is_told_when_the_room_is_opened_again(houseway, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("houseway.web.serve", lambda room, *_: room.close())
    url = f"sqlite:///{tmp_path / 'room.db'}"
    room = Room.open(url)
    ann = room.people.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "Ann's table")
    for number, (kind, data) in enumerate([("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}})]):
        room.do(Command(table, ann.id, str(number), None, kind, data))
    change = {"settings": {"maximum": "50.00"}, "reason": "a quiet evening", "paytables": []}
    room.pending.add("the room's file", table, "change", change, "a wager lies on the table")
    room.close()
    code, out, _ = houseway("room", "--database", url)
    assert code == 0
    assert "After its round at Ann's table, asked for by the room's file: maximum is 50.00." in out
