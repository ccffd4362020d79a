"""Change what a paytable pays, in memory: ruling, odds and posted paytable move by exactly that much, and no more.

Every row of a table is changed at once, each by another amount, so that a row that pays by another's terms is caught as
well as one that pays by a number of its own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from houseway.conform.counting import odds_move
from houseway.conform.croupier import Croupier, rounds
from houseway.conform.tables import WHOLE, Change, by_table, changes, paying, settings_by, unlimited
from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.document.variants import pay_text
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.lab.deals import draws
from houseway.money import dollars
from houseway.round import DEALER, Entry, Payout, Setup, replay
from houseway.round.bonus import Bonus
from houseway.round.codec import paytables_json
from houseway.round.posted import amounts, paid_text
from houseway.round.record import read, settle

ROUNDS = 60
HANDS = 200_000
"""So many hands are looked through for those that a bonus wants."""


class Dealt(NamedTuple):
    """A round that was played: what was fixed before the first card, and what was entered."""

    setup: Setup
    entries: tuple[Entry, ...]


def moved(game: Game) -> Iterator[str]:
    """What does not move as it should, table by table."""
    for table in game.document.paytables:
        yield from table_moves(game, table)
        yield from posted_moves(game, table)
        if game.document.wager(table.wager).analysed:
            yield from odds_move(game, table)


def unreached(game: Game) -> Iterator[str]:
    """The rows that no round reaches, so that nobody knows whether they pay as they say."""
    for table in game.document.paytables:
        found = reached(game, table)
        for row in table.rows:
            if row.award not in found:
                yield (
                    f"no round reaches the row {row.award} of {table.id} ({table.wager}): give one as a record in "
                    "`examples`"
                )


@lru_cache(maxsize=1)
def played(game: Game) -> list[Dealt]:
    """Rounds to try: the game's examples, and random ones with every wager that may be made."""
    found = []
    for record in game.examples():
        settled = settle(read(record, game))
        found.append(Dealt(settled.record.setup, tuple(entry for _, entry in settled.entries)))
    random = [Dealt(each.setup, tuple(each.play().entries)) for each in rounds(game, ROUNDS, eager=True)]
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


# ---------------------------------------------------------------------------------------------------- the ruling


def ruled(game: Game, table: Paytable, dealt: Dealt) -> tuple[Payout, ...]:
    """The ruling on a round by a table; nothing where the round cannot be played by it."""
    setup = Setup(settings_by(game, table, dealt.setup.settings), dealt.setup.seats)
    try:
        return replay(game.round, setup, dealt.entries).ruling or ()
    except HousewayError:
        return ()


@lru_cache(maxsize=256)
def reached(game: Game, table: Paytable) -> Mapping[str, int]:
    """For each row that a round ends a wager by, the place of the first such round."""
    winning = paying(unlimited(table), changes(table, WHOLE))
    ours = by_table(game, winning)
    found: dict[str, int] = {}
    for place, each in enumerate(played(game)):
        if len(found) == len(table.rows):
            break
        for payout in ruled(ours, winning, each):
            if payout.wager == table.wager and payout.paytable == table.id and table.row(payout.award) is not None:
                found.setdefault(payout.award, place)
    return found


def table_moves(game: Game, table: Paytable) -> Iterator[str]:
    """Payouts by each row move by its change, and no other payout moves."""
    plain = unlimited(table)
    changed = changes(plain, WHOLE)
    more = paying(plain, changed)
    before, after = by_table(game, plain), by_table(game, more)
    for place in sorted(set(reached(game, table).values())):
        first, second = (ruled(ours, by, played(game)[place]) for ours, by in ((before, plain), (after, more)))
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


# ---------------------------------------------------------------------------------------------------- what is posted


def the_wall_tells_what_is_paid(game: Game) -> Iterator[str]:
    """What a posted row comes to on a stake is what the table pays by it, commission and rounding included."""
    for dealt in played(game):
        settings = dealt.setup.settings
        posted = game.posted(settings)
        for payout in replay(game.round, dealt.setup, dealt.entries).ruling or ():
            table = posted.get(payout.wager)
            if table is not None and payout.paytable == table.id and not payout.metered:
                yield from _wall_faults(table, payout, game.commission(payout.wager, settings), settings)


def _wall_faults(table: Paytable, payout: Payout, rate: Fraction, settings: Settings) -> Iterator[str]:
    shown = dict(zip((row.award for row in table.rows), amounts(table, payout.stake, rate, settings), strict=True))
    told, paid = shown.get(payout.award, ""), paid_text(payout, table.basis)
    if told and told != paid:
        yield (
            f"{table.id}: on {dollars(payout.stake)} the row {payout.award} is posted as {told}, and the table pays "
            f"{paid}: both go by `Game.commission` and `rounding_of`"
        )


def posted_moves(game: Game, table: Paytable) -> Iterator[str]:
    """The posted paytable tells what its rows pay."""
    changed = changes(table, WHOLE)
    ours = by_table(game, paying(table, changed))
    posted = paytables_json(ours.posted(settings_by(ours, table, game.document.configure({})))).get(table.wager)
    if posted is None or posted["id"] != table.id:
        yield f"{table.id} is not posted though it is in force"
        return
    for row in posted["rows"]:
        if row["pays"] != pay_text(changed[row["award"]].pay):
            yield f"{table.id}: the row {row['award']} is posted as {row['pays']}"
