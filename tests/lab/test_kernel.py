"""The compiler runs the very rules of the table."""

from pathlib import Path

import numpy as np
import pytest

from houseway.lab import kernel as kernels
from houseway.lab.kernel import kernel
from houseway.lab.threads import over
from houseway.poker import FIVE_ACES, LOWEST, category, value

FIVE_CARD_HANDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40, 0)
"""Known frequencies, from high card to straight flush (royals among them): any textbook of poker, 2,598,960 in all."""


@kernel
def count_from(first, counts):
    """Five-card hands whose highest card is `first`, by category; at most 2,598,960 in all, far below int64."""
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    hand = 1 << first | 1 << b | 1 << c | 1 << d | 1 << e
                    counts[category(value(hand, LOWEST))] += 1


def counts_from(first):
    counts = np.zeros(FIVE_ACES + 1, np.int64)
    count_from(first, counts)
    return counts


@pytest.mark.compiled
def test_the_whole_deck_has_the_known_frequencies():
    shares = []
    total = sum(over(counts_from, range(52), shares.append))
    assert tuple(int(count) for count in total) == FIVE_CARD_HANDS
    assert len(shares) >= 1
    assert shares[-1] == 1.0


def test_what_a_poker_hand_is_worth_stays_a_call_and_short_rules_do_not():
    assert kernels.is_long(value)
    assert not kernels.is_long(category)


@pytest.mark.parametrize("package", ["", "houseway.games.supreme_99", "houseway.version"])
def test_compiled_code_is_kept_by_a_hash_of_all_sources_that_it_may_rest_on(monkeypatch, package):
    before = kernels._sources_hash(package)
    assert before == kernels._sources_hash(package)
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda self: b"another rule")
    assert kernels._sources_hash(package) != before


def test_a_rule_of_one_game_compiles_no_other_anew(monkeypatch):
    read = Path.read_bytes
    before = kernels._sources_hash("houseway.games.super_pairs")
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda self: b"" if "supreme_99" in str(self) else read(self))
    assert kernels._sources_hash("houseway.games.super_pairs") == before
    assert kernels.package_of("houseway.games.super_pairs.count.solver") == "houseway.games.super_pairs"
    assert kernels.package_of("baccarat.odds") == "baccarat"
    assert kernels.package_of("houseway.lab.deals") == ""


def test_whatever_may_be_compiled_into_a_game_is_a_common_source():
    root = Path(kernels.__file__).parents[1]
    apart = {"games", "scaffold"}
    found = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if path.relative_to(root).parts[0] not in apart
        and any(line.startswith(("@kernel", "@part", "@rule")) for line in path.read_text().splitlines())
    }
    assert {"simulate/chance.py", "lab/evaluator.py"} <= found
    assert found <= set(kernels.COMMON)
