"""A line that would do, of any game: a small round, dealt and answered by the house, written as `line` reads it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from houseway.cards import cards_of, in_order, name
from houseway.dealt import DealtRound
from houseway.errors import HousewayError
from houseway.game import Game, least_wagers
from houseway.round.questions import Arrange, Choose, default_of
from houseway.round.record import record_from, settle

TRIES = 30


@cache
def example(game: Game) -> str:
    """A line of this game that is ruled upon; its id alone where no small round can be written in one."""
    from houseway.disputes.line import record_of

    settings = game.configure()
    for seats in (1, 2):
        wagers = dict.fromkeys(range(1, seats + 1), least_wagers(game, settings))
        for seed in range(1, TRIES):
            try:
                dealt = DealtRound(game, game.setup(settings, wagers), seed)
                told = _answered(dealt)
                line = written(game, dealt.json(), told)
                if tuple(settle(record_from(record_of(line, advising=False), game=game))) == dealt.ruling:
                    return line
            except HousewayError:
                continue
    return f"{game.id}: … | …: …"


def _answered(dealt: DealtRound) -> dict[int, dict[str, Any]]:
    """Answer as the house does for who has left; what each seat chose and how it set its hand."""
    told: dict[int, dict[str, Any]] = {number: {"chose": [], "piles": []} for number in dealt.setup.numbers}
    while dealt.ruling is None:
        question = dealt.asked[0]
        answer = default_of(question)
        if isinstance(question, Choose):
            told[question.seat]["chose"].append(answer)
        if isinstance(question, Arrange) and isinstance(answer, tuple):
            piles = [[name(card) for card in in_order(cards_of(pile))] for pile in answer]
            told[question.seat]["piles"] = piles
            dealt.answer(question.seat, piles)
        else:
            dealt.answer(question.seat, answer)
    return told


def written(game: Game, record: Mapping[str, Any], told: Mapping[int, Mapping[str, Any]]) -> str:
    """A record in one line, with what each seat chose and how it set its hand."""
    decks = f" {record['settings']['decks']}d" if "decks" in record["settings"] else ""
    parts = [f" {''.join(record['dealer']['cards'])} "] if "dealer" in record else []
    words = "words" in game.seat_fields.values()
    for seat in record["seat"]:
        of = told[seat["number"]]
        cards = " / ".join("".join(pile) for pile in of["piles"]) or "".join(seat["cards"])
        chose = [*of["chose"]] if words else []
        stakes = "+".join(amount.removesuffix(".00") for amount in seat["wagers"].values())
        parts.append(" ".join([f" {stakes}:", cards, *chose, ""]))
    return f"{game.id}{decks}:{'|'.join(parts)}".rstrip()
