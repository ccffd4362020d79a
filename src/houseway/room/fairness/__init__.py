"""Chance that nobody chooses: commitments to cards and numbers, the players' own numbers, and proofs."""
