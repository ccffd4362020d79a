"""What was compared to come to a payout of Super Pairs: hands and totals, the cards of a bonus, a jackpot's meter."""

from collections.abc import Iterator, Sequence

from houseway.cards import suit, symbols
from houseway.document.settings import Settings
from houseway.games.super_pairs.rules.blackjack import dealer_draws, value
from houseway.games.super_pairs.rules.bonuses import WITH_UP_CARD, awards_held
from houseway.games.super_pairs.rules.busting import AWARDS, BUST_BONUS, NO_AWARD, award_of
from houseway.games.super_pairs.rules.jackpots import HOUSE, JACKPOTS
from houseway.games.super_pairs.rules.spot import EVEN_MONEY, Cards, Held, spot_in
from houseway.games.super_pairs.terms.blackjack import (
    BLACKJACK,
    BOTH_NATURAL,
    BUSTED,
    DEALER_NATURAL,
    GIVEN_UP,
    INSURANCE,
    LOST,
    NATURAL,
    PUSHED,
    WON,
    end_of,
    hand_terms,
)
from houseway.games.super_pairs.terms.bonuses import lines, suit_of, suit_setting
from houseway.games.super_pairs.terms.jackpots import Claim, drawn_by_seat, kind_of, meters_of
from houseway.hooks import Hooks
from houseway.money import dollars
from houseway.round import DEALER, Choose, Payout, Setup, Standing
from houseway.round.explanation import Reason, answers_of, in_force
from houseway.round.meters import Moved, moved

ENDS = {
    NATURAL: "a blackjack beats every hand that is none",
    EVEN_MONEY: "even money was taken against the dealer's ace: the blackjack is paid whatever the dealer has",
    GIVEN_UP: "the hand was surrendered: half of its wager is lost",
    BUSTED: "{0} is over 21: the hand is lost whatever the dealer has",
    DEALER_NATURAL: "the dealer's blackjack beats every hand that is none",
    BOTH_NATURAL: "both have a blackjack: a push",
    PUSHED: "{0} equals {1}: a push",
    LOST: "{0} is below {1}: the dealer wins",
    WON: "{0} is above {1}: seat {2} wins",
}


def reasons(game: Hooks, payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """What decided each wager of a seat."""
    dealer = Cards(standing.cards(DEALER))
    if payout.wager == BLACKJACK:
        yield from _hand(payout, standing, dealer, setup.settings)
    elif payout.wager == INSURANCE:
        two = Cards(dealer.cards[:2])
        verdict = "a blackjack: insurance wins" if two.natural else "no blackjack: insurance loses"
        yield Reason(f"the dealer's first two cards, {symbols(two.cards)}, are {verdict}", "blackjack.insurance")
    elif payout.wager == BUST_BONUS:
        yield from _bust(dealer, setup.settings)
    else:
        yield from _bonus(game, payout, standing, setup)


# ---------------------------------------------------------------------------------------------------- blackjack


def _hand(payout: Payout, standing: Standing, dealer: Cards, settings: Settings) -> Iterator[Reason]:
    """One hand of a spot, the dealer's, and how they meet."""
    own = [each for each in standing.ruling or () if (each.seat, each.wager) == (payout.seat, BLACKJACK)]
    hands = spot_in(standing, payout.seat, settings).hands
    number = own.index(payout)
    hand = hands[number]
    name = f"hand {number + 1} of {len(hands)} of seat {payout.seat}" if len(hands) > 1 else f"seat {payout.seat}"
    yield Reason(f"{name} has {hand}", "blackjack.values", tuple(_made(hand)))
    yield Reason(f"the dealer has {dealer}", "blackjack.dealer", tuple(_drawn(dealer, settings)))
    even = any(answer == EVEN_MONEY for _, answer in answers_of(standing, payout.seat, Choose))
    end = end_of(hand, dealer, even)
    says = ENDS[end].format(hand.total, dealer.total, payout.seat)
    if end == WON and dealer.busted:
        says = f"the dealer's {dealer.total} is over 21 and {hand.total} is not: seat {payout.seat} wins"
    yield Reason(says, hand_terms(end, settings).clause)
    if end == NATURAL:
        yield from in_force(settings, "blackjack-pays")


def _made(hand: Held) -> Iterator[Reason]:
    yield Reason(counted(hand), "blackjack.values")
    if hand.doubled:
        yield Reason(f"it was doubled: {hand.units} wagers stand on it", "blackjack.double")
    if hand.from_split and Cards(hand.cards).natural:
        yield Reason("an ace and a ten after a split are 21 and no blackjack", "blackjack.natural")


def counted(hand: Cards) -> str:
    """What each card counts; one ace eleven where the hand is soft."""
    values = [value(card) for card in hand.cards]
    if hand.soft:
        values[values.index(1)] += hand.total - hand.hard
    return f"{symbols(hand.cards)} counts {' + '.join(str(each) for each in values)} = {hand.total}"


def _drawn(dealer: Cards, settings: Settings) -> Iterator[Reason]:
    """The dealer's hand card by card: drawn by the fixed rule, or not at all where no wager depends on it."""
    yield Reason(counted(dealer), "blackjack.values")
    hits = settings.text("soft-17") == "hit"
    seventeen = False
    for at in range(2, len(dealer.cards) + 1):
        so_far = Cards(dealer.cards[:at])
        draws = dealer_draws(so_far.hard, so_far.aces, hits)
        seventeen = seventeen or (so_far.soft and so_far.total == 17)
        total = f"{'soft ' if so_far.soft else ''}{so_far.total}"
        if at < len(dealer.cards):
            yield Reason(f"on {total} the dealer draws {symbols(dealer.cards[at : at + 1])}", "blackjack.dealer")
        elif draws:
            yield Reason(f"on {total} the dealer draws no card: no wager depends on it", "blackjack.dealer")
        elif not so_far.busted:
            yield Reason(f"on {total} the dealer stands", "blackjack.dealer")
    if seventeen:
        yield from in_force(settings, "soft-17")


def _bust(dealer: Cards, settings: Settings) -> Iterator[Reason]:
    """Whether the dealer has busted, and with what."""
    award = award_of(dealer.cards, settings.integer("decks"))
    busts = "over 21" if dealer.busted else "not over 21"
    yield Reason(f"the dealer's {dealer.total} is {busts}", "bust-bonus", tuple(_drawn(dealer, settings)))
    if award == NO_AWARD:
        return
    values = [value(card) for card in dealer.cards]
    suited = "of one suit" if len({suit(card) for card in dealer.cards}) == 1 else "of several suits"
    eights = f", {values.count(8)} of them eights" if 8 in values else ""
    says = f"{symbols(dealer.cards)}: {symbols(dealer.cards[:1])} up, {suited}{eights}: {AWARDS[award]}"
    yield Reason(says, "bust-bonus")


# ---------------------------------------------------------------------------------------------------- bonuses


def _bonus(game: Hooks, payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """Every paying row that the cards meet; the first of them pays."""
    settings = setup.settings
    first, second = standing.cards(payout.seat)[:2]
    up, hole = standing.cards(DEALER)[:2]
    table = settings.in_force(payout.wager)
    held = awards_held(first, second, up, hole, suit_of(payout.wager, settings))
    met = [line for line in lines(table) if held & line.bit]
    cards = f"{symbols((first, second))}{_with(payout.award, met[0].bit if met else WITH_UP_CARD, up, hole)}"
    labels = ", ".join(line.row.label for line in met)
    says = f"{cards}: {labels or 'no row'} of {table.id}"
    if len(met) > 1:
        says += f": only the highest, {met[0].row.label}, is paid"
    yield Reason(says, table.clause)
    if met and any("of-suit" in line.row.award for line in lines(table)):
        yield from in_force(settings, suit_setting(payout.wager, settings))
    if payout.wager in JACKPOTS and met:
        yield from _jackpot(game, payout, standing, setup)


def _with(award: str, bit: int, up: int, hole: int) -> str:
    """The dealer's cards that an award looks at."""
    if "blackjack" in award:
        return f" with the dealer's {symbols((up, hole))}"
    return f" with {symbols((up,))} up" if bit & WITH_UP_CARD else ""


def _jackpot(game: Hooks, payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """What the meter was, what came off it, what it is after the round."""
    settings = setup.settings
    table, shown = settings.in_force(payout.wager), meters_of(settings).get(payout.wager, 0)
    claims = [
        Claim(each.seat, row.pay.amount)
        for each in standing.ruling or ()
        if each.wager == payout.wager and (row := table.row(each.award)) is not None and row.pay.kind == "percent"
    ]
    if payout.seat not in [claim.seat for claim in claims]:
        yield Reason("a prize in dollars is the house's: it does not come off the meter", table.clause)
        return
    if kind_of(settings) == HOUSE:
        yield Reason(f"the house displays {dollars(shown)} and pays it: the display stays", "house-jackpot")
        return
    drawn = drawn_by_seat(payout.wager, claims, settings)
    meter = next(each for each in moved(game, setup, standing.ruling or ()) if each.wager == payout.wager)
    yield Reason("the meter", table.clause, tuple(_meter(payout, meter, list(drawn), standing, settings)))


def _meter(
    payout: Payout, meter: Moved, order: Sequence[int], standing: Standing, settings: Settings
) -> Iterator[Reason]:
    """What a progressive meter showed, its winners in the order of payment, and what it shows then."""
    clause = settings.in_force(payout.wager).clause
    paid = {each.seat: each for each in standing.ruling or () if each.wager == payout.wager and each.seat in order}
    yield Reason(f"when the cards were dealt it showed {dollars(meter.displayed)}", clause)
    for seat in order:
        each = paid[seat]
        seeded = f", and it is seeded anew with {dollars(each.seeded)}" if each.seeded else ""
        yield Reason(f"seat {seat} takes {dollars(each.metered)} off it{seeded}", clause)
    if len(order) > 1:
        yield from in_force(settings, "jackpot-sharing", "jackpot-order", "jackpot-reseed")
    yield Reason(f"after the round it shows {dollars(meter.after)}", clause)
