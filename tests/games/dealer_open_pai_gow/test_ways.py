"""House ways as tables: the document's equals its functions, and a broken file tells every fault with its place."""

import random
from dataclasses import replace

import pytest

from houseway.cards import DECK_WITH_JOKER, cards_of, in_order, mask, name, names, parse_cards
from houseway.errors import Faulty, IllegalSetting
from houseway.games import game
from houseway.games.dealer_open_pai_gow.rules.hands import fouled
from houseway.games.dealer_open_pai_gow.rules.way_table import FACTS, PLACES, facts_of, placed, ranks_placed
from houseway.games.dealer_open_pai_gow.rules.ways import way, way_from, way_of


def facts(text):
    packed = facts_of(mask(parse_cards(text)), 0)
    return {fact: packed >> 4 * place & 15 for place, fact in enumerate(FACTS)}


def lines(*given):
    rest = {"name": "rest", "place": "highest-back", "says": "The rest."}
    return {"name": "ours", "title": "Ours", "line": [*given, rest]}


def front(found, text):
    return names(in_order(cards_of(found.set(mask(parse_cards(text)), 0)[0])))


def test_house_way_another_facts_of_a_hand_with_the_joker_as_an_ace():
    assert facts("As Jk Kc Kd Qh 9c 2d") == {
        "best": 2,
        "four": 0,
        "threes": 0,
        "high-three": 0,
        "pairs": 2,
        "high-pair": 13,
        "low-pair": 12,
        "high-single": 11,
        "second-single": 8,
        "aces": 2,
        "joker": 1,
        "complete": 0,
        "complete-front": 0,
        "straight-flush": 0,
    }


@pytest.mark.parametrize(
    "cards, complete, left, straight_flush",
    [
        ("9c 8d 7s 6h 5s 3h 2d", 1, 2, 0),
        ("9c 8d 7s 6h 5s 2h 2d", 1, 14, 0),
        ("9s 8s 7s 6s 5s Th 2d", 1, 9, 1),
        ("As Ks Qs Js Ts 3h 2d", 1, 2, 2),
        ("9c 8d 7s 6h 4s 3h 2d", 0, 0, 0),
    ],
)
def test_house_way_another_facts_of_complete_hands(cards, complete, left, straight_flush):
    found = facts(cards)
    assert (found["complete"], found["complete-front"], found["straight-flush"]) == (complete, left, straight_flush)


@pytest.mark.parametrize("name", ["document", "conventional"])
def test_house_way_a_way_that_ships_is_a_file_to_start_from(name, capsys):
    from houseway.cli import main

    with pytest.raises(SystemExit):
        main(("rules", "dealer-open-pai-gow", "--content", f"house-way={name}"))
    ours, shipped, source = way(capsys.readouterr().out), way(name), random.Random(4)
    assert ours.name == "ours"
    for _ in range(100):
        hand = mask(source.sample(DECK_WITH_JOKER, 7))
        assert ours.set(hand, 0)[0] == shipped.set(hand, 0)[0], names(cards_of(hand))


def test_house_way_a_setting_without_a_file_says_which_have_one(capsys):
    from houseway.cli import main

    for of, given, has in (
        ("dealer-open-pai-gow", "house-way=moon", "house-way=document"),
        ("dealer-open-pai-gow", "irregularities", "house-way=conventional"),
        ("super-pan-9", "decks=8", "has none"),
    ):
        with pytest.raises(SystemExit):
            main(("rules", of, "--content", given))
        assert has in capsys.readouterr().err


def test_house_way_the_documents_table_sets_like_its_functions():
    # The census test shows it for every hand; here without the compiler.
    document, source = way("document"), random.Random(3)
    for _ in range(1500):
        hand = mask(source.sample(DECK_WITH_JOKER, 7))
        wheel = source.randrange(2)
        assert document.set(hand, wheel) == document.set_by_table(hand, wheel), names(cards_of(hand))


@pytest.mark.parametrize(
    "cards, expected",
    [
        ("Kc Kd 3c 3d Ah 9s 7h", "Ah 9s"),
        ("Kc Kd 3c 3d Qh 9s 7h", "3d 3c"),
        ("8c 8d 7c 7d Ah Qs 2h", "Ah Qs"),
        ("8c 8d 7c 7d Kh Qs 2h", "7d 7c"),
        ("5c 5d 3c 3d Kh Qs 9h", "Kh Qs"),
        ("5c 5d 3c 3d Qh Js 9h", "3d 3c"),
        ("Jc Jd Jh Js Ac 9d 2h", "Ac 9d"),
        ("Ac Ad Ah As 6c 6d Kh", "6d 6c"),
    ],
)
def test_house_way_another_the_conventional_way(cards, expected):
    assert front(way("conventional"), cards) == expected


def test_house_way_another_conventional_hands_are_never_foul():
    conventional, source = way("conventional"), random.Random(4)
    for _ in range(500):
        hand = mask(source.sample(DECK_WITH_JOKER, 7))
        front_, _ = conventional.set(hand, 0)
        assert not fouled(front_, hand ^ front_, 0)


def test_house_way_another_a_line_that_would_foul_is_passed_over():
    ours = way_from(lines({"name": "pair", "when": {"pairs": 1}, "place": "high-pair", "says": "Foul."}), "ours")
    assert front(ours, "Ac Ad Kc 9d 7h 5s 3h") == "5s 3h"
    _, branch = ours.set(mask(parse_cards("Ac Ad Kc 9d 7h 5s 3h")), 0)
    assert ours.explain(branch).says == "The rest."


def test_house_way_another_the_highest_front_without_a_foul():
    ours = way_from(lines({"name": "front", "place": "highest-front", "says": "Front."}), "ours")
    assert front(ours, "Ac Kd Jc 9d 7h 5s 3h") == "Kd Jc"
    assert front(ours, "Kc Kd 9c 9d 7h 5s 3h") == "9d 9c"


OURS = (
    'name = "ours"\n[[line]]\nname = "front"\nplace = "highest-front"\nsays = "Front."\n'
    '[[line]]\nname = "rest"\nplace = "highest-back"\nsays = "Back."\n'
)


def test_house_way_another_is_given_by_its_content():
    assert front(way(OURS), "Ac Kd Jc 9d 7h 5s 3h") == "Kd Jc"
    other = OURS.replace("highest-front", "second-and-third-singles")
    assert front(way(other), "Ac Kd Qc Jd 7h 5s 3h") == "Kd Qc"
    assert way(OURS).codes != way(other).codes, "counts are cached by what a way says, not by its name alone"


def test_house_way_another_no_path_is_read(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(OURS)
    for named in (str(path), "../data/conventional", "data/document", "document.toml", "./document"):
        with pytest.raises(Faulty, match="those shipped"):
            way(named)
        with pytest.raises(IllegalSetting, match="a text of several lines, or one of document, conventional"):
            game("dealer-open-pai-gow").configure(house_way=named)


def test_house_way_another_a_path_of_ones_own_stands_for_its_content(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(OURS)
    settings = game("dealer-open-pai-gow").configure(house_way=path)
    path.unlink()
    assert settings.text("house-way") == OURS
    assert way_of(settings).name == "ours"
    assert "ours (sha256 " in repr(settings)


def test_house_way_another_faults_of_the_content_are_told_with_their_places():
    broken = OURS.replace("highest-front", "highest-fronts").replace("Back.", "") + "colour = 3\n"
    with pytest.raises(Faulty) as caught:
        way(broken)
    assert caught.value.file == "house-way"
    assert [place for place, _ in caught.value.faults] == ["line 1.place", "line 2.says", "line 2.colour"]


def test_house_way_another_a_broken_file_tells_every_fault_with_its_place():
    broken = {
        "name": "ours",
        "line": [
            {"name": "a", "when": {"pears": 2}, "place": "high-pair", "says": "A."},
            {"name": "b", "when": {"high-pair": "11"}, "place": "high-pear", "says": "B."},
            {"name": "c", "when": {"pairs": "4", "best": "royal", "joker": "maybe"}, "place": "low-pair"},
            {"name": "d", "when": {"high-pair": "K-J"}, "place": "two-aces", "says": "D.", "colour": "red"},
        ],
    }
    with pytest.raises(Faulty) as caught:
        way_from(broken, "ours.toml")
    places = [place for place, _ in caught.value.faults]
    assert places == [
        "line 1.when.pears",
        "line 2.place",
        "line 2.when.high-pair",
        "line 3.when.pairs",
        "line 3.when.best",
        "line 3.when.joker",
        "line 3.says",
        "line 4.when.high-pair",
        "line 4.colour",
        "line 4.place",
    ]


def test_house_way_another_the_last_line_is_for_every_hand():
    with pytest.raises(Faulty, match="no conditions"):
        way_from(
            {"name": "x", "line": [{"name": "a", "when": {"pairs": 1}, "place": "highest-back", "says": "A."}]}, "x"
        )


def test_house_way_another_an_unknown_name_tells_those_that_are_shipped():
    with pytest.raises(Faulty, match="conventional, document"):
        way("unconventional")


def test_house_way_another_none_may_pose_as_the_document():
    with pytest.raises(Faulty, match="own name"):
        way(OURS.replace('"ours"', '"document"'))


def test_house_way_another_that_is_no_toml_is_refused():
    with pytest.raises(Faulty, match=r"house-way: 1 fault\n  file: "):
        way("this is no house way\n")


@pytest.mark.parametrize(
    "place, text, ranks",
    [
        ("two-of-four", "9s 9d 9h 9c Kd 4h 2c", "99"),
        ("two-of-three", "9s 9d 9h Qc Kd 4h 2c", "99"),
        ("two-aces", "As Ad Ah Qc Kd 4h 2c", "AA"),
        ("highest-singles", "As Ad 9h Qc Kd 4h 2c", "KQ"),
        ("second-and-third-singles", "As Td 9h Qc Kd 4h 2c", "KQ"),
        ("ace-and-highest-single", "As Ad Ah Qc Kd 4h 2c", "AK"),
        ("low-pair", "As Ad 9h 9c Kd 4h 2c", "99"),
    ],
)
def test_house_way_another_placements_put_their_ranks_in_front(place, text, ranks):
    made = placed(mask(parse_cards(text)), PLACES.index(place), 0)
    assert "".join(name(card)[0] for card in in_order(cards_of(made))) == ranks


def test_house_way_another_a_rank_that_is_not_held_is_not_placed():
    assert placed(mask(parse_cards("As Kd Qh 9c 7d 4h 2c")), PLACES.index("two-of-three"), 0) == 0
    assert ranks_placed(len(PLACES), 1, 2, 4, 8) == (0, 0)


def test_house_way_another_is_counted_for_its_lines_and_the_reading_that_sets_them():
    ours = way("document")
    same, other = replace(ours, title="Another title"), replace(ours, read="completing")
    assert (same.key == ours.key, other.key == ours.key, other.codes == ours.codes) == (True, False, True)
