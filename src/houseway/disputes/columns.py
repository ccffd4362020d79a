"""Which column of a CSV file holds what: a mapping from our names to its headings, and the rows read by it.

    game = "super-pan-9"
    settings = { decks = 8 }
    money = "cents"

    [columns]
    round = "Hand No"
    cards = "Player"
    "dealer.cards" = "Banker"
    "wagers.main" = "Bet"
    "paid.main" = "Result"

Rows of the same round, one after the other, are the seats of one round. Where headings have `{n}`, as in
"Seat {n} cards", a row is a whole round. Without a mapping the headings are our names already, numbered ones as in
`seat1.cards`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from houseway.disputes.line import spaced
from houseway.document.fields import Reader
from houseway.document.files import content_of
from houseway.document.reader import toml_from
from houseway.errors import Faulty, IllegalMoney, IllegalRound, meant
from houseway.games import game as find_game

CONTEXT = ("dealer", "table", "time")
"""Who dealt, where and when: columns that the audit counts by."""

ROUND = ("round", "game", *CONTEXT)
PAID = ("net", "returned")
"""What is paid is what the seat gains, or all that it is given, its stake counted."""

Row = Mapping[str, str]
Named = dict[str, str]
_NUMBERED = re.compile(r"seat([0-9]{1,2})\.(.+)")
_AMOUNT = re.compile(r"([-+−]?)\$?([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:\.([0-9]{1,2}))?")


@dataclass(frozen=True)
class Columns:
    """A mapping: constants, how money is written, and the heading of each of our names."""

    game: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    money: str = "dollars"
    paid: str = "net"
    delimiter: str = ","
    names: Mapping[str, str] | None = None

    def fit(self, headings: Sequence[str]) -> "Fitted":
        """The mapping for a file with these headings; what the file lacks is refused."""
        twice = {each for each in headings if headings.count(each) > 1}
        if twice:
            raise IllegalRound(f"the heading {sorted(twice)[0]!r} stands there twice")
        if self.names is None:
            numbered = {each: match for each in headings if (match := _NUMBERED.fullmatch(each))}
            seats = {heading: (match[2], int(match[1])) for heading, match in numbered.items()}
            return Fitted(self, {each: each for each in headings if each not in numbered}, seats)
        return self._fitted(headings)

    def _fitted(self, headings: Sequence[str]) -> "Fitted":
        plain: dict[str, str] = {}
        seats: dict[str, tuple[str, int]] = {}
        for name, heading in (self.names or {}).items():
            before, numbered, after = heading.partition("{n}")
            pattern = re.compile(re.escape(before) + "([0-9]{1,2})" + re.escape(after))
            found = {each: (name, int(match[1])) for each in headings if (match := pattern.fullmatch(each))}
            if not (found if numbered else heading in headings):
                raise IllegalRound(f"no column is headed {heading!r}, which the mapping names for {name}")
            if numbered:
                seats |= found
            else:
                plain[heading] = name
        return Fitted(self, plain, seats)


@dataclass(frozen=True)
class Fitted:
    """The headings of a file: our name of each and, of numbered ones, the seat."""

    columns: Columns
    plain: Mapping[str, str]
    seats: Mapping[str, tuple[str, int]]

    def round_of(self, row: Row) -> str:
        """What tells one round from the next; "" where each row is a round."""
        heading = next((each for each, name in self.plain.items() if name == "round"), "")
        return "" if self.seats else row.get(heading, "").strip()

    def record(self, rows: Sequence[Row]) -> dict[str, Any]:
        """The rows of one round as the fields of a record, with what was `paid` and the `context`."""
        named = [
            {name: value for heading, name in self.plain.items() if (value := row.get(heading, "").strip())}
            for row in rows
        ]
        game = named[0].get("game") or self.columns.game
        if not game:
            raise IllegalRound("no column and no mapping says which game it is")
        self._refuse_unknown(game)
        of_round = {*ROUND, *find_game(game).round_fields}
        top = _agreed(named, of_round)
        table = self._top(game, top)
        seats = list(self._numbered(rows[0])) if self.seats else [_of_seat(each, of_round) for each in named]
        for number, seat in enumerate(seats, 1):
            table["seat"].append(self._seat(seat, number, table))
        return table

    def told_of_round(self, row: Row) -> tuple[str, ...]:
        """What a row tells of its round, the time apart: rows that agree in it are of one round."""
        names = [(heading, name) for heading, name in self.plain.items() if name != "time"]
        return tuple(
            row.get(heading, "").strip()
            for heading, name in names
            if name in ROUND or name.startswith(("dealer.", "settings."))
        )

    def _refuse_unknown(self, game: str) -> None:
        """Refuse a column that no record of the game has."""
        names = {*self.plain.values(), *(name for name, _ in self.seats.values())}
        for name in sorted(names - known_names(game)):
            if not name.startswith("settings."):  # the settings themselves tell which there are
                near = meant(name, known_names(game))
                raise IllegalRound(f"{name}: is not a field that belongs here, and no column of ours{near}")

    def _top(self, game: str, top: Named) -> dict[str, Any]:
        settings = dict(self.columns.settings) | _below(top, "settings")
        table: dict[str, Any] = {"game": game, "settings": settings, "seat": []}
        if dealer := _below(top, "dealer"):
            if call := dealer.pop("call", ""):
                table["irregularity"] = [{"kind": call, "seat": 0}]
            table["dealer"] = self._hand(dealer, find_game(game).dealer_fields)
        kinds = find_game(game).round_fields
        table |= {name: _typed(name, value, kinds) for name, value in top.items() if name in kinds}
        table["context"] = {name: top[name] for name in CONTEXT if name in top}
        return table | ({"round": top["round"]} if "round" in top else {})

    def _numbered(self, row: Row) -> Iterator[Named]:
        """The seats of a row that is a whole round: those that hold cards or stakes."""
        for number in sorted({seat for _, seat in self.seats.values()}):
            seat = {
                name: value
                for heading, (name, of) in self.seats.items()
                if of == number and (value := row.get(heading, "").strip())
            }
            if seat:
                yield {"seat": str(number)} | seat

    def _seat(self, seat: Named, number: int, table: dict[str, Any]) -> dict[str, Any]:
        given = seat.pop("seat", str(number))
        if not re.fullmatch("[0-9]{1,3}", given):
            raise IllegalRound(f"{given!r} in the column of seats is not a seat's number")
        stakes = {wager: self._cents(value) for wager, value in _taken(seat, "wagers").items()}
        paid = {wager: self._cents(value) for wager, value in _taken(seat, "paid").items()}
        if call := seat.pop("call", ""):
            table.setdefault("irregularity", []).append({"kind": call, "seat": int(given)})
        wagers = {wager: _in_dollars(cents) for wager, cents in stakes.items() if cents}
        hand = self._hand(seat, find_game(table["game"]).seat_fields)
        told = {"number": int(given), "wagers": wagers} | hand
        return told | ({"paid_cents": paid} if paid else {})

    def _cents(self, text: str) -> int:
        return cents_of(text, in_cents=self.columns.money == "cents")

    def _hand(self, hand: Named, kinds: Mapping[str, str]) -> dict[str, Any]:
        told: dict[str, Any] = {"cards": ""}
        for name, value in hand.items():
            money = kinds.get(name) == "money"
            told[name] = _in_dollars(self._cents(value)) if money else _typed(name, value, kinds)
        return told


@cache
def known_names(game: str) -> frozenset[str]:
    """Our names of all columns that a game's rounds may have, the settings apart."""
    found = find_game(game)
    hands = (*found.dealer_fields, "cards", "call")
    wagers = [wager.id for wager in found.document.wagers]
    names = {*ROUND, *found.round_fields, *found.seat_fields, "seat", "cards", "call"}
    names |= {f"dealer.{field}" for field in hands}
    return frozenset(names | {f"{what}.{wager}" for what in ("wagers", "paid") for wager in wagers})


def _in_dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def _typed(name: str, value: str, kinds: Mapping[str, str]) -> Any:
    """A cell as the kind that a game says; what cannot be one stays text, for the reader to refuse."""
    kind = "cards" if name == "cards" else kinds.get(name, "")
    if kind == "cards":
        return spaced(value)
    if kind == "flag" and value.lower() in ("yes", "no", "true", "false", "1", "0"):
        return value.lower() in ("yes", "true", "1")
    return int(value) if kind == "integer" and re.fullmatch("[0-9]{1,9}", value) else value


def _agreed(named: Iterable[Named], of_round: set[str]) -> Named:
    """What the rows of a round say of the round, all the same."""
    top: Named = {}
    for row in named:
        for name, value in row.items():
            if name in of_round or name.startswith(("dealer.", "settings.")):
                if top.setdefault(name, value) != value and name != "time":
                    raise IllegalRound(f"the rows of one round do not agree in {name}: {top[name]!r} and {value!r}")
    return top


def _of_seat(row: Named, of_round: set[str]) -> Named:
    return {k: v for k, v in row.items() if k not in of_round and not k.startswith(("dealer.", "settings."))}


def _below(row: Named, prefix: str) -> Named:
    return {name[len(prefix) + 1 :]: value for name, value in row.items() if name.startswith(f"{prefix}.")}


def _taken(row: Named, prefix: str) -> Named:
    """The cells below a prefix, taken out of the row."""
    found = _below(row, prefix)
    for name in found:
        del row[f"{prefix}.{name}"]
    return found


def cents_of(text: str, *, in_cents: bool = False) -> int:
    """An amount as ledgers and spreadsheets write it: `25`, `-25.5`, `$1,250.00`, `(25.00)` for a loss."""
    text = text.strip()
    inner = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    match = _AMOUNT.fullmatch(inner)
    if match is None or (in_cents and match[3]):
        wanted = "whole cents, as in 2500" if in_cents else "dollars and cents, as in 25.00 or -25.00"
        raise IllegalMoney(f"{text[:40]!r} is not an amount: write {wanted}")
    cents = int(match[2].replace(",", ""))
    if not in_cents:
        cents = cents * 100 + int((match[3] or "0").ljust(2, "0"))
    return -cents if (match[1] in ("-", "−") and match[1]) or inner != text else cents


# ---------------------------------------------------------------------------------------------------- the mapping


def columns_from(text: str, file: str) -> Columns:
    """A mapping from its TOML; every fault with its place."""
    top = Reader(toml_from(text, file), "", [])
    game = top.text("game", "")
    settings = top.strings("settings")
    money = top.one_of("money", ("dollars", "cents"), "dollars")
    paid = top.one_of("paid", PAID, "net")
    delimiter = top.one_of("delimiter", (",", ";", "\t", "|"), ",")
    names = top.strings("columns")
    for name, heading in names.items():
        if name.count(".") > 1 or not heading.strip() or heading.count("{n}") > 1:
            top.fault(f"columns.{name}", "is one of our names = the heading of a column, with {n} for a number or not")
    numbered = [name for name, heading in names.items() if "{n}" in heading]
    for name in names:
        if numbered and name not in numbered and name not in ROUND and not name.startswith(("dealer.", "settings.")):
            if name in ("cards", "seat", "call") or name.startswith(("wagers.", "paid.")):
                top.fault(f"columns.{name}", f"has no {{n}}, and {numbered[0]} has: all columns of a seat are numbered")
    if not names:
        top.fault("columns", "is missing: our names, each with the heading of its column")
    top.finish()
    if top.faults:
        raise Faulty(file, top.faults)
    return Columns(game, settings, money, paid, delimiter, names)


def columns_of(path: Path) -> Columns:
    """A mapping from its file."""
    return columns_from(content_of(path), str(path))
