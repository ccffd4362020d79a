"""Irregularities as operators write them: what follows from each call, with cards and money conserved."""

import json
from collections import Counter

import pytest

from houseway.conform.croupier import Croupier
from houseway.document.controls import FITTING, STAGES
from houseway.errors import IllegalAnswer
from houseway.games import game
from houseway.round import (
    CHANCE,
    Choose,
    Deal,
    Driver,
    Entry,
    Irregularity,
    Payout,
    Reconciled,
    Seat,
    Setup,
    postings,
    replay,
)
from houseway.round.irregularities import stage_of
from houseway.round.record import record_from, settle, written

PAN = game("super-pan-9")


def of_two(**settings):
    wagers = {"main": 10_00, "tie": 2_00}
    return Setup(PAN.document.configure({"tie-bet": True} | settings), (Seat(1, wagers), Seat(2, wagers)))


def with_bonus(setup):
    """A bonus that is paid as soon as the cards are dealt, and a wager that is won later."""
    for seat in setup.numbers:
        yield Deal(seat)
    yield Reconciled(tuple(Payout(seat, "tie", 2_00, 22_00, "tie", "9", "a bonus") for seat in setup.numbers))
    for seat in setup.numbers:
        yield Choose(seat, ("hold",), "hold", "6")
    return tuple(Payout(seat, "main", 10_00, 20_00, "win", "4", "won") for seat in setup.numbers)


def money(ruling):
    return {(payout.seat, payout.wager): (payout.stake, payout.returned) for payout in ruling}


BONUSES = {(1, "tie"): (2_00, 22_00), (2, "tie"): (2_00, 22_00)}
DEALT = [Entry(CHANCE, 1), Entry(CHANCE, 2)]


def test_what_is_reconciled_in_mid_round_stands_in_the_ruling_seat_by_seat():
    standing = replay(with_bonus, of_two(), [*DEALT, Entry(1, "hold"), Entry(2, "hold")])
    assert [(each.seat, each.wager) for each in standing.ruling] == [(1, "tie"), (1, "main"), (2, "tie"), (2, "main")]
    assert money(standing.ruling) == BONUSES | {(1, "main"): (10_00, 20_00), (2, "main"): (10_00, 20_00)}


def test_a_call_that_follows_does_not_undo_what_is_reconciled():
    for_round = replay(with_bonus, of_two(), [*DEALT, Entry(CHANCE, Irregularity("misdeal"))])
    assert money(for_round.ruling) == BONUSES | {(1, "main"): (10_00, 10_00), (2, "main"): (10_00, 10_00)}
    calls = [Entry(CHANCE, Irregularity("wrong-number-of-cards", 1)), Entry(2, "hold")]
    for_hand = replay(with_bonus, of_two(), [*DEALT, *calls])
    assert money(for_hand.ruling) == BONUSES | {(1, "main"): (10_00, 10_00), (2, "main"): (10_00, 20_00)}


def test_a_hand_that_is_void_before_has_nothing_to_reconcile():
    entries = [DEALT[0], Entry(CHANCE, Irregularity("wrong-number-of-cards", 1)), DEALT[1], Entry(2, "hold")]
    driver = Driver(with_bonus, of_two())
    for entry in entries:
        driver.enter(entry)
    assert money(driver.standing.ruling)[1, "tie"] == (2_00, 2_00)
    assert next(each for each, _ in driver.standing.events if isinstance(each, Reconciled)).payouts[0].seat == 2


# ---------------------------------------------------------------------------------------------------- the drill


def own(whom, then, stage=""):
    """A control of one's own that says what follows on somebody, at every stage or at one."""
    follows = f'[{{ stage = "{stage}", then = "{then}" }}]' if stage else f'"{then}"'
    return f'[[irregularity]]\nkind = "a-thing-of-our-own"\nsays = "Something."\n{whom} = {follows}\n'


class Drill:
    """A random round with one call at a stage of it, watched at every step."""

    def __init__(self, game_, seed, whom, then, stage):
        self.croupier = Croupier(game_, seed, eager=True)
        self.game, self.whom, self.then, self.stage = game_, whom, then, stage
        settings = self.croupier.setup.settings.but(irregularities=own(whom, then, stage))
        self.setup = Setup(settings, self.croupier.setup.seats)
        self.pack = Counter(game_.pack(settings))
        self.driver = Driver(game_.round, self.setup)
        self.called, self.place, self.refusals, self.won = False, 0, [], []

    def run(self):
        """Play to the end, calling once; nothing where the round does not come to the stage."""
        wait = self.croupier.random.randrange(12)
        while self.driver.standing.ruling is None:
            if not self.called and wait <= 0 and stage_of(self.driver.standing) == self.stage and self.call():
                continue
            wait -= stage_of(self.driver.standing) == self.stage
            question = self.croupier.random.choice(self.driver.standing.asked)
            self.driver.enter(Entry(question.seat, self.croupier.answer(question)))
            self.conserves_cards()
        self.conserves_money()
        self.is_replayed()
        return self

    def call(self):
        """Call it on somebody; where that is refused, in words, nothing has changed."""
        before = self.driver.standing
        asked = [question.seat for question in before.asked if question.seat in self.setup.numbers]
        seats = asked if asked and self.then == "another-card" else self.setup.numbers
        self.place = self.croupier.random.choice(seats) if self.whom == "seat" else 0
        try:
            self.driver.enter(Entry(CHANCE, Irregularity("a-thing-of-our-own", self.place)))
            self.called = True
            self.won = [
                payout for event, _ in before.events if isinstance(event, Reconciled) for payout in event.payouts
            ]
        except IllegalAnswer as fault:
            self.refusals.append(str(fault))
            assert self.driver.standing == before
        return self.called

    def conserves_cards(self):
        left = self.croupier.shoe._order[self.croupier.shoe._dealt :]
        assert Counter(self.driver.standing.dealt) + Counter(left) == self.pack

    def conserves_money(self):
        ruling, staked = self.driver.standing.ruling, Counter()
        for payout in ruling:
            staked[payout.seat] += payout.stake
            assert payout.returned >= 0
            assert payout.why
            assert payout.clause
        assert +staked == +Counter(self.driver.staked)
        assert {seat for seat in staked if staked[seat]} == set(self.setup.numbers)
        assert sum(line.cents for line in postings(ruling)) == 0
        assert not Counter(self.won) - Counter(ruling)  # what was reconciled before the call stays as it was

    def is_replayed(self):
        entries = self.driver.entries
        again = Driver(self.game.round, self.setup)
        for entry in entries:
            again.enter(entry)
        assert again.standing == self.driver.standing
        assert again.serials == self.driver.serials
        told = written(self.game, self.setup, self.driver.standing, tuple(self.driver.answered))
        ruled = settle(record_from(json.loads(json.dumps(told)), game=self.game))
        assert ruled.ruling == self.driver.standing.ruling
        assert ruled.standing == self.driver.standing


IDS = ("super-pan-9", "chinese-poker", "supreme-99", "super-pairs", "dealer-open-pai-gow")
MAY = {
    id_: {choice for spec in game(id_).document.settings if spec.type == "control" for choice in spec.choices}
    for id_ in IDS
}
COMBINATIONS = [
    (id_, whom, then, stage)
    for id_ in IDS
    for whom, thens in FITTING.items()
    for then in thens
    if then in MAY[id_]
    for stage in STAGES
]
NEVER = {"reveal": ("chinese-poker", "supreme-99", "dealer-open-pai-gow")}
"""Games that ask for nothing more once a hand is revealed."""


def applies(id_, whom, then, stage):
    """Whether a call can do at all what the control says."""
    if id_ in NEVER.get(stage, ()) or (then == "replace-card" and (id_, whom) == ("chinese-poker", "dealer")):
        return False
    return then != "another-card" or (stage == "play" and id_ in ("super-pan-9", "super-pairs"))


@pytest.mark.parametrize(("id_", "whom", "then", "stage"), COMBINATIONS)
def test_every_combination_keeps_cards_and_money(id_, whom, then, stage):
    called = 0
    for seed in range(12):
        drill = Drill(game(id_), seed, whom, then, stage).run()
        called += drill.called
        if drill.called and then == "forfeit-hand":
            lost = [each for each in drill.driver.standing.ruling if each.award == "forfeit"]
            assert lost
            assert all(each.seat == drill.place and each.returned == 0 for each in lost)
        if (
            drill.called
            and then == "replace-card"
            and "out-of-cards" not in [c.call.kind for c in drill.driver.followed]
        ):
            assert drill.driver.standing.burnt
        assert all(drill.refusals)
    assert bool(called) == applies(id_, whom, then, stage)
