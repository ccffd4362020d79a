"""A table over HTTP: commands that take effect once, refusals that change nothing, views that leak nothing."""

import json
import random
from fractions import Fraction
from itertools import combinations

import pytest
from browsing import clause_name

from houseway.cards import cards_of, name, parse_card
from houseway.games import games
from houseway.games.supreme_99.rules import score, word
from houseway.room.fairness.commitments import Opening, holds
from houseway.room.live_tables import LiveTables
from houseway.round.record import record_from, settle
from houseway.web.trainer import looked_back

EACH_GAME = pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])


def seated(visitor, game="super-pan-9", **settings):
    """Two people at one table."""
    ann, ben = visitor("Ann"), visitor("Ben")
    table = ann.open_table(game, **settings)
    ann.do(table, "sit", seat=1)
    ben.do(table, "sit", seat=2)
    return table, ann, ben


def least(view):
    return {w["id"]: w["least_cents"] for w in view["wagers"] if w["required"]}


def dealt(visitor, game="super-pan-9", **settings):
    """Two people with their least wagers and their cards."""
    table, ann, ben = seated(visitor, game, **settings)
    for person in (ann, ben):
        person.do(table, "bet", wagers=least(ann.view(table)))
    ann.do(table, "ready")
    ben.do(table, "ready")
    return table, ann, ben


def answer(person, table, asked, luck):
    """Any answer that the question allows, as a page would send it."""
    if asked["kind"] == "choose":
        return person.do(table, "answer", answer=luck.choice(asked["options"]))
    if asked["kind"] == "wager":
        return person.do(table, "answer", answer=luck.choice([0, asked["least_cents"]]))
    cards = list(asked["cards"])
    luck.shuffle(cards)
    piles = []
    for size in asked["sizes"]:
        piles.append(cards[:size])
        cards = cards[size:]
    return person.do(table, "answer", answer=piles)


def play_on(table, people, seed=1, watch=lambda: None):
    """To the end of the round."""
    luck = random.Random(seed)
    for _ in range(200):
        watch()
        if people[0].view(table)["phase"] == "ended":
            return people[0].view(table)
        for person in people:
            asked = [each for each in person.view(table)["asked"] if each["yours"]]
            if asked:
                answer(person, table, asked[0], luck)
    raise AssertionError("the round does not end")


@EACH_GAME
def test_a_round_is_played_to_its_ruling_and_the_money_is_there(visitor, game):
    table, ann, ben = dealt(visitor, game.id)
    view = play_on(table, (ann, ben))
    for seat in view["seats"][:2]:
        net = sum(line["cents"] for line in view["ruling"] if line["seat"] == seat["number"])
        assert seat["chips_cents"] == 100_000 + net
    assert all(line["why"] and line["clause"] for line in view["ruling"])


@EACH_GAME
def test_the_record_of_a_round_settles_to_the_same_ruling(visitor, game):
    table, ann, ben = dealt(visitor, game.id)
    view = play_on(table, (ann, ben))
    download = ann.client.get(f"/api/rounds/{view['round']}/record")
    assert "attachment" in download.headers["content-disposition"]
    ruling = settle(record_from(json.loads(download.text)))
    told = [(line["seat"], line["wager"], line["returned_cents"]) for line in view["ruling"]]
    assert sorted((payout.seat, payout.wager, payout.returned) for payout in ruling) == sorted(told)


@EACH_GAME
def test_the_page_of_a_round_tells_every_wager_and_its_clause(visitor, game):
    table, ann, ben = dealt(visitor, game.id)
    view = play_on(table, (ann, ben))
    page = visitor().client.get(f"/rounds/{view['round']}").text
    for line in view["ruling"]:
        assert clause_name(line["clause"]) in page
        assert f'href="#clause-{line["clause"]}"' in page
    assert "PT-" not in page
    told = ann.get(f"/api/rounds/{view['round']}")
    assert f"/proof/{told['shoe']['id']}" in page
    assert [each["round"] for each in ann.get(f"/api/tables/{table}/history")["rounds"]] == [view["round"]]


def test_the_page_of_a_round_whose_shoe_ran_out_and_its_record(visitor, room, monkeypatch, short_shoe):
    """Nine rounds of standing, and a tenth that splits and hits until the last card of one deck is gone."""
    monkeypatch.setattr(room, "_draw", short_shoe)
    ann = visitor("Ann")
    table = ann.open_table("super-pairs", decks="1", seats="1", penetration="100%")
    ann.do(table, "sit", seat=1)
    for words in (*[("stand",)] * 9, ("split", "hit")):
        ann.do(table, "bet", wagers={"blackjack": 500})
        ann.do(table, "ready")
        while asked := ann.view(table)["asked"]:
            chosen = [word for word in words if word in asked[0].get("options", ())]
            ann.do(table, "answer", answer=chosen[0] if chosen else 0)
    view = ann.view(table)
    assert [(line["award"], line["stake_cents"], line["cents"]) for line in view["ruling"]] == [("void", 1500, 0)]
    page = ann.client.get(f"/rounds/{view['round']}").text
    assert "Out of cards: the hand is void and $15.00 is returned" in page
    assert "the rule “irregularities”" in page
    record = ann.get(f"/api/rounds/{view['round']}/record")
    ruling = settle(record_from(record))
    assert [(payout.award, payout.stake, payout.net) for payout in ruling] == [("void", 1500, 0)]
    shoe = ann.get(f"/api/rounds/{view['round']}")["shoe"]
    assert shoe["ended"]
    assert len(ann.get(f"/api/proof/{shoe['id']}")["openings"]) == 52


@EACH_GAME
def test_no_view_shows_a_card_that_its_viewer_may_not_see(visitor, room, game):
    table, ann, ben = dealt(visitor, game.id)
    cat = visitor("Cat")

    def watch():
        live = room._live[table]
        for viewer, own in ((ann, 1), (ben, 2), (cat, None), (visitor(), None)):
            leaks = leaked(viewer.view(table), live.standing, own)
            assert live.phase == "ended" or leaks == [], f"seat {own} sees {leaks}"

    play_on(table, (ann, ben), watch=watch)


def leaked(view, standing, own):
    """Places whose hidden cards a view tells."""
    places = [(0, view["dealer"])] + [(seat["number"], seat) for seat in view["seats"]]
    found = []
    for number, place in places:
        told = place["cards"]
        allowed = len(standing.cards(number)) if number == own else len(standing.shown(number))
        if len([card for card in told if card is not None]) > allowed:
            found.append(number)
    asked = [each for each in view["asked"] if each["seat"] != own]
    return found + [each["seat"] for each in asked if set(each) != {"seat", "kind", "yours"}]


def test_the_watch_for_leaks_finds_a_planted_one(visitor, room):
    table, ann, _ = dealt(visitor)
    view = ann.view(table)
    standing = room._live[table].standing
    assert leaked(view, standing, 1) == []
    view["seats"][1]["cards"][0] = "Kd"
    assert leaked(view, standing, 1) == [2]
    view = ann.view(table)
    view["asked"][1]["options"] = ["stand", "draw"]
    assert leaked(view, standing, 1) == [2]


def test_a_command_takes_effect_once_however_often_it_is_sent(visitor):
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    first = ann.order(table, "sit", key="one-and-only", seat=1)
    again = ann.order(table, "sit", key="one-and-only", seat=1)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert ann.order(table, "sit", key="another-key", seat=1).status_code == 422


def test_a_command_for_a_version_that_has_passed_is_stale(visitor):
    table, ann, _ = seated(visitor)
    version = ann.view(table)["version"]
    ann.do(table, "add-bot", seat=3)
    stale = ann.order(table, "add-bot", version=version, seat=4)
    assert stale.status_code == 409
    assert ann.order(table, "add-bot", version=version + 1, seat=4).status_code == 200


@pytest.mark.parametrize(
    "wagers, says",
    [
        ({"main": 100}, "below the limit of $5.00"),
        ({"main": 50_000}, "over the limit of $400.00"),
        ({"tie": 500}, "every player makes the main wager"),
        ({"main": 500, "insurance": 500}, "no wager 'insurance'"),
    ],
)
def test_a_refused_bet_says_why_and_changes_nothing(visitor, wagers, says):
    table, ann, _ = seated(visitor)
    before = ann.view(table)
    refused = ann.order(table, "bet", wagers=wagers)
    assert refused.status_code == 422
    assert says in refused.json()["error"]
    assert ann.view(table) | {"deadline": 0} == before | {"deadline": 0}  # the clock goes on


def test_an_answer_that_is_not_asked_for_is_refused_with_its_clause(visitor):
    table, ann, _ = dealt(visitor)
    refused = ann.order(table, "answer", answer="double")
    assert refused.status_code == 422
    assert refused.json()["clause"] == "6"


def test_hints_are_for_one_s_own_decision_and_tell_what_each_choice_is_worth(visitor):
    table, ann, ben = dealt(visitor)
    told = ann.get(f"/api/tables/{table}/hint")["options"]
    assert {option["answer"] for option in told} == {"stand", "draw"}
    assert Fraction(told[0]["cost"]["exact"]) == 0 < Fraction(told[1]["cost"]["exact"])
    cat = visitor("Cat")
    assert cat.client.get(f"/api/tables/{table}/hint").status_code == 404
    ben.do(table, "answer", answer="stand")
    assert ben.client.get(f"/api/tables/{table}/hint").status_code == 404


def test_a_hint_knows_only_what_its_seat_has_seen(visitor, room):
    table, ann, _ = dealt(visitor)
    person = room.people.of_session(dict(ann.client.cookies)["houseway-session"])
    standing = room.decision(table, person).standing
    assert len(standing.cards(1)) == 3
    assert standing.cards(2) == standing.cards(0) == ()


def test_what_should_have_been_done_is_told_with_its_exact_cost(visitor):
    table, ann, ben = dealt(visitor)
    hint = ann.get(f"/api/tables/{table}/hint")
    best = hint["options"]
    assert (hint["of"], hint["left_out"]) == (["main wager"], [])
    ann.do(table, "answer", answer=best[1]["answer"])
    ben.do(table, "answer", answer=ben.get(f"/api/tables/{table}/hint")["options"][0]["answer"])
    told = ann.get(f"/api/rounds/{ann.view(table)['round']}/advice")["decisions"]
    costs = {line["seat"]: Fraction(line["cost"]["exact"]) for line in told}
    assert costs == {1: Fraction(best[1]["cost"]["exact"]), 2: 0}
    assert [line["right"] for line in sorted(told, key=lambda line: line["seat"])] == [False, True]


@pytest.mark.parametrize(
    "game, side, of, left",
    [
        ("super-pan-9", "tie", ["main wager", "Tie Bet"], []),
        ("supreme-99", "pair-fortunes", ["standard wager"], ["Pair Fortunes"]),
    ],
)
def test_advice_says_which_wagers_it_is_of(visitor, game, side, of, left):
    """What a Tie Bet wins is in the values of Super Pan 9; a bonus that the deal decides is in none."""
    table, ann, ben = seated(visitor, game)
    told = {wager["id"]: wager for wager in ann.view(table)["wagers"]}
    ann.do(table, "bet", wagers=least(ann.view(table)) | {side: told[side]["least_cents"]})
    ben.do(table, "leave")
    ann.do(table, "ready")
    hint = ann.get(f"/api/tables/{table}/hint")
    assert (hint["of"], hint["left_out"]) == (of, left)


def test_a_setting_is_named_and_a_foul_is_seen_before_it_is_confirmed(visitor):
    table, ann, ben = dealt(visitor, "supreme-99")
    cards = next(each["cards"] for each in ann.view(table)["asked"] if each["yours"])
    path = f"/api/tables/{table}/hand"
    told = {}
    for pair in combinations(cards, 2):
        rest = [card for card in cards if card not in pair]
        said = ann.post(path, {"piles": [list(pair), rest]}).json()
        high, low = (score(*map(parse_card, pile)) for pile in (pair, rest))
        assert said["says"] == [word(high), word(low)]
        assert bool(said["foul"]) == (high < low)
        told[pair] = said["foul"]
    assert "" in told.values()
    theirs = next(each["cards"] for each in ben.view(table)["asked"] if each["yours"])
    for wrong in (
        [cards[:2]],
        [cards[:2], cards[:2]],
        [theirs[:2], theirs[2:]],
        [["Zz", "As"], cards[2:]],
        [cards, []] * 2,
    ):
        assert ann.post(path, {"piles": wrong}).status_code == 422, wrong
    assert visitor("Cat").post(path, {"piles": [cards[:2], cards[2:]]}).status_code == 404


@pytest.mark.parametrize("game", ["chinese-poker", "dealer-open-pai-gow"])
def test_every_pile_of_a_hand_that_is_set_is_named(visitor, room, game):
    table, ann, _ = dealt_to_set(visitor, game)
    question = room.decision(table, room.people.of_session(dict(ann.client.cookies)["houseway-session"])).question
    piles = [[name(card) for card in cards_of(pile)] for pile in question.default]
    said = ann.post(f"/api/tables/{table}/hand", {"piles": piles}).json()
    assert all(said["says"])
    assert said["foul"] == ""
    mixed = [name(card) for pile in question.default for card in cards_of(pile)][::-1]
    upside_down = [[mixed.pop() for _ in range(size)] for size in reversed(question.sizes)][::-1]
    assert ann.post(f"/api/tables/{table}/hand", {"piles": upside_down}).status_code == 200


def dealt_to_set(visitor, game):
    """Dealt until there is a hand to set: two jacks of the dealer may end a round before."""
    for _ in range(40):
        table, ann, ben = dealt(visitor, game)
        if any(each["yours"] and each["kind"] == "arrange" for each in ann.view(table)["asked"]):
            return table, ann, ben
    raise AssertionError("no hand is ever set")


def test_the_proof_opens_the_cards_that_one_has_seen_and_no_other(visitor):
    table, ann, ben = dealt(visitor)
    view = ann.view(table)
    shoe = view["shoe"]["id"]
    proof = ann.get(f"/api/proof/{shoe}")
    own = view["seats"][0]["cards"]
    assert sorted(opening["card"] for opening in proof["openings"]) == sorted(own)
    for opening in proof["openings"]:
        path = tuple((side, other) for side, other in opening["path"])
        assert holds(Opening(opening["index"], opening["number"], opening["salt"], path), view["shoe"]["root"])
    assert visitor("Cat").get(f"/api/proof/{shoe}")["openings"] == []
    play_on(table, (ann, ben))
    assert len(visitor("Dan").get(f"/api/proof/{shoe}")["openings"]) >= 9


# ---------------------------------------------------------------------------------------------------- the live stream


def next_event(lines):
    event = {}
    for line in lines:
        if line == "":
            if event.get("event") == "view":
                return event
            event = {}
            continue
        name, _, value = line.partition(": ")
        event[name] = value
    raise AssertionError("the stream ended")


def test_the_stream_brings_each_version_and_resumes_with_the_newest(house):
    ann, ben = house.visitor("Streaming Ann"), house.visitor("Streaming Ben")
    table = ann.open_table("super-pan-9")
    path = f"/api/tables/{table}/events"
    with ann.client.stream("GET", path, timeout=10) as stream:
        lines = stream.iter_lines()
        assert json.loads(next_event(lines)["data"]) == ann.view(table)
        version = ben.do(table, "sit", seat=2)
        second = next_event(lines)
        assert second["id"] == str(version)
        assert json.loads(second["data"])["seats"][1]["name"] == "Streaming Ben"
    ben.do(table, "leave")
    version = ben.do(table, "sit", seat=3)
    with ann.client.stream("GET", path, headers={"Last-Event-ID": second["id"]}, timeout=10) as stream:
        assert next_event(stream.iter_lines())["id"] == str(version)
    ann.client.close()
    ben.client.close()


def test_spectators_share_one_view_until_they_sit_down(visitor, room):
    table, _ann, _ = dealt(visitor)
    cat, dan = (room.people.guest(name) for name in ("Cat", "Dan"))
    assert room.view(table, cat) is room.view(table, dan) is room.view(table, None)
    assert not any(seat["you"] for seat in room.view(table, cat).json()["seats"])
    guest = visitor("Eve")
    guest.do(table, "sit", seat=4)
    assert [seat["number"] for seat in guest.view(table)["seats"] if seat["you"]] == [4]


def test_who_takes_a_seat_in_mid_round_is_asked_nothing_and_hinted_nothing(visitor, room):
    table, _ann, ben = dealt(visitor)
    ben.do(table, "leave")
    eve = visitor("Eve")
    if eve.order(table, "sit", seat=2).status_code == 200:
        assert all(card is None for card in eve.view(table)["seats"][1]["cards"])
    assert room.decision(table, room.people.of_session(dict(eve.client.cookies)["houseway-session"])) is None
    assert eve.client.get(f"/api/tables/{table}/hint").status_code == 404


def test_a_table_that_does_not_hold_is_refused_in_words_and_the_others_are_there(room, visitor):
    ann = visitor("Ann")
    bad, good = (ann.open_table("super-pan-9") for _ in range(2))
    with room.store.transaction() as connection:
        connection.exec_driver_sql(f"UPDATE shoes SET root = 'another', cards = salts WHERE chain = {bad}")
    room._live = LiveTables(room.store)  # as after a start
    for path in (f"/api/tables/{bad}/view", f"/api/tables/{bad}/events", f"/tables/{bad}"):
        answer = ann.client.get(path)
        assert answer.status_code == 422, path
        assert "is refused: what is on disk of it does not hold" in answer.text
    lobby = ann.client.get("/").text
    assert (f'"/tables/{good}"' in lobby, f'"/tables/{bad}"' in lobby) == (True, False)
    assert ann.client.get("/health").status_code == 200


def test_a_look_back_says_which_of_the_split_hands_it_judges():
    pairs = next(each for each in games() if each.id == "super-pairs")
    dealt = pairs.settle(
        {
            "game": "super-pairs",
            "settings": {"decks": 6},
            "dealer": {"cards": "9s 9d"},
            "seat": [
                {"number": 1, "cards": "8c 8d 2c 3c", "play": "split stand stand", "wagers": {"blackjack": "5.00"}}
            ],
        }
    )
    hands = [line["hand"] for line in looked_back(dealt.json())]
    assert hands == ["", "", "hand 1 of 2", "hand 2 of 2"]  # no Bust Bonus, the split, then each hand


def test_a_command_that_there_is_not_is_told_so_with_those_that_there_are(visitor):
    """It was told to hold a character that cannot stand there."""
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    told = ann.order(table, "fly")
    assert told.status_code == 422
    assert told.json()["error"].startswith("there is no command 'fly'; the commands are add-bot, answer, approve")
    assert "character" not in told.json()["error"]
    assert len(ann.order(table, "x" * 5000).json()["error"]) < 500
