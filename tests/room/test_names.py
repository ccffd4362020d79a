"""What a person may be called."""

import pytest

from houseway.errors import HousewayError
from houseway.room.people.names import clean_name, skeleton


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("m\u0430nager", "mixes Cyrillic and Latin"),
        ("manager", "is the house's own"),
        ("MANAGER", "is the house's own"),
        ("Mànager", "a word of the house"),
        ("the house", "is the house's own"),
        ("The  HOUSE", "is the house's own"),
        ("the-house 7", "a word of the house"),
        ("dealer", "is the house's own"),
        *((each, "is the house's own") for each in ("Croupier", "Floorman", "The Cage", "root")),
        ("DEALER", "is the house's own"),
        ("deaIer", "a word of the house"),
        *((name, "a word of the house") for name in ("Ðealer", "Ɖealer", "Supervɪsor", "ꜱtaff", "Deaǀer", "ЅТАҒҒ")),
        ("dea1er", "a word of the house"),
        ("Dealer2", "'Dealer2' reads as 'dealer', a word of the house"),
        ("Bot 2", "a word of the house"),
        ("B0T 12", "a word of the house"),
        ("\u0412\u041e\u0422 2", "a word of the house"),
        ("\uff42\uff4f\uff54 2", "a word of the house"),
        *(
            (each, "a word of the house")
            for each in ["clealer", "nnanager", "Đealer", "Ɦouse", "ƅot", "hou5e", "M4nager", "ꓟꓮꓠꓮꓖꓰꓣ", "ᎠᎬᎪᏞᎬᎡ"]
        ),
        *(
            (each, "a word of the house")
            for each in ["🅼🅰🅽🅰🅶🅴🆁 1", "🅓🅔🅐🅛🅔🅡7", "🅷🅾🆄🆂🅴1", "🅱🅰🅽🅺2", "🅣🅗🅔🅗🅞🅤🅢🅔9", "🇧 🇴 🇹 2", "🇩 🇪 🇦 🇱 🇪 🇷 1"]
        ),
        *(
            (each, "a word of the house")
            for each in [
                "🆥ealer",
                "rꝏm",
                "hȣse",
                "ßot",
                "mɐnagǝr",
                "cashᵻer",
                "MɅNAGER",
                "ⲂⲞⲦ 2",
                "🄳ealer 1",
                "c🅰shier",
            ]
        ),
        ("Dealer Dora", "as names of the staff do"),
        ("Bot Ann", "holds 'bot', as names of the staff do"),
        ("House Manager", "holds 'manager', as names of the staff do"),
        ("Ann, your dealer", "holds 'dealer', as names of the staff do"),
        ("\u0432\u043e\u0442 2", "a word of the house"),
        *((each, "a word of the house") for each in ["manaqer", "Croupier 1", "F1oorman", "The Cage 7", "Casino 2"]),
        *((f"Ann{each}", "cannot be seen") for each in "\u2d7f\ufffc\U0001107f\U00016fe4\U0001d159"),
        ("", "1 to 24"),
        ("   ", "1 to 24"),
        ("x" * 25, "1 to 24"),
        ("An\u200bn", "U\\+200B cannot be seen"),
        ("An\u202en", "U\\+202E cannot be seen"),
        ("\u3164", "U\\+3164 cannot be seen"),
        ("A\u1160", "U\\+1160 cannot be seen"),
        ("A\xadn", "U\\+00AD cannot be seen"),
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
        *(
            "Łukasz",
            "Øyvind",
            "Đorđe",
            "Hannah",
            "Clara 5",
            "Botond",
            "Housewife",
            "Gregory House",
            "Misdealt Ann",
            "<b>Ann</b>",
            "Lady Luck ♣",
            "Как вот",
            "Mɛnsah",
            "Kɔfi",
            "Jürgen Großmann",
            "🅰 Ann 🇨🇭",
            "🆗 Olga",
            "ⲡⲁⲩⲗⲟⲥ",
            "вот так",
        ),
    ],
)
def test_names_of_people_are_theirs(name: str) -> None:
    assert clean_name(name) == name


def test_a_manager_may_call_a_dealer_one_but_nobody_the_house() -> None:
    assert clean_name("Dealer Dora", by_manager=True) == "Dealer Dora"
    with pytest.raises(HousewayError, match="is the house's own"):
        clean_name("Dealer", by_manager=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("papa", "\u0440\u0430\u0440\u0430"),
        ("Bill", "BiIl"),
        ("Bob 10", "Bob 1O"),
        ("Arne", "Ame"),
        ("José", "Jose"),
        ("sue", "ꜱue"),
        ("dora", "Ðora"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ian", "Lan"), ("Ann", "Anna"), ("Ann 2", "Ann 3"), ("Анна", "Инна")])
def test_names_that_do_not_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("มิน", "มีน"), ("សុខ", "សីខ"), ("कमर", "कुमर"), ("かき", "がき")])
def test_names_that_differ_in_a_vowel_are_two(one: str, other: str) -> None:
    """A mark is no accent in every script."""
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("José", "Jose"), ("Йван", "Иван"), ("مُحَمَّد", "محمد"), ("mana\u0e49ger", "manager")]
)
def test_an_accent_makes_no_other_name(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("name", ["Kaʻiulani", "Hawaiʻi", "oʼzbek"])
def test_a_letter_that_is_written_as_an_apostrophe_is_of_any_script(name: str) -> None:
    assert clean_name(name) == name
