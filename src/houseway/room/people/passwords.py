"""What a password must be: long, not the name, and not one that everybody tries first."""

import hashlib
import re
import threading
from itertools import pairwise
from typing import Any, Literal

from argon2 import PasswordHasher

from houseway.errors import HousewayError

LEAST, MOST = 10, 200
FEWEST = 5
"""So many different characters at least."""

LISTED = """
    1234567890 12345678910 0123456789 0987654321 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc qwertyuiop qwerty asdfghjkl
    asdfghjkl; zxcvbnm qazwsxedc qwertyui asdfasdf azertyuiop qwertz qwertzuiop password passw0rd p@ssw0rd p@ssword
    passwort motdepasse contraseña wachtwoord haslo senha parola iloveyou iloveyou2 ilovegod trustno letmein letmeinnow
    welcome welcometo welcomehome administrator admin adminadmin root rootroot changeme changemenow changethis default
    master masterkey superman batman spiderman pokemon starwars startrek football baseball basketball liverpool chelsea
    arsenal manchester barcelona realmadrid juventus cowboys steelers yankees lakers redsox dragon monkey sunshine
    princess shadow michael jennifer jordan hunter ashley daniel jessica charlie thomas robert andrew joshua matthew
    anthony nicole michelle samantha elizabeth alexander christopher whatever computer internet secret secretsecret
    mysecret topsecret mypassword thepassword newpassword oldpassword yourpassword nopassword passwordpassword
    passpass pass passphrase testtest test testing tester temporary temppass guest guestguest user username login
    hello helloworld hellohello goodmorning freedom forever flower butterfly chocolate cookie cheese summer winter
    spring autumn january february september october november december monday friday sunday mustang ferrari corvette
    porsche mercedes harley samsung google facebook linkedin microsoft windows apple iphone android casino blackjack
    jackpot poker pokerface pokerstars luckyseven luckylucky lucky royalflush straightflush fullhouse cardroom houseway
    thehouse dealer manager supervisor player correcthorsebatterystaple correcthorse abcdefghij abcdefghijkl abcdef
    abcabcabc abc aaaaaaaaaa access monkeymonkey dragondragon killer zaqxswcde gfhjkm passer bailey maggie tigger
"""
"""Passwords that are tried first, and what is left of others when digits and signs around them are taken away."""

COMMON = frozenset(LISTED.split())


def checked_password(password: str, name: str = "") -> str:
    """The password, if it may be one for this name; else the reason."""
    if not LEAST <= len(password) <= MOST or not password.isprintable():
        raise HousewayError(f"a password has {LEAST} to {MOST} printable characters")
    plain = password.casefold()
    core, own = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", plain), name.casefold().strip()
    if own and own in (plain, core, plain[::-1]):
        raise HousewayError("the password is the name: choose another")
    if len(set(plain)) < FEWEST or plain in COMMON or core in COMMON or _straight(plain):
        raise HousewayError("this password is among the first that anybody tries: choose another")
    return password


def fingerprint(digest: str) -> str:
    """A hash of a password's hash: the journal tells by it whether the one in the database is the one that was set."""
    return hashlib.sha256(digest.encode()).hexdigest()


def _straight(text: str) -> bool:
    """Whether it only counts up or down, as 123456… and zyxwvu… do."""
    steps = {(ord(after) - ord(before)) for before, after in pairwise(text)}
    return steps in ({1}, {-1})


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
