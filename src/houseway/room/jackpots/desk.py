"""The jackpots of a room, for whoever reads them and for the people who run them.

Reading needs nobody: `all`, `one`, `history`, `awards`, `requests`, `funds`. An award is verified by one person and
approved by another before it is paid. What takes money off a jackpot is asked for by one and approved by another, and
goes through `account.changed` like everything else. Each act is an entry in the room's journal with who and why.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from houseway.errors import HousewayError, UnknownName
from houseway.money import dollars
from houseway.room.acts.shown import check_shown, shown
from houseway.room.errors import Broken, Forbidden, legible
from houseway.room.jackpots.account import PAID, Account
from houseway.room.jackpots.act import (
    DECLINED,
    TAKEN_BACK,
    Act,
    acting,
    agreed_on,
    award_row,
    otherwise,
    paid_by,
    paid_in,
    pays,
    reason_in,
    won_of,
)
from houseway.room.jackpots.event import HOUSE_ACCOUNT, Event
from houseway.room.jackpots.funds import VERIFIED, Funds
from houseway.room.jackpots.moves import MOVES
from houseway.room.jackpots.plan import CLOSED, FROZEN, OPEN, SUSPENDED, Plan
from houseway.room.jackpots.two_people import ACTS, OF_THE_ACCOUNT, check_fields, doing
from houseway.room.jackpots.void import VOID, Voids, void_of
from houseway.room.people.people import MANAGER, STAFF, People, Person
from houseway.room.store import archived, jackpots_told, journal, seals, trusted
from houseway.room.store.database import Store
from houseway.room.store.jackpots import Jackpot, changes_of, found
from houseway.room.store.schema import AWARDS, JACKPOT_CHANGES, JACKPOT_REQUESTS, JACKPOTS, PEOPLE

PENDING, VERIFIED_, APPROVED, PAID_, CANCELLED = "pending", "verified", "approved", "paid", "cancelled"
REFUSED = "refused"
"""What the list calls an award whose row is not what signed entries tell."""

Verifier = Callable[[Connection, Row[Any], Mapping[str, Any]], dict[str, Any]]
"""Checks what somebody has seen of an award against the round as it was played; what is written down of it."""


class Card(NamedTuple):
    """A jackpot as everybody may see it; the reserve, the plan and the identity are the house's to see."""

    id: str
    wager: str
    kind: str
    state: str
    practice: bool
    shown_cents: int
    seed_cents: int
    maximum_cents: int
    pending_cents: int
    reserve_cents: int
    notice: str
    number: int
    identity: Mapping[str, str]

    @property
    def json(self) -> dict[str, Any]:
        return {**self._asdict(), "identity": dict(self.identity)}


def card_of(jackpot: Jackpot) -> Card:
    """A jackpot to be read."""
    account, plan = jackpot.account, jackpot.plan
    return Card(
        jackpot.id,
        jackpot.wager,
        plan.kind,
        jackpot.state,
        plan.practice,
        account.shown,
        plan.seed,
        plan.maximum,
        int(account.pending),
        int(account.reserve),
        jackpot.notice,
        jackpot.number,
        identity(account),
    )


def identity(account: Account) -> dict[str, str]:
    """Both sides of the identity in cents, exactly; whole cents and the broken ones that are carried apart."""
    left = {"seed": account.seed, "contributed": account.contributed}
    right = {
        "displayed": Fraction(int(account.displayed)),
        "reserve": Fraction(int(account.reserve)),
        "pending": account.pending,
        "paid": account.paid,
        "malfunction": account.malfunction,
        "receipts": account.receipts,
        "recovered": account.recovered,
        "moved": account.moved,
        "carried": account.carried,
    }
    return {name: str(amount) for name, amount in (left | right).items()} | {"off": str(account.off)}


class Jackpots:
    """The jackpots of a room."""

    def __init__(self, store: Store, people: People, verifier: Verifier, funds: Callable[[Connection], Funds]) -> None:
        self._store = store
        self._people = people
        self._verifier = verifier
        self._funds = funds
        self.threshold = VERIFIED

    # ------------------------------------------------------------------------------------------------ reading

    def all(self) -> list[Card]:
        """Every jackpot that is not closed, or that holds something still, by id."""
        with self._store.transaction() as connection:
            known = found(connection).values()
            return [card_of(each) for each in known if each.state != CLOSED or sum(each.account.held) >= 1]

    def one(self, id_: str) -> Card:
        with self._store.transaction() as connection:
            known = found(connection, [id_])
        if id_ not in known:
            raise UnknownName(f"there is no jackpot {id_!r}")
        return card_of(known[id_])

    def history(self, id_: str, most: int = 500) -> list[dict[str, Any]]:
        """The latest changes of a jackpot, the oldest of them first: number, when, what, and what it showed then.

        Of one whose entry lies in an archive it says in which; when it was, the archive tells.
        """
        query = select(JACKPOT_CHANGES).where(JACKPOT_CHANGES.c.jackpot == id_)
        query = query.order_by(JACKPOT_CHANGES.c.number.desc()).limit(most)
        with self._store.reading() as connection, legible(f"jackpot {id_}"):
            return [_told(connection, row) for row in reversed(connection.execute(query).all())]

    def awards(self, *, waiting: bool = True) -> list[dict[str, Any]]:
        """What was won and is verified by people, the oldest first; with those that are paid where all are wanted.

        One that was paid before its round was voided is void. `fault` says so where one is not what was signed.
        """
        query = select(AWARDS).order_by(AWARDS.c.id)
        if waiting:
            query = query.where(AWARDS.c.state.not_in([PAID_, CANCELLED]))
        with self._store.transaction() as connection:
            voids, paid = Voids(connection), paid_in(connection)
            return [_listed(row, voids, paid) for row in connection.execute(query).all()]

    def requests(self) -> list[dict[str, Any]]:
        """What is asked for and waits for a second person: what, why, who asked and when."""
        with self._store.transaction() as connection, legible("the jackpots' desk"):
            rows = connection.execute(select(JACKPOT_REQUESTS).order_by(JACKPOT_REQUESTS.c.seq)).all()
            entries = {row.seq: trusted.entry(connection, journal.ROOM, row.seq) for row in rows}
            names = names_of(connection, [int(entry["by"]) for entry in entries.values()])
            return [
                {"request": seq, **entry["request"], "name": names[entry["by"]], "at": entry["at"]}
                for seq, entry in entries.items()
            ]

    def names(self, people: Iterable[int]) -> dict[int, str]:
        """Who is behind these numbers."""
        with self._store.transaction() as connection:
            return names_of(connection, people)

    def funds(self) -> Funds:
        """What is held for players, and what must be."""
        with self._store.transaction() as connection:
            return self._funds(connection)

    # ------------------------------------------------------------------------------------------------ awards

    def verify(self, by: Person, award: int, seen: Mapping[str, Any], *, origin: str = "") -> None:
        """Hand, wager, payout and player are as somebody has seen them; the shoe's proof is checked with it.

        `seen` has `hand`, `wager_cents`, `payout_cents` and `player`; over the threshold `counted` too, the cards of
        the shoe. `origin` tells the browser that it comes from.
        """
        with self._act(by, origin) as act:
            row = act.award(award, PENDING)
            said = self._verifier(act.connection, row, seen)
            if row.cents > self.threshold and seen.get("counted") != said["cards"]:
                raise HousewayError(
                    f"over {dollars(self.threshold)} the cards are counted, and these are not as many as the shoe has: "
                    "count them again (WAC 230-15-320)"
                )
            act.mark(row, VERIFIED_, {"verified_by": by.id, "verified": {**dict(seen), **said}})
            act.note("verified", award=award, of=won_of(row), seen={**dict(seen), **said})

    def approve_award(self, by: Person, award: int, *, origin: str = "", shown: str | None = None) -> None:
        """The second person, in another browser, by what was `shown` where it was; the award may be paid then."""
        with self._act(by, origin) as act:
            row, verified = act.award(award, VERIFIED_), agreed_on(act.connection, award)["verified"]
            first = act.second(verified)
            check_shown(_won(row, verified.get("seen")), shown)
            act.mark(row, APPROVED, {"approved_by": by.id})
            act.note("approved", award=award, of=won_of(row), asked_by=first)

    def decline_award(self, by: Person, award: int, reason: str) -> None:
        """Not as it was verified, and why: it waits to be verified anew. What was not won is a void's matter."""
        with self._act(by) as act:
            row = act.award(award, VERIFIED_, APPROVED, declining=True)
            why = reason_in(reason)
            act.mark(row, PENDING, {"declined_by": by.id, "declined": why}, anew=True)
            act.note(DECLINED, award=award, of=won_of(row), reason=why)

    def pay(self, by: Person, award: int) -> dict[str, Any]:
        """Pay an award that two people have agreed on; the receipt."""
        with self._act(by) as act:
            row = act.award(award, APPROVED)
            jackpot = act.book.one(row.jackpot)
            cents = Fraction(row.cents)
            change = Account(pending=-cents, paid=cents)
            act.book.change(jackpot, PAID, change, HOUSE_ACCOUNT, paid_by(row), wager=row.wager, round=row.round)
            said = act.mark(row, PAID_, {"paid_by": by.id})
            entry = act.note("paid", award=award, of=won_of(row))
            return _receipt(row, said, entry)

    def receipt(self, award: int) -> dict[str, Any]:
        """The receipt of an award that is paid; `voided` tells by which entry its round is void since, and when."""
        with self._store.transaction() as connection, legible(f"award {award}"):
            row = award_row(connection, award)
            if row.state != PAID_:
                raise HousewayError(f"award {award} is {row.state}: it is not paid yet")
            agreed, paid = agreed_on(connection, award), paid_in(connection)
            if award not in paid:
                raise UnknownName(f"there is no receipt of award {award}")
            entry, _ = paid[award]
            said = {f"{each}_by": agreed[each]["by"] for each in (VERIFIED_, APPROVED, PAID_)}
            said |= {"verified": agreed[VERIFIED_]["seen"]}
            listed = json.loads(row.said)
            if any(listed.get(key) != value for key, value in said.items()) or not pays(agreed[PAID_], row):
                raise otherwise(award)
            at, hash_ = agreed[PAID_]["at"], trusted.head_at(connection, journal.ROOM, entry).hash
            return _receipt(row, said, (entry, at, hash_)) | {"voided": void_of(connection, row)}

    # ------------------------------------------------------------------------------------------------ states

    def freeze(self, by: Person, id_: str, notice: str) -> None:
        """No wager is taken any more, and everybody is told why: the step before a jackpot is moved or closed."""
        self._state(by, id_, "frozen", FROZEN, notice, {OPEN, SUSPENDED})

    def thaw(self, by: Person, id_: str, reason: str) -> None:
        """Wagers are taken again, as far as the prize account holds what is required."""
        self._state(by, id_, "thawed", OPEN, reason, {FROZEN})

    def _state(self, by: Person, id_: str, act_: str, state: str, why: str, of: set[str]) -> None:
        with self._act(by, manager=True) as act:
            reason = reason_in(why)
            jackpot = jackpots_told.sound(act.book, id_)
            if jackpot.state not in of:
                raise HousewayError(f"the jackpot {id_} is {jackpot.state}")
            act.state(id_, state, "" if state == OPEN else reason)
            if state == OPEN:
                self._review(act)
            act.note(act_, jackpot=id_, reason=reason)

    def deposit(self, by: Person, cents: int, reason: str) -> None:
        """Money put on the prize account; jackpots that were suspended for want of it take wagers again."""
        with self._act(by, manager=True) as act:
            if cents <= 0:
                raise HousewayError("a deposit is more than nothing")
            act.move(*MOVES["deposit"]({"cents": cents}))
            said = reason_in(reason)
            act.post()
            self._review(act)
            act.note("deposit", cents=cents, reason=said)

    def review(self, by: Person) -> list[str]:
        """Compare the prize account with what is required, and suspend or reopen: the jackpots that changed."""
        with self._act(by, manager=True) as act:
            changed = self._review(act)
            if changed:
                act.note("reviewed", reason="the prize account was compared with what is required")
            return changed

    def _review(self, act: Act) -> list[str]:
        funds = self._funds(act.connection)
        act.more["funds"] = {"held": funds.held, "required": funds.required}
        why = f"the prize account holds {dollars(funds.held)} of {dollars(funds.required)}; WAC 230-15-455"
        changed = []
        for jackpot in found(act.connection).values():
            if jackpot.plan.practice or jackpot.state not in (OPEN, SUSPENDED):
                continue
            state = SUSPENDED if funds.short else OPEN
            if state != jackpot.state:
                act.state(jackpot.id, state, why if funds.short else "")
                changed.append(jackpot.id)
        return changed

    # ------------------------------------------------------------------------------------------------ two people

    def ask(self, by: Person, what: str, id_: str, reason: str, *, origin: str = "", **data: Any) -> int:
        """Ask for something that another person approves; its number. What cannot be done is refused at once."""
        with self._act(by, origin, manager=True) as act:
            if what not in ACTS:
                raise UnknownName(f"there is no {what!r} of a jackpot; there is {', '.join(ACTS)}")
            check_fields(what, data)
            body = {"what": what, "jackpot": id_, "reason": reason_in(reason), "by": by.id, **data}
            try:
                body |= {"reserve": str(Fraction(data["reserve"]))} if "reserve" in data else {}
                with act.connection.begin_nested() as tried:
                    tried_by = Act(act.connection, self._people, by, act.head)
                    ACTS[what](tried_by, doing(tried_by, what, id_), body)
                    tried.rollback()
            except (KeyError, TypeError, ValueError) as fault:
                if isinstance(fault, HousewayError):
                    raise
                raise HousewayError(f"{what}: {fault!r} is missing or wrong") from None
            act.book.events.clear()
            seq, _, _ = act.note("asked", request=body)
            act.connection.execute(JACKPOT_REQUESTS.insert().values(seq=seq, body=json.dumps(body)))
            return seq

    def approve(self, by: Person, request: int, *, origin: str = "", shown: str | None = None) -> None:
        """Do what another has asked for, in another browser, as it was `shown` where it was."""
        with self._act(by, origin, manager=True) as act:
            body = act.request(request)
            act.second(trusted.entry(act.connection, journal.ROOM, request))
            check_shown({"request": request, **body}, shown)
            ACTS[body["what"]](act, doing(act, body["what"], body["jackpot"]), body)
            if body["what"] in OF_THE_ACCOUNT:
                act.post()
                self._review(act)
            act.note(body["what"], jackpot=body["jackpot"], reason=body["reason"], request=request, asked_by=body["by"])

    def decline(self, by: Person, request: int, reason: str) -> None:
        """Not what another has asked for, and why; who has asked for it takes it back."""
        with self._act(by) as act:
            body = act.request(request)
            says = TAKEN_BACK if body["by"] == by.id else DECLINED
            act.note(says, jackpot=body["jackpot"], reason=reason_in(reason), request=request)

    def _act(self, by: Person, origin: str = "", *, manager: bool = False) -> acting:
        if by.provisional or by.role not in ((MANAGER,) if manager else STAFF):
            raise Forbidden(f"that is for {'a manager' if manager else 'a supervisor'}")
        return acting(self._store, self._people, by, origin)


def names_of(connection: Connection, people: Iterable[int]) -> dict[int, str]:
    """The names of people by number, by rows that the room has sealed; who has none is told by the number."""
    wanted, signer = set(people), journal.signer_of(connection)
    rows = connection.execute(select(PEOPLE).where(PEOPLE.c.id.in_(wanted))).all()
    sealed = {row.id: str(row.name) for row in rows if seals.right(seals.of_person, signer, row._mapping)}
    return {id_: sealed.get(id_, f"person {id_}") for id_ in wanted}


def _listed(row: Row[Any], voids: Voids, paid: Mapping[int, tuple[int, Mapping[str, Any]]]) -> dict[str, Any]:
    """An award for a list; where it is not what was signed, or nobody can read it, why."""
    try:
        with legible(f"award {row.id}"):
            if (row.state == PAID_) != (row.id in paid) or (row.state == PAID_ and not pays(paid[row.id][1], row)):
                raise otherwise(row.id)
            return _award(row, VOID if row.state == PAID_ and voids.of(row) is not None else row.state)
    except HousewayError as fault:
        return {"award": row.id, **won_of(row), "state": REFUSED, "said": {}, "shown": "", "fault": str(fault)}


def _award(row: Row[Any], state: str) -> dict[str, Any]:
    said = json.loads(row.said)
    if not all(isinstance(who, int) for key, who in said.items() if key.endswith("_by")):
        raise Broken("what people did is told without who they were")
    won = _won(row, said.get("verified"))
    told = {key: value for key, value in won.items() if key != "verified"}
    return told | {"state": state, "said": said, "shown": shown(won), "fault": ""}


def _won(row: Row[Any], verified: Any) -> dict[str, Any]:
    """What was won, and what somebody has seen of it: what the second person is to be shown."""
    return {"award": row.id, **won_of(row), "verified": verified}


def _told(connection: Connection, row: Row[Any]) -> dict[str, Any]:
    """A change as the signed entry tells that it is listed with; as it is listed where that lies in an archive."""
    gone = trusted.in_archive(connection, row.chain, row.entry)
    entry = {} if gone else trusted.entry(connection, row.chain, row.entry)
    told = json.loads(row.body)
    if not gone and told not in entry.get("jackpots", ()):
        raise Broken(f"change {row.number} is not told by the entry that it is listed with")
    event = Event.read(told)
    return ({"archived": archived.where(connection, row.chain, row.entry)} if gone else {}) | {
        "number": event.number,
        "at": entry.get("at", ""),
        "by": entry.get("by"),
        "table": row.chain or None,
        "round": event.round,
        "what": event.what,
        "change": event.by.json(),
        "shown_cents": int(event.left),
        "awards": dict(event.awards),
        "reason": event.reason,
    }


def _receipt(row: Row[Any], said: Mapping[str, Any], entry: tuple[int, str, str]) -> dict[str, Any]:
    seq, at, hash_ = entry
    told = {"award": row.id, "jackpot": row.jackpot, "table": row.chain, "round": row.round, "seat": row.seat}
    told |= {"account": row.account, "cents": row.cents, "paid_at": at, "entry": seq, "hash": hash_}
    told |= {"voided": None}
    return told | {key: said[key] for key in ("verified_by", "approved_by", "paid_by", "verified") if key in said}


__all__ = ["ACTS", "JACKPOTS", "Card", "Jackpots", "Plan", "card_of", "changes_of", "identity"]
