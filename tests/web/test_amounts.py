"""Amounts and counts as people read them, on pages and in scripts: a true minus sign, and separators."""

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from browsing import plant

from houseway.games import game
from houseway.room.books import report
from houseway.room.my_rounds import Summary
from houseway.sheet import Listing, Pairs, Section, Sheet, csv_of
from houseway.web import words
from houseway.web.floor import Told, percent
from houseway.web.lab_work import Asked, study
from houseway.web.me import curve_of
from houseway.web.pages import templates
from houseway.web.words import COUNTS, language

STATIC = Path(words.__file__).parents[1] / "static"
LEAST = {"main": 500}
CARDS = "Ac Ad Ah 3c 3d 3h"


def written(template: str, code: str = "en", **values: Any) -> str:
    """A template as a page would show it."""
    return templates.env.from_string(template).render(language=language(code), **values)


@pytest.mark.parametrize(("code", "says"), [("en", "1,234 open tables"), ("es", "1,234 mesas abiertas")])
def test_a_count_has_separators_as_amounts_do(code: str, says: str) -> None:
    assert written('{{ ngettext("%(num)s open table", "%(num)s open tables", 1234) }}', code) == says
    assert written("{{ 1234567 | thousands }}", code) == "1,234,567"
    text = "%(shown)s of %(count)s tables are shown; the filters find the others."
    shown = written("{{ _(text, shown=1000, count=12345) }}", code, text=text)
    assert ("1,000" in shown, "12,345" in shown) == (True, True)


def test_what_is_known_by_a_number_has_no_separators() -> None:
    assert written('{{ _("Table %(number)s", number=1234) }}') == "Table 1234"
    assert written('{{ _("Round %(number)s", number=1234567) }}') == "Round 1234567"


def test_a_hold_of_thousands_of_percent_has_separators() -> None:
    assert percent(-6012_00, 18_00) == "-33,400.0 %"
    assert report.percent(Fraction(-334)) == "-33,400.00 %"


def test_scripts_write_counts_as_pages_do(tmp_path: Path) -> None:
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    (tmp_path / "try.js").write_text(
        "const { _, ngettext, thousands } = await import(Deno.args[0]);\n"
        "const names = JSON.parse(Deno.args[1]);\n"
        "const each = names.map((name) => _(`%(${name})s`, { [name]: 1234567 }));\n"
        "const told = [ngettext('%(num)s card', '%(num)s cards', 1234), _('Table %(number)s', { number: 1234 })];\n"
        "console.log(JSON.stringify([...each, ...told, thousands(999), _('%(num)s', { num: '12-34' })]));\n"
    )
    run = [deno, "run", "-A", tmp_path / "try.js", (STATIC / "words.js").as_uri(), json.dumps(sorted(COUNTS))]
    told = json.loads(subprocess.run(run, capture_output=True, text=True, timeout=120, check=True).stdout)
    assert told == ["1,234,567"] * len(COUNTS) + ["1,234 cards", "Table 1234", "999", "12-34"]


def test_separators_are_written_in_one_place() -> None:
    apart = [path.name for path in STATIC.glob("*.js") if "toLocaleString" in path.read_text(encoding="utf-8")]
    assert apart == ["words.js"]


def test_what_the_desk_says_of_many_tables_has_separators() -> None:
    assert Told(1234, ()).words("pause") == "1,234 tables are paused"


def test_an_amount_on_a_page_has_a_true_minus_sign() -> None:
    assert written("{{ -125 | dollars }} {{ 125 | dollars }} {{ -100050 | dollars }}") == "−$1.25 $1.25 −$1,000.50"
    assert written("{{ -500 | signed }} {{ 0 | signed }} {{ 500 | signed }}") == "−$5.00 $0.00 +$5.00"
    assert written('{{ "-$0.05, off the display" | minus }}') == "−$0.05, off the display"
    assert written('{{ "2026-11-16 to 2026-11-17, clause 7-9" | minus }}') == "2026-11-16 to 2026-11-17, clause 7-9"


def test_a_lost_round_is_told_with_a_true_minus_sign(room: Any, visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, CARDS)
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    ann.do(table, "sit", seat=1)
    ann.do(table, "bet", wagers=LEAST)
    ann.do(table, "ready")
    while ann.view(table)["asked"]:
        ann.do(table, "answer", answer="stand")
    (line,) = ann.get(f"/api/tables/{table}/history")["rounds"]
    assert line["nets"] == {"1": -500}
    for path in ("/me", f"/rounds/{line['round']}"):
        told = ann.client.get(path).text
        assert ("−$5.00" in told, "-$5.00" in told) == (True, False), path
    assert "-5.00" in ann.client.get("/me/rounds.csv").text


def test_a_curve_of_losses_is_labelled_with_true_minus_signs() -> None:
    found = curve_of(Summary(1, 1, 500, -500, ((1, -500),)))
    assert found is not None
    assert (found.low, found.levels[0][1]) == ("−$5.00", "−$5.00")


def test_sheets_have_it_on_pages_and_paper_and_spreadsheets_the_hyphen() -> None:
    rows = [("Pan -5", "-$1.25", "-3.1 %")]
    listing = Listing(("Table", "Win", "Hold"), rows, figures=(1, 2))
    sheet = Sheet("Books", "a day", [("Win", "-$1.25")], [Section("All", [listing, Pairs([("Win", "-$1.25")])])])
    page = written('{% include "sheet.html" %}', sheet=sheet, csrf="", viewer=None, request=None, others=[])
    told = json.dumps(sheet.json(), ensure_ascii=False)
    for shown in (page, told):
        assert (shown.count("−$1.25"), shown.count("−3.1 %"), "-$1.25" in shown) == (3, 1, False)
        assert "Pan -5" in shown, "a name stays as it was given"
    assert "-$1.25" in csv_of(listing.heads, rows)


def test_the_lab_writes_a_true_minus_and_its_notes_only_of_the_paytable_that_they_tell_of() -> None:
    pan = game("super-pan-9")
    found = study(Asked(pan, pan.configure(), "tie"))
    told = [value for row in found["rows"] for value in (row["pays"], row["back"], row["moves"])]
    assert "−1" in told
    assert not [each for each in told if "-" in each]
    changed = study(Asked(pan, pan.configure(), "tie", (("tie", "20"),)))
    assert changed["edge"].startswith("−")
    assert changed["notes"] == []
