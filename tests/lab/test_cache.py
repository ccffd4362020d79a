"""Finished counts are kept between runs, and counted again when in doubt."""

import json

import pytest

from houseway.lab import cache
from houseway.lab.cache import cached, file_name, only_kept
from houseway.lab.kernel import sources_hash

PACKAGE = "houseway.games.dealer_open_pai_gow"


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
