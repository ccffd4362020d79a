"""The daily report recalculated by LibreOffice: under `make soak` (HOUSEWAY_OFFICE=1), since LibreOffice is large."""

import csv
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.room import Room
from houseway.room.books.workbook import workbook
from lab.test_office import RECALCULATE, number, without_results
from room.test_daily_report import BETS, Floor

OFFICE = os.environ.get("HOUSEWAY_OFFICE")


def money(text: str) -> float:
    return float(number(text.replace(",", "")))


@pytest.mark.skipif(not OFFICE, reason="LibreOffice is large: make soak")
def test_libreoffice_comes_to_the_same_sums(tmp_path: Path, sqlite: str, opened: Callable[..., Room]) -> None:
    assert shutil.which("soffice"), "make soak needs LibreOffice: apt-get install libreoffice-calc"
    floor = Floor(opened(sqlite))
    pairs, pan = floor.pairs(), floor.pan()
    floor.play(pairs, BETS, 3)
    last = floor.play(pan, {"main": 500}, 3)
    floor.agree(pan, round=last, what="void", reason="the wrong shoe")
    report = floor.report()
    (tmp_path / "books.xlsx").write_bytes(without_results(workbook(report)))
    (tmp_path / "profile" / "user").mkdir(parents=True)
    (tmp_path / "profile" / "user" / "registrymodifications.xcu").write_text(RECALCULATE)
    form = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
    where = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", form]
    subprocess.run([*where, "--outdir", str(tmp_path), "books.xlsx"], cwd=tmp_path, check=True)

    def rows(sheet: str) -> list[list[str]]:
        return list(csv.reader((tmp_path / f"books-{sheet}.csv").read_text(encoding="utf-8").splitlines()))[3:]

    tables = rows("Tables")
    for line, row in zip(report.tables, tables, strict=False):
        told = [line.wagered, line.paid, line.win, line.adjusted, line.booked, line.booked, 0]
        assert [money(row[at]) for at in (4, 5, 6, 10, 12, 13, 14)] == pytest.approx([each / 100 for each in told])
    assert money(tables[2][12]) == pytest.approx(sum(line.booked for line in report.tables) / 100)
    assert money(tables[2][14]) == 0
    for wager, row in zip(report.lines, rows("Wagers"), strict=False):
        assert [money(row[at]) for at in (7, 18)] == pytest.approx([wager.win / 100, wager.adjusted / 100])
        if wager.bets and wager.limits is not None:
            assert [money(row[at]) for at in (13, 14)] == pytest.approx([each / 100 for each in wager.limits], abs=0.01)
            assert row[15].lower() == wager.standing
    shown = [row for row in rows("Jackpots") if row[1:2] == ["it shows"]]
    assert money(shown[0][3]) == pytest.approx(float(report.jackpots[0].closed) / 100, abs=0.005)
