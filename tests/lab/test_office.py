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

OFFICE = os.environ.get("HOUSEWAY_OFFICE")


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
    form = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
    where = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", form]
    subprocess.run([*where, "--outdir", str(tmp_path), "tables.xlsx"], cwd=tmp_path, check=True)
    for table in tables:
        rows = list(csv.reader((tmp_path / f"tables-{table.id[:31]}.csv").open(encoding="utf-8")))
        told = {row[0]: row[1] for row in rows if len(row) > 1}
        assert float(told["house edge"]) == pytest.approx(float(table.odds.edge))
        assert float(told["hit frequency"]) == pytest.approx(float(table.odds.hit_frequency))
        assert float(told["standard deviation"]) ** 2 == pytest.approx(float(table.odds.variance))
