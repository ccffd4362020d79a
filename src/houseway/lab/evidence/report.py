"""The report of a package as a PDF, set by Typst: the same bytes from the same counts, on every machine."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.lab.evidence.tables import ReturnTable, Worths
from houseway.lab.result import percent, ratio
from houseway.lab.verify import Check
from houseway.sheet.typeset import typeset
from houseway.version import __version__

DEFINITIONS = (
    ("Combinations", "Ways in which the cards can be dealt, every one of them as likely as any other."),
    ("Pays", "Units won besides the wager, after commission; below zero what is lost of it."),
    ("Return", "Probability times pays; the sum of all, with its sign changed, is the house edge."),
    ("House edge", "What the house keeps of a unit wagered, on average; below zero where the player is favoured."),
    ("Hit frequency", "How often the wager wins something."),
    ("Standard deviation", "Of what one unit wins in one round. Skewness is its third standardised moment."),
    ("N0", "Rounds after which what the edge has won equals one standard deviation."),
)

LONGEST = 100
"""Characters of a fraction that a line of the report holds."""

METHOD = (
    "Every deal is counted. The functions that decide a hand here are the very ones that rule at a table of the "
    "product: each cites the clause it carries, and no pay is written anywhere but in the document's paytables.",
    "Counts are whole numbers of any length, figures are fractions of them, and nothing is rounded before it is "
    "printed. Where a sum is taken in another order than the game is played, a test shows exact equality with the "
    "order of play on packs small enough to deal out.",
    "Where a table says so, part of a figure was drawn and not counted; its standard error is told beside it.",
)


def report(
    game: Game,
    settings: Settings,
    tables: Sequence[ReturnTable],
    checks: Sequence[Check],
    hashes: Mapping[str, str],
    worths: Sequence[Worths] = (),
) -> bytes:
    """The file."""
    told = content(game, settings, tables, checks, hashes, worths)
    return typeset("houseway.lab.evidence", "report.typ", report=told)


def content(
    game: Game,
    settings: Settings,
    tables: Sequence[ReturnTable],
    checks: Sequence[Check],
    hashes: Mapping[str, str],
    worths: Sequence[Worths] = (),
) -> dict[str, Any]:
    """What the template shows, in words."""
    document = game.document
    source = document.source
    return {
        "title": f"{game.name}: mathematics report",
        "subtitle": f"Computed by houseway {__version__} from the approved document; every figure names its command.",
        "document": document.hash,
        "about": [
            ("Game", f"{game.name} ({game.id})"),
            ("Document", f"{source.title}, {source.date}"),
            ("Authority", source.authority),
            *([("Submission", source.submission)] if source.submission else []),
        ],
        "scope": (
            f"{len(tables)} return table{'s' if len(tables) != 1 else ''} under the settings listed below. What is not "
            "in this list is not part of this report."
        ),
        "definitions": DEFINITIONS,
        "method": METHOD,
        "tables": [_table(each) for each in tables],
        "worths": [
            {
                "title": each.name,
                "rows": [(str(one.change), f"{float(100 * one.in_turn):+.6f} %") for one in each.worths],
                "command": each.command,
            }
            for each in worths
        ],
        "printed": [
            (each.clause, each.says, each.printed, each.chosen.shown, "agrees" if each.agrees else "DISAGREES")
            for each in checks
        ],
        "verify": f"houseway verify {game.id}",
        "clauses": [(clause.id, clause.says) for clause in document.clauses],
        "rulings": [
            {
                "title": f"{ruling.id} (clause {', '.join(ruling.clauses)})",
                "question": ruling.question,
                "readings": [
                    f"{each.says}{' Chosen.' if each.id == ruling.choice else ''}" for each in ruling.readings
                ],
                "evidence": ruling.evidence,
            }
            for ruling in document.rulings
        ],
        "settings": [(spec.id, spec.title(settings[spec.id]), spec.says, spec.clause) for spec in settings.specs],
        "hashes": [("houseway", __version__), ("document", document.hash), *hashes.items()],
        "checking": (
            "python check.py pack.zip checks every hash and the signature, every sum and figure of every table, what "
            "it pays by the document's paytable, and every cell of the spreadsheet; where the deals of a wager are in "
            "the package it counts every award again from them. It says what it does not check, the words of this "
            "report among it, and needs nothing but Python."
        ),
    }


def _table(table: ReturnTable) -> dict[str, Any]:
    odds = table.odds
    edge = odds.edge or Fraction(0)
    hits = "" if odds.hit_frequency is None else percent(odds.hit_frequency, 2)
    spread = "" if odds.variance is None else f"{sqrt(odds.variance):.4f}"
    decks = "" if odds.decks is None else str(odds.decks)
    figures = [("House edge", f"{percent(edge, 6)}, exactly {ratio(edge)}")]
    figures += [("Hit frequency", hits)] if hits else []
    figures += [("Standard deviation", spread)] if spread else []
    figures += [("Variance", _exactly(odds.variance))] if isinstance(odds.variance, Fraction) else []
    figures += [("Skewness", f"{odds.skewness:.4f}")] if odds.skewness is not None else []
    figures += [("N0", f"{float(odds.n_zero):,.0f} rounds")] if odds.n_zero is not None else []
    figures.append(("Combinations in all", f"{odds.total:,}"))
    return {
        "title": f"{table.name}, {odds.paytable}" if odds.paytable else table.name,
        "line": (table.name, odds.paytable or "", decks, percent(edge), hits, spread),
        "rows": [_row(table, index) for index in range(len(odds.outcomes))],
        "figures": figures,
        "command": table.command,
        "notes": list(odds.notes),
    }


def _exactly(value: Fraction) -> str:
    """A figure that was counted, with its fraction where that fits a line."""
    text = ratio(value)
    return f"{float(value):.8f}, exactly {text}" if len(text) <= LONGEST else f"{float(value):.8f}, counted exactly"


def _row(table: ReturnTable, index: int) -> tuple[str, ...]:
    odds = table.odds
    each = odds.outcomes[index]
    chance, pays = odds.probability(each), each.pays or Fraction(0)
    return (
        each.terms.label or each.award.replace("-", " ").capitalize(),
        f"{float(pays):+g}",
        f"{each.combinations:,}",
        f"{float(chance):.10f}",
        f"{float(chance * pays):+.8f}",
    )
