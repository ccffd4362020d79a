"""The operator's internal controls: the file, what is the manager's to choose, and a room run by it."""
