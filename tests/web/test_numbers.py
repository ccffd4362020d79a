"""Numbers of the players' own over HTTP, in real browsers, and what nobody learns before all have answered."""

import json
import random
import time
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from browsing import play_to_the_end, two_at_a_table, view_of
from playwright.sync_api import expect

from houseway.errors import HousewayError
from houseway.room import Command
from houseway.room.acts.wagers import Bet
from houseway.room.evidence.log import Tree
from houseway.room.fairness.nonces import TURNS, Nonce
from houseway.room.store.journal import canonical
from houseway.verifier import checked, closing_of, growth_faults, log_faults
from houseway.verifier.own_numbers import closings_of

KEYS = [Nonce.fresh(random.Random(seed).getrandbits) for seed in (1, 2)]


def least(view):
    return {w["id"]: w["least_cents"] for w in view["wagers"] if w["required"] and w["before_deal"]}


def at_table(visitor, game):
    ann, ben = visitor("Ann"), visitor("Ben")
    table = ann.open_table(game)
    ann.do(table, "sit", seat=1)
    ben.do(table, "sit", seat=2)
    return table, ann, ben


def deal(table, people):
    """With a number each: committed to, sealed, opened."""
    for person, key in zip(people, KEYS, strict=True):
        person.do(table, "bet", wagers=least(person.view(table)), **key.commit)
    for person in people:
        person.do(table, "ready")
    for person, key in zip(people, KEYS, strict=True):
        assert person.order(table, "open", **key.open).status_code == 422
        person.do(table, "seal", **key.seal)
    for person, key in zip(people, KEYS, strict=True):
        person.do(table, "open", **key.open)


def answer_all(table, people):
    """Everybody answers; their receipts."""
    receipts = []
    while True:
        asked = [(p, q) for p in people for q in p.view(table)["asked"] if q["yours"]]
        if not asked:
            return receipts
        person, question = asked[0]
        answer = question["options"][0] if question["kind"] == "choose" else 0
        receipts.append(person.order(table, "answer", answer=answer).json()["receipt"])


def test_a_round_with_numbers_is_played_and_proved_over_http(visitor):
    table, ann, ben = at_table(visitor, "super-pan-9")
    noted = ann.get("/api/log")
    deal(table, (ann, ben))
    view = ann.view(table)
    assert (view["phase"], view["numbers"], all(view["seats"][0]["cards"])) == ("playing", None, True)
    receipts = answer_all(table, (ann, ben))
    done = ann.view(table)
    record = json.loads(ann.client.get(f"/api/rounds/{done['round']}/record").text)
    proof = ann.get(f"/api/proof/{done['shoe']['id']}")
    assert checked([record], proof, view["shoe"]["root"], 0, KEYS[0].puzzle.commitment)[0] == []
    assert checked([record], proof, None, 0, receipts=receipts)[0] == []
    assert len(receipts) == len([each for each in record["answers"] if each["by"] == "player"])
    assert record["turns"] == TURNS
    other = Nonce.fresh(random.Random(9).getrandbits).puzzle.commitment
    assert checked([record], proof, view["shoe"]["root"], 0, other)[0] == [
        "the number that you committed to is in none of these rounds"
    ]
    assert list(log_faults(proof)) == []
    assert list(growth_faults(ann.get(f"/api/log/growth?first={noted['size']}"), None, proof)) == []
    assert ann.get("/api/log/entries")[0]["root"] == view["shoe"]["root"]
    assert ann.get(f"/api/log/shoes/{done['shoe']['id']}") == proof["log"]
    assert ann.client.get("/api/log/growth?first=999").status_code == 422
    assert ann.client.get("/api/log/shoes/999").status_code == 404


def test_a_wager_made_together_is_not_shown_before_all_have_answered(visitor):
    """Insurance and the Bust Bonus are asked of all at once: nobody goes by what another did."""
    table, ann, ben = at_table(visitor, "super-pairs")
    for _ in range(40):
        for person in (ann, ben):
            person.do(table, "bet", wagers=least(person.view(table)))
        for person in (ann, ben):
            person.do(table, "ready")
        mine = [q for q in ann.view(table)["asked"] if q["yours"]]
        theirs = [q for q in ben.view(table)["asked"] if q["yours"]]
        if mine and theirs and mine[0]["kind"] == theirs[0]["kind"] == "wager":
            break
        answer_all(table, (ann, ben))
    before = {who: who.view(table)["seats"][0] for who in (ann, ben, visitor())}
    ann.do(table, "answer", answer=mine[0]["least_cents"])
    told = {who: who.view(table)["seats"][0] for who in before}
    wager, cents = mine[0]["wager"], mine[0]["least_cents"]
    assert told[ann]["wagers"][wager] == cents
    assert told[ann]["chips_cents"] == before[ann]["chips_cents"] - cents
    for other in list(before)[1:]:
        assert told[other] | {"acting": True} == before[other], "that she has answered is seen, and nothing else"
    ben.do(table, "answer", answer=0)
    assert ben.view(table)["seats"][0]["wagers"][wager] == cents
    # the round may be over by now, and the wager paid: what all see is what she sees
    assert ben.view(table)["seats"][0]["chips_cents"] == ann.view(table)["seats"][0]["chips_cents"]


def check_set_back(house, ann, ben, url, coming):
    """A room whose database was set back plays a round of the same number again: the browser knows."""
    kept = json.dumps(json.dumps({coming: {"commit": "ab", "closing": "cd"}}))
    ann.page.evaluate(f"localStorage.setItem('houseway.commits', {kept})")
    ann.page.goto(url)
    ann.bet_the_least(view_of(house, url))
    ben.bet_the_least(view_of(house, url))
    expect(ann.at("#toast")).to_contain_text(f"Round {coming} was closed before")


def check_receipts(ann, record, proof):
    """The browser has one for its bet, and for each answer that its seat is told to have given; another is not in the
    record."""
    kept = json.loads(ann.page.evaluate("localStorage.getItem('houseway.receipts')") or "{}")
    bets = json.loads(ann.page.evaluate("localStorage.getItem('houseway.bets')"))
    ours = bets[f"{record['table']} {record['after']}"]
    own = [*ours, *kept.get(f"round {record['round']}", [])]
    laid = [each for each in record["bets"] if each["seat"] == 1]
    told = [each["entry"] for each in record["answers"] if (each["seat"], each["by"]) == (1, "player")]
    assert [each["entry"] for each in own] == [each["entry"] for each in laid] + told
    assert [each["bet"]["key"] for each in own if "bet" in each] == [each["signed"]["key"] for each in laid]
    found, says = checked([record], proof, record["root"], 0, receipts=own)
    assert found == []
    assert any("seat 1 was laid by entry" in each and "signed with your receipt's key" in each for each in says)
    expect(ann.at("#verdict")).to_contain_text("Your bet is played as this browser signed it.")
    expect(ann.at("#noted a")).to_have_count(1)
    other = {"table": record["table"], "entry": 2, "at": record["started"], "answer": {"seat": 1, "choose": "draw"}}
    other["key"] = record["signed"]["key"]
    spoilt = json.dumps(json.dumps({record["round"]: [other]}))
    ann.page.evaluate(f"localStorage.setItem('houseway.receipts', {spoilt})")
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text("an answer of yours is not told as the room has acknowledged it")
    with ann.page.expect_download() as taken:
        ann.at("#noted a").click()
    assert json.loads(Path(taken.value.path()).read_text()) == [*ours, other]
    ann.page.evaluate(f"localStorage.setItem('houseway.receipts', {json.dumps(json.dumps(kept))})")


def test_browsers_bring_numbers_seal_and_open_them_by_themselves(house, players):
    url, ann, ben = two_at_a_table(players, house, "super-pan-9")
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    for turn in count():
        view = view_of(house, url)
        if view["shoe"]["left"] < view["shoe"]["size"]:
            break
        ann.page.wait_for_timeout(50)
        assert turn < 600
    for _ in range(60):
        if view_of(house, url)["phase"] == "ended":
            break
        if not any(player.decide() for player in (ann, ben)):
            ann.page.wait_for_timeout(50)
    round_ = view_of(house, url)["round"]
    record = house.room.record(round_)
    assert [each["seat"] for each in record["seals"]] == [1, 2]
    assert all("factor" in each for each in record["seals"])
    proof = house.room.proof(record["shoe"]).json()
    assert checked([record], proof, record["root"], 0)[0] == []
    commits = json.loads(ann.page.evaluate("localStorage.getItem('houseway.commits')"))
    noted = commits[f"round {round_}"]
    assert (noted["commit"], noted["closing"]) == (record["seals"][0]["commit"], closing_of(record))
    assert noted["sealed"]["commits"] == {str(each["seat"]): each["commit"] for each in record["seals"]}
    ann.page.goto(f"{house.address}/proof/{record['shoe']}?round={round_}")
    expect(ann.at("#verdict")).to_contain_text("It holds")
    expect(ann.at("#verdict")).to_contain_text("The numbers of seats 1, 2 ordered what was left")
    expect(ann.at("#noted")).to_contain_text(noted["closing"])
    check_receipts(ann, record, proof)
    for before in closings_of(record)[1:]:  # as browsers noted them before closings held stakes, or settings
        older = json.dumps(json.dumps({round_: noted | {"closing": before}}))
        ann.page.evaluate(f"localStorage.setItem('houseway.commits', {older})")
        ann.page.reload()
        expect(ann.at("#verdict")).to_contain_text("It holds")
    check_set_back(house, ann, ben, url, round_ + 1)
    ann.page.goto(f"{house.address}/proof/{record['shoe']}?round={round_}")
    for spoilt, says in (
        ({"commit": "ab"}, "It does NOT hold: your own number is not in it"),
        (noted | {"closing": "ab"}, "are not those that you saw"),
    ):
        kept = json.dumps(json.dumps({round_: spoilt}))
        ann.page.evaluate(f"localStorage.setItem('houseway.commits', {kept})")
        ann.page.reload()
        expect(ann.at("#verdict")).to_contain_text(says)


def test_the_page_of_the_log_notes_its_head_and_finds_another_log_out(house, players):
    ann = players("Log Ann")
    ann.open_table("supreme-99")
    ann.page.goto(f"{house.address}/log")
    expect(ann.at("#verdict")).to_contain_text("Your browser notes this head")
    ann.open_table("supreme-99")
    ann.page.goto(f"{house.address}/log")
    expect(ann.at("#verdict")).to_contain_text("It holds")
    ann.page.evaluate("localStorage.setItem('houseway.log', JSON.stringify({size: 1, root: 'ab'.repeat(32)}))")
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text("It does NOT hold")
    ann.page.evaluate("localStorage.setItem('houseway.log', JSON.stringify({size: 12, root: 'ab'.repeat(32)}))")
    ann.page.route("**/api/log", telling(house.room.log.head() | {"size": 0, "root": ""}))
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text(
        "It does NOT hold: your browser saw a head of 12 entries, and 12 entries"
    )
    ann.page.unroute_all()
    ann.page.evaluate("localStorage.removeItem('houseway.log')")
    told = ann.page.evaluate("fetch('/api/log').then((told) => told.json())") | {"at": "2026-01-01T00:00:00.000+00:00"}
    ann.page.route("**/api/log", telling(told))
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text("the head of the log is not signed with the key that it names")


def telling(what):
    return lambda route: route.fulfill(json=what)


def test_the_page_of_the_log_finds_a_shoe_that_stands_there_twice(house, players):
    """One log, one head, two roots for one shoe: inclusion would prove each to another person."""
    ann = players("Log Eve")
    ann.open_table("supreme-99")
    ann.open_table("supreme-99")
    ann.page.goto(f"{house.address}/log")
    expect(ann.at("#verdict")).to_contain_text("no shoe stands there twice")
    entries = [{key: each[key] for key in ("root", "shoe", "size", "table")} for each in house.room.log.entries()]
    twice = [*entries[:-1], entries[0] | {"root": "ab" * 32}]
    for told, says in (
        (twice, f"shoe {entries[0]['shoe']} stands there twice"),
        ([*entries[:-1], entries[-1] | {"root": "ab" * 32}], "the entries are not those of this head"),
        ([], "entries are left out"),
    ):
        tree = Tree([canonical(each) for each in twice])
        head = house.room.log.head() | ({"root": tree.root(len(twice))} if told is twice else {})
        ann.page.unroute_all()
        ann.page.route("**/api/log", telling(head))
        ann.page.route("**/api/log/entries*", telling(told))
        ann.page.evaluate("localStorage.removeItem('houseway.log')")
        ann.page.goto(f"{house.address}/log")
        expect(ann.at("#verdict")).to_contain_text(f"It does NOT hold: {says}")
        assert ann.page.evaluate("localStorage.getItem('houseway.log')") is None, "and it is not noted"
    ann.page.unroute_all()


@pytest.mark.parametrize("other", [None, KEYS[1].puzzle.commitment], ids=["left-out", "replaced"])
def test_a_house_that_drops_a_number_is_found_out_by_the_browser_that_brought_it(house, players, monkeypatch, other):
    """It writes her bet without her number, or with its own; the room's own rules and the audit see nothing in it."""
    url, ann, ben = two_at_a_table(players, house, "super-pan-9")
    honest = Bet.apply

    def dropping(act, table, by):
        honest(replace(act, commit=other) if table.seated(by).number == 1 else act, table, by)

    monkeypatch.setattr(Bet, "apply", dropping)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at("#toast")).to_contain_text("The number that came with your bets is not with them")
    ben.bet_the_least(view_of(house, url))
    if other is not None:
        seal_and_open(house, url, KEYS[1])
    play_to_the_end((ann, ben))
    round_ = view_of(house, url)["round"]
    noted = json.loads(ann.page.evaluate("localStorage.getItem('houseway.commits')"))[f"round {round_}"]
    record = house.room.record(round_)
    assert noted["commit"] not in [each["commit"] for each in record["seals"]]
    ann.page.goto(f"{house.address}/proof/{record['shoe']}?round={round_}")
    expect(ann.at("#verdict")).to_contain_text("It does NOT hold: your own number is not in it")


def seal_and_open(house, url, nonce):
    """What a house does for seat 1 with a number of its own."""
    table = int(url.rsplit("/", 1)[1])
    person = next(each.person for each in house.room._live.get(table).people if each.number == 1)
    for kind, data in (("seal", nonce.seal), ("open", nonce.open)):
        for turn in count():
            try:
                house.room.do(Command(table, person, f"house {kind} {turn}", None, kind, dict(data)))
                break
            except HousewayError:
                assert turn < 600
                time.sleep(0.05)
