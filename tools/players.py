"""Writes the figures on the pages for players, `docs/play-*.md`. Run it whenever a rule or a paytable changes.

    .venv/bin/python tools/players.py [GAME]

What stands between `<!-- computed: NAME -->` and `<!-- end -->` is computed here and never typed.
`tests/docs/test_players.py` computes it again; what takes long (`SLOW`) under `make soak`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import houseway as hw
from houseway.games.chinese_poker.odds import upwards
from houseway.lab.result import Odds, Situation
from houseway.money import dollars

DOCS = Path(__file__).parent.parent / "docs"
BLOCK = re.compile(r"(<!-- computed: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
NO_BREAK = "\u00a0"
UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown; what begins with a digit or a sign stands to the right."""
    head, rows = list(head), [list(row) for row in rows]
    right = [all(re.match(r"[-+$\d]", row[at]) for row in rows) for at in range(len(head))]
    lines = [head, ["---:" if each else "---" for each in right], *rows]
    return "\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"


def money(share: Fraction | float) -> str:
    """A share of $100, to the cent."""
    return dollars(round(10_000 * share))


def one_in(share: Fraction | float | None) -> str:
    """How often something comes, as `8.4` for once in 8.4 rounds."""
    if not share:
        return "never"
    times = float(1 / share)
    return f"{times:,.1f}" if times < 100 else f"{times:,.0f}"


def kept(odds: Odds) -> str:
    """What the house keeps of $100, or by how much the player is favoured."""
    assert odds.edge is not None
    return money(odds.edge) if odds.edge >= 0 else f"-{money(-odds.edge)} (it favours you)"


def costs(game: hw.Game, *wagers: str) -> str:
    """What each wager costs, as the document has it by default."""
    found = [(game.document.wager(each), game.odds(each)) for each in wagers]
    head = ("wager", "the house keeps of $100", "wins once in … rounds")
    return table(head, [(spec.name, kept(odds), one_in(odds.hit_frequency)) for spec, odds in found])


def pays(game: hw.Game, wager: str) -> str:
    """What each row of the paytable in force pays, and how often it comes."""
    odds = game.odds(wager)
    paytable = game.configure().in_force(wager)
    labels = {row.award: row.label for row in paytable.rows}
    rows = [
        (labels.get(each.award, each.award), f"{each.pays} to 1", one_in(odds.probability(each)))
        for each in odds.outcomes
        if each.pays is not None and each.pays > 0
    ]
    return table(("award", "pays", "comes once in … rounds"), rows)


def jackpots(game: hw.Game, *wagers: str) -> str:
    """What the fixed prizes of a jackpot give back, and the meter that makes it fair."""
    rows = []
    for each in wagers:
        odds = game.odds(each)
        fair = odds.more["break_even_meter_at_wager"]
        rows.append((game.document.wager(each).name, kept(odds), f"${fair:,.0f}"))
    return table(("jackpot", "the house keeps of $100 at a meter of $1,000", "fair when the meter shows"), rows)


def by_total(game: hw.Game) -> str:
    """Super Pan 9 in a line, and what the nearest decisions cost."""
    (_, totals), *_ = game.strategy().parts
    runs = [
        (best, [each.situation.removeprefix("total ") for each in some])
        for best, some in groupby(totals, lambda each: each.advice.best.says)
    ]
    words = " and ".join(f"**{best} on {found[0]} to {found[-1]}**" for best, found in runs)
    close = min(totals, key=_margin)
    other = close.advice.options[1].says
    return (
        f"\nBy your total, {words}. The nearest decision is a {close.situation}: to {other} there costs "
        f"{money(_margin(close))} of every $100.\n\n"
    )


def _margin(each: Situation) -> Fraction | float:
    return each.advice.options[0].value - each.advice.options[1].value


def short(game: hw.Game) -> str:
    """Supreme 99 in four lines, and what they cost beside the best of every hand."""
    strategy = game.strategy()
    (_, lines), *_ = strategy.parts
    listed = "\n".join(f"{number}. {each.situation}." for number, each in enumerate(lines, 1))
    edges: Mapping[str, Mapping[str, float]] = strategy.more["edge_by_play"]
    by = {name: money(edges[name]["percent"] / 100) for name in ("best", "simple", "dealer-way")}
    return (
        f"\nThe first line that fits:\n\n{listed}\n\nThe house then keeps {by['simple']} of every $100. Every hand set "
        f"for the best leaves it {by['best']}, copying the dealer's way {by['dealer-way']}.\n\n"
    )


def naturals(game: hw.Game) -> str:
    """How often thirteen cards are a natural."""
    told = game.odds("main").more
    rows = [(name, one_in(Fraction(each["probability"]["exact"]))) for name, each in told["naturals"].items()]
    any_ = one_in(Fraction(told["any_natural"]["probability"]["exact"]))
    return table(("natural", "comes once in … hands"), [*rows, ("any of them", any_)])


def unexploitable(game: hw.Game) -> str:
    """How far the stored strategy can be beaten, and which hands it would surrender."""
    told = game.strategy().more
    bound = upwards(told["exploitability"]["high"])
    prices = ", ".join(
        f"at a price of {each['price']} to each opponent {100 * each['share']:.1f} % of hands are better surrendered"
        for each in told["surrender"]["prices"]
        if each["share"]
    )
    return (
        f"\nThe strategy that ships is one that nobody can exploit for more than {bound} units a hand, as measured "
        "with 97.5 % confidence."
        f" Where surrender is offered, {prices}.\n\n"
    )


FIRST = {"double": "D", "surrender": "R"}
"""What the first two cards alone allow."""


def chart(game: hw.Game) -> str:
    """Blackjack's chart: a row for each holding, rows that are alike together."""
    told: Mapping[str, Mapping[str, str]] = game.strategy().more["chart"]
    letters = {"hit": "H", "stand": "S", "split": "P"}
    letters |= {
        f"{first}, else {other}": f"{at}{other[0]}" for first, at in FIRST.items() for other in ("hit", "stand")
    }
    rows = [(hand, tuple(letters[plays[up]] for up in UP_CARDS)) for hand, plays in told.items()]
    found = []
    for plays, some in groupby(rows, lambda row: row[1]):
        hands = [hand for hand, _ in some]
        kind = hands[0].partition(" ")[0]
        alike = len(hands) > 1 and all(each.startswith(f"{kind} ") for each in hands)
        named = [f"{hands[0]} to {hands[-1].partition(' ')[2]}"] if alike else hands
        found += [(each.replace(" ", NO_BREAK), *plays) for each in named]
    return table(("you hold", *UP_CARDS), found)


COMPUTED: dict[str, dict[str, Callable[[hw.Game], str]]] = {
    "super-pan-9": {"wagers": lambda game: costs(game, "main", "tie"), "best-play": by_total},
    "supreme-99": {
        "wagers": lambda game: costs(game, "main", "pair-fortunes"),
        "pair-fortunes": lambda game: pays(game, "pair-fortunes"),
        "best-play": short,
    },
    "chinese-poker": {"naturals": naturals, "best-play": unexploitable},
    "dealer-open-pai-gow": {
        "main": lambda game: costs(game, "main"),
        "bonuses": lambda game: costs(game, "chan-chu", "ace-high-tie"),
        "chan-chu": lambda game: pays(game, "chan-chu"),
        "ace-high-tie": lambda game: pays(game, "ace-high-tie"),
    },
    "super-pairs": {
        "blackjack": lambda game: costs(game, "blackjack"),
        "bonuses": lambda game: costs(
            game, "super-pairs", "lucky-ladies", "21-plus-3", "top-3", "bust-bonus", "insurance"
        ),
        "jackpots": lambda game: jackpots(game, "super-pairs-jackpot", "lucky-ladies-jackpot", "21-plus-3-jackpot"),
        "best-play": chart,
    },
}
SLOW = {("dealer-open-pai-gow", "main"), ("super-pairs", "blackjack"), ("super-pairs", "best-play")}
"""What takes half a minute or more to count for the first time."""


def page_of(game: str) -> Path:
    return DOCS / f"play-{game}.md"


def blocks(game: str) -> dict[str, str]:
    """What stands in the computed blocks of a page."""
    return {match[2]: match[0][len(match[1]) : -len(match[3])] for match in BLOCK.finditer(page_of(game).read_text())}


def main() -> None:
    for id_ in sys.argv[1:] or list(COMPUTED):
        game = hw.game(id_)
        text = page_of(id_).read_text(encoding="utf-8")
        text = BLOCK.sub(lambda match: match[1] + COMPUTED[id_][match[2]](game) + match[3], text)  # noqa: B023
        page_of(id_).write_text(text, encoding="utf-8")
        print(page_of(id_).name, flush=True)


if __name__ == "__main__":
    main()
