"""What is said of a payout of Chinese poker: each opponent hand by hand, bonuses, naturals, fouls, surrender, units."""

import re

from explaining import catches, compared, holds, played, words
from houseway.games.chinese_poker import reasons


def record(*seats, **settings):
    return {
        "game": "chinese-poker",
        "settings": {"seats": 4} | {key.replace("_", "-"): value for key, value in settings.items()},
        "seat": [{"number": number, "wagers": {"main": "200.00"}} | seat for number, seat in enumerate(seats, 1)],
    }


def hand(front, middle, back, **more):
    return {"cards": f"{front} {middle} {back}", "front": front, "middle": middle, "back": back} | more


ONE = hand("Kc Tc Td", "2d 3c 4c 5c 6c", "Qc Qd Qh 3d 3h")
TWO = hand("Qs Th Ts", "5d 6d 6h 6s Jc", "Ac Ad Ah 7c 7d")


def test_6_front_middle_back_and_the_kicker_that_decides():
    assert compared(record(ONE, TWO)).splitlines()[:-2] == [
        "seat 1 sets three hands (clause 4)",
        "  Front, Kc Td Tc: a pair of tens (clause 4)",
        "  Middle, 6c 5c 4c 3c 2d: a straight to the six (clause 4)",
        "  Back, Qh Qd Qc 3h 3d: a full house, queens over threes (clause 4)",
        "against seat 2: +1 (clause 6)",
        "  Front won, Middle won, Back lost +1 (clause 6)",
        "    Front: a pair of tens, king kicker beats a pair of tens, queen kicker (clause 6)",
        "    Middle: a straight to the six beats three of a kind, sixes (clause 6)",
        "    Back: a full house, queens over threes loses to a full house, aces over sevens (clause 6)",
        "+1 in all, at $1.00 a unit: +$1.00 (clause 6)",
    ]


def test_bonuses_are_claimed_by_their_pile():
    quads = hand("Kc Tc Td", "2d 3c 4c 5c 6c", "Qc Qd Qh Qs 3h")
    said = compared(record(quads, hand("8c 8d 9c", "7c 7h Jc Jd 2c", "Ac Ad Ah Ks Kh"), bonuses="yes"))
    assert "  Back, Qs Qh Qd Qc 3h: four of a kind, queens, which claims a bonus of 3 (clause 4)" in said.splitlines()
    assert "  bonuses +3 (clause bonuses)" in said.splitlines()


def test_5_a_foul():
    foul = hand("Kc Kd Td", "2d 3c 4c 5c 8c", "Qc Qd Qh 3d 3h")
    lines = compared(record(foul, TWO)).splitlines()
    assert lines[0] == "seat 1 fouls (clause 5)"
    assert lines[4] == ("  Middle, eight high, five, is not higher than Front, a pair of kings: a foul (clause 5)")
    assert lines[5:7] == ["against seat 2: -3 (clause 5)", "  foul -3 (clause 5)"]


def test_naturals_settle_alone():
    dragon = {"cards": "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ad"}
    other = hand("Kc Td Th", "2d 3c 4c 5c 6d", "Qc Qd Qs 3h 3s")
    lines = compared(record(dragon, other, naturals="yes", natural_declared="no")).splitlines()
    assert lines[:2] == [
        "seat 1 has a natural (clause 4)",
        "  Ad Ks Qh Jd Tc 9s 8h 7d 6c 5s 4h 3d 2c is a dragon, a natural (clause naturals)",
    ]
    assert lines[2].startswith("against seat 2: +")
    assert lines[3].startswith("  a dragon +")
    assert "Front:" not in "\n".join(lines)


def test_surrender():
    given_up = {"cards": ONE["cards"], "surrendered": True}
    lines = compared(record(given_up, TWO, surrender="yes")).splitlines()
    assert lines[0] == "seat 1 surrendered (clause surrender)"
    assert lines[1].startswith("against seat 2: -")
    assert lines[2].startswith("  surrendered -")
    assert "Kc" not in "\n".join(lines)


# ---------------------------------------------------------------------------------------------------- verdicts


def agrees(payout, said):
    """Units and hands counted again from the words of the leaves, against the money."""
    total = 0
    for reason in said:
        if not reason.says.startswith("against seat"):
            continue
        won = int(reason.says.rpartition(" ")[2])
        total += won
        if won != sum(int(part.says.rpartition(" ")[2]) for part in reason.parts):
            return False
        for part in reason.parts:
            verbs = [re.search(r"beats|ties|loses to", leaf.says)[0] for leaf in part.parts]
            if verbs and verbs.count("beats") - verbs.count("loses to") != int(part.says.rpartition(" ")[2]):
                return False
    return payout.net == total * 1_00 and any(leaf.startswith("unit = $1.00") for leaf in words(said))


def rounds():
    wagers = {key: {"main": 300_00} for key in (1, 2, 3)}
    return played("chinese-poker", wagers, range(12), bonuses=True)


def test_leaves_come_to_the_award():
    assert holds(agrees, rounds())


def test_a_planted_comparison_is_caught():
    right, settle = reasons.compare, reasons.settle
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "compare", lambda a, b: right(b, a)))
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "settle", lambda a, b, s: settle(b, a, s)))
