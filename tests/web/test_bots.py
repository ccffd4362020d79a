"""Bots that take their time think in a process of their own, and not in the room's."""

import time

import pytest

from houseway.games import game
from houseway.web.work import AT_ONCE, Overloaded, Work

PATIENCE = 300.0


@pytest.fixture
def nobody_thinks_here(monkeypatch):
    """A bot that would think in this process."""
    here = []
    monkeypatch.setattr(type(game("chinese-poker")), "bot", lambda *given: here.append(given))
    return here


def test_a_round_with_slow_bots_is_thought_of_elsewhere(visitor, nobody_thinks_here, app, monkeypatch):
    """Played over HTTP to its end, with three bots."""
    monkeypatch.setattr(app.state.work.bots, "_seconds", PATIENCE)  # a busy machine starts a process slowly
    ann = visitor("Ann")
    table = ann.open_table("chinese-poker")
    ann.do(table, "sit", seat=1)
    for seat in (2, 3, 4):
        ann.do(table, "add-bot", seat=seat)
    wagers = {each["id"]: each["least_cents"] for each in ann.view(table)["wagers"] if each["required"]}
    ann.do(table, "bet", wagers=wagers)
    ann.do(table, "ready")
    until = time.monotonic() + PATIENCE
    while any(not each["yours"] for each in ann.view(table)["asked"]):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert nobody_thinks_here == []
    while asked := [each for each in ann.view(table)["asked"] if each["yours"]]:
        cards = list(asked[0].get("cards", []))
        piles = [[cards.pop() for _ in range(size)] for size in asked[0].get("sizes", [])]
        ann.do(table, "answer", answer=piles or asked[0]["options"][-1])
        while any(not each["yours"] for each in ann.view(table)["asked"]):
            assert time.monotonic() < until
            time.sleep(0.05)
    view = ann.view(table)
    assert view["phase"] == "ended"
    assert not [line for line in view["log"] if "had no time to think" in line]
    assert nobody_thinks_here == []


def test_an_address_has_a_few_tables_whose_bots_think_at_once():
    """The fourth is refused at once, and waits for its turn; another address is taken on."""
    work = Work(1)
    try:
        work.bots.ask(None, time.sleep, 3600)  # so that nobody is answered meanwhile
        for _ in range(AT_ONCE):
            work.think("here", game("chinese-poker"), [])
        with pytest.raises(Overloaded):
            work.think("here", game("chinese-poker"), [])
        assert not work.think("there", game("chinese-poker"), []).done()
    finally:
        work.close()
