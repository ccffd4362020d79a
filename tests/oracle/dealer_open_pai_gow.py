"""Dealer Open Pai Gow, settled a second time; the house way of the document only."""

from itertools import combinations

from .calls import cents, packets
from .cards import ACE, HIGH, JACK, JOKER, KING, QUEEN, SUITS, Card, best_five, by_rank, cards, counted, five
from .house_way import house_way
from .reading import Paid, Record, check_told, dealt, ratio, row, stakes, void, won

stage = packets(7, 7)

SEVEN_IN_A_ROW = [{ACE, *range(2, 8)}, *({*range(low, low + 7)} for low in range(2, 9))]
FIVE_IN_A_ROW = [{ACE, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))]
ENVIED = (
    "natural-7-card-straight-flush",
    "royal-flush-royal-match",
    "wild-7-card-straight-flush",
    "five-aces",
    "any-royal-flush",
    "any-straight-flush",
    "any-4-of-a-kind",
)
ENVY = {
    "chan-chu-3": (1000, 250, 100, 50, 25, 10, 5),
    "chan-chu-4": (5000, 1000, 500, 250, 50, 20, 5),
    "chan-chu-5": (1000, 750, 250, 100, 50, 20, 5),
}
ROYAL = {10, JACK, QUEEN, KING, ACE}


def in_sequence(ranks: set[int], runs: list[set[int]], *, jokers: int) -> bool:
    """Whether a run is held, but for as many cards as there are jokers."""
    return any(len(run - ranks) <= jokers for run in runs)


def ace_high(hand: list[Card]) -> bool:
    """The best five of the seven cards are exactly ace high."""
    return best_five(hand)[:2] == (HIGH, ACE)


def chan_chu(hand: list[Card], settings: dict[str, str]) -> set[str]:
    """Every award that seven cards hold."""
    jokers = int(JOKER in hand)
    natural = not jokers
    suits = {suit: {one.rank for one in hand if one.suit == suit} for suit in SUITS}
    ranks = {one.rank for one in hand if one != JOKER}
    times = sorted(counted(hand).values(), reverse=True)
    seven = any(in_sequence(suits[suit], SEVEN_IN_A_ROW, jokers=jokers) for suit in SUITS)
    has = {
        "any-7-card-straight-flush": seven,
        "natural-7-card-straight-flush": seven and natural,
        "wild-7-card-straight-flush": seven and not natural,
        "super-full-house": times == [4, 3],
        "five-aces": times[0] == 5,
        "natural-7-card-flush": any(len(suits[suit]) == 7 for suit in SUITS),
        "natural-7-card-straight": natural and in_sequence(ranks, SEVEN_IN_A_ROW, jokers=0),
        "any-royal-flush": any(len(ROYAL - suits[suit]) <= jokers for suit in SUITS),
        "royal-flush-royal-match": _royal_match(hand, natural_only=settings["royal-match"] == "natural-royal"),
        "any-straight-flush": any(in_sequence(suits[suit], FIVE_IN_A_ROW, jokers=jokers) for suit in SUITS),
        "any-4-of-a-kind": times[0] >= 4,
        "any-full-house": times[0] >= 3 and times[1] >= 2,
        "any-flush": any(len(suits[suit]) + jokers >= 5 for suit in SUITS),
        "any-3-of-a-kind": times[0] >= 3,
        "any-straight": in_sequence(ranks, FIVE_IN_A_ROW, jokers=jokers),
        "three-pair": times[:3] == [2, 2, 2],
    }
    held = {award for award, holds in has.items() if holds}
    if settings["chan-chu-precedence"] == "highest-hand" and "any-straight" in held:
        held.discard("any-3-of-a-kind")
    return held


def _royal_match(hand: list[Card], *, natural_only: bool) -> bool:
    """A royal flush in five cards, and a king and a queen of one suit."""
    for two in combinations(hand, 2):
        if {one.rank for one in two} == {KING, QUEEN} and two[0].suit == two[1].suit:
            rest = [one for one in hand if one not in two]
            suited = len({one.suit for one in rest if one != JOKER}) == 1
            ranks = {one.rank for one in rest if one != JOKER}
            if suited and ranks <= ROYAL and not (natural_only and JOKER in rest):
                return True
    return False


def settle(record: Record) -> list[Paid]:
    """Every wager of every seat, and the envy of those who qualify."""
    if record["settings"]["house-way"] != "document":
        raise NotImplementedError(record["settings"]["house-way"])
    check_told(record)
    bets = stakes(record)
    table = Table(record)
    paid = []
    for seat in bets:
        for wager, stake in bets[seat].items():
            if not void(record, seat):
                paid.append(Paid(seat, wager, table.gain(seat, wager, stake)))
    return paid + _envy(record, bets)


def _envy(record: Record, bets: dict[int, dict[str, int]]) -> list[Paid]:
    """What another's eligible hand pays to who has wagered enough; a void hand is nobody's envy."""
    settings = record["settings"]
    table = record["paytables"].get("chan-chu", {"id": ""})["id"]
    if settings["envy"] == "no" or table in ("chan-chu-1", "chan-chu-2"):
        return []
    if table in ENVY:  # each paytable has its own, whatever the record names
        rows = [{"award": award, "pays": f"${pays}"} for award, pays in zip(ENVIED, ENVY[table], strict=True)]
        record = record | {"paytables": {"chan-chu-envy": {"rows": rows}}}
    playing = [seat for seat in bets if bets[seat].get("chan-chu") and not void(record, seat)]
    paid = []
    for seat in playing:
        if bets[seat]["chan-chu"] < cents(settings["envy-least"]):
            continue
        for other in playing:
            pays = row(record, "chan-chu-envy", chan_chu(cards(dealt(record, other)), settings))
            if other != seat and pays:
                paid.append(Paid(seat, "chan-chu-envy", cents(pays)))
    return paid


class Table:
    """The dealer's hand and what each wager makes of it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.settings = record["settings"]
        self.dealer = cards(dealt(record, 0))
        self.jacks = sum(one.rank == JACK for one in self.dealer)
        self.wheel_second = self.settings["wheel"] == "second-highest"

    def gain(self, seat: int, wager: str, stake: int) -> int:
        """What a seat's wager gains; Jacks Beat by the pays that the operator has posted."""
        if wager == "jacks-beat":
            posted = dict(part.split("=") for part in self.settings["jacks-beat-pays"].replace(" ", "").split(","))
            return int(ratio(posted.get(f"{self.jacks}jacks", "-1")) * stake // 1)
        return won(self.record, wager, self.held(seat, wager), stake)

    def held(self, seat: int, wager: str) -> set[str]:
        """The awards of a seat."""
        hand = cards(dealt(self.record, seat))
        if wager == "main":
            return self._main(seat)
        if wager == "chan-chu":
            return chan_chu(hand, self.settings)
        if wager == "ace-high-tie":
            return self._ace_high_tie(hand)
        raise ValueError(wager)

    def _ace_high_tie(self, hand: list[Card]) -> set[str]:
        if not ace_high(self.dealer):
            return set()
        held = {f"dealer-ace-high-{'with' if JOKER in self.dealer else 'no'}-joker"}
        return held | ({"dealer-and-player-ace-high"} if ace_high(hand) else set())

    def _main(self, seat: int) -> set[str]:
        if self.jacks >= 2 and self.settings["two-jacks-lose"] == "yes":
            return set()
        if ace_high(self.dealer) and self.settings["ace-high-push"] == "yes":
            return {"push"}
        (piles,) = self.record["counted"].said(seat, "set")
        front, back = by_rank(cards(piles["front"])), five(cards(piles["back"]), wheel_second=self.wheel_second)
        if front > back:
            return set()
        low, high = house_way(self.dealer, wheel_second=self.wheel_second)
        beaten = (back > five(high, wheel_second=self.wheel_second)) + (front > by_rank(low))
        return {"win"} if beaten == 2 else {"push"} if beaten else set()


__all__ = ["ace_high", "chan_chu", "settle"]
