"""The books of a room: what lies on the desk and hangs on the wall, read from the journals and proved by the ledger.

period    days of a time zone, and where they lie in the journals
tables    tables as they are set, by their own document
reading   every wager, jackpot change and amendment of a period, in one pass
proof     all of it held against the ledger, account by account; refused where a cent differs
theory    what a wager should win, by the product's own odds; a sentence where that is not at hand
day       the master games report; told and workbook show it
posting   what hangs at a table
exposure  the most that a wager can cost
luck      what is to be judged, and how likely it was; the mathematics are in `houseway.lab.luck`
today     the floor now
forecast  jackpots: history, the next hit, the fair meter
"""
