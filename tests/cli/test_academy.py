"""The academy in the terminal: drills by typing, progress in a file, exams whose certificates are checked."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from houseway.academy import Exam, Item
from houseway.academy.fields import Chips, Choice, Money, Piles, Settling, chip_name
from houseway.academy.kinds import house_way
from houseway.cli import show
from houseway.cli.asked import amount, chips, settlings
from houseway.cli.drill import house_in
from houseway.errors import HousewayError, IllegalAnswer
from houseway.games import game as find
from houseway.room import Room
from wrong_answers import right_answer

EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    """Nobody's own progress is touched."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "houseway" / "academy.json"


@pytest.fixture
def typing(monkeypatch):
    """Lines that a person types, and then they leave."""

    def type_(*lines):
        typed = iter(lines)

        def read(prompt="", **_):
            show.out.print(prompt, end="")
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(show.out, "input", read)

    return type_


def lines_for(question):
    """What somebody types who knows the answer."""
    right = right_answer(question)
    for field in question.fields:
        yield from _lines(field, right[field.id])


def _lines(field, right):
    if isinstance(field, Choice):
        yield str(1 + [option.id for option in field.options].index(right))
    elif isinstance(field, Money):
        yield f"{right / 100:.2f}"
    elif isinstance(field, Chips):
        yield " ".join(
            f"{count}x{chip_name(int(key)).strip('$¢')}{'c' * (int(key) < 100)}" for key, count in right.items()
        )
    elif isinstance(field, Piles):
        order = field.json()["cards"]
        yield " ".join(str(1 + order.index(card)) for pile in right[:-1] for card in pile)
    elif isinstance(field, Settling):
        numbers = {bet.id: at for at, bet in enumerate(field.bets, 1)}
        yield ", ".join(f"{numbers[bet]} {cents / 100:.2f}" for bet, cents in right)


KINDS = [
    ("super-pan-9", "house-way"),
    ("dealer-open-pai-gow", "house-way"),
    ("supreme-99", "settle"),
    ("super-pairs", "call"),
    ("super-pan-9", "pay"),
    ("chinese-poker", "mispay"),
    ("super-pairs", "irregularity"),
    ("super-pairs", "jackpot"),
]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_kind_is_asked_and_answered_by_typing(houseway, typing, game, kind):
    typing(*lines_for(Item(game, kind, 5).question()))
    code, out, _ = houseway("drill", game, "--kind", kind, "--seed", "5", "--count", "1")
    assert code == 0
    assert "Right." in out
    assert "1 of 1 right" in out


def test_a_mistake_is_told_with_its_clause_and_comes_back(houseway, typing, own_folder):
    kind = house_way.KIND.id
    right = [next(iter(lines_for(Item("super-pan-9", kind, seed).question()))) for seed in (1, 2, 3, 4)]
    wrong = "2" if right[0] == "1" else "1"
    typing(wrong, right[1], right[2], "?", right[0], "q")
    _, out, _ = houseway("drill", "super-pan-9", "--kind", kind, "--seed", "1")
    assert "Wrong: The dealer does not" in out
    assert "(clause 7.i" in out
    assert "You have had this one before." in out
    assert "Type the number of an option." in out
    assert "3 of 4 right" in out
    kept = json.loads(own_folder.read_text())
    assert kept["answered"] == 4
    assert [(each["kind"], each["seed"], each["box"]) for each in kept["waiting"]] == [(kind, 1, 1)]
    _, out, _ = houseway("academy", "progress")
    assert out.split()[-4:] == ["all", "4", "3", "1"]
    _, out, _ = houseway("academy", "progress", "--json")
    assert json.loads(out)["answered"] == 4


def test_a_players_decision_is_judged_by_its_cost(houseway, typing):
    made = Item("super-pan-9", "decide:draw", 1).question()
    best = next(iter(lines_for(made)))
    typing(best, "2" if best == "1" else "1")
    _, out, _ = houseway("drill", "super-pan-9", "--kind", "decide", "--about", "draw", "--seed", "1", "--count", "1")
    assert "Right." in out
    (field,) = made.fields
    other = next(option.id for option in field.options if option.id != made.right["decision"])
    (mistake,) = made.judged({"decision": other}).mistakes
    assert "units; the best is" in mistake.says
    assert mistake.clause == "6"


@pytest.mark.parametrize(
    "args, says",
    [
        (("drill", "whist"), "no game 'whist'"),
        (("drill", "super-pan-9", "--kind", "jackpot"), "has no questions of the kind 'jackpot'"),
        (("drill", "super-pan-9", "--kind", "jackpot"), "and decide for players"),
        (("drill", "super-pan-9", "--kind", "castle"), "there is no kind of question 'castle'"),
        (("drill", "super-pan-9", "--kind", "castle"), "irregularity for dealers, and decide for players"),
        (("drill", "super-pan-9", "--kind", "decid"), "did you mean decide?"),
        (("drill", "super-pan-9", "--kind", "juggle"), "no kind of question 'juggle'"),
        (("drill", "super-pan-9", "--about", "draw"), "--kind decide"),
        (("drill", "super-pan-9", "--kind", "decide", "--kind", "pay"), "stands alone"),
        (("drill", "super-pan-9", "--kind", "decide", "--about", "split"), "no decision 'split'"),
        (("academy", "exam", "super-pan-9", "--name", " "), "names a person"),
        (("academy", "exam", "super-pan-9", "--name", "Ann", "--mark", "0"), "percentage"),
        (("academy", "check", "nothing.json"), "cannot be read"),
        (("academy", "check", "/dev/zero"), "more than 1,048,576 bytes"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(houseway, args, says):
    code, _, err = houseway(*args)
    assert code == 2
    assert says in err


def test_progress_that_cannot_be_read_is_not_overwritten(houseway, own_folder):
    own_folder.parent.mkdir(parents=True)
    own_folder.write_text("{}")
    code, _, err = houseway("drill", "super-pan-9", "--count", "1")
    assert code == 2
    assert "begin anew" in err
    assert own_folder.read_text() == "{}"


def test_what_is_typed_for_money_chips_and_settlings():
    assert (amount("12.50"), amount("-5"), amount("$1,000")) == (1250, -500, 100_000)
    assert chips("2x100 1X25c, 3x$1") == {"10000": 2, "25": 1, "100": 3}
    assert chips("1.30") == {"100": 1, "25": 1, "5": 1}
    with pytest.raises(IllegalAnswer):
        chips("2x100 much")
    (field,) = Item("super-pan-9", "settle", 1).question().fields
    stake = field.bets[1].stake
    assert settlings(field, "2 take, 1 push", []) == [[field.bets[1].id, -stake], [field.bets[0].id, 0]]
    for bad in ("", "99 push", "1", "x 5", "1 push, 1 push", "1 much"):
        with pytest.raises(HousewayError):
            settlings(field, bad, [])


def test_an_exam_at_the_terminal_is_signed_and_checked_and_a_changed_byte_is_found(
    houseway, typing, tmp_path, monkeypatch
):
    database, file = f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "ann.json"
    with closing(Room.open(database)):
        pass
    monkeypatch.setattr("secrets.randbits", lambda _bits: 7)
    exam = ("academy", "exam", "super-pan-9", "--name", "Ann", "--kind", "house-way", "--kind", "pay", "--each", "1")
    asked = Exam(_plan(), 7)
    typing(*(line for number in range(2) for line in lines_for(asked.question(number))))
    code, out, err = houseway(*exam, "--into", str(file), "--database", database)
    assert (code, err) == (0, "")
    assert "Passed: 2 of 2 right." in out
    code, out, _ = houseway("academy", "check", str(file), "--database", database)
    assert (code, out.split(",")[0]) == (0, "It holds: Ann has passed")
    code, _, err = houseway(*exam, "--into", str(file), "--database", database)
    assert (code, "is there already" in err) == (2, True)
    text = file.read_text()
    file.write_text(text.replace('"Ann"', '"Bob"'))
    code, out, _ = houseway("academy", "check", str(file), "--database", database)
    assert (code, "changed after the room signed it" in out) == (1, True)
    key = json.loads(text)["public_key"]
    file.write_text(text)
    code, out, _ = houseway("academy", "check", str(file), "--public-key", key, "--json")
    assert (code, json.loads(out)["holds"]) == (0, True)
    assert houseway("academy", "check", str(file), "--public-key", "00")[0] == 1


def _plan():
    from houseway.academy import usual_plan

    return usual_plan(["super-pan-9"], ["house-way", "pay"], 1)


def test_an_exam_that_is_left_is_not_passed(houseway, typing, tmp_path):
    database, file = f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "ann.json"
    with closing(Room.open(database)):
        pass
    typing("q")
    _, out, _ = houseway("academy", "exam", "super-pan-9", "--name", "Ann", "--into", str(file), "--database", database)
    assert "Not passed: 0 of 12 right." in out
    assert houseway("academy", "check", str(file), "--database", database)[0] == 0


def test_the_kinds_are_listed(houseway):
    _, out, _ = houseway("academy", "kinds", "--json")
    assert {each["id"]: "super-pairs" in each["games"] for each in json.loads(out)}["jackpot"]
    assert find("super-pan-9").id in houseway("academy", "kinds")[1]


def test_a_rooms_file_is_asked_by(houseway, typing, tmp_path):
    room = str(EXAMPLE)
    house = house_in(EXAMPLE, "dealer-open-pai-gow")
    typing(*lines_for(Item("dealer-open-pai-gow", "house-way", 5).question(house)))
    drill = ("drill", "dealer-open-pai-gow", "--kind", "house-way", "--seed", "5", "--count", "1", "--room", room)
    assert "1 of 1 right" in houseway(*drill)[1]
    code, _, err = houseway("drill", "supreme-99", "--room", room)
    assert (code, "has no table of supreme-99" in err) == (2, True)
    database, file = f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "ann.json"
    with closing(Room.open(database)):
        pass
    typing("q")
    exam = ("academy", "exam", "super-pan-9", "--name", "Ann", "--into", str(file), "--room", room)
    assert houseway(*exam, "--database", database)[0] == 0
    told = json.loads(file.read_text())["certificate"]["exam"]["houses"]["super-pan-9"]
    assert told == json.loads(json.dumps(house_in(EXAMPLE, "super-pan-9").json()))
    assert houseway("academy", "check", str(file), "--database", database)[0] == 0
