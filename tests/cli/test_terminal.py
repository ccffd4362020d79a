"""The terminal table, played by typing."""

import os
import re
import subprocess
import sys

import pytest

from houseway.cards import parse_cards
from houseway.cli import show
from houseway.cli.chance import Chance
from houseway.cli.plain import plainly
from houseway.cli.terminal import Terminal
from houseway.cli.typed import keys, piles_from
from houseway.errors import IllegalAnswer
from houseway.games import game
from houseway.round import Arrange
from houseway.shoe import Shoe

PAN, PAIRS = game("super-pan-9"), game("super-pairs")


@pytest.fixture
def table(monkeypatch, capsys):
    """Sit down at a table and type these lines; what is on the screen."""

    def sit(*lines, seed=4, seats=3, of=PAN, **settings):
        typed = iter(lines)

        def read(prompt="", **_):
            show.out.print(prompt, end="")
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(show.out, "input", read)
        Terminal(of, of.document.configure(settings), seats, seed, frozenset(settings)).sit_down()
        return capsys.readouterr().out

    return sit


def test_a_round_with_hint_and_review(table):
    screen = table("25", "5", "?", "d", "w", "", "q")
    assert "In units of $25.00, the best first" in screen
    assert "was the best play" in screen or "was better by" in screen
    assert "Good night" in screen


def test_the_same_seed_deals_the_same_round(table):
    assert table("25", "0", "s") == table("25", "0", "s")


def test_hidden_cards_stay_hidden_until_the_ruling(table):
    screen = table("25", "0", "s")
    assert "Dealer ▒▒ ▒▒ ▒▒" in screen
    assert screen.index("▒▒") < screen.index("Why")
    assert "Seat 2" not in screen[: screen.index("stand")]


@pytest.mark.parametrize(
    "lines, words",
    [
        (("1000",), "over the limit of $400.00"),
        (("4.99",), "below the limit of $5.00"),
        (("many",), "is not an amount"),
        (("0",), "below the limit"),
        (("25", "500"), "over this table's limit of $100.00"),
        (("?",), "After the wagers, three cards face down"),
        (("25", "0", "hit"), "seat 1 may stand or draw, not 'hit'"),
    ],
)
def test_what_cannot_be_done_is_said_and_asked_again(table, lines, words):
    assert words in " ".join(table(*lines).split())


def test_a_tie_bet_that_is_not_offered_is_not_asked_for(table):
    assert "Tie Bet" not in table("25", "s", **{"tie-bet": "no"})


def test_keys_are_the_first_letters_still_free():
    assert list(keys(("hit", "stand", "double", "split", "surrender"))) == ["h", "s", "d", "p", "u"]


def test_piles_by_positions():
    question = Arrange(1, (0, 1, 2, 13), ("low", "high"), (2, 2), (3, 1 << 13 | 4), "5")
    # shown as 4c 3c 2d 2c
    assert piles_from(question, "1 2") == (0b110, 1 << 13 | 1)
    for wrong in ("1", "1 1", "1 5", "x y", ""):
        with pytest.raises(IllegalAnswer, match="positions from 1 to 4"):
            piles_from(question, wrong)


@pytest.mark.compiled
def test_a_wager_in_mid_round_is_reviewed_whatever_its_amount(table):
    settings = {"decks": "6"} | NO_BONUS | {"offer-bust-bonus": "yes"}
    screen = table("25", "1", "w", of=PAIRS, seats=1, **settings)
    assert "was the best play" in screen or "was better by" in screen


@pytest.fixture
def four_cards(monkeypatch):
    """The first four cards of a shoe are the last: eleven for the player, and a dealer who has to draw."""
    real = Chance.shuffle_if_low

    def nearly_empty(self, seats):
        real(self, seats)
        self.shoe = Shoe(parse_cards("5c 6d 6h 9s"))

    monkeypatch.setattr(Chance, "shuffle_if_low", nearly_empty)


NO_BONUS = {f"offer-{wager}": "no" for wager in ("super-pairs", "lucky-ladies", "21-plus-3", "top-3", "bust-bonus")}


def test_a_shoe_that_runs_out_in_mid_round_voids_it(table, four_cards):
    screen = table("25", "d", "", seats=1, of=PAIRS, decks="1", **NO_BONUS)
    assert "The shoe has run out of cards: the round is void." in screen
    assert "out of cards: the hand is void and $50.00 is returned" in " ".join(screen.split())
    assert "You leave with $1,000.00 ($0.00)" in screen


def test_or_the_discards_are_shuffled_and_it_goes_on(table, four_cards):
    settings = {"decks": "1", "out-of-cards": "discards"} | NO_BONUS
    screen = table("25", "h", *"ssssss", seats=1, of=PAIRS, **settings)
    assert "48 cards are shuffled." in screen
    assert "void" not in screen
    assert "Why" in screen


def test_who_leaves_in_mid_round_has_it_played_to_its_end(table):
    screen = table("25", "0", "q")
    assert "played to its end for you" in screen
    assert "Why" in screen


JACKPOT = "super-pairs-jackpot"
PROGRESSIVE = {
    f"offer-{JACKPOT}": "yes",
    f"{JACKPOT}-seed": "500.00",
    **NO_BONUS,
}


@pytest.fixture
def dealt(monkeypatch):
    """These cards lie in front of every shoe, and rounds are dealt on from it."""

    def stack(cards):
        def fill(chance, pack):
            chance.shoe = Shoe([*parse_cards(cards), *pack])

        monkeypatch.setattr(Chance, "_fill", fill)

    return stack


def test_progressive_jackpot_a_meter_is_fed_by_each_wager(table, dealt):
    dealt("2c 9h 3c Tc 9d 4c 9s 5c Td 9d")
    screen = table("5", "1", "s", "", "", "", "s", "", "q", of=PAIRS, seats=1, **PROGRESSIVE)
    assert re.findall(r"Super Pairs jackpot: \$([0-9.,]+)", screen) == ["500.00", "500.20", "500.40"]


def test_e_6_a_meter_that_is_won_pays_what_it_shows_and_is_seeded_anew(table, dealt):
    dealt("As As As 9c 2c 9d")
    screen = table("5", "1", "0", "s", "", "q", of=PAIRS, seats=1, **PROGRESSIVE | {f"{JACKPOT}-meter": "7,000.00"})
    assert "takes 100 % of the jackpot, $7,000.20" in " ".join(screen.split())
    assert re.findall(r"Super Pairs jackpot: \$([0-9.,]+)", screen) == ["7,000.00", "500.00"]


def test_house_jackpot_the_display_stays(table, dealt):
    dealt("2c 9h 3c Tc")
    screen = table("5", "1", "s", "", "q", of=PAIRS, seats=1, **PROGRESSIVE | {"jackpot-kind": "house"})
    assert screen.count("Super Pairs jackpot: $1,000.00") == 2


def test_f_4_over_several_rounds_a_meter_is_fed_reduced_by_a_part_won_whole_and_seeded(table, dealt):
    """7.5 cents a wager; 25 % of $1,000.15 is $250.03, the broken cent stays; then the whole $750.27."""
    lost, part, whole = "2c 9h 3c Tc", "Qh Kd Qh As", "Qh Ks Qh As"
    dealt(" ".join((lost, part, lost, whole, lost)))
    name = "lucky-ladies-jackpot"
    settings = {
        **NO_BONUS,
        f"offer-{name}": "yes",
        f"{name}-paytable": "PT-BJS-LL-32",
        f"{name}-meter": "1,000.00",
        f"{name}-seed": "500.00",
        f"{name}-increment": "7.5%",
    }
    stand, ends = ("", "", "s", ""), ("", "")
    screen = table("5", "1", "s", "", *ends, *stand, *ends, *stand, "q", of=PAIRS, seats=1, **settings)
    shown = ["1,000.00", "1,000.07", "750.12", "750.19", "500.00", "500.07"]
    assert re.findall(r"Lucky Ladies jackpot: \$([0-9.,]+)", screen) == shown
    told = " ".join(screen.split())
    assert "takes 25 % of the jackpot, $250.03" in told
    assert "takes 100 % of the jackpot, $750.27" in told


THIRTEEN = "9c Qs 3h 2c 6h Ad Kc Qh Jc 3d 2s 6s Js"


@pytest.mark.parametrize(
    ("words", "typed"),
    [(("set", "chinese-poker", THIRTEEN), ""), (("drill", "super-pairs", "--kind", "decide", "--count", "1"), "1\n")],
    ids=["thirteen cards", "blackjack"],
)
def test_a_first_question_does_not_wait_for_the_compiler(tmp_path, words, typed):
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    environment |= {"HOUSEWAY_CACHE": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    asked = [sys.executable, "-c", "from houseway.cli import main; main()", *words]
    subprocess.run(asked, input=typed, capture_output=True, text=True, check=True, env=environment, timeout=600)
    assert not list(tmp_path.rglob("*.nbi")), "compiled code was made"


def test_the_compiler_is_left_alone_in_a_process_that_does_more_than_one_command(monkeypatch):
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    plainly(PAIRS)
    assert "NUMBA_DISABLE_JIT" not in os.environ
