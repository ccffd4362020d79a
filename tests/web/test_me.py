"""A page of one's own: sums, curve, costs, luck and files, of one's own rounds and nobody else's."""

import asyncio
import csv
import io
import re
import time
from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest
from browsing import plant

from houseway.errors import MissingExtra
from houseway.money import signed
from houseway.room.books.theory import Theory
from houseway.room.my_rounds import Summary, thinned
from houseway.web import amounts, books, me
from houseway.web.me import curve_of
from houseway.web.streams import TooMany
from houseway.web.turns import Turns
from houseway.web.work import Overloaded

LEAST = {"main": 500}


def played(visitor: Any, rounds: int, table: int | None = None) -> int:
    """Rounds of Super Pan 9 to their end, always standing."""
    at = visitor.open_table("super-pan-9") if table is None else table
    if table is None:
        visitor.do(at, "sit", seat=1)
    for _ in range(rounds):
        visitor.do(at, "bet", wagers=LEAST)
        visitor.do(at, "ready")
        while visitor.view(at)["asked"]:
            visitor.do(at, "answer", answer="stand")
    return at


def nets(visitor: Any, table: int) -> dict[int, int]:
    return {each["round"]: each["nets"]["1"] for each in visitor.get(f"/api/tables/{table}/history")["rounds"]}


def test_who_is_nobody_signs_in_first(visitor):
    answer = visitor().client.get("/me", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/me")


def test_an_empty_page_says_what_will_stand_there(visitor):
    assert "You have played no round to its end yet" in visitor("Ann").client.get("/me").text


def test_the_page_tells_sums_rounds_and_cards_page_by_page(visitor, monkeypatch):
    monkeypatch.setattr(me, "AT_ONCE", 2)
    ann = visitor("Ann")
    table = played(ann, 3)
    played(visitor("Bob"), 1)
    text = ann.client.get("/me").text
    assert f">{amounts.signed(sum(nets(ann, table).values()))}</dd>" in text
    assert re.findall(r'data-round="(\d+)"', text) == ["3", "2"]
    assert 'data-rest="1"' in text
    assert 'href="/me?before=2"' in text
    assert text.count('aria-label="Your cards"') == 2
    older = ann.client.get("/me?before=2").text
    assert re.findall(r'data-round="(\d+)"', older) == ["1"]
    assert "Older rounds" not in older


def test_who_takes_a_file_slowly_holds_no_place_of_those_who_read():
    async def taken():
        readers = Turns(1, 1)
        request = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(readers=readers)), scope={})
        sent = me._sent(request, iter("ab"))
        return await anext(sent), readers._free, [part async for part in sent], readers._free

    assert asyncio.run(taken()) == ("a", 1, ["b"], 1)


def test_a_person_gets_one_file_at_a_time_and_others_get_theirs(visitor, app):
    """Whoever asked for ten at once had ten put together."""
    ann, bob = visitor("Ann"), visitor("Bob")
    underway = app.state.looked.underway

    async def held():
        begun, going = asyncio.Event(), asyncio.Event()

        async def parts():
            begun.set()
            await going.wait()
            yield "x"

        first = asyncio.create_task(me.OneFile(underway, 7, parts())({"type": "http"}, asyncio.Event().wait, nothing))
        await begun.wait()
        with pytest.raises(TooMany, match="on its way to you"):
            me.OneFile(underway, 7, parts())
        first.cancel()  # they have gone
        await asyncio.wait([first])
        return underway

    assert asyncio.run(held()) == set()
    everybody = range(1, 50)
    underway.update(everybody)
    refused = ann.client.get("/me/rounds.json")
    assert (refused.status_code, "A file of your rounds is on its way to you" in refused.text) == (429, True)
    underway.clear()
    assert [each.client.get("/me/rounds.csv").status_code for each in (ann, bob, ann)] == [200, 200, 200]
    assert underway == set()


async def nothing(_message):
    """What is sent goes nowhere."""


def test_files_hold_all_rounds_and_only_ones_own(visitor):
    ann = visitor("Ann")
    table = played(ann, 3)
    played(visitor("Bob"), 1)
    rows = list(csv.DictReader(io.StringIO(ann.client.get("/me/rounds.csv").text)))
    told = ann.get("/me/rounds.json")
    want = nets(ann, table)
    assert {int(row["round"]): round(100 * float(row["won"])) for row in rows} == want
    assert {line["round"]: line["cents"] for line in told} == want
    assert told[0]["total"] == sum(want.values())
    assert all(len(line["cards"]) == 3 and all(line["cards"]) for line in told)
    assert [row["cards"] for row in rows] == [" ".join(line["cards"]) for line in told]


def test_the_cost_of_decisions_is_exact_and_of_ones_own_rounds(visitor):
    ann = visitor("Ann")
    played(ann, 1)
    answer = ann.client.get("/api/me/rounds/1/cost")
    while answer.json().get("state") == "preparing":
        time.sleep(0.1)
        answer = ann.client.get("/api/me/rounds/1/cost")
    found = answer.json()
    advice = ann.get("/api/rounds/1/advice")["decisions"]
    assert [each["cost"]["exact"] for each in found["decisions"]] == [each["cost"]["exact"] for each in advice]
    assert found["cents"] == pytest.approx(sum(500 * each["cost"]["units"] for each in advice))
    bob = visitor("Bob").client.get("/api/me/rounds/1/cost")
    assert (bob.status_code, bob.json()["error"]) == (404, "you were not in a round 1 that has ended")


def test_a_cost_is_computed_once(visitor, app, monkeypatch):
    ann = visitor("Ann")
    played(ann, 1)
    first = ann.get("/api/me/rounds/1/cost")
    monkeypatch.setattr(app.state.work.advice, "ask", None)
    assert ann.get("/api/me/rounds/1/cost") == first


def test_luck_is_result_minus_expectation_and_comes_when_it_is_counted(visitor, monkeypatch):
    ann = visitor("Ann")
    table = played(ann, 2)
    monkeypatch.setattr(me, "theories_on", lambda *_: lambda *_: Theory(says=me.ON_ITS_WAY))
    waiting = ann.get("/api/me/luck")
    assert waiting["state"] == "counting"
    assert (waiting["says"], waiting["awaited"]) == ([], ["main wager"])
    monkeypatch.undo()
    found = ann.get("/api/me/luck")
    while found["state"] == "counting":
        time.sleep(0.1)
        found = ann.get("/api/me/luck")
    assert (found["bets"], found["of"]) == (2, 2)
    cents = sum(nets(ann, table).values())
    assert found["result"] == signed(cents)
    assert (found["net_cents"], found["of_rounds"]) == (cents, [1, 2])
    assert found["difference_cents"] == cents - found["expected_cents"] != cents
    assert 0 < found["bounds"][0] <= found["bounds"][1] <= 1


def test_figures_for_luck_count_for_who_asks(visitor, room, app, monkeypatch):
    """All players of an address together have so many counted at once; what waits is asked for when they look again."""
    monkeypatch.setattr(app.state.work, "odds", Asked())
    books._counted_by.cache_clear()
    ann = visitor("Ann")
    played(ann, 1)
    told = ann.get("/api/me/luck")
    (who,) = app.state.work.odds.asked
    person = room.people.of_session(dict(ann.client.cookies)["houseway-session"])
    assert (who.person, who.place) == (person.id, "127.0.0.1")
    app.state.work.odds.full = True
    books._counted_by.cache_clear()
    assert ann.get("/api/me/luck") == told
    assert told["state"] == "counting"
    books._counted_by.cache_clear()


class Asked:
    """Processes that are asked, and never answer."""

    full = False

    def __init__(self):
        self.asked = []

    def ask(self, who, *_, **_more):
        if self.full:
            raise Overloaded("several questions of yours are being computed: wait for an answer")
        self.asked.append(who)
        return Future()


def test_without_the_lab_there_are_words(visitor, app, monkeypatch):
    says = "the lab is not installed: pip install houseway[lab]"
    monkeypatch.setattr(me, "theories_on", lambda *_: lambda *_: Theory(says=says))
    monkeypatch.setattr(app.state.work.advice, "ask", failing(MissingExtra(says)))
    ann = visitor("Ann")
    played(ann, 1)
    told = ann.get("/api/me/luck")
    assert told["state"] == "words"
    assert "pip install houseway[lab]" in told["says"][0]
    cost = ann.client.get("/api/me/rounds/1/cost")
    assert (cost.status_code, cost.json()["error"]) == (422, says)


def failing(fault: Exception) -> Callable[..., Future[Any]]:
    """What the processes apart answer where they cannot."""

    def ask(*_: Any, **__: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        answer.set_exception(fault)
        return answer

    return ask


def test_a_curve_is_thinned_and_keeps_its_ends():
    assert thinned(5) == [1, 2, 3, 4, 5]
    many = thinned(1_000_000)
    assert (len(many), many[0], many[-1]) == (240, 1, 1_000_000)
    assert len(set(many)) == 240
    drawn = curve_of(Summary(2, 2, 1000, -300, ((1, 500), (2, -300))))
    assert drawn is not None
    assert [words for _, words in drawn.levels][-1] == "$0"
    assert curve_of(Summary(0, 0, 0, 0, ())) is None


def test_the_cards_of_split_hands_stand_by_hand(visitor, monkeypatch):
    plant(monkeypatch, "8c 8d 8h 8s 9c 9d 9h 9s Tc Td")
    ann = visitor("Ann")
    table = ann.open_table("super-pairs", offer_bust_bonus="no")
    ann.do(table, "sit", seat=1)
    ann.do(table, "bet", wagers={"blackjack": 500})
    ann.do(table, "ready")
    ann.do(table, "answer", answer="split")
    while ann.view(table)["asked"]:
        ann.do(table, "answer", answer="stand")
    text = ann.client.get("/me").text
    hands = re.findall(r'split-hand" role="group" aria-label="(Hand \d of \d)', text)
    assert hands == ["Hand 1 of 2", "Hand 2 of 2"]
