"""Dealer Open Pai Gow simulated: the dealer's open packet by the house way, the seats' by a strategy."""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import JOKER, mask
from houseway.errors import IllegalBet
from houseway.games.dealer_open_pai_gow.play import pack
from houseway.games.dealer_open_pai_gow.rules.bonuses import (
    ACE_HIGH_TIE_AWARDS,
    ace_high_tie_award,
    chan_chu_awards,
)
from houseway.games.dealer_open_pai_gow.rules.hands import (
    HAND,
    LOSE,
    PUSH,
    WIN,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    fouled,
    front_value,
    main_result,
    next_two,
    outcome,
    ways_to_set,
)
from houseway.games.dealer_open_pai_gow.rules.house_way import house_way
from houseway.games.dealer_open_pai_gow.rules.piles import Piles, every_way, house_piles, wheel_of
from houseway.games.dealer_open_pai_gow.rules.way_table import facts_of, line_front
from houseway.games.dealer_open_pai_gow.rules.ways import Way, way, way_of
from houseway.games.dealer_open_pai_gow.terms import (
    ACE_HIGH_TIE,
    CHAN_CHU,
    ENVY,
    JACKS_BEAT,
    MAIN,
    ace_high_tie_terms,
    envy_table,
    envy_terms,
    jacks_beat_table,
    jacks_beat_terms,
    main_terms,
    rows_of,
)
from houseway.lab.kernel import part
from houseway.lab.result import Parts
from houseway.round import DEALER, Answer, Question, Setup, Standing
from houseway.round.terms import row_terms
from houseway.simulate.asking import ASKED, asked
from houseway.simulate.chance import below, deal
from houseway.simulate.loop import Ints
from houseway.simulate.model import BASIC, BEST, HOUSE_WAY, RANDOM, Plan, Simulation, Wagered, one

WAYS = 21
CARDS = 53
BY_BEST, BY_WAY, BY_TABLE, BY_CHANCE, BY_ASKING = range(5)
KINDS = {BEST: BY_BEST, BASIC: BY_WAY, HOUSE_WAY: BY_WAY, RANDOM: BY_CHANCE, ASKED: BY_ASKING}
JACKS = 4


class Places(NamedTuple):
    """At which place among its codes a seat has each wager; below zero where it is not made."""

    main: int
    chan_chu: int
    envy: int
    ace_high_tie: int
    jacks_beat: int
    wagers: int


class Data(NamedTuple):
    """All cards, the rules in force, the house way and a strategy as lines of a table, the bits of the paying rows.

    `fronts` is what two cards in front are worth: see `fronts_of`.
    """

    pack: Ints
    wheel: int
    jacks_lose: bool
    ace_push: bool
    house: Ints
    strategy: int
    own: Ints
    rows: Ints
    envy_rows: Ints
    fronts: Ints
    seats: int
    places: Places


@part
def front_by(hand: int, lines: Any, wheel: int) -> int:
    """The front by a house way: its table or, where there is none, the document's own functions."""
    if len(lines) == 0:
        front, _ = house_way(hand, wheel)
        return front
    facts = facts_of(hand, wheel)
    for line in range(len(lines)):
        front = line_front(hand, facts, lines[line, 0], lines[line, 1], lines[line, 2], wheel)
        if front:
            return front
    return 0


@part
def best_result(data: Data, room: Any, first: int, hand: int, dealer_front: int, dealer_back: int) -> int:
    """The best result that any legal setting has against the open hand; what cannot be better is not looked at."""
    best, wheel = LOSE, data.wheel
    for one_ in range(first + 1, first + HAND):
        for two in range(first, one_):
            front_won = beats(data.fronts[CARDS * room[one_] + room[two]], dealer_front)
            if outcome(front_won, True) > best:
                front = 1 << room[one_] | 1 << room[two]
                result = outcome(front_won, beats(back_value(hand ^ front, wheel), dealer_back))
                if result > best and not fouled(front, hand ^ front, wheel):
                    best = result
    return best


@part
def result_by(hand: int, front: int, wheel: int, dealer_front: int, dealer_back: int) -> int:
    """The result of one setting by comparison; a foul loses."""
    if fouled(front, hand ^ front, wheel):
        return LOSE
    won = beats(front_value(front, wheel), dealer_front)
    return outcome(won, beats(back_value(hand ^ front, wheel), dealer_back))


@part
def compared(state: Any, data: Data, room: Any, first: int, hand: int, dealer_front: int, dealer_back: int) -> int:
    """How a seat's hand, whose cards begin at a place of the room, compares as the strategy sets it."""
    if data.strategy == BY_BEST:
        return best_result(data, room, first, hand, dealer_front, dealer_back)
    if data.strategy >= BY_CHANCE:
        asks = data.strategy == BY_ASKING
        front = next_two(hand, 0)
        for _ in range(asked(room, (1 << WAYS) - 1, hand, room[0], 0, 0) if asks else below(state, WAYS)):
            front = next_two(hand, front)
    else:
        front = front_by(hand, data.own if data.strategy == BY_TABLE else data.house, data.wheel)
    return result_by(hand, front, data.wheel, dealer_front, dealer_back)


@part
def first_row(awards: int, rows: Any) -> int:
    """The first row that awards meet, or how many rows there are."""
    for row in range(len(rows)):
        if awards & rows[row]:
            return row
    return len(rows)


@part
def main_end(
    state: Any, data: Data, room: Any, first: int, hand: int, jacks: int, dealer_ace: bool, front: int, back: int
) -> int:
    """How the Pai Gow wager of a seat ends: `front` and `back` are what the dealer's are worth."""
    ended = main_result(jacks, dealer_ace, False, False, False, data.jacks_lose, data.ace_push)
    open_ = main_result(jacks, dealer_ace, False, True, True, data.jacks_lose, data.ace_push)
    if ended == open_ and data.strategy < BY_CHANCE:
        return ended
    if data.jacks_lose and ended == open_ and ended == LOSE:
        return ended  # nobody is asked to set a hand
    result = compared(state, data, room, first, hand, front, back)
    return main_result(jacks, dealer_ace, False, result >= PUSH, result == WIN, data.jacks_lose, data.ace_push)


@part
def play(state: Any, data: Data, room: Any, codes: Any) -> None:
    """Seven cards to the dealer, then to each seat; `room` has a hand for each place, then all cards."""
    cards = data.seats + 1
    for place in range(data.seats + 1):
        hand = 0
        for card in range(HAND):
            drawn = deal(state, data.pack)
            room[cards + HAND * place + card] = drawn
            hand |= 1 << drawn
        room[place] = hand
    at, wheel, dealer = data.places, data.wheel, room[0]
    jacks, dealer_ace = dealer_jacks(dealer), ace_high(dealer, wheel)
    front, back = 0, 0
    if at.main >= 0:
        set_so = front_by(dealer, data.house, wheel)
        front, back = front_value(set_so, wheel), back_value(dealer ^ set_so, wheel)
    for seat in range(data.seats):
        hand, mine = room[seat + 1], seat * at.wagers
        if at.main >= 0:
            codes[mine + at.main] = (
                main_end(state, data, room, cards + HAND * (seat + 1), hand, jacks, dealer_ace, front, back) - LOSE
            )
        if at.chan_chu >= 0:
            codes[mine + at.chan_chu] = first_row(chan_chu_awards(hand), data.rows)
        if at.envy >= 0:
            other = room[1 + (seat + 1) % data.seats]
            codes[mine + at.envy] = first_row(chan_chu_awards(other), data.envy_rows)
        if at.ace_high_tie >= 0:
            joker = dealer >> JOKER & 1 == 1
            own = ace_high(hand, wheel) if dealer_ace else False
            codes[mine + at.ace_high_tie] = ace_high_tie_award(dealer_ace, own, joker)
        if at.jacks_beat >= 0:
            codes[mine + at.jacks_beat] = jacks


def simulation(plan: Plan) -> Simulation:
    """Rounds of Dealer Open Pai Gow by a plan."""
    if ENVY in plan.wagers and plan.seats != 2:
        raise IllegalBet("the envy bonus is counted for one other player: simulate it with two seats", "envy")
    settings, house = plan.settings, way_of(plan.settings)
    own = way(plan.strategy) if plan.strategy not in KINDS else None
    data = Data(
        np.array(pack(), np.int64),
        wheel_of(settings),
        settings.flag("two-jacks-lose"),
        settings.flag("ace-high-push"),
        lines(house),
        BY_TABLE if own else KINDS[plan.strategy],
        lines(own or house),
        bits(settings.in_force(CHAN_CHU), settings),
        bits(envy_table(settings), settings),
        fronts_of(wheel_of(settings)),
        plan.seats,
        places_of(plan.wagers),
    )
    return Simulation(
        plan,
        tuple(Wagered(wager, ends(wager, plan), stake=stake_of(wager, plan)) for wager in plan.wagers),
        play,
        data,
        lambda question, standing, setup, state: answer(own, plan.strategy, question, standing, setup, state),
        lambda wager: exact(wager, plan),
        room=(1 + HAND) * (plan.seats + 1),
        slice=1 << 13,
        dealt_first=HAND,
        registers=32 if MAIN in plan.wagers else 64,
    )


def places_of(wagers: tuple[str, ...]) -> Places:
    """Where each wager stands among a seat's codes."""
    at = {wager: place for place, wager in enumerate(wagers)}
    main, chan_chu, envy, tie, jacks = (at.get(each, -1) for each in (MAIN, CHAN_CHU, ENVY, ACE_HIGH_TIE, JACKS_BEAT))
    return Places(main, chan_chu, envy, tie, jacks, len(wagers))


def fronts_of(wheel: int) -> Ints:
    """What any two cards in front are worth, by the rule itself, at `CARDS * one + other`."""
    found = np.zeros(CARDS * CARDS, np.int64)
    for one_ in range(CARDS):
        for two in range(CARDS):
            if one_ != two:
                found[CARDS * one_ + two] = front_value(1 << one_ | 1 << two, wheel)
    return found


def lines(of: Way) -> Ints:
    """A house way as rows of integers; none where it is the document's, which is written as functions."""
    return np.array([] if of.written_as_functions else of.codes, np.int64).reshape(-1, 4)


def bits(table: Any, settings: Any) -> Ints:
    """The bit of each row of a Chan Chu or envy table, in the order in which they pay."""
    return np.array([] if table is None else [bit for bit, _ in rows_of(table, settings)], np.int64)


def stake_of(wager: str, plan: Plan) -> int:
    """The Chan Chu wager that the envy bonus is measured by."""
    return plan.settings.integer("envy-wager") if wager == ENVY else 0


def ends(wager: str, plan: Plan) -> tuple[Parts, ...]:
    """The terms of each code of a wager."""
    settings = plan.settings
    if wager == MAIN:
        return tuple(one(main_terms(result, settings.in_force(MAIN))) for result in (LOSE, PUSH, WIN))
    if wager == ACE_HIGH_TIE:
        table = settings.in_force(ACE_HIGH_TIE)
        return tuple(one(ace_high_tie_terms(award, table)) for award in range(len(ACE_HIGH_TIE_AWARDS)))
    if wager == JACKS_BEAT:
        return tuple(one(jacks_beat_terms(jacks, jacks_beat_table(settings))) for jacks in range(JACKS + 1))
    found = settings.in_force(CHAN_CHU) if wager == CHAN_CHU else envy_table(settings)
    if found is None:
        raise IllegalBet(f"{settings.in_force(CHAN_CHU).id} has no envy table", "envy")
    rows = [*(row for _, row in rows_of(found, settings)), None]
    return tuple(one(row_terms(found, row) if wager == CHAN_CHU else envy_terms(found, row)) for row in rows)


def answer(own: Way | None, strategy: str, question: Question, standing: Standing, setup: Setup, state: Any) -> Answer:
    """The same strategy at the table."""
    hand, settings = mask(standing.cards(question.seat)), setup.settings
    if own is not None:
        front, _ = own.set(hand, wheel_of(settings))
        return front, hand ^ front
    if strategy == RANDOM:
        return tuple(list(ways_to_set(hand))[below(state, WAYS)])
    if strategy == BEST:
        dealer: Piles = house_piles(mask(standing.shown(DEALER)), settings)
        return tuple(every_way(hand, dealer, settings)[0].piles)
    return tuple(house_piles(hand, settings))


def exact(wager: str, plan: Plan) -> Fraction | None:
    """The edge over all deals, where it is known: not of a seat that sets by chance or by a way of its own."""
    from houseway.games.dealer_open_pai_gow.game import GAME

    if wager == MAIN and (plan.strategy in (RANDOM, ASKED) or plan.strategy not in KINDS):
        return None
    odds = GAME.with_document(plan.settings.document).odds_of(GAME.ask(wager, plan.settings))
    if wager == MAIN and plan.strategy != BEST:
        return Fraction(odds.more["edge_when_copying"]["exact"])
    return odds.edge
