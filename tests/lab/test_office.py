"""The spreadsheet recalculated by LibreOffice: under `make soak` (HOUSEWAY_OFFICE=1), since LibreOffice is large."""

import csv
import os
import re
import shutil
import subprocess
import zipfile
from io import BytesIO

import pytest

import houseway as hw
from houseway.lab.evidence.tables import tables_of
from houseway.lab.evidence.workbook import workbook

RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>
"""
"""A profile that computes every formula when a file is loaded."""

OFFICE = os.environ.get("HOUSEWAY_OFFICE")


FIGURES = ("house edge", "hit frequency", "standard deviation")


def number(text):
    return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


def without_results(book):
    """The same file with 0 for what every formula came to: whoever shows something else has computed it."""
    blank = BytesIO()
    with zipfile.ZipFile(BytesIO(book)) as old, zipfile.ZipFile(blank, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name.startswith("xl/worksheets/"):
                text = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1<v>0</v>", text)
            new.writestr(name, text)
    return blank.getvalue()


@pytest.mark.skipif(not OFFICE, reason="LibreOffice is large: make soak")
def test_libreoffice_comes_to_the_same_figures(tmp_path):
    assert shutil.which("soffice"), "make soak needs LibreOffice: apt-get install libreoffice-calc"
    game = hw.game("super-pairs")
    tables = tables_of(game, game.configure(), ("super-pairs", "lucky-ladies", "21-plus-3"))
    (tmp_path / "tables.xlsx").write_bytes(without_results(workbook("tables", tables)))
    (tmp_path / "profile" / "user").mkdir(parents=True)
    (tmp_path / "profile" / "user" / "registrymodifications.xcu").write_text(RECALCULATE)
    form = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
    where = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", form]
    subprocess.run([*where, "--outdir", str(tmp_path), "tables.xlsx"], cwd=tmp_path, check=True)
    for table in tables:
        rows = csv.reader((tmp_path / f"tables-{table.id[:31]}.csv").read_text(encoding="utf-8").splitlines())
        told = {row[0]: number(row[1]) for row in rows if row and row[0] in FIGURES}
        assert told["house edge"] == pytest.approx(float(table.odds.edge))
        assert told["hit frequency"] == pytest.approx(float(table.odds.hit_frequency))
        assert told["standard deviation"] ** 2 == pytest.approx(float(table.odds.variance))
