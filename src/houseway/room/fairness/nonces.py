"""Numbers of the players' own: committed to with the wager, sealed when bets are closed, then opened.

A number is what `base` becomes when it is squared `TURNS` times by `modulus`. Who knows the two primes of the modulus
has it at once; everybody else has to square, one step after another, and needs longer than the seals of a round take
to come in. So a number that was sealed can neither be withheld nor changed: where its owner does not open it, anybody
finds it (a time-lock puzzle: Rivest, Shamir and Wagner 1996; a timed commitment: Boneh and Naor 2000).

`Nonce` is what a player's own program keeps; the rest is what everybody may know.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

from houseway.errors import HousewayError

BITS = 1024
"""Of a modulus: nobody takes it apart in the seconds that count."""

WIDTH = BITS // 4
"""Hexadecimal digits of a modulus."""

TURNS = 2**25
"""Squarings: more than fit between the first seal of a round and the last, and not so many that nobody can wait."""

ROUNDS = 24
"""Of the test of a prime, each with a base that comes from the number itself: one composite in 4 to the 24th passes."""


def _hash(tag: int, *pieces: bytes) -> bytes:
    return hashlib.sha256(bytes([tag]) + b"".join(pieces)).digest()


def _bytes(number: int) -> bytes:
    return number.to_bytes(BITS // 8, "big")


def prime(number: int) -> bool:
    """Miller and Rabin, with bases that hashes of the number give."""
    if number < 5 or number % 2 == 0:
        return number in (2, 3)
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for round_ in range(ROUNDS):
        base = 2 + int.from_bytes(_hash(6, _bytes(number), bytes([round_])), "big") % (number - 3)
        value = pow(base, odd, number)
        if value not in (1, number - 1) and all(
            (value := value * value % number) != number - 1 for _ in range(twos - 1)
        ):
            return False
    return True


@lru_cache(maxsize=4096)
def _primes(one: int, other: int) -> bool:
    """Whether both are; known once it was tested, however often somebody opens with what are none."""
    return prime(one) and prime(other)


class Puzzle(NamedTuple):
    """A number that is sealed."""

    modulus: int
    base: int

    @classmethod
    def read(cls, modulus: str, base: str) -> "Puzzle":
        """A puzzle from two hexadecimal numbers; refused where it is none."""
        try:
            found = cls(int(modulus, 16), int(base, 16))
        except ValueError:
            raise HousewayError("a seal is a modulus and a base, both hexadecimal") from None
        if found.modulus.bit_length() != BITS or not 1 < found.base < found.modulus:
            raise HousewayError(f"a seal has a modulus of {BITS} bits and a base below it")
        if found.modulus % 2 == 0:
            raise HousewayError("the modulus of a seal is odd: two large primes make it")
        if gcd(found.base, found.modulus) != 1:
            raise HousewayError("the base of a seal has no divisor in common with its modulus")
        return found

    @property
    def commitment(self) -> str:
        """What is sent with the wager: it tells nothing, and leaves one puzzle that fits."""
        return _hash(5, _bytes(self.modulus), _bytes(self.base)).hex()

    def opened(self, factor: str, turns: int) -> int:
        """The number, by a prime of the modulus; refused where it is none."""
        try:
            one = int(factor, 16)
        except ValueError:
            one = 0
        if not 1 < one < self.modulus or self.modulus % one:
            raise HousewayError("a seal is opened by a prime factor of its modulus, hexadecimal")
        other = self.modulus // one
        if one == other or {one.bit_length(), other.bit_length()} != {BITS // 2} or not _primes(one, other):
            raise HousewayError("a seal is opened by a modulus of two different primes")
        return pow(self.base, pow(2, turns, (one - 1) * (other - 1)), self.modulus)

    def found(self, turns: int) -> int:
        """The number, by squaring: whoever has the time needs nobody."""
        return pow(self.base, 1 << turns, self.modulus)

    def json(self) -> dict[str, str]:
        return {"modulus": f"{self.modulus:0{WIDTH}x}", "base": f"{self.base:0{WIDTH}x}"}


class Nonce(NamedTuple):
    """A number of one's own: for one wager, and not to be shown before bets are closed."""

    puzzle: Puzzle
    factor: int

    @classmethod
    def fresh(cls, bits: Callable[[int], int] = secrets.randbits) -> "Nonce":
        """Draw two primes and a base."""
        one, other = _prime(bits), _prime(bits)
        while other == one:
            other = _prime(bits)
        base = 2 + bits(BITS) % (one * other - 2)
        return cls(Puzzle(one * other, base), one)

    @property
    def commit(self) -> dict[str, str]:
        """What goes with the wager."""
        return {"commit": self.puzzle.commitment}

    @property
    def seal(self) -> dict[str, str]:
        """What is sent when bets are closed."""
        return self.puzzle.json()

    @property
    def open(self) -> dict[str, str]:
        """What is sent when all seals are there."""
        return {"factor": f"{self.factor:x}"}


def _prime(bits: Callable[[int], int]) -> int:
    """A prime of half the bits, its two highest set: two of them make a modulus of all."""
    half = BITS // 2
    while True:
        tried = bits(half) | 3 << half - 2 | 1
        if pow(2, tried - 1, tried) == 1 and prime(tried):
            return tried


def nonce_of(number: int) -> bytes:
    """What a number adds to the seed."""
    return _hash(4, _bytes(number))


def seed_of(root: str, nonces: Mapping[int, bytes]) -> bytes:
    """What all numbers of a round give together; nothing where there is none. Nothing that the house names is in it."""
    if not nonces:
        return b""
    return _hash(3, "|".join([root, *(f"{seat}:{nonces[seat].hex()}" for seat in sorted(nonces))]).encode())


class Sealed(NamedTuple):
    """A number of a seat in a round: its seal, and how it was opened, by its factor or as it was found."""

    puzzle: Puzzle
    factor: str = ""
    number: int | None = None

    def json(self) -> dict[str, Any]:
        how = {"factor": self.factor} if self.factor else {}
        found = {} if self.number is None or self.factor else {"number": f"{self.number:0{WIDTH}x}"}
        return {"commit": self.puzzle.commitment, **self.puzzle.json(), **how, **found}
