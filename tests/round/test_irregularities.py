"""Irregularities as operators write them: what follows from each call, with cards and money conserved."""

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

import houseway as hw
from houseway.cards import parse_card
from houseway.conform.croupier import Croupier
from houseway.document.controls import FITTING, STAGES, controls_in_words
from houseway.errors import Faulty, HousewayError, IllegalAnswer, IllegalSetting
from houseway.game import least_wagers
from houseway.games import game
from houseway.round import (
    CHANCE,
    OUT_OF_CARDS,
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


# ---------------------------------------------------------------------------------------------------- as it lies


def pan(seat="6h Qc As", dealer="Kd 2c 4h", **more):
    seats = [{"number": 1, "cards": seat, "wagers": {"main": "25.00"}}]
    return hw.settle({"game": "super-pan-9", "dealer": {"cards": dealer}, "seat": seats} | more)


def on(seat, kind="wrong-number-of-cards", **more):
    return {"irregularity": [{"kind": kind, "seat": seat} | more]}


@pytest.mark.parametrize(
    ("seat", "dealer", "place", "award"),
    [
        ("6h Qc As 2d 3c", "Kd 2c 4h", 1, "lose"),  # 6 + 0 + 1 + 2 + 3 is 2, against 6
        ("5h 3c", "Kd 2c 4h", 1, "win"),  # 8 with two cards: nothing is drawn to it
        ("6h Qc As", "6d 3d", 0, "lose"),
        ("6h Qc As", "Kd 2c 4h 5s", 0, "win"),  # the dealer has drawn to 6: 1 as it lies
        ("6h Qc As 2c", "Kd 2c 4h", 1, "win"),  # a fourth card is no other number of cards
    ],
)
def test_wrong_number_of_cards_is_played_on_as_the_hand_lies(seat, dealer, place, award):
    settings = {"wrong-number-of-cards": "play-on"}
    ruled = pan(seat, dealer, settings=settings, **on(place))
    assert [payout.award for payout in ruled] == [award]
    assert "play went on, by the written control wrong-number-of-cards = play-on" in ruled.remarks[-1]
    again = hw.settle(ruled.json())
    assert (again.ruling, again.standing) == (ruled.ruling, ruled.standing)
    assert again.json()["entries"] == ruled.json()["entries"]


def record_of(id_, change):
    """A round by bots as a record of hands, changed."""
    dealt = game(id_).deal({n: least_wagers(game(id_), game(id_).configure()) for n in (1, 2)}, seed=3).bots()
    told = dealt.json()
    for key in ("entries", "payouts", "paytables", "document"):
        told.pop(key)
    change(told)
    return told


def one_card_less(told):
    told["seat"][0]["cards"] = told["seat"][0]["cards"][:-1]


@pytest.mark.parametrize(
    ("id_", "kind"), [("supreme-99", "wrong-number-of-cards"), ("super-pairs", "wrong-number-of-cards")]
)
def test_a_hand_that_the_rules_cannot_value_is_refused_with_the_reason(id_, kind):
    def change(told):
        told["settings"] = {kind: "play-on"}
        told["seat"][0]["cards"] = told["seat"][0]["cards"][:1]
        told.update(on(1))

    with pytest.raises(HousewayError, match="plays a hand with a wrong number of cards as it lies, and the rules of"):
        hw.settle(record_of(id_, change))


def test_3_fewer_than_seven_cards_kill_all_hands_whatever_is_written():
    ruled = hw.settle(record_of("dealer-open-pai-gow", one_card_less))
    assert {payout.award for payout in ruled} == {"void"}
    assert {payout.clause for payout in ruled} == {"3"}
    own_words = '[[irregularity]]\nkind = "too-few-cards"\nsays = "Six."\nseat = "play-on"\n'
    with pytest.raises(Faulty, match="clause 3 of the document fixes what follows from too-few-cards"):
        game("dealer-open-pai-gow").configure(irregularities=own_words)
    with pytest.raises(IllegalSetting, match="too-few-cards is one of void-round, not play-on"):
        game("dealer-open-pai-gow").configure(too_few_cards="play-on")


def test_an_order_of_play_that_takes_one_number_of_cards_says_so():
    supreme = game("supreme-99")
    setup = supreme.setup(supreme.configure(wrong_number_of_cards="play-on"), {1: {"main": 10_00}})
    driver = Driver(supreme.round, setup)
    with pytest.raises(IllegalAnswer, match="a hand of 5 cards cannot be played as it lies"):
        driver.enter(Entry(CHANCE, Irregularity("wrong-number-of-cards", 1, 5)))


# ---------------------------------------------------------------------------------------------------- in a record

STAGED = own("seat", "replace-card", "deal").replace(" }]", ' }, { stage = "play", then = "forfeit-hand" }]')


def test_a_record_says_at_which_stage_it_was_called_where_that_matters():
    settings = {"irregularities": STAGED}
    with pytest.raises(HousewayError, match=r"say at which stage a-thing-of-our-own was called"):
        pan(settings=settings, **on(1, "a-thing-of-our-own"))
    with pytest.raises(HousewayError, match="is one of deal, play, reveal, not 'noon'"):
        pan(settings=settings, **on(1, "a-thing-of-our-own", stage="noon"))
    with pytest.raises(HousewayError, match="says what follows during the deal and in play, not once a hand"):
        pan(settings=settings, **on(1, "a-thing-of-our-own", stage="reveal"))
    plain = pan()
    burnt = pan(settings=settings, **on(1, "a-thing-of-our-own", stage="deal"))
    assert [each.net for each in burnt] == [each.net for each in plain]
    assert len(burnt.standing.burnt) == 1
    assert "is burnt and the next card takes its place" in burnt.remarks[-1]
    assert hw.settle(burnt.json()).ruling == burnt.ruling
    (lost,) = pan("6h Qc", settings=settings | {"tie-bet": "no"}, **on(1, "a-thing-of-our-own", stage="play"))
    assert (lost.award, lost.net, lost.clause) == ("forfeit", -25_00, "irregularities")
    assert lost.why == "a thing of our own: the hand is forfeited and $25.00 is lost"


def test_a_replaced_card_in_play_is_the_one_that_lies_there():
    settings = {"exposed-card": "replace-card"}
    ruled = pan("2h Qc As 5d", settings=settings, **on(1, "exposed-card", stage="play"))
    assert ruled.ruling[0].why.startswith("8 beats the dealer's 6")
    assert len(ruled.standing.burnt) == 1
    with pytest.raises(HousewayError, match="called at a stage that the round did not come to"):
        pan(settings=settings, **on(1, "exposed-card", stage="reveal"))


def test_a_seat_chooses_again_by_the_card_that_it_has_now():
    settings = {"exposed-card": "replace-card"}
    driver = Driver(PAN.round, PAN.setup(PAN.configure(settings), {1: {"main": 10_00}, 2: {"main": 10_00}}))
    for card in ("2c", "2d", "2h", "3c", "3d", "3h", "4c", "4d", "4h"):
        driver.enter(Entry(CHANCE, parse_card(card)))
    driver.enter(Entry(1, "draw"))
    driver.enter(Entry(CHANCE, Irregularity("exposed-card", 1)))
    assert driver.standing.asked == (Deal(1),)
    driver.enter(Entry(CHANCE, parse_card("6h")))
    assert [question.seat for question in driver.standing.asked] == [1, 2]
    assert driver.standing.cards(1) == tuple(map(parse_card, ("2c", "2d", "6h")))
    assert driver.standing.burnt == (parse_card("2h"),)
    assert driver.serials == {1: [0, 1, 9], 2: [3, 4, 5], 0: [6, 7, 8]}


# ---------------------------------------------------------------------------------------------------- in writing


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("\n", "irregularity", "is missing"),
        ("x = 1\n[[irregularity]]\n", "x", "is not a field"),
        ("[[irregularity\n", "text", "Expected"),
        (own("seat", "rain"), "irregularity 1.seat", "is one of play-on"),
        (own("seat", "play-on", "noon"), "irregularity 1.seat 1.stage", "is one of deal, play, reveal"),
        (own("seat", "reset-dealer"), "irregularity 1.seat", "reset-dealer cannot follow on a seat"),
        (own("dealer", "forfeit-hand"), "irregularity 1.dealer", "cannot follow on the dealer's hand"),
        (own("round", "replace-card"), "irregularity 1.round", "cannot follow on the round"),
        (own("seat", "play-on") + 'dealer = "play-on"\nround = "play-on"\n', "irregularity 1.round", "keep one"),
        (own("seat", "play-on") + own("seat", "play-on"), "irregularity", "more than once"),
        (own("seat", "play-on").replace("a-thing-of-our-own", "Out Of Cards"), "irregularity 1.kind", "small letters"),
        (own("seat", "play-on").replace("a-thing-of-our-own", "out-of-cards"), "irregularity 1.kind", "shoe's own"),
        (own("seat", "play-on") + "supervisor = 1\n", "irregularity 1.supervisor", "is true or false"),
        ('[[irregularity]]\nkind = "x"\nsays = "y"\n', "irregularity 1.seat", "say what follows"),
        (own("seat", "play-on").replace('"play-on"', "[]"), "irregularity 1.seat", "says nothing"),
    ],
)
def test_controls_of_ones_own_are_read_strictly_every_fault_with_its_place(text, place, words):
    with pytest.raises(Faulty) as refused:
        PAN.configure(irregularities=text)
    assert any(at == place and words in what for at, what in refused.value.faults), refused.value.faults


def test_what_a_document_does_not_allow_its_controls_is_refused():
    with pytest.raises(Faulty, match="void-hand is not for this game, whose document allows its controls play-on"):
        game("chinese-poker").configure(irregularities=own("seat", "void-hand"))
    with pytest.raises(Faulty, match="is one of play-on"):
        PAN.configure().but(irregularities=own("seat", "rain"))


def test_the_controls_in_force_in_words():
    told = controls_in_words(PAN.configure(irregularities=STAGED + "supervisor = false\n"))
    assert told == [
        "Misdeal: the round is dead and every wager is returned; a supervisor calls it (clause irregularities).",
        "Exposed card: play goes on with the cards as they lie; a supervisor calls it (clause irregularities).",
        "Wrong number of cards: on a seat, the hand is dead and its wagers are returned; on the dealer, the round is "
        "dead and every wager is returned; a supervisor calls it (clause irregularities).",
        "A thing of our own: on a seat, during the deal the last card dealt there is burnt and the next card takes its "
        "place, in play the hand is dead and its wagers are lost; anybody at the table may call it "
        "(clause irregularities).",
    ]


def test_ones_own_control_stands_for_the_setting_of_its_name():
    text = own("round", "play-on").replace("a-thing-of-our-own", "misdeal")
    settings = PAN.configure(irregularities=text)
    assert settings.controls["misdeal"].then(0, "play") == "play-on"
    with pytest.raises(IllegalAnswer, match="names no seat"):
        settings.controls["misdeal"].then(1, "play")


def test_a_replacement_that_the_shoe_does_not_hold_voids_the_round():
    poker = game("chinese-poker")
    settings = poker.configure(exposed_card="replace-card")
    stake = 2 * max(least_wagers(poker, settings).values())
    wagers = {seat: {"main": stake} for seat in range(1, 5)}
    driver = Driver(poker.round, poker.setup(settings, wagers))
    for card in range(52):
        driver.enter(Entry(CHANCE, card))
    driver.enter(Entry(CHANCE, Irregularity("exposed-card", 2)))
    driver.enter(Entry(CHANCE, OUT_OF_CARDS))
    assert {payout.award for payout in driver.standing.ruling} == {"void"}
    assert {payout.clause for payout in driver.standing.ruling} == {"irregularities"}


def test_the_published_forms_tell_irregular_rounds():
    schema = json.loads((Path(hw.__file__).parent / "schemas" / "record.json").read_text())
    lying = pan("5h 3c", settings={"wrong-number-of-cards": "play-on"}, **on(1)).json()
    burnt = pan(settings={"exposed-card": "replace-card"}, **on(1, "exposed-card")).json()
    for told in (lying, burnt):
        jsonschema.validate(json.loads(json.dumps(told)), schema)
    assert {"call": "wrong-number-of-cards", "seat": 1, "cards": 2} in lying["entries"]
    assert len(burnt["burnt"]) == 1


def test_the_first_call_that_kills_a_hand_rules_and_a_second_is_remarked_upon():
    text = own("seat", "forfeit-hand")
    calls = [{"kind": "wrong-number-of-cards", "seat": 1}, {"kind": "a-thing-of-our-own", "seat": 1}]
    ruled = pan(settings={"irregularities": text}, irregularity=calls)
    assert [each.award for each in ruled] == ["void"]
    assert ruled.remarks == (
        "A supervisor called a thing of our own on seat 1, whose hand was dead already: it stays as it was.",
    )
    assert [each.award for each in pan(settings={"irregularities": text}, irregularity=calls[::-1])] == ["forfeit"]


# ---------------------------------------------------------------------------------------------------- then


def pairs_of_two(**settings):
    """Super Pairs with two seats of $10.00 on blackjack, and their first cards: 5-6 and T-6 against a six."""
    pairs = game("super-pairs")
    wagers = {seat: {"blackjack": 10_00} for seat in (1, 2)}
    settings |= {"offer-bust-bonus": False}
    driver = Driver(pairs.round, pairs.setup(pairs.configure(settings), wagers))
    for card in ("5c", "Tc", "6d", "6c", "6s", "Th"):
        driver.enter(Entry(CHANCE, parse_card(card)))
    return driver


def test_a_forfeited_double_stays_lost_when_another_card_is_replaced():
    driver = pairs_of_two(**{"misdeal": "forfeit-hand", "exposed-card": "replace-card"})
    driver.enter(Entry(1, "double"))
    driver.enter(Entry(CHANCE, parse_card("2c")))
    driver.enter(Entry(CHANCE, Irregularity("misdeal", 1)))
    assert driver.staked[1] == 20_00
    driver.enter(Entry(CHANCE, Irregularity("exposed-card", 2)))
    driver.enter(Entry(CHANCE, parse_card("9s")))
    assert driver.staked[1] == 20_00
    driver.enter(Entry(2, "stand"))
    driver.enter(Entry(CHANCE, parse_card("Kd")))
    lost = [payout for payout in driver.standing.ruling if payout.seat == 1]
    assert [(payout.stake, payout.net) for payout in lost] == [(20_00, -20_00)]


def test_who_chooses_again_after_a_hand_is_revealed_is_still_at_that_stage():
    driver = pairs_of_two(**{"exposed-card": "replace-card", "irregularities": own("seat", "void-hand", "play")})
    driver.enter(Entry(1, "stand"))
    driver.enter(Entry(2, "stand"))
    assert stage_of(driver.standing) == "reveal"
    driver.enter(Entry(CHANCE, Irregularity("exposed-card", 2)))
    driver.enter(Entry(CHANCE, parse_card("2s")))
    assert driver.standing.asked[0].seat == 2
    assert stage_of(driver.standing) == "reveal"
    with pytest.raises(IllegalAnswer, match="says what follows in play, not once a hand is revealed"):
        driver.enter(Entry(CHANCE, Irregularity("a-thing-of-our-own", 1)))


def test_a_hand_whose_jackpot_was_lost_takes_nothing_off_the_meter_by_a_card_dealt_later():
    """Seat 1 loses its jackpot by the first cards; its new card would win it with the dealer's blackjack."""
    pairs = game("super-pairs")
    chosen = {
        "offer-lucky-ladies-jackpot": True,
        "lucky-ladies-jackpot-meter": "1000.00",
        "lucky-ladies-jackpot-seed": "10.00",
        "jackpot-order": "first-seat-first",
        "jackpot-kind": "progressive",
        "exposed-card": "replace-card",
        "offer-bust-bonus": False,
    }
    settings = pairs.configure(chosen)
    wager = settings.integer("lucky-ladies-jackpot-wager")
    wagers = {seat: {"blackjack": 10_00, "lucky-ladies-jackpot": wager} for seat in (1, 2)}
    driver = Driver(pairs.round, pairs.setup(settings, wagers))
    for card in ("Qh", "Qh", "Ac", "2c", "Qh", "Tc"):
        driver.enter(Entry(CHANCE, parse_card(card)))
    driver.enter(Entry(CHANCE, Irregularity("exposed-card", 1)))
    driver.enter(Entry(CHANCE, parse_card("Qh")))
    for seat in (1, 2):
        driver.enter(Entry(seat, 0))
    taken = {each.seat: (each.award, each.metered) for each in driver.standing.ruling if "jackpot" in each.wager}
    assert taken[1] == ("lose", 0)
    assert taken[2][1] == 1000_00


def test_a_card_that_is_about_to_be_replaced_does_not_take_the_round_back_to_the_deal():
    driver = pairs_of_two(**{"exposed-card": "replace-card"})
    assert stage_of(driver.standing) == "play"
    driver.enter(Entry(CHANCE, Irregularity("exposed-card", 2)))
    assert stage_of(driver.standing) == "play"


def test_another_card_to_a_split_hand_goes_to_the_hand_in_play():
    pairs = game("super-pairs")
    settings = pairs.configure({"misdeal": "another-card", "offer-bust-bonus": False})
    driver = Driver(pairs.round, pairs.setup(settings, {1: {"blackjack": 10_00}}))
    for card in ("8c", "6d", "8d", "Th"):
        driver.enter(Entry(CHANCE, parse_card(card)))
    driver.enter(Entry(1, "split"))
    driver.enter(Entry(CHANCE, parse_card("3c")))
    driver.enter(Entry(CHANCE, Irregularity("misdeal", 1)))
    driver.enter(Entry(CHANCE, parse_card("4c")))
    hands = pairs.hands(driver.standing, 1, driver._setup)
    assert [len(hand.cards) for hand in hands] == [3, 1]


def test_a_hand_that_dies_before_the_round_has_come_to_it_again_loses_all_that_it_had_at_stake():
    driver = pairs_of_two(**{"misdeal": "forfeit-hand", "exposed-card": "replace-card"})
    driver.enter(Entry(1, "stand"))
    driver.enter(Entry(2, "double"))
    driver.enter(Entry(CHANCE, parse_card("2c")))
    driver.enter(Entry(CHANCE, Irregularity("exposed-card", 1)))
    driver.enter(Entry(CHANCE, parse_card("9s")))
    assert driver.standing.asked[0].seat == 1
    driver.enter(Entry(CHANCE, Irregularity("misdeal", 2)))
    driver.enter(Entry(1, "stand"))
    while driver.standing.ruling is None:
        driver.enter(Entry(CHANCE, parse_card("Kd")))
    assert [(payout.stake, payout.net) for payout in driver.standing.ruling if payout.seat == 2] == [(20_00, -20_00)]
