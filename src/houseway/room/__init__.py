"""The card room: live tables on a journal and a ledger, durable and fair. No web here: `houseway.web` builds on it.

fairness  the order of a shoe, its commitment, and the proof of a card
store     the database: schema, transactions, and the rule that a storage error stops the room
journal   append-only chains of entries, each hash over the one before; signed checkpoints
ledger    double entry: every movement sums to zero
meters    progressive jackpots: fed with the wager, falling only for a lawful reason
people    accounts, guests, roles, sessions
live      a table as its journal tells it: seats, wagers, shoe, the round in progress
deeds     what a command does to a table, and who may do it
course    what follows from it: a round that starts, bots and chance, the end of a round
view      the one place that decides what a viewer may see
showing   what spectators see, made once for all of them
clock     how long a table waits for people before the house acts
shoes     committed orders, read when they are first wanted
watch     who wants to know when a table has moved on
notices   what other processes commit, heard at once on PostgreSQL
room      all of it together: one command, one transaction, answered after the commit
history   rounds that have ended: pages, records, proofs
copies    backup and restore
audit     replays every round ever played and reports what does not hold
"""

from houseway.room.desk import Command
from houseway.room.errors import Forbidden, Stale, Stopped
from houseway.room.people import Person
from houseway.room.room import Done, Room, TableCard
from houseway.room.table.view import Decision, Public, View

__all__ = [
    "Command",
    "Decision",
    "Done",
    "Forbidden",
    "Person",
    "Public",
    "Room",
    "Stale",
    "Stopped",
    "TableCard",
    "View",
]
