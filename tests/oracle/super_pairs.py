"""Super Pairs, settled a second time: blackjack, the bonus wagers and the jackpots."""

from fractions import Fraction

from .bonuses import bust, lucky_ladies, pairs, three_cards
from .cards import ACE, TEN, Card, card
from .reading import ROUND, Paid, Record, calls, cents, ratio, row, stakes, summed, won

FELT = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3")
JACKPOTS = ("super-pairs-jackpot", "lucky-ladies-jackpot", "21-plus-3-jackpot")


def suit_for(settings: dict[str, str], wager: str) -> str:
    """The suit that is chosen for a wager, or else for all."""
    own = settings.get(f"{wager}-suit", "suit")
    return settings["suit"][0] if own == "suit" else own[0]


def points(hand: list[Card]) -> tuple[int, bool]:
    """The total, and whether an ace counts eleven in it."""
    hard = sum(1 if one.rank == ACE else min(one.rank, 10) for one in hand)
    soft = hard + 10 <= 21 and any(one.rank == ACE for one in hand)
    return hard + 10 * soft, soft


def blackjack(two: list[Card]) -> bool:
    """An ace and a ten-count as the first two cards."""
    return len(two) == 2 and points(two)[0] == 21


class Hand:
    """One hand of a spot."""

    def __init__(self, hand: list[Card], *, split: bool = False) -> None:
        self.cards = hand
        self.split = split
        self.units = 1
        self.over = False


class Spot:
    """A seat's hands, replayed from the entries."""

    def __init__(self, settings: dict[str, str]) -> None:
        self.settings = settings
        self.hands = [Hand([])]
        self.at = 0
        self.first: list[Card] = []
        self.said: set[str] = set()
        self.insurance = 0
        self.bust_bonus = 0

    def deal(self, one: Card) -> None:
        """A card to the hand in play; the next begins when the one before is over."""
        if len(self.first) < 2:
            self.first.append(one)
        while self.hands[self.at].over:
            self.at += 1
        hand = self.hands[self.at]
        hand.cards.append(one)
        one_card = hand.split and hand.cards[0].rank == ACE and self.settings["split-aces-one-card"] == "yes"
        hand.over = len(hand.cards) >= 2 and (points(hand.cards)[0] >= 21 or hand.units == 2 or one_card)

    def choose(self, choice: str) -> None:
        """What was chosen for the hand in play."""
        self.said.add(choice)
        hand = self.hands[self.at]
        if choice == "stand":
            hand.over = True
        elif choice == "double":
            hand.units = 2
        elif choice == "split":
            first, second = hand.cards
            self.hands[self.at : self.at + 1] = [Hand([first], split=True), Hand([second], split=True)]

    @property
    def natural(self) -> bool:
        """A blackjack: no hand of a split is one."""
        return len(self.hands) == 1 and blackjack(self.first)

    @property
    def done(self) -> bool:
        """Whether nothing is left to be dealt or chosen."""
        return self.natural or "surrender" in self.said or all(hand.over for hand in self.hands)

    @property
    def live(self) -> bool:
        """Whether some hand still has to meet the dealer's."""
        if self.natural or "surrender" in self.said:
            return False
        return any(points(hand.cards)[0] <= 21 for hand in self.hands)


class Round:
    """The whole round, replayed."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.settings = record["settings"]
        self.bets = stakes(record)
        self.spots = {seat: Spot(self.settings) for seat in self.bets}
        self.dealer: list[Card] = []
        self.answered: dict[int, set[str]] = {seat: set() for seat in self.bets}
        for entry in record["entries"]:
            self._enter(entry)
        self.voided = {seat: self._void_at(seat) for seat in self.bets}

    def _enter(self, entry: dict) -> None:
        if "deal" in entry:
            one, place = card(entry["deal"]), entry["to"]
            self.dealer.append(one) if place == 0 else self.spots[place].deal(one)
        elif "choose" in entry:
            self.spots[entry["seat"]].choose(entry["choose"])
            if entry["choose"] in ("even-money", "decline"):
                self.answered[entry["seat"]].add("even-money")
        elif "wager" in entry:
            spot = self.spots[entry["seat"]]
            self.answered[entry["seat"]].add(entry["wager"])
            if entry["wager"] == "insurance":
                spot.insurance = entry["cents"]
            else:
                spot.bust_bonus = entry["cents"]

    def _void_at(self, seat: int) -> int | None:
        return min((at for at, whom in calls(self.record) if whom in (ROUND, seat)), default=None)

    @property
    def up(self) -> Card:
        return self.dealer[0]

    @property
    def dealers_blackjack(self) -> bool:
        return blackjack(self.dealer[:2])

    def reconciled(self, seat: int, wager: str) -> bool:
        """Whether a bonus was won or lost before the hand became void: by the first cards, or by the hole card."""
        at = self.voided[seat]
        if at is None or self.settings["reconciled-bonuses"] == "void-with-round":
            return at is None
        then = Round({**self.record, "entries": self.record["entries"][:at]})
        if not then.all_dealt:
            return False
        return not (wager.startswith("lucky-ladies") and self._waits(seat, wager)) or then.hole_card_known

    @property
    def all_dealt(self) -> bool:
        return len(self.dealer) >= 2

    def _waits(self, seat: int, wager: str) -> bool:
        """Whether a dealer's blackjack, which the up-card allows, would change the award."""
        two, suit = self.spots[seat].first, suit_for(self.settings, wager)
        rows = self.record["paytables"][wager]["rows"]
        held = [lucky_ladies(two, other, suit) for other in ([], [Card(ACE, suit)])]
        first = [next((line["award"] for line in rows if line["award"] in one), "") for one in held]
        return first[0] != first[1] and self.up.rank >= TEN

    @property
    def hole_card_known(self) -> bool:
        """Whether the dealer has looked, or shown the hole card: nobody is asked anything before that."""
        playing = [seat for seat in self.bets if self.voided[seat] is None]
        if self.settings["peek"] == "yes":
            return not any(self._owes_an_answer(seat) for seat in playing)
        return all(self.spots[seat].done for seat in playing)

    def _owes_an_answer(self, seat: int) -> bool:
        """Insurance or even money against an ace, and the Bust Bonus where it is made before the look."""
        spot, answered = self.spots[seat], self.answered[seat]
        asked = set()
        if self.settings["offer-bust-bonus"] == "yes" and self.settings["bust-bonus-offered"] == "before-peek":
            asked.add("bust-bonus")
        if self.up.rank == ACE and spot.natural and self.settings["even-money"] == "yes":
            asked.add("even-money")
        elif self.up.rank == ACE and self.settings["insurance"] == "yes" and self.bets[seat]["blackjack"] > 1:
            asked.add("insurance")
        return not asked <= answered


def settle(record: Record) -> list[Paid]:
    """Bonuses and jackpots by the first cards, then blackjack, insurance and Bust Bonus."""
    play = Round(record)
    _dealer_drew_rightly(play)
    paid = []
    for seat in play.bets:
        paid += _felt(play, seat)
        paid += _blackjack(play, seat)
        paid += _wagers_of_mid_round(play, seat)
    for wager in JACKPOTS:
        paid += _jackpot(play, wager)
    return summed(paid)


def _held(play: Round, seat: int, wager: str) -> set[str]:
    two, suit = play.spots[seat].first, suit_for(play.settings, wager)
    if wager.startswith("super-pairs"):
        return pairs(two, play.up, suit)
    if wager.startswith("lucky-ladies"):
        return lucky_ladies(two, play.dealer[:2] if play.dealers_blackjack else [], suit)
    return three_cards([*two, play.up], suit)


def _felt(play: Round, seat: int) -> list[Paid]:
    paid = []
    for wager in FELT:
        if wager in play.bets[seat]:
            stake = play.bets[seat][wager]
            gain = won(play.record, wager, _held(play, seat, wager), stake) if play.reconciled(seat, wager) else 0
            paid.append(Paid(seat, wager, gain))
    return paid


def _blackjack(play: Round, seat: int) -> list[Paid]:
    stake, spot = play.bets[seat]["blackjack"], play.spots[seat]
    if play.voided[seat] is not None:
        return [Paid(seat, "blackjack", 0)]
    if "even-money" in spot.said:
        return [Paid(seat, "blackjack", won(play.record, "blackjack", {"even-money"}, stake))]
    if spot.natural:
        pays = int(ratio(play.settings["blackjack-pays"]) * stake // 1)
        return [Paid(seat, "blackjack", 0 if play.dealers_blackjack else pays)]
    if play.dealers_blackjack:
        return [Paid(seat, "blackjack", -stake * hand.units) for hand in spot.hands]
    if "surrender" in spot.said:
        return [Paid(seat, "blackjack", stake // 2 - stake)]
    return [Paid(seat, "blackjack", _compared(play, hand, stake * hand.units)) for hand in spot.hands]


def _compared(play: Round, hand: Hand, stake: int) -> int:
    player, house = points(hand.cards)[0], points(play.dealer)[0]
    if player > 21:
        return -stake
    held = {"win"} if house > 21 or player > house else {"push"} if player == house else set()
    return won(play.record, "blackjack", held, stake)


def _wagers_of_mid_round(play: Round, seat: int) -> list[Paid]:
    spot, paid = play.spots[seat], []
    live = play.voided[seat] is None
    if spot.insurance:
        insured = {"insured"} if play.dealers_blackjack else set()
        paid.append(Paid(seat, "insurance", won(play.record, "insurance", insured, spot.insurance) if live else 0))
    if spot.bust_bonus:
        busted = bust(play.dealer, int(play.settings["decks"])) if points(play.dealer)[0] > 21 else set()
        paid.append(Paid(seat, "bust-bonus", won(play.record, "bust-bonus", busted, spot.bust_bonus) if live else 0))
    return paid


def _dealer_drew_rightly(play: Round) -> None:
    """The dealer plays while a hand or a Bust Bonus is live: to 16, stands on 17, a soft one by the setting."""
    standing = [play.spots[seat] for seat in play.bets if play.voided[seat] is None]
    if not standing:
        return
    some_void = len(standing) < len(play.bets)  # a hand may be void when the dealer has drawn for it
    hand = play.dealer[:2]
    if not play.dealers_blackjack and any(spot.live or spot.bust_bonus for spot in standing):
        for one in [*play.dealer[2:], None]:
            total, soft = points(hand)
            draws = total < 17 or (total == 17 and soft and play.settings["soft-17"] == "hit")
            if draws != (one is not None):
                raise ValueError("the dealer has drawn wrongly (blackjack.dealer)")
            hand = [*hand, one]
    elif len(play.dealer) > 2 and not some_void:
        raise ValueError("the dealer has drawn for nobody (blackjack.dealer)")


def _jackpot(play: Round, wager: str) -> list[Paid]:
    """Losers and prizes in dollars at once; percentages of the meter by the written control."""
    paid, shares = [], {}
    for seat in play.bets:
        if wager not in play.bets[seat]:
            continue
        stake = play.bets[seat][wager]
        if not play.reconciled(seat, wager):
            paid.append(Paid(seat, wager, 0))
            continue
        held = _held(play, seat, wager)
        pays = row(play.record, wager, held)
        if pays and pays.endswith("%"):
            shares[seat] = ratio(pays)
            paid.append(Paid(seat, wager, -stake))
        else:
            paid.append(Paid(seat, wager, won(play.record, wager, held, stake)))
    return paid + [Paid(seat, wager, prize) for seat, prize in metered(play.settings, wager, shares).items()]


def metered(settings: dict[str, str], wager: str, shares: dict[int, Fraction]) -> dict[int, int]:
    """What each winner takes of the displayed amount."""
    meter, seed = cents(settings[f"{wager}-meter"]), cents(settings[f"{wager}-seed"])
    if settings["jackpot-kind"] == "house":
        return {seat: int(meter * share // 1) for seat, share in shares.items()}
    if settings["jackpot-sharing"] == "shared":
        whole = max(Fraction(1), sum(shares.values(), Fraction(0)))
        return {seat: int(meter * share / whole // 1) for seat, share in shares.items()}
    prizes: dict[int, int] = {}
    left = sorted(shares, reverse=settings["jackpot-order"] == "last-seat-first")
    while left:
        if shares[left[0]] == 1 and (seed == 0 or settings["jackpot-reseed"] == "after-round"):
            whole = sum(shares[seat] for seat in left)
            return prizes | {seat: int(meter * shares[seat] / whole // 1) for seat in left}
        seat = left.pop(0)
        prizes[seat] = int(meter * shares[seat] // 1)
        meter = seed if shares[seat] == 1 else meter - prizes[seat]
    return prizes
