"""Is it luck? The wagers of a table, a player, a wager or a period, with their laws, ready to be judged.

Results are the players': what was won of the house, what came off meters not counted. Void wagers and rounds are left
out. Each law is the wager's own under the settings that it was made with, at the stake that was made.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.errors import HousewayError, UnknownName
from houseway.extras import extras_named
from houseway.money import dollars, signed
from houseway.room.books import proof
from houseway.room.books.exposure import PLAY_CHIPS
from houseway.room.books.period import Period
from houseway.room.books.reading import Bet, Reading, read, voided_rounds
from houseway.room.books.tables import table_row
from houseway.room.books.theory import Law, Theories, Theory
from houseway.room.store.database import Store
from houseway.sheet import Cells, Listing, Section, Sheet, Words

TABLE, PLAYER, WAGER = DIVISIONS = ("table", "player", "wager")

NOTES = (
    "Rounds are taken as independent, though those of one shoe are not quite; decisions are taken to be the best. "
    "Where a round has several of the wagers, nothing is assumed of how they hang together, and the chance is a bound. "
    "Splits are told by the lab by their average and are put to their extremes, which can only make a bound larger.",
    "Whoever looks often sees rare things: the chance in all looks is that at least one of them shows a result as "
    "extreme, at most (Bonferroni). A small chance is a reason to look at the records. It proves nothing, and a bound "
    "that is large says nothing either way.",
)


class Choice(NamedTuple):
    """What is looked at: one table, player or wager, or all; and what the list is divided by."""

    table: int | None = None
    player: str = ""
    wager: str = ""
    by: str = ""
    looks: int = 1

    def check(self) -> None:
        if self.by and self.by not in DIVISIONS:
            raise HousewayError(f"a list is divided by {', '.join(DIVISIONS)}, not by {self.by!r}")
        if not 1 <= self.looks <= 1_000_000:
            raise _so_many(self.looks)

    @property
    def fixed(self) -> tuple[str, ...]:
        """What was chosen out of several."""
        chosen = {TABLE: self.table is not None, PLAYER: bool(self.player), WAGER: bool(self.wager)}
        return tuple(name for name, is_ in chosen.items() if is_)


def looks_in(text: str) -> int:
    """How often somebody has looked, as they write it."""
    number = text.replace(",", "").strip() or "1"
    if not number.isdecimal() or len(number) > len("1000000"):
        raise _so_many(text)
    return int(number)


def _so_many(looks: object) -> HousewayError:
    return HousewayError(f"so many looks there are not: write 1 to 1,000,000, not {looks}")


class Question(NamedTuple):
    """Wagers to be judged together: plain values, to be worked on wherever there is time."""

    title: str
    bets: int
    wagered: int
    rounds: Mapping[tuple[int, ...], int]
    laws: tuple[Law, ...]
    result: Fraction
    slack: Fraction
    exact: bool
    left_out: str = ""


class Questions(NamedTuple):
    """All looks of a list, and how many there are in all."""

    period: Period
    asked: tuple[Question, ...]
    looks: int
    why: str
    left_out: tuple[str, ...]


def questions(store: Store, period: Period, choice: Choice, theories: Theories) -> Questions:
    """What is to be judged; refused where the ledger does not bear out what the journals tell.

    All tables are read, one that was chosen too: how many there were to choose from are looks.
    """
    choice.check()
    with store.transaction() as connection:
        if choice.table is not None:
            table_row(connection, choice.table)
    reading = read(store, period)
    if choice.table is None:
        proof.prove(store, reading)
    else:
        for table in (each for each in reading.tables if each.id == choice.table):
            proof.prove_table(store, table)
    with store.transaction() as connection:
        void = voided_rounds(connection, (bet for table in reading.tables for bet in table.bets))
    every = [bet for table in reading.tables for bet in table.bets if not bet.void and bet.round not in void]
    choice = choice._replace(wager=_wager(choice.wager, every, reading))
    chosen = [bet for bet in every if _fits(bet, choice, reading)]
    if choice.player and not any(_player(bet, reading) == choice.player for bet in every):
        raise UnknownName(f"{choice.player!r} has made no wager in this period")
    by: dict[str, list[Bet]] = {}
    for bet in chosen:
        title = _division(bet, choice.by, reading) if choice.by else _title(choice, _name(bet, reading))
        by.setdefault(title, []).append(bet)
    known = _Known(reading, theories)
    asked = tuple(known.question(title, bets) for title, bets in sorted(by.items()))
    looks, why = _looks(choice, every, reading, len(asked))
    return Questions(period, asked, looks, why, tuple(known.left_out))


def one_look(reading: Reading, title: str, bets: list[Bet], theories: Theories) -> Questions:
    """These wagers judged together, and nothing beside them."""
    known = _Known(reading, theories)
    return Questions(reading.period, (known.question(title, bets),), 1, "one look", tuple(known.left_out))


def _player(bet: Bet, reading: Reading) -> str:
    return reading.names.get(bet.account, "bots" if bet.account.startswith("bots") else bet.account)


def _fits(bet: Bet, choice: Choice, reading: Reading) -> bool:
    if choice.table not in (None, bet.table) or choice.wager not in ("", bet.wager):
        return False
    return not choice.player or _player(bet, reading) == choice.player


def _wager(named: str, every: Iterable[Bet], reading: Reading) -> str:
    """A wager by its id or by its name, as somebody has made it in the period."""
    made = {bet.wager: _name(bet, reading) for bet in every} if named else {}
    found = [id_ for id_, name in made.items() if named.casefold() in (id_.casefold(), name.casefold())]
    if made and not found:
        raise UnknownName(f"{named!r} was not wagered on in this period; there is {', '.join(made.values())}")
    return found[0] if found else named


def _name(bet: Bet, reading: Reading) -> str:
    name: str = _table(bet, reading).game_under(bet.setting).document.wager(bet.wager).name
    return name


def _division(bet: Bet, by: str, reading: Reading) -> str:
    if by == PLAYER:
        return _player(bet, reading)
    if by == WAGER:
        return f"{_table(bet, reading).game.name}: {_name(bet, reading)}"
    return f"table {bet.table} {_table(bet, reading).name}"


def _table(bet: Bet, reading: Reading) -> Any:
    return next(table for table in reading.tables if table.id == bet.table)


def _title(choice: Choice, wager: str) -> str:
    told = [f"table {choice.table}" if choice.table else "", choice.player, wager if choice.wager else ""]
    return ", ".join(each for each in told if each) or "the whole room"


def _looks(choice: Choice, every: Iterable[Bet], reading: Reading, listed: int) -> tuple[int, str]:
    """How many looks are counted: all lines of a list and of those that it was chosen from; times one's own."""
    apart = tuple(dict.fromkeys((*choice.fixed, *filter(None, [choice.by]))))
    alike = len({tuple(_division(bet, each, reading) for each in apart) for bet in every})
    fixed = " and ".join(choice.fixed)
    if alike <= 1:
        why = "one look"
    elif not fixed:
        why = f"the {listed} lines of this list"
    elif listed == 1:
        why = f"one of {alike} that it was chosen from, by {fixed}"
    else:
        why = f"the {listed} lines of this list, of {alike} that it was chosen from, by {fixed}"
    own = f", times {choice.looks:,} of your own" if choice.looks > 1 else ""
    return max(1, alike) * choice.looks, why + own


class _Known:
    """The laws of a reading, each looked up once."""

    def __init__(self, reading: Reading, theories: Theories) -> None:
        self._reading, self._theories = reading, theories
        self._found: dict[tuple[int, str, int], Theory] = {}
        self.left_out: dict[str, None] = {}

    def _theory(self, bet: Bet) -> Theory:
        key = bet.table, bet.wager, bet.setting
        if key not in self._found:
            table = _table(bet, self._reading)
            self._found[key] = self._theories(table.game_under(bet.setting), bet.wager, table.settings[bet.setting])
        return self._found[key]

    def question(self, title: str, bets: list[Bet]) -> Question:
        numbers: dict[tuple[tuple[Fraction, Fraction], ...], int] = {}
        rounds: dict[int, list[int]] = {}
        result, slack, exact, left, counted = Fraction(0), Fraction(0), True, Counter[str](), list[Bet]()
        for bet in bets:
            theory = self._theory(bet)
            if not theory.known or not bet.stake:
                left[theory.says or "is paid without a stake of its own"] += 1
                self.left_out[f"{_name(bet, self._reading)}: {theory.says or 'is paid without a stake of its own'}"] = (
                    None
                )
                continue
            law = {bet.stake * amount: chance for amount, chance in theory.law(bet.stake).items()}
            value, off = _value(bet, law, exact=theory.exact)
            result, slack, exact = result + value, slack + off, exact and theory.exact
            number = numbers.setdefault(tuple(law.items()), len(numbers))
            rounds.setdefault(bet.round, []).append(number)
            counted.append(bet)
        groups = Counter(tuple(sorted(each)) for each in rounds.values())
        out = "; ".join(f"{n:,} left out: {says}" for says, n in left.items())
        staked = sum(bet.action for bet in counted)
        return Question(title, len(counted), staked, dict(groups), tuple(map(dict, numbers)), result, slack, exact, out)


def _value(bet: Bet, law: Mapping[Fraction, Fraction], *, exact: bool) -> tuple[Fraction, Fraction]:
    """What a wager won by its law, and how far that may be off: the table rounds broken cents, the law does not."""
    net = Fraction(-bet.win)
    if exact:
        nearest = min(law, key=lambda amount: abs(amount - net))
        if abs(nearest - net) <= bet.parts:
            return nearest, Fraction(0)
    return net, Fraction(bet.parts)


# ---------------------------------------------------------------------------------------------------- judged


class Look(NamedTuple):
    """A question with its answer: how likely for one look and for all, as numbers and, in `cells`, in words."""

    title: str
    bets: int
    wagered: int
    result: int
    expected: int
    deviation: int
    method: str
    as_high: tuple[float, float]
    as_low: tuple[float, float]
    as_extreme: tuple[float, float]
    of_all: tuple[float, float]
    cells: tuple[str, ...]
    left_out: str = ""


def looked(asked: Questions) -> list[Look]:
    """Every question judged, the rarest first; what takes long is done here, and needs no room."""
    with extras_named():
        from houseway.lab.luck import luck
    found = []
    for each in asked.asked:
        if not each.bets:
            found.append(_unjudged(each))
            continue
        told = luck(each.rounds, each.laws, each.result, each.slack, exact=each.exact)
        extreme = told.as_extreme
        of_all = extreme.times(asked.looks)
        chances = (told.as_high, told.as_low, extreme, of_all)
        found.append(
            Look(
                each.title,
                each.bets,
                each.wagered,
                round(told.result),
                round(told.expected),
                round(told.deviation),
                told.method,
                *chances,
                tuple(map(str, chances)),
                each.left_out,
            )
        )
    return sorted(found, key=lambda look: look.as_extreme[1])


def _unjudged(asked: Question) -> Look:
    """Of wagers whose law is not known, or not yet, nothing is said: any chance is possible."""
    unknown = (0.0, 1.0)
    amounts = (0, asked.wagered, 0, 0, 0)
    return Look(asked.title, *amounts, UNJUDGED, unknown, unknown, unknown, unknown, 4 * ("–",), asked.left_out)


UNJUDGED = "not judged"

METHODS = {
    UNJUDGED: "no wager of it has a law that is known here, or known yet",
    "exact": "the convolution of all wagers' laws, counted in whole numbers",
    "transform": "the same by a Fourier transform, with its error added",
    "bounded": "Chernoff's bound, by Hölder's inequality where a round has several of the wagers; where it has one, "
    "also the theorem of Berry and Esseen",
}


def luck_sheet(asked: Questions, looks: list[Look]) -> Sheet:
    """The looks on paper, the rarest first."""
    heads: Cells = ("Looked at", "Wagers", "Wagered", "Players won", "Expected", "Deviation", "As high", "As low")
    heads += ("As extreme", f"In {asked.looks:,} looks" if asked.looks > 1 else "In one look", "How")
    rows = [
        (
            look.title,
            f"{look.bets:,}",
            dollars(look.wagered),
            signed(look.result),
            signed(look.expected),
            dollars(look.deviation),
            *look.cells,
            look.method,
        )
        for look in looks
    ]
    used = dict.fromkeys(look.method for look in looks)
    how = [Words(f"{method}: {METHODS[method]}.") for method in used]
    left = [Words(f"Left out: {each}.") for each in asked.left_out]
    sections = [
        Section("Is it luck?", [Listing(heads, rows, tuple(range(1, 10)))] if rows else [Words("Nobody has wagered.")]),
        Section("What is meant", [Words(f"Looks: {asked.why}."), *how, *left, *map(Words, NOTES)]),
    ]
    about = [("Period", asked.period.in_words)]
    return Sheet(
        "Is it luck?", f"{asked.period.in_words}. {PLAY_CHIPS}", about, sections, wide=True, foot="Is it luck?"
    )


def luck_json(asked: Questions, looks: list[Look]) -> dict[str, Any]:
    """The same as JSON; amounts in cents, chances as pairs of bounds."""
    told = [{key: value for key, value in look._asdict().items() if key != "cells"} for look in looks]
    return {
        "period": asked.period.in_words,
        "looks": asked.looks,
        "why": asked.why,
        "found": told,
        "notes": list(NOTES),
    }
