"""`houseway key` and `houseway checkpoint`: the key that a card room signs with, and what it has signed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from houseway.cli.audit import Database, Key, WitnessOption
from houseway.cli.options import Json
from houseway.cli.where import ROOM, by_command
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.room.store.database import Store

key = typer.Typer(help="The key that a card room signs its entries with.", no_args_is_help=True)


@contextmanager
def opened_store(database: str, file: Path | None) -> "Iterator[Store]":
    """The database of a room that is there, with its key; a fault is a sentence."""
    from houseway.room.errors import Broken, Stopped
    from houseway.room.store.backup import check_there
    from houseway.room.store.signatures import open_store

    check_there(database)
    try:
        store = open_store(database, file)
        try:
            yield store
        finally:
            store.close()
    except (Stopped, Broken) as why:
        raise HousewayError(str(why)) from why


@key.command("show")
def show(database: Database = ROOM, file: Key = None, json: Json = False) -> None:
    """Print the public key, for whoever wants to check what the room has signed, and where the private one lies."""
    from houseway.cli.show import print_json
    from houseway.room.store import journal
    from houseway.room.store.keyring import Keyring

    with opened_store(database, file) as store, store.transaction() as connection:
        public = journal.signer_of(connection).public.hex()
    path = Keyring.of(database, file).path
    if json:
        print_json({"public_key": public, "file": str(path)})
        return
    typer.echo(f"The public key is  {public}")
    typer.echo(f"The private key is in  {path}")


@key.command("rotate")
def rotate(database: Database = ROOM, file: Key = None) -> None:
    """Sign with a new key from now on. Processes that serve the room stop at once, and are started again."""
    from houseway.room.store import signatures
    from houseway.room.store.keyring import Keyring

    keys = Keyring.of(database, file)
    with opened_store(database, file) as store, store.transaction() as connection:
        signer = signatures.rotate(connection, keys, "", by_command())
    typer.echo(f"The public key is  {signer.public.hex()}  from now on; the one before has signed that.")
    typer.echo(f"The private keys are in  {keys.path}")


def checkpoint(database: Database = ROOM, file: Key = None, witness: WitnessOption = None) -> None:
    """Sign where everything stands, print the line, and have witnesses keep it."""
    from houseway.room.evidence.witness import FAULTS, PRINTED, Witness
    from houseway.room.store import checkpointing, journal, trusted
    from houseway.room.store.keyring import Keyring

    keys, witnesses = Keyring.of(database, file), [Witness(place) for place in witness or []]
    for each in witnesses:
        each.check()
    with opened_store(database, file) as store, store.transaction() as connection:
        known = checkpointing.Known(number=keys.last_checkpoint(trusted.keys(connection)))
        checkpointing.read_all(connection)
        signed = checkpointing.checkpoint(connection, journal.signer_of(connection), known)
        line = signed or checkpointing.check_newest(connection, known.number)
    if line is None:
        raise HousewayError("nothing was signed: no journal has an entry that holds; houseway audit says more")
    typer.echo(str(line))
    for each in witnesses:
        try:
            if each.place != PRINTED:
                each.tell(line)
        except FAULTS as fault:
            raise HousewayError(f"the witness {each.name} has not taken it ({type(fault).__name__})") from None
