"""Who is in the room: names, passwords, second factors, accounts, and who may be the second person."""
