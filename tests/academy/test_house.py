"""Questions as a house has set its games: its paytables, its house way, its written controls; and exams by them."""

from contextlib import closing
from pathlib import Path

import pytest

from houseway.academy import Exam, Item, Plan, Section, kinds_at, usual_plan
from houseway.academy.certificate import Taken, body_of, judged_again
from houseway.academy.exam import read_plan
from houseway.academy.house import DOCUMENTS, House, house_at
from houseway.errors import HousewayError
from houseway.games import game as find
from houseway.room import Room
from houseway.room.controls.file import read_controls
from houseway.web.academy import house_of
from wrong_answers import right_answer

EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"


@pytest.fixture(scope="module")
def houses():
    """The tables of the example file, each game's first."""
    found = {}
    for table in reversed(read_controls(EXAMPLE).tables):
        found[table.game.id] = house_at(table.game, table.settings)
    return found


def test_a_house_is_rebuilt_as_its_file_has_it():
    for table in read_controls(EXAMPLE).tables:
        house = house_at(table.game, table.settings)
        game, settings = house.at(table.game.id)
        assert game.posted(settings) == table.game.posted(table.settings)
        assert settings.controls == table.settings.controls
        moving = {f"{wager.id}-meter" for wager in game.document.wagers}
        told, wanted = settings.show(), table.settings.show()
        assert {key: told[key] for key in told if key not in moving} == {
            key: wanted[key] for key in wanted if key not in moving
        }


def test_every_kind_of_a_house_is_asked_and_judged_at_its_settings(houses):
    for id_, house in houses.items():
        for kind in kinds_at(house, id_):
            for seed in range(3):
                made = Item(id_, kind.id, seed).question(house)
                assert made.judged(right_answer(made)).right


def test_only_what_the_house_offers_is_asked(houses):
    game, settings = houses["super-pairs"].at("super-pairs")
    names = {wager.name: wager for wager in game.document.wagers}
    for seed in range(10):
        made = Item("super-pairs", "settle", seed).question(houses["super-pairs"])
        for bet in made.fields[0].bets:
            wager = names[bet.says.split(", ")[1].split(" (")[0]]
            assert not wager.offered or settings.flag(wager.offered)
    plain = house_at(find("super-pan-9"), find("super-pan-9").configure(tie_bet=False))
    assert "call" not in [kind.id for kind in kinds_at(plain, "super-pan-9")]
    with pytest.raises(HousewayError, match="no questions of the kind 'call'"):
        Item("super-pan-9", "call", 1).question(plain)


def test_another_commission_is_paid_by():
    """Two per cent of what is won, in the question of a house that takes two per cent."""
    house = house_at(find("super-pan-9"), find("super-pan-9").configure(commission="2%"))
    assert house.settings == {"commission": "2%"}
    fees = [
        (made.right["commission"], made.why[0].says)
        for seed in range(30)
        if (made := Item("super-pan-9", "pay", seed).question(house)).right["commission"]
    ]
    assert fees
    assert all("less 2 % commission" in says for _, says in fees)


def test_an_exam_by_the_house_is_written_read_and_judged_again(houses):
    plan = usual_plan(["dealer-open-pai-gow"], ["house-way", "irregularity"], 1, houses=houses)
    assert list(plan.houses) == ["dealer-open-pai-gow"]
    assert read_plan(plan.json()) == plan
    exam = Exam(plan, 3)
    answers = [right_answer(exam.question(number)) for number in range(2)]
    stamp = "2026-01-02T03:04:05+00:00"
    body = body_of(Taken(exam, "Ann", "in a test", stamp, stamp, answers))
    assert body["right"] == 2
    assert judged_again(body) == []
    other = {
        **body,
        "exam": {**body["exam"], "houses": {"dealer-open-pai-gow": {"settings": {"x": "y"}, "paytables": []}}},
    }
    assert judged_again(other)


def test_a_house_that_cannot_be_is_refused_with_the_plan():
    with pytest.raises(HousewayError, match="decks"):
        Plan((Section("super-pan-9", "settle", 1),), 80, 10, {"super-pan-9": House({"decks": "99"})})


def test_a_room_that_runs_by_a_file_asks_by_it(tmp_path):
    with closing(Room.open(f"sqlite:///{tmp_path / 'room.db'}")) as room:
        assert house_of(room, "super-pan-9") == DOCUMENTS
        mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
        room.put_in_force(read_controls(EXAMPLE), mia, "a test")
        pan = next(table for table in read_controls(EXAMPLE).tables if table.game.id == "super-pan-9")
        assert house_of(room, "super-pan-9") == house_at(pan.game, pan.settings)
        assert house_of(room, "supreme-99") == DOCUMENTS


def test_a_house_that_has_written_its_controls_is_asked_by_them():
    """Nothing is made up where a house has chosen: an exposed card is replaced, at every stage."""
    house = house_at(find("super-pan-9"), find("super-pan-9").configure(exposed_card="replace-card"))
    for seed in range(25):
        made = Item("super-pan-9", "irregularity", seed).question(house)
        if "exposed card" in made.says:
            assert made.right == {"then": "replace-card"}
            assert "the next card takes its place" in " ".join(made.scene.facts)
