"""The card room: live tables on a journal and a ledger, durable and fair. No web here: `houseway.web` builds on it.

room         the one entrance: one command, one transaction, answered after the commit
commands/    what a person wants done, checked and performed; those that wait share one commit
acts/        what may be done at a table: one class an act
table/       a live table: seats, rounds, clock, and what a viewer may see
store/       the database: schema, journal, ledger, meters, documents, keys, backup
live_tables  the tables in this process's memory
lobby        tables from outside, in rows: what is listed, what the clock looks at, quotas, and what expires
opening      how a table is opened, and what is refused
controls/    the operator's file, what is the manager's to choose, and a room that is run by it
people/      accounts, guests, roles, sessions; names, passwords, second factors; who may be the second person
waiting      what waits for a second person
fairness/    the order of a shoe, its commitment and its proofs; numbers of the players' own
evidence/    the room's key and what it signs, the public log of roots, and witnesses
jackpots/    their accounts, hits, funds, and what may reduce them
history      rounds that have ended: pages, records; explaining says why each wager ended so
books/       the daily report, posting sheets, exposure, and whether it is luck
audit/       replays all that was ever written and reports what does not hold
academy      what people practise, the exams that they sit, and the certificates that the room signs
drills       decisions that wait for an answer, and people's scores
"""

from houseway.room.commands.command import Command, Done, Sender
from houseway.room.commands.line import Ticket
from houseway.room.errors import Busy, Forbidden, SignInFirst, Stale, Stopped
from houseway.room.lobby import TableCard
from houseway.room.people.people import Person
from houseway.room.room import Room
from houseway.room.sought import Sought
from houseway.room.table.view import Decision, Public, View

__all__ = [
    "Busy",
    "Command",
    "Decision",
    "Done",
    "Forbidden",
    "Person",
    "Public",
    "Room",
    "Sender",
    "SignInFirst",
    "Sought",
    "Stale",
    "Stopped",
    "TableCard",
    "Ticket",
    "View",
]
