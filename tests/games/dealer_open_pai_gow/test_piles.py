"""All ways to set a hand beside an open dealer's, and a setting in words."""

import pytest

from houseway.cards import cards_of, in_order, mask, names, parse_cards
from houseway.games import game
from houseway.games.dealer_open_pai_gow.rules.hands import LOSE, PUSH, WIN, back_value, front_value, ways_to_set
from houseway.games.dealer_open_pai_gow.rules.piles import Piles, every_way, house_piles, what_it_makes, wheel_of
from houseway.poker import LOWEST, SECOND_HIGHEST

PAI_GOW = game("dealer-open-pai-gow")


def hand(cards):
    return mask(parse_cards(cards))


@pytest.mark.parametrize("wheel", ["lowest", "second-highest"])
@pytest.mark.parametrize("dealt", ["Ac 2d 3c 4d 5h 9h 9d", "5c 6d 7h 8s 9c Jk Kd", "Qs Qd 6h 5d 4c 3d 2h"])
@pytest.mark.parametrize(
    "front, back",
    [
        ("Ts 8h", "Ks Kc 6d 4c 2s"),
        ("Ts 8h", "2h 3s 4c 5d 6h"),
        ("Ts 8h", "Ah 2h 3s 4c 5d"),
        ("Kh Kc", "As Ah Ad Qc 2c"),
    ],
)
def test_pai_gow_wager_the_ways_of_a_hand_by_what_they_win_the_fouls_last(wheel, dealt, front, back):
    settings = PAI_GOW.configure(wheel=wheel)
    dealer, rank, house = Piles(hand(front), hand(back)), wheel_of(settings), house_piles(hand(dealt), settings)

    def judged(front_, back_):
        """Foul or not, the result, and what else ranks it."""
        ours, other = front_value(front_, rank), back_value(back_, rank)
        won = (ours > front_value(dealer.front, rank)) + (other > back_value(dealer.back, rank))
        foul = ours > other
        return foul, LOSE if foul else (LOSE, PUSH, WIN)[won], (front_, back_) == house, other, ours

    found = every_way(hand(dealt), dealer, settings)
    assert sorted(each.piles for each in found) == sorted(ways_to_set(hand(dealt)))
    assert [judged(*each.piles)[:2] for each in found] == [(each.foul, each.result) for each in found]
    ranked = [judged(*each.piles) for each in found]
    assert ranked == sorted(ranked, key=lambda each: (not each[0], *each[1:]), reverse=True)


def test_pai_gow_wager_of_equal_backs_the_higher_front_comes_first():
    """The joker is a nine in back, or an ace in front of the nine's straight."""
    settings = PAI_GOW.configure()
    best = every_way(hand("5c 6d 7h 8s 9c Jk Kd"), Piles(hand("Ac Ad"), hand("Kh Ks Kc 2c 2d")), settings)
    straights = [names(in_order(cards_of(each.piles.front))) for each in best if len(cards_of(each.piles.back)) == 5]
    assert straights.index("Jk Kd") < straights.index("Kd 9c")


def test_a_setting_in_words():
    piles = Piles(hand("Kh Qh"), hand("Ac 2d 3c 4d 5h"))
    assert what_it_makes(piles, LOWEST) == "a straight to the five behind king high, queen"
    assert what_it_makes(piles, SECOND_HIGHEST) == "a straight to the five behind king high, queen"
    nines = Piles(hand("9h 9d"), hand("Jk Ks Qs Js Ts"))
    assert what_it_makes(nines, LOWEST) == "a royal flush behind a pair of nines"
