"""What a game's document and rules keep: every clause has its carrier, every setting is read as it is written."""

from collections.abc import Iterator

from houseway.game import Game


def settings_are_read_as_written(game: Game) -> Iterator[str]:
    """A table keeps its settings as they are written, and is replayed with them ever after."""
    defaults = game.document.configure({})
    again = game.document.configure(defaults.show())
    for spec in game.document.settings:
        if again[spec.id] != defaults[spec.id]:
            yield f"the setting {spec.id} is written {spec.show(defaults[spec.id])!r} and read otherwise"


def every_clause_is_accounted_for(game: Game) -> Iterator[str]:
    """Each clause is carried by a function, a wager, a setting, a paytable, a reading, or is the staff's to follow."""
    document = game.document
    known = {clause.id for clause in document.clauses}
    carried = {clause for rule in game.carriers for clause in rule.clauses}
    for clause in sorted(carried - known):
        yield f"a rule cites clause {clause}, which the document does not have"
    carried |= {clause.id for clause in document.clauses if clause.procedure}
    carried |= {wager.clause for wager in document.wagers} | {setting.clause for setting in document.settings}
    carried |= {paytable.clause for paytable in document.paytables}
    carried |= {clause for ruling in document.rulings for clause in ruling.clauses}
    for clause in [clause.id for clause in document.clauses if clause.id not in carried]:
        yield f"clause {clause} is carried by nothing: cite it with @rule or @enforces, or mark it procedure = true"


def every_rule_says_what_it_rules(game: Game) -> Iterator[str]:
    """Each rule has a sentence and cites a clause."""
    if not game.rules:
        yield "no function is a rule: mark those that compute by a clause with @rule"
    for rule in game.rules:
        if len(rule.sentence) <= 10:
            yield f"the rule {rule.name} ({rule.place}) does not say in a sentence what it rules"
    for rule in game.carriers:
        if not rule.clauses:
            yield f"{rule.name} ({rule.place}) cites no clause"


def printed_figures_are_reproduced(game: Game) -> Iterator[str]:
    """Every figure that the document prints is what the lab computes."""
    for check in game.verify():
        if not check.agrees:
            yield f"the figure {check.figure} is printed {check.printed}, and computed {check.chosen.shown}"
