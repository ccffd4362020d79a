"""Super Pairs simulated: the round of `play` around the rules, for every wager at once.

The order of a spot (`rules.spot`) is gone through with numbers in the place of its values; the agreement test deals the
same rounds by both. How a spot is played is a table: see `count.moves`.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import suit
from houseway.errors import IllegalSetting
from houseway.games.super_pairs.count.moves import ANY, GIVES_UP, SPLITS, Moves, blank, moves_of
from houseway.games.super_pairs.count.solver import DOUBLES, HITS, STANDS
from houseway.games.super_pairs.play import pack
from houseway.games.super_pairs.rules.blackjack import (
    PUSH,
    WIN,
    busted,
    dealer_draws,
    dealer_looks,
    insurance_offered,
    may_double,
    may_draw,
    may_split,
    natural,
    outcome,
    pair,
    soft,
    total,
    units,
    value,
)
from houseway.games.super_pairs.rules.bonuses import FELT, WITH_DEALER, awards_beside, dealers_blackjack, row_pays
from houseway.games.super_pairs.rules.busting import AWARDS, BUST_BONUS, NO_AWARD, bust_award
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.games.super_pairs.rules.spot import DECLINE, spot_in
from houseway.games.super_pairs.rules.spot import DOUBLES as BOUNDS
from houseway.games.super_pairs.terms.blackjack import (
    BLACKJACK,
    BOTH_NATURAL,
    DEALER_NATURAL,
    GIVEN_UP,
    INSURANCE,
    LOST,
    NATURAL,
    PUSHED,
    WON,
    hand_terms,
    insurance_terms,
)
from houseway.games.super_pairs.terms.bonuses import every_terms, lines, suit_of
from houseway.games.super_pairs.terms.busting import bust_terms
from houseway.lab.kernel import part
from houseway.lab.result import Parts
from houseway.round import DEALER, Answer, Question, Setup, Standing, Wager
from houseway.round.terms import pushed
from houseway.simulate.asking import ASKED, asked
from houseway.simulate.chance import DEALT, LOOK, below, deal, look_ahead
from houseway.simulate.loop import Ints
from houseway.simulate.model import BASIC, BEST, RANDOM, Plan, Simulation, Wagered, one

OUT = -1
"""In the place of a card or of points: the shoe is empty."""

WITH_NATURAL, SURRENDERED, NOT_PLAYED = -1, -2, -3
"""In the place of how many hands a spot has."""

SINGLES = (NATURAL, BOTH_NATURAL, DEALER_NATURAL, GIVEN_UP)
IS_NATURAL, IS_BOTH, IS_DEALERS, IS_GIVEN_UP, IS_VOID, BY_UNITS = range(6)
"""Codes of the blackjack wager; from `BY_UNITS` on by the units lost, pushed and won."""

FIRST, SECOND, HANDS, ENDS = range(4)
"""A seat's places in the room: its two cards, its hands, then points and units of each."""


class Rules(NamedTuple):
    """The settings as numbers."""

    looks: bool
    hits_soft_17: bool
    double_least: int
    double_most: int
    double_after_split: bool
    by_value: bool
    most: int
    resplit_aces: bool
    one_card: bool
    surrender: bool
    insurance: bool
    even_money: bool
    decks: int
    bust_after_look: bool
    bonuses_stay: bool


class Places(NamedTuple):
    """At which place among its codes a seat has each wager (below zero: not made); of bonuses the first, how many."""

    blackjack: int
    insurance: int
    bust_bonus: int
    bonuses: int
    many: int
    wagers: int


class Data(NamedTuple):
    """All cards, the rules in force, how spots are played, and the rows of the bonus paytables.

    `deal_only` says that no wager waits for the play, and no later round for its cards; `asks` that who plays is
    outside: see `houseway.simulate.asking`.
    """

    pack: Ints
    rules: Rules
    moves: Moves
    rows: Ints
    suits: Ints
    seats: int
    places: Places
    deal_only: bool
    asks: bool


@part
def draw(state: Any, data: Data) -> int:
    """The next card, or `OUT`."""
    if state.at[DEALT] == len(data.pack):
        return OUT
    return deal(state, data.pack)


# ------------------------------------------------------------------------------------------------ a spot


@part
def any_move(state: Any, hit: bool, double: bool, split: bool, give_up: bool) -> int:
    """One of the moves that are allowed, each as likely, in the order in which the table offers them."""
    left = below(state, 1 + int(hit) + int(double) + int(split) + int(give_up))
    for move, allowed in ((STANDS, True), (HITS, hit), (DOUBLES, double), (SPLITS, split), (GIVES_UP, give_up)):
        if allowed:
            if left == 0:
                return move
            left -= 1
    return STANDS


@part
def asked_move(
    room: Any, up: int, points: int, soft_: bool, hit: bool, double: bool, split: bool, give_up: bool
) -> int:
    """A move that somebody outside decides, by the points, whether they are soft, the up-card, and a pair to split."""
    options = 1 << STANDS | int(hit) << HITS | int(double) << DOUBLES | int(split) << SPLITS | int(give_up) << GIVES_UP
    return asked(room, options, points, int(soft_), up + 1, int(split))


@part
def finished(
    state: Any, data: Data, room: Any, up: int, page: int, hand: int, hard: int, aces: int, move: int
) -> tuple[int, int]:
    """A hand of two cards played to its end from this move on: its points and its units."""
    stake = units(False)
    while move in (HITS, DOUBLES):
        card = draw(state, data)
        if card == OUT:
            return OUT, 0
        worth = value(card)
        hard += worth
        aces += int(worth == 1)
        if move == DOUBLES:
            stake = units(True)
            break
        if busted(hard) or not may_draw(total(hard, aces)):
            break
        hand = data.moves.after[hand, worth - 1]
        move = data.moves.later[up, page, hand]
        if move == ANY and data.asks:
            move = asked_move(room, up, total(hard, aces), soft(hard, aces), True, False, False, False)
        elif move == ANY:
            move = HITS if below(state, 2) else STANDS
    return total(hard, aces), stake


@part
def ended(room: Any, base: int, points: int, stake: int) -> None:
    """Note a hand that is done."""
    at = base + ENDS + 2 * room[base + HANDS]
    room[at], room[at + 1] = points, stake
    room[base + HANDS] += 1


@part
def first_move(state: Any, data: Data, room: Any, a: int, b: int, up: int, variant: int) -> int:
    """What is done with the first two cards."""
    rules, one_, two = data.rules, value(a), value(b)
    splits = pair(a, b, rules.by_value) and may_split(1, rules.most, one_ == 1, rules.resplit_aces)
    move = data.moves.first[up, one_ - 1, two - 1, 1 + variant if splits else 0]
    if move == ANY:
        hard, aces = one_ + two, int(one_ == 1) + int(two == 1)
        points = total(hard, aces)
        doubles = may_double(points, 2, rules.double_least, rules.double_most)
        if data.asks:
            return asked_move(room, up, points, soft(hard, aces), True, doubles, splits, rules.surrender)
        return any_move(state, True, doubles, splits, rules.surrender)
    return int(move)


@part
def split_move(state: Any, data: Data, room: Any, a: int, b: int, up: int, page: int, hand: int, hands: int) -> int:
    """What is done with a card that was split off and the next one."""
    rules, one_, two = data.rules, value(a), value(b)
    again = pair(a, b, rules.by_value) and may_split(hands, rules.most, one_ == 1, rules.resplit_aces)
    hard, aces = one_ + two, int(one_ == 1) + int(two == 1)
    points = total(hard, aces)
    alone = one_ == 1 and rules.one_card
    if not may_draw(points) or (alone and not again):
        return STANDS
    move = data.moves.later[up, page, hand]
    if move == ANY:
        doubles = rules.double_after_split and may_double(points, 2, rules.double_least, rules.double_most)
        if data.asks:
            return asked_move(room, up, points, soft(hard, aces), not alone, not alone and doubles, again, False)
        return any_move(state, not alone, not alone and doubles, again, False)
    if again:
        return SPLITS
    return STANDS if alone else int(move)


@part
def split_spot(state: Any, data: Data, room: Any, base: int, up: int, variant: int) -> int:
    """The hands of a split, first to last; `OUT` where the shoe ran out. Cards that wait stand at the room's end."""
    rules, stack = data.rules, len(room) - data.rules.most
    room[stack], room[stack + 1] = room[base + SECOND], room[base + FIRST]
    waiting, hands = 2, 2
    while waiting:
        waiting -= 1
        a, b = room[stack + waiting], draw(state, data)
        if b == OUT:
            return OUT
        kind = pair(a, b, rules.by_value)
        page = 1 + (2 * (value(a) - 1) + variant) * 2 + int(kind)
        hand = data.moves.after[data.moves.alone[value(a) - 1], value(b) - 1]
        move = split_move(state, data, room, a, b, up, page, hand, hands)
        if move == SPLITS:
            room[stack + waiting], room[stack + waiting + 1] = b, a
            waiting, hands = waiting + 2, hands + 1
            continue
        hard, aces = value(a) + value(b), int(value(a) == 1) + int(value(b) == 1)
        points, stake = finished(state, data, room, up, page, hand, hard, aces, move)
        if points == OUT:
            return OUT
        ended(room, base, points, stake)
    return 0


@part
def spot(state: Any, data: Data, room: Any, base: int, up_card: int) -> int:
    """A spot played; `OUT` where the shoe ran out."""
    a, b, up = room[base + FIRST], room[base + SECOND], value(up_card) - 1
    room[base + HANDS] = 0
    if natural(value(a), value(b)):
        room[base + HANDS] = WITH_NATURAL
        return 0
    variant = int(value(a) == 10 and not data.rules.by_value and pair(a, up_card, False))
    move = first_move(state, data, room, a, b, up, variant)
    if move == GIVES_UP:
        room[base + HANDS] = SURRENDERED
        return 0
    if move == SPLITS:
        return split_spot(state, data, room, base, up, variant)
    hand = data.moves.after[data.moves.alone[value(a) - 1], value(b) - 1]
    hard, aces = value(a) + value(b), int(value(a) == 1) + int(value(b) == 1)
    points, stake = finished(state, data, room, up, 0, hand, hard, aces, move)
    if points == OUT:
        return OUT
    ended(room, base, points, stake)
    return 0


# ------------------------------------------------------------------------------------------------ the round


@part
def bonus_codes(data: Data, room: Any, codes: Any, up: int, hole: int, hole_known: bool) -> None:
    """Every bonus that the deal decides, for each seat; void where it waits for a hole card that nobody has seen."""
    rows = data.rows
    for seat in range(data.seats):
        base = seat * (ENDS + 2 * data.rules.most)
        a, b = room[base + FIRST], room[base + SECOND]
        held, before = 0, -1
        for at in range(data.places.many):
            chosen = data.suits[at]
            if chosen != before:
                held = awards_beside(a, b, up, dealers_blackjack(up, hole, chosen), chosen)
                before = chosen
            row = row_of(held, rows, at)
            if not hole_known:
                for other in range(1, 4):
                    if row_of(awards_beside(a, b, up, other, chosen), rows, at) != row_of(
                        held & ~WITH_DEALER, rows, at
                    ):
                        row = rows.shape[1] + 1
            codes[seat * data.places.wagers + data.places.bonuses + at] = row


@part
def row_of(held: int, rows: Any, at: int) -> int:
    """The row of a paytable that pays these awards; how many rows there is room for where none does."""
    for row in range(rows.shape[1]):
        if row_pays(held, rows[at, row, 0], rows[at, row, 1]):
            return row
    return int(rows.shape[1])


@part
def void(data: Data, codes: Any, bonuses: bool) -> None:
    """What was made and is not ruled upon is returned."""
    at = data.places
    for seat in range(data.seats):
        mine = seat * at.wagers
        if at.blackjack >= 0:
            codes[mine + at.blackjack] = IS_VOID
        if at.insurance >= 0 and codes[mine + at.insurance] >= 0:
            codes[mine + at.insurance] = 2
        if at.bust_bonus >= 0 and codes[mine + at.bust_bonus] >= 0:
            codes[mine + at.bust_bonus] = len(AWARDS) + 1
        if bonuses:
            for bonus in range(at.many):
                codes[mine + at.bonuses + bonus] = data.rows.shape[1] + 1


@part
def offered(data: Data, room: Any, codes: Any, up: int, dealers: bool) -> None:
    """Insurance and the Bust Bonus, made wherever they are offered; a blackjack of one's own declines even money."""
    rules, at = data.rules, data.places
    for seat in range(data.seats):
        mine, base = seat * at.wagers, seat * (ENDS + 2 * rules.most)
        if at.insurance >= 0:
            own = natural(value(room[base + FIRST]), value(room[base + SECOND])) and rules.even_money
            made = insurance_offered(value(up)) and rules.insurance and not own
            codes[mine + at.insurance] = int(dealers) if made else -1
        if at.bust_bonus >= 0:
            looked_away = rules.bust_after_look and rules.looks and dealers
            codes[mine + at.bust_bonus] = -1 if looked_away else 0


@part
def alive(data: Data, room: Any, codes: Any) -> bool:
    """Whether a wager still waits for the dealer's hand."""
    for seat in range(data.seats):
        base = seat * (ENDS + 2 * data.rules.most)
        if data.places.bust_bonus >= 0 and codes[seat * data.places.wagers + data.places.bust_bonus] >= 0:
            return True
        for hand in range(room[base + HANDS]):
            if not busted(room[base + ENDS + 2 * hand]):
                return True
        if room[base + HANDS] == NOT_PLAYED:
            return True
    return False


@part
def dealer_hand(state: Any, data: Data, up: int, hole: int, plays: bool) -> tuple[int, int, int]:
    """The dealer's hand drawn out: its points (`OUT`: the shoe ran out), and its award of the Bust Bonus."""
    hard = value(up) + value(hole)
    aces = int(value(up) == 1) + int(value(hole) == 1)
    eights = int(value(up) == 8) + int(value(hole) == 8)
    suited = suit(up) == suit(hole)
    while plays and dealer_draws(hard, aces, data.rules.hits_soft_17):
        card = draw(state, data)
        if card == OUT:
            return OUT, NO_AWARD, 0
        hard += value(card)
        aces += int(value(card) == 1)
        eights += int(value(card) == 8)
        suited = suited and suit(card) == suit(up)
    return total(hard, aces), bust_award(value(up), hard, eights, suited, data.rules.decks), hard


@part
def settled(data: Data, room: Any, base: int, points: int, dealers: bool) -> int:
    """The code of the blackjack wager of a seat."""
    count = room[base + HANDS]
    if count == WITH_NATURAL:
        return IS_BOTH if dealers else IS_NATURAL
    if count == SURRENDERED and not dealers:
        return IS_GIVEN_UP
    if count < 0:
        return IS_DEALERS
    most = 2 * data.rules.most + 1
    code = 0
    for hand in range(count):
        at = base + ENDS + 2 * hand
        result = outcome(room[at], points)
        if dealers:
            result = -1
        code += room[at + 1] * (1 if result == WIN else most if result == PUSH else most * most)
    return int(BY_UNITS + code)


@part
def play(state: Any, data: Data, room: Any, codes: Any) -> None:
    """Two cards each, the wagers of mid-round, the look, the spots, the dealer, and every wager's code."""
    rules, at, size = data.rules, data.places, ENDS + 2 * data.rules.most
    up, hole = 0, 0
    for index in range(len(codes)):
        codes[index] = -1
    look_ahead(state, len(data.pack), 4 if data.deal_only and data.seats == 1 else LOOK)
    for second in range(2):
        for place in range(data.seats + 1):
            card = draw(state, data)
            if card == OUT:
                return void(data, codes, True)
            if place < data.seats:
                room[place * size + second] = card
            elif second:
                hole = card
            else:
                up = card
    dealers = natural(value(up), value(hole))
    looks = rules.looks and dealer_looks(value(up))
    for seat in range(data.seats):
        base = seat * size
        held = natural(value(room[base + FIRST]), value(room[base + SECOND]))
        room[base + HANDS] = WITH_NATURAL if held else NOT_PLAYED
    offered(data, room, codes, up, dealers)
    if data.deal_only:
        return bonus_codes(data, room, codes, up, hole, True)
    if not (looks and dealers):
        for seat in range(data.seats):
            if spot(state, data, room, seat * size, up) == OUT:
                bonus_codes(data, room, codes, up, hole, looks or not dealer_looks(value(up)))
                return void(data, codes, not rules.bonuses_stay)
    points, award, _ = dealer_hand(state, data, up, hole, alive(data, room, codes))
    bonus_codes(data, room, codes, up, hole, True)
    if points == OUT:
        return void(data, codes, not rules.bonuses_stay)
    for seat in range(data.seats):
        mine = seat * at.wagers
        if at.blackjack >= 0:
            codes[mine + at.blackjack] = settled(data, room, seat * size, points, dealers)
        if at.bust_bonus >= 0 and codes[mine + at.bust_bonus] >= 0:
            codes[mine + at.bust_bonus] = award - NO_AWARD
    return None


# ------------------------------------------------------------------------------------------------ a plan


def simulation(plan: Plan) -> Simulation:
    """Rounds of Super Pairs by a plan."""
    settings = plan.settings
    if settings.text("out-of-cards") == "discards" and plan.shoe.penetration:
        raise IllegalSetting(
            "shoes are simulated where a round that runs out of cards is void: set out-of-cards=void", "blackjack.cards"
        )
    own = [wager for wager in (BLACKJACK, INSURANCE, BUST_BONUS) if wager in plan.wagers]
    bonuses = [wager for wager in (*FELT, *JACKPOTS) if wager in plan.wagers]
    order = [*own, *bonuses]
    deal_only = not plan.shoe.penetration and BLACKJACK not in own and BUST_BONUS not in own
    rules, moves = rules_of(settings), blank(STANDS) if deal_only else moves_of(plan.strategy, settings)
    rows, suits = rows_of(bonuses, settings)
    at = {wager: order.index(wager) for wager in order}
    main, insured, bust = (at.get(wager, -1) for wager in (BLACKJACK, INSURANCE, BUST_BONUS))
    places, asks = Places(main, insured, bust, len(own), len(bonuses), len(order)), plan.strategy == ASKED
    return Simulation(
        plan,
        tuple(wagered(wager, plan, rules, rows.shape[1]) for wager in order),
        play,
        Data(np.array(pack(settings), np.int64), rules, moves, rows, suits, plan.seats, places, deal_only, asks),
        lambda question, standing, setup, state: answer(moves, plan, question, standing, setup, state),
        lambda wager: exact(wager, plan),
        room=plan.seats * (ENDS + 2 * rules.most) + rules.most,
        registers=0 if deal_only else 64,
    )


def rules_of(settings: Any) -> Rules:
    """The settings as numbers."""
    least, most = BOUNDS[settings.text("double")]
    return Rules(
        settings.flag("peek"),
        settings.text("soft-17") == "hit",
        least,
        most,
        settings.flag("double-after-split"),
        settings.text("split-by") == "value",
        settings.integer("split-hands"),
        settings.flag("resplit-aces"),
        settings.flag("split-aces-one-card"),
        settings.text("surrender") == "late",
        settings.flag("insurance"),
        settings.flag("even-money"),
        settings.integer("decks"),
        settings.text("bust-bonus-offered") == "after-peek",
        settings.get("reconciled-bonuses") == "won",
    )


def rows_of(bonuses: list[str], settings: Any) -> tuple[Ints, Ints]:
    """The bit of each paying row and those above it, by bonus; and the suit that each goes by."""
    tables = [lines(settings.in_force(wager)) for wager in bonuses]
    rows = np.zeros((len(bonuses), max([1, *map(len, tables)]), 2), np.int64)
    for at, table in enumerate(tables):
        for row, line in enumerate(table):
            rows[at, row] = line.bit, line.above
    return rows, np.array([suit_of(wager, settings) for wager in bonuses], np.int64)


VOID = one(pushed("blackjack.cards", "void"))


def wagered(wager: str, plan: Plan, rules: Rules, room: int) -> Wagered:
    """A wager and the terms of each of its codes."""
    settings = plan.settings
    if wager == BLACKJACK:
        return Wagered(wager, (*(one(hand_terms(end, settings)) for end in SINGLES), VOID, *by_units(rules, settings)))
    if wager == INSURANCE:
        return Wagered(wager, (*(one(insurance_terms(has, settings)) for has in (False, True)), VOID))
    if wager == BUST_BONUS:
        return Wagered(wager, (*(one(bust_terms(each, settings)) for each in range(NO_AWARD, len(AWARDS))), VOID))
    *paying, lost = (one(terms) for terms in every_terms(settings.in_force(wager)))
    ends = (*paying, *[lost] * (room + 1 - len(paying)), VOID)
    if wager not in JACKPOTS:
        return Wagered(wager, ends)
    least = settings.integer(settings.document.wager(wager).least)
    return Wagered(wager, ends, settings.integer(f"{wager}-meter"), least)


def by_units(rules: Rules, settings: Any) -> tuple[Parts, ...]:
    """The ends of a spot by its units lost, pushed and won."""
    most = range(2 * rules.most + 1)
    terms = [hand_terms(end, settings) for end in (LOST, PUSHED, WON)]
    return tuple(
        tuple((term, Fraction(count)) for term, count in zip(terms, counts, strict=True) if count) or one(terms[1])
        for counts in ((lost, pushes, won) for lost in most for pushes in most for won in most)
    )


MADE = 100
"""What is wagered in mid-round, in cents."""


def answer(moves: Moves, plan: Plan, question: Question, standing: Standing, setup: Setup, state: Any) -> Answer:
    """The same strategy at the table."""
    if isinstance(question, Wager):
        return MADE if question.wager in plan.wagers else 0
    options: tuple[str, ...] = question.options  # type: ignore[union-attr]
    if DECLINE in options:
        return DECLINE
    if plan.strategy == RANDOM:
        return options[below(state, len(options))]
    spot_ = spot_in(standing, question.seat, setup.settings)
    return moves.said(spot_, standing.shown(DEALER)[0], options, setup.settings)


def exact(wager: str, plan: Plan) -> Fraction | None:
    """The edge over all deals, where it is known for this strategy; None of a shoe that is dealt on."""
    from houseway.games.super_pairs.game import GAME

    game, settings = GAME.with_document(plan.settings.document), plan.settings
    if wager == BLACKJACK and plan.strategy != BEST:
        if plan.strategy != BASIC:
            return None
        return Fraction(game.plan(game.ask(BLACKJACK, settings)).more["edge_of_chart"]["exact"])
    return game.odds_of(game.ask(wager, settings)).edge
