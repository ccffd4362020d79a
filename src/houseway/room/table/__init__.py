"""A live table.

state       the table as its journal tells it: seats, wagers, shoe, the round in progress
entry       an entry of the journal, typed and versioned
older       entries from before they had a version
seats       the places of a table, and its phases
rounds      what follows from an act: a round that starts, bots and chance, the end of a round
following   what a change of a jackpot does to a table
settling    the end of a round
pending     voids and corrections that wait for a second supervisor
view        the one place that decides what a viewer may see
spectators  what spectators see, made once for all of them
clock       how long a table waits for people before the house acts
watchers    who wants to know when a table has moved on
"""
