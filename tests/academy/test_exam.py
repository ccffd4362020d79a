"""The exam and its certificate: the same again from the seed, judged again, and a changed byte is found."""

import json
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib.resources import files

import jsonschema
import pytest
from sqlalchemy import func, select, update

from houseway.academy import Exam, Plan, Section, usual_plan
from houseway.academy.certificate import Taken, body_of, judged_again
from houseway.academy.exam import read_plan
from houseway.errors import Faulty, IllegalAnswer, UnknownName
from houseway.room import Forbidden, Room
from houseway.room import academy as academy_module
from houseway.room.academy import Academy, checked, signed
from houseway.room.audit.room import audit
from houseway.room.errors import Refused
from houseway.room.evidence.signing import Signer
from houseway.room.store import exams, reading_on
from houseway.room.store.keyring import Keyring
from houseway.room.store.schema import EXAMS, JOURNAL, ROOM_KEYS
from houseway.room.store.signatures import rotate
from wrong_answers import right_answer, wrong_answers

PLAN = Plan(
    (Section("super-pan-9", "house-way", 2), Section("super-pan-9", "pay", 1), Section("supreme-99", "settle", 1)),
    75,
    10,
)
BEGAN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SIGNER = Signer(bytes(range(32)))


class Watch:
    """A clock that stands where it is told."""

    def __init__(self):
        self.now = BEGAN

    def __call__(self):
        return self.now


@pytest.fixture
def room(tmp_path):
    with closing(Room.open(f"sqlite:///{tmp_path / 'room.db'}")) as opened:
        yield opened


@pytest.fixture
def watch():
    return Watch()


@pytest.fixture
def academy(room, watch):
    return Academy(room.store, room.signer, room.people, watch)


@pytest.fixture
def ann(room):
    return room.people.register("Ann", "a long password of Ann's")


def taken(right, of=4, seed=5, **more):
    exam = Exam(PLAN, seed)
    answers = [right_answer(exam.question(n)) if n < right else None for n in range(of)]
    stamps = {"began": BEGAN.isoformat(), "ended": (BEGAN + timedelta(minutes=4)).isoformat()}
    return Taken(exam, "Ann", "in a test", answers=answers, **{**stamps, **more})


def test_an_exam_is_the_same_again_from_its_seed_and_other_with_another():
    one, two, other = Exam(PLAN, 5), Exam(PLAN, 5), Exam(PLAN, 6)
    assert [one.question(n).json() for n in range(4)] == [two.question(n).json() for n in range(4)]
    assert [one.question(n).json() for n in range(4)] != [other.question(n).json() for n in range(4)]
    assert [(each.game, each.kind) for each in one.items] == [
        ("super-pan-9", "house-way"),
        ("super-pan-9", "house-way"),
        ("super-pan-9", "pay"),
        ("supreme-99", "settle"),
    ]


@pytest.mark.parametrize(("right", "passed"), [(2, False), (3, True), (4, True)])
def test_the_pass_mark_has_two_sides(right, passed):
    body = body_of(taken(right))
    assert (body["right"], body["of"], body["passed"]) == (right, 4, passed)
    assert PLAN.needed == 3
    assert judged_again(body) == []


def test_a_wrong_answer_is_not_right():
    exam = Exam(PLAN, 5)
    for number in range(4):
        question = exam.question(number)
        answers = [right_answer(exam.question(n)) for n in range(4)]
        answers[number] = next(answer for _, answer in wrong_answers(question))
        assert exam.marks(answers) == tuple(n != number for n in range(4))


def test_every_changed_byte_of_a_certificate_is_found():
    text = signed(taken(2), SIGNER).text
    keys = (SIGNER.public.hex(),)
    assert checked(text, keys).faults == ()
    for at in range(len(text)):
        for other in {"0", "1", " ", chr(ord(text[at]) ^ 1)} - {text[at]}:
            changed = text[:at] + other + text[at + 1 :]
            if not changed.isprintable() and other not in "01 ":
                continue
            assert checked(changed, keys).faults, (at, text[max(0, at - 10) : at + 10])
    assert checked(text + " ", keys).faults
    assert checked(text[:-1], keys).faults
    assert "is no JSON: line 2, character 1" in checked('{"certificate":\nno', keys).faults[0]
    assert checked("", keys).faults
    deep = '{"certificate": ' + "[" * 900 + "]" * 900 + "}"
    assert checked(deep, keys).faults


def test_a_certificate_has_the_published_form():
    schema = json.loads((files("houseway") / "schemas" / "certificate.json").read_text())
    jsonschema.validate(json.loads(signed(taken(2), SIGNER).text), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(signed(taken(2), SIGNER).text) | {"more": 1}, schema)


def test_an_outcome_that_does_not_follow_from_the_answers_is_found_even_if_it_is_signed():
    for change in (
        {"right": 4},
        {"passed": True},
        {"of": 3},
        {"seed": 6, "right": 3, "passed": True},
        {"ended": (BEGAN + timedelta(minutes=11)).isoformat()},
        {"ended": (BEGAN - timedelta(minutes=1)).isoformat()},
        {"documents": {}},
        {"exam": {**PLAN.json(), "pass_percent": 10}},
        {"exam": 5},
        {"answers": []},
        {"answers": 5},
        {"began": "yesterday"},
    ):
        assert judged_again({**body_of(taken(2)), **change}), change


def test_another_rooms_certificate_is_not_ours():
    text = signed(taken(4), Signer(bytes(32))).text
    assert checked(text, (SIGNER.public.hex(),)).faults == ("it was signed with a key that this room has never had",)
    body = json.loads(text)
    forged = json.dumps(body | {"public_key": SIGNER.public.hex()}, indent=1, sort_keys=True) + "\n"
    assert checked(forged, (SIGNER.public.hex(),)).faults == (
        "it was changed after the room signed it, or the signature was",
    )


@pytest.mark.parametrize(
    ("sections", "mark", "minutes", "says"),
    [
        ((), 80, 10, "ask 1 to 100 questions"),
        ((Section("super-pan-9", "settle", 101),), 80, 10, "ask 1 to 100 questions"),
        ((Section("super-pan-9", "settle", 0),), 80, 10, "at least one"),
        ((Section("super-pan-9", "jackpot", 1),), 80, 10, "no questions of the kind"),
        ((Section("super-pan-9", "juggle", 1),), 80, 10, "no kind of question"),
        ((Section("whist", "settle", 1),), 80, 10, "no game"),
        ((Section("super-pan-9", "settle", 1),), 0, 10, "percentage"),
        ((Section("super-pan-9", "settle", 1),), 101, 10, "percentage"),
        ((Section("super-pan-9", "settle", 1),), 80, 0, "minutes"),
    ],
)
def test_a_plan_that_cannot_be_asked_is_refused(sections, mark, minutes, says):
    with pytest.raises(Faulty, match=says):
        Plan(sections, mark, minutes)


def test_a_plan_is_written_and_read_again():
    plan = usual_plan(["super-pan-9", "super-pairs"])
    assert read_plan(plan.json()) == plan
    assert plan.questions == 2 * (6 + 7)
    assert usual_plan(["super-pan-9"], ["pay"], 3).sections == (Section("super-pan-9", "pay", 3),)
    with pytest.raises(Faulty):
        read_plan({"sections": 5})


# ---------------------------------------------------------------------------------------------------- in the room


def test_an_exam_in_the_room_ends_in_a_certificate_that_the_room_checks(academy, ann, room):
    sitting = academy.begin(ann, PLAN)
    assert academy.begin(ann, PLAN) == sitting
    for number in range(4):
        sitting = academy.answer(sitting.token, ann, number, right_answer(sitting.exam.question(number)))
    body = academy.certificate(sitting.token).body
    assert (body["name"], body["right"], body["passed"]) == ("Ann", 4, True)
    assert academy.check(sitting.certificate).faults == ()
    assert academy.sittings(ann) == [sitting]
    assert academy.begin(ann, PLAN).token != sitting.token
    again = Academy(room.store, room.signer, room.people)
    assert again.check(sitting.certificate).faults == ()


def test_an_answer_stands_and_none_is_taken_after_the_time(academy, ann, watch):
    sitting = academy.begin(ann, PLAN)
    right = [right_answer(sitting.exam.question(number)) for number in range(4)]
    academy.answer(sitting.token, ann, 0, right[0])
    with pytest.raises(Refused, match="answered already"):
        academy.answer(sitting.token, ann, 0, right[0])
    with pytest.raises(IllegalAnswer):
        academy.answer(sitting.token, ann, 1, {"dealer": "dances"})
    with pytest.raises(UnknownName):
        academy.answer(sitting.token, ann, 4, right[0])
    watch.now += timedelta(minutes=PLAN.minutes)
    late = academy.answer(sitting.token, ann, 1, right[1])
    body = json.loads(late.certificate)["certificate"]
    assert (body["right"], body["passed"]) == (1, False)
    assert body["answers"][1] is None
    assert academy.check(late.certificate).faults == ()
    assert academy.begin(ann, PLAN).token != sitting.token


def test_an_exam_that_is_left_ends_by_itself_and_one_may_be_ended(academy, ann, watch):
    sitting = academy.begin(ann, PLAN)
    with pytest.raises(UnknownName, match="no certificate here"):
        academy.certificate(sitting.token)
    watch.now += timedelta(minutes=PLAN.minutes + 5)
    assert json.loads(academy.sitting(sitting.token, ann).certificate)["certificate"]["passed"] is False
    other = academy.begin(ann, PLAN)
    done = academy.finish(other.token, ann)
    assert academy.finish(other.token, ann) == done
    assert academy.check(done.certificate).faults == ()


def test_an_exam_is_its_persons_and_no_guests(academy, ann, room):
    sitting = academy.begin(ann, PLAN)
    ben = room.people.register("Ben", "a long password of Ben's")
    with pytest.raises(UnknownName, match="you sit no such exam"):
        academy.answer(sitting.token, ben, 0, {})
    with pytest.raises(Forbidden, match="not as a guest"):
        academy.begin(room.people.guest("Carl"), PLAN)


def test_progress_is_kept_for_each_person(academy, ann, room):
    from houseway.academy import Item

    item = Item("super-pan-9", "settle", 3)
    academy.change(ann, lambda progress: progress.next("super-pan-9", ["settle"], item))
    academy.change(ann, lambda progress: progress.answer(item, right=False))
    assert Academy(room.store, room.signer, room.people).progress(ann).waiting[0].item == item
    assert academy.progress(room.people.register("Ben", "a long password of Ben's")).answered == 0


def test_an_exam_of_a_game_that_is_gone_is_passed_over(academy, ann, room):
    sitting = academy.begin(ann, PLAN)
    with room.store.transaction() as connection:
        kept = connection.execute(select(EXAMS.c.body)).scalar_one()
        body = exams.opened(room.signer, sitting.token, ann.id, kept).replace("supreme-99", "whist")
        connection.execute(update(EXAMS).values(body=exams.sealed(room.signer, sitting.token, ann.id, body)))
    assert academy.sittings(ann) == []
    with pytest.raises(Faulty, match="whist"):
        academy.sitting(sitting.token, ann)


def test_an_answer_that_comes_while_an_exam_is_judged_is_in_the_certificate(academy, ann, monkeypatch):
    sitting = academy.begin(ann, PLAN)
    real, late = academy_module.signed, []

    def judging(taken, signer):
        if not late:
            late.append(True)
            academy.answer(sitting.token, ann, 0, right_answer(sitting.exam.question(0)))
        return real(taken, signer)

    monkeypatch.setattr(academy_module, "signed", judging)
    body = json.loads(academy.finish(sitting.token, ann).certificate)["certificate"]
    assert (body["right"], body["answers"][0]) == (1, right_answer(sitting.exam.question(0)))


def test_the_room_signs_no_exam_that_it_has_not_sealed_itself(academy, ann, room):
    sitting, ben = academy.begin(ann, PLAN), room.people.register("Ben", "a long password of Ben's")
    other = academy.begin(ben, PLAN)
    right = [right_answer(sitting.exam.question(number)) for number in range(4)]
    told = {"exam": PLAN.json(), "seed": sitting.exam.seed, "began": sitting.began.isoformat(), "answers": right}
    with room.store.transaction() as connection:
        kept = dict(map(tuple, connection.execute(select(EXAMS.c.token, EXAMS.c.body))))
    assert str(sitting.exam.seed) not in kept[sitting.token], "nobody reads the questions out of the database"
    for planted in (json.dumps(told), kept[other.token], kept[sitting.token][:-2] + "00", ""):
        with room.store.transaction() as connection:
            connection.execute(update(EXAMS).where(EXAMS.c.token == sitting.token).values(body=planted))
        for deed in (academy.finish, academy.sitting):
            with pytest.raises(Refused, match="not sealed by this room"):
                deed(sitting.token, ann)
        with pytest.raises(Refused, match="not sealed by this room"):
            academy.answer(sitting.token, ann, 0, right[0])
        assert academy.sittings(ann) == []
    with room.store.transaction() as connection:
        connection.execute(update(EXAMS).where(EXAMS.c.token == sitting.token).values(person=ben.id))
        connection.execute(update(EXAMS).where(EXAMS.c.token == sitting.token).values(body=kept[sitting.token]))
    with pytest.raises(Refused, match="not sealed by this room"):
        academy.finish(sitting.token, ben)
    assert academy.finish(other.token, ben).certificate


def test_an_exam_goes_on_under_another_key(tmp_path, watch):
    database = f"sqlite:///{tmp_path / 'room.db'}"
    before = Room.open(database)
    ann = before.people.register("Ann", "a long password of Ann's")
    sitting = Academy(before.store, before.signer, before.people, watch).begin(ann, PLAN)
    with before.store.transaction() as connection:
        rotate(connection, Keyring.of(database), BEGAN.isoformat(), "command: tests")
    before.store.close()
    with closing(Room.open(database)) as room:
        after = Academy(room.store, room.signer, room.people, watch)
        assert room.signer.public != before.signer.public
        assert after.sitting(sitting.token, ann) == sitting
        assert after.check(after.finish(sitting.token, ann).certificate).faults == ()


def rows(room, *columns):
    with room.store.transaction() as connection:
        return connection.execute(select(*columns)).all()


def put(room, **values):
    with room.store.transaction() as connection:
        connection.execute(update(EXAMS).values(**values))


def test_an_exam_that_was_set_back_is_not_gone_on_with(academy, ann, room):
    """An answer stands: the body from before it, as the room has sealed it, is put back within its time."""
    sitting = academy.begin(ann, PLAN)
    ((begun,),) = rows(room, EXAMS.c.body)
    right = right_answer(sitting.exam.question(0))
    academy.answer(sitting.token, ann, 0, right)
    ((answered,),) = rows(room, EXAMS.c.body)
    put(room, body=begun)
    for deed in (academy.sitting, academy.finish):
        with pytest.raises(Refused, match="it was set back"):
            deed(sitting.token, ann)
    with pytest.raises(Refused, match="it was set back"):
        academy.answer(sitting.token, ann, 0, right)
    assert academy.sittings(ann) == []
    put(room, body=answered)
    ended = academy.finish(sitting.token, ann)
    put(room, body=answered, certificate=None)
    with pytest.raises(Refused, match="it was set back"):
        academy.answer(sitting.token, ann, 1, right_answer(sitting.exam.question(1)))
    put(room, certificate=ended.certificate)
    assert audit(str(room.store.engine.url)) == []


def test_an_exam_that_was_set_back_is_refused_though_the_entries_after_it_are_misspelt(academy, ann, room):
    """Its outcome has told what is right: nobody goes on with it by a text that was changed for a moment."""
    sitting = academy.begin(ann, PLAN)
    ((begun,),) = rows(room, EXAMS.c.body)
    right = right_answer(sitting.exam.question(0))
    ended = academy.finish(sitting.token, ann)
    ((open_,),) = rows(room, EXAMS.c.body)
    newest = select(func.max(JOURNAL.c.seq)).where(JOURNAL.c.chain == 0).scalar_subquery()
    last = JOURNAL.c.chain == 0, JOURNAL.c.seq == newest
    with room.store.transaction() as connection:
        body = connection.execute(select(JOURNAL.c.body).where(*last)).scalar_one()
        connection.execute(update(JOURNAL).where(*last).values(body=body.replace('"exam":', '"exan":')))
    put(room, body=begun, certificate=None)
    for _ in ("this process", "another"):
        with pytest.raises(Refused, match="it was set back"):
            academy.answer(sitting.token, ann, 0, right)
        reading_on._READ.clear()
    with room.store.transaction() as connection:
        connection.execute(update(JOURNAL).where(*last).values(body=body))
    put(room, body=open_, certificate=ended.certificate)
    assert academy.sittings(ann) == [ended]


def test_the_audit_finds_an_exam_that_went_back(academy, ann, room, monkeypatch):
    """In a room that does not look, or where the entries were away for a moment."""
    monkeypatch.setattr(exams, "check_latest", lambda *_: None)
    sitting = academy.begin(ann, PLAN)
    ((begun,),) = rows(room, EXAMS.c.body)
    for _ in range(2):
        academy.answer(sitting.token, ann, 0, right_answer(sitting.exam.question(0)))
        put(room, body=begun)
    said = [str(finding) for finding in audit(str(room.store.engine.url))]
    assert [each.partition(": ")[2] for each in said] == [
        f"an exam of person {ann.id} stands at 1 answers, after 1: it was set back"
    ]


def test_a_key_that_was_planted_makes_no_certificate_the_rooms(academy, ann, room):
    forger = Signer.fresh()
    forged = signed(taken(4), forger).text
    with room.store.transaction() as connection:
        connection.execute(ROOM_KEYS.insert().values(seq=2, public=forger.public.hex()))
    assert academy.check(forged).faults == ("it was signed with a key that this room has never had",)
    body = {"kind": "key", "public": room.signer.public.hex(), "before": forger.public.hex(), "proof": "00"}
    with room.store.transaction() as connection:
        connection.execute(
            update(JOURNAL).where(JOURNAL.c.chain == 0, JOURNAL.c.seq == 1).values(body=json.dumps(body))
        )
    assert academy.check(forged).faults == ("it was signed with a key that this room has never had",)
    with room.store.transaction() as connection:
        connection.execute(ROOM_KEYS.delete().where(ROOM_KEYS.c.public == forger.public.hex()))
    assert academy.check(signed(taken(4), room.signer).text).faults == ()


def test_exams_are_so_many_a_day_and_the_latest_are_listed(academy, ann, room, watch):
    plan = Plan((Section("super-pan-9", "pay", 1),), 75, 10)
    tokens = []
    for _ in range(academy_module.MOST):
        tokens.append(academy.begin(ann, plan).token)
        assert academy.begin(ann, plan).token == tokens[-1]
        academy.finish(tokens[-1], ann)
        watch.now += timedelta(minutes=1)
    with pytest.raises(Refused, match="20 exams within a day"):
        academy.begin(ann, plan)
    assert academy.begin(room.people.register("Ben", "a long password of Ben's"), plan), "each person's own"
    watch.now = BEGAN + timedelta(days=1)
    tokens.append(academy.begin(ann, plan).token)
    assert [each.token for each in academy.sittings(ann)] == tokens[1:]
    assert academy.begin(ann, plan).token == tokens[-1]
    academy.finish(tokens[-1], ann)
    with pytest.raises(Refused, match="20 exams within a day"):
        academy.begin(ann, plan)


def test_a_look_at_exams_waits_for_no_writer(academy, ann, room, monkeypatch):
    done = academy.finish(academy.begin(ann, PLAN).token, ann)
    monkeypatch.setattr(room.store, "transaction", None)
    assert academy.sittings(ann) == [done]
    assert academy.sitting(done.token, ann) == done
    assert academy.check(done.certificate).faults == ()
