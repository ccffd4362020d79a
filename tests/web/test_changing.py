"""A manager's form: settings and paytables of an open table change between rounds, or wait for one."""

from typing import Any

import pytest
from sqlalchemy import select

from houseway.errors import IllegalSetting
from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.people import people
from houseway.room.store import journal
from houseway.room.store.schema import PEOPLE

PASSWORD = "nine of hearts"
NINE = """
[[rows]]
award = "tie"
label = "A tie"
pays = "9"
"""


@pytest.fixture
def mia(room: Room, visitor: Any) -> Any:
    return staff(room, visitor, "Mia", "manager")


def staff(room: Room, visitor: Any, name: str, role: str) -> Any:
    room.people.add(name, role, people.HASHER.hash(PASSWORD), by="command: tests")
    found = visitor()
    assert found.form("/sign-in", how="account", name=name, password=PASSWORD).status_code == 303
    return found


def at_table(room: Room) -> tuple[int, Any]:
    """A table of Super Pan 9 where Ann sits; and what does her commands."""
    ann = room.people.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "Ann's table")

    def do(kind: str, **data: Any) -> None:
        room.do(Command(table, ann.id, f"{kind} {room.view(table, ann).json()['version']}", None, kind, data))

    do("sit", seat=1)
    return table, do


def log(room: Room, table: int) -> str:
    return str(room.view(table, None).json()["log"][-1])


def test_settings_and_a_paytable_change_at_once_between_rounds_and_are_told(room: Room, mia: Any) -> None:
    table, _ = at_table(room)
    path = f"/desk/tables/{table}/change"
    assert f'href="{path}"' in mia.client.get("/desk").text
    form = mia.client.get(path).text
    assert 'name="set.maximum"' in form
    done = mia.form(
        path, reason="a quiet evening", **{"set.maximum": "50", "set.minimum": "5.00", "paytable.tie": NINE}
    )
    assert (done.status_code, done.headers["location"]) == (303, f"/desk?changed={table}")
    assert f"Table {table} is changed" in mia.client.get(done.headers["location"]).text
    now = room.settings_at(table)
    assert now["maximum"] == "$50.00"
    assert str(room.set_at(table).settings.in_force("tie").rows[0].pay) == "9"
    assert log(room, table).startswith("from now on maximum is $50.00")
    assert log(room, table).endswith(": a quiet evening")
    assert audit(str(room.store.engine.url)) == []


@pytest.mark.parametrize(
    "fields, says",
    [
        ({"set.maximum": "a lot"}, "is not an amount"),
        ({"set.maximum": "9999.00"}, "“Greatest wager” lies between"),
        ({"set.house-way": "dealer"}, "Super Pan 9 has no setting &#39;house-way&#39;"),
        ({"set.maximum": "1" * 20}, "is too large an amount"),
        ({"set.decks": "2"}, "the pack and the seats of an open table stay"),
        ({"paytable.tie": "[[rows]]\naward = 3"}, "rows"),
        ({}, "that is how the table is set already"),
        ({"set.maximum": "50", "reason": ""}, "give a reason"),
    ],
)
def test_a_refusal_is_a_sentence_and_the_form_keeps_what_was_typed(
    room: Room, mia: Any, fields: dict[str, str], says: str
) -> None:
    table, _ = at_table(room)
    before = room.settings_at(table)
    refused = mia.form(f"/desk/tables/{table}/change", **{"reason": "a quiet evening"} | fields)
    assert refused.status_code == 422
    assert says.lower() in refused.text.lower()
    assert all(f'value="{value}"' in refused.text for key, value in fields.items() if key == "set.maximum")
    assert room.settings_at(table) == before
    assert room.pending.listed() == []


def test_it_is_a_manager_s_and_the_form_is_ours(room: Room, mia: Any, visitor: Any) -> None:
    table, _ = at_table(room)
    path = f"/desk/tables/{table}/change"
    dora = staff(room, visitor, "Dora", "dealer")
    assert dora.client.get(path).status_code == 403
    assert dora.form(path, reason="no reason", **{"set.maximum": "50"}).status_code == 403
    assert dora.post(f"/api/desk/tables/{table}/check", {"settings": {}}).status_code == 403
    assert path not in dora.client.get("/desk").text
    assert mia.client.post(path, data={"reason": "no reason"}).status_code == 403
    assert mia.client.get("/desk/tables/77/change").status_code == 404
    told = mia.post(f"/api/desk/tables/{table}/check", {"settings": {"maximum": "x"}}).json()
    assert [each["setting"] for each in told["faults"]] == ["maximum"]
    assert mia.post(f"/api/desk/tables/{table}/check", {"settings": room.settings_at(table)}).json()["ok"]


def test_in_a_round_it_waits_and_is_done_once_after_it_by_who_asked_for_it(room: Room, mia: Any) -> None:
    table, do = at_table(room)
    do("bet", wagers={"main": 500})
    path = f"/desk/tables/{table}/change"
    waits = mia.form(path, reason="a quiet evening", **{"set.maximum": "50"})
    assert waits.headers["location"] == f"/desk?waits={table}"
    page = mia.client.get(waits.headers["location"]).text
    assert "waits for the end of a round" in page
    assert "Greatest wager = 50" in page
    room.tick()
    assert room.settings_at(table)["maximum"] != "$50.00"
    assert "a wager lies on the table" in mia.client.get("/desk").text.lower()
    do("clear")
    room.tick()
    room.tick()
    assert room.settings_at(table)["maximum"] == "$50.00"
    with room.store.reading() as connection:
        kinds = [(body["kind"], body["by"]) for _, body in journal.entries(connection, table)]
    mia_id = next(each.id for each in _people(room) if each.name == "Mia")
    assert [by for kind, by in kinds if kind == "change"] == [mia_id]
    assert room.pending.listed() == []
    assert audit(str(room.store.engine.url)) == []


def test_what_waits_is_dropped_with_a_reason(room: Room, mia: Any, visitor: Any) -> None:
    table, do = at_table(room)
    do("bet", wagers={"main": 500})
    mia.form(f"/desk/tables/{table}/change", reason="a quiet evening", **{"set.maximum": "50"})
    (waits,) = room.pending.listed()
    drop = f"/desk/pending/{waits.waits.number}/drop"
    dora = staff(room, visitor, "Dora", "dealer")
    assert dora.form(drop, reason="I do not like it").status_code == 403
    assert mia.form(drop, reason="").status_code == 422
    assert "It waits no longer" in mia.form(drop, reason="the crowd is back").text
    assert mia.form(drop, reason="the crowd is back").status_code == 422
    do("clear")
    room.tick()
    assert room.settings_at(table)["maximum"] != "$50.00"
    assert audit(str(room.store.engine.url)) == []


def _people(room: Room) -> Any:
    with room.store.reading() as connection:
        return connection.execute(select(PEOPLE.c.id, PEOPLE.c.name)).all()


def test_the_room_refuses_by_change_what_it_refuses_to_open(room: Room) -> None:
    """Discards that are shuffled in mid-round are covered by no seal: no change brings them to a table."""
    mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
    table = room.open_table(mia, "super-pairs", {}, "Pairs")
    data = {"settings": {"out-of-cards": "discards"}, "reason": "to see"}
    with pytest.raises(IllegalSetting, match="shuffles no discards"):
        room.do(Command(table, mia.id, "discards", None, "change", data))
