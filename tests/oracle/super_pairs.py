"""Super Pairs, settled a second time: blackjack, the bonus wagers and the jackpots."""

from fractions import Fraction
from typing import NamedTuple

from .blackjack import Order, points
from .bonuses import bust, lucky_ladies, pairs, three_cards
from .calls import Counted, cents
from .cards import ACE, SUITS, TEN, Card
from .reading import Paid, Record, check_told, ratio, row, stakes, won

FELT = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3")
JACKPOTS = ("super-pairs-jackpot", "lucky-ladies-jackpot", "21-plus-3-jackpot")
BONUSES = FELT + JACKPOTS


class Reconciled(NamedTuple):
    """What a bonus has come to: an amount, or a share of the meter."""

    gain: int
    share: Fraction = Fraction(0)


def stage(found: Counted) -> str:
    """How far the round is; what it has reconciled on the way stays so (ruling reconciled)."""
    order = Order(found)
    found.asks_for_card = order.asking_for_card()
    found.waiting = [entry for entry in found.waiting if order.has_not_come_to(entry)]
    for (seat, wager), result in reconciled(found, order).items():
        found.reconciled.setdefault((seat, wager), result)
    return order.reached


def reconciled(found: Counted, order: Order) -> dict[tuple[int, str], Reconciled]:
    """The bonuses of living hands that the known cards decide (clauses 3 and 4)."""
    if order.reached == "deal":
        return {}
    bets = stakes(found.record)
    made = [(seat, wager) for seat in order.living for wager in BONUSES if wager in bets[seat]]
    return {
        (seat, wager): _reconcile(found.record, wager, _held(found, order, seat, wager), bets[seat][wager])
        for seat, wager in made
        if order.hole_known or not _hole_card_matters(found, order, seat, wager)
    }


def _reconcile(record: Record, wager: str, held: set[str], stake: int) -> Reconciled:
    pays = row(record, wager, held)
    if pays and pays.endswith("%"):
        return Reconciled(-stake, ratio(pays))
    return Reconciled(won(record, wager, held, stake))


def _suit(settings: dict[str, str], wager: str) -> str:
    """The suit that is chosen for a jackpot, or else for all."""
    own = settings.get(f"{wager}-suit", "suit")
    return (settings["suit"] if own == "suit" else own)[0]


def _held(found: Counted, order: Order, seat: int, wager: str) -> set[str]:
    two, up, suit = order.spots[seat].first, order.dealer[0], _suit(found.settings, wager)
    if wager.startswith("super-pairs"):
        return pairs(two, up, suit)
    if wager.startswith("lucky-ladies"):
        return lucky_ladies(two, order.dealer[:2] if order.dealers_blackjack else [], suit)
    return three_cards([*two, up], suit)


def _hole_card_matters(found: Counted, order: Order, seat: int, wager: str) -> bool:
    """Whether some hole card would make a blackjack that changes the award: each is tried, and none at all."""
    up = order.dealer[0]
    if not wager.startswith("lucky-ladies") or (up.rank < TEN):
        return False
    two, suit = order.spots[seat].first, _suit(found.settings, wager)
    ranks = range(TEN, ACE) if up.rank == ACE else (ACE,)
    holes = [[up, Card(rank, each)] for rank in ranks for each in SUITS]
    rows = [line["award"] for line in found.record["paytables"][wager]["rows"]]
    best = {
        min((rows.index(award) for award in lucky_ladies(two, dealer, suit) if award in rows), default=None)
        for dealer in [[], *holes]
    }
    return len(best) > 1


def settle(record: Record) -> list[Paid]:
    """Bonuses as they were reconciled, then blackjack, insurance and Bust Bonus of the hands that live."""
    found: Counted = record["counted"]
    stage(found)
    order = Order(found)
    if found.settings["reconciled-bonuses"] == "void-with-round":
        found.reconciled = {key: result for key, result in found.reconciled.items() if key[0] in order.living}
    if order.living and not order.finished:
        raise ValueError("a card or an answer is missing")
    check_told(record, _undone(found, order))
    paid = [Paid(seat, wager, result.gain) for (seat, wager), result in found.reconciled.items()]
    for wager in JACKPOTS:
        paid += _meter(found, wager)
    for seat in order.living:
        paid += _blackjack(record, order, seat)
        paid += _mid_round(record, order, seat)
    return paid


def _undone(found: Counted, order: Order) -> list[str]:
    """Cards of living places that the rules no longer deal, once the round was gone through again.

    What the dealer had drawn, or was to be dealt, when a hand died that it drew for lies as it does.
    """
    left = [entry for place in order.living for entry in order.books[place].cards_left()]
    left += [] if found.dead else order.books[0].cards_left()
    if {id(each) for each in left} - {id(each) for each in found.waiting}:
        raise ValueError("cards were dealt that the rules do not deal (blackjack.dealer)")
    return [entry["deal"] for entry in found.waiting]


def _blackjack(record: Record, order: Order, seat: int) -> list[Paid]:
    stake, spot = stakes(record)[seat]["blackjack"], order.spots[seat]
    house = points(order.dealer)[0]

    def line(net: int) -> Paid:
        return Paid(seat, "blackjack", net)

    if spot.even_money:
        return [line(won(record, "blackjack", {"even-money"}, stake))]
    if spot.natural:
        return [line(0 if order.dealers_blackjack else int(ratio(order.settings["blackjack-pays"]) * stake))]
    if order.dealers_blackjack:  # all that was staked, what was added and what was given up too
        return [line(-record["counted"].staked(seat)["blackjack"] if not order.ended else -stake)]
    if spot.surrendered:
        return [line(stake // 2 - stake)]
    paid = []
    for hand, units in spot.hands:
        total = points(hand)[0]
        held = {"win"} if house > 21 or total > house else {"push"} if total == house else set()
        paid.append(line(won(record, "blackjack", held if total <= 21 else set(), stake * units)))
    return paid


def _mid_round(record: Record, order: Order, seat: int) -> list[Paid]:
    spot, paid = order.spots[seat], []
    if spot.insurance:
        held = {"insured"} if order.dealers_blackjack else set()
        paid.append(Paid(seat, "insurance", won(record, "insurance", held, spot.insurance)))
    if spot.bust_bonus:
        held = bust(order.dealer, int(order.settings["decks"])) if points(order.dealer)[0] > 21 else set()
        paid.append(Paid(seat, "bust-bonus", won(record, "bust-bonus", held, spot.bust_bonus)))
    return paid


class Meter(NamedTuple):
    """What a progressive meter showed, what came off it and was put on it, and what void wagers took back.

    They take back what they added, to the fraction, as far as the meter is above its seed.
    """

    displayed: int
    off: int
    seeded: int
    taken_back: Fraction

    @property
    def after(self) -> int:
        """What it shows after the round, in whole cents."""
        return int(self.displayed - self.off + self.seeded - self.taken_back)


def meters(record: Record) -> dict[str, Meter]:
    """The progressive meters of the wagers that were made; `settle` has been through the record."""
    found: Counted = record["counted"]
    if found.settings["jackpot-kind"] == "house":
        return {}
    shown = {}
    for wager in JACKPOTS:
        made = {seat: bets[wager] for seat, bets in stakes(record).items() if wager in bets}
        if made:
            prizes, seeded = _prizes(found, wager)
            returned = [seat for seat, death in found.dead.items() if seat in made and not death.forfeited]
            void = sum(made[seat] for seat in returned if (seat, wager) not in found.reconciled)
            added = ratio(found.settings[f"{wager}-increment"]) * void
            meter, seed = (cents(found.settings[f"{wager}-{name}"]) for name in ("meter", "seed"))
            left = meter - sum(prizes.values()) + seeded
            shown[wager] = Meter(meter, sum(prizes.values()), seeded, min(added, Fraction(max(0, left - seed))))
    return shown


def _meter(found: Counted, wager: str) -> list[Paid]:
    return [Paid(seat, wager, prize) for seat, prize in _prizes(found, wager)[0].items()]


def _prizes(found: Counted, wager: str) -> tuple[dict[int, int], int]:
    """What winners of percentages take off a meter, and its new seeds (rulings several-winners, meter-won-whole)."""
    shares = {seat: result.share for (seat, name), result in found.reconciled.items() if name == wager and result.share}
    settings = found.settings
    meter, seed = cents(settings[f"{wager}-meter"]), cents(settings[f"{wager}-seed"])
    turns = sorted(shares, reverse=settings["jackpot-order"] == "last-seat-first")
    if settings["jackpot-kind"] == "house":
        return {seat: _part(meter, shares[seat], Fraction(1)) for seat in shares}, 0
    at_once = seed if settings["jackpot-reseed"] == "at-once" else 0
    wholes = sum(share == 1 for share in shares.values())
    if settings["jackpot-sharing"] == "shared":
        return _divided(meter, turns, shares), seed if sum(shares.values()) >= 1 else 0
    return _in_turn(meter, at_once, turns, shares), at_once * wholes if at_once else seed * bool(wholes)


def _part(amount: int, share: Fraction, of: Fraction) -> int:
    """A part of an amount; the broken cent stays on the meter."""
    return int(amount * share / of)


def _divided(amount: int, seats: list[int], shares: dict[int, Fraction]) -> dict[int, int]:
    """Percentages of one amount, or in their proportion where they exceed it."""
    of = max(Fraction(1), sum((shares[seat] for seat in seats), Fraction(0)))
    return {seat: _part(amount, shares[seat], of) for seat in seats}


def _in_turn(shows: int, seed: int, turns: list[int], shares: dict[int, Fraction]) -> dict[int, int]:
    """Each of what is then displayed; where the whole leaves nothing, its winner divides with those who come after."""
    if not turns:
        return {}
    seat, rest = turns[0], turns[1:]
    if shares[seat] < 1:
        prize = _part(shows, shares[seat], Fraction(1))
        return {seat: prize} | _in_turn(shows - prize, seed, rest, shares)
    if seed:
        return {seat: shows} | _in_turn(seed, seed, rest, shares)
    return _divided(shows, turns, shares)
