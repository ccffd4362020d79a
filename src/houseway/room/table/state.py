"""A table as its journal tells it: seats, wagers, shoe, and the round in progress.

`apply` reads one journal entry; the table is what its entries make of it. A command at a running table makes the same
changes by the same methods and writes them down, so that a crash at any point loses nothing. What each kind of entry
changes stands in `changes`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from houseway.round import OUT_OF_CARDS, Answer, Deal, Draw, Entry, Irregularity, Stake, Standing, Table, Wager
from houseway.game import Game, setup_of
from houseway.money import dollars
from houseway.room.store import ledger
from houseway.room.answers import decode
from houseway.room.acts.changes import CHANGES
from houseway.room.errors import Broken
from houseway.room.fairness import Commitment
from houseway.room.store.meters import Meters
from houseway.room.table.seats import BETTING, ENDED, PLAYING, Place
from houseway.round.ruling import Payout, Ruling, Setup
from houseway.document.settings import Settings
from houseway.shoe import shuffled_again

CHANCE, BOT, HOUSE = "chance", "bot", "house"
"""Who made an entry, where it was no person."""

LOG_LINES = 12

Shoes = Callable[[int], Commitment]


def same_ruling(ruling: Ruling, end: Mapping[str, Any]) -> bool:
    """Whether this is the ruling on record; of a void round in an older journal, what was given back to whom."""
    if end.get("void"):
        return sorted(each[:4] for each in ruling) == sorted(tuple(each[:4]) for each in end["ruling"])
    return [list(each) for each in ruling] == [list(each) for each in end["ruling"]]


class Live:
    """The state of one table after `version` entries of its journal; `loose` while it holds what is not committed."""

    def __init__(self, id_: int, shoes: Shoes) -> None:
        self.id = id_
        self.version = 0
        self.phase = BETTING
        self.paused = False
        self.closed = False
        self.loose = False
        self.game: Game
        self.name: str
        self.given: dict[str, str]
        self.settings: Settings
        self.meters: Meters
        self.places: dict[int, Place] = {}
        self.shoe = 0
        self.commitment: Commitment
        self.cut: int | None = None
        self.position = 0
        self.round: int | None = None
        self.first_card = 0
        self.started = 0
        self.table: Table | None = None
        self.ruling: Ruling | None = None
        self.held: Counter[int] = Counter()
        self.by: list[int | str] = []
        self.accounts: dict[int, str] = {}
        self.first_cut = 0
        self.seen: list[tuple[int, str]] = []
        self.log: list[str] = []
        self.moves: list[ledger.Movement] = []
        self.requests: dict[int, dict[str, Any]] = {}
        self.calls: list[dict[str, Any]] = []
        self.amended: list[dict[str, Any]] = []
        self.last: int | None = None
        self.shoes = shoes

    # ------------------------------------------------------------------------------------------------ reading

    @property
    def standing(self) -> Standing:
        if self.table is None:
            return Standing((), (), None)
        return self.table.standing

    @property
    def entries(self) -> list[Entry]:
        """The entries of the round, as made by those in `by`."""
        return [] if self.table is None else self.table.entries

    @property
    def left(self) -> int:
        """Cards left in the shoe."""
        return len(self.commitment) - self.position

    def place_of(self, person: int) -> Place | None:
        return next((p for p in self.places.values() if p.person == person and not p.left), None)

    def seat_in_round(self, person: int) -> int | None:
        """The seat whose cards are this person's: who sits down later at a seat that was dealt to has none of them."""
        if self.table is None:
            return None
        return next((seat for seat, account in self.accounts.items() if account == f"person:{person}"), None)

    def account(self, seat: int) -> str:
        """Whose money a seat plays with."""
        place = self.places[seat]
        return f"bots:{self.id}" if place.person is None else f"person:{place.person}"

    # ------------------------------------------------------------------------------------------------ replay

    def apply(self, version: int, body: Mapping[str, Any]) -> None:
        """Read one entry of the journal."""
        try:
            self.change(body)
            if "start" in body:
                self.start(body["start"], version)
            for seat, answer, by in body.get("entries", ()):
                self.enter(seat, decode(answer), by)
            if "end" in body:
                self.end(body["end"])
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as fault:
            raise Broken(f"table {self.id}, entry {version}: {fault}") from fault
        self.version = version

    def change(self, body: Mapping[str, Any]) -> None:
        """What a command changes besides the round itself."""
        kind, data, by = body["kind"], body.get("data", {}), body.get("by")
        if kind not in CHANGES or (kind == "opened") != (not self.places):
            raise Broken(f"table {self.id}: an entry of kind {kind!r} cannot stand here")
        CHANGES[kind](self, data, by)

    def take_shoe(self, shoe: int, cut: int | None, position: int) -> None:
        """Deal from this shoe, from this position on."""
        self.shoe, self.cut, self.position = shoe, cut, position
        self.commitment = self.shoes(shoe)

    def next_betting(self) -> None:
        """After a round: wagers anew."""
        if self.phase == ENDED:
            self.phase, self.table, self.ruling, self.round = BETTING, None, None, None
            self.calls = []

    # ------------------------------------------------------------------------------------------------ a round

    def start(self, data: Mapping[str, Any], version: int) -> None:
        """Hold the wagers and begin the order of play."""
        order = [spec.id for spec in self.game.document.wagers]
        wagers = {int(n): {w: bets[w] for w in order if w in bets} for n, bets in data["wagers"].items()}
        self.moves += self.meters.fed(wagers.values(), self.settings, data["round"])
        self.setup: Setup = setup_of(self.meters.displayed(self.settings), wagers)
        self.round, self.started, self.first_card = data["round"], version, self.position
        self.last = self.round
        self.cut = self.first_cut = self.cut or 0
        self.accounts = {int(seat): account for seat, account in data["accounts"].items()}
        self.phase, self.ruling, self.held, self.by = PLAYING, None, Counter(), []
        self.calls, self.amended = [], []
        for seat, bets in wagers.items():
            self.hold(seat, sum(bets.values()))
        self.table = Table(self.game.table.play, self.setup)

    def hold(self, seat: int, cents: int) -> None:
        """Move a seat's money to the table, where it waits for the ruling."""
        self.held[seat] += cents
        self.moves.append(
            ledger.movement("hold", [(self.account(seat), -cents), (f"hold:{self.id}", cents)], self.round)
        )

    def enter(self, seat: int, answer: Answer | Irregularity, by: int | str) -> None:
        """One entry of the round; a dealt card must be the shoe's next, an empty shoe empty, added money is held."""
        assert self.table is not None
        question = next((q for q in self.standing.asked if q.seat == seat), None)
        if answer == OUT_OF_CARDS:
            self._check_empty()
        elif isinstance(question, Deal) and not isinstance(answer, Irregularity):
            if answer != self.next_card():
                raise Broken(f"round {self.round}: card {answer!r} is not the shoe's next")
            self.position += 1
        before = len(self.standing.events)
        self.table.enter(Entry(seat, answer))
        self.by.append(by)
        for event, given in self.standing.events[before:]:
            self._staked(event, given)
        self.ruling = self.standing.ruling

    def _staked(self, event: object, given: Answer | None) -> None:
        if isinstance(event, Stake):
            self.hold(event.of, event.cents)
        elif isinstance(event, Wager) and isinstance(given, int) and given:
            self.hold(event.seat, given)
        elif isinstance(event, Draw):
            self.say(f"{event.what}: {given}")

    def next_card(self) -> int:
        """The shoe's next card; the caller makes sure that there is one."""
        if self.left <= 0:
            raise Broken(f"the shoe of table {self.id} is empty")
        return self.commitment.dealt(self.position, self.cut or 0)

    def _check_empty(self) -> None:
        """A shoe has run out where it holds nothing more, and there is nothing to shuffle."""
        if self.left or shuffled_again(self.commitment.order, self.standing.dealt, self.settings):
            raise Broken(f"round {self.round}: the shoe is said to have run out, and cards are left ({self.left})")

    def end(self, data: Mapping[str, Any]) -> None:
        """Settle: every hold is paid out or lost, exactly once; seats that were left become free."""
        if data.get("void"):  # an older journal, where the shoe's call was not among the entries
            self.enter(self.standing.asked[0].seat, OUT_OF_CARDS, CHANCE)
        ruling = self.ruling
        if ruling is None or not same_ruling(ruling, data):
            raise Broken(f"round {self.round}: the ruling on record is not what the rules say")
        self.moves.append(self.settlement(ruling))
        self.moves += self.meters.settled(self.game, self.setup, self.standing, ruling, self.round)
        for place in self.places.values():
            place.ready, place.wagers = False, {}
            if place.left:
                self.places[place.number] = Place(place.number)
        self.phase = ENDED
        ran_out = any(entry.answer == OUT_OF_CARDS for entry in self.entries)
        self.say(f"round {self.round} has ended" + (": the shoe ran out" if ran_out else ""))
        if data["shoe"] is not None:
            self.take_shoe(data["shoe"]["id"], None, 0)
            self.say("a new shoe is committed to")

    def settlement(self, ruling: Ruling) -> ledger.Movement:
        """A ruling as one movement out of the hold."""
        staked: Counter[int] = Counter()
        for payout in ruling:
            staked[payout.seat] += payout.stake
        if +staked != +self.held:
            told = ", ".join(
                f"seat {n}: held {dollars(self.held[n])}, ruled on {dollars(staked[n])}" for n in self.held
            )
            raise Broken(f"round {self.round}: the ruling does not settle what is held ({told})")
        lines = [line for payout in ruling for line in self._lines(payout)]
        return ledger.movement("settle", lines, self.round)

    def _lines(self, payout: Payout) -> list[tuple[str, int]]:
        return [
            (f"hold:{self.id}", -payout.stake),
            (self.account(payout.seat), payout.returned),
            (f"commission:{self.id}", payout.commission),
            (f"house:{self.id}", payout.stake - payout.returned - payout.commission),
        ]

    # ------------------------------------------------------------------------------------------------ between rounds

    def snapshot(self) -> dict[str, Any]:
        """What a table carries from one round to the next; no card is in it."""
        return {
            "places": [[p.number, p.person, p.name, p.bot] for p in self.places.values()],
            "shoe": self.shoe,
            "cut": self.cut,
            "position": self.position,
            "paused": self.paused,
            "last": self.last,
            "requests": {str(number): asked for number, asked in self.requests.items()},
            "log": self.log,
            "meters": {wager: [x.numerator, x.denominator] for wager, x in self.meters.exact.items()},
        }

    def restore(self, opened: Mapping[str, Any], state: Mapping[str, Any], version: int) -> None:
        """The table after the end of a round, from its first entry and that snapshot."""
        self.change(opened)
        self.places = {n: Place(n, person, name, bot) for n, person, name, bot in state["places"]}
        self.take_shoe(state["shoe"], state["cut"], state["position"])
        self.paused, self.last = state["paused"], state.get("last")
        self.meters = Meters(self.id, {wager: Fraction(*pair) for wager, pair in state["meters"].items()})
        self.moves = []
        self.requests = {int(number): asked for number, asked in state["requests"].items()}
        self.phase, self.log, self.version = ENDED, list(state["log"]), version

    def say(self, line: str) -> None:
        """A line for all to read. Never a card, never a choice."""
        self.log = [*self.log, line][-LOG_LINES:]
