"""The paytables of Appendices A to G, typed a second time as printed grids and compared cell by cell."""

import tomllib

import pytest

from houseway.games import game
from houseway.games.super_pairs.count.otherwise import PRINTED
from houseway.games.super_pairs.rules.bonuses import AWARDS

DOCUMENT = game("super-pairs").document

# Each grid: the decks over each column, the ids, then the rows. A lone "-" is a printed dash.
# The five columns whose cells needed a ruling: 02b is the second column headed 213XT-02, the 750 of LL-33 has no
# dollar sign, the top cell of LL/JP 13 is a comma, and Loss is Lose.
GRIDS = {
    ("super-pairs", "to 1"): """
        decks                | 1            | 1
                             | PT-FLT-SP-01 | PT-FLT-SP-02
        Pair of Aces (Red)   | 30           | 300
        Pair of Aces         | 15           | 12
        Any Pair             | 15           | 10

        decks                     | 1
                                  | PT-FLT-SP-03
        Ace (Suit Specific) + Ace | 25
        Any Pair                  | 15

        decks                | 2            | 2-8          | 4-8
                             | PT-FLT-SP-04 | PT-FLT-SP-05 | PT-FLT-SP-06
        Pair (Suit Specific) | 50           | 30           | 50
        Suited Pair          | 25           | 15           | 25
        Any Pair             | 10           | 10           | 5

        decks                        | 2-8          | 2-8
                                     | PT-FLT-SP-07 | PT-FLT-SP-08
        Pair of Aces (Suit Specific) | 100          | 50
        Suited Pair of Aces          | 12           | 50
        Suited Pair                  | 12           | 12
        Any Pair                     | 10           | 10

        decks                  | 4-8          | 4-8          | 4-8          | 4-8
                               | PT-FLT-SP-09 | PT-FLT-SP-10 | PT-FLT-SP-11 | PT-FLT-SP-12
        Suited Three-of-a-Kind | 100          | 50           | 200          | 25
        Suited Pair            | 25           | 25           | 25           | 25
        Prime Pair             | 10           | 10           | 10           | 10
        Any Pair               | 5            | 5            | 5            | 5
    """,
    ("lucky-ladies", "to 1"): """
        decks                                      | 2-8          | 4-8          | 6-8          | 2-8
                                                   | PT-FLT-LL-01 | PT-FLT-LL-02 | PT-FLT-LL-03 | PT-FLT-LL-04
        Queen of Hearts Pair with Dealer Blackjack | 1000         | 1000         | 1000         | 100
        Queen of Hearts Pair                       | 200          | 150          | 125          | 100
        Matched 20                                 | 25           | 20           | 19           | 30
        Suited 20                                  | 10           | 9            | 9            | 10
        Any 20                                     | 4            | 4            | 4            | 3
        Any Queen                                  | lose         | lose         | lose         | 1

        decks                                      | 2-8
                                                   | PT-FLT-LL-05
        Queen of Hearts Pair with Dealer Blackjack | 1000
        Queen of Hearts Pair                       | 100
        Suited Pair of Queens                      | 30
        Suited Kings, Jacks, or 10's               | 20
        Suited 20                                  | 9
        Pair of Queens                             | 6
        Any 20                                     | 4
    """,
    ("21-plus-3", "to 1"): """
        decks                  | 2-8
                               | PT-FLT-213-03
        Straight Flush         | 9
        Three-of-a-Kind        | 9
        Straight               | 9
        Flush                  | 9

        decks                  | 1-8             | 1-8             | 3-8             | 3-8
                               | PT-FLT-213XT-01 | PT-FLT-213XT-02 | PT-FLT-213XT-03 | PT-FLT-213XT-02b
        Suited Three-of-a-Kind | -               | -               | 100             | 100
        Straight Flush         | 30              | 40              | 40              | 30
        Three-of-a-Kind        | 20              | 30              | 25              | 20
        Straight               | 10              | 10              | 10              | 10
        Flush                  | 5               | 5               | 5               | 5
    """,
    ("top-3", "to 1"): """
        decks                    | 4-8            | 4-8
                                 | PT-FLT-TOP3-01 | PT-FLT-TOP3-02
        Three-of-a-Kind (Suited) | 270            | 1000
        Straight Flush           | 180            | 100
        Three-of-a-Kind          | 90             | 70
    """,
    ("super-pairs-jackpot", "for 1"): """
        decks                        | 4-8          | 4-8          | 4-8          | 4-8          | 4-8
                                     | PT-PRG-SP-01 | PT-PRG-SP-02 | PT-PRG-SP-03 | PT-PRG-SP-04 | PT-PRG-SP-13
        3 Aces (Suit Specific)       | -            | -            | -            | 100%         | -
        3 Suited Aces                | 100%         | 100%         | 100%         | $2000        | 100%
        Suited Three-of-a-Kind       | -            | -            | $300         | $300         | -
        Pair of Aces (Suit Specific) | $200         | $200         | -            | -            | $200
        Suited Pair of Aces          | -            | $100         | $50          | $40          | $100
        Pair (Suit Specific)         | $30          | -            | -            | -            | -
        Suited Pair                  | $12          | $10          | $10          | $10          | $10
        Prime Pair                   | $8           | $6           | $8           | $8           | $5
        Any Pair                     | $3           | $4           | $4           | $4           | $5

        decks                           | 4-8          | 4-8          | 4-8          | 4-8
                                        | PT-PRG-SP-05 | PT-PRG-SP-06 | PT-PRG-SP-07 | PT-PRG-SP-08
        3 Aces or Kings (Suit Specific) | -            | -            | -            | 100%
        3 Suited Aces or Kings          | 100%         | 100%         | 100%         | $1000
        Suited Three-of-a-Kind          | -            | -            | $300         | $300
        Pair of Aces (Suit Specific)    | $200         | $200         | -            | -
        Suited Pair of Aces             | -            | $100         | $50          | $40
        Pair (Suit Specific)            | $30          | -            | -            | -
        Suited Pair                     | $10          | $10          | $10          | $10
        Prime Pair                      | $7           | $6           | $6           | $8
        Any Pair                        | $3           | $3           | $4           | $4

        decks                                    | 4-8          | 4-8          | 4-8          | 4-8
                                                 | PT-PRG-SP-09 | PT-PRG-SP-10 | PT-PRG-SP-11 | PT-PRG-SP-12
        3 Aces, Kings, or Queens (Suit Specific) | -            | -            | -            | 100%
        3 Suited Aces, Kings, or Queens          | 100%         | 100%         | 100%         | $1000
        Suited Three-of-a-Kind                   | -            | -            | $300         | $300
        Pair of Aces (Suit Specific)             | $200         | $200         | -            | -
        Suited Pair of Aces                      | -            | $100         | $50          | $40
        Pair (Suit Specific)                     | $30          | -            | -            | -
        Suited Pair                              | $10          | $10          | $10          | $10
        Prime Pair                               | $5           | $5           | $6           | $8
        Any Pair                                 | $3           | $3           | $4           | $4
    """,
    ("lucky-ladies-jackpot", "for 1"): """
        decks | 2-8 | 2-8 | 2-8 | 2 | 2 | 2
        | PT-BJS-LL-26 | PT-BJS-LL-27 | PT-BJS-LL-28 | PT-BJS-LL-29 | PT-BJS-LL-36 | PT-BJS-LL-38
        Queen of Hearts Pair with Dealer Blackjack (Suit Specific) | - | - | - | - | - | -
        Queen of Hearts Pair with Dealer Blackjack (Suited) | - | - | 100% | 100% | 100% | 100%
        Queen of Hearts Pair with Dealer Blackjack | 100% | 100% | 25% | $1000 | 10% | 25%
        Queen of Hearts Pair | $200 | $200 | $250 | $200 | $250 | $250
        Matched 20 | $25 | $20 | $50 | $50 | $50 | $25
        Suited 20 | $10 | $10 | $10 | $10 | $10 | $10
        Any 20 | $2 | $3 | $2 | $2 | $2 | $2

        decks | 4-8 | 4-8 | 4-8 | 4-8 | 4-8 | 4-8 | 4-8
        | PT-BJS-LL-30 | PT-BJS-LL-31 | PT-BJS-LL-32 | PT-BJS-LL-33 | PT-BJS-LL-34 | PT-BJS-LL-35 | PT-BJS-LL-37
        Queen of Hearts Pair with Dealer Blackjack (Suit Specific) | - | - | - | - | 100% | 100% | -
        Queen of Hearts Pair with Dealer Blackjack (Suited) | - | - | 100% | 100% | 25% | $3000 | 100%
        Queen of Hearts Pair with Dealer Blackjack | 100% | 100% | 25% | $750 | 10% | $1000 | 10%
        Queen of Hearts Pair | $250 | $150 | $200 | $150 | $250 | $150 | $250
        Matched 20 | $30 | $20 | $25 | $25 | $25 | $25 | $40
        Suited 20 | $10 | $10 | $10 | $10 | $10 | $10 | $10
        Any 20 | $2 | $3 | $2 | $2 | $2 | $2 | lose

        decks | 1 | 2 | 2 | 2 | 4-5 | 4-5 | 4-5 | 5-8 | 5-8 | 5-8
        | LL/JP 1 | LL/JP 3 | LL/JP 4 | LL/JP 5 | LL/JP 7 | LL/JP 8 | LL/JP 9 | LL/JP 11 | LL/JP 12 | LL/JP 13
        Queen of Hearts Pair with Dealer Blackjack (Suit Specific) | - | 100% | - | - | 100% | - | - | 100% | - | -
        Queen of Hearts Pair with Dealer Blackjack (Suited) | - | 25% | 100% | - | 25% | 100% | - | 25% | 100% | -
        Queen of Hearts Pair with Dealer Blackjack | - | 10% | 10% | 100% | 10% | 10% | 100% | 10% | 10% | 100%
        Queen of Hearts Pair | - | $200 | $200 | $200 | $150 | $150 | $150 | - | - | $200
        Pair of Queens w/ Dealer Blackjack | 100% | - | - | - | - | - | - | $125 | $125 | $125
        Pair of Queens | $25 | - | - | - | - | - | - | $25 | $25 | $25
        Paired 20 (T, J, or K) | $9 | - | - | - | - | - | - | - | - | -
        Matched 20 | - | $25 | $25 | $25 | $10 | $10 | $10 | $19 | $19 | $19
        Suited 20 | - | $10 | $10 | $10 | $9 | $9 | $9 | $9 | $9 | $9
    """,
    ("21-plus-3-jackpot", "for 1"): """
        decks                               | 3-8           | 3-8           | 3-8           | 3-8
                                            | PT-BJS-213-01 | PT-BJS-213-04 | PT-BJS-213-07 | PT-BJS-213-10
        Three Aces or Kings (Specific Suit) | -             | -             | 100%          | 100%
        Three Aces or Kings (Suited)        | 100%          | 100%          | $2000         | $3000
        Three-of-a-Kind (Suited)            | $125          | $150          | $150          | $200
        Straight Flush                      | $25           | $40           | $40           | $30
        Three-of-a-Kind (Offsuit)           | $20           | $20           | $20           | $20
        Straight                            | $7            | $7            | $5            | $10
        Flush                               | $3            | $3            | $3            | -

        decks                                        | 3-8           | 3-8           | 3-8
                                                     | PT-BJS-213-02 | PT-BJS-213-05 | PT-BJS-213-08
        Three Aces, Kings, or Queens (Specific Suit) | -             | -             | 100%
        Three Aces, Kings, or Queens (Suited)        | 100%          | 100%          | $2000
        Three-of-a-Kind (Suited)                     | $125          | $150          | $125
        Straight Flush                               | $25           | $40           | $40
        Three-of-a-Kind (Offsuit)                    | $20           | $20           | $20
        Straight                                     | $6            | $7            | $6
        Flush                                        | $2            | $2            | $2

        decks                      | 3-8           | 3-8           | 3-8           | 3-8
                                   | PT-BJS-213-03 | PT-BJS-213-06 | PT-BJS-213-09 | PT-BJS-213-11
        Three Aces (Specific Suit) | -             | -             | 100%          | 100%
        Three Aces (Suited)        | 100%          | 100%          | $2000         | $3000
        Three-of-a-Kind (Suited)   | $125          | $150          | $150          | $200
        Straight Flush             | $25           | $40           | $40           | $30
        Three-of-a-Kind (Offsuit)  | $20           | $20           | $20           | $20
        Straight                   | $7            | $7            | $5            | $10
        Flush                      | $3            | $3            | $3            | -
    """,
}


def columns(grid):
    """The columns of printed grids: id, decks, and the rows that are no dash."""
    for block in grid.strip().split("\n\n"):
        (_, *decks), (_, *ids), *rows = ([cell.strip() for cell in line.split("|")] for line in block.splitlines())
        assert all(len(row) == len(ids) + 1 for row in rows)
        for number, (id_, range_) in enumerate(zip(ids, decks, strict=True), 1):
            yield id_, range_, [(label, cells[number - 1]) for label, *cells in rows if cells[number - 1] != "-"]


CASES = [(wager, basis, *column) for (wager, basis), grid in GRIDS.items() for column in columns(grid)]


@pytest.mark.parametrize("wager, basis, id_, decks, rows", CASES, ids=[case[2] for case in CASES])
@pytest.mark.clause("A", "B", "C", "E", "F", "G")
def test_a_paytable_is_transcribed_cell_by_cell(wager, basis, id_, decks, rows):
    paytable = DOCUMENT.paytable(id_)
    assert (paytable.wager, paytable.basis) == (wager, basis)
    least, _, most = decks.partition("-")
    assert paytable.decks == (int(least), int(most or least))
    assert [(row.label, str(row.pay)) for row in paytable.rows] == rows


def test_the_printed_tables_with_an_empty_cell_are_told_with_all_their_rows():
    """Ruling empty-cells: the rows of a print are those of its columns together, from the top."""
    tables = tomllib.loads(PRINTED.read_text("utf-8"))["table"]
    told = {tuple(table["columns"]): table["rows"] for table in tables}
    named = {row.label: row.award for paytable in DOCUMENT.paytables for row in paytable.rows}
    for grid in GRIDS.values():
        for block in grid.strip().split("\n\n"):
            _, (_, *ids), *rows = ([cell.strip() for cell in line.split("|")] for line in block.splitlines())
            if any("-" in cells for _, *cells in rows):
                assert told.pop(tuple(ids)) == [named[label] for label, *_ in rows]
    assert not told


def test_every_table_is_compared_in_the_printed_order():
    for wager, _ in GRIDS:
        assert [table.id for table in DOCUMENT.paytables_of(wager)] == [case[2] for case in CASES if case[0] == wager]
    assert len(CASES) == 71
    assert len(DOCUMENT.paytables) == 72 + 2  # and the Bust Bonus; blackjack itself and insurance are the state's


def test_d_bust_bonus_cell_by_cell():
    printed = """
        Ace | 3 | 50
        2 | 1 | 25
        3 | 1 | 15
        4 | 1 | 10
        5 | 1 | 5
        6 | 1 | 3
        7 | 2 | 15
        8 | 2 | 10
        9 | 2 | 20
        10 | 2 | 20
        Bust with three 8's | 25 | 75
    """
    paytable = DOCUMENT.paytable("PT-FLT-BB-01")
    assert (paytable.basis, paytable.decks) == ("to 1", (1, 8))
    pays = {row.award: str(row.pay) for row in paytable.rows}
    for line in printed.strip().splitlines():
        up, unsuited, suited = (cell.strip() for cell in line.split("|"))
        if up.startswith("Bust"):
            assert (pays.pop("bust-with-three-8s"), pays.pop("bust-with-three-suited-8s")) == (unsuited, suited)
        else:
            got = pays.pop(f"bust-{up.lower()}-unsuited"), pays.pop(f"bust-{up.lower()}-suited")
            assert got == (unsuited, suited)
    assert not pays


def test_d_2_three_eights_come_before_the_rows_of_the_up_card():
    awards = [row.award for row in DOCUMENT.paytable("PT-FLT-BB-01").rows]
    assert awards[:2] == ["bust-with-three-suited-8s", "bust-with-three-8s"]


def test_every_row_names_an_award_that_the_game_recognises():
    for paytable in DOCUMENT.paytables:
        known = game("super-pairs").awards(paytable.wager)
        assert {row.award for row in paytable.rows} <= set(known)
        assert paytable.wager in ("bust-bonus", "blackjack", "insurance") or set(known) <= set(AWARDS)


def test_every_award_is_in_some_paytable():
    apart = ("bust-bonus", "blackjack", "insurance")
    assert set(AWARDS) == {r.award for table in DOCUMENT.paytables for r in table.rows if table.wager not in apart}


def test_a_label_always_means_the_same_award():
    for wager in {table.wager for table in DOCUMENT.paytables}:
        meant = {(row.label, row.award) for table in DOCUMENT.paytables_of(wager) for row in table.rows}
        assert len({label for label, _ in meant}) == len({award for _, award in meant}) == len(meant)


def test_every_paytable_setting_offers_exactly_the_paytables_of_its_wager():
    for spec in DOCUMENT.settings:
        if spec.id.endswith("-paytable"):
            wager = spec.id.removesuffix("-paytable")
            assert spec.choices == ("standard", *(table.id for table in DOCUMENT.paytables_of(wager)))
