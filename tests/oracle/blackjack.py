"""The order of play of Super Pairs, gone through with the cards and answers that lie in the books of the places.

From docs/super-pairs-rounds.md, steps 1 to 7, and the clauses that they name. The order stops where a card or an answer
is missing; what it has passed is known, what it has not reached is not.
"""

from collections.abc import Callable

from .calls import Counted, Entry
from .cards import ACE, Card, card


class Waits(Exception):  # it is no error
    """The order of play has come to a card or an answer that is not there."""


class Book:
    """What lies at one place, read from the front."""

    def __init__(self, entries: list[Entry]) -> None:
        self.left = list(entries)
        self.needs_card = False

    def card(self) -> Card:
        """The next card."""
        if not self.left or "deal" not in self.left[0]:
            self.needs_card = True
            raise Waits
        return card(self.left.pop(0)["deal"])

    def choice(self) -> str:
        """The next choice."""
        if not self.left:
            raise Waits
        return str(self.left.pop(0)["choose"])

    def early(self, fits: Callable[[Entry], bool]) -> Entry:
        """An answer of those that are given before the hands are played, in whatever order."""
        for at, entry in enumerate(self.left):
            if fits(entry):
                return self.left.pop(at)
            if "deal" in entry or entry.get("choose", "decline") not in ("even-money", "decline"):
                break
        raise Waits

    def cards_left(self) -> list[Entry]:
        """The cards that the rules have not asked for."""
        return [entry for entry in self.left if "deal" in entry]


def points(hand: list[Card]) -> tuple[int, bool]:
    """The total, and whether an ace counts eleven in it (blackjack.values)."""
    hard = sum(1 if one.rank == ACE else min(one.rank, 10) for one in hand)
    soft = hard <= 11 and any(one.rank == ACE for one in hand)
    return hard + 10 * soft, soft


def is_blackjack(hand: list[Card]) -> bool:
    """An ace and a ten-count as the first two cards (blackjack.natural)."""
    return len(hand) == 2 and points(hand)[0] == 21


class Spot:
    """What a seat has made of its cards."""

    def __init__(self, first: list[Card]) -> None:
        self.first = first
        self.hands: list[tuple[list[Card], int]] = []
        self.insurance = self.bust_bonus = 0
        self.even_money = self.surrendered = False

    @property
    def natural(self) -> bool:
        """A blackjack, which nobody is asked about."""
        return is_blackjack(self.first)

    @property
    def needs_dealer(self) -> bool:
        """Whether a wager of the spot depends on the dealer's drawing (step 7)."""
        if self.bust_bonus:
            return True
        if self.natural or self.surrendered:
            return False
        return any(points(hand)[0] <= 21 for hand, _ in self.hands)


class Order:
    """One going-through; `reached` tells how far: deal, play, reveal."""

    def __init__(self, found: Counted) -> None:
        self.settings = found.settings
        self.found = found
        self.living = [seat for seat in found.seats if seat not in found.dead]
        self.books = {place: Book(found.books[place]) for place in (0, *found.seats)}
        self.spots: dict[int, Spot] = {}
        self.dealer: list[Card] = []
        self.reached = "deal"
        self.waiting = 0
        self.looked = self.ended = self.finished = False
        try:
            self._go_through()
        except Waits:
            return

    @property
    def hole_known(self) -> bool:
        """After the look, or when the hole card is shown."""
        return self.looked or self.reached == "reveal"

    @property
    def dealers_blackjack(self) -> bool:
        """The dealer's two first cards, in either order."""
        return is_blackjack(self.dealer[:2])

    def asking_for_card(self) -> set[int]:
        """The seat in turn, where it waits for a card that it has asked for."""
        return {self.waiting} if self.waiting and self.books[self.waiting].needs_card else set()

    def has_not_come_to(self, entry: Entry) -> bool:
        """Whether a card at the dealer's place or a living one is still to be asked for; of the dead nobody asks."""
        return any(each is entry for place in (0, *self.living) for each in self.books[place].left)

    def _on(self, setting: str) -> bool:
        return self.settings[setting] == "yes"

    def _each(self, step: Callable[[int], None]) -> None:
        """A step that every living seat takes for itself; it is over when all have taken it."""
        for seat in self.living:
            try:
                step(seat)
            except Waits:
                self.waiting = self.waiting or seat
        if self.waiting:
            raise Waits

    def _go_through(self) -> None:
        shoe = self.books[0]
        hands = {seat: self.books[seat] for seat in self.living}
        first = {seat: [book.card(), book.card()] for seat, book in hands.items()}
        self.dealer = [shoe.card(), shoe.card()]
        self.spots = {seat: Spot(two) for seat, two in first.items()}
        self.reached = "play"
        self._each(self._before_the_look)
        if self._on("peek"):
            self.looked = True
            self.ended = self.dealers_blackjack
        if not self.ended:
            self._each(self._late_bust_bonus)
            self._each(self._play)
            if self.found.owed:
                raise Waits
        self.reached = "reveal"
        self._dealer_draws(shoe)
        self.finished = True

    def _before_the_look(self, seat: int) -> None:
        """Step 4: the Bust Bonus where it is made now; against an ace insurance, or even money for a blackjack."""
        spot, book = self.spots[seat], self.books[seat]
        waits = False
        for question in (self._early_bust_bonus, self._insurance):
            try:
                question(spot, book, seat)
            except Waits:
                waits = True
        if waits:
            raise Waits

    def _early_bust_bonus(self, spot: Spot, book: Book, _seat: int) -> None:
        if self._on("offer-bust-bonus") and self.settings["bust-bonus-offered"] == "before-peek":
            spot.bust_bonus = book.early(lambda entry: entry.get("wager") == "bust-bonus")["cents"]

    def _insurance(self, spot: Spot, book: Book, seat: int) -> None:
        if self.dealer[0].rank != ACE:
            return
        if spot.natural and self._on("even-money"):
            spot.even_money = book.early(lambda entry: "choose" in entry)["choose"] == "even-money"
        elif self._on("insurance") and self.found.staked(seat)["blackjack"] >= 2:
            spot.insurance = book.early(lambda entry: entry.get("wager") == "insurance")["cents"]

    def _late_bust_bonus(self, seat: int) -> None:
        """Step 5."""
        if self._on("offer-bust-bonus") and self.settings["bust-bonus-offered"] == "after-peek":
            made = self.books[seat].early(lambda entry: entry.get("wager") == "bust-bonus")
            self.spots[seat].bust_bonus = made["cents"]

    def _play(self, seat: int) -> None:
        """Step 6."""
        spot, book = self.spots[seat], self.books[seat]
        if spot.natural:
            return
        waiting = [spot.first[:]]
        while waiting:
            hand = waiting.pop(0)
            many = len(spot.hands) + len(waiting) + 1
            split = self._play_hand(spot, book, hand, many)
            waiting = split + waiting

    def _play_hand(self, spot: Spot, book: Book, hand: list[Card], many: int) -> list[list[Card]]:
        """One hand to its end; what it was split into, if it was."""
        from_split = len(hand) == 1
        if from_split:
            hand = [*hand, book.card()]
        one_card = from_split and hand[0].rank == ACE and self._on("split-aces-one-card")
        again = self._on("resplit-aces") and hand[1].rank == ACE and many < int(self.settings["split-hands"])
        units = 1
        while units == 1 and points(hand)[0] < 21 and (not one_card or again):
            choice = book.choice()
            if choice == "split":
                return [[hand[0]], [hand[1]]]
            spot.surrendered = choice == "surrender"
            if choice in ("stand", "surrender"):
                break
            units = 2 if choice == "double" else 1
            hand = [*hand, book.card()]
        spot.hands.append((hand, units))
        return []

    def _dealer_draws(self, shoe: Book) -> None:
        """Step 7: to 16, and on a soft 17 by the setting, if any wager depends on it."""
        if self.dealers_blackjack or not any(spot.needs_dealer for spot in self.spots.values()):
            return
        while True:
            total, soft = points(self.dealer)
            if total > 17 or (total == 17 and not (soft and self.settings["soft-17"] == "hit")):
                return
            self.dealer.append(shoe.card())
