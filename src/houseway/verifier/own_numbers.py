"""The numbers that players bring: how they are sealed and opened, the seed they give, and the deal that comes of it."""

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count
from math import gcd

from .hashes import Json, canonical, digest

TURNS = 2**25
"""How often a number of a player's own is squared, at the least."""

METERS: dict[str, tuple[str, ...]] = {
    "super-pan-9": (),
    "supreme-99": (),
    "dealer-open-pai-gow": (),
    "chinese-poker": (),
    "super-pairs": ("21-plus-3-jackpot-meter", "lucky-ladies-jackpot-meter", "super-pairs-jackpot-meter"),
}
"""The settings that can tell what meters display, by game: no other is left out of the closing of a round."""

BITS, MILLER_RABIN = 1024, 24
"""Of a modulus; and the rounds of the test of its primes."""


def numbers(secret: bytes) -> Callable[[int], int]:
    """Draws that a salt or a seed gives: `draw(n)` is a number from 0 to n - 1."""
    blocks = (digest(2, secret, at.to_bytes(4, "big")) for at in count())

    def draw(bound: int) -> int:
        width = max(1, ((bound - 1).bit_length() + 7) // 8)
        span = 256**width
        tried = (int.from_bytes(block[:width], "big") for block in blocks)
        return next(number for number in tried if number < span - span % bound) % bound

    return draw


@lru_cache(maxsize=256)
def prime(number: int) -> bool:
    """Miller and Rabin, with bases that hashes of the number give."""
    if number < 5 or number % 2 == 0:
        return number in (2, 3)
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for turn in range(MILLER_RABIN):
        base = 2 + int.from_bytes(digest(6, _wide(number), bytes([turn])), "big") % (number - 3)
        value = pow(base, odd, number)
        squares = (value := value * value % number for _ in range(twos - 1))
        if value not in (1, number - 1) and number - 1 not in squares:
            return False
    return True


def seal_faults(record: Json, turns: int = TURNS) -> Iterator[str]:
    """Everything that is wrong with the numbers that players brought to a round."""
    seals = record.get("seals", [])
    seats = [each["seat"] for each in seals]
    if len(set(seats)) != len(seats) or not set(seats) <= {seat["number"] for seat in record["seat"]}:
        yield "a number is not of a seat of the round, or a seat has two"
        return  # a test of primes is long, and the seats alone bound how many there are
    if seals and record["turns"] != turns:
        yield f"the numbers were squared {record['turns']} times and not {turns}, which nobody may choose afterwards"
    for each in seals:
        modulus, base = int(each["modulus"], 16), int(each["base"], 16)
        where = f"the number of seat {each['seat']}"
        if modulus.bit_length() != BITS or not 1 < base < modulus or gcd(base, modulus) != 1:
            yield f"{where} is sealed by a modulus or a base that is none"
        elif digest(5, _wide(modulus), _wide(base)).hex() != each["commit"]:
            yield f"{where} is not the one that was committed to with the wager"
        elif "factor" not in each and "number" not in each:
            yield f"{where} is neither opened nor found"
        elif "factor" in each and not _opens(int(each["factor"], 16), modulus):
            yield f"{where} is opened by what is no prime factor of its modulus"


def found_faults(record: Json, turns: int = TURNS) -> Iterator[str]:
    """Whether the numbers that nobody opened are those that squaring finds; a minute or two for each. Where a seal is
    none, nothing is squared."""
    for each in record.get("seals", []) if not any(seal_faults(record, turns)) else ():
        if "factor" not in each and int(each.get("number", "0"), 16) != squared(each, record["turns"]):
            yield f"the number of seat {each['seat']} is not the one that squaring finds"


def _opens(one: int, modulus: int) -> bool:
    if one < 2 or modulus % one or one * one == modulus:
        return False
    return all(each.bit_length() == BITS // 2 and prime(each) for each in (one, modulus // one))


def squared(seal: Json, turns: int) -> int:
    """The number as everybody finds it who has the time."""
    return pow(int(seal["base"], 16), 1 << turns, int(seal["modulus"], 16))


def number_of(seal: Json, turns: int) -> int:
    """The number of a seal as it was opened, or as it is told to have been found."""
    if "factor" not in seal:
        return int(seal["number"], 16)
    modulus, one = int(seal["modulus"], 16), int(seal["factor"], 16)
    return pow(int(seal["base"], 16), pow(2, turns, (one - 1) * (modulus // one - 1)), modulus)


def seed_of(record: Json) -> bytes:
    """What all numbers of a round give together; nothing where nobody brought one."""
    if not record.get("seals"):
        return b""
    return _seed(canonical([record["root"], record["turns"], record["seals"]]))


@lru_cache(maxsize=256)
def _seed(text: str) -> bytes:
    root, turns, seals = json.loads(text)
    seals.sort(key=lambda each: int(each["seat"]))
    nonces = [f"{each['seat']}:{digest(4, _wide(number_of(each, turns))).hex()}" for each in seals]
    return digest(3, "|".join([root, *nonces]).encode())


def closing_of(record: Json) -> str:
    """All that was fixed before the first number was opened, as one hash: who was shown it can tell another story."""
    return closings_of(record)[0]


def closings_of(record: Json) -> list[str]:
    """The same as browsers note it, as they did before it held the stakes, and before it held the settings."""
    seats = ",".join(str(number) for number in sorted(seat["number"] for seat in record["seat"]))
    oldest = _closing(7, [seats], record)
    if "displayed" not in record:
        return [oldest]
    settings = settings_of(record)
    return [_closing(10, [settings, stakes_of(record)], record), _closing(9, [settings, seats], record), oldest]


def stakes_of(record: Json) -> str:
    """Who has staked what before the deal, in cents: one text for one."""
    laid = sorted((seat["number"], sorted(seat.get("wagers", {}).items())) for seat in record["seat"])
    return canonical([[seat, [[wager, cents(told)] for wager, told in wagers]] for seat, wagers in laid])


def cents(told: str) -> int:
    """An amount as records tell it, as in 12.50."""
    return int(told.replace(".", ""))


def settings_of(record: Json) -> str:
    """What the table was set to, as one hash: all but amounts that are displayed and move while a round is played."""
    fixed = {key: in_short(value) for key, value in record["settings"].items() if key not in record["displayed"]}
    document = record.get("document", {}).get("hash", "")
    told = {"displayed": record["displayed"], "document": document, "game": record["game"], "settings": fixed}
    return digest(8, canonical(told).encode()).hex()


def in_short(value: str) -> str:
    """A setting as it is hashed: itself, or by its hash where it has more than 64 bytes."""
    text = value.encode()
    return value if len(text) <= 64 else f"sha256 {hashlib.sha256(text).hexdigest()}"


def meters_of(record: Json) -> list[str]:
    """The meters of a table of a game that this file knows: of the jackpots that it offers, if no house pays them."""
    settings = record["settings"]
    if settings.get("jackpot-kind", "house") == "house":
        return []
    return [each for each in METERS[record["game"]] if settings.get(f"offer-{each.removesuffix('-meter')}") == "yes"]


def displayed_faults(record: Json) -> Iterator[str]:
    """Settings that a house calls amounts on meters: the closing would fit whatever it tells of them afterwards."""
    known = meters_of(record) if record["game"] in METERS else record.get("displayed", ())
    other = [each for each in record.get("displayed", ()) if each not in known]
    if other:
        yield f"{', '.join(other)}: told as what meters display, and the table has no such meter"


def _closing(tag: int, more: list[str], record: Json) -> str:
    commits = [f"{each['seat']}:{each['commit']}" for each in sorted(record.get("seals", []), key=_seat)]
    at = [record["root"], record["round"], record["cut"], record["position"], _mask(record)]
    return digest(tag, "|".join(map(str, [*at, *more, *commits])).encode()).hex()


def _mask(record: Json) -> str:
    """The places that are gone as one hexadecimal number: which, and not only how many, was fixed too."""
    return f"{sum(1 << place for place in gone_before(record, sum(record['pack'].values()))):x}"


def _seat(seal: Json) -> int:
    return int(seal["seat"])


def gone_before(record: Json, size: int) -> set[int]:
    """The places that were dealt from before a round: those that it tells, or as many as lie before its position."""
    return set(record["gone"] if "gone" in record else _lie(record, size)[: record["position"]])


def _lie(record: Json, size: int) -> list[int]:
    return [(record["cut"] + at) % size for at in range(size)]


def coming(record: Json, size: int) -> list[int]:
    """The places that the cards of a round come from, in the order of the deal."""
    gone, seed = gone_before(record, size), seed_of(record)
    places = [place for place in _lie(record, size) if place not in gone]
    draw = numbers(seed)
    for last in range(len(places) - 1, 0, -1) if seed else ():
        other = draw(last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def _wide(number: int) -> bytes:
    return number.to_bytes(BITS // 8, "big")
