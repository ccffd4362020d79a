"""Super Pairs at the table: the round from the deal to the dealer's last card, and what each wager is paid."""

from collections.abc import Container, Iterator

from houseway.cards import DECK
from houseway.document.settings import Settings
from houseway.games.super_pairs.rules.blackjack import (
    DOUBLE,
    SPLIT,
    STAND,
    dealer_draws,
    dealer_looks,
    face_up,
    insurance_offered,
    value,
)
from houseway.games.super_pairs.rules.busting import BUST_BONUS
from houseway.games.super_pairs.rules.configuration import most_in_round
from houseway.games.super_pairs.rules.spot import DECLINE, EVEN_MONEY, Cards, Spot, spot_of
from houseway.games.super_pairs.terms.blackjack import BLACKJACK, INSURANCE, insurance_payout, spot_payouts
from houseway.games.super_pairs.terms.bonuses import Dealt, ended, round_payouts
from houseway.games.super_pairs.terms.busting import bust_payout
from houseway.round import DEALER, Choose, Deal, Decided, Reconciled, Reveal, Round, Stake, Together, Voids, Wager
from houseway.round.ruling import Bet, Payout, Ruling, Seat, Setup
from houseway.round.terms import Ended
from houseway.rule import enforces


def pack(settings: Settings) -> tuple[int, ...]:
    """One to eight decks of 52 cards."""
    return DECK * settings.integer("decks")


class Layout:
    """What a round has come to: the cards of all, and the wagers made in mid-round."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.settings = setup, setup.settings
        self.first: dict[int, list[int]] = {number: [] for number in setup.numbers}
        self.dealer: list[int] = []
        self.spots: dict[int, Spot] = {}
        self.bust_bonus: dict[int, int] = {}
        self.insured: dict[int, int] = {}
        self.even_money: set[int] = set()
        self.hole_known = False
        self.reconciled: tuple[Payout, ...] = ()
        self.ended: tuple[Ended, ...] = ()
        """What was decided so far where a void hand undoes it: before a card was replaced too, by other cards."""

    @property
    def up(self) -> int:
        return value(self.dealer[0])

    @property
    def dealer_hand(self) -> Cards:
        return Cards(tuple(self.dealer))

    @property
    def looks(self) -> bool:
        """Whether the dealer looks at the hole card before the players act."""
        return self.settings.flag("peek") and dealer_looks(self.up)

    def live(self, void: Container[int]) -> bool:
        """Whether a wager still depends on the dealer's play; those of void hands do not."""
        return any(
            seat in self.bust_bonus or any(hand.live for hand in spot.hands)
            for seat, spot in self.spots.items()
            if seat not in void
        )

    def ends(self, void: Container[int]) -> tuple[Ended, ...]:
        """The bonuses that the cards known by now decide, but for those reconciled before and those of void hands."""
        dealt = [Dealt(seat, _two(self.first[seat.number])) for seat in self.setup.seats if seat.number not in void]
        up, hole = _two(self.dealer)
        return tuple(ended(dealt, up, hole if self.hole_known else None, self.settings, self.reconciled))

    def decided(self, void: Container[int]) -> tuple[Payout, ...]:
        """What becomes of these, each as it was first decided."""
        before = {each.bet[:2]: each for each in self.ended}
        ends = [before.get(each.bet[:2], each) for each in self.ends(void)]
        return tuple(round_payouts(ends, self.settings, self.reconciled))


@enforces("1", "2", "4")
def play(setup: Setup) -> Round:
    """The deal, the bonuses, the wagers of mid-round, the look, the spots in order, the dealer."""
    table = Layout(setup)
    yield from deal(table)
    yield from reconcile(table)
    after_peek = setup.settings.text("bust-bonus-offered") == "after-peek"
    if not after_peek:
        yield from offer_bust_bonus(table)
    yield from offer_insurance(table)
    table.hole_known = table.looks
    yield from reconcile(table)
    if not (table.looks and table.dealer_hand.natural):
        if after_peek:
            yield from offer_bust_bonus(table)
        for seat in setup.seats:
            yield from play_spot(table, seat)
    yield Reveal(DEALER)
    table.hole_known = True
    yield from reconcile(table)
    yield from play_dealer(table)
    return ruling(table, (yield Voids()))


@enforces("3")
def reconcile(table: Layout) -> Round:
    """The bonuses that the cards known by now decide are won or lost for good, whatever follows."""
    follows = table.settings.get("reconciled-bonuses")  # older documents do not have it, and void a round whole
    if follows == "won":
        table.reconciled = (yield Reconciled(())) or table.reconciled
        payouts = table.decided((yield Voids()))
        table.reconciled += payouts
        if payouts:
            yield Reconciled(payouts)
    elif follows == "void-with-round":
        table.ended = (yield Decided(table.ends((yield Voids())))) or ()
    return ()


def deal(table: Layout) -> Round:
    """Clause 2: two cards face up to each player, one up and one down to the dealer."""
    for second in (False, True):
        for number in table.setup.numbers:
            table.first[number].append((yield Deal(number, face_up=face_up(False, second))))
        table.dealer.append((yield Deal(DEALER, face_up=face_up(True, second))))
    for number, cards in table.first.items():
        table.spots[number] = spot_of(*cards)
    return ()


def offer_bust_bonus(table: Layout) -> Round:
    """Every seat may make a Bust Bonus, by the up-card and its own two cards."""
    least = table.settings.integer(table.settings.document.wager(BUST_BONUS).least)
    most = {seat.number: most_in_round(BUST_BONUS, seat.wagers, table.settings) for seat in table.setup.seats}
    asked = tuple(Wager(seat, BUST_BONUS, least, cents, "bust-bonus") for seat, cents in most.items() if cents)
    made = yield Together(asked)
    table.bust_bonus = {question.seat: cents for question, cents in zip(asked, made, strict=True) if cents}
    return ()


def offer_insurance(table: Layout) -> Round:
    """Against an ace: even money to a blackjack, insurance to the others."""
    if not insurance_offered(table.up):
        return ()
    asked: list[Choose | Wager] = []
    for seat in table.setup.seats:
        half = seat.wagers[BLACKJACK] // 2
        if table.settings.flag("even-money") and table.spots[seat.number].hand.natural:
            asked.append(Choose(seat.number, (EVEN_MONEY, DECLINE), DECLINE, "blackjack.insurance"))
        elif table.settings.flag("insurance") and half:
            asked.append(Wager(seat.number, INSURANCE, 1, half, "blackjack.insurance"))
    answers = yield Together(tuple(asked))
    for question, answer in zip(asked, answers, strict=True):
        if answer == EVEN_MONEY:
            table.even_money.add(question.seat)
        elif isinstance(answer, int) and answer:
            table.insured[question.seat] = answer
    return ()


def play_spot(table: Layout, seat: Seat) -> Round:
    """A spot's hands from first to last, until it is void; a double or a split adds a wager as large as the first."""
    number, stake = seat.number, seat.wagers[BLACKJACK]
    while table.spots[number].turn is not None and number not in (yield Voids()):
        spot = table.spots[number]
        if spot.wants_card:
            table.spots[number] = spot.dealt((yield Deal(number, face_up=True)), table.settings)
            continue
        choice = yield Choose(number, spot.options(table.settings), STAND, "blackjack.hit")
        if choice in (DOUBLE, SPLIT):
            yield Stake(number, BLACKJACK, stake)
        table.spots[number] = spot.chosen(choice)
    return ()


def play_dealer(table: Layout) -> Round:
    """The dealer draws by the fixed rule while a wager depends on it."""
    hits = table.settings.text("soft-17") == "hit"
    while table.live((yield Voids())) and dealer_draws(table.dealer_hand.hard, table.dealer_hand.aces, hits):
        table.dealer.append((yield Deal(DEALER, face_up=True)))
    return ()


def ruling(table: Layout, void: Container[int]) -> Ruling:
    """What becomes of every wager that was not reconciled before, seat by seat."""
    bonuses = table.decided(void)
    return tuple(
        payout
        for seat in table.setup.seats
        for payout in (*(each for each in bonuses if each.seat == seat.number), *blackjack_payouts(table, seat))
    )


def _two(cards: list[int]) -> tuple[int, int]:
    return cards[0], cards[1]


def blackjack_payouts(table: Layout, seat: Seat) -> Iterator[Payout]:
    """Insurance, the hands of the spot, the Bust Bonus."""
    number, dealer, settings = seat.number, table.dealer_hand, table.settings
    if number in table.insured:
        first_two = Cards(dealer.cards[:2])
        yield insurance_payout(Bet(number, INSURANCE, table.insured[number]), first_two, settings)
    bet = Bet(number, BLACKJACK, seat.wagers[BLACKJACK])
    yield from spot_payouts(bet, table.spots[number], dealer, number in table.even_money, settings)
    if number in table.bust_bonus:
        yield bust_payout(Bet(number, BUST_BONUS, table.bust_bonus[number]), dealer.cards, str(dealer), settings)
