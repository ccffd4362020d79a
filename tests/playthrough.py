"""Golden playthroughs: a whole round question by question, as a text that is compared to the letter.

    def test_playthrough() -> None:
        matches(Path(__file__).with_name("playthrough.txt"), playthrough(game("super-pan-9"), {1: {"main": 2500}}, 7))

Where a change is meant, write the text anew and read the difference:

    REWRITE=1 pytest tests/games -k playthrough
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from houseway.cards import cards_of, in_order, name, names
from houseway.game import Game
from houseway.money import dollars
from houseway.round import Answer, Arrange, Choose, Deal, Draw, Question, Reveal, Setup, Stake
from houseway.round.codec import place_words
from houseway.round.questions import Event
from houseway.round.ruling import Payout


def playthrough(game: Game, wagers: Mapping[int, Mapping[str, int]], seed: int, **settings: object) -> str:
    """A round dealt from a seed and played by the game's bots: questions with their answers, payouts, record."""
    dealt = game.deal(wagers, seed=seed, **settings).bots()
    setup, standing = dealt.setup, dealt.settled().standing
    lines = [
        f"{game.name}, seed {seed}, {setup.settings!r}",
        *(f"seat {seat.number} wagers {in_words(seat.wagers)}" for seat in setup.seats),
        *events_in_words(game, setup, standing.events),
        *(payout_in_words(payout) for payout in standing.ruling or ()),
        f"record: sha256 {digest(dealt.json())}",
    ]
    return "\n".join(lines) + "\n"


def matches(golden: Path, text: str) -> None:
    """Compare with the file; or write it, where the environment says REWRITE=1."""
    if os.environ.get("REWRITE") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text.splitlines() == golden.read_text(encoding="utf-8").splitlines()


def digest(record: Mapping[str, object]) -> str:
    """The hash of a record, but for the version of the engine and of the document's words."""
    told = {key: value for key, value in record.items() if key not in ("engine", "document")}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


# ---------------------------------------------------------------------------------------------------- in words


def events_in_words(game: Game, setup: Setup, events: tuple[Event, ...]) -> Iterator[str]:
    """A line for each question with its answer and for each statement; cards turned over with what they amount to."""
    dealt: dict[int, list[int]] = {}
    for event, answer in events:
        if isinstance(event, Deal) and isinstance(answer, int):
            dealt.setdefault(event.to, []).append(answer)
            yield f"{place_words(event.to)} is dealt {name(answer)}{' face up' if event.face_up else ''}"
        elif isinstance(event, Reveal):
            cards = dealt.get(event.of, [])
            note = game.note(event.of, cards, setup)
            yield f"{place_words(event.of)} is turned over: {names(cards)}{', ' + note if note else ''}"
        elif isinstance(event, Stake):
            yield f"seat {event.of} adds {dollars(event.cents)} to {event.wager}"
        elif answer is not None:
            yield f"{question_in_words(event)}: {answer_in_words(event, answer)}"


def question_in_words(question: Question) -> str:
    if isinstance(question, Draw):
        return f"{question.what}, {question.least} to {question.most}"
    if isinstance(question, Choose):
        return f"seat {question.seat} may {' or '.join(question.options)} (clause {question.clause})"
    if isinstance(question, Arrange):
        return f"seat {question.seat} sets {' and '.join(question.piles)} (clause {question.clause})"
    assert not isinstance(question, Deal)
    bounds = f"{dollars(question.least)} to {dollars(question.most)}"
    return f"seat {question.seat} may wager {bounds} on {question.wager} (clause {question.clause})"


def answer_in_words(question: Question, answer: Answer) -> str:
    if isinstance(question, Arrange) and isinstance(answer, tuple):
        return " | ".join(names(in_order(cards_of(pile))) for pile in answer)
    if isinstance(answer, int) and not isinstance(question, Draw):
        return dollars(answer) if answer else "nothing"
    return str(answer)


def in_words(wagers: Mapping[str, int]) -> str:
    return ", ".join(f"{dollars(cents)} on {wager}" for wager, cents in wagers.items())


def payout_in_words(payout: Payout) -> str:
    money = f"{dollars(payout.stake)} staked, {dollars(payout.returned)} returned"
    fee = f", {dollars(payout.commission)} commission" if payout.commission else ""
    return f"seat {payout.seat} {payout.wager}: {payout.award}, {money}{fee} (clause {payout.clause}): {payout.why}"
