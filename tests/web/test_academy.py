"""The academy over HTTP: questions, verdicts and progress; exams and certificates; what is refused."""

import json
import re

import pytest
from sqlalchemy import select, update

from houseway.academy import Item, kinds_for
from houseway.games import games
from houseway.room.store.schema import EXAMS
from wrong_answers import right_answer, wrong_answers


def asked(visitor, game, kind="all"):
    answer = visitor.post(f"/api/academy/games/{game}/next", {"kind": kind})
    assert answer.status_code == 200, answer.text
    return answer.json()


def with_account(visitor, name):
    made = visitor()
    assert made.form("/sign-in", how="register", name=name, password=f"a long password of {name}").status_code == 303
    return made


def test_the_page_lists_every_game_with_its_kinds(visitor):
    page = visitor().client.get("/academy").text
    for game in games():
        assert f'href="/academy/drill/{game.id}"' in page
        for kind in kinds_for(game):
            assert f"/academy/drill/{game.id}?kind={kind.id}" in page
        assert f"<h1>{game.name}</h1>" in visitor().client.get(f"/academy/drill/{game.id}?kind=settle").text
    assert 'href="/academy"' in visitor().client.get("/").text


def test_a_question_is_asked_judged_and_kept_for_who_has_a_name(visitor):
    ann, nobody = visitor("Ann"), visitor()
    told = asked(ann, "super-pan-9", "house-way")
    assert (told["kind"], told["returns"], told["score"]) == (
        "house-way",
        False,
        {"asked": 0, "right": 0, "waiting": 0},
    )
    made = Item("super-pan-9", "house-way", told["seed"]).question()
    assert told["question"] == json.loads(json.dumps(made.json()))
    path = f"/api/academy/games/super-pan-9/house-way/{told['seed']}/answer"
    _, wrong = next(iter(wrong_answers(made)))
    first = ann.post(path, {"answer": wrong}).json()
    assert first["verdict"]["right"] is False
    assert first["verdict"]["mistakes"][0]["clause"].startswith("7.")
    assert first["score"] == {"asked": 1, "right": 0, "waiting": 1}
    again = ann.post(path, {"answer": right_answer(made)}).json()
    assert again["verdict"]["right"] is True
    assert again["score"] == first["score"]
    assert nobody.post(path, {"answer": right_answer(made)}).json()["score"] is None
    assert "0 of 1 right" in ann.client.get("/academy").text
    for _ in range(2):
        other = asked(ann, "super-pan-9", "house-way")
        ann.post(
            f"/api/academy/games/super-pan-9/house-way/{other['seed']}/answer",
            {"answer": right_answer(Item("super-pan-9", "house-way", other["seed"]).question())},
        )
    back = asked(ann, "super-pan-9", "house-way")
    assert (back["seed"], back["returns"]) == (told["seed"], True)


def test_a_hand_is_said_in_words_while_it_is_set(visitor):
    ann = visitor()
    told = asked(ann, "supreme-99", "house-way")
    cards = told["question"]["fields"][0]["cards"]
    path = f"/api/academy/games/supreme-99/house-way/{told['seed']}/hand"
    said = ann.post(path, {"piles": [cards[:2], cards[2:]]})
    assert said.status_code == 200
    assert len(said.json()["says"]) == 2
    assert ann.post(f"/api/academy/games/supreme-99/pay/{told['seed']}/hand", {"piles": [["As"]]}).status_code == 404


@pytest.mark.parametrize(
    "path, body, status",
    [
        ("/api/academy/games/whist/next", {"kind": "all"}, 404),
        ("/api/academy/games/super-pan-9/next", {"kind": "jackpot"}, 404),
        ("/api/academy/games/super-pan-9/next", {"kind": "decide"}, 404),
        ("/api/academy/games/super-pan-9/next", {"kind": 5}, 422),
        ("/api/academy/games/super-pan-9/pay/-1/answer", {"answer": {}}, 422),
        ("/api/academy/games/super-pan-9/pay/99999999999999999999/answer", {"answer": {}}, 422),
        ("/api/academy/games/super-pan-9/pay/1/answer", {"answer": {}}, 422),
        ("/api/academy/games/super-pan-9/pay/1/answer", {"answer": {"chips": {"3": 1}, "commission": 0}}, 422),
        ("/api/academy/games/super-pan-9/pay/1/answer", {"answer": 5}, 422),
        ("/api/academy/games/super-pan-9/pay/1/answer", {"answer": {"chips": json.loads("[" * 700 + "]" * 700)}}, 422),
        ("/api/academy/exam/never-begun/1/answer", {"answer": {}}, 401),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(visitor, path, body, status):
    refused = visitor().post(path, body)
    assert refused.status_code == status, refused.text
    assert refused.json()["error"]


def test_an_exam_from_its_beginning_to_a_certificate_that_is_checked(visitor, room):
    ann = with_account(visitor, "Ann")
    begun = ann.form("/academy/exam", game="super-pan-9")
    token = begun.headers["location"].rsplit("/", 1)[1]
    assert "12 questions, 24 minutes; 10 right answers pass" in ann.client.get(begun.headers["location"]).text
    person = room.people.sign_in("Ann", "a long password of Ann", "")
    exam = room.academy.sitting(token, person).exam
    path = f"/api/academy/exam/{token}"
    state = ann.get(path)
    assert str(exam.seed) not in json.dumps(state)
    for number in range(1, 13):
        assert (state["number"], state["over"]) == (number, False)
        assert 0 < state["seconds"] <= 24 * 60
        question = exam.question(number - 1)
        assert state["question"] == json.loads(json.dumps(question.json()))
        answer = next(iter(wrong_answers(question)))[1] if number <= 2 else right_answer(question)
        taken = ann.post(f"{path}/{number}/answer", {"answer": answer})
        assert "right" not in taken.text or "verdict" not in taken.text
        state = taken.json()
    assert state["over"]
    page = visitor().client.get(f"/academy/certificate/{token}")
    assert "has passed: 10 of 12 answers right" in re.sub(r"\s+", " ", page.text)
    assert ann.client.get(begun.headers["location"], follow_redirects=False).status_code == 303
    text = visitor().client.get(f"/academy/certificate/{token}/certificate.json").text
    assert json.loads(text)["certificate"]["name"] == "Ann"
    assert "Passed" in ann.client.get("/academy").text
    _check_pages(visitor(), text)


def _check_pages(anybody, text):
    """By file and by text it holds; one changed letter, and it does not."""

    def checked(**fields):
        data = {"csrf": anybody.token, **{key: value for key, value in fields.items() if key == "text"}}
        files = {"file": ("certificate.json", fields["file"])} if "file" in fields else {"file": ("", b"")}
        return anybody.client.post("/academy/check", data=data, files=files).text

    assert "It holds." in checked(file=text.encode())
    assert "It holds." in checked(text=text.replace("\n", "\r\n"))
    assert "changed after the room signed it" in checked(file=text.replace('"Ann"', '"Bob"').encode())
    assert "It does not hold." in checked(file=b"\xff\xfe")
    assert "It does not hold." in checked(text="")


def test_guests_and_others_sit_no_exam_of_mine(visitor):
    ann, ben = with_account(visitor, "Ann"), with_account(visitor, "Ben")
    token = ann.form("/academy/exam", game="chinese-poker").headers["location"].rsplit("/", 1)[1]
    assert ben.client.get(f"/api/academy/exam/{token}").status_code == 404
    assert ben.post(f"/api/academy/exam/{token}/finish", {}).status_code == 404
    assert visitor("Carl").form("/academy/exam", game="super-pan-9").status_code == 403
    assert visitor().client.get(f"/academy/certificate/{token}").status_code == 404
    assert ann.post(f"/api/academy/exam/{token}/99/answer", {"answer": {}}).status_code == 404
    assert ann.post(f"/api/academy/exam/{token}/finish", {}).json()["over"]
    assert "has not passed: 0 of 8" in re.sub(r"\s+", " ", ann.client.get(f"/academy/certificate/{token}").text)


def test_a_hand_of_an_exam_is_said_in_words_too(visitor, room):
    ann = with_account(visitor, "Ann")
    token = ann.form("/academy/exam", game="supreme-99").headers["location"].rsplit("/", 1)[1]
    cards = ann.get(f"/api/academy/exam/{token}")["question"]["fields"][0]["cards"]
    said = ann.post(f"/api/academy/exam/{token}/1/hand", {"piles": [cards[:2], cards[2:]]})
    assert said.status_code == 200
    assert ann.post(f"/api/academy/exam/{token}/99/hand", {"piles": [cards[:2], cards[2:]]}).status_code == 404


def test_a_certificate_that_was_changed_in_the_database_is_not_shown_as_one_that_holds(visitor, room):
    ann = with_account(visitor, "Ann")
    token = ann.form("/academy/exam", game="chinese-poker").headers["location"].rsplit("/", 1)[1]
    ann.post(f"/api/academy/exam/{token}/finish", {})
    assert "does not hold" not in ann.client.get(f"/academy/certificate/{token}").text
    with room.store.transaction() as connection:
        text = connection.execute(select(EXAMS.c.certificate)).scalar_one()
        connection.execute(update(EXAMS).values(certificate=text.replace('"passed": false', '"passed": true')))
    assert "This certificate does not hold: it was changed" in ann.client.get(f"/academy/certificate/{token}").text


def test_a_long_name_that_stands_twice_in_a_certificate_is_told_cut(visitor):
    """It was quoted whole, and looked up in the catalogue for minutes."""
    name = "(" + "; " * 4000
    told = visitor().form("/academy/check", text=json.dumps({name: 1})[:-1] + f", {json.dumps(name)}: 1}}")
    assert f"{name[:60]}…: stands there twice" in told.text
