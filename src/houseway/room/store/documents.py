"""Documents by content: what a table was opened by is kept under its hash, and is found again whatever is shipped."""

import hashlib
import json
from collections.abc import Callable

from sqlalchemy import Connection, select

from houseway.document import Document, document_from
from houseway.document.model import canonical
from houseway.room.errors import Broken
from houseway.room.store.schema import DOCUMENTS

MOST = 100


def keep(connection: Connection, document: Document) -> str:
    """Keep a document; the hash that it is found by."""
    if connection.execute(select(DOCUMENTS.c.hash).where(DOCUMENTS.c.hash == document.hash)).first() is None:
        connection.execute(DOCUMENTS.insert().values(hash=document.hash, content=canonical(document.content)))
    return document.hash


def genuine(hash_: str, content: str) -> bool:
    """Whether a content is the one that this hash names."""
    return hashlib.sha256(content.encode()).hexdigest() == hash_


class Documents:
    """Documents by their hash, for all tables of a room."""

    def __init__(self) -> None:
        self._known: dict[str, Document] = {}

    def over(self, connection: Connection) -> Callable[[str], Document]:
        """How to find a document, over this connection where it is not known yet."""

        def find(hash_: str) -> Document:
            known = self._known.get(hash_)  # held here: another thread may empty the memory meanwhile
            if known is None:
                if len(self._known) > MOST:
                    self._known.clear()
                content = connection.execute(select(DOCUMENTS.c.content).where(DOCUMENTS.c.hash == hash_)).scalar()
                if content is None:
                    raise Broken(f"the document {hash_[:12]} is gone")
                if not genuine(hash_, content):
                    raise Broken(f"the document {hash_[:12]} was changed")
                known = self._known[hash_] = document_from(json.loads(content), f"document {hash_[:12]}")
            return known

        return find
