"""Posting sheets, to print and hang at a table: limits, pays in its amounts, jackpots, restrictions, disputes.

The state asks for them (WAC 230-15-060, 230-15-671, 230-15-685). What they say is what the engine pays: rows by the
terms of the paytables in force, the notice from the game itself. Restrictions and the dispute procedure of the house
are in its file, under `[posting]`.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from houseway.document.controls import controls_in_words
from houseway.document.model import WagerSpec
from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room.books.exposure import PLAY_CHIPS, offered
from houseway.room.books.tables import TableSet
from houseway.room.errors import Broken, legible
from houseway.room.jackpots.desk import Card, card_of
from houseway.room.jackpots.plan import HOUSE, PROGRESSIVE
from houseway.room.store import journal, trusted
from houseway.room.store.database import Store
from houseway.room.store.jackpots import found as jackpots_of
from houseway.round.posted import amounts, commission_text, paid_by_setting, stakes_of, suit_of
from houseway.sheet import Listing, Pairs, Section, Sheet, Words

DISPUTES = (
    "Say at once, before the next round is dealt, what you think is wrong: the table stops.",
    "A supervisor rules by the posted rules of the game. Every round has a page with its cards, its ruling, and the "
    "clause for each payout; what was dealt can be checked against the seal that was shown before the wagers.",
    "A void or a correction is asked for by one supervisor and approved by another, and is told with its reason.",
    "Who does not agree asks a manager for the dispute packet of the round, which holds all that the ruling rests on.",
)
"""What holds where the room's file says nothing."""

BASIS = {"to 1": "to 1, besides the wager", "for 1": "for 1, the wager included", "dollars": "in dollars"}


class House(NamedTuple):
    """What the house posts beside the games, by its file."""

    name: str = "The card room"
    restrictions: tuple[str, ...] = ()
    disputes: tuple[str, ...] = DISPUTES


def house_of(store: Store) -> House:
    """What the controls in force say, by the room's journal; refused where the room has not signed it."""
    with store.reading() as connection, legible("what the house posts"):
        last = next(iter(journal.noted(connection, "controls")), None)
        if last is None:
            return House()
        said = trusted.entry(connection, journal.ROOM, last)
        if said["kind"] != "controls":
            raise Broken(f"entry {last} puts no controls in force")
        posting = said.get("posting", {})
        restrictions, disputes = (tuple(posting.get(key, ())) for key in ("restrictions", "disputes"))
        return House(said["name"], restrictions, disputes or DISPUTES)


def posting_sheet(store: Store, table: TableSet) -> Sheet:
    """The sheet of a table as it is set now."""
    if table.closed:
        raise HousewayError(f"table {table.id} is closed: nothing is posted there")
    house = house_of(store)
    ids = {wager: table.jackpot_of(wager) for wager in _jackpot_wagers(table)}
    with store.transaction() as connection:
        known = {each.id: card_of(each) for each in jackpots_of(connection, ids.values()).values()}
    cards = {wager: known[id_] for wager, id_ in ids.items() if id_ in known}
    wagers = list(offered(table.game, table))
    sections = [Section("Limits", [_limits(table, wagers)])]
    sections += [Section(f"What {_article(each.name)} pays", pays) for each in wagers if (pays := _pays(table, each))]
    if scored := _scores(table):
        sections.append(Section("Scoring", [scored]))
    if shown := list(_jackpots(table, wagers, cards)):
        sections.append(Section("Jackpots", shown))
    sections.append(Section("Restrictions", [*map(Words, _restrictions(table, wagers, house))]))
    sections.append(Section("If you do not agree", [*map(Words, house.disputes)]))
    source = table.game.document.source
    about = [("Table", table.title), ("Rules", f"{source.title}, {source.date}"), ("House", house.name)]
    subtitle = f"{table.name}, {house.name}. {PLAY_CHIPS}"
    foot = f"{table.game.name}, table {table.id}; document {table.game.document.hash[:12]}"
    return Sheet(table.game.name, subtitle, about, sections, foot=foot)


def _article(name: str) -> str:
    return f"the {name}" if name[:1].islower() else name


def _limits(table: TableSet, wagers: list[WagerSpec]) -> Listing:
    rows = []
    for each in wagers:
        least = dollars(table.settings.integer(each.least)) if each.least else ""
        most = dollars(table.settings.integer(each.most)) if each.most else "see the rules"
        when = "every player" if each.required else "by choice" if each.before_deal else "by choice, when it is offered"
        rows.append((each.name, least, most, when))
    return Listing(("Wager", "Least", "Most", "Who makes it"), rows, (1, 2))


def _pays(table: TableSet, spec: WagerSpec) -> list[Listing | Words]:
    """The paytable in force, in the amounts of this table; and what a setting pays."""
    paytable = table.game.posted(table.settings).get(spec.id)
    if paytable is None:
        return []
    stakes = stakes_of(spec, table.settings)
    rate = table.game.commission(spec.id, table.settings)
    shown = [amounts(paytable, stake, rate, table.settings) for stake in stakes]
    heads = (
        "Award",
        f"Pays {BASIS.get(paytable.basis, paytable.basis)}",
        *(f"On {dollars(stake)}" for stake in stakes),
    )
    rows = [
        (row.label, str(row.pay).replace("%", " %"), *(each[at] for each in shown))
        for at, row in enumerate(paytable.rows)
    ]
    if own := paid_by_setting(table.settings, spec.id):
        rows.insert(0, (own.label, own.pays, *(own.amount(stake) for stake in stakes)))
    blocks: list[Listing | Words] = [Listing(heads, rows, tuple(range(1, len(heads))))]
    if rate:
        blocks.append(Words(f"Less {commission_text(rate)} commission of what is won; the amounts are after it."))
    if suit := suit_of(paytable, table.settings):
        blocks.append(Words(f"The suit of awards that are of one suit is {suit}."))
    if paytable.limit:
        blocks.append(Words(f"One wager wins at most {dollars(paytable.limit)}."))
    return blocks


def _scores(table: TableSet) -> Listing | None:
    """The scoring in force, in the unit of this table; None where none scores."""
    scored = table.game.scores(table.settings)
    if not scored:
        return None
    unit = table.settings.integer("unit")
    rows = [(each.label, str(each.units), dollars(each.units * unit)) for each in scored]
    return Listing(("For", "Units", f"At {dollars(unit)} a unit"), rows, (1, 2))


def _jackpot_wagers(table: TableSet) -> list[str]:
    return [*table.game.seeds(table.settings), *table.game.prizes(table.settings)]


def _jackpots(table: TableSet, wagers: list[WagerSpec], cards: Mapping[str, Card]) -> Iterator[Words | Pairs]:
    prizes = table.game.prizes(table.settings)
    for spec in wagers:
        card = cards.get(spec.id)
        if spec.id in prizes:
            yield Pairs([(f"{spec.name}, {HOUSE} jackpot", f"{dollars(prizes[spec.id])}, every winner in full")])
        elif spec.id in table.game.seeds(table.settings):
            yield Pairs([(f"{spec.name}, {PROGRESSIVE} jackpot", _progressive(table, spec.id, card))])
    if notice := table.game.notice(table.settings):
        yield Words(notice, strong=True)


def _progressive(table: TableSet, wager: str, card: Card | None) -> str:
    seed = table.game.seeds(table.settings)[wager] if card is None else card.seed_cents
    words = [f"starts from {dollars(seed)} and grows with each wager; the amount is on the display"]
    if card is not None and card.maximum_cents:
        words.append(
            f"at most {dollars(card.maximum_cents)} is displayed, and what comes in beyond it is kept for players"
        )
    if card is not None and card.practice:
        words.append("a practice jackpot")
    return "; ".join(words)


def _restrictions(table: TableSet, wagers: list[WagerSpec], house: House) -> Iterator[str]:
    names = {each.id: each.name for each in table.game.document.wagers}
    settings = table.settings
    if "seats" in settings:
        yield f"At most {settings.integer('seats')} players sit at this table."
    for spec in wagers:
        if spec.needs:
            others = " or ".join(names[other] for other in spec.needs)
            yield f"{spec.name} is made only together with {others} (clause {spec.clause})."
    if "games-per-hand" in settings:
        few, small = settings.integer("games-above"), dollars(settings.integer("games-small-wager"))
        most = settings.integer("games-per-hand")
        yield f"At most {most} games on one hand, and at most {few} of them above {small} (clause washington.games)."
    if "commission" in settings:
        yield f"The house keeps {settings.spec('commission').title(settings['commission'])} of what a wager wins."
    yield from controls_in_words(settings)
    yield from house.restrictions
