"""Cards that nobody saw, written `??`: every ruling that may be right, and which card would decide.

Each unknown card is completed by every card that has not been seen, in every order, and the round is ruled upon anew;
a completion that the rules forbid (a dealer who must have drawn) has not happened and is left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from houseway.cards import JOKER, RANKS, name, names, rank
from houseway.disputes.blanks import Blank, Completion, blanks_of, completed, filled, hand_of, known_cards
from houseway.errors import HousewayError, IllegalRound
from houseway.money import dollars, signed
from houseway.round.codec import UNKNOWN, hand_json, place_words
from houseway.round.record import Record, record_from, settle
from houseway.round.ruling import Payout
from houseway.tabular import Rows, Tabular

MOST = 2
"""So many unknown cards are enumerated: 2,652 rounds of one deck. A third would make it 132,600."""

UNPAID = "none"
"""What becomes of a bonus that a seat does not stake, such as envy, where it is not won."""


Found = dict[tuple[str, int], list[tuple[Completion, int, Payout]]]
"""By award and cents: the completions that give it, in how many ways each, and a payout that says why."""


class Outcome(NamedTuple):
    """What may become of a wager: the award, the cents that the seat gains, and the cards that lead to it.

    `ways` counts the cards of the shoe: a rank of eight decks counts more often than one of a single deck.
    """

    award: str
    cents: int
    ways: int
    completions: tuple[Completion, ...]
    clause: str
    why: str


@dataclass(frozen=True)
class Possible:
    """What may become of one wager, the least first."""

    seat: int
    wager: str
    stake: int
    outcomes: tuple[Outcome, ...]

    @property
    def least(self) -> int:
        return min(outcome.cents for outcome in self.outcomes)

    @property
    def most(self) -> int:
        return max(outcome.cents for outcome in self.outcomes)

    @property
    def decided(self) -> bool:
        """Whether every card leads to the same."""
        return len(self.outcomes) == 1


@dataclass(frozen=True)
class Rulings(Tabular):
    """The range of rulings on a round with unknown cards."""

    record: Record
    places: tuple[int, ...]
    wagers: tuple[Possible, ...]
    ways: int
    refused: int
    because: str

    def __repr__(self) -> str:
        spans = ", ".join(f"seat {w.seat} {w.wager} {signed(w.least)} to {signed(w.most)}" for w in self.wagers)
        return f"<rulings on a round of {self.record.game.name} with {self.unseen}: {spans}>"

    def tabulated(self) -> Rows:
        columns = ("seat", "wager", "staked", "result", "award", "ways", "if the cards nobody saw are")
        rows = [
            (each.seat, each.wager, dollars(each.stake), signed(o.cents), o.award, f"{o.ways} of {self.ways}", words)
            for each in self.wagers
            for o in each.outcomes
            for words in [self.words(each, o)]
        ]
        return Rows(f"A round of {self.record.game.name} with {self.unseen}", columns, rows, tuple(self.notes()))

    @property
    def unseen(self) -> str:
        """The unknown cards in words, in their order."""
        return " and ".join(f"{UNKNOWN} of {place_words(p)}" for p in self.places)

    def words(self, wager: Possible, outcome: Outcome) -> str:
        """Which cards lead to an outcome."""
        if wager.decided:
            return "any"
        return in_words(outcome.completions, [each for o in wager.outcomes for each in o.completions])

    def notes(self) -> Iterator[str]:
        """The range of each wager, what cannot have been, and what there is to say of the document."""
        for each in self.wagers:
            if each.decided:
                yield f"Seat {each.seat}, {each.wager}: {signed(each.least)} whatever the cards were."
            else:
                yield (
                    f"Seat {each.seat}, {each.wager}: between {signed(each.least)} and {signed(each.most)}; "
                    f"{self.unseen} would decide."
                )
        if self.refused:
            yield f"{self.refused} other ways cannot have been, such as: {self.because}"
        if self.record.remark:
            yield self.record.remark

    def json(self) -> dict[str, Any]:
        """The range as one value; `cards` are the completions, each in the order of `unknown`."""
        return {
            "game": self.record.game.id,
            "settings": self.record.setup.settings.show(),
            "unknown": [{"seat": place} for place in self.places],
            "ways": self.ways,
            "refused_ways": self.refused,
            "refused_because": self.because or None,
            "remarks": [self.record.remark] if self.record.remark else [],
            "wagers": [
                {
                    "seat": each.seat,
                    "wager": each.wager,
                    "stake_cents": each.stake,
                    "least_cents": each.least,
                    "most_cents": each.most,
                    "decided": each.decided,
                    "outcomes": [_outcome_json(outcome) for outcome in each.outcomes],
                }
                for each in self.wagers
            ],
        }


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    cards = [hand_json(each) for each in outcome.completions]
    told = {"award": outcome.award, "cents": outcome.cents, "ways": outcome.ways, "clause": outcome.clause}
    return told | {"why": outcome.why, "cards": cards}


def rulings(
    table: Mapping[str, Any],
    build: Callable[[dict[str, Any]], Record] = record_from,
    progress: Callable[[float], None] | None = None,
) -> Rulings:
    """Every ruling that may be right. `build` reads a record in which no card is missing."""
    if "entries" in table:
        raise IllegalRound(f"a record with entries tells every card: take the entries out to write {UNKNOWN}")
    blanks = blanks_of(table)
    places = tuple(blank.place for blank in blanks for _ in range(blank.unknown))
    if len(places) > MOST:
        raise IllegalRound(
            f"{len(places)} cards are unknown, and at most {MOST} are enumerated: fill in those that somebody saw"
        )
    whole = build(filled(table))
    base = replace(whole, hands={**whole.hands, **{b.place: hand_of(b, whole, (JOKER,) * b.unknown) for b in blanks}})
    seen = [card for place, hand in base.hands.items() for card in known_cards(place, hand, blanks)]
    unseen = Counter(base.game.pack(base.setup.settings)) - Counter(seen)
    if not (possible := list(_completions(unseen, len(places)))):
        raise IllegalRound(f"no card of the pack is left that {UNKNOWN} could be")
    return _ranged(base, blanks, places, possible, progress)


def _ranged(
    base: Record,
    blanks: list[Blank],
    places: tuple[int, ...],
    possible: list[tuple[Completion, int]],
    progress: Callable[[float], None] | None,
) -> Rulings:
    """Rule on every completion and gather what becomes of each wager."""
    found: dict[tuple[int, str], Found] = {}
    stakes: dict[tuple[int, str], int] = {}
    happened: list[tuple[Completion, int]] = []
    refused = 0
    because: HousewayError | None = None
    for number, (cards, weight) in enumerate(possible, 1):
        try:
            ruling = settle(completed(base, blanks, cards))
        except HousewayError as fault:
            refused, because = refused + weight, because or fault
            continue
        happened.append((cards, weight))
        for key, payouts in groupby(sorted(ruling, key=_wager), key=_wager):
            lines = list(payouts)
            outcome = " + ".join(each.award for each in lines), sum(each.net for each in lines)
            stakes[key] = max(stakes.get(key, 0), sum(each.stake for each in lines))
            found.setdefault(key, {}).setdefault(outcome, []).append((cards, weight, lines[0]))
        if progress is not None and number % 50 == 0:
            progress(number / len(possible))
    if because is not None and not happened:
        raise because
    for outcomes in found.values():
        _add_unpaid(outcomes, happened)
    wagers = tuple(Possible(*key, stakes[key], _outcomes(outcomes)) for key, outcomes in sorted(found.items()))
    return Rulings(base, places, wagers, sum(weight for _, weight in happened), refused, str(because or ""))


def _add_unpaid(outcomes: Found, happened: list[tuple[Completion, int]]) -> None:
    """Where some completions pay a bonus that others do not mention, the others pay nothing."""
    paid = {cards for ways in outcomes.values() for cards, _, _ in ways}
    first = next(iter(outcomes.values()))[0][2]
    nothing = first._replace(award=UNPAID, why="nothing is due")
    if rest := [(cards, weight, nothing) for cards, weight in happened if cards not in paid]:
        outcomes.setdefault((UNPAID, 0), []).extend(rest)


def _wager(payout: Payout) -> tuple[int, str]:
    return payout.seat, payout.wager


def _outcomes(found: Found) -> tuple[Outcome, ...]:
    made = [
        Outcome(
            award, cents, sum(w for _, w, _ in ways), tuple(c for c, _, _ in ways), ways[0][2].clause, ways[0][2].why
        )
        for (award, cents), ways in found.items()
    ]
    return tuple(sorted(made, key=lambda outcome: (outcome.cents, outcome.award)))


def _completions(unseen: Counter[int], count: int) -> Iterator[tuple[Completion, int]]:
    """Every order of so many unseen cards, and in how many ways the shoe can give it."""
    if not count:
        yield (), 1
        return
    for card in sorted(unseen):
        for rest, ways in _completions(unseen - Counter([card]), count - 1):
            yield (card, *rest), unseen[card] * ways


# ---------------------------------------------------------------------------------------------------- in words


def in_words(found: Iterable[Completion], possible: Iterable[Completion]) -> str:
    """Which cards these are among all: by rank where no suit matters, by name otherwise."""
    cards, every = set(found), set(possible)
    ranks = {_ranks(each) for each in cards}
    if any(_ranks(each) in ranks for each in every - cards):
        if len(cards) > 12:
            return f"{len(cards)} of the {len(every)} completions, by suit: --json lists them"
        return "; ".join(names(each) for each in sorted(cards))
    if len(next(iter(every), ())) == 1:
        return " ".join(each for (each,) in _sorted(ranks))
    after = {first: tuple(s for _, s in group) for first, group in groupby(_sorted(ranks), key=lambda pair: pair[0])}
    firsts: dict[tuple[str, ...], list[str]] = {}
    for first, seconds in after.items():
        firsts.setdefault(seconds, []).append(first)
    return "; ".join(f"{' '.join(these)} then {' '.join(seconds)}" for seconds, these in firsts.items())


def _ranks(cards: Completion) -> tuple[str, ...]:
    return tuple(name(card) if card == JOKER else RANKS[rank(card)] for card in cards)


def _sorted(ranks: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return sorted(ranks, key=lambda each: tuple(RANKS.find(one) for one in each))
