"""`houseway room` as it starts, without a browser: what it says of tables that wait for a round."""

import sqlite3
from io import StringIO
from pathlib import Path

import pytest
from rich.color import ColorSystem

from houseway.cli.room import named
from houseway.cli.show import console
from houseway.errors import HousewayError
from houseway.room import Command, Room

EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"


def test_what_waits_for_a_round_is_told_when_the_room_is_opened_again(
    houseway, tmp_path: Path, monkeypatch, free_port: str
) -> None:
    monkeypatch.setattr("houseway.web.serve", lambda room, *_: room.close())
    url = f"sqlite:///{tmp_path / 'room.db'}"
    room = Room.open(url)
    ann = room.people.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "Ann's table")
    for number, (kind, data) in enumerate([("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}})]):
        room.do(Command(table, ann.id, str(number), None, kind, data))
    change = {"settings": {"maximum": "50.00"}, "reason": "a quiet evening", "paytables": []}
    room.pending.add("the room's file", table, "change", change, "a wager lies on the table")
    room.close()
    code, out, _ = houseway("room", "--database", url, "--port", free_port)
    assert code == 0
    assert "After its round at Ann's table, asked for by the room's file: maximum is 50.00." in out


def test_what_became_of_a_file_is_one_sentence_each(monkeypatch, capsys, tmp_path: Path) -> None:
    from houseway.cli.room import put_in_force
    from houseway.room.controls.file import read_controls
    from houseway.room.controls.running import Outcome

    came = Outcome((), (), {}, stays={"Pan 9": "its pack stays"}, unopened={"Pairs 1": "the jackpot aces is closed"})
    room = Room.open(f"sqlite:///{tmp_path / 'room.db'}")
    monkeypatch.setattr(room, "put_in_force", lambda *_: came)
    put_in_force(room, read_controls(EXAMPLE), "the first evening")
    room.close()
    told = capsys.readouterr().out
    assert "\n  Pairs 1 is not opened, since the jackpot aces is closed\n" in told
    assert "\n  Pan 9 stays as it is, since its pack stays\n" in told


def test_funds_are_told_by_names(houseway, tmp_path: Path) -> None:
    from houseway.room.controls.file import read_controls

    url = f"sqlite:///{tmp_path / 'room.db'}"
    room = Room.open(url)
    room.put_in_force(read_controls(EXAMPLE), "command: tests", "the first evening")
    first = room.jackpots.funds().cover[0]
    room.close()
    code, out, _ = houseway("jackpots", "funds", "--database", url)
    assert code == 0
    assert "Super Pairs, " in out
    assert not {first.game, first.wager, first.award} & set(out.replace(":", " ").replace(",", " ").split()), out


def test_a_listing_that_a_terminal_is_too_narrow_for_is_told_line_by_line(capsys, monkeypatch) -> None:
    """No figure is cut short, and no column is lost."""
    from houseway.cli import show
    from houseway.cli.paper import print_sheet
    from houseway.sheet import Listing, Section, Sheet

    heads = ("Table", "Wagered", "Paid", "What the house has won", "In the ledger")
    rows = [
        ("1 Pairs", "$1,000,000.00", "$900,000.00", "$100,000.00", ""),
        ("2 Pan", "$1.00", "$0.50", "$0.50", "$0.50"),
    ]
    sheet = Sheet("Books", "today", [], [Section("Tables", [Listing(heads, rows, (1, 2, 3, 4))])])
    monkeypatch.setattr(show, "out", type(show.out)(highlight=False, width=60))
    print_sheet(sheet)
    told = capsys.readouterr().out
    assert "1 Pairs\n  Wagered                 $1,000,000.00\n" in told
    assert all(cell in told for row in rows for cell in row)
    assert told.count("In the ledger") == 1, "an empty cell has no line"
    monkeypatch.setattr(show, "out", type(show.out)(highlight=False, width=100))
    print_sheet(sheet)
    assert "Wagered         Paid  What the house has won  In the ledger" in capsys.readouterr().out


def test_a_room_that_contradicts_itself_is_told_in_a_sentence(houseway, tmp_path: Path, monkeypatch) -> None:
    from houseway.room.errors import Broken

    url = f"sqlite:///{tmp_path / 'room.db'}"
    Room.open(url).close()

    def broken(_: object) -> None:
        raise Broken("round 1: card 51 is not the shoe's next")

    monkeypatch.setattr("houseway.room.jackpots.desk.Jackpots.funds", broken)
    code, _, err = houseway("jackpots", "funds", "--database", url)
    assert (code, "card 51 is not the shoe's next; houseway audit says more" in err) == (2, True)


def test_no_row_writes_on_the_terminal_of_who_audits(houseway, tmp_path: Path) -> None:
    """One whose name clears the screen and says that everything holds."""
    file = tmp_path / "room.db"
    Room.open(f"sqlite:///{file}").close()
    lie = "zzz \x1b[2J\x1b[H\x1b]10;#000000\x1b\\\n[green]everything holds.[/]\x9b8m"
    database = sqlite3.connect(file)
    database.execute("INSERT INTO accounts (id, open_ended, balance) VALUES (?, 0, 5)", (lie,))
    database.commit()
    database.close()
    code, out, _ = houseway("audit", "--database", f"sqlite:///{file}")
    assert code == 1
    assert not {"\x1b", "\x9b"} & set(out)
    assert "\\x1b[2J" in out
    assert not any(line.startswith("[green]") or line == "everything holds." for line in out.splitlines())
    code, _, err = houseway("settle", str(tmp_path / "\x1b[2J.toml"))
    assert code == 2
    assert "\x1b" not in err


def test_what_is_printed_in_colour_is_in_colour(capsys) -> None:
    """And line ends, blanks of every kind and foreign letters stay."""
    made = console()
    made.file, made._force_terminal, made._color_system = StringIO(), True, ColorSystem.STANDARD
    made.print("[red]Žofie\u00a0♠[/]\nnext\x07 \x1b[1m")
    assert made.file.getvalue() == "\x1b[31mŽofie\u00a0♠\x1b[0m\nnext \\x1b[1m\n"


@pytest.mark.parametrize("name", ["bad name/", "cards.example:8443", "https://cards.example", "cards..example", ""])
def test_a_name_that_no_browser_sends_is_refused(name: str) -> None:
    with pytest.raises(HousewayError, match="is no name: write it as browsers do"):
        named([name])
    assert named(["cards.example.", "Cards_2"]) == ("cards.example", "Cards_2")
