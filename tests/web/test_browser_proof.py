"""The page of a proof in a real browser: hands, payouts and the room's signature, and files that somebody kept."""

import json

import pytest
from browsing import play_to_the_end, serious, two_at_a_table, view_of
from playwright.sync_api import expect

from houseway.games import games
from houseway.room.evidence.signing import Signer
from houseway.room.fairness.receipts import signed_record

EACH_GAME = pytest.mark.parametrize("game", [game.id for game in games()])
HOLDS = "What the rules pay is as told: houseway verify-round computes it."


def a_thousand_dollars(record):
    record["payouts"][0]["cents"] += 1000_00


def hands_changed_over(record):
    one, other = record["seat"][:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]


def unsigned(record):
    del record["signed"]


def nobody_s_wager(record):
    record["payouts"].append(record["payouts"][0] | {"wager": "sun-moon", "stake_cents": 500, "returned_cents": 500})
    record["payouts"][-1]["cents"] = 0


def played(house, players, game):
    """A round of two people; one of them, and where its proof is."""
    url, ann, ben = two_at_a_table(players, house, game)
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at("#you .card, #you .arranger").first).to_be_visible()
    play_to_the_end((ann, ben))
    round_ = view_of(house, url)["round"]
    return ann, house.room.record(round_)["shoe"], round_


def forging(spoil, signer=None):
    """Spoils a record on its way; a house signs what it tells."""

    def forge(route):
        record = route.fetch().json()
        spoil(record)
        route.fulfill(json=record if signer is None else signed_record(signer, record))

    return forge


UNBALANCED, UNLIKE = "what it gained is not what came back less its stake", "does not hold what was dealt there"


def reloaded(player, spoil, signer=None):
    """The page with a record that was spoilt on its way to it."""
    player.page.unroute_all()
    player.page.route("**/api/rounds/*/record", forging(spoil, signer))
    player.page.reload()
    return expect(player.at("#verdict"))


@EACH_GAME
def test_what_a_house_signs_does_not_hold_where_hands_or_payouts_are_false(house, players, game):
    ann, shoe, round_ = played(house, players, game)
    ann.page.goto(f"/proof/{shoe}?round={round_}")
    expect(ann.at("#verdict")).to_contain_text("It is signed with the key that signed the log. From the top on:")
    expect(ann.at("#verdict")).to_contain_text(HOLDS)
    for spoil, says in ((a_thousand_dollars, UNBALANCED), (hands_changed_over, UNLIKE)):
        verdict = reloaded(ann, spoil, house.room.signer)
        verdict.to_contain_text("It does NOT hold")
        verdict.to_contain_text(says)
    ann.page.unroute_all()


def test_a_record_that_was_spoilt_on_its_way_does_not_hold(house, players):
    ann, shoe, round_ = played(house, players, "super-pan-9")
    ann.page.goto(f"/proof/{shoe}?round={round_}")
    for spoil, signer, says in (
        (a_thousand_dollars, None, UNBALANCED),
        (hands_changed_over, None, UNLIKE),
        (unsigned, None, "the record is without the room's signature"),
        (lambda record: record.update(engine="0"), None, "not signed with the key"),
        (nobody_s_wager, house.room.signer, "a stake or a return is told, and the round has no such wager"),
        (lambda record: record.pop("payouts"), house.room.signer, "belongs nowhere in it: record.payouts"),
        (lambda record: record.pop("seat"), house.room.signer, "a field is missing"),
    ):
        verdict = reloaded(ann, spoil, signer)
        verdict.to_contain_text("It does NOT hold")
        verdict.to_contain_text(says)
    verdict = reloaded(ann, lambda record: None, Signer(bytes(32)))
    verdict.to_contain_text("It is signed with a key that did not sign the log: whose it is")
    ann.page.unroute_all()


def test_a_head_that_was_spoilt_on_its_way_does_not_hold(house, players):
    ann, shoe, _ = played(house, players, "super-pan-9")

    def forge(route):
        proof = route.fetch().json()
        proof["log"]["head"]["at"] = "2001-01-01T00:00:00+00:00"
        route.fulfill(json=proof)

    ann.page.route("**/api/proof/*", forge)
    ann.page.goto(f"/proof/{shoe}")
    expect(ann.at("#verdict")).to_contain_text("the head of the log is not signed with the key that it names")
    ann.page.unroute_all()


def test_another_key_than_the_browser_saw_is_told_until_it_is_noted(house, players):
    ann, shoe, round_ = played(house, players, "super-pan-9")
    says = "ask the room if it changed its key"
    ann.page.goto("/log")
    expect(ann.at("#verdict")).to_contain_text("All entries give this head")
    for at in ("/log", f"/proof/{shoe}?round={round_}"):
        ann.page.goto(at)
        expect(ann.at("#verdict")).to_contain_text("It holds")
        expect(ann.at("#verdict")).not_to_contain_text(says)
    ann.page.evaluate("""() => {
      const seen = JSON.parse(localStorage.getItem('houseway.log'));
      localStorage.setItem('houseway.log', JSON.stringify({ ...seen, key: '00'.repeat(32) }));
    }""")
    for at in (f"/proof/{shoe}?round={round_}", f"/proof/{shoe}", "/log"):
        ann.page.goto(at)
        expect(ann.at("#verdict")).to_contain_text(f"saw last (0000000000000000…): {says}")
        expect(ann.at("#verdict")).not_to_have_class("holds")
    for at in ("/log", f"/proof/{shoe}"):
        ann.page.goto(at)
        expect(ann.at("#verdict")).to_contain_text("It holds")
        expect(ann.at("#verdict")).not_to_contain_text(says)


def test_a_refusal_looks_like_one_and_an_approval_does_not(house, players):
    """By a word, a sign and a role; colour comes on top."""
    ann, shoe, round_ = played(house, players, "super-pan-9")
    verdict = expect(ann.at("#verdict"))
    for at in ("/log", f"/proof/{shoe}?round={round_}"):
        ann.page.goto(at)
        verdict.to_have_class("holds")
        verdict.to_have_role("status")
        verdict.to_contain_text("✓")
    assert serious(ann.page) == []
    spoilt = reloaded(ann, a_thousand_dollars)
    spoilt.to_have_class("fault")
    spoilt.to_have_role("alert")
    spoilt.to_contain_text("✗ It does NOT hold")
    assert serious(ann.page) == []
    ann.page.unroute_all()
    ann.page.evaluate("""() => {
      const seen = JSON.parse(localStorage.getItem('houseway.log'));
      localStorage.setItem('houseway.log', JSON.stringify({ ...seen, root: '00'.repeat(32) }));
    }""")
    ann.page.goto("/log")
    verdict.to_have_class("fault")
    verdict.to_have_role("alert")
    verdict.to_contain_text("✗ It does NOT hold: your browser saw a head of")
    ann.page.set_viewport_size({"width": 390, "height": 844})
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a root is long for a phone"


def test_what_a_browser_noted_of_a_round_is_no_wider_than_a_phone(house, players):
    ann, shoe, round_ = played(house, players, "super-pan-9")
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.page.goto(f"/proof/{shoe}?round={round_}")
    expect(ann.at("#noted")).to_contain_text("--commit")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_files_that_somebody_kept_are_checked_without_a_line(house, players, tmp_path):
    ann, shoe, round_ = played(house, players, "supreme-99")
    told = {
        name: ann.page.request.get(f"{house.address}/api/{path}").json()
        for name, path in (("shoe", f"proof/{shoe}"), ("round", f"rounds/{round_}/record"))
    }

    def kept(name, content):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(content))
        return file

    proof, record = (kept(*each) for each in told.items())
    spoilt = json.loads(json.dumps(told["round"]))
    hands_changed_over(spoilt)
    bare = {name: value for name, value in told["round"].items() if name not in ("signed", "answers")}
    ann.page.goto(f"/proof/{shoe}?round={round_}")
    expect(ann.at("#verdict")).to_contain_text(HOLDS)
    assert serious(ann.page) == []
    ann.context.set_offline(True)
    asked = []
    ann.page.on("request", lambda request: asked.append(request.url))
    for files, says in (
        ([proof, record], HOLDS),
        ([record, proof], HOLDS),
        ([proof], "From the top on:"),
        ([proof, kept("spoilt", spoilt)], "does not hold what was dealt there"),
        ([proof, kept("none", told["round"] | {"signed": None})], "belongs nowhere in it: record.signed"),
        ([record], "Choose the openings of one shoe"),
        ([proof, kept("again", told["shoe"])], "Choose the openings of one shoe"),
        ([proof, kept("text", "nothing")], "Choose the openings of one shoe"),
    ):
        ann.at("#kept").set_input_files(files)
        expect(ann.at("#verdict")).to_contain_text(says)
        expect(ann.at("#verdict")).to_be_in_viewport()
        ann.at("#verdict").evaluate("(each) => { each.textContent = ''; }")
    assert [url for url in asked if "/faces.svg" not in url] == []
    kept_here = json.dumps(json.dumps({round_: {"commit": "ab", "closing": "cd"}}))
    ann.page.evaluate(f"localStorage.setItem('houseway.commits', {kept_here})")
    ann.at("#kept").set_input_files([proof, record])
    expect(ann.at("#verdict")).to_contain_text("your own number is not in it")
    other, shoe, _ = played(house, players, "super-pan-9")
    other.page.goto(f"/proof/{shoe}")
    other.at("#kept").set_input_files([proof, record])
    expect(other.at("#verdict")).to_contain_text("It is another shoe than this page's")
    expect(other.at("#verdict")).to_contain_text(HOLDS)
    other.at("#kept").set_input_files([proof, kept("bare", bare)])
    expect(other.at("#verdict")).to_contain_text("It is older and not signed whole: who staked and was paid what")


def noting(player, notes):
    """What the browser has noted of rounds."""
    player.page.evaluate(f"localStorage.setItem('houseway.commits', {json.dumps(json.dumps(notes))})")


def test_what_a_browser_noted_is_found_however_the_round_is_spelled(house, players, tmp_path):
    """Its notes and receipts are kept by the round's number; another spelling of it had none, and all held."""
    ann, shoe, round_ = played(house, players, "super-pan-9")
    noting(ann, {round_: {"commit": "ab", "closing": "cd"}})
    for spelled in (f"0{round_}", f"{round_}.0", f"%2B{round_}", f"{round_}%20", "", "-1", "1e0"):
        ann.page.goto(f"/proof/{shoe}?round={spelled}")
        expect(ann.at("#verdict")).to_contain_text("names no round")
    ann.page.goto(f"/proof/{shoe}?round={round_}")
    expect(ann.at("#verdict")).to_contain_text("your own number is not in it")
    record = json.loads(json.dumps(house.room.record(round_)))
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(house.room.proof(shoe).json()))
    unnamed = {name: value for name, value in record.items() if name != "round"}
    for name, told in (("a", unnamed), ("b", record | {"round": f"0{round_}"}), ("c", record | {"round": str(round_)})):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(signed_record(house.room.signer, told)))
        ann.at("#kept").set_input_files([proof, file])
        expect(ann.at("#verdict")).to_contain_text("belongs nowhere in it: record.round")
        ann.at("#verdict").evaluate("(each) => { each.textContent = ''; }")


def test_what_a_browser_cannot_tell_of_its_number_is_said(house, players):
    ann, shoe, round_ = played(house, players, "super-pan-9")
    own = json.loads(ann.page.evaluate("localStorage.getItem('houseway.commits')"))[f"round {round_}"]
    elsewhere = "if you have not bet from another device"
    for noted, says in (
        ({}, "It holds: |Your browser has noted nothing of this round."),
        ({round_: {"commit": "ab", "closing": None, "doubt": True}}, f"It holds: |{elsewhere}"),
        ({round_: own | {"late": 60}}, "It holds: |The last number was shown 60 s after yours was sealed"),
        ({round_: own | {"closing": None, "again": True}}, "your own number was sealed for a round that was not begun"),
        ({round_ + 7: own | {"closing": "cd"}}, "are not those that you saw"),
    ):
        noting(ann, noted)
        ann.page.goto(f"/proof/{shoe}?round={round_}")
        for part in says.split("|"):
            expect(ann.at("#verdict")).to_contain_text(part)
    noting(ann, {round_: own | {"closing": None, "doubt": True}})
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text("It holds")
    expect(ann.at("#verdict")).not_to_contain_text(elsewhere)
