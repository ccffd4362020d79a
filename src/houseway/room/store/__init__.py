"""The database of a room.

database     how it is opened, and the rule that a storage error stops the room
prepared     statements that every command runs, built once
schema       its tables, and the steps from one version of them to the next
journal      append-only chains of entries, each hash over the one before and signed
keyring      the private keys of a room, in a file outside the database
signatures   how a room comes to its key, and to another
checkpoints  where all chains stand, signed, each with the hash of the one before
ledger       double entry: every movement sums to zero
meters       progressive jackpots: fed with the wager, falling only for a lawful reason
documents    what tables were opened by, by content
shoes        committed orders, read when they are first wanted
exams        exams of the academy, sealed until they are over
index        rows for tables, shoes and rounds, in step with the journal
transaction  what an act is lent inside one transaction; tables from their journal; keys that are kept
locks        one lock for each table
keys         what a database's address says, and where its key lies
notices      what other processes commit, heard at once on PostgreSQL
backup       backup and restore
"""
