"""The House Way of Dealer Open Pai Gow, from the document's bullets."""

from itertools import combinations

from .cards import (
    ACE,
    COMPLETE,
    FIVE_ACES,
    JACK,
    KING,
    QUEEN,
    STRAIGHT_FLUSH,
    TEN,
    Card,
    best_five,
    by_rank,
    counted,
    five,
    rank_of,
    royal,
)

Front = tuple[int, int]


def house_way(hand: list[Card], *, wheel_second: bool) -> tuple[list[Card], list[Card]]:
    """Front and back; of equal cards those go in front that leave the higher back."""
    ways = [
        (list(front), [one for one in hand if one not in front]) for front in combinations(sorted(hand), 2)
    ]  # one deck: every card is there once

    def back_value(way: tuple[list[Card], list[Card]]) -> tuple[float, ...]:
        return five(way[1], wheel_second=wheel_second)

    category = best_five(hand, wheel_second=wheel_second)[0]
    held = Held(hand)
    if category in COMPLETE and not held.goes_by_ranks():
        return _complete(ways, wheel_second=wheel_second)
    wanted = sorted(held.front(by_category=category))
    return max((way for way in ways if sorted(map(rank_of, way[0])) == wanted), key=back_value)


class Held:
    """Seven cards by how often each rank is held, the joker as an ace."""

    def __init__(self, hand: list[Card]) -> None:
        self.times = counted(hand)
        self.fours, self.threes, self.pairs, self.singles = (
            sorted((rank for rank, times in self.times.items() if times == many), reverse=True) for many in (4, 3, 2, 1)
        )

    def goes_by_ranks(self) -> bool:
        """Whether a straight or flush yields to four of a kind, a full house or high two pair."""
        if self.fours or len(self.threes) > 1 or (self.threes and self.pairs):
            return True
        if len(self.pairs) < 2:
            return False
        return (self.pairs[0] >= QUEEN and self.pairs[1] >= 6) or ACE in self.times

    def front(self, *, by_category: float) -> Front:
        """The ranks in front."""
        if by_category == FIVE_ACES:
            return (KING, KING) if KING in self.pairs else (ACE, ACE)
        if self.fours:
            return self._four_of_a_kind(self.fours[0])
        if len(self.threes) > 1 or (self.threes and self.pairs):
            return self._full_house()
        if self.threes:
            return (ACE, self.singles[0]) if self.threes == [ACE] else self._two_singles()
        if len(self.pairs) >= 2:
            return self._two_pair()
        if self.pairs:
            return self._two_singles()
        return self.singles[1], self.singles[2]

    def _two_singles(self) -> Front:
        return self.singles[0], self.singles[1]

    def _four_of_a_kind(self, four: int) -> Front:
        pair = max(self.pairs + self.threes, default=0)
        if four == ACE:
            return (pair, pair) if pair >= 7 else (ACE, ACE)
        if four >= JACK:
            return (pair, pair) if pair >= TEN else (four, four)
        if pair:
            return pair, pair
        if four >= 7 and ACE not in self.singles:
            return four, four
        return self._two_singles()

    def _full_house(self) -> Front:
        if len(self.threes) > 1:
            return self.threes[0], self.threes[0]
        if len(self.pairs) > 1:
            highest = max(self.threes + self.pairs)
            return highest, highest
        if self.pairs == [2] and self.singles[0] >= KING:
            return self._two_singles()
        return self.pairs[0], self.pairs[0]

    def _two_pair(self) -> Front:
        high, low = self.pairs[0], self.pairs[1]
        ace = ACE in self.singles
        if len(self.pairs) > 2:
            return high, high
        if (low >= 7 and not ace) or (high >= JACK and low >= 6 and ace) or high == ACE:
            return low, low
        return self._two_singles()


def _complete(ways: list[tuple[list[Card], list[Card]]], *, wheel_second: bool) -> tuple[list[Card], list[Card]]:
    """The first of five instructions that can be met."""
    valued = [(by_rank(front), five(back, wheel_second=wheel_second), (front, back)) for front, back in ways]
    kept = [way for way in valued if way[1][0] in COMPLETE]
    instructions = (
        [way for way in kept if way[0] >= (0, KING)],
        [way for way in kept if royal(way[1])],
        [way for way in kept if way[0] >= (0, JACK)],
        [way for way in kept if way[1][0] == STRAIGHT_FLUSH],
        kept,
    )
    return max(next(found for found in instructions if found))[2]
