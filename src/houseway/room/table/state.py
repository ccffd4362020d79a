"""A table as its journal tells it: seats, wagers, shoe, and the round in progress.

`replay` reads one journal entry; the table is what its entries make of it. A command at a running table makes the same
changes by the same methods and writes them down, so that a crash at any point loses nothing. What each act changes
stands in `houseway.room.acts`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from houseway.document import Document
from houseway.document.settings import Settings
from houseway.game import Game, setup_of
from houseway.games import OWN
from houseway.room.acts.act import Act, By
from houseway.room.errors import UNREADABLE, Broken
from houseway.room.fairness.commitments import Commitment, used
from houseway.room.fairness.fixed import Fixed, fixed_by
from houseway.room.fairness.nonces import Puzzle, Sealed, nonce_of, seed_of
from houseway.room.fairness.signed_bets import Signed, Slip
from houseway.room.jackpots.changes import Part
from houseway.room.store import ledger
from houseway.room.store.meters import HELD, METERED, STATED, WON, Meters
from houseway.room.table import older
from houseway.room.table.answering import BOT, check_answerer
from houseway.room.table.beginning import check_begun, check_closed, returned
from houseway.room.table.entry import UNCOVERED, VERSION, Carried, End, JournalEntry, Made, NewShoe, Start
from houseway.room.table.following import ADDING, follow_all
from houseway.room.table.pending import Pending
from houseway.room.table.seats import BETTING, ENDED, PLAYING, SEALING, Place
from houseway.room.table.settling import settle
from houseway.round import OUT_OF_CARDS, Deal, Draw, Driver, Entry, Irregularity, Standing
from houseway.round.codec import entry_json, read_entry
from houseway.round.ruling import Ruling, Setup
from houseway.round.shuffle import shuffled_again
from houseway.version import __version__

LOG_LINES = 12
NO_ROUND = Standing((), (), None)


class Sources(NamedTuple):
    """Where a table finds the order of a shoe by its id, and a document by its hash."""

    shoe: Callable[[int], Commitment]
    document: Callable[[str], Document]


class Drawn(NamedTuple):
    """A number of a round: what was asked for, what was drawn, and how many cards of the shoe had been dealt then."""

    question: Draw
    number: int
    position: int


class LiveTable:
    """The state of one table after `version` entries of its journal; `loose` while it holds what is not committed."""

    game: Game
    name: str
    settings: Settings
    setup: Setup
    meters: Meters
    commitment: Commitment

    def __init__(self, id_: int, sources: Sources) -> None:
        self.id = id_
        self.sources = sources
        self.version = 0
        self.opened_by: By = 0
        self.engine = ""
        self.judges_bots = False
        """Whether bots are asked again what they would have answered: for who reads a journal."""
        self.phase = BETTING
        self.paused = self.closed = self.loose = False
        self.places: dict[int, Place] = {}
        self.shoe = 0
        self.cut: int | None = None
        self.position = 0
        self.round: int | None = None
        self.last: int | None = None
        self.before = 0
        """The round that was the table's last when this one began."""

        self.first_card = self.first_cut = self.first_shoe = self.started = 0
        self.form = self.first_form = 0
        self.closing = self.turns = 0
        self.numbers: dict[int, Sealed] = {}
        self.seed = b""
        self.gone: set[int] = set()
        self.coming: tuple[int, ...] = ()
        self.driver: Driver | None = None
        self.standing = NO_ROUND
        self.held: Counter[int] = Counter()
        self.by: list[By] = []
        self.accounts: dict[int, str] = {}
        self.unplayed: dict[int, tuple[int, str]] = {}
        """What lay at seats, and whose it was, when the last round began without them."""

        self.slips: dict[int, list[Slip]] = {}
        """How what lies at each seat was laid since the last round began; of one key after another the last."""

        self.laid: dict[int, list[Slip]] = {}
        """The same of the seats of the round that was begun last."""

        self.returned: set[str] = set()
        """The wagers that lay at its seats, and that it began without."""

        self.log: list[str] = []
        self.moves: list[ledger.Movement] = []
        self.requests: dict[int, Pending] = {}
        self.linked: dict[str, str] = {}
        self.showing: dict[str, int] = {}
        self.saying: dict[str, str] = {}
        self.shut: tuple[str, ...] = ()
        self.paid: tuple[tuple[int, str], ...] = ()
        self.chosen: dict[str, str] = {}
        self.document = ""
        self._set: tuple[Settings, Fixed] | None = None
        self.parts: dict[str, Mapping[int, Part]] = {}
        self.drawn: dict[str, Mapping[int, int]] = {}
        self.calls: list[dict[str, Any]] = []
        self.in_vain: Counter[int] = Counter()
        """How many calls of each person were tried on the round and refused: they stand in no journal."""

        self._adding: tuple[int, dict[Entry, int]] = 0, {}
        self.acts: Counter[By] = Counter()
        """What each has done at the table since its last round began, but for what no round is played without."""

        self.amended: list[dict[str, Any]] = []

    # ------------------------------------------------------------------------------------------------ reading

    @property
    def ruling(self) -> Ruling | None:
        return self.standing.ruling

    @property
    def left(self) -> int:
        """Cards left in the shoe."""
        return len(self.commitment) - self.position

    @property
    def fixed(self) -> Fixed:
        """What it is set to, in short, and what that is taken from."""
        if self._set is None or self._set[0] is not self.settings:
            self._set = self.settings, fixed_by(self.game, self.settings)
        return self._set[1]

    @property
    def unopened(self) -> dict[int, Puzzle]:
        """The seals of the round that are not opened, by seat: until there is none, nothing is dealt."""
        if self.phase != PLAYING:
            return {}
        return {seat: sealed.puzzle for seat, sealed in self.numbers.items() if sealed.number is None}

    @property
    def people(self) -> list[Place]:
        """The places that people sit at."""
        return [place for place in self.places.values() if place.person is not None and not place.left]

    @property
    def after(self) -> int:
        """The round after which the bets were laid that lie there, or are played; 0 for the table's first."""
        return self.before if self.phase in (PLAYING, ENDED) else self.last or 0

    def binding(self, seat: int) -> Slip | None:
        """The signed bet that a seat is bound by, whether or not it has wagers now."""
        slips = self.slips.get(seat, ())
        return slips[-1] if slips and slips[-1].binds else None

    def place_of(self, person: int) -> Place | None:
        return next((place for place in self.people if place.person == person), None)

    def seated(self, by: By) -> Place:
        """Where somebody sits who is known to."""
        place = self.place_of(by) if isinstance(by, int) else None
        if place is None:
            raise Broken(f"person {by} has no seat at table {self.id}")
        return place

    def seat_in_round(self, person: int) -> int | None:
        """The seat whose cards are this person's: who sits down later at a seat that was dealt to has none of them."""
        if self.driver is None:
            return None
        return next((seat for seat, account in self.accounts.items() if account == f"person:{person}"), None)

    def account(self, seat: int) -> str:
        """Whose money a seat plays with."""
        place = self.places[seat]
        return f"bots:{self.id}" if place.person is None else f"person:{place.person}"

    # ------------------------------------------------------------------------------------------------ replay

    def replay(self, version: int, body: Mapping[str, Any]) -> JournalEntry:
        """Read one entry of the journal and make its changes."""
        try:
            entry = JournalEntry.read(body)
            self.change(entry.kind, entry.act, entry.by, entry.version)
            if entry.close is not None:
                if entry.version >= STATED:
                    check_closed(self, entry.act)
                self.close_bets(entry.close, version)
            follow_all(self, entry, ADDING)
            if entry.start is not None:
                if entry.version >= HELD:
                    check_begun(self, entry.act, entry.start)
                self.start(entry.start, version)
            own = len(entry.act.entries(self, entry.by) if entry.version >= STATED else entry.entries)
            for number, made in enumerate(entry.entries):  # those that follow the act's own, no act has made
                said = made.said if isinstance(made.said, Entry) else read_entry(made.said, self.standing.asked)
                self._check_maker(made, entry, self.enter(said, made.by, entry.act if number < own else None))
            follow_all(self, entry, (WON,))
            if entry.end is not None:
                self._check_ruling(entry.end, entry.version)
                settle(self, entry.end.shoe, entry.version)
            follow_all(self, entry, ())
            self._check_size(entry.committed)
        except UNREADABLE as fault:
            raise Broken(f"table {self.id}, entry {version}: {fault}") from fault
        self.version = version
        return entry

    def _check_maker(self, made: Made, entry: JournalEntry, again: Made) -> None:
        """A person who answers or calls is the one whose act it is; and it is written as the room writes it."""
        if isinstance(made.by, int) and made.by != entry.by:
            raise Broken(f"round {self.round}: person {made.by} is told to have answered, by an act of {entry.by!r}")
        if entry.version >= STATED and made != again:
            raise Broken(f"round {self.round}: {made.said} is told, and the room writes {again.said}")

    def change(self, kind: str, act: Act, by: By, form: int = VERSION) -> None:
        """What an act changes besides the round itself; its entry has this form, and nobody goes back to an older."""
        if form < self.form:
            raise Broken(f"table {self.id}: an entry of version {form} after one of version {self.form}")
        self.form = form
        if (kind == "opened") != (not self.places):
            raise Broken(f"table {self.id}: an entry of kind {kind!r} cannot stand here")
        self.loose = self.loose or act.changes
        self.acts[by] += act.piles_up(self, by)
        act.apply(self, by)
        if self.phase == SEALING and not any(place.wagers for place in self.people):
            self.phase = BETTING

    def _check_size(self, shoe: NewShoe | None) -> None:
        """A new shoe has as many cards as was said."""
        if shoe is not None and len(self.commitment) != shoe.size:
            raise Broken(f"shoe {shoe.id} does not hold as many cards as were committed to")

    def take_shoe(self, shoe: int, root: str, cut: int | None = None, position: int = 0) -> None:
        """Deal from this shoe, from this position on; it must be the one of this root."""
        self.shoe, self.cut, self.position = shoe, cut, position
        self.commitment = self.sources.shoe(shoe)
        if self.commitment.root != root:
            raise Broken(f"table {self.id}: the cards of shoe {shoe} do not open to the root that was shown")
        self.gone = set(self.commitment.rest(cut or 0, ())[:position])

    def next_betting(self) -> None:
        """After a round: wagers anew."""
        if self.phase == ENDED:
            self.phase, self.driver, self.standing, self.round = BETTING, None, NO_ROUND, None
            self.numbers = {}
            self.calls = []

    # ------------------------------------------------------------------------------------------------ a round

    def lay(self, seat: int, wagers: Mapping[str, int], commit: str, signed: Signed | None) -> None:
        """A bet is laid, or taken back; what is taken back without its signature binds the seat as before."""
        slips, slip = self.slips.get(seat, []), Slip(self.version + 1, dict(wagers), commit, signed)
        own = bool(slips) and slips[-1].key == slip.key
        if wagers or own:
            self.slips[seat] = [*(slips[:-1] if own else slips), slip]

    def release(self, seat: int) -> None:
        """A seat is given up: what was laid there long before lies there no more, and binds nobody."""
        slips = self.slips.get(seat, [])
        if slips and slips[-1].wagers:
            self.slips[seat] = [*(slips if slips[-1].key else slips[:-1]), Slip(self.version + 1, {})]

    def close_bets(self, turns: int, version: int) -> None:
        """Wagers, bots and the cut are as they are: players seal their numbers."""
        self.loose = True
        self.phase, self.closing, self.turns = SEALING, version, turns

    def start(self, start: Start, version: int) -> None:
        """Hold the wagers and begin the order of play; nothing is dealt before the players' numbers are open."""
        order = [spec.id for spec in self.game.document.wagers]
        wagers = {seat: {w: bets[w] for w in order if w in bets} for seat, bets in start.wagers.items()}
        self.loose = True
        if self.form < METERED:
            self.moves += self.meters.fed(wagers.values(), self.settings, start.round)
        self.setup = setup_of(self.meters.settings(self.settings), wagers)
        self.before, self.round, self.last = self.last or 0, start.round, start.round
        self.laid, self.slips = {seat: self.slips[seat] for seat in wagers if self.slips.get(seat)}, {}
        self.started, self.first_card, self.first_form = version, self.position, self.form
        self.cut = self.first_cut = self.cut or 0
        self.first_shoe = self.shoe
        self.accounts = dict(start.accounts)
        idle = [place for place in self.people if place.wagers and place.number not in wagers]
        self.unplayed = {each.number: (sum(each.wagers.values()), self.account(each.number)) for each in idle}
        self.returned = returned(self, wagers)
        self.phase, self.held, self.by = PLAYING, Counter(), []
        self.calls, self.amended, self.drawn, self.acts, self.in_vain = [], [], {}, Counter(), Counter()
        self.parts = {wager: parts for wager, parts in self.parts.items() if any(wager in b for b in wagers.values())}
        sealed = {seat: self.places[seat].seal for seat in wagers}
        self.numbers = {seat: Sealed(seal) for seat, seal in sealed.items() if seal is not None}
        self.mix()
        for seat, bets in wagers.items():
            self.hold(seat, sum(bets.values()))
            for wager in sorted(self.places[seat].wagers.keys() - bets.keys()):
                self.say(f"seat {seat}: the {self.game.document.wager(wager).name} takes no wagers now, it is returned")
        self.driver = Driver(self.game.round, self.setup)
        self.standing = self.driver.standing

    def open_seal(self, seat: int, number: int, factor: str = "") -> None:
        """The number of a seat is known."""
        self.numbers[seat] = self.numbers[seat]._replace(number=number, factor=factor)
        self.mix()

    def mix(self) -> None:
        """Once all numbers are open: the seed that they give together, and the order in which what is left is dealt."""
        if self.unopened:
            return
        nonces = {seat: nonce_of(each.number) for seat, each in self.numbers.items() if each.number is not None}
        self.seed = seed_of(self.commitment.root, nonces)
        self.coming = used(self.commitment.rest(self.cut or 0, self.gone), self.seed)

    def place(self, position: int) -> int:
        """The place in the committed order of the card at a position of the deal, in this round."""
        return self.coming[position - self.first_card]

    def hold(self, seat: int, cents: int) -> None:
        """Move a seat's money to the table, where it waits for the ruling."""
        self.held[seat] += cents
        self.moves.append(
            ledger.movement("hold", [(self.account(seat), -cents), (f"hold:{self.id}", cents)], self.round)
        )

    def tried(self, entry: Entry) -> Driver:
        """The round with one more entry, tried apart from the table: what is refused has changed nothing."""
        assert self.driver is not None
        trial = Driver(self.game.round, self.setup)
        for each in (*self.driver.entries, entry):
            trial.enter(each)
        return trial

    def adds(self, entry: Entry) -> int:
        """The cents that an answer adds to what its seat has staked; as the table stands it is tried once."""
        if self._adding[0] != self.version:
            self._adding = self.version, {}
        known = self._adding[1]
        if entry not in known:
            known[entry] = self.tried(entry).staked[entry.seat] - self.held[entry.seat]
        return known[entry]

    def enter(self, entry: Entry, by: By, act: Act | None = None) -> Made:
        """One entry of the round, made under or after an act by who may; cards and numbers must be the shoe's next."""
        assert self.driver is not None
        if self.unopened:
            raise Broken(f"round {self.round}: something was dealt, answered or called before every number was open")
        if entry.answer == OUT_OF_CARDS:
            self._check_empty()
        elif not isinstance(entry.answer, Irregularity):
            self._check_chance(entry)
        check_answerer(self, entry, by, act)
        if self.judges_bots and by == BOT:
            self._check_bot(entry)
        before = len(self.standing.events)
        self.driver.enter(entry)
        question, _ = self.driver.answered[-1]
        self.loose = True
        if isinstance(question, Deal):
            self.gone.add(self.place(self.position))
            self.position += 1
        self.by.append(by)
        self.standing = self.driver.standing
        for event, given in self.standing.events[before:]:
            if isinstance(event, Draw):
                self.say(f"{event.what}: {given}")
        self._hold_staked()
        return Made(by, entry_json(question, entry))

    def _check_chance(self, entry: Entry) -> None:
        """What chance answers is what was committed to before anybody could bet; for who can read that."""
        if not self.commitment.known:
            return
        asked = next((question for question in self.standing.asked if question.seat == entry.seat), None)
        if isinstance(asked, Deal) and entry.answer != self.next_card():
            raise Broken(f"round {self.round}: card {entry.answer!r} is not the shoe's next")
        if isinstance(asked, Draw) and self.form > UNCOVERED and entry.answer != self.next_number(asked):
            raise Broken(f"round {self.round}: {entry.answer!r} is not the number that the shoe gives")

    def _check_bot(self, entry: Entry) -> None:
        """A bot has answered as bots of this houseway do: who knows the shoe could steer by another answer.

        Of another version's bot nothing is known, nor of a package's, and what one thinks about for long is not thought
        again.
        """
        asked = next((question for question in self.standing.asked if question.seat == entry.seat), None)
        known = self.engine == __version__ and self.game.id in OWN and self.form >= STATED
        if asked is None or not known or self.game.bots_think:
            return
        if entry.answer != self.game.bot(asked, self.standing, self.setup):
            raise Broken(f"round {self.round}: the bot at seat {entry.seat} has not answered as bots do")

    def _hold_staked(self) -> None:
        """Hold what has been added to the wagers; what a card that was replaced has undone goes back."""
        assert self.driver is not None
        for seat, cents in self.driver.staked.items():
            if cents != self.held[seat]:
                self.hold(seat, cents - self.held[seat])

    def next_card(self) -> int:
        """The shoe's next card; the caller makes sure that there is one."""
        if self.left <= 0:
            raise Broken(f"the shoe of table {self.id} is empty")
        return self.commitment.order[self.place(self.position)]

    @property
    def draws(self) -> list[Drawn]:
        """The numbers of this round."""
        found, position = [], self.first_card
        for question, entry in [] if self.driver is None else self.driver.answered:
            position += isinstance(question, Deal)
            if isinstance(question, Draw) and isinstance(entry.answer, int):
                found.append(Drawn(question, entry.answer, position))
        return found

    def next_number(self, question: Draw) -> int:
        """The number that the shoe gives next: by the salt of its next card, which nobody has seen, and the seed."""
        if self.left <= 0:
            raise Broken(f"the shoe of table {self.id} is empty")
        before = [draw.question for draw in self.draws if draw.position == self.position]
        return self.commitment.drawn(self.place(self.position), self.seed, [*before, question])

    def _check_empty(self) -> None:
        """A shoe has run out where it holds nothing more, and there is nothing to shuffle."""
        if not self.commitment.known and not self.left:
            return
        if self.left or shuffled_again(self.commitment.order, self.standing.dealt, self.settings):
            raise Broken(f"round {self.round}: the shoe is said to have run out, and cards are left ({self.left})")

    def _check_ruling(self, end: End, version: int) -> None:
        """What is on record must be what the rules say. Its sentences are for people and may be worded anew."""
        if self.ruling is None or not older.same_ruling(self.ruling, end.payouts, version):
            raise Broken(f"round {self.round}: the ruling on record is not what the rules say")

    # ------------------------------------------------------------------------------------------------ jackpots

    @property
    def sensors(self) -> tuple[str, ...]:
        """The wagers that have a jackpot: a meter, or a prize of the room's that the house pays."""
        return tuple(dict.fromkeys([*self.meters.exact, *self.linked]))

    def jackpot_of(self, wager: str) -> str:
        """The jackpot that a wager feeds: the table's own, or one that several tables feed."""
        return self.linked.get(wager, f"{self.id}:{wager}")

    # ------------------------------------------------------------------------------------------------ between rounds

    def carried(self) -> Carried:
        """What the table carries from one round to the next."""
        return Carried(
            tuple(Place(p.number, p.person, p.name, p.bot) for p in self.places.values()),
            self.shoe,
            self.cut,
            self.position,
            self.paused,
            self.last,
            dict(self.requests),
            tuple(self.log),
            dict(self.meters.exact),
            self.commitment.root,
            f"{sum(1 << place for place in self.gone):x}",
            dict(self.linked),
            dict(self.chosen),
            self.document,
        )

    def restore(self, opened: Mapping[str, Any], state: Carried, version: int) -> None:
        """The table after the end of a round, from its first entry and what it carried on."""
        self.replay(1, opened)
        self.places = state.seats()
        self.linked, self.chosen = dict(state.linked), dict(state.chosen)
        if state.document:
            self.go_by(state.document)
        if self.chosen or state.document:
            self.settings = self.game.configure({**self.settings.show(), **self.chosen})
        self.take_shoe(state.shoe, state.root, state.cut, state.position)
        if state.gone:
            bits = int(state.gone, 16)
            self.gone = {place for place in range(len(self.commitment)) if bits >> place & 1}
        self.paused, self.last = state.paused, state.last
        self.meters = Meters(self.id, self.game, state.meters)
        self.moves = []
        self.requests = dict(state.requests)
        self.phase, self.log, self.version = ENDED, list(state.log), version

    def go_by(self, document: str) -> None:
        """Play by another document of the same game from now on, known by its hash."""
        self.document = document
        self.game = self.game.with_document(self.sources.document(document))
        self.meters = Meters(self.id, self.game, self.meters.exact)

    def say(self, line: str) -> None:
        """A line for all to read. Never a card, never a choice."""
        self.log = [*self.log, line][-LOG_LINES:]
