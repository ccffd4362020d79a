"""The card room: live tables on a journal and a ledger, durable and fair. No web here: `houseway.web` builds on it.

room         the one entrance: one command, one transaction, answered after the commit
command      what a person wants done, checked and performed
commits      commands on their way to disk: those that wait share one commit; line is where they wait
acts/        what may be done at a table: one class an act
table/       a live table: seats, rounds, clock, and what a viewer may see
store/       the database: schema, journal, ledger, meters, documents, keys, backup
books/       the daily report proved by the ledger, posting sheets, exposure, luck, the floor
live_tables  the tables in this process's memory
lobby        tables from outside, in rows: what is listed, what the clock looks at, quotas, and what expires
opening      how a table is opened, and what is refused
people       accounts, guests, roles, sessions; names, passwords and tries say what may be one, and how often
accounts     what a manager does to accounts; people_audit judges what the journal says of it
signing      the room's private key: signs, verifies, seals; chain_audit checks what it has signed
witness      whoever keeps the room's checkpoints elsewhere
second_factor  codes by time from a person's own device
independence   who may be the second person; waiting is what waits for one
fairness     the order of a shoe, its commitment, and the proof of a card
nonces       numbers of the players' own: committed to, sealed, opened
finders      those that are kept back, found by squaring; nobody's silence holds up another's
log          the public log of roots: proofs of inclusion and growth
history      rounds that have ended: pages and records; proofs of the shoes that they were dealt from
audit        replays every round ever played and reports what does not hold; each module in _audit judges a part
academy      what people practise, the exams that they sit, and the certificates that the room signs
drills       decisions that wait for an answer, and people's scores
"""

from houseway.room.command import Command, Done, Sender
from houseway.room.errors import Busy, Forbidden, SignInFirst, Stale, Stopped
from houseway.room.line import Ticket
from houseway.room.lobby import TableCard
from houseway.room.people import Person
from houseway.room.room import Room
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
    "Stale",
    "Stopped",
    "TableCard",
    "Ticket",
    "View",
]
