"""Finished counts are kept between runs, and counted again when in doubt."""

import hashlib
import json

import pytest

import houseway as hw
from houseway.lab import cache
from houseway.lab.cache import cached, file_name, only_kept
from houseway.lab.kernel import sources_hash

PACKAGE = "houseway.games.dealer_open_pai_gow"
WHEELS = ("lowest", "second-highest")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "cache_folder", lambda package: tmp_path)
    return tmp_path


def test_rows_are_computed_once_for_each_key(folder):
    assert cached(PACKAGE, ("a", 1), lambda: [[1, 1 << 60]]) == [[1, 1 << 60]]
    assert cached(PACKAGE, ("a", 1), lambda: [[0]]) == [[1, 1 << 60]]
    assert cached(PACKAGE, ("a", 2), lambda: [[2]]) == [[2]]
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("spoilt", ["", "{", "[]", '{"key": "another", "rows": [[3]]}', '{"rows": [["x"]]}'])
def test_a_spoilt_file_is_computed_again(folder, spoilt):
    cached(PACKAGE, ("a",), lambda: [[1]])
    (file,) = folder.iterdir()
    file.write_text(spoilt)
    assert cached(PACKAGE, ("a",), lambda: [[2]]) == [[2]]
    assert cached(PACKAGE, ("a",), lambda: [[3]]) == [[2]]


def test_without_a_folder_rows_are_computed_each_time(monkeypatch):
    monkeypatch.setattr(cache, "cache_folder", lambda package: None)
    assert [cached(PACKAGE, ("a",), lambda n=n: [[n]]) for n in (1, 2)] == [[[1]], [[2]]]


def test_what_the_package_brings_is_read_while_its_sources_are_the_same(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "brought", lambda package: tmp_path / "brought")
    (tmp_path / "brought").mkdir()
    file = tmp_path / "brought" / file_name(("a",))
    content = {"key": repr(("a",)), "sources": sources_hash(PACKAGE), "rows": [[1]]}
    file.write_text(json.dumps(content))
    assert cached(PACKAGE, ("a",), lambda: [[2]]) == [[1]]
    file.write_text(json.dumps(content | {"sources": "of another rule"}))
    assert cached(PACKAGE, ("a",), lambda: [[2]]) == [[2]]


def test_where_no_long_count_may_be_begun_a_short_one_is(folder):
    with only_kept():
        with pytest.raises(cache.NotKept):
            cached(PACKAGE, ("a",), lambda: [[1]])
        assert cached(PACKAGE, ("a",), lambda: [[1]], long=False) == [[1]]


BROUGHT = [
    (package, file)
    for package in ("houseway.games.super_pairs", PACKAGE)
    for file in sorted(cache.brought(package).glob("rows-*.json"))
]


@pytest.mark.parametrize(("package", "file"), BROUGHT, ids=lambda each: each if isinstance(each, str) else each.stem)
def test_what_comes_with_the_package_was_made_by_the_sources_as_they_are(package, file):
    content = json.loads(file.read_text())
    assert content["sources"] == sources_hash(package), "run python tools/counted.py"
    assert file.name == f"rows-{hashlib.sha256(content['key'].encode()).hexdigest()[:16]}.json"


@pytest.mark.parametrize(
    ("wager", "settings"),
    [
        ("main", {}),
        ("chan-chu", {}),
        ("chan-chu-envy", {}),
        *(("jacks-beat", {"wheel": wheel, "jacks_beat": True, "jacks_beat_pays": "2 jacks=1"}) for wheel in WHEELS),
    ],
)
def test_the_first_odds_of_pai_gow_are_read_and_not_counted(folder, monkeypatch, wager, settings):
    from houseway.games.dealer_open_pai_gow.count import census, deals

    def counts(*given):
        raise AssertionError("this was to come with the package: run python tools/counted.py")

    monkeypatch.setattr(deals, "counts", counts)
    monkeypatch.setattr(census, "spread", counts)
    for each in (census.chan_chu_patterns, census.dealer_counts):
        each.cache_clear()
    with only_kept():
        assert hw.game("dealer-open-pai-gow").odds(wager, **settings).total > 0


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"blackjack_pays": "6:5"},
        {"soft_17": "hit"},
        {"soft_17": "hit", "surrender": "late", "double_after_split": False, "decks": 2},
        {"split_hands": 4, "decks": 8, "blackjack_pays": "6:5"},
        {"peek": False},
    ],
    ids=str,
)
def test_the_first_odds_of_blackjack_at_most_tables_are_read_and_not_counted(folder, monkeypatch, settings):
    from houseway.games.super_pairs.count import base_odds

    def counts(*given):
        raise AssertionError("this was to come with the package: run python tools/counted.py")

    monkeypatch.setattr(base_odds, "_played", counts)
    base_odds._valued.cache_clear()
    assert hw.game("super-pairs").odds("blackjack", **settings).total > 0


def test_lines_of_the_house_ways_that_ship_are_moved_without_a_count(folder):
    """The way that a page begins with, and one of its lines elsewhere."""
    pai_gow = hw.game("dealer-open-pai-gow")
    with only_kept():
        told = pai_gow.workshop(pai_gow.configure())
        assert told.edge == pai_gow.odds("main").edge
        again = pai_gow.workshop(pai_gow.configure(house_way=told.moved(34, 1).toml()))
    assert again.edge == told.moved(34, 1).edge < told.edge


def test_the_figures_that_come_with_the_package_are_those_that_are_counted(folder, tmp_path, monkeypatch):
    from houseway.games.super_pairs.count import base_odds
    from houseway.games.super_pairs.count.base_game import BaseGame, full_shoe
    from houseway.games.super_pairs.count.base_rules import rules_of

    settings = hw.game("super-pairs").configure(decks=1)
    game = BaseGame(full_shoe(settings), rules_of(settings))
    base_odds._valued.cache_clear()
    read = base_odds._valued(game)
    base_odds._valued.cache_clear()
    monkeypatch.setattr(cache, "brought", lambda package: tmp_path / "none")
    assert base_odds._valued(game) == read
    base_odds._valued.cache_clear()
