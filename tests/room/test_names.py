"""What a person may be called."""

import pytest

from houseway.errors import HousewayError
from houseway.room.people.names import clean_name, skeleton


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("m\u0430nager", "mixes Cyrillic and Latin"),
        ("manager", "the house's own"),
        ("MANAGER", "the house's own"),
        ("Mànager", "the house's own"),
        ("the house", "the house's own"),
        ("The  HOUSE", "the house's own"),
        ("the-house 7", "the house's own"),
        ("dealer", "the house's own"),
        ("DEALER", "the house's own"),
        ("deaIer", "the house's own"),
        ("dea1er", "the house's own"),
        ("Dealer2", "the house's own"),
        ("Bot 2", "the house's own"),
        ("B0T 12", "the house's own"),
        ("\u0412\u041e\u0422 2", "the house's own"),
        ("\uff42\uff4f\uff54 2", "the house's own"),
        ("Dealer Dora", "begins as a name of the staff"),
        ("Bot Ann", "begins as a name of the staff"),
        ("", "1 to 24"),
        ("   ", "1 to 24"),
        ("x" * 25, "1 to 24"),
        ("An\u200bn", "U\\+200B cannot be seen"),
        ("An\u202en", "U\\+202E cannot be seen"),
        ("\u3164", "cannot be seen"),
        ("\u2800", "cannot be seen"),
        ("Ann\ufe0f", "cannot be seen"),
        ("Ann\u034f", "cannot be seen"),
        ("...", "a letter or a digit"),
        ("a\u0316\u0317\u0318\u0319", "two marks"),
        ("P\u03b1ul", "mixes Greek and Latin"),
    ],
)
def test_a_name_that_hides_or_pretends_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(HousewayError, match=why):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ann",
            "Anna-Lena",
            "O'Brien",
            "José",
            "Zoë 2",
            "Анна",
            "Ελένη",
            "山田たろう",
            "김철수",
            "עדי",
            "Ian",
            "P1-0",
        ),
        *("Botond", "Housewife", "Gregory House", "Misdealt Ann", "<b>Ann</b>", "Lady Luck ♣"),
    ],
)
def test_names_of_people_are_theirs(name: str) -> None:
    assert clean_name(name) == name


def test_a_manager_may_call_a_dealer_one_but_nobody_the_house() -> None:
    assert clean_name("Dealer Dora", by_manager=True) == "Dealer Dora"
    with pytest.raises(HousewayError, match="the house's own"):
        clean_name("Dealer", by_manager=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [("papa", "\u0440\u0430\u0440\u0430"), ("Bill", "BiIl"), ("Bob 10", "Bob 1O"), ("Arne", "Ame"), ("José", "Jose")],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ian", "Lan"), ("Ann", "Anna"), ("Ann 2", "Ann 3"), ("Анна", "Инна")])
def test_names_that_do_not_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
