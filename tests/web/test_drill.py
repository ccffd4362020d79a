"""The drill: decisions of one kind, judged by their exact cost."""

from fractions import Fraction

import pytest

from houseway.games import GAMES
from houseway.web.drill import deal, kinds_of


def dealt(visitor, game, kind="any"):
    answer = visitor.post(f"/api/games/{game}/drill", {"kind": kind})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_game_has_decisions_to_drill(visitor, game):
    page = visitor().client.get(f"/drill/{game.id}")
    assert page.status_code == 200
    assert '<option value="any">' in page.text
    told = dealt(visitor(), game.id)
    assert told["cards"]


def test_each_answer_is_judged_by_what_it_costs(visitor):
    ann = visitor()
    told = dealt(ann, "super-pan-9", "draw")
    assert told["asked"]["options"] == ["stand", "draw"]
    assert told["hidden"] == 3
    lines = [ann.post(f"/api/drill/{told['drill']}/answer", {"answer": option}).json() for option in ("stand", "draw")]
    assert [line["chosen"] for line in lines] == ["stand", "draw"]
    costs = [Fraction(line["cost"]["exact"]) for line in lines]
    assert min(costs) == 0 < max(costs)
    assert [line["right"] for line in lines] == [cost == 0 for cost in costs]


def test_a_hand_that_is_set_is_judged_too(visitor):
    ann = visitor()
    told = dealt(ann, "supreme-99", "set")
    cards = told["asked"]["cards"]
    piles = [cards[:2], cards[2:]]
    assert ann.post(f"/api/drill/{told['drill']}/hand", {"piles": piles}).status_code == 200
    line = ann.post(f"/api/drill/{told['drill']}/answer", {"piles": piles}).json()
    assert Fraction(line["cost"]["exact"]) >= 0


def test_only_decisions_of_the_kind_are_dealt():
    game = next(game for game in GAMES if game.id == "super-pairs")
    for _ in range(5):
        assert "split" in kinds_of(deal(game, "split").question)


@pytest.mark.parametrize(
    "path, body, status",
    [
        ("/api/games/super-pan-9/drill", {"kind": "castle"}, 404),
        ("/api/games/whist/drill", {"kind": "any"}, 404),
        ("/api/drill/never-dealt/answer", {"answer": "stand"}, 404),
        ("/api/drill/never-dealt/hand", {"piles": [["As"]]}, 404),
    ],
)
def test_what_cannot_be_drilled_is_told_in_a_sentence(visitor, path, body, status):
    refused = visitor().post(path, body)
    assert refused.status_code == status
    assert refused.json()["error"]


@pytest.mark.parametrize("given", [{}, {"answer": "double"}, {"answer": 5}, {"piles": [["As"]]}, {"piles": [["Zz"]]}])
def test_an_answer_that_the_decision_does_not_allow_is_refused(visitor, given):
    ann = visitor()
    told = dealt(ann, "super-pan-9")
    assert ann.post(f"/api/drill/{told['drill']}/answer", given).status_code == 422
