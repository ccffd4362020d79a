"""The dispute packet of one round: everything that its ruling rests on, as plain data that paper and screen show alike.

The same record gives the same packet, byte for byte: nothing in it tells when or where it was made.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from houseway.cards import cards_of, in_order, symbols
from houseway.disputes.departures import Departure, departures
from houseway.document.model import Clause, Source
from houseway.document.settings import Settings
from houseway.document.variants import paytable_content
from houseway.errors import HousewayError, IllegalRound
from houseway.game import Game
from houseway.money import dollars, signed
from houseway.round.auditing import audit_record
from houseway.round.codec import place_words
from houseway.round.explanation import Reason
from houseway.round.questions import DEALER, Arrange, Burnt, Choose, Draw, Irregularity, Wager
from houseway.round.record import Settled, parsed, record_from, settle
from houseway.round.ruling import Seat
from houseway.verifier import round_faults, shoe_faults
from houseway.version import __version__

ABOUT = {"round": "Round", "table": "Table", "started": "Began", "ended": "Ended"}
"""What a record tells of where and when it was played."""


SEAL = "Seal (Merkle root)"
BROKEN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a file looks like that is none of what it should be."""


class Place(NamedTuple):
    """The dealer or a seat: its piles of cards as they were set or played, its wagers, what it chose."""

    who: str
    piles: tuple[tuple[str, tuple[int, ...]], ...]
    wagers: tuple[tuple[str, int], ...] = ()
    chose: tuple[str, ...] = ()


class Line(NamedTuple):
    """What became of one wager, in cents, and the tree of its reasons."""

    seat: int
    wager: str
    stake: int
    returned: int
    commission: int
    net: int
    reason: Reason

    @property
    def title(self) -> str:
        return f"Seat {self.seat}, {self.wager}: {signed(self.net)}"

    @property
    def cells(self) -> tuple[str, ...]:
        """Seat, wager, staked, returned, commission, won or lost, clause."""
        staked, returned, taken = (dollars(cents) for cents in (self.stake, self.returned, self.commission))
        return (str(self.seat), self.wager, staked, returned, taken, signed(self.net), self.reason.clause)


class Value(NamedTuple):
    """A setting as it was in force; `chosen` where that is not the default."""

    id: str
    value: str
    default: str
    layer: str
    clause: str
    chosen: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """Setting, value, the default where it is another, layer, clause."""
        return (self.id, self.value, self.default if self.chosen else "", self.layer, self.clause)


class Printed(NamedTuple):
    """A paytable in force."""

    wager: str
    id: str
    about: str
    rows: tuple[tuple[str, str], ...]


class Packet(NamedTuple):
    """A round with all that its ruling rests on."""

    game: str
    title: str
    about: tuple[tuple[str, str], ...]
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    remarks: tuple[str, ...]
    findings: tuple[str, ...]
    clauses: tuple[Clause, ...]
    settings: tuple[Value, ...]
    departures: tuple[Departure, ...]
    paytables: tuple[Printed, ...]
    proof: tuple[tuple[str, str], ...]
    source: Source
    hashes: tuple[tuple[str, str], ...]

    @property
    def chosen(self) -> tuple[int, ...]:
        """The places of the settings that differ from their defaults."""
        return tuple(number for number, each in enumerate(self.settings) if each.chosen)

    @property
    def settings_in_words(self) -> str:
        return f"{len(self.chosen)} of {len(self.settings)} differ from the default, which stands beside them."

    @property
    def source_in_words(self) -> str:
        source = self.source
        submission = f", submission {source.submission}" if source.submission else ""
        return f"{source.title}, {source.authority}, {source.date}{submission}"


def packet_of(text: str, file: str = "record", proof: Mapping[str, Any] | None = None) -> Packet:
    """The packet of a record, from its text; `proof` is that of its shoe, as the room gives it."""
    table = parsed(text, file)
    settled = settle(record_from(table, file))
    game, settings = settled.record.game, settled.record.setup.settings
    lines = tuple(_lines(settled))
    departing = tuple(departures(game, settings))
    number = settled.record.more.get("round")
    hashes = (
        ("Record, SHA-256", hashlib.sha256(text.encode()).hexdigest()),
        ("Document, SHA-256", game.document.hash),
        ("Engine", f"houseway {__version__}"),
    )
    return Packet(
        game.name,
        f"Round {number} of {game.name}" if number is not None else f"A round of {game.name}",
        tuple(_about(settled)),
        tuple(_places(settled)),
        lines,
        settled.remarks,
        tuple(each.what for each in audit_record(settled.record) if each.what not in settled.remarks),
        tuple(_cited(settings, lines, departing)),
        tuple(_values(settings)),
        departing,
        tuple(_paytables(game, settings)),
        tuple(_proof(settled, table, proof)),
        game.document.source,
        hashes,
    )


def _about(settled: Settled) -> Iterator[tuple[str, str]]:
    more = settled.record.more
    for key, words in ABOUT.items():
        if key in more:
            yield words, str(more[key])
    for question, answer in settled.standing.events:
        if isinstance(question, Draw):
            yield question.what[:1].upper() + question.what[1:], str(answer)
    for _, entry in settled.entries:
        if isinstance(entry.answer, Irregularity):
            yield "Called", f"{entry.answer.kind.replace('-', ' ')} on {place_words(entry.answer.seat)}"
    gone = [event for event, _ in settled.standing.events if isinstance(event, Burnt)]
    if gone:
        yield "Burnt", ", ".join(f"{symbols((each.card,))} of {place_words(each.of)}" for each in gone)


# ---------------------------------------------------------------------------------------------------- cards and wagers


def _places(settled: Settled) -> Iterator[Place]:
    standing, setup = settled.standing, settled.record.setup
    names = {wager.id: wager.name for wager in settled.record.game.document.wagers}
    if standing.cards(DEALER):
        yield Place("Dealer", tuple(_dealer(settled)))
    for seat in setup.seats:
        chose = [answer for q, answer in standing.events if isinstance(q, Choose) and q.seat == seat.number]
        wagers = tuple((names[wager], cents) for wager, cents in _staked(settled, seat))
        piles = tuple(_piles(settled, seat.number))
        yield Place(f"Seat {seat.number}", piles, wagers, tuple(str(each) for each in chose if each is not None))


def _staked(settled: Settled, seat: Seat) -> Iterator[tuple[str, int]]:
    """A seat's wagers, those of mid-round too; what a double or a split added stands in the ruling."""
    yield from seat.wagers.items()
    for question, cents in settled.standing.events:
        if isinstance(question, Wager) and question.seat == seat.number and isinstance(cents, int) and cents:
            yield question.wager, cents


def _dealer(settled: Settled) -> Iterator[tuple[str, tuple[int, ...]]]:
    cards = settled.standing.cards(DEALER)
    try:
        piles = settled.record.game.dealer_piles(cards, settled.record.setup)
    except HousewayError:
        piles = None
    for pile, held in (piles or {"": cards}).items():
        yield pile, tuple(held)


def _piles(settled: Settled, seat: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The cards of a seat as it has set them, as its split hands, or as they came."""
    game, standing, setup = settled.record.game, settled.standing, settled.record.setup
    for question, answer in standing.events:
        if isinstance(question, Arrange) and question.seat == seat and isinstance(answer, tuple):
            for pile, held in zip(question.piles, answer, strict=True):
                yield pile, tuple(in_order(cards_of(held)))
            return
    hands = game.hands(standing, seat, setup)
    for number, hand in enumerate(hands, 1):
        yield f"hand {number}", tuple(hand.cards)
    if not hands:
        yield "", tuple(standing.cards(seat))


def _lines(settled: Settled) -> Iterator[Line]:
    names = {wager.id: wager.name for wager in settled.record.game.document.wagers}
    for payout, reason in zip(settled.ruling, settled.explanations(), strict=True):
        wager = names.get(payout.wager, payout.wager)
        yield Line(payout.seat, wager, payout.stake, payout.returned, payout.commission, payout.net, reason)


# ---------------------------------------------------------------------------------------------------- what it rests on


def _cited(settings: Settings, lines: Iterable[Line], departing: Iterable[Departure]) -> Iterator[Clause]:
    """Every clause that the ruling or a departure cites, in the order of the document."""
    cited = {each.clause for each in departing}
    for line in lines:
        cited |= set(_clauses(line.reason))
    return (clause for clause in settings.document.clauses if clause.id in cited)


def _clauses(reason: Reason) -> Iterator[str]:
    yield reason.clause
    for part in reason.parts:
        yield from _clauses(part)


def _values(settings: Settings) -> Iterator[Value]:
    """Every setting of the table; what a figure assumes of a player is none."""
    for spec in settings.specs:
        if spec.layer != "analysis":
            value = settings[spec.id]
            layer = f"{spec.layer}, {spec.source}" if spec.source else spec.layer
            default = spec.title(spec.default)
            yield Value(spec.id, spec.title(value), default, layer, spec.clause, value != spec.default)


def _paytables(game: Game, settings: Settings) -> Iterator[Printed]:
    names = {wager.id: wager.name for wager in game.document.wagers}
    for wager, table in game.posted(settings).items():
        told = paytable_content(table)
        about = f"clause {table.clause}, {table.basis}" + (f", at most {dollars(table.limit)}" if table.limit else "")
        rows = tuple((row["label"], row["pays"]) for row in told["rows"])
        yield Printed(names.get(wager, wager), table.id, about, rows)


# ---------------------------------------------------------------------------------------------------- the shoe


def _proof(settled: Settled, table: Mapping[str, Any], proof: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    """The seal of the shoe, how many cards of the round the proof opens, and whether all of it holds."""
    more = settled.record.more
    if "shoe" in more:
        yield "Shoe", str(more["shoe"])
        yield "First card of the round", f"position {more['position']}" if "position" in more else "not told"
    if proof is None:
        if "root" in more:
            yield SEAL, str(more["root"])
        return
    try:
        shoe, root, size, cut = proof["shoe"], str(proof["root"]), int(proof["size"]), int(proof["cut"] or 0)
        wrong = list(shoe_faults(dict(proof), str(more.get("root", root))))
    except BROKEN as fault:
        raise IllegalRound(f"this is no proof of a shoe, as a room gives it: {fault!r}") from None
    if more.get("shoe") != shoe:
        raise IllegalRound(f"the proof is of shoe {shoe}, and the round was dealt from shoe {more.get('shoe', '?')}")
    yield SEAL, root
    yield "Cards in the shoe", f"{size}, cut after {cut}"
    yield "Opened", f"{len(proof['openings'])} of them"
    yield "Verdict", _verdict(wrong, table, dict(proof))


def _verdict(wrong: list[str], table: Mapping[str, Any], proof: dict[str, Any]) -> str:
    """Whether every opened card leads to the root, and every card of the round lies at its place in the shoe."""
    try:
        wrong += round_faults(dict(table), proof)
    except BROKEN as fault:
        wrong.append(f"the record does not tell what its cards can be compared by: {fault!r}")
    if wrong:
        return f"DOES NOT HOLD: {'; '.join(wrong)}"
    return "holds: every opened card leads to the root, and every card of the round lies at its place in the shoe"
