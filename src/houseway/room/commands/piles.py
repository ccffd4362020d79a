"""How much has been done at a table since its last round began, by address: guests are made as quickly as they act."""

from collections import Counter

from houseway.room.table.state import LiveTable

MOST_TABLES = 10_000
"""Tables that are remembered."""


class Piles:
    """What has piled up at tables in this process; addresses stand in no journal."""

    def __init__(self) -> None:
        self._of: dict[int, Counter[str]] = {}

    def here(self, table: LiveTable, address: str) -> int:
        """How much an address has done at a table since its last round; nothing is known of who has no address."""
        known = self._of.get(table.id)
        return 0 if known is None or not table.acts or not address else known[address]

    def note(self, table: LiveTable, address: str, before: int) -> None:
        """An act was done at a table where so many had piled up before it."""
        now = table.acts.total()
        if now == 0:
            self._of.pop(table.id, None)
        elif now > before and address:
            if before == 0 or table.id not in self._of:
                self._of[table.id] = Counter()
            self._of[table.id][address] += 1
            if len(self._of) > MOST_TABLES:
                del self._of[next(iter(self._of))]
