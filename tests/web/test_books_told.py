"""What the books tell people: games and wagers by their names, theory that is not counted yet, a page that fits."""

import io
import re
import zipfile
from fractions import Fraction
from typing import Any

import pytest

from houseway.room import Command, Room
from houseway.room.books.theory import Theory, theory_of
from houseway.room.jackpots.plan import Plan
from houseway.room.people import people as accounts
from houseway.room.table.metering import Sensor
from houseway.web import books, jackpots

PASSWORD = "nine of hearts"
AWAY = Theory(says=books.ON_ITS_WAY, later=True)


def played(room: Room, name: str = "Ann") -> int:
    """A round of Super Pan 9, at a table of somebody's."""
    ann = room.people.guest(name)
    table = room.open_table(ann, "super-pan-9", {}, f"Pan of {name}")
    for number, (kind, data) in enumerate([("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {})]):
        room.do(Command(table, ann.id, f"{name} {number}", None, kind, data))
    for number in range(20):
        if room.view(table, ann).json()["phase"] == "ended":
            break
        room.do(Command(table, ann.id, f"{name} stands {number}", None, "answer", {"answer": "stand"}))
    return table


@pytest.fixture
def mel(room: Room, visitor: Any) -> Any:
    room.people.add("Mel", "manager", accounts.HASHER.hash(PASSWORD), by="command: tests")
    found = visitor()
    assert found.form("/sign-in", how="account", name="Mel", password=PASSWORD).status_code == 303
    return found.client


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Figures that come when a test says so."""

    def at(look: int) -> list[int]:
        looks = [0]

        def find(game: Any, wager: str, settings: Any) -> Theory:
            looks[0] += wager == "main"
            return theory_of(game, wager, settings) if looks[0] >= look else AWAY

        monkeypatch.setattr(books, "theories_on", lambda *_: find)
        return looks

    return at


IDS = re.compile(r"<(?:td|p|dd|dt)[^>]*>[^<]*(super-pan-9|dealer[ -]open[ -]pai[ -]gow|: main(?=<))[^<]*<")


def test_games_and_wagers_have_their_names_wherever_people_read(room: Room, mel: Any, counted: Any) -> None:
    counted(1)
    played(room)
    room.open_table(room.people.guest("Bob"), "dealer-open-pai-gow", {}, "Nobody's")
    for path in ("/desk/books", "/desk/posting", "/desk/exposure", "/desk/luck?by=wager"):
        text = mel.get(path).text
        assert "Super Pan 9" in text, path
        assert IDS.findall(text) == [], path
    assert "Super Pan 9: main wager" in mel.get("/desk/luck?by=wager").text
    with zipfile.ZipFile(io.BytesIO(mel.get("/desk/books.xlsx").content)) as book:
        told = book.read("xl/sharedStrings.xml").decode()
    assert ("Super Pan 9" in told, "super-pan-9" in told) == (True, False)
    assert ",super-pan-9,main," in mel.get("/desk/books.csv").text, "a program knows them by their ids"


def test_a_file_waits_for_its_theory(room: Room, mel: Any, counted: Any) -> None:
    looks = counted(3)
    played(room)
    text = mel.get("/desk/books.csv").text
    assert looks[0] >= 3
    assert "inside" in text
    assert "counted" not in text


def test_a_file_without_its_theory_says_so_and_the_page_before_it(
    room: Room, mel: Any, counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(10**9)
    monkeypatch.setattr(books, "WAITS", 0.0)
    played(room)
    text = mel.get("/desk/books.csv").text
    assert "was not counted yet when this file was made: save it again" in text
    assert "look again in a moment" not in text
    page = mel.get("/desk/books").text
    assert "Some of the theory is still being counted" in page
    counted(1)
    assert "Some of the theory is still being counted" not in mel.get("/desk/books").text


def test_a_meter_that_is_fair_above_its_maximum_alone_is_never(room: Room, mel: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(jackpots, "theories_on", lambda *_: theory_of)
    who = room.people.add("Max", "manager", "no hash", by="command: tests")
    settings = {"offer-super-pairs-jackpot": "yes", "super-pairs-jackpot-seed": "500.00"}
    settings |= {"super-pairs-jackpot-increment": "7.5%"}
    for name, maximum in (("low", 600_00), ("free", 0)):
        plan = Plan(seed=500_00, increment=Fraction(3, 40), maximum=maximum, practice=False)
        room.open_table(who, "super-pairs", settings, name, jackpots={"super-pairs-jackpot": Sensor(name, plan)})
    text = mel.get("/desk/jackpots").text
    fair = re.findall(r"A wager is fair when the meter shows <strong>\$[0-9,.]+</strong>([^<]*?)\.", text)
    assert fair in ([": above its maximum, never", ""], ["", ": above its maximum, never"])


GREAT = """() => document.querySelectorAll(".sheet td.figure").forEach((each) => each.textContent = "$1,234.56")"""
FITS = """() => [...document.querySelectorAll(".sheet .scroll")].filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => `${each.ariaLabel} ${each.scrollWidth} ${each.clientWidth}`)"""
LINES = """() => Math.max(...[...document.querySelectorAll(".sheet tbody td:first-child")]
  .map((each) => each.getClientRects()[0].height))"""


def test_the_books_fit_on_a_laptop(house: Any, players: Any) -> None:
    """Every column of the wagers is seen, and the name of a table stands on one line."""
    house.room.people.add("Books Mia", "manager", accounts.HASHER.hash(PASSWORD), by="command: tests")
    played(house.room, "Pairs 1")
    mia = players("Books Mia", password=PASSWORD, device={"viewport": {"width": 1440, "height": 900}})
    mia.page.goto("/desk/books")
    mia.page.evaluate(GREAT)
    assert mia.page.evaluate(FITS) == []
    assert mia.page.evaluate(LINES) < 40
