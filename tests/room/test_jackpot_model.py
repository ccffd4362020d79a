"""A plain second jackpot beside the real one: random histories, and not a fraction of a cent between them.

The model knows nothing of vectors, doors or events: it moves fractions between a few names, as a clerk would.
`HOUSEWAY_ACCRUALS` says how many wagers are made (ten million under `make soak`), `HOUSEWAY_JACKPOT_ROUNDS` how many
rounds are played in a real room with linked tables.
"""

import json
import os
import random
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.games import game as find_game
from houseway.room import Command, Person, Room
from houseway.room.audit.room import audit
from houseway.room.jackpots import changes
from houseway.room.jackpots.account import (
    CONTRIBUTION,
    LAWFUL,
    PAID,
    PROMOTION,
    RECEIVED,
    TRANSFERRED,
    Account,
    Unlawful,
    changed,
)
from houseway.room.jackpots.event import Event, did
from houseway.room.jackpots.plan import OPEN, Plan
from houseway.room.store.jackpots import Jackpot, found
from houseway.room.store.ledger import balances
from houseway.room.table.metering import Sensor
from houseway.round.meters import CORRECTED, MALFUNCTION, NOT_DISPLAYED, RECOVERED, REDUCTIONS, SEED, VOIDED, WON
from linked_jackpots import again

WAGERS = int(os.environ.get("HOUSEWAY_ACCRUALS", "20000"))
ROUNDS = int(os.environ.get("HOUSEWAY_JACKPOT_ROUNDS", "30"))
ZERO = Fraction(0)


class Clerk:
    """The model: one jackpot in a ledger of plain fractions."""

    def __init__(self, seed: int, rate: Fraction, reserve_rate: Fraction, maximum: int) -> None:
        self.seed, self.rate, self.reserve_rate, self.maximum = seed, rate, reserve_rate, maximum
        self.shows, self.hidden = Fraction(seed), ZERO
        self.house, self.players, self.owed, self.out = Fraction(seed), ZERO, ZERO, ZERO
        self.taken: dict[str, Fraction] = defaultdict(Fraction)
        self.rounds: dict[int, list[tuple[str, Any]]] = defaultdict(list)

    def wager(self, round_: int, seat: int, stake: int) -> None:
        up = stake * self.rate
        if self.maximum:
            up = max(ZERO, min(up, self.maximum - self.shows))
        aside = stake * self.rate - up + stake * self.reserve_rate
        self.shows += up
        self.hidden += aside
        self.players += up + aside
        self.rounds[round_].append(("wager", (seat, up, aside)))

    def win(self, round_: int, cents: int, reseeds: bool) -> None:
        from_hidden = min(int(self.hidden), self.seed) if reseeds else 0
        self.shows += (self.seed if reseeds else 0) - cents
        self.hidden -= from_hidden
        self.house += (self.seed if reseeds else 0) - from_hidden
        self.owed += cents
        self.rounds[round_].append(("win", (cents, self.seed if reseeds else 0, from_hidden)))

    def pay(self, round_: int, cents: int) -> None:
        self.owed -= cents
        self.out += cents
        self.rounds[round_].append(("pay", cents))

    def void_seat(self, round_: int, seat: int) -> None:
        for kind, what in list(self.rounds[round_]):
            if kind == "wager" and what[0] == seat:
                self._back(round_, up=-what[1], aside=-what[2], players=-what[1] - what[2])
                self.rounds[round_][-1] = ("wager", (0, -what[1], -what[2]))

    def void_round(self, round_: int) -> None:
        up = aside = players = house = owed = out = ZERO
        for kind, what in self.rounds[round_]:
            if kind == "wager":
                up, aside, players = up - what[1], aside - what[2], players - what[1] - what[2]
            elif kind == "win":
                cents, seeded, hidden = what
                up, aside, house, owed = up + cents - seeded, aside + hidden, house - seeded + hidden, owed - cents
            elif kind == "pay":
                owed, out = owed + what, out - what
            else:
                u, a, p, h, o, t = what
                up, aside, players, house = up - u, aside - a, players - p, house - h
                owed, out = owed - o, out - t
        self._back(round_, up=up, aside=aside, players=players, house=house, owed=owed, out=out)
        self.rounds[round_] = []

    def correct(self, round_: int, cents: int, reseeds: bool) -> None:
        """A missed award is paid at once."""
        from_hidden = min(int(self.hidden), self.seed) if reseeds else 0
        seeded = self.seed if reseeds else 0
        self._back(
            round_,
            up=Fraction(seeded - cents),
            aside=Fraction(-from_hidden),
            house=Fraction(seeded - from_hidden),
            out=Fraction(cents),
        )

    def _back(
        self,
        round_: int,
        *,
        up: Fraction,
        aside: Fraction,
        players: Fraction = ZERO,
        house: Fraction = ZERO,
        owed: Fraction = ZERO,
        out: Fraction = ZERO,
    ) -> None:
        least = min(self.shows, Fraction(self.seed))
        if self.shows + up < least:
            gap = least - self.shows - up
            up, house = up + gap, house + gap
        if self.maximum and up > 0 and self.shows + up > self.maximum:
            over = self.shows + up - self.maximum
            up, aside = up - over, aside + over
        if self.hidden + aside < 0:
            gap = -self.hidden - aside
            aside, house = aside + gap, house + gap
        self.shows, self.hidden, self.players = self.shows + up, self.hidden + aside, self.players + players
        self.house, self.owed, self.out = self.house + house, self.owed + owed, self.out + out
        self.rounds[round_].append(("back", (up, aside, players, house, owed, out)))

    def take(self, what: str, shown: Fraction, hidden: Fraction) -> None:
        self.shows, self.hidden = self.shows - shown, self.hidden - hidden
        self.taken[what] += shown + hidden

    def get(self, shown: Fraction, hidden: Fraction) -> None:
        over = max(ZERO, self.shows + shown - self.maximum) if self.maximum and shown > 0 else ZERO
        self.shows, self.hidden = self.shows + shown - over, self.hidden + hidden + over
        self.players += shown + hidden

    def as_account(self) -> Account:
        return Account(
            self.shows,
            self.hidden,
            self.house,
            self.players,
            self.owed,
            self.out,
            self.taken[MALFUNCTION],
            self.taken[NOT_DISPLAYED],
            self.taken[RECOVERED],
            self.taken["moved"],
        )


class Pair:
    """A jackpot and its clerk, with the whole cents that the books moved."""

    def __init__(self, id_: str, plan: Plan) -> None:
        self.plan = plan
        self.real = Jackpot(id_, "w", plan, OPEN, Account(), 0)
        self.clerk = Clerk(plan.seed, plan.increment, plan.reserve, plan.maximum)
        self.books = [0, 0]
        self.events: dict[int, list[Event]] = defaultdict(list)
        self.do(SEED, Account(displayed=Fraction(plan.seed), seed=Fraction(plan.seed)))

    def do(self, what: str, by: Account, round_: int | None = None, **more: Any) -> Event:
        self.real, event = self.real.changed(what, by, "house:1", round=round_, **more)
        self.books = [self.books[0] + event.cents[0], self.books[1] + event.cents[1]]
        assert sum(cents for _, cents in event.movement().cents) == 0
        if round_ is not None:
            self.events[round_].append(event)
        return event

    def restart(self) -> None:
        """Only what is written down is left."""
        plan = Plan.read(json.loads(json.dumps(self.real.plan.json())))
        account = Account.read(json.loads(json.dumps(self.real.account.json())))
        self.real = self.real._replace(plan=plan, account=account)
        for round_, events in self.events.items():
            self.events[round_] = [Event.read(json.loads(json.dumps(event.json()))) for event in events]

    def check(self) -> None:
        assert self.real.account == self.clerk.as_account()
        assert self.real.account.off == 0
        assert self.books == [int(self.real.account.displayed), int(self.real.account.reserve)]

    # -------------------------------------------------------------------------------------------- the same of both

    def play(self, round_: int, stakes: dict[int, int]) -> None:
        parts = changes.contributions(self.real.account, self.plan, stakes)
        self.do(CONTRIBUTION, changes.total(parts), round_, parts=parts, shown=0)
        for seat, stake in sorted(stakes.items()):
            self.clerk.wager(round_, seat, stake)

    def hit(self, round_: int, share: Fraction) -> None:
        cents = int(self.real.account.shown * share)
        whole = share == 1
        seeded = self.plan.seed if whole else 0
        self.do(
            WON, changes.won(self.real.account, self.real.plan, cents, seeded), round_, awards={1: cents}, seeded=seeded
        )
        self.clerk.win(round_, cents, whole)

    def pay(self, round_: int) -> None:
        cents = int(sum((event.by.pending for event in self.events[round_]), ZERO))
        if cents:
            self.do(PAID, Account(pending=Fraction(-cents), paid=Fraction(cents)), round_)
            self.clerk.pay(round_, cents)

    def void_seat(self, round_: int, seat: int) -> None:
        (fed,) = [event for event in self.events[round_] if event.what == CONTRIBUTION]
        by = changes.undone(self.real.account, self.plan, fed.parts[seat].change)
        self.do(VOIDED, by, round_, parts={seat: fed.parts[seat]})
        self.clerk.void_seat(round_, seat)

    def void_round(self, round_: int) -> None:
        self.do(VOIDED, changes.undone(self.real.account, self.plan, did(self.events[round_])), round_)
        self.clerk.void_round(round_)

    def correct(self, round_: int, cents: int, *, whole: bool) -> None:
        self.do(CORRECTED, changes.owed(self.real.account, self.plan, cents, whole=whole), round_)
        self.clerk.correct(round_, cents, whole)

    def reduce(self, source: random.Random) -> None:
        """One of the reductions, as much as is lawful."""
        account, what = self.real.account, source.choice([MALFUNCTION, NOT_DISPLAYED, RECOVERED])
        spare = max(0, int(account.displayed) - self.plan.seed)
        most = int(account.reserve) if what == NOT_DISPLAYED else spare
        if what == RECOVERED:
            most = min(most, int(account.seed - account.recovered))
        if most <= 0:
            return
        cents = source.randrange(1, most + 1)
        by = {
            MALFUNCTION: lambda: changes.mended(cents),
            NOT_DISPLAYED: lambda: changes.booked(cents),
            RECOVERED: lambda: changes.recovered(account, cents, displayed=True),
        }[what]()
        self.do(what, by)
        hidden = what == NOT_DISPLAYED
        self.clerk.take(what, ZERO if hidden else Fraction(cents), Fraction(cents) if hidden else ZERO)

    def move_to(self, other: "Pair") -> None:
        if self.real.account.pending:
            return
        by = changes.left_over(self.real.account)
        self.do(TRANSFERRED, by)
        gone = Account(-by.displayed, -by.reserve, contributed=-by.displayed - by.reserve)
        other.do(RECEIVED, changes.within(other.real.account, other.plan, gone))
        self.clerk.take("moved", -by.displayed, -by.reserve)
        other.clerk.get(-by.displayed, -by.reserve)


PLANS = (
    Plan(seed=500_00, increment=Fraction(3, 40), practice=False),
    Plan(seed=0, increment=Fraction(1, 3), reserve=Fraction(1, 7), practice=False),
    Plan(seed=1000_00, increment=Fraction(1, 9), reserve=Fraction(1, 50), maximum=1200_01, practice=False),
)


def history(wagers: int, seed: int, pair_of: Callable[[str, Plan], Pair] = Pair) -> list[Pair]:
    """Random histories of a few jackpots that several tables feed: everything that can happen, in any order."""
    source = random.Random(seed)
    pairs = [pair_of(f"j{n}", plan) for n, plan in enumerate(PLANS)]
    made, round_ = 0, 0
    while made < wagers:
        round_ += 1
        pair = source.choice(pairs)
        stakes = {seat: source.choice([25, 100, 100, 101, 500, 333]) for seat in source.sample(range(1, 10), 6)}
        pair.play(round_, stakes)
        made += len(stakes)
        chance = source.random()
        if chance < 0.04:
            pair.hit(round_, source.choice([Fraction(1), Fraction(1, 10), Fraction(1, 4)]))
        if source.random() < 0.03:
            pair.void_seat(round_, source.choice(sorted(stakes)))
        if source.random() < 0.9:
            pair.pay(round_)
        _later(source, pair, round_)
        if source.random() < 0.002:
            other = source.choice([each for each in pairs if each is not pair])
            pair.move_to(other)
            pairs[pairs.index(pair)] = pair_of(f"{pair.real.id}.{round_}", pair.plan)
            pair.check()
        if source.random() < 0.01:
            for each in pairs:
                each.restart()
        if round_ % 50 == 0:
            for each in pairs:
                each.check()
                _forget(each, round_)
    for each in pairs:
        each.check()
    return pairs


def _later(source: random.Random, pair: Pair, round_: int) -> None:
    """What people do to rounds that have ended, sometimes long ago."""
    old = source.choice(sorted(pair.events)[-20:])
    if source.random() < 0.03:
        pair.void_round(old)
    elif source.random() < 0.02 and pair.real.account.shown:
        whole = source.random() < 0.5
        cents = pair.real.account.shown if whole else source.randrange(1, pair.real.account.shown + 1)
        pair.correct(old, cents, whole=whole)
    elif source.random() < 0.03:
        pair.reduce(source)
    elif source.random() < 0.05:
        pair.pay(old)


def _forget(pair: Pair, round_: int) -> None:
    """Rounds so long ago that nobody voids them any more."""
    for each in [old for old in pair.events if old < round_ - 200]:
        del pair.events[each]
        pair.clerk.rounds.pop(each, None)


def test_not_a_fraction_of_a_cent_between_the_jackpot_and_the_clerk(luck: int) -> None:
    pairs = history(WAGERS, 20 + luck)
    assert any(pair.real.account.carried for pair in pairs), "broken cents were carried"


@pytest.mark.parametrize("part", ["displayed", "reserve", "seed", "contributed"])
def test_a_fraction_that_is_lost_in_a_restart_is_caught(part: str) -> None:
    class Careless(Pair):
        def restart(self) -> None:
            super().restart()
            whole = {part: Fraction(int(getattr(self.real.account, part)))}
            self.real = self.real._replace(account=self.real.account._replace(**whole))

    with pytest.raises((AssertionError, Unlawful)):
        history(20_000, 20, Careless)


# ---------------------------------------------------------------------------------------------------- in a real room

JACKPOT = "super-pairs-jackpot"
PAIRS = find_game("super-pairs")
LINKED = {"offer-super-pairs-jackpot": "yes", "penetration": "25%"}
LINKED |= {"super-pairs-jackpot-seed": "500.00", "super-pairs-jackpot-increment": "7.77%"}


def test_linked_tables_restarts_voids_corrections_hits_and_closings_beside_the_clerk(
    sqlite: str, arranged: Any, luck: int
) -> None:
    """Real rounds at real tables, some of them won; the clerk is told who wagered and what each ruling took."""
    House(sqlite, arranged, random.Random(7 + luck)).play(ROUNDS)
    assert audit(sqlite) == []


class House:
    """Two tables that feed one jackpot, people who run it, and the clerk beside them."""

    def __init__(self, database: str, arranged: Any, source: random.Random) -> None:
        self.database, self.source, self.keys = database, source, iter(range(10**9))
        self.settings = PAIRS.configure(LINKED)
        self.draw = again(arranged, "As As As As As 2c 9c 9d 9h", PAIRS.pack(self.settings))
        rate = self.settings.fraction(f"{JACKPOT}-increment")
        self.plan = Plan(seed=500_00, increment=rate, reserve=Fraction(1, 33), maximum=700_00, practice=False)
        self.clerk = Clerk(500_00, rate, Fraction(1, 33), 700_00)
        self.room = Room.open(database, draw=self.draw)
        made = [("Mia", "manager"), ("Dora", "dealer"), ("Dan", "dealer")]
        self.mia, self.dora, self.dan = (
            self.room.people.add(name, role, "no hash", by="command: tests") for name, role in made
        )
        self.people = [self.room.people.guest(name) for name in ("Ann", "Bob", "Cyd", "Dee")]
        self.places: dict[int, int] = {}
        self.tables = [self.open(0), self.open(1)]
        self.ended: list[tuple[int, int]] = []

    def open(self, number: int) -> int:
        sensors = {JACKPOT: Sensor("aces", self.plan)}
        table = self.room.open_table(self.mia, "super-pairs", LINKED, "t", jackpots=sensors)
        self.places[table] = number
        for seat, person in enumerate(self.people[2 * number : 2 * number + 2], 1):
            self.do(table, person, "sit", seat=seat)
        return table

    def do(self, table: int, person: Person, kind: str, **data: Any) -> None:
        self.room.do(Command(table, person.id, f"key-{next(self.keys)}", None, kind, data))

    def view(self, table: int, person: Person | None = None) -> dict[str, Any]:
        return self.room.view(table, person).json()

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.round(self.source.randrange(2))
            self.award()
            step = self.source.choice([self.void, self.correct, self.close, self.restart, *[lambda: None] * 6])
            step()
            self.check()
        self.room.close()

    def round(self, at: int) -> None:
        table, people = self.tables[at], self.people[2 * at : 2 * at + 2]
        stakes = {}
        for seat, person in enumerate(people, 1):
            on = self.source.random() < 0.9
            self.do(table, person, "bet", wagers={"blackjack": 500} | ({JACKPOT: 100} if on else {}))
            stakes |= {seat: 100} if on else {}
        for person in people:
            self.do(table, person, "ready")
        number = self.view(table)["round"]
        for seat, stake in stakes.items():
            self.clerk.wager(number, seat, stake)
        while self.view(table)["phase"] == "playing":
            for person in people:
                for asked in self.view(table, person)["asked"]:
                    if asked["yours"]:
                        self.do(table, person, "answer", answer=0 if asked["kind"] == "wager" else "stand")
        won = [each for each in self.view(table)["ruling"] if each.get("meter_cents")]
        for each in won[::-1]:
            self.clerk.win(number, each["meter_cents"], each["seeded_cents"] > 0)
        self.ended.append((table, number))
        with suppress(HousewayError):
            for person in people:
                self.room.people.more_chips(person)

    def award(self) -> None:
        """Awards are mostly paid by two people, and some wait."""
        for each in self.room.jackpots.awards():
            if self.source.random() < 0.8:
                page = self.room.round(each["round"], None).json()
                seat = next(s for s in page["seats"] if s["number"] == each["seat"])
                player = self.people[each["seat"] - 1 + 2 * self.places[each["table"]]].name
                seen = {"hand": " ".join(seat["cards"][:2]), "wager_cents": 100, "payout_cents": each["cents"]}
                self.room.jackpots.verify(self.dora, each["award"], seen | {"player": player})
                self.room.jackpots.approve_award(self.dan, each["award"])
                self.room.jackpots.pay(self.dora, each["award"])
                self.clerk.pay(each["round"], each["cents"])

    def void(self) -> None:
        table, number = self.source.choice(self.ended[-6:])
        if self._agree(table, round=number, what="void"):
            self.clerk.void_round(number)

    def correct(self) -> None:
        table, number = self.source.choice(self.ended[-6:])
        asked = {"round": number, "what": "correction", "seat": 1, "wager": JACKPOT, "cents": 123_45}
        if self._agree(table, **asked):
            self.clerk.correct(number, 123_45, reseeds=False)

    def _agree(self, table: int, **asked: Any) -> bool:
        try:
            self.do(table, self.dora, "request", reason="found later", **asked)
            request = self.view(table, self.dora)["requests"][-1]["request"]
        except HousewayError:
            return False
        try:
            self.do(table, self.dan, "approve", request=request)
        except HousewayError:
            return False
        return True

    def close(self) -> None:
        """A table is closed and another opened in its place; the meter goes on."""
        at = self.source.randrange(2)
        with suppress(HousewayError):
            self.do(self.tables[at], self.dora, "close")
            self.tables[at] = self.open(at)
            self.ended = [each for each in self.ended if each[0] in self.tables] or self.ended[:0]
        if not self.ended:
            self.round(0)

    def restart(self) -> None:
        self.room.close()
        self.room = Room.open(self.database, draw=self.draw)

    def check(self) -> None:
        with self.room.store.transaction() as connection:
            account = found(connection, ["aces"])["aces"].account
            books = balances(connection, ["meter:aces", "reserve:aces"])
        assert account == self.clerk.as_account()
        assert list(books.values()) == [int(account.displayed), int(account.reserve)]


# ---------------------------------------------------------------------------------------------------- unlawful changes

START = Account(displayed=Fraction(600_00), reserve=Fraction(50), seed=Fraction(500_00), contributed=Fraction(100_50))
FIELDS = Account._fields


@pytest.mark.parametrize("what", [*LAWFUL, "because", "void of a friend's", ""])
def test_every_reduction_that_is_not_lawful_is_refused(what: str) -> None:
    """A cent off the display or the reserve, to wherever: only for what may take it there."""
    allowed = {
        (WON, "displayed", "pending"),
        (MALFUNCTION, "displayed", "malfunction"),
        (NOT_DISPLAYED, "reserve", "receipts"),
        (RECOVERED, "displayed", "recovered"),
        (RECOVERED, "reserve", "recovered"),
        (TRANSFERRED, "displayed", "moved"),
        (TRANSFERRED, "reserve", "moved"),
        (PROMOTION, "displayed", "moved"),
        (PROMOTION, "reserve", "moved"),
        (CORRECTED, "displayed", "pending"),
        (CORRECTED, "displayed", "paid"),
        (CORRECTED, "reserve", "pending"),
        (CORRECTED, "reserve", "paid"),
        (CORRECTED, "displayed", "reserve"),
        (CORRECTED, "reserve", "displayed"),
        ("maximum", "displayed", "reserve"),
        (WON, "reserve", "pending"),
        (WON, "reserve", "displayed"),
        (VOIDED, "displayed", "reserve"),
        (VOIDED, "reserve", "displayed"),
    }
    for taken in ("displayed", "reserve"):
        for to in FIELDS:
            if to in (taken, "seed", "contributed"):
                continue
            by = Account(**{taken: Fraction(-1), to: Fraction(1)})
            if (what, taken, to) in allowed:
                assert changed(START, what, by, 500_00).off == 0
            else:
                with pytest.raises(Unlawful):
                    changed(START, what, by, 500_00)


@pytest.mark.parametrize("what", [*LAWFUL, "because"])
def test_a_display_falls_to_the_house_for_no_reason_without_a_name(what: str) -> None:
    """The house's own side: seed and contributions never shrink by themselves."""
    for side in ("seed", "contributed"):
        by = Account(displayed=Fraction(-1), **{side: Fraction(-1)})
        if (what, side) == (VOIDED, "contributed"):
            assert changed(START, what, by, 500_00).off == 0
        else:
            with pytest.raises(Unlawful):
                changed(START, what, by, 500_00)


@pytest.mark.parametrize("what", [MALFUNCTION, RECOVERED, VOIDED, CORRECTED, "maximum"])
def test_nothing_but_a_winner_takes_a_display_below_its_seed(what: str) -> None:
    to = {MALFUNCTION: "malfunction", RECOVERED: "recovered", CORRECTED: "paid"}.get(what, "reserve")
    for cents, lawful in ((100_00, True), (100_01, False)):
        by = Account(displayed=Fraction(-cents), **{to: Fraction(cents)})
        if lawful:
            assert changed(START, what, by, 500_00).shown == 500_00
        else:
            with pytest.raises(Unlawful, match="does not fall below"):
                changed(START, what, by, 500_00)
    assert changed(START, WON, Account(displayed=Fraction(-600_00), pending=Fraction(600_00)), 500_00).shown == 0


@pytest.mark.parametrize("field", FIELDS)
def test_what_does_not_add_up_is_refused(field: str) -> None:
    for what in LAWFUL:
        for amount in (Fraction(1, 3), Fraction(-1, 3)):
            with pytest.raises(Unlawful):
                changed(START, what, Account(**{field: amount}), 500_00)


def test_the_five_reductions_of_the_state_are_all_there_and_have_their_names() -> None:
    assert set(REDUCTIONS) <= set(LAWFUL)
    assert REDUCTIONS == ("won", "malfunction", "maximum", "not displayed", "seed recovered")
