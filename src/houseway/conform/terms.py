"""Change what a paytable pays, in memory: ruling, odds and posted paytable move by exactly that much, and no more.

Every row of a table is changed at once, each by another amount, so that a row that pays by another's terms is caught as
well as one that pays by a number of its own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from houseway.conform.croupier import Croupier, rounds
from houseway.document.paytables import Pay, Paytable, Row
from houseway.document.settings import Settings
from houseway.document.variants import pay_text, with_paytable
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.lab.deals import draws
from houseway.lab.result import Odds, Outcome, combined
from houseway.round import DEALER, Entry, Payout, Setup, Terms, replay
from houseway.round.bonus import Bonus
from houseway.round.codec import paytables_json
from houseway.round.record import read, settle

ROUNDS = 60
WHOLE = Fraction(1)
LITTLE = Fraction(1, 10**6)
"""So little more that no decision of a player who plays for the best return changes."""

METER = 10_000_00
HANDS = 200_000
"""So many hands are looked through for those that a bonus wants."""


class Dealt(NamedTuple):
    """A round that was played: what was fixed before the first card, and what was entered."""

    setup: Setup
    entries: tuple[Entry, ...]


class Change(NamedTuple):
    """What a row pays anew, and by how much more: to 1, in cents, and of a meter."""

    pay: Pay
    pays: Fraction
    prize: int
    share: Fraction


def moved(
    game: Game, records: Iterable[Mapping[str, Any]] = (), *, count: int = ROUNDS, odds: bool = True
) -> Iterator[str]:
    """What does not move as it should, table by table; `records` are rounds beside the game's examples."""
    dealt = played(game, records, count)
    for table in game.document.paytables:
        yield from table_moves(game, table, dealt)
        yield from posted_moves(game, table)
        if odds and game.document.wager(table.wager).analysed:
            yield from odds_move(game, table)


def unreached(game: Game, records: Iterable[Mapping[str, Any]] = (), *, count: int = ROUNDS) -> Iterator[str]:
    """The rows that no round reaches, so that nobody knows whether they pay as they say."""
    dealt = played(game, records, count)
    for table in game.document.paytables:
        found = reached(game, table, dealt)
        for row in table.rows:
            if row.award not in found:
                yield (
                    f"no round reaches the row {row.award} of {table.id} ({table.wager}): give one as a record in "
                    "`examples`"
                )


def played(game: Game, records: Iterable[Mapping[str, Any]] = (), count: int = ROUNDS) -> list[Dealt]:
    """Rounds to try: the game's examples, these records, and random ones with every wager that may be made."""
    found = []
    for record in (*game.examples(), *records):
        settled = settle(read(record, game))
        found.append(Dealt(settled.record.setup, tuple(entry for _, entry in settled.entries)))
    random = [Dealt(each.setup, tuple(each.play().entries)) for each in rounds(game, count, eager=True)]
    return found + random + [dealt for bonus in game.bonuses for dealt in _holding(game, bonus)]


def _holding(game: Game, bonus: Bonus) -> Iterator[Dealt]:
    """A round for each award of a bonus wager, whose cards are dealt as it wants them."""
    wanted = set(game.awards(bonus.wager))
    for seed in range(ROUNDS):
        croupier = Croupier(game, seed, eager=True)
        seat = next((seat.number for seat in croupier.setup.seats if bonus.wager in seat.wagers), None)
        pack = Counter(game.pack(croupier.setup.settings))
        if seat is None or not wanted:
            continue
        for held, _ in islice(draws(pack, bonus.cards + bonus.dealer), HANDS):
            if (award := bonus.award(held)) in wanted:
                wanted.remove(award)
                cards = {seat: held[: bonus.cards], DEALER: held[bonus.cards :]}
                again = Croupier(game, seed, eager=True, holding=cards)
                yield Dealt(again.setup, tuple(again.play().entries))


# ---------------------------------------------------------------------------------------------------- changing a table


def changes(table: Paytable, step: Fraction, *, losing: bool = True) -> dict[str, Change]:
    """For each row another change: so many steps more, or half of a share of a meter; `losing` rows are to win."""
    found = {}
    for number, row in enumerate(table.rows, 1):
        if row.pay.kind != "lose" or losing:
            found[row.award] = _change(table.basis, row, number * step)
    return found


def _change(basis: str, row: Row, more: Fraction) -> Change:
    kind, amount = row.pay.kind, row.pay.amount
    if kind == "percent":
        return Change(Pay("percent", amount / 2), Fraction(0), 0, -amount / 2)
    before = WHOLE if basis == "for 1" else Fraction(0)
    start = amount if kind not in ("push", "lose") else before
    pay = Pay(kind if kind not in ("push", "lose") else "ratio", start + more)
    back = WHOLE if kind == "lose" else Fraction(0)  # the wager itself, which was lost
    if basis == "dollars":
        return Change(pay, back, int(100 * more), Fraction(0))
    return Change(pay, back + more, 0, Fraction(0))


def paying(table: Paytable, changed: Mapping[str, Change]) -> Paytable:
    """The table with these changes."""
    for award, change in changed.items():
        table = table.paying(award, change.pay)
    return table


def unlimited(table: Paytable) -> Paytable:
    """The table without the most that it pays, which would hide a change."""
    return replace(table, limit=0)


def by_table(game: Game, table: Paytable) -> Game:
    """The game with this table in force."""
    return replace(game, document=with_paytable(game.document, table))


def settings_by(game: Game, table: Paytable, settings: Settings) -> Settings:
    """These settings in a game that has the table, with the table in force and decks that it allows."""
    values = dict(settings)
    if f"{table.wager}-paytable" in values:
        values[f"{table.wager}-paytable"] = table.id
    if table.decks is not None and "decks" in values and not table.allows(settings.decks):
        values["decks"] = table.decks[0]
    return Settings(game.document, values)


# ---------------------------------------------------------------------------------------------------- the ruling


def ruled(game: Game, table: Paytable, dealt: Dealt) -> tuple[Payout, ...]:
    """The ruling on a round by a table; nothing where the round cannot be played by it."""
    setup = Setup(settings_by(game, table, dealt.setup.settings), dealt.setup.seats)
    try:
        return replay(game.round, setup, dealt.entries).ruling or ()
    except HousewayError:
        return ()


def reached(game: Game, table: Paytable, dealt: Sequence[Dealt]) -> dict[str, int]:
    """For each row that a round ends a wager by, the place of the first such round."""
    winning = paying(unlimited(table), changes(table, WHOLE))
    ours = by_table(game, winning)
    found: dict[str, int] = {}
    for place, each in enumerate(dealt):
        if len(found) == len(table.rows):
            break
        for payout in ruled(ours, winning, each):
            if payout.wager == table.wager and payout.paytable == table.id and table.row(payout.award) is not None:
                found.setdefault(payout.award, place)
    return found


def table_moves(game: Game, table: Paytable, dealt: Sequence[Dealt]) -> Iterator[str]:
    """Payouts by each row move by its change, and no other payout moves."""
    plain = unlimited(table)
    changed = changes(plain, WHOLE)
    more = paying(plain, changed)
    before, after = by_table(game, plain), by_table(game, more)
    for place in sorted(set(reached(game, table, dealt).values())):
        first, second = ruled(before, plain, dealt[place]), ruled(after, more, dealt[place])
        if [(p.seat, p.wager, p.stake) for p in first] != [(p.seat, p.wager, p.stake) for p in second]:
            yield f"{table.id}: with other pays, other wagers are ruled upon"
            continue
        meters = sum(1 for payout in second if payout.wager == table.wager and payout.metered)
        for one, other in zip(first, second, strict=True):
            if meters < 2 and (fault := _payout_fault(table, changed, one, other)):
                yield fault


def _payout_fault(table: Paytable, changed: Mapping[str, Change], before: Payout, after: Payout) -> str:
    """What is wrong with how a payout has moved; nothing where it moved as it should."""
    gained = (after.net + after.commission) - (before.net + before.commission)
    by_row = after.wager == table.wager and after.paytable == table.id and after.award in changed
    change = changed[after.award] if by_row else None
    if change is None:
        same = before._replace(why="") == after._replace(why="")
        return "" if same else f"{table.id}: {before.wager}, {before.award}, moves by {gained} cents and should not"
    wanted = before.stake * change.pays + change.prize
    if change.share:
        wanted = Fraction(-before.metered, 2)
    if abs(gained - wanted) < (1 if change.share else Fraction(1, 100)):
        return ""
    return (
        f"{table.id}: the row {after.award} pays {pay_text(change.pay)}, and the ruling on {before.stake} cents moves "
        f"by {gained} cents, not by {wanted}"
    )


# ---------------------------------------------------------------------------------------------------- posted, and odds


def posted_moves(game: Game, table: Paytable) -> Iterator[str]:
    """The posted paytable tells what its rows pay."""
    changed = changes(table, WHOLE)
    ours = by_table(game, paying(table, changed))
    posted = paytables_json(settings_by(ours, table, game.document.configure({}))).get(table.wager)
    if posted is None or posted["id"] != table.id:
        yield f"{table.id} is not posted though it is in force"
        return
    for row in posted["rows"]:
        if row["pays"] != pay_text(changed[row["award"]].pay):
            yield f"{table.id}: the row {row['award']} is posted as {row['pays']}"


def odds_move(game: Game, table: Paytable) -> Iterator[str]:
    """The outcomes by each row move by its change, no other outcome does, and the edge moves by what they add up to.

    An outcome that is no row of its own but stands for several, such as a doubled wager or all rounds with a split, has
    to move with them where it says that it is by this table.
    """
    plain = unlimited(table)
    step = LITTLE * (10**4 if table.basis == "dollars" else 1)
    changed = changes(plain, step, losing=False)
    before, after = counted(game, plain), counted(game, paying(plain, changed))
    if {end.award for end in before.outcomes} != {end.award for end in after.outcomes}:  # pushes that differ now
        changed = {row.award: changed[row.award] for row in plain.rows if row.pay.kind not in ("push", "lose")}
        after = counted(game, paying(plain, changed))
    rates = _rates(plain, after)
    moves = tuple(_outcome_moved(end, changed, rates) for end in before.outcomes)
    wanted, got = _chances(moves, before.total), _chances(after.outcomes, after.total)
    several = {end for end in wanted.keys() - got.keys() if end.award not in changed}
    for end, chance in wanted.items():
        if end not in several and got.get(end) != chance:
            yield f"{table.id}: the row {end.award} is changed, and the odds of {table.wager} do not move with it"
    for end in several:
        if not any(each.award == end.award and each.pays > end.pays for each in got):
            yield f"{table.id}: {end.award} does not move up with the rows of {table.wager} that it stands for"
    for outcome in before.outcomes:
        terms = outcome.terms
        if terms.paytable == table.id and terms.award not in changed and terms.pays > 0 and _end(terms) in got:
            yield f"{table.id}: {terms.award} is paid by it, and does not move with its rows"
    expected = replace(before, outcomes=moves).edge
    if (not several and after.edge != expected) or (several and _below(expected, after.edge)):
        yield f"{table.id}: the edge of {table.wager} does not move by what its outcomes do"


def _rates(table: Paytable, after: Odds) -> dict[str, Fraction]:
    """The commission on rows that were a push and win now."""
    pushed = {row.award for row in table.rows if row.pay.kind == "push"}
    return {end.award: end.terms.commission for end in after.outcomes if end.award in pushed}


def _below(one: Fraction | None, other: Fraction | None) -> bool:
    return one is not None and other is not None and one < other


def counted(game: Game, table: Paytable) -> Odds:
    """The odds of a table's wager with the table in force; a meter and a stake where its pays want them."""
    ours = by_table(game, table)
    settings = settings_by(ours, table, ours.document.configure({}))
    wager = game.document.wager(table.wager)
    fixed = table.basis == "dollars" or any(row.pay.kind in ("percent", "dollars") for row in table.rows)
    stake = settings.integer(wager.least) if wager.least else 1_00
    return ours.odds_of(ours.ask(table.wager, settings, meter=METER if fixed else None, stake=stake if fixed else None))


def _outcome_moved(outcome: Outcome, changed: Mapping[str, Change], rates: Mapping[str, Fraction]) -> Outcome:
    """An outcome with the changes of its terms, or of those of the units that it is made of."""
    if not outcome.parts:
        return outcome._replace(terms=_moved(outcome.terms, changed, rates.get(outcome.award)))
    parts = tuple((_moved(terms, changed, rates.get(terms.award)), units) for terms, units in outcome.parts)
    return combined(outcome.award, outcome.terms.clause, parts, outcome.combinations)


def _moved(terms: Terms, changed: Mapping[str, Change], rate: Fraction | None) -> Terms:
    """The terms with their change; a push that wins now pays the commission that is taken of what is won."""
    change = changed.get(terms.award)
    if change is None:
        return terms
    return terms._replace(
        pays=terms.pays + change.pays,
        prize=terms.prize + change.prize,
        share=terms.share + change.share,
        commission=terms.commission if rate is None else rate,
    )


class End(NamedTuple):
    """What is compared of an outcome."""

    award: str
    pays: Fraction
    prize: int
    share: Fraction
    commission: Fraction


def _end(terms: Terms) -> End:
    return End(terms.award, terms.pays, terms.prize, terms.share, terms.commission)


def _chances(outcomes: Iterable[Outcome], total: int) -> dict[End, Fraction]:
    """How likely a wager ends on which terms."""
    ways: Counter[End] = Counter()
    for outcome in outcomes:
        ways[_end(outcome.terms)] += outcome.combinations
    return {end: Fraction(count, total) for end, count in ways.items()}
