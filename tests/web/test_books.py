"""Books, posting sheets, exposure, luck and the floor over HTTP and in real browsers."""

import io
import re
import zipfile
from fractions import Fraction
from typing import Any

import pytest
from browsing import PHONE, serious
from playwright.sync_api import expect

from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.books.theory import Theory, theory_of
from houseway.room.jackpots.plan import Plan
from houseway.room.people import people as accounts
from houseway.room.store import journal
from houseway.room.table.metering import Sensor
from houseway.web import books

PASSWORD = "nine of hearts"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of Super Pan 9 are counted here and now; these pages are not about waiting."""

    def find(game: Any, wager: str, settings: Any) -> Theory:
        return theory_of(game, wager, settings) if game.id == "super-pan-9" else Theory(says="not in this test")

    monkeypatch.setattr(books, "theories_on", lambda *_: find)


def staff(room: Room) -> None:
    for name, role in (("Dora", "dealer"), ("Sue", "surveillance"), ("Mel", "manager")):
        room.people.add(name, role, accounts.HASHER.hash(PASSWORD), by="command: tests")


def played(room: Room, name: str = "Ann") -> int:
    """A table where somebody has played a round."""
    ann = room.people.guest(name)
    table = room.open_table(ann, "super-pan-9", {}, f"The table of {name}")
    for number, (kind, data) in enumerate([("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {})]):
        room.do(Command(table, ann.id, f"{name} {number}", None, kind, data))
    for number in range(20):
        if room.view(table, ann).json()["phase"] == "ended":
            break
        room.do(Command(table, ann.id, f"{name} stands {number}", None, "answer", {"answer": "stand"}))
    return table


@pytest.fixture
def come(room: Room, visitor: Any) -> Any:
    staff(room)

    def enter(name: str) -> Any:
        found = visitor()
        assert found.form("/sign-in", how="account", name=name, password=PASSWORD).status_code == 303
        return found

    return enter


PAPERS = ("/desk/books", "/desk/books.csv", "/desk/exposure", "/desk/exposure.pdf", "/desk/luck", "/desk/posting")


def test_books_are_for_those_who_work_here(come: Any, visitor: Any) -> None:
    gus, nobody, sue = visitor("Gus"), visitor(), come("Sue")
    for path in PAPERS:
        assert gus.client.get(path).status_code == 403, path
        assert nobody.client.get(path, follow_redirects=False).headers["location"] == f"/sign-in?next={path}"
    for act in ("pause", "resume", "close-idle"):
        assert gus.form(f"/desk/tables/{act}").status_code == 403
        assert sue.form(f"/desk/tables/{act}").status_code == 403, "surveillance watches"


def test_the_report_is_a_page_and_three_kinds_of_file(room: Room, come: Any) -> None:
    played(room)
    sue = come("Sue").client
    text = sue.get("/desk/books").text
    assert "The table of Ann" in text
    assert "no state has approved" in text
    assert re.search(r"<td class=\"figure\">2\.20 %</td>", text), "the theory of Super Pan 9"
    csv = sue.get("/desk/books.csv")
    assert csv.headers["content-type"].startswith("text/csv")
    assert 'attachment; filename="master-games-report-20' in csv.headers["content-disposition"]
    assert csv.text.splitlines()[0].startswith("line,table,name,game,wager,bets")
    with zipfile.ZipFile(io.BytesIO(sue.get("/desk/books.xlsx").content)) as book:
        assert "xl/worksheets/sheet1.xml" in book.namelist()
    assert sue.get("/desk/books.pdf").content.startswith(b"%PDF")
    assert sue.get("/desk/books.exe").status_code == 404
    for wrong in ("day=tomorrow", "day=2026-01-02&to=2026-01-01", "zone=Nowhere/Land"):
        refused = sue.get(f"/desk/books?{wrong}")
        assert (refused.status_code, 'id="fault"' in refused.text) == (422, True), wrong
        assert sue.get(f"/desk/books.pdf?{wrong}").status_code == 422


def test_books_that_the_ledger_does_not_bear_out_are_refused_on_the_page(room: Room, come: Any) -> None:
    played(room)
    with room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE postings SET cents = cents + 1 WHERE account = 'hold:1'")
    mel = come("Mel").client
    refused = mel.get("/desk/books")
    assert refused.status_code == 422
    assert "do not agree" in refused.text
    assert "<table" not in refused.text
    for path in ("/desk/books.xlsx", "/desk/luck"):
        assert mel.get(path).status_code == 422
    assert room.stopped == "", "a report that is refused stops nothing"


def test_the_posting_sheet_hangs_for_everybody(room: Room, come: Any, visitor: Any) -> None:
    table = played(room)
    text = visitor().client.get(f"/posting/{table}").text
    for words in ("Limits", "What Tie Bet pays", "$800.00", "Restrictions", "If you do not agree"):
        assert words in text
    assert visitor().client.get("/posting/99").status_code == 404
    dora = come("Dora").client
    assert f"/posting/{table}/sheet.pdf" in dora.get("/desk/posting").text
    assert "Largest single payout of the room" in dora.get("/desk/exposure").text
    assert dora.get(f"/posting/{table}/sheet.pdf").content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("code", "says"), [("en", "(the rule “irregularities”)"), ("es", "(la regla «irregularidades»)")]
)
def test_a_posting_sheet_calls_clauses_as_people_do(room: Room, visitor: Any, code: str, says: str) -> None:
    table = room.open_table(room.people.guest("Ann"), "super-pairs", {}, "Pairs")
    reader = visitor().client
    reader.cookies.set("houseway_language", code)
    text = reader.get(f"/posting/{table}").text
    assert (says in text, re.findall("(?:clause|cláusula) [a-z][^ ]+", text)) == (True, [])
    paper = [str(block) for section in books.on_paper(room, table).sections for block in section.blocks]
    assert any("(the rule “irregularities”)" in each for each in paper)
    assert not any("clause irregularities" in each for each in paper)


def test_luck_is_judged_and_bad_questions_get_a_sentence(room: Room, come: Any) -> None:
    played(room)
    mel = come("Mel").client
    text = mel.get("/desk/luck?by=player").text
    assert "<td>Ann</td>" in text
    assert "Bonferroni" in text
    for wrong in ("table=x", "who=Nobody", "by=moon", "looks=0", "table=99"):
        refused = mel.get(f"/desk/luck?{wrong}")
        assert refused.status_code in (404, 422), wrong
        assert "</html>" in refused.text
    for wrong in ("0", "-1", "many", "1000001", "99999999999999999999"):
        refused = mel.get(f"/desk/luck?looks={wrong}")
        assert (refused.status_code, f"write 1 to 1,000,000, not {wrong}." in refused.text) == (422, True), wrong
    assert "times 1,000 of your own" in mel.get("/desk/luck?by=player&looks=1,000").text


STRANGE = (
    "",
    "0",
    "-1",
    "99999999999999999999",
    "x" * 70,
    "2026-02-30",
    "../../etc/passwd",
    "{{7*7}}",
    "½",
    "<b>",
    "\x00",
)


def test_strange_questions_are_answered_in_a_sentence(room: Room, come: Any) -> None:
    played(room)
    mel = come("Mel")
    asked = [("/desk/books", each) for each in ("day", "to", "zone")]
    asked += [("/desk/luck", each) for each in ("table", "who", "wager", "by", "looks")]
    for path, field in asked:
        for value in STRANGE:
            answer = mel.client.get(path, params={field: value, "day": "1999-01-01"} | {field: value})
            assert answer.status_code in (200, 404, 422), (path, field, value)
            assert "<b>" not in answer.text
    for value in STRANGE:
        assert mel.form("/desk/tables/close-idle", minutes=value).status_code in (200, 404, 422)
    assert room.stopped == ""


def test_all_tables_are_paused_go_on_and_idle_ones_are_closed_by_acts_in_their_journals(room: Room, come: Any) -> None:
    busy = played(room)
    idle = room.open_table(room.people.guest("Bob"), "supreme-99", {}, "Nobody's")
    dora = come("Dora")
    text = dora.client.get("/desk").text
    assert re.search(rf'data-table="{busy}".*?<td class="figure">1 of 9</td>', text, re.DOTALL)
    assert "2 tables are paused." in dora.form("/desk/tables/pause").text
    for table in (busy, idle):
        assert room.view(table, None).json()["paused"]
    assert "0 tables are paused." in dora.form("/desk/tables/pause").text
    assert "2 tables are going on." in dora.form("/desk/tables/resume").text
    assert "0 tables are closed." in dora.form("/desk/tables/close-idle", minutes="5").text, "it is not idle for long"
    for forged in ("-1", "soon", "1e3", "100001"):
        refused = dora.form("/desk/tables/close-idle", minutes=forged)
        assert refused.status_code == 422
        assert "Idle is so many whole minutes, 0 to 100,000, not" in refused.text
        assert "The desk" in refused.text, "who has written it is still at the desk"
    assert "1 table is closed." in dora.form("/desk/tables/close-idle", minutes="0").text
    assert [card.id for card in room.tables()] == [busy], "where somebody sits nothing is closed"
    with room.store.transaction() as connection:
        acts = [(body["kind"], body["by"]) for _, body in journal.entries(connection, idle)][1:]
    who = next(by for _, by in acts)
    assert acts == [("pause", who), ("resume", who), ("close", who)]
    with room.store.transaction() as connection:
        assert room.people.by_id(connection, who).name == "Dora"
    assert audit(f"sqlite:///{room.store.engine.url.database}") == []


def test_a_table_that_cannot_be_closed_says_why_and_the_others_are(room: Room, come: Any) -> None:
    settings = {"offer-super-pairs-jackpot": "yes", "super-pairs-jackpot-seed": "500.00"}
    mel = come("Mel")
    who = room.people.add("Max", "manager", "no hash", by="command: tests")
    settings |= {"super-pairs-jackpot-increment": "7.5%"}
    plan = Plan(seed=500_00, increment=Fraction(3, 40), practice=False)
    room.open_table(who, "super-pairs", settings, "Aces", jackpots={"super-pairs-jackpot": Sensor("aces", plan)})
    room.open_table(who, "super-pan-9", {}, "Pan")
    told = mel.form("/desk/tables/close-idle", minutes="0").text
    assert "1 table is closed; not so: table 1: the jackpot aces holds $500.00 for players" in told


# ---------------------------------------------------------------------------------------------------- real browsers


@pytest.fixture(scope="module")
def people(house: Any) -> None:
    house.room.people.add("Books Mel", "manager", accounts.HASHER.hash(PASSWORD), by="command: tests")
    played(house.room, "Books Ann")


OVERFLOWS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def sound(player: Any) -> None:
    """Nothing is wider than the screen, and nobody is kept out."""
    assert not player.page.evaluate(OVERFLOWS)
    assert serious(player.page) == []


def test_the_desk_and_the_books_in_a_browser(house: Any, players: Any, people: None) -> None:
    mel = players("Books Mel", password=PASSWORD)
    mel.page.goto("/desk")
    row = mel.page.locator("tr[data-table]").filter(has_text="Books Ann")
    expect(row).to_contain_text("1 of 9")
    mel.page.get_by_role("button", name="Pause all tables").click()
    expect(row).to_contain_text("paused")
    mel.page.get_by_role("button", name="Go on at all tables").click()
    expect(mel.at("#done")).to_contain_text("going on")
    expect(row).not_to_contain_text("paused")
    sound(mel)
    mel.page.get_by_role("link", name="Books", exact=True).click()
    expect(mel.page.get_by_role("heading", name="Proof")).to_be_visible()
    with mel.page.expect_download() as begun:
        mel.page.get_by_role("link", name="XLSX").click()
    assert begun.value.suggested_filename.endswith(".xlsx")
    mel.page.set_viewport_size(PHONE["viewport"])
    sound(mel)
    mel.page.get_by_label("From").fill("2026-01-02")
    mel.page.get_by_label("To", exact=True).fill("2026-01-01")
    mel.page.get_by_role("button", name="Show").click()
    expect(mel.at("#fault")).to_contain_text("A period is from a day to the same or a later one")
    mel.page.goto("/desk")
    sound(mel)
