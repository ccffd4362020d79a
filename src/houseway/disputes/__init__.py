"""Disputes from anywhere: rounds played elsewhere, in one line, with cards that nobody saw; packets, versions, diffs.

`line` reads a round from one line, `unknown` rules on cards that nobody saw, `files` and `compare` audit thousands of
rounds that somebody else has paid; `packet`, `versions`, `diff` and `departures` tell what a round was ruled by.
"""
