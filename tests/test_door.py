"""The front door: the names that are exported, a first figure, a first ruling, results that print themselves."""

import re
from fractions import Fraction

import pytest

import houseway as hw
from houseway.errors import HousewayError, IllegalSetting, UnknownName

TIED = {
    "game": "super-pan-9",
    "dealer": {"cards": "Kd 2c 4h"},
    "seat": [{"number": 1, "cards": "6h Kc Qc", "wagers": {"main": "25.00", "tie": "5.00"}}],
}


def test_the_exported_names():
    assert sorted(hw.__all__) == [
        "Bonus",
        "Document",
        "Game",
        "HousewayError",
        "Payout",
        "Paytable",
        "Ruling",
        "Settings",
        "Terms",
        "__version__",
        "add",
        "deal",
        "document_from",
        "documents",
        "game",
        "games",
        "load",
        "odds",
        "poker",
        "set",
        "settle",
        "strategy",
        "verify",
    ]
    assert all(hasattr(hw, name) for name in hw.__all__)
    assert [name for name in dir(hw) if not name.startswith("__")] == sorted(set(hw.__all__) - {"__version__"})


def test_the_games_and_their_documents():
    assert [game.id for game in hw.games()][:5] == [
        "super-pan-9",
        "supreme-99",
        "chinese-poker",
        "dealer-open-pai-gow",
        "super-pairs",
    ]
    assert hw.documents()["supreme-99"] is hw.game("supreme-99").document
    assert repr(hw.game("super-pan-9")) == "<Super Pan 9 (super-pan-9): main, tie>"
    with pytest.raises(UnknownName, match="there is no game 'faro'; the games are super-pan-9"):
        hw.game("faro")
    with pytest.raises(UnknownName, match="there is no game <"):
        hw.game(hw.game("super-pan-9"))  # type: ignore[arg-type]


def test_a_first_figure():
    odds = hw.game("super-pan-9").odds("tie", decks=8)
    assert odds.edge == Fraction(-1861435710136, 25235193828845)
    assert repr(odds) == "<odds of super-pan-9, tie, tie-8, 8 decks: house edge -7.3763 %>"
    assert hw.odds("super-pan-9", "tie", decks=8) == odds


def test_a_pay_and_a_paytable_of_ones_own_move_the_figure_by_exactly_that_much():
    pan = hw.game("super-pan-9")
    as_printed, nine = pan.odds("tie"), pan.odds("tie", pays={"tie": 9})
    tied = next(each for each in as_printed.outcomes if each.award == "tie")
    assert as_printed.edge - nine.edge == as_printed.probability(tied)
    assert pan.odds("tie", paytable={"wager": "tie", "rows": [{"award": "tie", "pays": 9}]}).edge == nine.edge


def test_what_is_not_there_is_refused_and_never_answered_with_something_else():
    for game in hw.games():
        with pytest.raises(UnknownName, match="has no wager 'nosuch'"):
            game.odds("nosuch")
        with pytest.raises(UnknownName, match="say which wager"):
            game.odds()
    with pytest.raises(IllegalSetting, match="decks lies between"):
        hw.odds("super-pan-9", "tie", decks=99)
    with pytest.raises(UnknownName, match="even-money is a paytable of main; those of tie are: tie-8"):
        hw.odds("super-pan-9", "tie", paytable="even-money")
    with pytest.raises(UnknownName, match="nothing to arrange"):
        hw.set("super-pan-9", "Kd 2c 4h")


def test_a_limit_of_a_paytable_is_counted_at_a_stake():
    rows = {"wager": "tie", "limit": "20.00", "rows": [{"award": "tie", "pays": 8}]}
    pan = hw.game("super-pan-9").with_paytable(rows)
    tied = [pan.odds("tie", stake=stake).outcomes[-1].pays for stake in (None, "2.50", "5.00")]
    assert tied == [8, 8, 4]
    (tie,) = [payout for payout in pan.settle(TIED) if payout.wager == "tie"]
    assert tie.net == 20_00


def test_results_print_themselves_and_go_along_as_frames():
    odds = hw.odds("super-pan-9", "tie")
    assert str(odds).splitlines()[1].split() == ["award", "pays", "combinations", "probability", "return"]
    frame = odds.to_frame()
    assert list(frame["award"]) == [each.award for each in odds.outcomes]
    assert frame["probability"].sum() == pytest.approx(1)
    assert odds._repr_html_().startswith("<table><caption>odds of super-pan-9")
    assert "<svg" in odds._repr_html_()
    ruling = hw.settle(TIED)
    assert list(ruling.to_frame()["wager"]) == ["main", "tie"]
    assert "pays 8 to 1" in str(ruling)
    assert "<svg" not in ruling._repr_html_()
    assert repr(ruling) == "<ruling on a round of Super Pan 9: seat 1 main $0.00, seat 1 tie +$40.00>"
    strategy = hw.strategy("super-pan-9")
    assert len(strategy.to_frame()) == sum(len(situations) for _, situations in strategy.parts)
    ways = hw.set("supreme-99", "9c 9d 4h Kc")
    assert list(ways.to_frame().columns)[:2] == ["high", "low"]


def test_a_round_of_another_game_is_refused():
    with pytest.raises(HousewayError, match="a round of Super Pan 9, not of Supreme 99"):
        hw.game("supreme-99").settle(TIED)


def test_printed_figures_are_verified():
    checks = hw.verify("super-pan-9")
    assert checks
    assert all(check.agrees for check in checks)
    assert "agrees" in repr(checks[0])


@pytest.mark.parametrize(
    ("ask", "word"),
    [
        (lambda: hw.game("super-pan9"), "super-pan-9"),
        (lambda: hw.game("super-pan-9").odds("ties"), "tie"),
        (lambda: hw.game("super-pan-9").odds("tie", dekcs=8), "decks"),
        (lambda: hw.game("super-pan-9").odds("tie", pays={"ties": 9}), "tie"),
        (lambda: hw.settle({"game": "super-pan-9", "setings": {}, "seat": []}), "settings"),
        (lambda: hw.settle(with_seat(declard=True)), "declared"),
    ],
)
def test_a_name_that_is_nearly_right_is_suggested(ask, word):
    with pytest.raises(HousewayError, match=re.escape(f"; did you mean {word}?")):
        ask()


def with_seat(**more):
    """A seat of thirteen-card poker that tells one thing more."""
    seat = {"number": 1, "cards": "Ac", "wagers": {"main": "60.00"}} | more
    return {"game": "chinese-poker", "settings": {}, "seat": [seat]}
