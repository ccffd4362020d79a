"""A dealt round as written down (TOML or JSON), and the ruling on it.

    game = "super-pan-9"
    settings = { decks = 8, commission = "5%" }
    dealer = { cards = "Kd 2c 3h 4s" }
    [[seat]]
    number = 1
    cards = "6h Qc As"
    wagers = { main = "25.00", tie = "5.00" }

Cards stand in the order in which each hand received them. What else a hand may tell (how it was set, what was chosen)
its game reads from `more`; where a seat chooses several times, `play` lists its choices in order. Packets dealt to
places where nobody plays are not recorded.
`[[irregularity]]` entries (`kind`, `seat`) are a supervisor's calls. The call `out-of-cards` is the shoe's own: the
round is played with the recorded cards until one is missing, and is void there.
A round of the card room also tells its `entries` (who answered what, in order), and is then replayed by them.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.cards import names, parse_cards
from houseway.errors import Faulty, HousewayError, IllegalRound
from houseway.flow import (
    CHANCE,
    DEALER,
    OUT_OF_CARDS,
    Answer,
    Arrange,
    Choose,
    Deal,
    Draw,
    Entry,
    Irregularity,
    Question,
    Standing,
    Table,
    Wager,
)
from houseway.money import parse_cents
from houseway.reader import Reader
from houseway.ruling import Ruling, Setup
from houseway.shoe import check_seen, shuffled_again

if TYPE_CHECKING:
    from houseway.game import Game


@dataclass(frozen=True)
class Hand:
    """What the record says of the dealer or of a seat; `answered` is what it has been asked and answered so far."""

    place: int
    cards: tuple[int, ...]
    more: Mapping[str, Any]
    answered: tuple[tuple[Question, Answer], ...] = ()

    @property
    def who(self) -> str:
        return "the dealer" if self.place == DEALER else f"seat {self.place}"


@dataclass(frozen=True)
class Record:
    """A dealt round, read and checked as far as its form goes."""

    game: "Game"
    setup: Setup
    hands: Mapping[int, Hand]
    irregularities: tuple[Irregularity, ...]
    more: Mapping[str, Any]


def read_record(path: Path) -> Record:
    """Read a record from a TOML or JSON file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise Faulty(str(path), [("file", fault.strerror or str(fault))]) from None
    except UnicodeDecodeError:
        raise Faulty(str(path), [("file", "is not text")]) from None
    try:
        table = json.loads(text) if path.suffix == ".json" or text.lstrip().startswith("{") else tomllib.loads(text)
    except ValueError as fault:
        raise Faulty(str(path), [("file", str(fault))]) from None
    return record_from(table, str(path))


def record_from(table: Any, file: str = "record") -> Record:
    """Check a parsed record whole; every fault with its place."""
    from houseway.games import game as find_game

    top = Reader(table, "document", [])
    try:
        game = find_game(top.text("game"))
        settings = game.document.configure(top.strings("settings"))
    except HousewayError as fault:
        raise Faulty(file, [*top.faults, ("game and settings", str(fault))]) from None
    dealer = _hand(top.table("dealer"), DEALER) if top.has("dealer") else Hand(DEALER, (), {})
    hands = {DEALER: dealer}
    wagers: dict[int, dict[str, int]] = {}
    for seat in top.tables("seat"):
        number = seat.integer("number")
        if number in hands:
            seat.fault("number", f"seat {number} stands there twice" if number else "is a seat's number, from 1")
        wagers[number] = _wagers(seat)
        hands[number] = _hand(seat, number)
    calls = tuple(_irregularity(each) for each in top.tables("irregularity", required=False))
    top.value("game")
    more = top.rest()
    try:
        setup = game.setup(settings, wagers)
    except HousewayError as fault:
        raise Faulty(file, [*top.faults, ("seats", str(fault))]) from None
    if top.faults:
        raise Faulty(file, top.faults)
    return Record(game, setup, hands, calls, more)


def _hand(at: Reader, place: int) -> Hand:
    cards: tuple[int, ...] = ()
    try:
        cards = parse_cards(at.text("cards"))
    except HousewayError as fault:
        at.fault("cards", str(fault))
    return Hand(place, cards, at.rest())


def _wagers(at: Reader) -> dict[str, int]:
    wagers = {}
    for wager, amount in at.strings("wagers").items():
        try:
            wagers[wager] = parse_cents(amount)
        except HousewayError as fault:
            at.fault(f"wagers.{wager}", str(fault))
    return wagers


def _irregularity(at: Reader) -> Irregularity:
    call = Irregularity(at.text("kind"), at.integer("seat", DEALER))
    at.finish()
    return call


def settle(record: Record) -> tuple[Ruling, tuple[Entry, ...]]:
    """Rule on a dealt round: play it with the recorded cards and choices. The ruling, and the entries that gave it."""
    pack = record.game.table.pack(record.setup.settings)
    seen = [card for hand in record.hands.values() for card in hand.cards]
    check_seen(seen, pack, f"the {len(pack)} cards of this game")
    if "entries" in record.more:
        return _replayed(record)
    table = Table(record.game.table.play, record.setup)
    for call in (*record.irregularities, *_calls(record)):
        if call != OUT_OF_CARDS and table.standing.ruling is None:
            table.enter(Entry(CHANCE, call))
    if table.standing.ruling is None:
        # What the rules forbid is refused, but for hands that are void: their cards no longer matter.
        sound = {place: hand for place, hand in record.hands.items() if place not in table.void}
        if faults := list(record.game.table.impossible(sound)):
            raise IllegalRound("; ".join(faults))
        _play_through(table, replace(record, hands=sound), Counter(pack) - Counter(seen))
    return table.standing.ruling or (), tuple(table.entries)


def _play_through(table: Table, record: Record, unseen: Counter[int]) -> None:
    """Answer every question from the record; any unseen card goes to a place of which it tells none."""
    left = {place: list(hand.cards) for place, hand in record.hands.items()}
    left[CHANCE] = list(unseen.elements())
    told: dict[int, Told] = {place: Told(hand.more) for place, hand in record.hands.items()}
    hands = {place: replace(hand, more=told[place]) for place, hand in record.hands.items()}
    while (standing := table.standing).ruling is None:
        question = standing.asked[0]
        _enter(table, Entry(question.seat, _answer(question, standing, replace(record, hands=hands), left)), record)
    if OUT_OF_CARDS in record.irregularities and OUT_OF_CARDS not in (entry.answer for entry in table.entries):
        raise IllegalRound("the record says that the shoe ran out of cards, and the round ends with all that it needs")
    _check_left(record, left)
    _check_choices(record, standing)
    _check_read(record, told)


class Told(Mapping[str, Any]):
    """What a record tells of a hand, and which of it was read."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


SETTINGS_OF_HANDS = ("high", "low", "front", "middle", "back")
"""Fields that tell how a hand was set; a round that ends before it is compared does not ask for them."""


def _replayed(record: Record) -> tuple[Ruling, tuple[Entry, ...]]:
    """Rule on a round by its entries, whose cards must be those that the record shows."""
    table = Table(record.game.table.play, record.setup)
    entries = record.more["entries"]
    if not isinstance(entries, list):
        raise IllegalRound(f"the entries are a list of seats and answers, not {entries!r}")
    for line in entries:
        if not isinstance(line, list) or len(line) != 2 or not isinstance(line[0], int):
            raise IllegalRound(f"{line!r} is no entry: it is a seat and its answer")
        _enter(table, Entry(line[0], _entered(line[1])), record)
    for place, hand in record.hands.items():
        if (dealt := table.standing.cards(place)) != hand.cards:
            raise IllegalRound(f"{hand.who} has {names(hand.cards)} in the record, and {names(dealt)} by its entries")
    if table.standing.ruling is None:
        raise IllegalRound("the entries end before the round does")
    return table.standing.ruling, tuple(table.entries)


def _enter(table: Table, entry: Entry, record: Record) -> None:
    """Take one entry; a shoe has run out only where no discard could be shuffled."""
    if entry.answer == OUT_OF_CARDS:
        settings = record.setup.settings
        if cards := shuffled_again(record.game.table.pack(settings), table.standing.dealt, settings):
            raise IllegalRound(
                f"the round is not void for want of cards: {len(cards)} are not on the table, and are shuffled by the "
                f"setting {OUT_OF_CARDS.kind} = {settings.text(OUT_OF_CARDS.kind)}"
            )
    table.enter(entry)


def _entered(value: Any) -> Answer | Irregularity:
    if isinstance(value, dict):
        seat = value.get("seat", DEALER)
        if not isinstance(seat, int):
            raise IllegalRound(f"{value!r} is no call: its seat is a number")
        return Irregularity(str(value.get("irregularity")), seat)
    answer: Answer = tuple(value) if isinstance(value, list) else value
    return answer


def _answer(
    question: Question, standing: Standing, record: Record, left: dict[int, list[int]]
) -> Answer | Irregularity:
    if isinstance(question, Deal):
        if question.to not in record.hands:  # nobody plays there: any card that was not seen stands for the dealt one
            return left[CHANCE].pop()
        if not left.get(question.to):
            if OUT_OF_CARDS in record.irregularities:
                return OUT_OF_CARDS
            hand = record.hands.get(question.to) or Hand(question.to, (), {})
            got = f"only {names(hand.cards)}" if hand.cards else "no cards"
            raise IllegalRound(f"{hand.who} has {got} in the record, and is dealt one more by the rules")
        return left[question.to].pop(0)
    if isinstance(question, Draw):
        drawn: Answer = record.more.get("drawn", question.least)
        return drawn
    answered = tuple(
        (event, answer)
        for event, answer in standing.events
        if isinstance(event, Choose | Arrange | Wager) and event.seat == question.seat and answer is not None
    )
    return record.game.table.recorded(question, replace(record.hands[question.seat], answered=answered))


def _calls(record: Record) -> tuple[Irregularity, ...]:
    """The irregularities that the recorded cards show by themselves, where the game names them: a short hand."""
    show = getattr(record.game.table, "irregular", None)
    return () if show is None else tuple(show(record.hands))


def _check_left(record: Record, left: dict[int, list[int]]) -> None:
    """Every recorded card must have been dealt by the rules."""
    for place, hand in record.hands.items():
        cards = left[place]
        if cards:
            raise IllegalRound(
                f"{hand.who} has {names(hand.cards)} in the record, but the rules do not deal {names(cards)}"
            )


def _check_choices(record: Record, standing: Standing) -> None:
    """Every choice that a seat's `play` lists must have been asked for."""
    for hand in record.hands.values():
        listed = str(hand.more.get("play", "")).replace(",", " ").split()
        asked = sum(isinstance(event, Choose) and event.seat == hand.place for event, _ in standing.events)
        if len(listed) > asked:
            raise IllegalRound(
                f"{hand.who} has play {' '.join(listed)} in the record, but nothing was asked for {listed[asked]!r}"
            )


def _check_read(record: Record, told: Mapping[int, Told]) -> None:
    """What a seat is told to have staked or declared must have been asked for, not a wager that was not offered."""
    for place, hand in record.hands.items():
        passed = {"play", *SETTINGS_OF_HANDS, *told[place].read}
        unread = [field for field, value in hand.more.items() if field not in passed and value not in (False, 0, "0")]
        if unread and place != DEALER:
            fields = ", ".join(unread)
            raise IllegalRound(f"{hand.who} has {fields} in the record, and nothing in the round asks for it")


def remarks(record: Record) -> tuple[str, ...]:
    """What the game has to say of a record besides its ruling, such as that the house's hand was misset."""
    say = getattr(record.game.table, "remarks", None)
    return () if say is None else tuple(say(record))
