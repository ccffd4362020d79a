"""Jackpots: each has an account that adds up to the fraction of a cent, and changes for lawful reasons only.

account     the account, its identity, and the one door for every change
plan        how a jackpot is run: kind, seed, increment, reserve, maximum
changes     what each thing that happens makes of the account
event       a change as journals record it
of_round    what a round has done to a jackpot: held, had, and what may be owed
funds       what stands behind the prizes
desk        `room.jackpots`: reading for everybody, and what people do to a jackpot
act         one act at that desk; two_people what needs two, moves the money that acts move besides a jackpot's own
void        awards whose round is void since they were paid
checks      an award against the round as it was played, and the prize account against what is required
audit       every jackpot from its first change; change_audit each change, computed again; table_audit its tables

The database's part is `houseway.room.store.jackpots`, and beside it `jackpots_told`, what signed entries tell, and
`feeding`, which tables play for it; what a round does to a jackpot, `houseway.room.table.metering`.
"""
