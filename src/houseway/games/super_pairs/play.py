"""Super Pairs at the table: the round from the deal to the dealer's last card, and what each wager is paid."""

from collections.abc import Container, Iterable, Iterator, Mapping

from houseway.cards import DECK
from houseway.errors import IllegalRound
from houseway.round import (
    DEALER,
    Answer,
    Choose,
    Deal,
    Question,
    Reveal,
    Round,
    Stake,
    Standing,
    Together,
    Voids,
    Wager,
)
from houseway.games.super_pairs.basic import basic_play
from houseway.games.super_pairs.blackjack import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    dealer_draws,
    dealer_looks,
    face_up,
    insurance_offered,
    value,
)
from houseway.games.super_pairs.busting import BUST_BONUS, bust_bonus_payout
from houseway.games.super_pairs.configuration import check as configuration_check
from houseway.games.super_pairs.configuration import most_in_round
from houseway.games.super_pairs.paying import Dealt, meters_of, round_payouts
from houseway.games.super_pairs.settling import BLACKJACK, INSURANCE, Bill, insurance
from houseway.games.super_pairs.shown import hands as hands
from houseway.games.super_pairs.shown import jackpots_taken as jackpots_taken
from houseway.games.super_pairs.shown import note as note
from houseway.games.super_pairs.spot import DECLINE, EVEN_MONEY, Cards, Spot, spot_in, spot_of
from houseway.money import parse_cents
from houseway.round.record import Hand
from houseway.rule import enforces
from houseway.round.ruling import Payout, Ruling, Seat, Setup
from houseway.document.settings import Settings


def pack(settings: Settings) -> tuple[int, ...]:
    """One to eight decks of 52 cards."""
    return DECK * settings.integer("decks")


def check(setup: Setup) -> Iterable[str]:
    """The configuration and the wagers against the document; the Bust Bonus waits for the deal."""
    yield from configuration_check(setup)
    for seat in setup.seats:
        if BUST_BONUS in seat.wagers:
            yield (
                f"seat {seat.number}: the Bust Bonus is made after the deal and before the hole card is shown, not "
                'before the deal; in a record write  bust-bonus = "5.00"  beside the seat\'s cards (clause bust-bonus)'
            )


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

    @property
    def up(self) -> int:
        return value(self.dealer[0])

    @property
    def dealer_hand(self) -> Cards:
        return Cards(tuple(self.dealer))

    @property
    def looked_and_found(self) -> bool:
        """Whether the dealer has looked at the hole card and has a blackjack."""
        return self.settings.flag("peek") and dealer_looks(self.up) and self.dealer_hand.natural

    @property
    def live(self) -> bool:
        """Whether a wager still depends on the dealer's play."""
        return bool(self.bust_bonus) or any(hand.live for spot in self.spots.values() for hand in spot.hands)


@enforces("1", "2", "4")
def play(setup: Setup) -> Round:
    """The deal, the wagers of mid-round, the look, the spots in order, the dealer."""
    table = Layout(setup)
    yield from deal(table)
    after_peek = setup.settings.text("bust-bonus-offered") == "after-peek"
    if not after_peek:
        yield from offer_bust_bonus(table)
    yield from offer_insurance(table)
    if not table.looked_and_found:
        if after_peek:
            yield from offer_bust_bonus(table)
        for seat in setup.seats:
            yield from play_spot(table, seat)
    yield Reveal(DEALER)
    if not table.dealer_hand.natural and table.live:
        yield from play_dealer(table)
    return ruling(table, (yield Voids()))


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
    least = table.settings.integer("bonus-minimum")
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
    """A spot's hands from first to last; a double or a split adds a wager as large as the first."""
    number, stake = seat.number, seat.wagers[BLACKJACK]
    while table.spots[number].turn is not None:
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
    """The dealer draws by the fixed rule."""
    hits = table.settings.text("soft-17") == "hit"
    while dealer_draws(table.dealer_hand.hard, table.dealer_hand.aces, hits):
        table.dealer.append((yield Deal(DEALER, face_up=True)))
    return ()


def ruling(table: Layout, void: Container[int]) -> Ruling:
    """What becomes of every wager, seat by seat; a void hand claims nothing of a jackpot."""
    bonuses = list(
        round_payouts(
            (Dealt(seat, _two(table.first[seat.number])) for seat in table.setup.seats if seat.number not in void),
            table.dealer[0],
            table.dealer[1],
            table.settings,
            meters_of(table.settings),
        )
    )
    return tuple(
        payout
        for seat in table.setup.seats
        for payout in (*(each for each in bonuses if each.seat == seat.number), *blackjack_payouts(table, seat))
    )


def _two(cards: list[int]) -> tuple[int, int]:
    return cards[0], cards[1]


def blackjack_payouts(table: Layout, seat: Seat) -> Iterator[Payout]:
    """Insurance, the hands of the spot, the Bust Bonus."""
    number, dealer = seat.number, table.dealer_hand
    if number in table.insured:
        yield insurance(number, table.insured[number], Cards(dealer.cards[:2]))
    bill = Bill(number, seat.wagers[BLACKJACK], dealer, table.settings)
    yield from bill.spot(table.spots[number], number in table.even_money)
    if number in table.bust_bonus:
        stake = table.bust_bonus[number]
        yield bust_bonus_payout(number, stake, dealer.cards, str(dealer), table.settings)


def bot(question: Question, standing: Standing, setup: Setup) -> Answer:
    """Bots play basic strategy and make no wager in mid-round."""
    if isinstance(question, Wager):
        return 0
    if not isinstance(question, Choose) or DECLINE in question.options:
        return DECLINE
    spot = spot_in(standing, question.seat, setup.settings)
    up = value(standing.shown(DEALER)[0])
    return basic_play(spot.hand, up, question.options, setup.settings.text("soft-17") == "hit")


FIELDS = ("play", INSURANCE, BUST_BONUS)
"""What a seat of a record may tell besides its cards and wagers."""

WORDS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER, EVEN_MONEY, DECLINE)


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """Fields that nobody reads, and words in `play` that are no choice of this game."""
    for hand in hands.values():
        for field in hand.more:
            if field not in FIELDS or hand.place == DEALER:
                yield f"{hand.who}: {field!r} is not a field that belongs here; a seat may have {', '.join(FIELDS)}"
        for word in choices(hand):
            if word not in WORDS:
                yield f"{hand.who}: {word!r} in play is not one of {', '.join(WORDS)} (clause blackjack.hit)"


def choices(hand: Hand) -> list[str]:
    """A seat's recorded choices."""
    return str(hand.more.get("play", "")).replace(",", " ").split()


def recorded(question: Question, hand: Hand) -> Answer:
    """How a record answers: `play` lists a seat's choices in order; `insurance` and `bust-bonus` are amounts.

    Without `play` a seat has hit for every card beyond its first two, and then stood.
    """
    if isinstance(question, Wager):
        given = hand.more.get(question.wager, 0)
        return parse_cents(given) if given else 0
    if not isinstance(question, Choose):
        raise IllegalRound(f"{hand.who}: a record of Super Pairs does not answer {question}")
    made = [answer for asked, answer in hand.answered if isinstance(asked, Choose)]
    if "play" not in hand.more:
        if DECLINE in question.options:
            return DECLINE
        return HIT if len(hand.cards) > 2 + made.count(HIT) else STAND
    words = choices(hand)
    if len(made) < len(words):
        return words[len(made)]
    raise IllegalRound(
        f"{hand.who}: after {' '.join(words) or 'nothing'} in the record's play it may "
        f"{' or '.join(question.options)}; add what it chose",
        question.clause,
    )
