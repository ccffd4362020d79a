"""The ruling on a dealt round: played with the recorded cards and choices, or replayed by its entries."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from houseway.cards import names
from houseway.document.controls import STAGES
from houseway.errors import IllegalAnswer, IllegalRound
from houseway.round import codec
from houseway.round.driver import Driver
from houseway.round.irregularities import (
    ANOTHER,
    FORFEIT,
    NUMBER,
    PLAY_ON,
    REPLACE,
    VOID_HAND,
    VOID_ROUND,
    stage_of,
    takes_any_number,
)
from houseway.round.irregularities import remarks as remarks_on
from houseway.round.meters import moved
from houseway.round.questions import (
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
    Wager,
    default_of,
)
from houseway.round.record import OLD, Hand, Record, Settled
from houseway.round.shuffle import shuffled_again
from houseway.shoe import check_seen

SET_FIELDS = "cards"
"""Fields of this kind tell how a hand was set; a round that ends before it is compared does not ask for them."""


def settle(record: Record) -> Settled:
    """Rule on a dealt round."""
    pack = record.game.pack(record.setup.settings)
    seen = [card for hand in record.hands.values() for card in hand.cards]
    check_seen(seen, pack, f"the {len(pack)} cards of this game")
    driver = Driver(record.game.round, record.setup)
    if record.entries is not None:
        _replay(driver, record)
        check_seen(driver.standing.dealt, pack, f"the {len(pack)} cards of this game")
    else:
        driver = _adjudicate(driver, record, Counter(pack) - Counter(seen))
    ruling = driver.standing.ruling or ()
    said = (record.remark,) if record.remark else ()
    on_meters = (each.in_words(record.game.document) for each in moved(record.game, record.setup, ruling))
    remarks = (*said, *record.game.remarks(record), *remarks_on(driver.followed), *on_meters)
    return Settled(record, ruling, tuple(driver.answered), driver.standing, remarks)


def _adjudicate(driver: Driver, record: Record, unseen: Counter[int]) -> Driver:
    """Play a record of hands through; the driver that has done so."""
    calls = [call for call in (*record.irregularities, *record.game.irregular(record.hands)) if call != OUT_OF_CARDS]
    due = {stage: [call for call in calls if _enters_at(call, record) == stage] for stage in ("", *STAGES)}
    lying = {call.seat for call in calls if _lies(call, record)}
    for call in due.pop(""):
        if driver.standing.ruling is None:
            sized = call.seat in lying and takes_any_number(record.game.round, record.setup, call.seat)
            driver.enter(Entry(CHANCE, call._replace(cards=len(record.hands[call.seat].cards)) if sized else call))
    if driver.standing.ruling is not None:
        return driver
    # What the rules forbid is refused, but for hands that are dead: their cards no longer matter.
    dying = {call.seat for calls in due.values() for call in calls if _kills(call, record)}
    sound = {place: hand for place, hand in record.hands.items() if place not in driver.void | dying}
    left = {place: list(hand.cards) for place, hand in record.hands.items()}
    left[CHANCE] = list(unseen.elements())
    try:
        _check_possible(record, sound, lying)
        return _play_through(driver, replace(record, hands=sound), left, due)
    except (IllegalRound, IllegalAnswer) as fault:
        if not lying:
            raise
        raise IllegalRound(
            f"{fault}: the written control plays a hand with a wrong number of cards as it lies, and the rules of "
            f"{record.game.name} do not value it so; call what voids the hand or the round"
        ) from None


def _check_possible(record: Record, sound: Mapping[int, Hand], lying: Collection[int]) -> None:
    """Refuse what the rules forbid in hands that are not played as they lie, nor cut short by a shoe that ran out."""
    short = {DEALER} if OUT_OF_CARDS in record.irregularities else set()
    hands = {place: hand for place, hand in sound.items() if place not in {*lying, *short}}
    if faults := list(record.game.impossible({DEALER: Hand(DEALER, (), {})} | hands)):
        raise IllegalRound("; ".join(faults))


def _then(call: Irregularity, record: Record) -> str:
    """What follows from a call of a record, by the stage that it tells, or whatever the stage."""
    control = record.setup.control(call.kind)
    follows = control.follows(call.seat)
    if call.stage or not follows:
        return control.then(call.seat, call.stage or STAGES[0])
    if len(follows) < len(STAGES) or len(set(follows.values())) > 1:
        stages = ", ".join(f"{stage} ({then})" for stage, then in follows.items())
        raise IllegalRound(f'say at which stage {call.kind} was called, as in stage = "play": {stages}', control.clause)
    return next(iter(follows.values()))


def _enters_at(call: Irregularity, record: Record) -> str:
    """The stage at which a call is entered; "" before the first card, where that is all the same."""
    needs_cards = _then(call, record) in (REPLACE, ANOTHER)
    return call.stage or (("play" if _then(call, record) == ANOTHER else "deal") if needs_cards else "")


def _lies(call: Irregularity, record: Record) -> bool:
    """Whether a hand with a wrong number of cards is played as it lies."""
    return call.kind in NUMBER and _then(call, record) == PLAY_ON


def _kills(call: Irregularity, record: Record) -> bool:
    return _then(call, record) in (VOID_HAND, FORFEIT)


Due = dict[str, list[Irregularity]]
"""Calls that are still to be entered, by stage."""


def _play_through(driver: Driver, record: Record, left: dict[int, list[int]], due: Due) -> Driver:
    """Answer every question from the record; any unseen card goes to a place of which it tells none.

    `left` are the cards still to be dealt to each place, those of dead hands too; an unseen one stands for one missing.
    """
    read = {place: Noted(hand.more) for place, hand in record.hands.items()}
    noted = replace(record, hands={place: replace(hand, more=read[place]) for place, hand in record.hands.items()})
    while (standing := driver.standing).ruling is None:
        if (call := _due_now(standing, due, record)) is not None:
            driver = _call(driver, call, record, left)
            continue
        question = standing.asked[0]
        _enter(driver, Entry(question.seat, _answer(question, standing, noted, left)), record)
    if OUT_OF_CARDS in record.irregularities and OUT_OF_CARDS not in (entry.answer for entry in driver.entries):
        raise IllegalRound("the record says that the shoe ran out of cards, and the round ends with all that it needs")
    if late := [call for calls in due.values() for call in calls]:
        raise IllegalRound(f"{late[0].kind} is called at a stage that the round did not come to")
    if not any(each.then == VOID_ROUND and each.call != OUT_OF_CARDS for each in driver.followed):
        _check_left(record, left)
        _check_choices(record, standing)
        _check_read(record, read)
    return driver


def _due_now(standing: Standing, due: Due, record: Record) -> Irregularity | None:
    """A call that is entered now: at its stage, a card that is replaced once it is dealt, another where it is asked."""
    for call in due.get(stage_of(standing), []):
        then = _then(call, record)
        ready = then not in (REPLACE, ANOTHER) or bool(standing.cards(call.seat))
        if ready and (then != ANOTHER or any(question.seat == call.seat for question in standing.asked)):
            due[stage_of(standing)].remove(call)
            return call
    return None


def _call(driver: Driver, call: Irregularity, record: Record, left: dict[int, list[int]]) -> Driver:
    """Enter a call. The hands of a record are those that were played: an unseen card stands for one that was burnt."""
    call = call._replace(stage="")
    if _then_at(driver, call, record) != REPLACE:
        driver.enter(Entry(CHANCE, call))
        return driver
    if not left[CHANCE]:
        raise IllegalRound("no card is left that can have been burnt: tell the round by its entries")
    at = max(at for at, (asked, _) in enumerate(driver.answered) if isinstance(asked, Deal) and asked.to == call.seat)
    entries = driver.entries
    burnt, lies = Entry(CHANCE, left[CHANCE].pop()), entries[at]
    again = Driver(record.game.round, record.setup)
    for entry in (*entries[:at], burnt, *entries[at + 1 :], Entry(CHANCE, call), lies):
        again.enter(entry)
    return again


def _then_at(driver: Driver, call: Irregularity, record: Record) -> str:
    return record.setup.control(call.kind).then(call.seat, stage_of(driver.standing))


class Noted(Mapping[str, Any]):
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


def _replay(driver: Driver, record: Record) -> None:
    """Rule on a round by its entries, whose cards must be those that the record shows."""
    for line in record.entries or ():
        entry = _old_entry(line) if record.form == OLD else codec.read_entry(line, driver.asked)
        _enter(driver, entry, record)
    calls = tuple(entry.answer for entry in driver.entries if isinstance(entry.answer, Irregularity))
    told = [(call.kind, call.seat) for call in record.irregularities]
    if told and told != [(call.kind, call.seat) for call in calls]:
        raise IllegalRound("the irregularities of the record are not the calls among its entries: keep one of the two")
    for place, hand in record.hands.items():
        if (dealt := driver.standing.cards(place)) != hand.cards:
            raise IllegalRound(f"{hand.who} has {names(hand.cards)} in the record, and {names(dealt)} by its entries")
    if driver.standing.ruling is None:
        raise IllegalRound("the entries end before the round does")
    _check_told(record, driver.standing)


def _check_told(record: Record, standing: Standing) -> None:
    """What a record tells of chance beside its entries is what they tell."""
    drawn = [answer for question, answer in standing.events if isinstance(question, Draw)]
    if drawn and record.more.get("drawn", drawn[0]) != drawn[0]:
        raise IllegalRound(f"{record.more['drawn']} was drawn by the record, and {drawn[0]} by its entries")
    burnt = codec.hand_json(standing.burnt)
    if sorted(record.more.get("burnt", burnt)) != sorted(burnt):
        raise IllegalRound(
            f"{' '.join(record.more['burnt']) or 'nothing'} was burnt by the record, and "
            f"{' '.join(burnt) or 'nothing'} by its entries"
        )


def _enter(driver: Driver, entry: Entry, record: Record) -> None:
    """Take one entry; a shoe has run out only where no discard could be shuffled."""
    if entry.answer == OUT_OF_CARDS:
        settings = record.setup.settings
        if cards := shuffled_again(record.game.pack(settings), driver.standing.dealt, settings):
            raise IllegalRound(
                f"the round is not void for want of cards: {len(cards)} are not on the table, and are shuffled by the "
                f"setting {OUT_OF_CARDS.kind} = {settings.text(OUT_OF_CARDS.kind)}"
            )
    driver.enter(entry)


def _old_entry(line: Any) -> Entry:
    """An entry of the first format: a seat and its answer, cards as numbers and piles as masks."""
    if not isinstance(line, list) or len(line) != 2 or not isinstance(line[0], int):
        raise IllegalRound(f"{line!r} is no entry: it is a seat and its answer")
    seat, value = line
    if isinstance(value, dict):
        of = value.get("seat", DEALER)
        if not isinstance(of, int):
            raise IllegalRound(f"{value!r} is no call: its seat is a number")
        return Entry(seat, Irregularity(str(value.get("irregularity")), of))
    return Entry(seat, tuple(value) if isinstance(value, list) else value)


def _answer(
    question: Question, standing: Standing, record: Record, left: dict[int, list[int]]
) -> Answer | Irregularity:
    if isinstance(question, Deal):
        if question.to not in record.hands:  # nobody plays there: any card that was not seen stands for the dealt one
            if not (cards := left.get(question.to) or left[CHANCE]):
                raise IllegalRound("the record shows more cards than can have been dealt: none is left for the others")
            return cards.pop(0)
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
    if question.seat not in record.hands:  # a hand that is killed later: what it chose no longer matters
        return default_of(question)
    return record.game.recorded(question, replace(record.hands[question.seat], answered=answered))


def _check_left(record: Record, left: dict[int, list[int]]) -> None:
    """Every recorded card must have been dealt by the rules."""
    for place, hand in record.hands.items():
        cards = left[place]
        if cards:
            raise IllegalRound(
                f"{hand.who} has {names(hand.cards)} in the record, but the rules do not deal {names(cards)}"
            )


def _check_choices(record: Record, standing: Standing) -> None:
    """Every choice that a seat lists in a field of words must have been asked for."""
    for hand in record.hands.values():
        for field, kind in record.game.seat_fields.items():
            if kind != "words" or field not in hand.more:
                continue
            listed = str(hand.more[field]).replace(",", " ").split()
            asked = sum(isinstance(event, Choose) and event.seat == hand.place for event, _ in standing.events)
            if len(listed) > asked:
                raise IllegalRound(
                    f"{hand.who} has {field} {' '.join(listed)} in the record, but nothing was asked for "
                    f"{listed[asked]!r}"
                )


def _check_read(record: Record, read: Mapping[int, Noted]) -> None:
    """What a seat is told to have staked or declared must have been asked for, not a wager that was not offered."""
    kinds = record.game.seat_fields
    for place, hand in record.hands.items():
        passed = {field for field, kind in kinds.items() if kind in (SET_FIELDS, "words")} | read[place].read
        unread = [field for field, value in hand.more.items() if field not in passed and value not in (False, 0, "0")]
        if unread and place != DEALER:
            fields = ", ".join(unread)
            raise IllegalRound(f"{hand.who} has {fields} in the record, and nothing in the round asks for it")
