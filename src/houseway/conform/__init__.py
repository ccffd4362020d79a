"""What every game must keep, and `houseway conform` says in sentences: a list of checks, each a function of a game.

croupier   random rounds of any game
playing    what every round keeps
ending     rounds that are void, or run out of cards
document   clauses, rules, settings, printed figures
compiled   rules that the lab may call
tables     a paytable with other pays, and a game by it
terms      a changed pay moves ruling, odds and posted paytable, and nothing else; what is posted is what is paid
counting   of these, the odds
"""

from collections.abc import Callable, Iterator
from itertools import islice

from houseway.conform.compiled import rules_compile
from houseway.conform.document import (
    every_clause_is_accounted_for,
    every_rule_says_what_it_rules,
    printed_figures_are_reproduced,
    settings_are_read_as_written,
)
from houseway.conform.ending import a_void_round_returns_every_wager, running_out_of_cards
from houseway.conform.playing import (
    a_record_tells_the_round,
    bots_answer_legally,
    cards_are_conserved,
    defaults_are_legal,
    every_cent_is_ruled_upon,
    every_wager_is_ruled_upon,
    money_sums_to_zero,
    replay_equals_play,
    wagers_end_by_their_own_paytables,
    wrong_answers_change_nothing,
)
from houseway.conform.terms import moved, the_wall_tells_what_is_paid, unreached
from houseway.errors import MissingExtra
from houseway.extras import extras_named
from houseway.game import Game

Check = Callable[[Game], Iterator[str]]

CHECKS: tuple[Check, ...] = (
    every_wager_is_ruled_upon,
    wagers_end_by_their_own_paytables,
    cards_are_conserved,
    replay_equals_play,
    a_record_tells_the_round,
    money_sums_to_zero,
    every_cent_is_ruled_upon,
    wrong_answers_change_nothing,
    defaults_are_legal,
    bots_answer_legally,
    a_void_round_returns_every_wager,
    running_out_of_cards,
    settings_are_read_as_written,
    every_clause_is_accounted_for,
    every_rule_says_what_it_rules,
    rules_compile,
    printed_figures_are_reproduced,
    moved,
    unreached,
    the_wall_tells_what_is_paid,
)

NAMES: dict[Check, str] = {
    moved: "a changed pay moves ruling, odds and posted paytable",
    unreached: "every row of a paytable is reached",
}
ENOUGH = 8
"""So many sentences a check: the first tell what to mend."""

BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a game that is not finished may raise."""


def name_of(check: Check) -> str:
    """A check in words."""
    return NAMES.get(check) or check.__name__.replace("_", " ")


def findings(check: Check, game: Game) -> list[str]:
    """What a check has to say of a game; nothing where all holds."""
    try:
        with extras_named():
            return list(islice(dict.fromkeys(check(game)), ENOUGH))
    except MissingExtra:
        raise
    except BROKEN as fault:
        return [f"{type(fault).__name__} where there should be none: {fault}"]


def checks(game: Game, progress: Callable[[float], None] | None = None) -> Iterator[tuple[str, list[str], str]]:
    """Every check of a game: its name, what is missing or wrong, and why it was left out where it was."""
    for number, check in enumerate(CHECKS, 1):
        try:
            yield name_of(check), findings(check, game), ""
        except MissingExtra as missing:
            yield name_of(check), [], str(missing)
        if progress is not None:
            progress(number / len(CHECKS))
