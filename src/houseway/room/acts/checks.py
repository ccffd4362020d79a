"""What a command does to a table, who may do it and when; the answer is the entry for the journal."""

from collections.abc import Callable, Mapping
from typing import Any

from houseway.cards import mask, parse_cards
from houseway.errors import HousewayError, IllegalAnswer, IllegalBet, UnknownName
from houseway.round import Answer, Arrange, Irregularity, Question
from houseway.money import dollars
from houseway.room.answers import default_of, encode
from houseway.room.table.rounds import accounts, drive, end, starting
from houseway.room.desk import Body, Command, Desk
from houseway.room.errors import Forbidden
from houseway.room.table.state import HOUSE, Live
from houseway.room.people import PLAYER, STAFF, SURVEILLANCE, Person
from houseway.room.table.seats import BETTING, PLAYING, Place

MOST_REASON = 200


def refuse_unknown(kind: str, *, by_house: bool) -> None:
    """Refuse what nobody can command; that time has run out is for the house alone to say."""
    if kind not in DEEDS or by_house != (kind == "timeout"):
        raise UnknownName(f"there is no command {kind!r}; the commands are {', '.join(sorted(PEOPLES))}")


def checked(live: Live, command: Command, person: Person | None, desk: Desk) -> Body:
    """Check a command: what is to change. `person` is None for the house's own acts."""
    if live.closed:
        raise HousewayError("this table is closed: choose another in the lobby")
    refuse_unknown(command.kind, by_house=person is None)
    if person is not None and person.provisional:
        raise Forbidden("choose a password of your own first")
    return DEEDS[command.kind](live, person, dict(command.data), desk)


def perform(live: Live, command: Command, person: Person | None, desk: Desk) -> Body:
    """Check a command, change the table, and write down what has changed."""
    entries: list[list[Any]] = []
    data = checked(live, command, person, desk)
    answers = data.pop("answers", [])
    body: Body = {"kind": command.kind, "by": person.id if person else HOUSE, "data": data}
    live.loose = True
    live.change(body)
    if wagers := starting(live, command.kind, desk):
        body["start"] = {"round": desk.new_round(live), "wagers": wagers, "accounts": accounts(live, wagers)}
        live.start(body["start"], live.version + 1)
    for seat, answer, by in answers:
        live.enter(seat, answer, by)
        entries.append([seat, encode(answer), by])
    drive(live, entries, desk)
    if entries:
        body["entries"] = entries
    if live.phase == PLAYING and live.ruling is not None:
        body["end"] = end(live, desk)
    return body


# ---------------------------------------------------------------------------------------------------- what is asked for


def _seat_number(live: Live, data: Mapping[str, Any]) -> int:
    seat = data.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in live.places:
        raise UnknownName(f"there is no seat {seat!r}: the seats are numbered 1 to {len(live.places)}")
    return seat


def _seated(live: Live, person: Person | None) -> Place:
    place = None if person is None else live.place_of(person.id)
    if place is None:
        raise Forbidden("sit down first")
    return place


def _staff(person: Person | None) -> None:
    if person is None or person.role not in STAFF:
        raise Forbidden("that is for a supervisor")


def _between(live: Live) -> None:
    if live.phase == PLAYING:
        raise IllegalBet("the round is being played: wagers are open again when it has ended")
    if live.paused:
        raise HousewayError("the table is paused")


def _reason(data: Mapping[str, Any]) -> str:
    reason = data.get("reason")
    if not isinstance(reason, str) or not 3 <= len(reason.strip()) <= MOST_REASON or not reason.isprintable():
        raise HousewayError(f"give a reason of 3 to {MOST_REASON} characters")
    return reason.strip()


def _sit(live: Live, person: Person | None, data: Mapping[str, Any], _desk: Desk) -> Body:
    assert person is not None
    seat = _seat_number(live, data)
    if person.role != PLAYER:
        raise Forbidden(f"a {person.role} does not play: come as a guest to sit down")
    if live.place_of(person.id):
        raise HousewayError("you have a seat at this table already")
    if not live.places[seat].free:
        raise HousewayError(f"seat {seat} is taken")
    return {"seat": seat, "name": person.name}


def _leave(live: Live, person: Person | None, _data: Mapping[str, Any], _desk: Desk) -> Body:
    return {"seat": _seated(live, person).number}


def _add_bot(live: Live, person: Person | None, data: Mapping[str, Any], _desk: Desk) -> Body:
    _may_manage_bots(live, person)
    seat = _seat_number(live, data)
    if not live.places[seat].free:
        raise HousewayError(f"seat {seat} is taken")
    return {"seat": seat}


def _remove_bot(live: Live, person: Person | None, data: Mapping[str, Any], _desk: Desk) -> Body:
    _may_manage_bots(live, person)
    seat = _seat_number(live, data)
    if not live.places[seat].bot or live.places[seat].left:
        raise HousewayError(f"there is no bot at seat {seat}")
    return {"seat": seat}


def _may_manage_bots(live: Live, person: Person | None) -> None:
    assert person is not None
    if person.role == SURVEILLANCE or (person.role == PLAYER and live.place_of(person.id) is None):
        raise Forbidden("sit down first: those who play and the supervisor call bots")


def _bet(live: Live, person: Person | None, data: Mapping[str, Any], desk: Desk) -> Body:
    place = _seated(live, person)
    _between(live)
    wagers = data.get("wagers")
    if not isinstance(wagers, Mapping) or not all(_cents(cents) for cents in wagers.values()):
        raise IllegalBet('wagers are whole cents by the id of the wager, as in {"main": 2500}')
    bets = {str(wager): cents for wager, cents in wagers.items() if cents}
    faults = list(live.game.faults(live.settings, place.number, bets))
    known = {spec.id: spec for spec in live.game.document.wagers}
    faults += [
        f"{known[w].name} is offered when its time comes" for w in bets if w in known and not known[w].before_deal
    ]
    chips = desk.balance(live.account(place.number))
    if sum(bets.values()) > chips:
        faults.append(f"that takes {dollars(sum(bets.values()))}, and you have {dollars(chips)}")
    if faults:
        raise IllegalBet("; ".join(faults))
    return {"wagers": bets}


def _cents(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _clear(live: Live, person: Person | None, _data: Mapping[str, Any], _desk: Desk) -> Body:
    _seated(live, person)
    _between(live)
    return {}


def _ready(live: Live, person: Person | None, _data: Mapping[str, Any], _desk: Desk) -> Body:
    place = _seated(live, person)
    _between(live)
    others = [p for p in live.places.values() if p.person and not p.left and p is not place]
    if live.phase == BETTING and not place.wagers and all(p.ready and not p.wagers for p in others):
        raise IllegalBet("make a wager first")
    return {}


def _cut(live: Live, person: Person | None, data: Mapping[str, Any], _desk: Desk) -> Body:
    _seated(live, person)
    _between(live)
    if live.cut is not None or live.position:
        raise HousewayError("this shoe has been cut: the next one may be cut before its first card")
    position, size = data.get("position"), len(live.commitment)
    if not isinstance(position, int) or isinstance(position, bool) or not 0 <= position < size:
        raise HousewayError(f"cut between 0 and {size - 1}")
    return {"position": position}


def _answer(live: Live, person: Person | None, data: Mapping[str, Any], _desk: Desk) -> Body:
    place = _seated(live, person)
    assert person is not None
    if live.phase != PLAYING:
        raise IllegalAnswer("no round is being played: nothing is asked")
    if live.paused:
        raise HousewayError("the table is paused")
    question = next((q for q in live.standing.asked if q.seat == place.number), None)
    if question is None:
        raise IllegalAnswer(f"seat {place.number} is not asked anything now")
    answer = read_answer(question, data.get("answer"))
    question.check(answer)
    return {"answers": [(place.number, answer, person.id)]}


def read_answer(question: Question, given: object) -> Answer:
    """An answer as it comes in: a word, cents, or piles as masks or as names of cards."""
    if isinstance(question, Arrange):
        if not isinstance(given, list | tuple) or len(given) > len(question.piles):
            raise IllegalAnswer(f"set the piles {', '.join(question.piles)}, each a list of cards", question.clause)
        return tuple(_pile(pile) for pile in given)
    if isinstance(given, str | int) and not isinstance(given, bool):
        return given
    raise IllegalAnswer(f"{given!r} is no answer: it is a word or a number")


def _pile(pile: object) -> int:
    if isinstance(pile, int) and not isinstance(pile, bool):
        return pile
    if isinstance(pile, list | tuple) and all(isinstance(card, str) for card in pile):
        cards = parse_cards(" ".join(pile))
        if len(set(cards)) == len(cards):
            return mask(cards)
    raise IllegalAnswer("a pile is a list of different cards, as in As Kd")


def _irregularity(live: Live, person: Person | None, data: Mapping[str, Any], _desk: Desk) -> Body:
    _staff(person)
    assert person is not None
    if live.phase != PLAYING:
        raise IllegalAnswer("no round is being played: ask for a void or a correction of a round that has ended")
    kind, seat = str(data.get("kind", "")), data.get("seat", 0)
    if not isinstance(seat, int) or seat not in (0, *live.setup.numbers):
        raise UnknownName(f"seat {seat!r} is not in this round")
    live.setup.control(kind)
    return {
        "kind": kind,
        "seat": seat,
        "reason": _reason(data),
        "answers": [(-1, Irregularity(kind, seat), person.id)],
    }


def _pause(live: Live, person: Person | None, _data: Mapping[str, Any], _desk: Desk) -> Body:
    _staff(person)
    if live.paused:
        raise HousewayError("the table is paused already")
    return {}


def _resume(live: Live, person: Person | None, _data: Mapping[str, Any], _desk: Desk) -> Body:
    _staff(person)
    if not live.paused:
        raise HousewayError("the table is not paused")
    return {}


def _close(live: Live, person: Person | None, _data: Mapping[str, Any], _desk: Desk) -> Body:
    _staff(person)
    if live.phase == PLAYING:
        raise HousewayError("a round is being played: let it end first")
    return {}


def _request(live: Live, person: Person | None, data: Mapping[str, Any], desk: Desk) -> Body:
    """Ask for a void or a correction of a settled round; another supervisor approves it."""
    _staff(person)
    round_, what = data.get("round"), data.get("what")
    if not isinstance(round_, int) or isinstance(round_, bool) or what not in ("void", "correction"):
        raise HousewayError('ask for {"what": "void" or "correction", "round": its number, "reason": …}')
    asked: Body = {"round": round_, "what": what, "reason": _reason(data)}
    desk.account_in(live, round_, 0)
    if what == "correction":
        seat, cents = data.get("seat"), data.get("cents")
        fit = isinstance(cents, int) and not isinstance(cents, bool) and 0 < abs(cents) < 2**53
        if not isinstance(seat, int) or not fit:
            raise HousewayError("a correction names a seat and the cents it gains, below zero what it gives back")
        desk.account_in(live, round_, seat)
        asked |= {"seat": seat, "cents": cents}
    return asked


def _approve(live: Live, person: Person | None, data: Mapping[str, Any], desk: Desk) -> Body:
    _staff(person)
    assert person is not None
    number = data.get("request")
    if not isinstance(number, int) or number not in live.requests:
        raise UnknownName(f"nothing is asked for under the number {number!r}")
    asked = live.requests[number]
    if asked["by"] == person.id:
        raise Forbidden("two people: another supervisor approves what one has asked for")
    if asked["what"] == "void":
        lines = [[account, -cents] for account, cents in sorted(desk.of_round(asked["round"]).items()) if cents]
        if not lines:
            raise HousewayError(f"round {asked['round']} has nothing left to void")
    else:
        account = desk.account_in(live, asked["round"], asked["seat"])
        lines = [[account, asked["cents"]], [f"house:{live.id}", -asked["cents"]]]
    return {"request": number, "lines": lines}


def _timeout(live: Live, _person: Person | None, _data: Mapping[str, Any], _desk: Desk) -> Body:
    """The house acts when time has run out: defaults for those asked, a round with the wagers made, or the next one."""
    if live.phase != PLAYING:
        return {}
    asked = [q for q in live.standing.asked if q.seat in live.places]
    answers = [(q.seat, default_of(q), HOUSE) for q in asked]
    return {"seats": [q.seat for q in asked], "answers": answers}


Deed = Callable[[Live, Person | None, dict[str, Any], Desk], Body]
DEEDS: Mapping[str, Deed] = {
    "sit": _sit,
    "leave": _leave,
    "bet": _bet,
    "clear": _clear,
    "ready": _ready,
    "answer": _answer,
    "cut": _cut,
    "add-bot": _add_bot,
    "remove-bot": _remove_bot,
    "irregularity": _irregularity,
    "pause": _pause,
    "resume": _resume,
    "close": _close,
    "request": _request,
    "approve": _approve,
    "timeout": _timeout,
}
PEOPLES = tuple(kind for kind in DEEDS if kind != "timeout")
