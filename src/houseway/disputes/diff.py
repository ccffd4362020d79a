"""Two documents side by side: every clause, wager, pay, setting and limit that was added, removed or changed.

Each difference can be applied to the old document alone, which is how its own effect is told from the others'.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from houseway.document.model import Document
from houseway.document.reader import document_from
from houseway.errors import IllegalSetting

PARTS = ("clause", "wager", "paytable", "setting", "ruling", "figure")
"""The lists of a document whose entries have ids."""

IN_WORDS = ("says", "label", "name", "summary", "question", "evidence", "choice", "title", "authority", "date")
"""Fields that people read; no figure rests on them."""

Content = Mapping[str, Any]


class Difference(NamedTuple):
    """One difference: what it is of, how it changed, from what and to what (None where there is nothing).

    `part`, `id`, `award` and `field` are its place in the file, `above` the awards before a new row; `kind` is what
    people call it.
    """

    kind: str
    id: str
    change: str
    field: str
    old: Any
    new: Any
    part: str
    award: str = ""
    above: tuple[str, ...] = ()

    @property
    def entry(self) -> str:
        """The id of the entry in the file, where the difference is of one of its rows."""
        return self.id.removesuffix(f": {self.award}") if self.award else self.id

    @property
    def counts(self) -> bool:
        """Whether a figure may rest on it: texts, readings and printed figures move none."""
        return self.part in ("wager", "paytable", "setting") and self.field not in IN_WORDS

    @property
    def says(self) -> str:
        """The difference in a line."""
        what = f"{self.kind} {self.id}" + (f", {self.field}" if self.field and self.kind != "pay" else "")
        if self.change == "changed":
            return f"{what}: from {_words(self.old)} to {_words(self.new)}"
        return f"{what}: {self.change} ({_words(self.old if self.change == 'removed' else self.new)})"

    def json(self) -> dict[str, Any]:
        told = {"kind": self.kind, "id": self.id, "change": self.change, "field": self.field or None}
        return told | {"from": self.old, "to": self.new, "says": self.says}


def differences(old: Document, new: Document) -> list[Difference]:
    """Every difference between two documents of one game, in the order of the file."""
    if old.game != new.game:
        raise IllegalSetting(f"these are documents of two games, {old.game!r} and {new.game!r}: compare two of one")
    limits = {key for document in (old, new) for wager in document.wagers for key in (wager.least, wager.most) if key}
    found = list(_fields("document", "", _plain(old.content), _plain(new.content), "document"))
    found += _fields("source", "", old.content["source"], new.content["source"], "source")
    for part in PARTS:
        found += _listed(part, _by_id(old.content, part), _by_id(new.content, part), limits)
    return found


def _plain(content: Content) -> dict[str, Any]:
    return {key: value for key, value in content.items() if key not in (*PARTS, "source")}


def _by_id(content: Content, part: str) -> dict[str, Content]:
    return {each["id"]: each for each in content.get(part, [])}


def _listed(part: str, old: dict[str, Content], new: dict[str, Content], limits: set[str]) -> Iterator[Difference]:
    """The entries of one list; a setting that bounds a wager is a limit."""
    for id_ in dict.fromkeys((*old, *new)):
        kind = "limit" if part == "setting" and id_ in limits else part
        if id_ not in new:
            yield Difference(kind, id_, "removed", "", dict(old[id_]), None, part)
        elif id_ not in old:
            yield Difference(kind, id_, "added", "", None, dict(new[id_]), part)
        else:
            before, after = ({k: v for k, v in each.items() if k != "rows"} for each in (old[id_], new[id_]))
            yield from _fields(kind, id_, before, after, part)
            if part == "paytable":
                yield from _rows(id_, old[id_]["rows"], new[id_]["rows"])


def _fields(kind: str, id_: str, old: Content, new: Content, part: str) -> Iterator[Difference]:
    for field in dict.fromkeys((*old, *new)):
        if old.get(field) != new.get(field):
            change = "added" if field not in old else "removed" if field not in new else "changed"
            named = "limit" if part == "paytable" and field == "limit" else kind
            yield Difference(named, id_, change, field, old.get(field), new.get(field), part)


def _rows(id_: str, old: list[Content], new: list[Content]) -> Iterator[Difference]:
    """The rows of a paytable, by award; their order is their precedence."""
    before, after = ({row["award"]: row for row in rows} for rows in (old, new))
    for award in dict.fromkeys((*before, *after)):
        if award not in after:
            yield Difference("pay", f"{id_}: {award}", "removed", "row", dict(before[award]), None, "paytable", award)
        elif award not in before:
            above = tuple(after)[: list(after).index(award)]
            row = dict(after[award])
            yield Difference("pay", f"{id_}: {award}", "added", "row", None, row, "paytable", award, above)
        else:
            for each in _fields("pay", f"{id_}: {award}", before[award], after[award], "paytable"):
                yield each._replace(award=award)
    common = [[award for award in rows if award in before and award in after] for rows in (before, after)]
    if common[0] != common[1]:
        yield Difference("paytable", id_, "changed", "order of rows", common[0], common[1], "paytable")


# ---------------------------------------------------------------------------------------------------- one alone


def applied(old: Document, difference: Difference) -> Document:
    """The old document with this one difference, checked whole: what leans on another difference too is refused."""
    content = deepcopy(dict(old.content))
    listed: list[dict[str, Any]] = content.setdefault(difference.part, [])
    id_ = difference.entry
    if not difference.field:
        listed[:] = [each for each in listed if each["id"] != id_] + ([difference.new] if difference.new else [])
    else:
        entry = next(each for each in listed if each["id"] == id_)
        if difference.award:
            _apply_row(entry["rows"], difference)
        elif difference.field == "order of rows":
            entry["rows"].sort(key=lambda row: _place(difference.new, row["award"]))
        else:
            _apply_field(entry, difference)
    return document_from(content, f"{old.game} with {difference.says}")


def _place(order: list[str], award: str) -> int:
    return order.index(award) if award in order else len(order)


def _apply_field(entry: dict[str, Any], difference: Difference) -> None:
    if difference.new is None:
        del entry[difference.field]
    else:
        entry[difference.field] = difference.new


def _apply_row(rows: list[dict[str, Any]], difference: Difference) -> None:
    """One row: changed where it stands, taken out, or put below those that it stands below."""
    if difference.field != "row":
        _apply_field(next(row for row in rows if row["award"] == difference.award), difference)
    elif difference.new is None:
        rows[:] = [row for row in rows if row["award"] != difference.award]
    else:
        above = [at for at, row in enumerate(rows, 1) if row["award"] in difference.above]
        rows.insert(max(above, default=0), difference.new)


def _words(value: Any) -> str:
    """A value of the file for people; of a whole entry what matters."""
    if isinstance(value, Mapping):
        shown = {k: v for k, v in value.items() if k in ("says", "name", "pays", "default", "label", "printed")}
        return "; ".join(f"{key} {_words(each)}" for key, each in (shown or value).items())
    if isinstance(value, list):
        return ", ".join(_words(each) for each in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)
