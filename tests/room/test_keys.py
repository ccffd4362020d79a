"""Where a room's key lies by the address of its database, and which addresses are none of a room's."""

from pathlib import Path

import pytest

from houseway.errors import UnknownName
from houseway.room import Room
from houseway.room.store.keys import key_file

CARDS = "postgresql+psycopg://ann@"


@pytest.mark.parametrize(
    "address, name",
    [
        ("db/cards", "cards-31a1befc.key"),
        ("db:5433/cards", "cards-2ec2d373.key"),
        ("/cards", "cards-4cd623df.key"),
        ("", "room-4cd623df.key"),
        ("/cards?host=/run/pg", "cards-dd05018f.key"),
        ("/cards?host=/run/pg&connect_timeout=5", "cards-dd05018f.key"),
    ],
)
def test_a_key_stays_where_it_lay(address: str, name: str, folder: Path) -> None:
    assert key_file(f"{CARDS}{address}") == folder / "houseway" / name


@pytest.mark.parametrize(
    "one, other",
    [
        ("/cards?host=/run/pg&port=5432", "/cards?host=/run/pg&port=5433"),
        ("db/cards", "db/cards?port=5433"),
        ("db/cards", "db/cards?host=other"),
        ("/cards?host=one,two", "/cards?host=one,three"),
        ("/?dbname=cards", "/?dbname=dice"),
    ],
)
def test_two_rooms_that_the_query_tells_apart_have_a_key_each(one: str, other: str) -> None:
    """The second to be opened set the key of the first aside, which then did not open."""
    assert key_file(f"{CARDS}{one}") != key_file(f"{CARDS}{other}")


def test_an_address_has_one_key_wherever_the_port_stands() -> None:
    assert key_file(f"{CARDS}db:5433/cards") == key_file(f"{CARDS}db/cards?port=5433")
    assert key_file(f"{CARDS}db/cards") == key_file(f"{CARDS}/cards?host=db&port=5432")


def test_an_address_whose_hosts_and_ports_do_not_fit_is_none() -> None:
    with pytest.raises(UnknownName, match="is no database"):
        key_file(f"{CARDS}/cards?host=one:1&host=two:2&port=3")


@pytest.mark.parametrize("address", ["file:{}/room.db?uri=true", "file:{}/room.db", "{}/room.db?uri=true"])
def test_a_file_is_named_by_its_path_alone(address: str, folder: Path) -> None:
    """By an address of SQLite's own it was made for all to read, and its key lay in a folder named `file:`."""
    with pytest.raises(UnknownName, match=r"an address of SQLite's own.*: write sqlite:///room\.db"):
        Room.open(f"sqlite:///{address.format(folder)}")
    assert list(folder.iterdir()) == []
