"""The drill: decisions of one kind, judged by their exact cost."""

import json
import threading
import time
from contextlib import closing
from fractions import Fraction
from itertools import accumulate
from random import Random

import pytest
from sqlalchemy import select

from houseway.academy.decisions import about, deal, kinds, kinds_of
from houseway.errors import MissingExtra
from houseway.games import game as find
from houseway.games import games
from houseway.lab import kernel
from houseway.money import dollars
from houseway.room import Room, drills
from houseway.room.store.schema import DEALT
from houseway.round import Arrange
from houseway.round.codec import read_answer
from houseway.web import create_app
from houseway.web.drill import found, judgement
from houseway.web.prepare import Preparation
from houseway.web.work import usual


def dealt(visitor, game, kind="any"):
    answer = visitor.post(f"/api/games/{game}/drill", {"kind": kind})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_every_game_has_decisions_to_drill(visitor, game):
    page = visitor().client.get(f"/drill/{game.id}")
    assert page.status_code == 200
    assert '<option value="any"' in page.text
    told = dealt(visitor(), game.id)
    assert told["cards"]


def test_to_deal_decisions_no_hand_is_set_well(monkeypatch):
    """Every process looks through some rounds first: to have thirteen cards set by the house in each took seconds."""

    def long_work(_question):
        raise AssertionError("the house sets a hand")

    monkeypatch.setattr(Arrange, "default", property(long_work))
    assert [kinds.__wrapped__(find(game)) for game in ("chinese-poker", "dealer-open-pai-gow")] == [("any", "set")] * 2


def test_each_answer_is_judged_by_what_it_costs(visitor):
    ann = visitor()
    told = dealt(ann, "super-pan-9", "draw")
    assert told["asked"]["options"] == ["stand", "draw"]
    assert told["dealer"] == [None, None, None]
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
    line = ann.post(f"/api/drill/{told['drill']}/answer", {"answer": piles}).json()
    assert Fraction(line["cost"]["exact"]) >= 0


def test_only_decisions_of_the_kind_are_dealt():
    game = next(game for game in games() if game.id == "super-pairs")
    for _ in range(5):
        assert "split" in kinds_of(deal(game, "split").question)


def test_of_any_kind_every_kind_is_dealt():
    """Not the first question of each round alone, which in Super Pairs is always a bonus or insurance."""
    game = find("super-pairs")
    luck = Random(1)
    seen = {kind for _ in range(80) for kind in kinds_of(deal(game, "any", luck).question)}
    assert seen == set(kinds(game)[1:]) >= {"bust-bonus", "insurance", "split", "double", "even-money"}


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


@pytest.mark.parametrize("given", [{}, {"answer": "double"}, {"answer": 5}, {"answer": [["As"]]}, {"answer": [["Zz"]]}])
def test_an_answer_that_the_decision_does_not_allow_is_refused(visitor, given):
    ann = visitor()
    told = dealt(ann, "super-pan-9")
    assert ann.post(f"/api/drill/{told['drill']}/answer", given).status_code == 422


def test_a_score_is_kept_for_who_has_a_name_and_only_the_first_answer_counts(visitor):
    ann, nobody = visitor("Ann"), visitor()
    costs = []
    for _ in range(3):
        told = dealt(ann, "super-pan-9", "draw")
        path = f"/api/drill/{told['drill']}/answer"
        answers = [ann.post(path, {"answer": answer}).json() for answer in ("stand", "draw")]
        assert [line["counts"] for line in answers] == [True, False]
        assert answers[0]["about"] == "stand or draw"
        costs.append(Fraction(answers[0]["cost"]["exact"]))
    kept = ann.get("/api/games/super-pan-9/drill/scores")
    right, cost = sum(cost == 0 for cost in costs), sum(costs)
    exact = f"{cost.numerator}/{cost.denominator}"
    score = {"kind": "stand or draw", "decided": 3, "right": right, "units": float(cost), "exact": exact}
    assert kept == {"kept": True, "scores": [score], "waiting": 3 - right}
    assert nobody.get("/api/games/super-pan-9/drill/scores") == {"kept": False, "scores": [], "waiting": 0}
    assert nobody.post("/api/games/super-pan-9/drill/forget", {}).status_code == 401
    assert ann.post("/api/games/super-pan-9/drill/forget", {}).json()["scores"] == []
    assert ann.get("/api/games/super-pan-9/drill/scores")["scores"] == []


def wrongly(visitor, told):
    """Decide what is not the best; the line of it, and the answer that is."""
    path = f"/api/drill/{told['drill']}/answer"
    best = visitor.post(path, {"answer": "stand"}).json()["best"]
    return "draw" if best == "stand" else "stand", best


def test_a_mistake_comes_back_after_others_and_whoever_begins_anew_is_rid_of_it(room, visitor):
    """Two others, then it; answered rightly it waits for longer. What is decided without a name does not come back."""
    nobody, probe, ann = visitor(), visitor(), visitor("Ann")

    def decide(*, right):
        told = dealt(ann, "super-pan-9", "draw")
        (row,) = [each for each in _rows(room) if each.token == told["drill"]]
        copy = room.drills.keep(room.drills.dealt(row.token)[0], json.loads(row.entries)["entries"])
        wrong, best = wrongly(probe, {"drill": copy})
        line = ann.post(f"/api/drill/{told['drill']}/answer", {"answer": best if right else wrong}).json()
        assert line["right"] is right
        return told

    def waiting():
        return ann.get("/api/games/super-pan-9/drill/scores")["waiting"]

    first = decide(right=False)
    assert (first["returns"], waiting()) == (False, 1)
    others = [decide(right=True) for _ in range(2)]
    assert not any(each["returns"] for each in others)
    again = decide(right=True)
    assert again["returns"]
    assert (again["asked"], again["cards"], again["dealer"]) == (first["asked"], first["cards"], first["dealer"])
    assert waiting() == 1, "it lies a box further"
    assert not dealt(ann, "super-pan-9", "draw")["returns"]
    assert not dealt(nobody, "super-pan-9", "draw")["returns"]
    page = ann.client.get("/academy").text
    assert "3 of 4 decisions right, 1 to come back" in page
    assert ann.post("/api/games/super-pan-9/drill/forget", {}).json()["waiting"] == waiting() == 0


def _rows(room):
    with room.store.transaction() as connection:
        return connection.execute(select(DEALT)).all()


def test_a_decision_that_an_earlier_version_dealt_is_told_to_be_gone(room, visitor):
    with room.store.transaction() as connection:
        row = {"token": "of-0.1", "game": "super-pan-9", "entries": "[]", "judged": False}
        connection.execute(DEALT.insert().values(**row))
    refused = visitor().post("/api/drill/of-0.1/answer", {"answer": "stand"})
    assert (refused.status_code, "deal another" in refused.json()["error"]) == (404, True)


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_what_one_process_deals_another_judges(room, visitor, game):
    """Behind a balancer nobody knows which of them answers next."""
    with closing(Room.open(str(room.store.engine.url))) as other:
        here, there = visitor("Ann"), visitor("Ben", create_app(other))
        told = dealt(here, game.id)
        asked = told["asked"]
        given = {"answer": asked.get("options", [asked.get("least_cents")])[0]}
        if asked["kind"] == "arrange":
            ends = list(accumulate(asked["sizes"]))
            given = {
                "answer": [asked["cards"][end - size : end] for size, end in zip(asked["sizes"], ends, strict=True)]
            }
        lines = [each.post(f"/api/drill/{told['drill']}/answer", given).json() for each in (there, here)]
        assert [line["counts"] for line in lines] == [True, False]
        assert lines[0]["cost"] == lines[1]["cost"]


def test_a_wager_of_any_amount_is_judged_in_its_own_dollars(visitor):
    ann = visitor("Ann")
    told = dealt(ann, "super-pairs", "bust-bonus")
    path = f"/api/drill/{told['drill']}/answer"
    none, least, twice = (ann.post(path, {"answer": cents}).json() for cents in (0, 100, 200))
    assert [line["right"] for line in (none, least, twice)] in ([True, False, False], [False, True, True])
    assert least["cost"] == twice["cost"]
    assert [line["chosen"] for line in (none, least)] == ["no wager", "make the wager"]
    if none["right"]:
        assert float(twice["dollars"].lstrip("$")) == pytest.approx(2 * least["cost"]["units"], abs=0.006)
    made = next(each for each in least["options"] if each["answer"])
    assert made["stake"] == dollars(made["answer"]), "what it is worth is told by the amount that it is of"


def test_the_oldest_decisions_are_forgotten(room, visitor, monkeypatch):
    monkeypatch.setattr(drills, "MOST", 2)
    ann = visitor("Ann")
    told = [dealt(ann, "super-pan-9")["drill"] for _ in range(3)]
    answers = [ann.post(f"/api/drill/{token}/answer", {"answer": "stand"}).status_code for token in told]
    assert answers == [404, 200, 200]


def test_any_setting_of_thirteen_cards_has_its_cost(visitor):
    """Also one that no advice lists: the cards as they were dealt, most often a foul."""
    ann = visitor("Ann")
    told = dealt(ann, "chinese-poker", "set")
    cards = told["asked"]["cards"]
    line = ann.post(f"/api/drill/{told['drill']}/answer", {"answer": [cards[:3], cards[3:8], cards[8:]]}).json()
    assert line["cost"]["units"] >= 0
    assert ann.get("/api/games/chinese-poker/drill/scores")["scores"][0]["kind"] == "set"


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_what_a_decision_is_about_fits_the_record(game):
    assert 0 < max(len(" or ".join(kinds_of(deal(game, kind).question))) for kind in kinds(game)) <= 80
    assert about(deal(game, "any").question) != ""


def test_nobody_waits_for_the_compiler_and_the_answers_are_the_same(room, visitor, monkeypatch):
    """While a game is being prepared its decisions are judged by the functions as they are written, to the last bit."""
    asked = [find("super-pan-9"), find("chinese-poker")]
    done = threading.Event()
    monkeypatch.setattr(usual().plain, "_seconds", 600)
    preparation = Preparation(asked, lambda _game: done.wait(600) and None)
    ann = visitor("Ann", to=create_app(room, preparation=preparation))
    preparation.start()
    told = [dealt(ann, game.id, "any") for game in asked]
    given = [{"answer": told[0]["asked"]["options"][0]}, {"answer": cut_in_order(told[1])}]
    judged = [ann.post(f"/api/drill/{each['drill']}/answer", at) for each, at in zip(told, given, strict=True)]
    assert preparation.waiting(asked[1])["state"] == "preparing"
    done.set()
    until(lambda: preparation.waiting(asked[1]) or {"ready": True}, "ready")
    for each, at, before in zip(told, given, judged, strict=True):
        line, decision = before.json(), found(room, each["drill"])[1]
        compiled = judgement(decision, read_answer(decision.question, at["answer"]))
        assert line["counts"]
        assert worth(line) == worth(compiled)
    line = judged[1].json()
    assert line["cents"] == 100 * line["cost"]["units"], "a unit is a dollar there, not the stake"
    until(lambda: {"gone": True} if all(each.ended for each in usual().plain._apart) else {}, "gone")


def worth(line):
    """What an answer costs and the others are worth; of settings that are worth the same each may list another."""
    return line["right"], line["cost"], line["cents"], [(each["value"], each["cost"]) for each in line["options"]]


def cut_in_order(told):
    """Thirteen cards as they come: 3, 5 and 5."""
    cards, sizes = told["cards"], told["asked"]["sizes"]
    return [cards[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(len(sizes))]


def until(ask, key):
    limit = time.monotonic() + 60
    while key not in (told := ask()):
        assert time.monotonic() < limit, told
        time.sleep(0.05)
    return told


def test_the_compiler_runs_in_a_process_of_its_own_once(tmp_path, monkeypatch):
    """What it has compiled is marked, and loaded without it the next time; whoever gives advice deals for the bots."""
    monkeypatch.setattr(kernel, "cache_folder", lambda _package: tmp_path)
    game = find("supreme-99")
    heard, here = [], []
    monkeypatch.setattr(type(game), "bot", lambda _game, question, *_: heard.append(question))
    monkeypatch.setattr("houseway.academy.decisions._decisions", lambda *given: here.append(given) or iter(()))
    for _ in range(2):
        preparation = Preparation([game])
        preparation.start()
        until(lambda preparation=preparation: preparation.waiting(game) or {"ready": True}, "ready")
        assert (tmp_path / "advice-supreme-99").exists()
    assert preparation._process is None, "the second start needs no compiler"
    assert heard, "bots have been asked, and have read what they have to"
    assert not here, "a server that deals hundreds of rounds keeps every command waiting"


def test_a_game_that_cannot_be_prepared_puts_nobody_off():
    """Without the lab there is no advice: who asks is told so by the advice itself."""
    both = [find("super-pan-9"), find("supreme-99")]
    prepared = []

    def work(game):
        prepared.append(game)
        raise MissingExtra("this needs numba")

    preparation = Preparation(both, work)
    preparation.start()
    until(lambda: {} if any(map(preparation.waiting, both)) else {"ready": True}, "ready")
    assert prepared == both
