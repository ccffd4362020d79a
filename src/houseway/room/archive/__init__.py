"""Old shoes and rounds in a file of their own: written, read back, taken out of the database, and put back to read."""
