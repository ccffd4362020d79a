"""Chance that can be checked: cards and numbers from the system's entropy, committed to before bets.

An eight-deck shoe has more orders than a 256-bit seed can reach, so no seed is drawn: every step of the shuffle takes
fresh bytes of the system, without bias. The commitment is a Merkle root over salted cards and secret words.
A round that draws numbers or rolls dice takes them from the next word and from nothing else. A card is proved by its
salt and its path, a word by its path, and the proof tells nothing of the others. `houseway.verifier` checks the same
with the standard library alone.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, NamedTuple

from houseway.cards import name
from houseway.round.questions import Draw

SALT = 16
"""Bytes of salt a card: more than anybody can try."""

WORD = 32
"""Bytes of a word, which needs no salt: nobody can try them."""

WORDS = 16
"""Words a shoe: so many rounds of it may draw numbers; then it has ended, as one that is low on cards."""

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


def word_leaf(index: int, word: bytes) -> bytes:
    return hashlib.sha256(b"\x02" + index.to_bytes(4, "big") + word).digest()


def numbers(word: bytes) -> Callable[[int], int]:
    """Draws that a word gives, `draw(n)` from 0 to n - 1: each tries the first bytes of SHA-256(03 | word | 0, 1 …)."""
    blocks = (hashlib.sha256(b"\x03" + word + at.to_bytes(4, "big")).digest() for at in count())
    return lambda bound: below(bound, lambda width: next(blocks)[:width])


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
    """A shoe's order with its salts, and its words. Secret until they are dealt and drawn; only the root is shown."""

    def __init__(self, order: Sequence[int], salts: Sequence[bytes], words: Sequence[bytes] = ()) -> None:
        self.order = tuple(order)
        self.salts = tuple(salts)
        self.words = tuple(words)
        leaves = [leaf(i, card, salt) for i, (card, salt) in enumerate(zip(order, salts, strict=True))]
        leaves += [word_leaf(i, word) for i, word in enumerate(words)]
        self._levels = levels(leaves)

    @classmethod
    def fresh(cls, pack: Sequence[int], draw: Callable[[int], int] = below) -> "Commitment":
        """Shuffle a pack and salt it, and draw its words."""
        order = shuffle(pack, draw)
        words = [draw(256**WORD).to_bytes(WORD, "big") for _ in range(WORDS)]
        return cls(order, [secrets.token_bytes(SALT) for _ in pack], words)

    @classmethod
    def stored(cls, cards: bytes, secret: bytes) -> "Commitment":
        """What `order` and `secret` of another were; one from before there were words has none."""
        at = SALT * len(cards)
        if (len(secret) - at) % WORD or not cards:
            raise ValueError(f"{len(cards)} cards and {len(secret)} secret bytes are no shoe")
        salts = [secret[i : i + SALT] for i in range(0, min(at, len(secret)), SALT)]
        return cls(tuple(cards), salts, [secret[i : i + WORD] for i in range(at, len(secret), WORD)])

    @property
    def secret(self) -> bytes:
        """The salts of the cards, then the words."""
        return b"".join((*self.salts, *self.words))

    @property
    def root(self) -> str:
        return self._levels[-1][0].hex()

    def __len__(self) -> int:
        return len(self.order)

    def dealt(self, position: int, cut: int) -> int:
        """The card at this position of the deal, after a cut."""
        return self.order[(cut + position) % len(self.order)]

    def opening(self, index: int) -> Opening:
        """The proof of the card at this place of the committed order."""
        return Opening(index, self.order[index], self.salts[index].hex(), self._path(index))

    def word_opening(self, index: int) -> dict[str, Any]:
        """The proof of a word; its leaf stands after those of the cards."""
        path = [list(step) for step in self._path(len(self.order) + index)]
        return {"index": index, "word": self.words[index].hex(), "path": path}

    def _path(self, at: int) -> tuple[tuple[str, str], ...]:
        """The neighbours on the way from a leaf to the root."""
        path = []
        for row in self._levels[:-1]:
            beside = at ^ 1
            if beside < len(row):
                path.append(("right" if beside > at else "left", row[beside].hex()))
            at //= 2
        return tuple(path)


def holds(opening: Opening, root: str) -> bool:
    """Whether this opening proves its card against the root."""
    value = leaf(opening.at, opening.card, bytes.fromhex(opening.salt))
    for side, other in opening.path:
        beside = bytes.fromhex(other)
        value = node(value, beside) if side == "right" else node(beside, value)
    return value.hex() == root
