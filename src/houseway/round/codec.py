"""The one JSON form of cards, questions, answers, payouts, settings and paytables, wherever they are told.

A card is its name and a hidden one null; a hand is a list of cards. What is money is an integer of cents in a field
whose name ends in `_cents`, but for wagers in a record, which people write in dollars. `docs/schemas` publishes it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from houseway.cards import cards_of, in_order, mask, name, parse_card, parse_cards
from houseway.document.model import Document
from houseway.document.paytables import Paytable
from houseway.document.variants import paytable_content
from houseway.errors import Faulty, HousewayError, IllegalAnswer, IllegalRound, short, unreadable
from houseway.round.questions import (
    CHANCE,
    DEALER,
    Answer,
    Arrange,
    Choose,
    Deal,
    Draw,
    Entry,
    Irregularity,
    Question,
    Wager,
)
from houseway.round.ruling import Payout

Json = dict[str, Any]

# ---------------------------------------------------------------------------------------------------- cards


UNKNOWN = "??"
"""A card that nobody saw."""

NOBODY_SAW = (
    f"{UNKNOWN} is a card that nobody saw, and such a round has a range of rulings: houseway settle gives it, and "
    "houseway.disputes.unknown.rulings(record) in Python"
)


def hand_json(cards: Iterable[int]) -> list[str]:
    """Cards in their order."""
    return [name(card) for card in cards]


def read_hand(given: object) -> tuple[int, ...]:
    """Cards as a list of names, or as one text of names."""
    if isinstance(given, str | list | tuple) and UNKNOWN in given:
        raise IllegalRound(NOBODY_SAW)
    if isinstance(given, str):
        return parse_cards(given)
    if isinstance(given, list | tuple) and all(isinstance(card, str) for card in given):
        return tuple(parse_card(card) for card in given)
    raise IllegalRound(f'cards are a text or a list of names, as in "Kd 2c", not {given!r}')


# ---------------------------------------------------------------------------------------------------- questions


def question_json(question: Question) -> Json:
    """What is asked of whom."""
    told: Json = {"seat": question.seat, "kind": type(question).__name__.lower()}
    if isinstance(question, Choose):
        told |= {"options": list(question.options), "clause": question.clause}
    elif isinstance(question, Arrange):
        told |= {"cards": hand_json(in_order(question.cards)), "piles": list(question.piles)}
        told |= {"sizes": list(question.sizes), "clause": question.clause}
    elif isinstance(question, Wager):
        told |= {"wager": question.wager, "least_cents": question.least, "most_cents": question.most}
        told["clause"] = question.clause
    elif isinstance(question, Deal):
        told |= {"to": question.to, "face_up": question.face_up}
    else:
        told |= {"what": question.what, "least": question.least, "most": question.most, "dice": question.dice}
    return told


def answer_json(question: Question, answer: Answer) -> Any:
    """An answer: a word, cents, a number, a card, or piles of cards in the order of the question's."""
    if isinstance(question, Deal) and isinstance(answer, int):
        return name(answer)
    if isinstance(question, Arrange) and isinstance(answer, tuple):
        return [hand_json(in_order(cards_of(pile))) for pile in answer]
    return answer


def read_answer(question: Question, given: object) -> Answer:
    """What `answer_json` writes, and piles as texts of cards or by name; whether it is allowed is asked later."""
    if isinstance(question, Arrange):
        if isinstance(given, Mapping):
            given = _in_order_of(question, given)
        if not isinstance(given, list | tuple) or len(given) > len(question.piles):
            raise IllegalAnswer(f"set the piles {', '.join(question.piles)}, each a list of cards", question.clause)
        return tuple(_pile(pile) for pile in given)
    if isinstance(question, Deal) and isinstance(given, str):
        return parse_card(given)
    if isinstance(given, str | int) and not isinstance(given, bool):
        return given
    raise IllegalAnswer(f"{given!r} is no answer: it is a word or a number")


def _in_order_of(question: Arrange, given: Mapping[str, Any]) -> list[Any]:
    if unknown := [pile for pile in given if pile not in question.piles]:
        raise IllegalAnswer(f"there is no pile {unknown[0]!r}: set {', '.join(question.piles)}", question.clause)
    told = {pile: given[pile] for pile in question.piles if pile in given}
    missing = [pile for pile in question.piles if pile not in told]
    if len(missing) == 1:  # the others tell it
        seen = [card for pile in told.values() for card in cards_of(_pile(pile))]
        told[missing[0]] = hand_json(card for card in question.cards if card not in seen)
    return [told.get(pile, []) for pile in question.piles]


def _pile(given: object) -> int:
    try:
        cards = read_hand(given)
    except HousewayError as fault:
        raise IllegalAnswer(f"a pile is a list of different cards, as in As Kd: {fault}") from None
    if len(set(cards)) != len(cards):
        raise IllegalAnswer("a pile is a list of different cards, as in As Kd")
    return mask(cards)


# ---------------------------------------------------------------------------------------------------- entries


def entry_json(question: Question | None, entry: Entry) -> Json:
    """One line of a round's record in words: who answered what."""
    if isinstance(entry.answer, Irregularity):
        call = entry.answer
        return {"call": call.kind, "seat": call.seat} | ({"cards": call.cards} if call.cards else {})
    answer = entry.answer
    if isinstance(question, Deal) and isinstance(answer, int):
        return {"deal": name(answer), "to": question.to}
    if isinstance(question, Draw):
        return {"draw": answer}
    told: Json = {"seat": entry.seat}
    if isinstance(question, Arrange) and isinstance(answer, tuple):
        return told | {"set": dict(zip(question.piles, answer_json(question, answer), strict=True))}
    if isinstance(question, Wager):
        return told | {"wager": question.wager, "cents": answer}
    return told | {"choose": answer}


FORMS: tuple[tuple[frozenset[str], type | None], ...] = (
    (frozenset({"call", "seat"}), None),
    (frozenset({"call", "seat", "cards"}), None),
    (frozenset({"deal", "to"}), Deal),
    (frozenset({"draw"}), Draw),
    (frozenset({"seat", "set"}), Arrange),
    (frozenset({"seat", "wager", "cents"}), Wager),
    (frozenset({"seat", "choose"}), Choose),
)


def read_entry(given: object, asked: Sequence[Question]) -> Entry:
    """A line of a record, for a round that asks these questions now."""
    kind = next((kind for keys, kind in FORMS if isinstance(given, dict) and set(given) == keys), IllegalRound)
    if not isinstance(given, dict) or kind is IllegalRound:
        known = "; ".join(", ".join(sorted(keys)) for keys, _ in FORMS)
        raise IllegalRound(f"{given!r} is no entry: an entry has the fields {known}")
    if kind is None:
        return Entry(CHANCE, Irregularity(_word(given["call"]), _seat(given["seat"]), _cards(given.get("cards", 0))))
    seat = CHANCE if kind in (Deal, Draw) else _seat(given["seat"])
    question = next((each for each in asked if each.seat == seat and isinstance(each, kind)), None)
    if question is None:
        waits = "; ".join(json.dumps(question_json(each)) for each in asked)
        raise IllegalRound(f"{json.dumps(given)} answers nothing that is asked: the round waits for {waits}")
    if isinstance(question, Deal) and given["to"] != question.to:
        raise IllegalRound(f"{json.dumps(given)}: the next card goes to {place_words(question.to)}")
    if isinstance(question, Wager) and given["wager"] != question.wager:
        raise IllegalRound(f"{json.dumps(given)}: seat {seat} is asked for {question.wager}")
    value = next(given[key] for key in ("deal", "draw", "set", "cents", "choose") if key in given)
    return Entry(seat, read_answer(question, value))


def _word(given: object) -> str:
    if not isinstance(given, str):
        raise IllegalRound(f"{given!r} is no call: it is a word, such as misdeal")
    return given


def _seat(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise IllegalRound(f"{given!r} is no seat: it is a number, 0 for the dealer")
    return given


def _cards(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= 52:
        raise IllegalRound(f"{given!r} is no number of cards: it is a whole number")
    return given


def place_words(place: int) -> str:
    """The dealer, or a seat by its number."""
    return "the dealer" if place == DEALER else f"seat {place}"


# ---------------------------------------------------------------------------------------------------- payouts


def payout_json(payout: Payout) -> Json:
    """What becomes of one wager; `cents` is what the seat gains, `returned_cents` counts the stake given back."""
    return {
        "seat": payout.seat,
        "wager": payout.wager,
        "award": payout.award,
        "stake_cents": payout.stake,
        "returned_cents": payout.returned,
        "commission_cents": payout.commission,
        "cents": payout.net,
        "meter_cents": payout.metered,
        "seeded_cents": payout.seeded,
        "paytable": payout.paytable or None,
        "clause": payout.clause,
        "why": payout.why,
    }


def read_payout(given: Mapping[str, Any]) -> Payout:
    """What `payout_json` writes."""
    return Payout(
        given["seat"],
        given["wager"],
        given["stake_cents"],
        given["returned_cents"],
        given["award"],
        given["clause"],
        given["why"],
        given["commission_cents"],
        given.get("meter_cents", 0),
        given.get("seeded_cents", 0),
        given.get("paytable") or "",
    )


# ---------------------------------------------------------------------------------------------------- what is in force


def paytables_json(posted: Mapping[str, Paytable]) -> dict[str, Json]:
    """The paytables in force, by wager, by content."""
    return {wager: paytable_content(table) for wager, table in posted.items()}


def document_json(document: Document, shipped: Document | None) -> Json:
    """Which document is in force: title, date and hash; its content where it is not the one that the game has."""
    told: Json = {"title": document.source.title, "date": document.source.date, "hash": document.hash}
    return told if document == shipped else told | {"content": document.content}


def read_json(text: str, file: str) -> Any:
    """JSON as we read it: no key twice, no number that is none."""

    def once(pairs: list[tuple[str, Any]]) -> Json:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
            raise Faulty(file, [(short(twice), "stands there twice")])
        return found

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=_no_number(file))
    except Faulty:
        raise
    except (ValueError, RecursionError) as fault:
        raise Faulty(file, [("file", unreadable(fault))]) from None


def _no_number(file: str) -> Callable[[str], Any]:
    def refuse(text: str) -> Any:
        raise Faulty(file, [("file", f"{text} is not a number that can be read")])

    return refuse
