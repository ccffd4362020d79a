"""Chance that can be checked: cards and numbers from the system's entropy, committed to before bets.

Where players bring numbers of their own (`nonces`), their seed orders the cards that are left anew for each round, and
goes into every number that is drawn: the house has committed itself before it knows the seed.

An eight-deck shoe has more orders than a 256-bit seed can reach, so no seed is drawn: every step of the shuffle takes
fresh bytes of the system, without bias. The commitment is a Merkle root over salted cards. A number that is drawn, or a
roll of dice, comes from the salt of the card that is dealt next: it is fixed with the shoe, and opened with that card.
A card is proved by its salt and its path, and the proof tells nothing of the others. `houseway.verifier` checks the
same with the standard library alone.
"""

import hashlib
import secrets
from collections.abc import Callable, Container, Sequence
from itertools import count
from typing import Any, NamedTuple

from houseway.cards import name
from houseway.round.questions import Draw

SALT = 16
"""Bytes of salt a card: more than anybody can try, also who has seen a number that came from it."""

Entropy = Callable[[int], bytes]


def below(bound: int, entropy: Entropy = secrets.token_bytes) -> int:
    """A number from 0 to bound - 1, each as likely: draws that would favour the small ones are thrown away."""
    width = max(1, ((bound - 1).bit_length() + 7) // 8)
    span = 256**width
    fair = span - span % bound
    while True:
        drawn = int.from_bytes(entropy(width), "big")
        if drawn < fair:
            return drawn % bound


def shuffle(pack: Sequence[int], draw: Callable[[int], int] = below) -> tuple[int, ...]:
    """Fisher and Yates: every order as likely, where `draw(n)` gives 0 to n - 1 each as likely."""
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        other = draw(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def leaf(index: int, card: int, salt: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + index.to_bytes(4, "big") + bytes([card]) + salt).digest()


def numbers(secret: bytes) -> Callable[[int], int]:
    """Draws that a salt, a seed, or both give, `draw(n)` from 0 to n - 1.

    Each tries the first bytes of SHA-256(02 | secret | 0, 1 …). A salt has 16 bytes, a seed 32: no two are mistaken.
    """
    blocks = (hashlib.sha256(b"\x02" + secret + at.to_bytes(4, "big")).digest() for at in count())
    return lambda bound: below(bound, lambda width: next(blocks)[:width])


def used(rest: Sequence[int], seed: bytes) -> tuple[int, ...]:
    """In which order the places that are left are dealt from: as the seed orders them, without one as they lie."""
    return shuffle(rest, numbers(seed)) if seed else tuple(rest)


def drawn(question: Draw, draw: Callable[[int], int]) -> int:
    """A number between the bounds, or the sum of dice."""
    if question.dice:
        return sum(1 + draw(6) for _ in range(question.dice))
    return question.least + draw(question.most - question.least + 1)


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The tree from its leaves to its root; a node without a neighbour rises unchanged."""
    tree = [list(leaves)]
    while len(tree[-1]) > 1:
        row = tree[-1]
        above = [node(row[i], row[i + 1]) for i in range(0, len(row) - 1, 2)]
        tree.append(above + ([row[-1]] if len(row) % 2 else []))
    return tree


class Opening(NamedTuple):
    """The proof of one card: its place in the committed order, its salt, and the neighbours on the way to the root."""

    at: int
    card: int
    salt: str
    path: tuple[tuple[str, str], ...]

    def json(self) -> dict[str, Any]:
        path = [list(step) for step in self.path]
        return {"index": self.at, "card": name(self.card), "number": self.card, "salt": self.salt, "path": path}


class Commitment:
    """A shoe's order with its salts. Secret until its cards are dealt; only the root is shown."""

    def __init__(self, order: Sequence[int], salts: Sequence[bytes]) -> None:
        self.known = True
        self.order = tuple(order)
        self.salts = tuple(salts)
        self._levels = levels([leaf(i, card, salt) for i, (card, salt) in enumerate(zip(order, salts, strict=True))])

    @classmethod
    def fresh(cls, pack: Sequence[int], draw: Callable[[int], int] = below) -> "Commitment":
        """Shuffle a pack and salt it."""
        order = shuffle(pack, draw)
        return cls(order, [draw(256**SALT).to_bytes(SALT, "big") for _ in pack])

    @classmethod
    def stored(cls, cards: bytes, salts: bytes) -> "Commitment":
        """What `cards` and `salts` of another were."""
        if not cards or len(salts) != SALT * len(cards):
            raise ValueError(f"{len(cards)} cards and {len(salts)} bytes of salt are no shoe")
        return cls(tuple(cards), [salts[i : i + SALT] for i in range(0, len(salts), SALT)])

    @classmethod
    def unread(cls, root: str, size: int) -> "Commitment":
        """A shoe whose order is sealed from whoever looks: its root and size are known, and no card."""
        found = cls([0] * size, [bytes(SALT)] * size)
        found._levels[-1][0] = bytes.fromhex(root)
        found.known = False
        return found

    @property
    def root(self) -> str:
        return self._levels[-1][0].hex()

    def __len__(self) -> int:
        return len(self.order)

    def rest(self, cut: int, gone: Container[int]) -> tuple[int, ...]:
        """The places of the cards that are left, from the cut on."""
        places = ((cut + at) % len(self.order) for at in range(len(self.order)))
        return tuple(place for place in places if place not in gone)

    def drawn(self, place: int, seed: bytes, asked: Sequence[Draw]) -> int:
        """The last of the numbers that are asked for before the card at this place."""
        draw = numbers(self.salts[place] + seed)
        return [drawn(question, draw) for question in asked][-1]

    def opening(self, index: int) -> Opening:
        """The proof of the card at this place of the committed order."""
        path = []
        at = index
        for row in self._levels[:-1]:
            beside = at ^ 1
            if beside < len(row):
                path.append(("right" if beside > at else "left", row[beside].hex()))
            at //= 2
        return Opening(index, self.order[index], self.salts[index].hex(), tuple(path))


def holds(opening: Opening, root: str) -> bool:
    """Whether this opening proves its card against the root."""
    value = leaf(opening.at, opening.card, bytes.fromhex(opening.salt))
    for side, other in opening.path:
        beside = bytes.fromhex(other)
        value = node(value, beside) if side == "right" else node(beside, value)
    return value.hex() == root
