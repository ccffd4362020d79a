"""What can be wrong with what comes from outside. Rules are total and raise nothing.

ValueError
└── HousewayError          a sentence, and the clause it rests on
    ├── IllegalCards       a card that does not exist, or is seen too often
    ├── IllegalMoney       an amount that is not dollars and cents, or an unknown rounding
    ├── IllegalSetting     a setting that does not exist or is out of its bounds
    ├── IllegalBet         a wager that may not be made
    ├── IllegalAnswer      an answer that the question does not allow
    ├── IllegalRound       a dealt round that cannot have happened
    ├── UnknownName        no such game, wager, paytable or clause
    ├── Faulty             a file that is wrong; lists every fault with its place
    └── MissingExtra       a part of houseway that is not installed
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from json import JSONDecodeError


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a sentence on a name that nobody knows: `; did you mean decks?`, or nothing where none is near."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.7)
    return f"; did you mean {near[0]}?" if near else ""


def short(text: str, most: int = 60) -> str:
    """What somebody sent, for a sentence that names it: its beginning, where it is long."""
    return text if len(text) <= most else f"{text[:most]}…"


def unreadable(fault: Exception) -> str:
    """Why a text cannot be read; where Python speaks of itself, in our words."""
    if isinstance(fault, RecursionError):
        return "is nested too deep: no file of ours has so many brackets within each other"
    if "set_int_max_str_digits" in str(fault):
        return "holds a number of thousands of digits: write one that a table can have"
    if isinstance(fault, JSONDecodeError):
        return f"is no JSON: line {fault.lineno}, character {fault.colno}"
    return str(fault)


class Cited(str):
    """A sentence that carries what it rests on: a clause or a rule of the state, and the layer whose that is."""

    clause: str
    layer: str

    def __new__(cls, sentence: str, clause: str, layer: str = "game") -> "Cited":
        made = super().__new__(cls, sentence)
        made.clause, made.layer = clause, layer
        return made


CITES = re.compile(r"\bclause ([^()]+)\)")
"""How a sentence of ours ends that names its clause: `… (clause 7.i)`."""


def cited(sentence: str, clause: str) -> Cited:
    """A sentence with the clause of the document that it rests on, named at its end."""
    return Cited(f"{sentence} (clause {clause})", clause)


def rests_on(sentence: str) -> tuple[str, str]:
    """The clause of a sentence and its layer: those it carries, else the one that it names; else none, the house's."""
    if isinstance(sentence, Cited):
        return sentence.clause, sentence.layer
    named = CITES.search(sentence)
    return (named[1], "game") if named else ("", "house")


class HousewayError(ValueError):
    """A sentence that says what is wrong and what to do, with the clause it rests on."""

    layer = "game"

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(cited(sentence, clause) if clause else sentence)
        self.sentence = sentence
        self.clause = clause

    def __str__(self) -> str:
        told = super().__str__()
        return Cited(told, self.clause, self.layer) if self.clause else told


class IllegalCards(HousewayError):
    """A card that does not exist, or is seen too often."""


class IllegalMoney(HousewayError):
    """An amount that is not dollars and cents, or an unknown rounding."""


class IllegalSetting(HousewayError):
    """A setting that does not exist or is out of its bounds."""


class IllegalBet(HousewayError):
    """A wager that may not be made."""


class IllegalAnswer(HousewayError):
    """An answer that the question does not allow; nothing has changed."""


class IllegalRound(HousewayError):
    """A dealt round that cannot have happened."""


class UnknownName(HousewayError):
    """No such game, wager, paytable or clause."""


class MissingExtra(HousewayError):
    """A part of houseway that is not installed."""


class Faulty(HousewayError):
    """A file that is wrong; lists every fault with its place."""

    def __init__(self, file: str, faults: Sequence[tuple[str, str]]) -> None:
        self.file = file
        self.faults = tuple(faults)
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        super().__init__("\n".join([f"{file}: {count}", *(f"  {place}: {what}" for place, what in self.faults)]))
        first = next((what for _, what in self.faults if isinstance(what, Cited)), None)
        if first is not None:
            self.clause, self.layer = first.clause, first.layer

    def first(self, most: int) -> tuple[tuple[str, str], ...]:
        """So many faults at most, and how many more there are."""
        more = len(self.faults) - most
        return self.faults[:most] + ((("", f"there are {more:,} faults more"),) if more > 0 else ())

    def called(self, names: Mapping[str, str]) -> "Faulty":
        """The same faults of what is called otherwise here: the content of a setting by the file that it came from."""
        return Faulty(names.get(self.file, self.file), self.faults)
