"""Both wagers of a seat of Supreme 99 together: both rest on the same four cards."""

from collections.abc import Iterator, Sequence

from houseway.cards import DECK
from houseway.document.settings import Settings
from houseway.games.supreme_99.count.deals import counts_of, table_of
from houseway.games.supreme_99.count.plays import PLAYS, units_of
from houseway.games.supreme_99.terms import MAIN, fortune_of, terms
from houseway.round.terms import Terms


def together(wagers: Sequence[str], settings: Settings) -> Iterator[tuple[tuple[Terms, ...], int]]:
    """How the wagers of a seat end together, under the play that the settings name."""
    choose, units = PLAYS[settings.text("play")], units_of(settings)
    for holding, line in table_of(counts_of(DECK)).items():
        row = fortune_of(holding, settings)
        for end, ways in enumerate(line.splits[choose(holding, line.splits, units)]):
            if ways:
                ends = tuple(terms(wager, end if wager == MAIN else row, settings) for wager in wagers)
                yield ends, line.ways * ways
