"""Files are read so far and no further, whoever names them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import files
from houseway.document import files as bounded
from houseway.document.reader import read_toml
from houseway.document.versions import load
from houseway.errors import Faulty
from houseway.room.evidence.witness import Witness
from houseway.round.record import read

ENDLESS = Path("/dev/zero")
PAN = houseway.game("super-pan-9")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "MOST_LETTERS", 1000)


@pytest.mark.parametrize(
    "reading",
    [read, read_toml, load, PAN.settle, PAN.with_paytable, lambda path: files.text_of(str(path))],
    ids=["record", "TOML", "document", "settle", "paytable", "command line"],
)
def test_a_file_without_an_end_is_refused_in_a_sentence(reading: Callable[[Path], Any]) -> None:
    with pytest.raises(Faulty, match="has more than 1,000 characters"):
        reading(ENDLESS)


def test_standard_input_has_the_same_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    with ENDLESS.open() as opened:
        monkeypatch.setattr("sys.stdin", opened)
        with pytest.raises(Faulty, match=r"standard input: 1 fault\s+file: has more than 1,000"):
            files.text_of("-")


def test_so_has_a_witness_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.room.evidence.witness.MOST", 1000)
    with ENDLESS.open() as opened:
        monkeypatch.setattr("sys.stdin", opened)
        with pytest.raises(houseway.HousewayError, match="keeps no checkpoint"):
            Witness("-").lines()


def test_a_file_of_just_so_many_characters_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("#" * 1000)
    assert read_toml(file) == {}
    file.write_text("é" * 1001)
    with pytest.raises(Faulty, match="has more than 1,000 characters"):
        read_toml(file)
