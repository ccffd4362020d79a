"""What an audit amounts to: errors by kind, clause, dealer, table, wager and hour, in bounded memory."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.disputes.compare import Batch, Difference, hour_of
from houseway.money import dollars
from houseway.round.auditing import KINDS

BY = ("kind", "clause", "dealer", "table", "wager", "hour")
MOST = 1000
"""So many names are counted apart; a column that is no dealer's name does not fill the memory."""

OTHERS = "others"


@dataclass
class Tally:
    """So many errors, and what was paid too much (above zero) and too little (below) by them in cents."""

    count: int = 0
    over_cents: int = 0
    under_cents: int = 0

    def add(self, cents: int) -> None:
        self.count += 1
        self.over_cents += max(cents, 0)
        self.under_cents += min(cents, 0)


@dataclass
class Summary:
    """Rounds audited and what was wrong with them; and the files that could not be read."""

    rounds: int = 0
    wrong: int = 0
    unread: int = 0
    total: Tally = field(default_factory=Tally)
    by: dict[str, dict[str, Tally]] = field(default_factory=lambda: {name: {} for name in BY})
    seen: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, batch: Batch) -> None:
        """Count a batch."""
        self.rounds += batch.rounds
        self.wrong += len({(each.file, each.place) for each in batch.differences}) - batch.unread
        self.unread += batch.unread
        for each in batch.differences:
            self.total.add(each.difference_cents or 0)
            for name, value in _keys(each):
                found = self.by[name]
                key = value if value in found or len(found) < MOST else OTHERS
                found.setdefault(key, Tally()).add(each.difference_cents or 0)
        for name, counts in batch.seen.items():
            known = self.seen.setdefault(name, Counter())
            for value, count in counts.items():
                known[value if value in known or len(known) < MOST else OTHERS] += count

    def json(self) -> dict[str, Any]:
        """The summary as one value, the most frequent first."""
        return {
            "rounds": self.rounds,
            "rounds_wrong": self.wrong,
            "files_unread": self.unread,
            "differences": self.total.count,
            "over_cents": self.total.over_cents,
            "under_cents": self.total.under_cents,
            "by": {name: {key: self._told(name, key) for key in _sorted(found)} for name, found in self.by.items()},
        }

    def _told(self, name: str, key: str) -> dict[str, int]:
        tally = self.by[name][key]
        told = {"count": tally.count, "over_cents": tally.over_cents, "under_cents": tally.under_cents}
        rounds = self.seen.get(name, Counter())[key]
        return told | ({"rounds": rounds} if rounds else {})

    def rows(self, name: str) -> Iterable[tuple[str, str, str, str, str]]:
        """What a table shows of one heading: the key, errors, of how many rounds, over and under."""
        for key in _sorted(self.by[name]):
            told = self._told(name, key)
            words = f"{key}: {KINDS[key]}" if name == "kind" and key in KINDS else key
            rounds = f"{told['rounds']:,}" if "rounds" in told else ""
            yield words, f"{told['count']:,}", rounds, dollars(told["over_cents"]), dollars(told["under_cents"])


def _keys(each: Difference) -> Iterable[tuple[str, str]]:
    values = (each.kind, each.clause, each.dealer, each.table, each.wager, hour_of(each.time))
    return [(name, str(value)) for name, value in zip(BY, values, strict=True) if value]


def _sorted(found: Mapping[str, Tally]) -> list[str]:
    return sorted(found, key=lambda key: (-found[key].count, key))
