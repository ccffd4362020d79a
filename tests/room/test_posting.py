"""Posting sheets and exposure: what is posted is what the engine pays, and no wager costs more than is told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from houseway.errors import HousewayError, UnknownName
from houseway.game import Game
from houseway.games import game as find_game
from houseway.games import games
from houseway.room import Room
from houseway.room.books.exposure import exposure, exposure_json, exposure_sheet, exposures
from houseway.room.books.posting import DISPUTES, posting_sheet
from houseway.room.books.tables import TableSet, tables_set
from houseway.room.controls.file import read_controls
from houseway.room.errors import Refused
from houseway.round.ruling import Bet
from houseway.sheet import Listing, Pairs, Sheet, Words
from houseway.sheet.typeset import pdf_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"


def words(sheet: Sheet) -> Iterator[str]:
    """Everything that stands on a sheet."""
    yield from (sheet.title, sheet.subtitle, *(value for pair in sheet.about for value in pair))
    for section in sheet.sections:
        yield section.title
        for block in section.blocks:
            if isinstance(block, Words):
                yield block.text
            elif isinstance(block, Pairs):
                yield from (value for pair in block.rows for value in pair)
            else:
                yield from (cell for row in (block.heads, *block.rows) for cell in row)


@pytest.fixture
def silver(sqlite: str, opened: Callable[..., Room]) -> Room:
    """The room of the example file."""
    room = opened(sqlite)
    room.put_in_force(read_controls(EXAMPLE), "command: tests", "the first evening")
    return room


def test_a_sheet_tells_limits_pays_jackpots_restrictions_and_disputes(silver: Room) -> None:
    pairs = tables_set(silver.store, 1)[0]
    sheet = posting_sheet(silver.store, pairs)
    said = list(words(sheet))
    assert {"$10.00", "$300.00"} <= set(said), "the limits of this table, not of the document"
    (own,) = [s.blocks[0] for s in sheet.sections if s.title == "What Super Pairs pays"]
    assert isinstance(own, Listing)
    assert own.heads == ("Award", "Pays to 1, besides the wager", "On $1.00", "On $25.00")
    assert own.rows[0] == ("Suited pair", "24", "$24.00", "$600.00"), "the house's own paytable, in its amounts"
    (blackjack,) = [s.blocks[0] for s in sheet.sections if s.title == "What Blackjack pays"]
    assert isinstance(blackjack, Listing)
    assert blackjack.rows[0] == ("Blackjack", "3:2", "$15.00", "$450.00"), "an award, not what its setting is for"
    (aces,) = [s.blocks[0] for s in sheet.sections if s.title == "What Super Pairs jackpot pays"]
    assert isinstance(aces, Listing)
    assert aces.rows[0][1:3] == ("100 %", "100 % of the jackpot")
    assert any("at most $25,000.00 is displayed" in each for each in said)
    assert "Nobody under 21 plays here." in said
    assert "Tell the dealer before the next round is dealt; the table stops." in said
    assert not set(DISPUTES) & set(said)
    assert "no state has approved" in sheet.subtitle
    assert pdf_of(sheet).startswith(b"%PDF")


def test_a_house_jackpot_is_posted_with_its_exact_notice(silver: Room) -> None:
    pairs = next(each for each in tables_set(silver.store) if each.name == "Pairs 3")
    sheet = posting_sheet(silver.store, pairs)
    strong = [each.text for s in sheet.sections for each in s.blocks if isinstance(each, Words) and each.strong]
    assert strong == [
        "House Jackpot prizes are paid by the casino and are not components of any progressive prize contest. Player "
        "wagers do not accrue to any guaranteed player fund. The displayed House Jackpot prize may be modified or "
        "discontinued at any time without prior notice."
    ]
    assert "$2,500.00, every winner in full" in list(words(sheet))


def test_without_a_file_the_usual_steps_stand_and_changed_settings_are_posted(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    table = room.open_table(room.people.guest("Ann"), "super-pan-9", {}, "Pan")
    said = set(words(posting_sheet(room.store, tables_set(room.store)[0])))
    assert set(DISPUTES) <= said
    assert {"$4.75", "Less 5 % commission of what is won; the amounts are after it."} <= said  # clause 8
    room.act(table, "change", {"settings": {"maximum": "50.00"}, "reason": "a quiet evening"})
    assert "$50.00" in words(posting_sheet(room.store, tables_set(room.store, table)[0]))
    room.act(table, "close", {})
    with pytest.raises(HousewayError, match="is closed"):
        posting_sheet(room.store, tables_set(room.store, table)[0])
    for nowhere in (99, 2**40):
        with pytest.raises(UnknownName, match=f"there is no table {nowhere}"):
            tables_set(room.store, nowhere)


RULES = ("Tell the dealer before the next round", "Tell your password to Eve before the next round")
SPOILT = {
    "the procedure": ("controls", *RULES, "what the house posts is refused: what is on disk of it does not hold"),
    "the opening": ("opened", "100.00", "123.00", "table 6 is refused: what is on disk of it does not hold"),
    "the end of a round": ("answer", "50.00", "99.00", "table 6 is refused: what is on disk of it does not hold"),
    "a change": ("change", "60.00", "99.00", "table 6 is refused: what is on disk of it does not hold"),
}
"""What somebody without the room's key writes over: the kind of entry, a text in it, another, and what is said."""


@pytest.mark.parametrize("case", SPOILT)
def test_nothing_is_posted_that_the_room_has_not_signed(case: str, silver: Room, sitting: Any) -> None:
    table = sitting(silver, "super-pan-9", maximum="100.00")
    silver.act(table.table, "change", {"settings": {"maximum": "50.00"}, "reason": "a quiet evening"})
    table.play_round()
    silver.act(table.table, "change", {"settings": {"maximum": "60.00"}, "reason": "a better one"})
    assert "$60.00" in words(posting_sheet(silver.store, tables_set(silver.store, table.table)[0]))
    kind, said, other, refused = SPOILT[case]
    spoil = text("UPDATE journal SET body = replace(body, :said, :other) WHERE body LIKE :kind AND body LIKE :holds")
    with silver.store.transaction() as connection:
        values = {"said": said, "other": other, "kind": f'%"kind":"{kind}"%', "holds": f"%{said}%"}
        assert connection.execute(spoil, values).rowcount
    with pytest.raises(Refused, match=refused):
        posting_sheet(silver.store, tables_set(silver.store, table.table)[0])


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_row_that_is_in_force_is_posted(game: Game, sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    room.open_table(room.people.guest("Ann"), game.id, {}, "t")
    (table,) = tables_set(room.store)
    said = set(words(posting_sheet(room.store, table)))
    for wager, paytable in table.game.posted(table.settings).items():
        spec = table.game.document.wager(wager)
        if not spec.offered or table.settings.flag(spec.offered):
            assert {row.label for row in paytable.rows} <= said, wager


EVERYTHING = {
    "unit": "5.00",
    "scoring": "2-4",
    "bonuses": "yes",
    "bonus-royal-flush": "6",
    "naturals": "yes",
    "natural-dragon": "13",
    "surrender": "yes",
}


def test_a_scoring_is_posted_in_the_unit_of_the_table(sqlite: str, opened: Callable[..., Room]) -> None:
    game = find_game("chinese-poker")
    settings = game.configure(EVERYTHING)
    sheet = posting_sheet(opened(sqlite).store, TableSet(1, "t", game, settings, {}))
    ((scores,),) = [section.blocks for section in sheet.sections if section.title == "Scoring"]
    assert isinstance(scores, Listing)
    assert scores.heads == ("For", "Units", "At $5.00 a unit")
    assert list(scores.rows) == [
        ("All three hands won", "4", "$20.00"),
        ("Two hands won, one tied", "2", "$10.00"),
        ("Two hands won, one lost", "2", "$10.00"),
        ("One hand won, two tied", "0", "$0.00"),
        ("A foul pays each player who did not foul", "4", "$20.00"),
        ("Bonus: royal flush in Back", "6", "$30.00"),
        ("Bonus: straight flush in Back", "4", "$20.00"),
        ("Bonus: four of a kind in Back", "3", "$15.00"),
        ("Bonus: royal flush in Middle", "6", "$30.00"),
        ("Bonus: straight flush in Middle", "4", "$20.00"),
        ("Bonus: four of a kind in Middle", "3", "$15.00"),
        ("Bonus: full house in Middle", "1", "$5.00"),
        ("Bonus: three of a kind in Front", "2", "$10.00"),
        ("Natural: three straights", "3", "$15.00"),
        ("Natural: three flushes", "3", "$15.00"),
        ("Natural: six pairs", "3", "$15.00"),
        ("Natural: a dragon", "13", "$65.00"),
        ("A surrender pays each player who remains", "2", "$10.00"),
    ]


QUICK = [
    ("super-pan-9", "main"),
    ("super-pan-9", "tie"),
    ("supreme-99", "main"),
    ("supreme-99", "pair-fortunes"),
    ("dealer-open-pai-gow", "ace-high-tie"),
    *(("super-pairs", wager) for wager in ("super-pairs", "lucky-ladies", "21-plus-3", "top-3", "insurance")),
]


@pytest.mark.parametrize("id_, wager", QUICK)
def test_no_end_of_a_wager_costs_more_than_its_exposure(id_: str, wager: str) -> None:
    """By every outcome that the lab counts."""
    game = find_game(id_)
    settings = game.configure()
    (told,) = [each for each in exposure(TableSet(1, "t", game, settings, {})).wagers if each.wager == wager]
    odds = game.odds_of(game.ask(wager, settings))
    ends = [
        each.terms._replace(commission=each.terms.commission * 0).payout(Bet(1, wager, told.most), "").net
        for each in odds.outcomes
    ]
    assert told.cents == max(ends)


def test_the_room_is_exposed_to_its_dearest_wager_and_meters_stand_apart(silver: Room) -> None:
    found = exposures(silver.store)
    by = {each.table.name: each for each in found}
    assert by["Pai Gow"].largest is not None
    assert (by["Pai Gow"].largest.wager, by["Pai Gow"].largest.cents) == ("chan-chu", 500_000_00)
    jackpot = next(each for each in by["Pairs 1"].wagers if each.wager == "super-pairs-jackpot")
    assert (jackpot.cents, jackpot.metered) == (199_00, 1_000_00), "fixed prizes are the house's, the meter is not"
    house = next(each for each in by["Pairs 3"].wagers if each.wager == "21-plus-3-jackpot")
    assert (house.cents, house.metered) == (2_499_00, 0), "a house jackpot is the house's to pay"
    blackjack = next(each for each in by["Pairs 3"].wagers if each.wager == "blackjack")
    assert (blackjack.cents, blackjack.hands) == (600_00, 6), "3 to 2 of $400; three hands, each doubled"
    pan = by["Pan 9"]
    assert pan.round == 9 * (200_00 + 800_00)
    envy = next(each for each in by["Pai Gow"].wagers if each.wager == "chan-chu-envy")
    assert envy.hands == 5, "for each of the others"
    sheet = exposure_sheet(found)
    assert sheet.about == [("Largest single payout of the room", "$500,000.00 at 4 Pai Gow")]
    told: Any = exposure_json(found)
    assert told[0]["largest_cents"] == 100_000_00
