"""A second settlement of the five games, written from the documents alone: it keeps the first honest."""
