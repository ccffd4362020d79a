"""What a password must be: long, not the name, and not one that everybody tries first."""

import hashlib
import re
import threading
from typing import Any, Literal

from argon2 import PasswordHasher

from houseway.errors import HousewayError

LEAST, MOST = 10, 200
FEWEST = 5
"""So many different characters at least."""
JUDGED = 24
"""Characters that are judged: a fifth of a second for the worst of them, a thousandth for most."""
ENOUGH = 10**9
"""Tries: at those that a name has in a quarter of an hour, thousands of years."""

LISTED = """
    asdfghjkl; asdfasdf azertyuiop qwertz qwertzuiop passwort motdepasse contraseña wachtwoord haslo senha parola gfhjkm
    zaqxswcde welcometo welcomehome letmein letmeinnow changeme changemenow changethis rootroot adminadmin mysecret
    secretsecret topsecret mypassword thepassword newpassword oldpassword yourpassword nopassword temppass guestguest
    goodmorning casino blackjack jackpot poker pokerface pokerstars luckyseven luckylucky royalflush straightflush
    fullhouse cardroom houseway thehouse house dealer manager supervisor surveillance player pitboss croupier
    correcthorsebatterystaple correcthorse monkeymonkey dragondragon
"""
"""Tried first in a card room and in other languages, besides what the judge knows."""

TRIED = frozenset(LISTED.split())
_JUDGING = threading.Lock()


def checked_password(password: str, name: str = "") -> str:
    """The password, if it may be one for this name; else the reason."""
    if not LEAST <= len(password) <= MOST or not password.isprintable():
        raise HousewayError(f"a password has {LEAST} to {MOST} printable characters")
    plain = password.casefold()
    core, own = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", plain), name.casefold().strip()
    if own and (own in (plain, core, plain[::-1]) or _of_name(plain, own) or _of_name(core, own)):
        raise HousewayError("the password is made of the name: choose another")
    if len(set(plain)) < FEWEST or core in TRIED or guesses(password, own) < ENOUGH:
        raise HousewayError("this password is soon guessed: choose a few words that have nothing to do with each other")
    return password


def _of_name(plain: str, own: str) -> bool:
    """Whether a password is nothing but the name and its words, forwards or backwards, however often and apart."""
    letters = re.sub(r"[\W_]", "", plain)
    words = [re.sub(r"[\W_]", "", each) for each in (own, *own.split())]
    parts = {part for word in words if word for part in (word, word[::-1])}
    reached = {0}
    for at in range(len(letters)):
        if at in reached:
            reached |= {at + len(part) for part in parts if letters.startswith(part, at)}
    return bool(letters) and len(letters) in reached


def guesses(password: str, name: str) -> int:
    """How many tries it takes who knows common passwords, words, names, keyboards, dates and what is written for a
    letter (Wheeler 2016); by its first or its last characters, since more of them take long to judge."""
    from zxcvbn import zxcvbn  # its lists are read when somebody chooses a password

    own = [name, *name.split(), *TRIED]
    with _JUDGING:  # it keeps the names of whoever is judged in one place for all
        return max(int(zxcvbn(part, user_inputs=own)["guesses"]) for part in {password[:JUDGED], password[-JUDGED:]})


def fingerprint(digest: str) -> str:
    """A hash of a password's hash: the journal tells by it whether the one in the database is the one that was set."""
    return hashlib.sha256(digest.encode()).hexdigest()


class Hasher(PasswordHasher):
    """Two at once: each takes 64 MiB and a tenth of a second of several cores."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._places = threading.BoundedSemaphore(2)

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self._places:
            return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # as above it
        with self._places:
            return super().verify(hash, password)
