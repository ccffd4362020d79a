"""Whether what was done at a table was theirs who did it: roles, two people, and where the room's journal stood."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from houseway.money import dollars
from houseway.room.acts import OF_HOUSE, change
from houseway.room.acts.desk import Approve, Close, Decline, Pause, Request, Resume, in_play, owners
from houseway.room.acts.opened import Opened
from houseway.room.acts.play import Answer, Call
from houseway.room.acts.refunds import apart
from houseway.room.acts.seats import AddBot, RemoveBot, Sit
from houseway.room.acts.wagers import Bet, Clear, Open, Ready, Seal
from houseway.room.audit.chain import SKEW, moment_of
from houseway.room.audit.people import People
from houseway.room.audit.read import TableRead
from houseway.room.controls.choices import not_theirs
from houseway.room.jackpots.account import MOVED, Account
from houseway.room.jackpots.event import Event, did
from houseway.room.people.independence import objection
from houseway.room.people.people import MANAGER, PLAYER, ROLES, STAFF
from houseway.room.store.meters import HELD, METERED, STATED
from houseway.room.table.answering import HOUSE
from houseway.room.table.entry import JournalEntry
from houseway.room.table.pending import AMENDMENTS, CORRECTION, VOID, Pending
from houseway.room.table.state import LiveTable
from houseway.round.meters import CORRECTED, VOIDED

PLAY = (Sit, Bet, Clear, Ready, Seal, Open, Answer)
"""What only a player does."""


def allowed(read: TableRead, people: People, table: LiveTable, seq: int, entry: JournalEntry) -> None:
    """What somebody did was theirs to do, by the role that the room's journal gives them then."""
    if says := _not_theirs(people, table, entry):
        read.found(f"table {table.id}, entry {seq}", f"the act '{entry.kind}' {says}")


def _not_theirs(people: People, table: LiveTable, entry: JournalEntry) -> str:
    """Why an act was not theirs who did it; nothing where it was. The house itself acts when time has run out."""
    at, by = moment_of(entry.at), entry.by
    if entry.act.whose == OF_HOUSE:
        return "" if by == HOUSE else f"of {by!r}, which is the house's alone"
    if type(by) is not int:
        return f"of {by!r}, which only a person does"
    roles = _whose(table, entry)
    if by == 0:
        files = isinstance(entry.act, Opened) or (_of_house(entry) and people.of_file(table.id, at))
        return "" if files else "of person 0, whom the room's file alone acts as, at a table that it has named"
    if people.had_role(by, roles, at, acting=not isinstance(entry.act, Opened) or entry.version >= STATED):
        return _under_another_name(people.known[by].name, entry)
    other = roles != ROLES and people.had_role(by, roles, at, acting=False)
    was = "locked out, or had a one-time password" if roles == ROLES or other else f"no {' or '.join(roles)}"
    return f"of person {by}, who was {was} then"


def _under_another_name(name: str, entry: JournalEntry) -> str:
    """Whoever sits down, or asks for something, does so under their own name, and then."""
    if not isinstance(entry.act, Sit | Request) or entry.version < STATED:
        return ""
    if entry.act.name != name:
        return f"of person {entry.by}, {name!r}, under the name {entry.act.name!r}"
    asked, at = moment_of(entry.act.at) if isinstance(entry.act, Request) else None, moment_of(entry.at)
    if isinstance(entry.act, Request) and (asked is None or (at is not None and abs(asked - at) > SKEW)):
        return f"of person {entry.by}, who is told to have asked at {entry.act.at}"
    return ""


def _of_house(entry: JournalEntry) -> bool:
    """Whether this is what the house does for the room's file: it answers no command."""
    return type(entry.act) in (change.Change, Close) and not entry.command


def _whose(table: LiveTable, entry: JournalEntry) -> tuple[str, ...]:
    """The roles that may do this."""
    if isinstance(entry.act, change.Change):
        return (MANAGER,)
    if isinstance(entry.act, Opened):
        return _opener(table, entry.act)
    if isinstance(entry.act, Close) and owners(table, entry.by) and not table.paused:
        return (PLAYER, *STAFF)
    if isinstance(entry.act, Request | Approve | Decline | Pause | Resume | Close):
        return STAFF
    if isinstance(entry.act, PLAY) and entry.version >= STATED:
        return (PLAYER,)
    if isinstance(entry.act, AddBot | RemoveBot) and entry.version >= STATED:
        return (PLAYER, *STAFF) if type(entry.by) is int and table.place_of(entry.by) else STAFF
    if isinstance(entry.act, Call):
        controls = table.settings.controls
        anybody = entry.act.kind in controls and not controls[entry.act.kind].supervisor
        if entry.version < STATED:
            return ROLES if anybody else STAFF
        sits = type(entry.by) is int and table.place_of(entry.by) is not None
        return (PLAYER, *STAFF) if anybody and sits else STAFF
    return ROLES


def _opener(table: LiveTable, opened: Opened) -> tuple[str, ...]:
    """Who may open such a table: with jackpots of the room's a manager, with limits of one's own nobody who plays.

    Once everybody might.
    """
    if table.form < METERED:
        return ROLES
    if opened.linked:
        return (MANAGER,)
    return STAFF if any(not_theirs(table.game, opened.settings)) else (PLAYER, *STAFF)


def position(read: TableRead, people: People, entry: JournalEntry, seq: int) -> None:
    """Where the room's journal stood is where it could stand: no further than it goes, and not before it stood."""
    if not isinstance(entry.act, Request | Approve):
        return
    where, stood = f"table {read.id}, entry {seq}", entry.act.room
    if not stood:
        if entry.version >= HELD:
            read.found(where, f"the act '{entry.kind}' does not say where the room's journal stood")
        return
    if not read.stood <= stood <= people.last:
        says = f"says that the room's journal stood at entry {stood}, and it had come to {read.stood} before"
        read.found(where, says if stood < read.stood else f"{says}, and ends at {people.last}")
    elif entry.version >= STATED and not people.could_stand(stood, moment_of(entry.at)):
        read.found(where, f"says that the room's journal stood at entry {stood}, where it stood at another time")
    if isinstance(entry.by, int) and entry.by and not people.there(entry.by, stood):
        read.found(where, f"says that the room's journal stood at entry {stood}, before person {entry.by} was made")
    read.stood = max(read.stood, stood)


def request(entry: JournalEntry) -> int:
    return entry.act.request if isinstance(entry.act, Approve) else 0


def two_people(
    read: TableRead,
    people: People,
    table: LiveTable,
    seq: int,
    entry: JournalEntry,
    asked: Pending | None,
    spent: Mapping[int, Counter[str]],
) -> None:
    """A void or a correction was asked for by one supervisor and approved by another, and moves what it says."""
    if isinstance(entry.act, Request) and in_play(table, entry.act.round):
        where = f"table {table.id}, round {entry.act.round}"
        read.found(where, f"the {entry.act.what} in entry {seq} was asked for while the round was played")
    if undone := _unapproved(entry, asked):
        says = f"undoes or corrects what round {undone.round} did to the jackpot {undone.meter}"
        read.found(f"table {table.id}, entry {seq}", f"{says}, and nobody has approved that")
    if not isinstance(entry.act, Approve) or asked is None:
        return
    where = f"table {table.id}, round {asked.round}"
    if in_play(table, asked.round):
        read.found(where, f"the {asked.what} in entry {seq} was approved while the round was played")
    for why in _objections(people, asked, entry, entry.act):
        read.found(where, f"the {asked.what} in entry {seq} was approved{why}")
    lines = {str(account): int(cents) for account, cents in entry.act.lines}
    moved_then = spent.get(asked.round, Counter[str]())
    own = {a: -cents for a, cents in moved_then.items() if cents and not (table.form >= METERED and apart(a))}
    moved = {a: cents for a, cents in lines.items() if a in own or not (table.form >= METERED and apart(a))}
    if asked.what not in AMENDMENTS:
        read.found(where, f"entry {seq} approves a {asked.what}, and there are only voids and corrections")
    others = sorted(each for each in lines if apart(each) and each != f"house:{table.id}")
    if asked.what == VOID and table.form >= METERED and others:
        read.found(where, f"the void in entry {seq} moves money of {', '.join(others)}, which moves with its jackpot")
    if asked.what == VOID and moved != own:
        read.found(where, f"the void in entry {seq} does not undo the round to the cent")
    if asked.what == VOID and (left := _not_undone(read, seq, asked.round, entry.jackpots)):
        read.found(where, f"the void in entry {seq} does not undo what the round did to the jackpot {', '.join(left)}")
    if asked.what == CORRECTION and not _as_asked(read, table, asked, lines, entry.jackpots):
        says = f"is not the {dollars(asked.cents or 0)} for seat {asked.seat} that was asked for, and nothing else"
        read.found(where, f"the correction in entry {seq} {says}")


def _unapproved(entry: JournalEntry, asked: Pending | None) -> Event | None:
    """A jackpot's change that takes a whole round back, or corrects one, and that is not what two people agreed on."""
    wanted = {VOID: VOIDED, CORRECTION: CORRECTED}
    agreed = (wanted.get(asked.what), asked.round) if isinstance(entry.act, Approve) and asked is not None else None
    whole = (e for e in entry.jackpots if e.what == CORRECTED or (e.what == VOIDED and not e.parts))
    return next((event for event in whole if (event.what, event.round) != agreed), None)


def _not_undone(read: TableRead, seq: int, round_: int, jackpots: Sequence[Event]) -> list[str]:
    """The jackpots that a round has changed and its void leaves as they are, or the other way round."""
    done: dict[str, list[Event]] = {}
    for _, at, event, *_ in read.changes:
        if event.round == round_ and at < seq:
            done.setdefault(event.meter, []).append(event)
    changed = {id_ for id_, events in done.items() if did(events) != Account()}
    return sorted(changed ^ {event.meter for event in jackpots if event.what == VOIDED})


def _as_asked(
    read: TableRead, table: LiveTable, asked: Pending, lines: Mapping[str, int], jackpots: Sequence[Event]
) -> bool:
    """Whether a correction moves what was asked for, between the seat and the house or the jackpot, and no more."""
    seat, cents = asked.seat or 0, asked.cents or 0
    account = read.accounts.get(asked.round, {}).get(seat, "")
    if not account:
        return False
    if asked.wager is None:
        return not jackpots and lines == {account: cents, f"house:{table.id}": -cents}
    if table.form < METERED:
        return lines.get(account) == cents and all(apart(each) for each in lines if each != account)
    owed = (CORRECTED, table.jackpot_of(asked.wager), asked.round, asked.wager, {seat: cents}, ((account, cents),))
    own = [event for event in jackpots if event.what not in MOVED]
    moved = [(e.what, e.meter, e.round, e.wager, e.awards, e.lines) for e in own]
    return not lines and moved == [owed]


def _objections(people: People, asked: Pending, entry: JournalEntry, act: Approve) -> Iterator[str]:
    """What is against who approved."""
    if asked.by == entry.by:
        yield " by the person who asked for it"
    elif act.room and isinstance(entry.by, int):
        if why := objection(asked.by, entry.by, people.ties_at(act.room, moment_of(entry.at))):
            yield f", and should not have been: {why}"
    elif people.made(asked.by, entry.by):
        yield " by who made the account that asked for it"
    if asked.origin and asked.origin == act.origin:
        yield " from the browser that it was asked from"
