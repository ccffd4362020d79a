"""Super Pairs, settled a second time: blackjack, the bonus wagers and the jackpots."""

from fractions import Fraction

from .bonuses import bust, lucky_ladies, pairs, three_cards
from .calls import Counted
from .cards import ACE, SUITS, TEN, Card, card
from .reading import Paid, Record, cents, check_told, counted, ratio, row, stakes, summed, won

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
        self.asked_for_card = False
        self.owed_a_card = False
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
        self.asked_for_card = self.owed_a_card = False
        one_card = hand.split and hand.cards[0].rank == ACE and self.settings["split-aces-one-card"] == "yes"
        hand.over = len(hand.cards) >= 2 and (points(hand.cards)[0] >= 21 or hand.units == 2 or one_card)

    def choose(self, choice: str) -> None:
        """What was chosen for the hand in play."""
        self.said.add(choice)
        self.asked_for_card = choice in ("hit", "double")
        hand = self.hands[self.at]
        if choice == "stand":
            hand.over = True
        elif choice == "double":
            hand.units = 2
        elif choice == "split":
            first, second = hand.cards
            self.hands[self.at : self.at + 1] = [Hand([first], split=True), Hand([second], split=True)]

    @property
    def waits_for_card(self) -> bool:
        """Whether the next card of the shoe is its own: a hit, a double, a hand of a split with one card."""
        hand = next((one for one in self.hands if not one.over), None)
        return hand is not None and (len(hand.cards) < 2 or self.asked_for_card)

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


def stage(found: Counted) -> str:
    """Two cards to each; then seats are asked; then, with nothing left to ask, the dealer's hand is shown."""
    play = Round(found.record | {"entries": found.entries, "counted": found})
    if len(play.dealer) < 2:
        return "deal"
    return "reveal" if play.shown else "play"


class Round:
    """The whole round, replayed from the entries that count."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.settings = record["settings"]
        self.bets = stakes(record)
        self.dead = record["counted"].dead
        self.spots = {seat: Spot(self.settings) for seat in self.bets}
        self.dealer: list[Card] = []
        self.answered: dict[int, set[str]] = {seat: set() for seat in self.bets}
        for entry in record["entries"]:
            self._enter(entry)

    def _enter(self, entry: dict) -> None:
        if "deal" in entry:
            one, place = card(entry["deal"]), entry["to"]
            self.dealer.append(one) if place == 0 else self.spots[place].deal(one)
        elif "dead" in entry:
            spot = self.spots[entry["seat"]]
            spot.owed_a_card = entry["dead"] == "now" and bool(spot.said) and spot.waits_for_card
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

    @property
    def up(self) -> Card:
        return self.dealer[0]

    @property
    def playing(self) -> list[int]:
        """The seats whose hands are alive."""
        return [seat for seat in self.bets if seat not in self.dead]

    @property
    def dealers_blackjack(self) -> bool:
        return blackjack(self.dealer[:2])

    @property
    def ended_by_the_look(self) -> bool:
        """Whether the dealer has looked and found a blackjack: nobody plays."""
        return self.settings["peek"] == "yes" and self.dealers_blackjack

    def decided(self, seat: int, wager: str) -> bool:
        """Whether a bonus is won or lost by what is known now: by the first cards, or by the hole card."""
        if seat in self.dead or len(self.dealer) < 2:
            return False
        return self.decided_at_once(seat, wager) or self.hole_card_known

    def decided_at_once(self, seat: int, wager: str) -> bool:
        """Whether a bonus was won or lost by the first cards alone."""
        return not (wager.startswith("lucky-ladies") and self._waits(seat, wager))

    def _waits(self, seat: int, wager: str) -> bool:
        """Whether a dealer's blackjack, which the up-card allows, would change the award."""
        two, suit = self.spots[seat].first, suit_for(self.settings, wager)
        rows = self.record["paytables"][wager]["rows"]
        other = next(one for one in SUITS if one != suit)
        some = ([], [Card(ACE, suit)], [Card(ACE, other)], [Card(ACE, suit), Card(TEN, other)])
        held = [lucky_ladies(two, blackjack_, suit) for blackjack_ in some]
        first = [next((line["award"] for line in rows if line["award"] in one), "") for one in held]
        return len(set(first)) > 1 and self.up.rank >= TEN

    @property
    def hole_card_known(self) -> bool:
        """Whether the dealer has looked, or shown the hole card: nobody is asked anything before that."""
        if self.settings["peek"] == "yes":
            return not any(self._owes_an_answer(seat, looked=False) for seat in self.playing)
        return self.shown

    @property
    def shown(self) -> bool:
        """Whether nobody is asked or dealt anything more, and the dealer's hand is turned over."""
        if any(self._owes_an_answer(seat, looked=True) for seat in self.playing):
            return False
        if self.ended_by_the_look:
            return True
        dealt_to_the_dead = any(self.spots[seat].owed_a_card for seat in self.dead)
        return not dealt_to_the_dead and all(self.spots[seat].done for seat in self.playing)

    def _owes_an_answer(self, seat: int, *, looked: bool) -> bool:
        """Insurance or even money against an ace, and the Bust Bonus where it is made by now."""
        spot, answered = self.spots[seat], self.answered[seat]
        asked = set()
        before = self.settings["bust-bonus-offered"] == "before-peek"
        if self.settings["offer-bust-bonus"] == "yes" and (before or (looked and not self.ended_by_the_look)):
            asked.add("bust-bonus")
        if self.up.rank == ACE and spot.natural and self.settings["even-money"] == "yes":
            asked.add("even-money")
        elif self.up.rank == ACE and self.settings["insurance"] == "yes" and self.bets[seat]["blackjack"] > 1:
            asked.add("insurance")
        return not asked <= answered


class History:
    """When each bonus was won or lost for good, and by which cards."""

    def __init__(self, record: Record) -> None:
        self.last = Round(record)
        self.won = record["settings"]["reconciled-bonuses"] == "won"
        found = record["counted"]
        self.moments: list[Round] = []
        if self.won and (found.dead or found.replaced):
            first = 2 * (len(self.last.bets) + 1)
            lengths = range(first, len(record["told"]) + 1)
            self.moments = [Round(counted(record | {"entries": record["told"][:many]}, stage)) for many in lengths]

    def decided(self, seat: int, wager: str) -> tuple[int, Round] | None:
        """The moment at which a wager was reconciled, in the order of moments; None where it never was."""
        for at, play in enumerate(self.moments):
            if play.decided(seat, wager):
                return at, play
        if seat in self.last.dead:
            return None
        first = self.won and not self.moments and self.last.decided_at_once(seat, wager)
        return (-1 if first else len(self.moments)), self.last


def settle(record: Record) -> list[Paid]:
    """Bonuses and jackpots by the first cards, then blackjack, insurance and Bust Bonus."""
    record, undone = as_the_rules_deal(record)
    check_told(record, undone)
    history = History(record)
    play = history.last
    paid = []
    for seat in play.bets:
        paid += _felt(history, seat)
        paid += _blackjack(play, seat)
        paid += _wagers_of_mid_round(play, seat)
    for wager in JACKPOTS:
        paid += _jackpot(history, wager)
    return summed(paid)


def as_the_rules_deal(record: Record) -> tuple[Record, list[str]]:
    """The record without what a replaced card has undone: plays before a look that now ends it, a dealer's draws."""
    play = Round(record)
    if not play.playing or len(play.dealer) < 2:
        return record, []
    if play.ended_by_the_look:
        kept = [entry for at, entry in enumerate(record["entries"]) if _before_the_look(record, at)]
    else:
        many = _dealers_cards(play)
        at = [at for at, entry in enumerate(record["entries"]) if entry.get("to") == 0 and "deal" in entry]
        kept = [entry for place, entry in enumerate(record["entries"]) if place not in at[many:]]
    undone = _difference(record["entries"], kept)
    if len(kept) == len(record["entries"]):
        return record, []
    if not record["counted"].replaced:
        if len(play.playing) < len(play.bets):  # a hand may die when the dealer has drawn for it
            return record, []
        raise ValueError("cards were dealt that the rules do not deal (blackjack.dealer)")
    return record | {"entries": kept}, undone


def _difference(entries: list[dict], kept: list[dict]) -> list[str]:
    """The cards of entries that were not kept."""
    ids = {id(entry) for entry in kept}
    return [entry["deal"] for entry in entries if "deal" in entry and id(entry) not in ids]


def _before_the_look(record: Record, at: int) -> bool:
    entry = record["entries"][at]
    if "deal" in entry:
        return sum("deal" in one and one["to"] == entry["to"] for one in record["entries"][:at]) < 2
    if entry.get("wager") == "bust-bonus":
        return record["settings"]["bust-bonus-offered"] == "before-peek"
    return entry.get("choose", "decline") in ("even-money", "decline")


def _dealers_cards(play: Round) -> int:
    """How many cards the dealer has by the fixed rule: to 16, stands on 17, a soft one by the setting."""
    spots = [play.spots[seat] for seat in play.playing]
    if play.dealers_blackjack or not any(spot.live or spot.bust_bonus for spot in spots):
        return 2
    for many in range(2, len(play.dealer) + 1):
        total, soft = points(play.dealer[:many])
        if total > 17 or (total == 17 and not (soft and play.settings["soft-17"] == "hit")):
            return many
    raise ValueError("the dealer has not drawn enough (blackjack.dealer)")


def _held(play: Round, seat: int, wager: str) -> set[str]:
    two, suit = play.spots[seat].first, suit_for(play.settings, wager)
    if wager.startswith("super-pairs"):
        return pairs(two, play.up, suit)
    if wager.startswith("lucky-ladies"):
        return lucky_ladies(two, play.dealer[:2] if play.dealers_blackjack else [], suit)
    return three_cards([*two, play.up], suit)


def _felt(history: History, seat: int) -> list[Paid]:
    paid = []
    for wager in FELT:
        if wager in history.last.bets[seat]:
            stake, found = history.last.bets[seat][wager], history.decided(seat, wager)
            gain = won(found[1].record, wager, _held(found[1], seat, wager), stake) if found else 0
            paid.append(Paid(seat, wager, gain))
    return paid


def _blackjack(play: Round, seat: int) -> list[Paid]:
    stake, spot = play.bets[seat]["blackjack"], play.spots[seat]
    if seat in play.dead:
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
    live = seat not in play.dead
    if spot.insurance:
        insured = {"insured"} if play.dealers_blackjack else set()
        paid.append(Paid(seat, "insurance", won(play.record, "insurance", insured, spot.insurance) if live else 0))
    if spot.bust_bonus:
        busted = bust(play.dealer, int(play.settings["decks"])) if points(play.dealer)[0] > 21 else set()
        paid.append(Paid(seat, "bust-bonus", won(play.record, "bust-bonus", busted, spot.bust_bonus) if live else 0))
    return paid


def _jackpot(history: History, wager: str) -> list[Paid]:
    """Losers and prizes in dollars at once; percentages of the meter by the written control, moment by moment."""
    paid: list[Paid] = []
    shares: dict[int, dict[int, Fraction]] = {}
    for seat, bets in history.last.bets.items():
        if wager not in bets:
            continue
        found = history.decided(seat, wager)
        if not found:
            paid.append(Paid(seat, wager, 0))
            continue
        at, play = found
        held = _held(play, seat, wager)
        pays = row(play.record, wager, held)
        if pays and pays.endswith("%"):
            shares.setdefault(at, {})[seat] = ratio(pays)
            paid.append(Paid(seat, wager, -bets[wager]))
        else:
            paid.append(Paid(seat, wager, won(play.record, wager, held, bets[wager])))
    settings = history.last.settings
    meter = cents(settings[f"{wager}-meter"])
    for at in sorted(shares):
        prizes, meter = metered(settings, cents(settings[f"{wager}-seed"]), meter, shares[at])
        paid += [Paid(seat, wager, prize) for seat, prize in prizes.items()]
    return paid


def metered(settings: dict[str, str], seed: int, meter: int, shares: dict[int, Fraction]) -> tuple[dict[int, int], int]:
    """What each winner of one moment takes of the displayed amount, and what is displayed then."""
    if settings["jackpot-kind"] == "house":
        return {seat: int(meter * share // 1) for seat, share in shares.items()}, meter
    if settings["jackpot-sharing"] == "shared":
        return _divided(meter, seed, shares)
    prizes: dict[int, int] = {}
    left = sorted(shares, reverse=settings["jackpot-order"] == "last-seat-first")
    while left:
        if shares[left[0]] == 1 and (seed == 0 or settings["jackpot-reseed"] == "after-round"):
            rest, meter = _divided(meter, seed, {seat: shares[seat] for seat in left})
            return prizes | rest, meter
        seat = left.pop(0)
        prizes[seat] = int(meter * shares[seat] // 1)
        meter = seed if shares[seat] == 1 else meter - prizes[seat]
    return prizes, meter


def _divided(meter: int, seed: int, shares: dict[int, Fraction]) -> tuple[dict[int, int], int]:
    """Percentages of what is displayed, in their proportion where they exceed it; a broken cent stays on the meter."""
    every = sum(shares.values(), Fraction(0))
    prizes = {seat: int(meter * share / max(Fraction(1), every) // 1) for seat, share in shares.items()}
    return prizes, meter - sum(prizes.values()) + (seed if every >= 1 else 0)
