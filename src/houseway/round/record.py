"""A dealt round as written down, TOML or JSON: read strictly, every fault with its place, and written whole.

    game = "super-pan-9"
    settings = { decks = 8, commission = "5%" }
    dealer = { cards = "Kd 2c 3h 4s" }
    [[seat]]
    number = 1
    cards = "6h Qc As"
    wagers = { main = "25.00", tie = "5.00" }

Cards stand in the order in which each hand received them. What else a hand may tell (how it was set, what was chosen)
its game names in `seat_fields`; packets dealt to places where nobody plays are not recorded.
`[[irregularity]]` entries (`kind`, `seat`) are a supervisor's calls. The call `out-of-cards` is the shoe's own: the
round is played with the recorded cards until one is missing, and is void there.
What houseway writes also tells the `entries` (who answered what, in order), and is then replayed by them; the document,
the paytables in force and every setting by content; and the payouts, which `houseway audit` compares.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.document.controls import STAGES
from houseway.document.fields import Reader
from houseway.document.files import content_of
from houseway.document.model import Document, canonical
from houseway.document.paytables import Paytable
from houseway.document.reader import toml_from
from houseway.document.settings import Settings
from houseway.document.variants import paytable_content
from houseway.errors import Faulty, HousewayError
from houseway.money import dollars, parse_cents, signed
from houseway.round import codec
from houseway.round.explanation import Reason, explained, reason_json
from houseway.round.meters import Moved, moved
from houseway.round.questions import DEALER, Answer, Draw, Entry, Irregularity, Question, Standing
from houseway.round.ruling import Payout, Ruling, Setup, postings
from houseway.round.shapes import PAYOUT, SHAPES, faults
from houseway.round.versions import InForce, Named, document_of
from houseway.tabular import Rows, Tabular
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.game import Game

FORMAT = "houseway-record/2"
CHOSEN = "game and settings"
"""The place of a fault in what a round is ruled by: who plays what at the defaults instead is not asked."""

OLD = "houseway-record/1"
"""What was written before records named their format: entries as pairs, piles as masks, `ruling` for the payouts."""


@dataclass(frozen=True)
class Hand:
    """What the record says of the dealer or of a seat; `answered` is what it has been asked and answered so far."""

    place: int
    cards: tuple[int, ...]
    more: Mapping[str, Any]
    answered: tuple[tuple[Question, Answer], ...] = ()

    @property
    def who(self) -> str:
        return codec.place_words(self.place)


@dataclass(frozen=True)
class Record:
    """A dealt round, read and checked as far as its form goes. `entries` is None where it tells none."""

    game: "Game"
    setup: Setup
    hands: Mapping[int, Hand]
    irregularities: tuple[Irregularity, ...] = ()
    entries: tuple[Any, ...] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    payouts: tuple[Mapping[str, Any], ...] | None = None
    form: str = FORMAT
    file: str = "record"
    remark: str = ""
    """What there is to say of the document that rules, where the record names another."""


@dataclass(frozen=True)
class Settled(Tabular):
    """A ruling on a record: every payout, the entries that gave it, and what else is to be said."""

    record: Record
    ruling: Ruling
    entries: tuple[tuple[Question | None, Entry], ...]
    standing: Standing
    remarks: tuple[str, ...]

    def __repr__(self) -> str:
        nets = ", ".join(f"seat {p.seat} {p.wager} {signed(p.net)}" for p in self.ruling)
        return f"<ruling on a round of {self.record.game.name}: {nets}>"

    def tabulated(self) -> Rows:
        rows = [(p.seat, p.wager, p.award, dollars(p.stake), signed(p.net), p.clause, p.why) for p in self.ruling]
        columns = ("seat", "wager", "award", "staked", "result", "clause", "why")
        return Rows(f"A round of {self.record.game.name}", columns, rows, self.remarks)

    def __iter__(self) -> Iterator[Payout]:
        return iter(self.ruling)

    def __len__(self) -> int:
        return len(self.ruling)

    def explanations(self) -> tuple[Reason, ...]:
        """Why each wager ended so, in the order of the payouts: trees of what was compared and what it rests on."""
        record = self.record
        return tuple(explained(record.game, payout, self.standing, record.setup) for payout in self.ruling)

    @property
    def meters(self) -> tuple[Moved, ...]:
        """What the round did to each progressive meter of its table."""
        return tuple(moved(self.record.game, self.record.setup, self.ruling))

    @property
    def house_cents(self) -> int:
        """What the house has won in all, its commission too; what winners took off a meter is none of it."""
        return sum(payout.metered - payout.seeded - payout.net for payout in self.ruling)

    def json(self, *, explain: bool = False) -> dict[str, Any]:
        """The record whole, with its payouts: what `houseway audit` reads; explanations where they are asked for."""
        told = written(self.record.game, self.record.setup, self.standing, self.entries)
        lines = [{"account": line.account, "cents": line.cents} for line in postings(self.ruling)]
        told |= {"meters": {each.wager: each.json() for each in self.meters}} if self.meters else {}
        told |= {"remarks": list(self.remarks), "postings": lines, "version": __version__}
        return told | {"explanations": [reason_json(each) for each in self.explanations()]} if explain else told


def read(source: Path | str | Mapping[str, Any], game: "Game | None" = None) -> Record:
    """A record from a file, from its text or from its fields; `game` stands for the one that it names."""
    if isinstance(source, Mapping):
        return record_from(source, "record", game)
    if isinstance(source, str) and _is_text(source):
        return read_text(source, game)
    path = Path(source)
    try:
        text = content_of(path)
    except Faulty:
        raise
    except ValueError:
        raise Faulty("record", [("file", "has no name that a file can have")]) from None
    return record_from(parsed(text, str(path)), str(path), game)


def read_text(text: str, game: "Game | None" = None) -> Record:
    """A record from its text and nothing else: no file is opened, whatever the text names."""
    if not _is_text(text) and "=" not in text:
        raise Faulty("record", [("record", "is its text, TOML or JSON, or a round in one line: no file is read here")])
    return record_from(parsed(text, "record"), "record", game)


def _is_text(source: str) -> bool:
    """Whether this can only be the text of a record: the name of a file is one line, and begins with no brace."""
    return "\n" in source or source.lstrip().startswith("{")


def parsed(text: str, file: str) -> Any:
    """The fields of a text of JSON, which begins with a brace, or of TOML."""
    if text.startswith("\ufeff"):
        raise Faulty(file, [("file", "begins with a byte-order mark: save it as plain UTF-8")])
    return codec.read_json(text, file) if text.lstrip().startswith("{") else toml_from(text, file)


def record_from(table: Any, file: str = "record", game: "Game | None" = None) -> Record:
    """Check a parsed record whole; every fault with its place."""
    top = Reader(table, "", [])
    form = top.one_of("format", (FORMAT, OLD), OLD)
    found, settings, remark = _in_force(top, file, game)
    hands = {DEALER: _hand(top.table("dealer"), DEALER, found.dealer_fields) if top.has("dealer") else _none(top)}
    wagers: dict[int, dict[str, int]] = {}
    for seat in top.tables("seat"):
        number = seat.integer("number")
        if number in hands and (number or seat.value("number") == 0):
            seat.fault("number", f"seat {number} stands there twice" if number else "is a seat's number, from 1")
        wagers[number] = _wagers(seat)
        hands[number] = _hand(seat, number, found.seat_fields)
    calls = tuple(_irregularity(each) for each in top.tables("irregularity", required=False))
    more = {key: _typed(top, key, kind) for key, kind in found.round_fields.items() if top.has(key)}
    for key, shape in SHAPES.items():
        if top.has(key):
            more[key] = top.value(key)
            top.faults.extend(faults(more[key], shape, key))
    entries = _list(top, "entries")
    payouts = _payouts(top, "payouts" if form == FORMAT or top.has("payouts") else "ruling")
    top.finish()
    try:
        setup = found.setup(settings, wagers)
    except HousewayError as fault:
        chosen = any(place == CHOSEN for place, _ in top.faults)
        raise Faulty(file, [*top.faults, *(() if chosen else (("seats", str(fault)),))]) from None
    if top.faults:
        raise Faulty(file, top.faults)
    return Record(found, setup, hands, calls, entries, more, payouts, form, file, remark)


def of_a_version_that_ships(document: Document) -> bool:
    """Whether a document is one that its game comes with, in any version."""
    from houseway.games import shipped

    known = shipped(document.game)
    return known is not None and document in known.versions


def _none(top: Reader) -> Hand:
    top.value("dealer", None)
    return Hand(DEALER, (), {})


def _in_force(top: Reader, file: str, game: "Game | None") -> tuple["Game", Settings, str]:
    """The game by the document that rules, its settings, and what there is to say of it; `engine` is only told."""
    from houseway.games import game as find_game
    from houseway.games import shipped

    top.text("engine", "")
    try:
        named = top.text("game")
        found = game if game is not None and game.id == named else find_game(named)
        named_document, newest = _document(top), shipped(found.id) or found.document
        ruling = InForce(found.document)
        if _decides(named_document, found.document, newest):
            ruling = document_of(newest, named_document, top.value("started", None), file, found.read_document)
            found = found if ruling.document is found.document else found.with_document(ruling.document)
        for paytable in _tables(top).values():
            told = canonical(paytable)
            if not any(told == _in_one_text(each) for each in found.document.paytables_of(paytable["wager"])):
                found = found.with_paytable(paytable)
    except HousewayError as fault:
        raise Faulty(file, [*top.faults, (CHOSEN, str(fault))]) from None
    try:
        return found, found.configure(top.strings("settings")), ruling.remark
    except HousewayError as fault:
        top.fault(CHOSEN, str(fault))
        return found, found.configure(), ruling.remark


@lru_cache(maxsize=1000)
def _in_one_text(paytable: Paytable) -> str:
    """A paytable's content as one text: the files of an audit tell the same ones round after round."""
    return canonical(paytable_content(paytable))


def _decides(named: Named | None, given: Document, newest: Document) -> bool:
    """Whether the record decides by which version it is ruled; a document that is given otherwise stands."""
    if named is None:
        return given == newest
    return named.content is not None or given in newest.versions


def _document(top: Reader) -> Named | None:
    """What the record tells of its document."""
    if not top.has("document"):
        return None
    at = top.table("document")
    title, date, hash_ = (at.text(key) for key in ("title", "date", "hash"))
    content = at.value("content", None)
    at.finish()
    if content is not None and not isinstance(content, Mapping):
        at.fault("content", "is the document's fields")
        content = None
    return Named(title, date, hash_, content)


def _tables(top: Reader) -> Mapping[str, Mapping[str, Any]]:
    """The paytables in force as the record tells them, by wager."""
    told = top.value("paytables", {})
    if not isinstance(told, dict) or not all(isinstance(each, dict) and "wager" in each for each in told.values()):
        top.fault("paytables", "are tables by wager, each with its wager and rows")
        return {}
    return told


def _hand(at: Reader, place: int, fields: Mapping[str, str]) -> Hand:
    cards: tuple[int, ...] = ()
    try:
        cards = codec.read_hand(at.value("cards"))
    except HousewayError as fault:
        at.fault("cards", str(fault))
    more = {key: _typed(at, key, kind) for key, kind in fields.items() if at.has(key)}
    at.finish()
    return Hand(place, cards, more)


def _typed(at: Reader, key: str, kind: str) -> Any:
    """A field of the kind that a game says."""
    if kind == "flag":
        return at.flag(key, False)
    if kind == "integer":
        return at.integer(key)
    value = at.value(key)
    try:
        if kind == "cards":
            codec.read_hand(value)
            return value if isinstance(value, str) else " ".join(value)
        if kind == "money":
            return parse_cents(value)
    except HousewayError as fault:
        at.fault(key, str(fault))
        return "" if kind == "cards" else 0
    return at.text(key)


def _wagers(at: Reader) -> dict[str, int]:
    wagers = {}
    for wager, amount in at.strings("wagers").items():
        try:
            wagers[wager] = parse_cents(amount)
        except HousewayError as fault:
            at.fault(f"wagers.{wager}", str(fault))
    return wagers


def _irregularity(at: Reader) -> Irregularity:
    kind, seat = at.text("kind"), at.integer("seat", DEALER)
    call = Irregularity(kind, seat, at.integer("cards", 0), at.one_of("stage", STAGES, ""))
    at.finish()
    return call


def _list(top: Reader, key: str) -> tuple[Any, ...] | None:
    if not top.has(key):
        return None
    value = top.value(key)
    if not isinstance(value, list):
        top.fault(key, f"is a list, not {value!r}")
        return ()
    return tuple(value)


def _payouts(top: Reader, key: str) -> tuple[Mapping[str, Any], ...] | None:
    """The payouts that the record tells, for who compares them."""
    told = _list(top, key)
    if told is None or key == "ruling":
        return None if told is None else tuple(_old_payout(each) for each in told if isinstance(each, dict))
    top.faults.extend(faults(list(told), [PAYOUT], key))
    return tuple(each for each in told if isinstance(each, dict))


def _old_payout(told: Mapping[str, Any]) -> dict[str, Any]:
    """A payout as records of the first format tell it."""
    names = {"stake": "stake_cents", "returned": "returned_cents", "commission": "commission_cents", "net": "cents"}
    return {names.get(key, key): value for key, value in told.items()}


# ---------------------------------------------------------------------------------------------------- writing


def written(
    game: "Game", setup: Setup, standing: Standing, entries: tuple[tuple[Question | None, Entry], ...]
) -> dict[str, Any]:
    """A round whole: everything that it was played by, hands for people to read, entries to replay it by."""
    from houseway.games import shipped

    calls = [entry.answer for _, entry in entries if isinstance(entry.answer, Irregularity)]
    drawn = [answer for question, answer in standing.events if isinstance(question, Draw)]
    told: dict[str, Any] = {
        "format": FORMAT,
        "engine": __version__,
        "game": game.id,
        "document": codec.document_json(game.document, shipped(game.id)),
        "settings": setup.settings.show(),
        "paytables": codec.paytables_json(game.posted(setup.settings)),
        "seat": [
            {
                "number": seat.number,
                "cards": codec.hand_json(standing.cards(seat.number)),
                "wagers": {wager: f"{cents // 100}.{cents % 100:02d}" for wager, cents in seat.wagers.items()},
            }
            for seat in setup.seats
        ],
    }
    if dealer := standing.cards(DEALER):
        told["dealer"] = {"cards": codec.hand_json(dealer)}
    if drawn and "drawn" in game.round_fields:
        told["drawn"] = drawn[0]
    if calls:
        told["irregularity"] = [{"kind": call.kind, "seat": call.seat} for call in calls]
    if standing.burnt:
        told["burnt"] = codec.hand_json(standing.burnt)
    told["entries"] = [codec.entry_json(question, entry) for question, entry in entries]
    told["payouts"] = [codec.payout_json(payout) for payout in standing.ruling or ()]
    return told


def settle(record: Record) -> Settled:
    """Rule on a dealt round."""
    from houseway.round.adjudication import settle as ruled

    return ruled(record)
