"""The committed orders of shoes, read when they are first wanted and kept for a while.

While a shoe is dealt from, its order is sealed under the room's key, which lies outside the database: who reads the
database reads no card. It is open when the shoe has ended, as its proof is.
Who deals from one compares its root with the journal's: what lies here may have been changed.
"""

import contextlib
from collections.abc import Callable, Sequence

from sqlalchemy import Connection, func, select, update

from houseway.room.errors import SPOILT, Broken
from houseway.room.evidence.signing import Signer
from houseway.room.fairness.commitments import SALT, Commitment
from houseway.room.store import journal
from houseway.room.store.schema import SHOES

MOST = 500
PURPOSE = "the order of a shoe"


def sealed(shoe: Commitment, signer: Signer) -> dict[str, bytes]:
    """The columns of a shoe that is dealt from."""
    return {"cards": signer.seal(PURPOSE, bytes(shoe.order) + b"".join(shoe.salts)), "salts": b""}


def unsealed(shoe: Commitment) -> dict[str, bytes]:
    """The columns of a shoe that has ended."""
    return {"cards": bytes(shoe.order), "salts": b"".join(shoe.salts)}


def order_of(cards: bytes, salts: bytes, signers: Sequence[Signer]) -> Commitment:
    """The order that these columns hold."""
    if salts:
        return Commitment.stored(cards, salts)
    for signer in reversed(signers):
        with contextlib.suppress(Broken):
            plain = signer.unseal(PURPOSE, cards)
            size = len(plain) // (1 + SALT)
            return Commitment.stored(plain[:size], plain[size:])
    raise Broken("the order of a shoe is sealed under a key that is not here, or was changed")


def size_of(sealed_cards: bytes) -> int:
    """How many cards a sealed order has: what a seal adds is 28 bytes."""
    return (len(sealed_cards) - 28) // (1 + SALT)


def end(connection: Connection, id_: int, shoe: Commitment) -> None:
    """A shoe has ended: everybody may know its order."""
    connection.execute(update(SHOES).where(SHOES.c.id == id_).values(ended=True, **unsealed(shoe)))


def lies_open(connection: Connection, id_: int, root: str) -> bool:
    """Whether a shoe has ended: its order lies open on disk, which only who knew it can have written.

    That it has ended a row may say of one in use, too, for the room to tell its cards.
    """
    row = connection.execute(select(SHOES.c.cards, SHOES.c.salts, SHOES.c.ended).where(SHOES.c.id == id_)).first()
    if row is None or not row.ended or not row.salts:
        return False
    try:
        return Commitment.stored(row.cards, row.salts).root == root
    except ValueError:
        return False


def seal_open_ones(connection: Connection) -> None:
    """Seal the shoes in use of a room from before they were sealed."""
    signer = journal.signer_of(connection)
    unsealed = ~SHOES.c.ended & (func.length(SHOES.c.salts) > 0)
    for row in connection.execute(select(SHOES.c.id, SHOES.c.cards, SHOES.c.salts).where(unsealed)).all():
        with contextlib.suppress(*SPOILT):  # no shoe at all: it stays as it is, and its table is refused
            hidden = sealed(Commitment.stored(row.cards, row.salts), signer)
            connection.execute(update(SHOES).where(SHOES.c.id == row.id).values(**hidden))


def seal_again(connection: Connection, before: Signer, signer: Signer) -> None:
    """Seal the shoes in use under another key."""
    for row in connection.execute(select(SHOES.c.id, SHOES.c.cards, SHOES.c.salts).where(~SHOES.c.ended)).all():
        with contextlib.suppress(*SPOILT):  # what was changed stays as it is, and its table is refused
            hidden = sealed(order_of(row.cards, row.salts, (before,)), signer)
            connection.execute(update(SHOES).where(SHOES.c.id == row.id).values(**hidden))


class Shoes:
    """Shoes by their id, for all tables of a room."""

    def __init__(self) -> None:
        self._known: dict[int, Commitment] = {}

    def forget(self) -> None:
        """Read them again."""
        self._known.clear()

    def over(self, connection: Connection) -> Callable[[int], Commitment]:
        """How to find a shoe, over this connection where it is not known yet."""

        def find(id_: int) -> Commitment:
            known = self._known.get(id_)  # held here: another thread may empty the memory meanwhile
            if known is None:
                if len(self._known) > MOST:
                    self._known.clear()
                row = connection.execute(select(SHOES.c.cards, SHOES.c.salts).where(SHOES.c.id == id_)).first()
                if row is None:
                    raise Broken(f"shoe {id_} is gone")
                signers = () if row.salts else (journal.signer_of(connection),)
                known = self._known[id_] = order_of(row.cards, row.salts, signers)
            return known

        return find
