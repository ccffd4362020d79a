"""Who may see why a wager ended so: nobody reads of a card in a sentence that they may not see on the table."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import game, games
from houseway.room.explaining import payouts_of
from houseway.room.table.view import Eyes
from houseway.round import DEALER, Reveal
from houseway.round.record import Settled
from test_dealt import each_dealt


def ended(settled: Settled, *, hidden: int | None = None) -> Any:
    """A table whose round has ended; the cards of one place were not turned over where it is named."""
    standing = settled.standing
    events = tuple(
        (event, answer) for event, answer in standing.events if event != Reveal(of=-1 if hidden is None else hidden)
    )
    standing = standing._replace(events=events)
    record = settled.record
    return SimpleNamespace(game=record.game, setup=record.setup, standing=standing, ruling=settled.ruling)


@pytest.mark.parametrize("each", games(), ids=[each.id for each in games()])
def test_everybody_is_told_once_every_card_is_seen(each: Any) -> None:
    for dealt in each_dealt(each):
        table = ended(dealt.settled())
        told = payouts_of(table, Eyes(table.standing, None, everything=False))
        assert [line["reasons"]["says"] for line in told] == [payout.why for payout in dealt.ruling or ()]


PAN = {
    "game": "super-pan-9",
    "dealer": {"cards": "Kd 2c 4h"},
    "seat": [
        {"number": 1, "cards": "6h 2d As", "wagers": {"main": "25.00"}},
        {"number": 2, "cards": "5c Kc Ad", "wagers": {"main": "25.00"}},
    ],
}


@pytest.mark.parametrize("hidden", [DEALER, 1])
def test_who_does_not_see_a_hand_has_the_sentence_alone(hidden: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ended(game("super-pan-9").settle(PAN), hidden=hidden)
    cards = {DEALER: "4h", 1: "6h"}

    def told(seat: int | None, *, everything: bool = False) -> str:
        return json.dumps(payouts_of(table, Eyes(table.standing, seat, everything=everything)))

    assert cards[hidden] not in told(None)
    assert '"reasons": null' in told(None)
    assert cards[hidden] not in told(2)
    assert cards[hidden] in told(None, everything=True)
    assert (cards[hidden] in told(1)) == (hidden == 1)
    monkeypatch.setattr(Eyes, "sees_all_of", lambda self, place: True)  # a planted leak, which the test would see
    assert cards[hidden] in told(None)


def test_a_void_hand_is_explained_to_everybody_and_names_no_card() -> None:
    table = ended(game("super-pan-9").settle(PAN | {"irregularity": [{"kind": "misdeal", "seat": 0}]}))
    told = payouts_of(table, Eyes(table.standing, None, everything=False))
    assert [line["reasons"]["parts"][0]["says"][:20] for line in told] == ["misdeal = void-round"] * 2
    assert not any(card in json.dumps(told) for card in ("6h", "2d", "Kd", "5c"))


def test_a_surrendered_hand_that_is_not_shown_stays_hidden() -> None:
    one, two = "Kc Tc Td 2d 3c 4c 5c 6c Qc Qd Qh 3d 3h", "Qs Th Ts 5d 6d 6h 6s Jc Ac Ad Ah 7c 7d"
    record = {
        "game": "chinese-poker",
        "settings": {"surrender": "yes", "surrender-shown": "no"},
        "seat": [
            {"number": 1, "cards": one, "surrendered": True, "wagers": {"main": "200.00"}},
            {"number": 2, "cards": two, "front": two[:8], "middle": two[9:23], "wagers": {"main": "200.00"}},
        ],
    }
    table = ended(game("chinese-poker").settle(record))
    assert [each["reasons"] for each in payouts_of(table, Eyes(table.standing, 2, everything=False))] == [None, None]
    assert payouts_of(table, Eyes(table.standing, 1, everything=False))[0]["reasons"] is not None
