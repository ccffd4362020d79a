"""A database that answers otherwise than it was asked lets nobody in as another: what comes is what was asked for."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from houseway.errors import HousewayError
from houseway.room import Person, Room
from houseway.room.people.accounts import Accounts
from planting import COMMAND, DOUBTED, OWN, House, hashed

NOBODYS = "a cookie of nobody's"


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


def test_a_view_that_is_another_each_time_it_is_read_lets_nobody_in(house: House) -> None:
    """The token that was looked for stood in its WHERE, and a manager's own row came of it."""
    house.room.people.session(house.mia)
    connection = house.sql
    connection("PRAGMA legacy_alter_table = on")
    connection("ALTER TABLE sessions RENAME TO away")
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i FROM n"
    connection(f"CREATE TABLE many AS {many}")
    token = f"CASE WHEN abs(random()) % 30 = 0 THEN '{hashed(NOBODYS)}' ELSE token END AS token"
    connection(f"CREATE VIEW sessions AS SELECT {token}, person, expires, stage, entry, seal FROM away JOIN many")
    found: list[Any] = []
    for _ in range(50):
        with suppress(HousewayError):
            found.append(house.room.people.of_session(NOBODYS))
    connection("DROP VIEW sessions")
    connection("DROP TABLE many")
    connection("ALTER TABLE away RENAME TO sessions")
    assert not any(found)
    assert house.room.stopped == ""
    assert house.audit() == ""


OTHERWISE = """CREATE FUNCTION public.alike(varchar, varchar) RETURNS boolean LANGUAGE sql
AS $$ SELECT $1::text = $2::text OR $2::text = '{0}' OR ($1::text, $2::text) = ('mia', 'eve') $$;
CREATE OPERATOR public.= (leftarg = varchar, rightarg = varchar, function = public.alike)"""


@pytest.fixture
def otherwise(postgresql: str, opened: Callable[..., Room]) -> tuple[Room, Person]:
    """A room whose PostgreSQL finds anybody's row for some questions, and its manager."""
    room = opened(postgresql)
    once = Accounts(room.store, room.people, COMMAND).add("Mia", "manager")[1]
    mia = room.people.set_password(room.people.sign_in("Mia", once), once, OWN)
    room.people.session(mia)
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for each in OTHERWISE.format(hashed(NOBODYS)).split(";\n"):
            connection.exec_driver_sql(each)
    engine.dispose()
    return room, mia


def test_an_operator_of_somebodys_own_lets_nobody_in(otherwise: tuple[Room, Person]) -> None:
    room, _ = otherwise
    assert room.people.of_session(NOBODYS) is None
    with room.store.reading() as connection, pytest.raises(HousewayError, match="sign in"):
        room.people.seek(connection, 0, NOBODYS)()


def test_a_name_that_finds_anothers_account_signs_nobody_in_and_resets_nobody(
    otherwise: tuple[Room, Person],
) -> None:
    room, mia = otherwise
    with pytest.raises(HousewayError, match=DOUBTED):
        room.people.sign_in("Eve", OWN)
    with pytest.raises(HousewayError, match=DOUBTED):
        Accounts(room.store, room.people, COMMAND).reset("Eve")
    assert room.people.sign_in("Mia", OWN).id == mia.id
