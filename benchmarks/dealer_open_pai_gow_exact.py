"""The pai gow wager exactly: how long, in how much memory, the figures, and three checks of them.

    python benchmarks/dealer_open_pai_gow_exact.py [--way document] [--wheel lowest] [--simulate 4000000] [--costs]

Start it with an empty HOUSEWAY_CACHE to count the compiler in. The checks: all deals are there, the dealer's hands with
two jacks and ace high are as many as combinatorics and published counts say, and a simulation through the rules of the
table, setting by setting, lies within four standard errors. `--costs` measures instead what the house way costs.
"""

import argparse
import resource
import time
from math import comb, sqrt

import numpy as np

from houseway.games import game
from houseway.games.dealer_open_pai_gow.count.census import fronts_of
from houseway.games.dealer_open_pai_gow.count.costs import costs
from houseway.games.dealer_open_pai_gow.count.deals import counts
from houseway.games.dealer_open_pai_gow.count.exact import PLAYERS, Rules, decided, tally
from houseway.games.dealer_open_pai_gow.count.staircases import ACE_HIGH, JACKS, book
from houseway.games.dealer_open_pai_gow.rules.hands import (
    FULL_DECK,
    LOSE,
    WIN,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    fouled,
    front_value,
    main_result,
)
from houseway.games.dealer_open_pai_gow.rules.ways import way
from houseway.games.dealer_open_pai_gow.terms import main_units
from houseway.lab.kernel import kernel
from houseway.poker import LOWEST, SECOND_HIGHEST

DEALS = 8_250_459_031_214_400
ACE_HIGH_HANDS = 14_430_780
JACKS_HANDS = comb(53, 7) - comb(49, 7) - 4 * comb(49, 6)
RULES = tuple(Rules(jacks, ace) for jacks in (False, True) for ace in (False, True))
UNITS = main_units(game("dealer-open-pai-gow").configure().in_force("main"))


@kernel
def dealt(count, seed):
    """Random pairs of seven cards of 53, the dealer's and the player's."""
    np.random.seed(seed)
    pairs = np.zeros((2, count), np.int64)
    deck = np.arange(53)
    for i in range(count):
        for k in range(14):
            other = k + np.random.randint(0, 53 - k)
            deck[k], deck[other] = deck[other], deck[k]
            pairs[k // 7, i] |= 1 << deck[k]
    return pairs


@kernel
def simulated(dealers, fronts, players, wheel, rules):
    """Deals won and lost by the best of the 21 settings, for each pair of rules."""
    ends = np.zeros((len(rules), 2), np.int64)
    for i in range(len(dealers)):
        jacks, high = dealer_jacks(dealers[i]), ace_high(dealers[i], wheel)
        front_to_beat = front_value(fronts[i], wheel)
        back_to_beat = back_value(dealers[i] ^ fronts[i], wheel)
        best = np.full(len(rules), LOSE)
        ones = players[i]
        while ones:
            one = ones & -ones
            ones ^= one
            twos = ones
            while twos:
                two = twos & -twos
                twos ^= two
                front, back = one | two, players[i] ^ one ^ two
                foul = fouled(front, back, wheel)
                front_won = beats(front_value(front, wheel), front_to_beat)
                back_won = beats(back_value(back, wheel), back_to_beat)
                for r in range(len(rules)):
                    end = main_result(jacks, high, foul, front_won, back_won, rules[r, 0], rules[r, 1])
                    best[r] = max(best[r], end)
        for r in range(len(rules)):
            ends[r, 0] += best[r] == WIN
            ends[r, 1] += best[r] == LOSE
    return ends


def main():
    """Run, measure, check, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--way", default="document")
    parser.add_argument("--wheel", default="lowest", choices=("lowest", "second-highest"))
    parser.add_argument("--simulate", type=int, default=4_000_000)
    parser.add_argument("--costs", action="store_true")
    asked = parser.parse_args()
    wheel = LOWEST if asked.wheel == "lowest" else SECOND_HIGHEST
    if asked.costs:
        show_costs(measured(lambda: costs(book(FULL_DECK, wheel, way(asked.way)), progress=tell)), way(asked.way))
    else:
        show_odds(measured(lambda: counts(way(asked.way), wheel, tell)), way(asked.way), wheel, asked.simulate)


def tell(share):
    """Progress in place."""
    print(f"\r{share:6.1%}", end="", flush=True)


def measured(work):
    """Do it; print time and memory."""
    start, busy = time.perf_counter(), time.process_time()
    found = work()
    print(f"\r{time.perf_counter() - start:.1f} s, {time.process_time() - busy:.1f} s of processor time, ", end="")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB at most")
    return found


def show_costs(found, house):
    """What each branch costs, all kinds of hands compared, and those left by the two rules."""
    print(f"{'branch':32} {'hands':>12} {'improvable':>12} {'cost, compared':>15} {'cost, both rules':>17}")
    for rules in (None, RULES[-1]):
        total = sum(c.at_best - c.as_set for (_, kind), c in found.items() if not rules or not decided(kind, rules))
        print(f"{'all' if not rules else 'all, both rules':32} {total / DEALS:.6%}")
    for branch, name in enumerate(house.branches):
        mine = [(kind, cost) for (each, kind), cost in found.items() if each == branch]
        left = sum(cost.at_best - cost.as_set for kind, cost in mine if not decided(kind, RULES[-1]))
        cost = sum(cost.at_best - cost.as_set for _, cost in mine)
        hands, improvable = sum(c.hands for _, c in mine), sum(c.improvable for _, c in mine)
        print(f"{name:32} {hands:12,} {improvable:12,} {cost / DEALS:15.6%} {left / DEALS:17.6%}")


def show_odds(found, house, wheel, deals):
    """The figures, checked."""
    every = [(kind, count) for (_, kind), count in found.items()]
    hands = {kind: sum(count.hands for each, count in every if each == kind) for kind in (JACKS, ACE_HIGH)}
    print(f"two jacks {hands[JACKS]:,} ({JACKS_HANDS:,}), ace high {hands[ACE_HIGH]:,} ({ACE_HIGH_HANDS:,})")
    assert hands == {JACKS: JACKS_HANDS, ACE_HIGH: ACE_HIGH_HANDS}

    dealers, players = dealt(deals, 1)
    fronts = fronts_of(dealers, house, wheel).fronts
    ends = simulated(dealers, fronts, players, wheel, np.array(RULES))
    print(f"{PLAYERS:,} hands of a player against each of {comb(53, 7):,}; {deals:,} deals simulated")
    for rules, (wins, losses) in zip(RULES, ends.tolist(), strict=True):
        best, copied = tally(every, rules), tally(every, rules, copying=True)
        assert best.deals == copied.deals == DEALS
        print(f"two-jacks-lose={rules[0]!s:5} ace-high-push={rules[1]!s:5}", end=" ")
        print(f"win {best.win:,} push {best.push:,} lose {best.lose:,}")
        print(
            f"  edge {float(best.edge(UNITS)):.6%}, when copying {float(copied.edge(UNITS)):.6%}",
            end="; standard errors off:",
        )
        for exact, seen in ((best.win, wins), (best.lose, losses)):
            share = exact / DEALS
            off = (seen - deals * share) / sqrt(deals * share * (1 - share))
            print(f" {off:+.2f}", end="")
            assert abs(off) < 4
        print()


if __name__ == "__main__":
    main()
