"""The workshop of house ways: placements counted once beside the sweep of each way; the search beside all lists."""

import json
import os
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from typer.testing import CliRunner

from houseway.cards import mask, parse_cards
from houseway.cli import app
from houseway.errors import HousewayError
from houseway.games import game
from houseway.games.dealer_open_pai_gow.count import workshop as workshops
from houseway.games.dealer_open_pai_gow.count.bench import bench, groups
from houseway.games.dealer_open_pai_gow.count.costs import stakes
from houseway.games.dealer_open_pai_gow.count.deals import counts
from houseway.games.dealer_open_pai_gow.count.exact import Rules, tally
from houseway.games.dealer_open_pai_gow.count.otherwise import way_read
from houseway.games.dealer_open_pai_gow.rules.ways import way
from houseway.games.dealer_open_pai_gow.terms import Units, main_units
from houseway.poker import LOWEST

pytestmark = pytest.mark.compiled

PAI_GOW = game("dealer-open-pai-gow")
DECK = mask(parse_cards("Ac Kc Jc 5c Ad Kd Jd 5d Ah Kh Jh 5h As Ks Js 5s"))
PLAYERS = comb(9, 7)
EVEN = Units(Fraction(1), Fraction(0), Fraction(-1))
OURS = """
name = "ours"
[[line]]
name = "pairs"
when = { pairs = "2+" }
place = "low-pair"
says = "Two pairs: the low one goes in front."
[[line]]
name = "three"
when = { threes = "1+" }
place = "two-of-three"
says = "Two of three go in front."
[[line]]
name = "front"
when = { aces = "1+" }
place = "highest-front"
says = "With an ace the highest front."
[[line]]
name = "any"
place = "highest-back"
says = "Anything else."
"""


@pytest.fixture(scope="module")
def found():
    """The placements of sixteen cards: four ranks of four suits."""
    return groups(LOWEST, stakes(EVEN), deck=DECK)


@pytest.mark.parametrize("name", ["document", "conventional", OURS])
@pytest.mark.parametrize("rules", [Rules(False, False), Rules(True, True)])
def test_a_way_by_its_placements_is_as_the_sweep_counts_it(found, name, rules):
    own = way(name)
    told = bench(found, own.lines, rules, EVEN, stakes(EVEN))
    order = tuple(range(len(own.lines)))
    swept = counts(own, LOWEST, deck=DECK)
    every = [(kind, count) for (_, kind), count in swept.items()]
    assert told.edge(order) == tally(every, rules, players=PLAYERS).edge(EVEN)
    by_branch = dict.fromkeys(own.branches, 0)
    for (branch, _), count in swept.items():
        by_branch[own.branches[branch]] += count.hands
    fired = dict.fromkeys(own.branches, 0)
    for line, hands in told.fired(order).items():
        fired[own.lines[line].name] += hands
    assert fired == by_branch


def test_the_edge_without_a_line_is_that_of_the_way_without_it(found):
    own = way(OURS)
    told = bench(found, own.lines, Rules(True, True), EVEN, stakes(EVEN))
    without = told.without((0, 1, 2, 3))
    parts = OURS.split("[[line]]")
    for line, edge in without.items():
        fewer = way("[[line]]".join(part for at, part in enumerate(parts) if at != line + 1))
        every = [(kind, count) for (_, kind), count in counts(fewer, LOWEST, deck=DECK).items()]
        assert edge == tally(every, Rules(True, True), players=PLAYERS).edge(EVEN)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_no_list_of_so_many_lines_is_better_than_the_one_found(found, most):
    """Every list of the lines, in every order, that a small pool allows."""
    pool = (*way(OURS).lines, *way("conventional").lines[:6])
    told = bench(found, pool, Rules(True, True), EVEN, stakes(EVEN))
    best = told.best(most, last=3)
    others = [at for at in range(len(pool)) if at != 3]
    every = [(*order, 3) for length in range(most) for order in permutations(others, length)]
    assert best.edge == max(told.edge(order) for order in every) == told.edge(best.order)
    assert best.proved
    assert len(best.order) <= most


def test_a_search_that_is_cut_short_tells_a_bound(found, monkeypatch):
    monkeypatch.setattr("houseway.lab.workshop.MOST_BEGINNINGS", 1)
    pool = (*way(OURS).lines, *way("conventional").lines)
    told = bench(found, pool, Rules(True, True), EVEN, stakes(EVEN))
    cut = told.best(5, last=3)
    assert cut.edge <= cut.bound
    monkeypatch.undo()
    whole = told.best(5, last=3)
    assert cut.edge <= whole.edge <= max(cut.bound, whole.edge)
    assert whole.edge <= cut.bound


@pytest.fixture
def small(found, monkeypatch):
    """The workshop over sixteen cards instead of fifty-three."""
    monkeypatch.setattr(workshops, "cached_groups", lambda wheel, worth, progress: found)
    monkeypatch.setattr(workshops, "pool", dict)


@pytest.mark.parametrize(("line", "to"), [(1, 3), (3, 1), (2, 1), (2, 2)])
def test_a_line_that_is_moved_earns_what_the_way_with_it_there_does(small, line, to):
    """The dot product beside every deal of the way as a file has it."""
    told = PAI_GOW.workshop(PAI_GOW.configure(house_way=OURS))
    rules, units = Rules(True, True), main_units(PAI_GOW.configure().in_force("main"))
    for changed in (told.moved(line, to), told.moved(line, to).without(line)):
        every = [(kind, count) for (_, kind), count in counts(way(changed.toml()), LOWEST, deck=DECK).items()]
        assert changed.edge == tally(every, rules, players=PLAYERS).edge(units)
        again = summed(changed.bench.of(changed.order).json())
        assert again == changed.edge, "what a page is sent, summed as its script does"
    for place in (0, 4):
        with pytest.raises(HousewayError, match="one of 1 to 3; the last one, for every hand that is left, stays"):
            told.moved(place, 1)


def summed(sent):
    """The edge by the first line that fires, from what a page is sent."""
    taken, parts = set(), 0
    for line in sent["lines"]:
        parts += sum(int(n) for group, n in zip(line["groups"], line["earned"], strict=True) if group not in taken)
        taken |= set(line["groups"])
    return (Fraction(*map(int, sent["fixed"])) + Fraction(parts, int(sent["unit"]))) / int(sent["deals"])


def test_lines_of_the_ways_that_ship_are_kept_together_and_come_to_the_same(found, monkeypatch):
    """What is kept of them has every edge that the groups of all placements have."""
    monkeypatch.setattr(workshops, "cached_groups", lambda wheel, worth, progress: found)
    kept = {}
    monkeypatch.setattr(workshops, "cached", lambda package, key, compute: kept.setdefault(key, compute()))
    ways = [PAI_GOW.workshop(PAI_GOW.configure(house_way=each)) for each in ("document", "conventional")]
    assert len(kept) == 1, "one count for all of them"
    monkeypatch.setattr(workshops, "pool", dict)
    for told, name in zip(ways, ("document", "conventional"), strict=True):
        plain = PAI_GOW.workshop(PAI_GOW.configure(house_way=name))
        assert told.told == plain.told
        assert [told.moved(at, 1).edge for at in (2, 5, 9)] == [plain.moved(at, 1).edge for at in (2, 5, 9)]


@pytest.mark.parametrize("name", ["document", "conventional"])
def test_what_the_last_line_of_a_shorter_way_says_is_true_of_it_too(small, name):
    """The last line of a full way sets no hand, that of a way of a few of its lines does."""
    best = PAI_GOW.workshop(PAI_GOW.configure(house_way=name)).best(2)
    assert best.told[-1].hands > 0
    assert "No hand comes" not in best.toml()


def test_a_way_on_the_bench_tells_its_lines_and_becomes_a_file(small):
    told = PAI_GOW.workshop(PAI_GOW.configure(house_way=OURS), ["conventional"])
    assert [each.name for each in told.told] == ["pairs", "three", "front", "any"]
    assert sum(each.frequency for each in told.told) == 1
    assert told.told[-1].worth is None
    listing = told.sheet().sections[0].blocks[0]
    assert all(listing.heads), "every column of the paper has a name"
    assert 0 in listing.figures, "the column of places is as wide as its numbers, beside the names and not under them"
    assert all(each.worth == told.edge - each.without for each in told.told[:-1])
    best = told.best(3)
    assert best.edge >= max(told.best(2).edge, told.best(1).edge)
    assert len(best.order) <= 3
    again = PAI_GOW.workshop(PAI_GOW.configure(house_way=best.toml()))
    assert again.edge == best.edge
    assert again.toml().split("[[line]]")[1:] == best.toml().split("[[line]]")[1:]
    assert best.json()["proved"] is True
    with pytest.raises(HousewayError, match="at least one line"):
        told.best(0)


def test_the_command_tells_prints_and_writes_a_way(small, tmp_path):
    ours, found = tmp_path / "ours.toml", tmp_path / "best.toml"
    ours.write_text(OURS)
    told = CliRunner().invoke(app, ["way", str(ours), "--json"])
    assert [line["name"] for line in json.loads(told.stdout)["lines"]] == ["pairs", "three", "front", "any"]
    shown = CliRunner().invoke(app, ["way", str(ours)])
    assert "Two of three go in front." in " ".join(shown.stdout.split())
    done = CliRunner().invoke(app, ["way", str(ours), "--best", "3", "--with", "document", "-o", str(found)])
    assert done.exit_code == 0, done.output
    assert way(found.read_text()).name == "ours"
    edge = PAI_GOW.workshop(PAI_GOW.configure(house_way=found.read_text())).edge
    assert f"The best way of at most 3 lines: house edge {float(100 * edge):.4f} %. No way of as few" in done.stdout
    moved = CliRunner().invoke(app, ["way", str(ours), "--move", "3=1", "--off", "2", "--json"])
    assert [line["name"] for line in json.loads(moved.stdout)["lines"]] == ["front", "three", "any"]
    wrong = CliRunner().invoke(app, ["way", str(ours), "--move", "first"])
    assert "--move takes two numbers of lines, as in --move 5=1, not 'first'" in str(wrong.exception)
    drilled = CliRunner().invoke(
        app,
        ["drill", PAI_GOW.id, "--kind", "house-way", "--count", "1", "--set", f"house-way={found}"],
        input="?\nq\n",
    )
    assert drilled.exit_code == 0, drilled.output
    other = CliRunner().invoke(app, ["way", "document", "supreme-99"])
    assert other.exit_code != 0


@pytest.mark.skipif(not os.environ.get("HOUSEWAY_ALL_DEALS"), reason="minutes: under make soak")
def test_over_the_whole_deck_the_documents_way_is_as_the_sweep_counts_it():
    """Both counts of 8,250,459,031,214,400 deals; and six lines keep more than the document's thirty-six."""
    told = PAI_GOW.workshop(PAI_GOW.configure(), ["conventional"])
    assert told.edge == PAI_GOW.odds("main").edge == Fraction(4905983190917, 85942281575150)
    best = told.best(6)
    assert best.found.proved
    assert round(float(100 * best.edge), 4) == 6.0013


@pytest.mark.skipif(not os.environ.get("HOUSEWAY_ALL_DEALS"), reason="minutes: under make soak")
@pytest.mark.parametrize(
    "ruling, reading, shown",
    [("super-full-house", "full-house", "5.708447"), ("highest-possible-pair", "pairs-only", "5.716096")],
)
def test_a_line_that_is_read_otherwise_has_its_figure(ruling, reading, shown):
    """By the workshop's counts of placements, and by the sweep that `houseway readings --slow` asks for."""
    told = PAI_GOW.workshop(PAI_GOW.configure({"house-way": way_read(ruling, reading)}))
    assert f"{float(100 * told.edge):.6f}" == shown, "docs/lab.md"
    assert PAI_GOW.read_otherwise(PAI_GOW.ask("main", PAI_GOW.configure()), ruling, reading).edge == told.edge
