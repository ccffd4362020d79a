"""A round is a conversation: a generator asks, a driver answers.

The order of play of a game is a generator function of a setup. It yields questions and is sent their answers, and it
returns the ruling. The list of answers is the whole record of a round, so a table, crash recovery, audit, adjudication
and enumeration are drivers of one generator:

    replay(play, setup, entries)      the standing after these answers
    run(play, setup, answer)          a whole round, asking `answer` each question
    spread(play, setup, pack, decide) every round that can be dealt, each with its probability

questions  what a round asks and states, and where it stands
driver     drives one round, an answer at a time
irregularities  what follows from a supervisor's call
walk       whole rounds: replayed, run, all of them
terms      how a wager ends: what the table pays and what the lab counts
ruling     the setup of a round, and who is paid what and why
bonus      wagers that a few dealt cards decide, added to any game
packets    games dealt in packets
shuffle    what is shuffled when a shoe runs out
codec      the one JSON form of cards, questions, answers, payouts and settings
record     a dealt round as written down, and the ruling on it
explanation  a ruling as a tree: what was compared, and what it rests on
versions   by which version of the document it is ruled
"""

from houseway.round.driver import Driver
from houseway.round.questions import (
    CHANCE,
    DEALER,
    OUT_OF_CARDS,
    Answer,
    Arrange,
    Burnt,
    Choose,
    Deal,
    Decided,
    Draw,
    Entry,
    Event,
    HandSize,
    Irregularity,
    Later,
    Play,
    Question,
    Reconciled,
    Reveal,
    Round,
    Stake,
    Standing,
    Statement,
    Together,
    Voids,
    Wager,
)
from houseway.round.ruling import Bet, Payout, Posting, Ruling, Seat, Setup, postings
from houseway.round.terms import Terms
from houseway.round.walk import replay, run, spread

__all__ = [
    "CHANCE",
    "DEALER",
    "OUT_OF_CARDS",
    "Answer",
    "Arrange",
    "Bet",
    "Burnt",
    "Choose",
    "Deal",
    "Decided",
    "Draw",
    "Driver",
    "Entry",
    "Event",
    "HandSize",
    "Irregularity",
    "Later",
    "Payout",
    "Play",
    "Posting",
    "Question",
    "Reconciled",
    "Reveal",
    "Round",
    "Ruling",
    "Seat",
    "Setup",
    "Stake",
    "Standing",
    "Statement",
    "Terms",
    "Together",
    "Voids",
    "Wager",
    "postings",
    "replay",
    "run",
    "spread",
]
