"""Check a round, or a whole shoe, with the standard library alone.

    python -m houseway.verifier [RECORD.json ...] PROOF.json [--root HEX] [--cut N] [--commit HEX] [--closing HEX]

The last file is the proof of a shoe, the others are records of rounds that were dealt from it; of several the verifier
also sees that no card lies between one round and the next. The card room gives out the files; this one may be copied
anywhere and run by itself. `--root` is the root that you noted before you bet; without it the root of the proof is
taken, which shows only that the files agree with each other.

A card of the committed order has the leaf SHA-256(00 | place, 4 bytes | card, 1 byte | salt), two neighbours the node
SHA-256(01 | left | right), and one without a neighbour rises unchanged. The deal begins at the cut, goes round, and
passes over the places that earlier rounds have dealt from.

Players may bring numbers of their own. Each is a base that is squared so many times by a modulus, and was committed to
by SHA-256(05 | modulus | base, 128 bytes each). SHA-256(04 | number, 128 bytes) is what it adds to the seed of the
round: SHA-256(03 | root|seat:that|seat:that …, as text). By the seed the places that are left are shuffled: from the
last down, each changes places with one of those up to it, drawn by numbers of the seed. Before the first number was
opened the round was fixed: SHA-256(07 | root|round|cut|position|gone|seats|seat:commitment …, as text) is its closing.

Numbers that are drawn before a card come from its salt, followed by the seed where there is one. A number from 0 to
n - 1 is the remainder by n of the first bytes (as few as n - 1 has) of the next SHA-256(02 | secret | 0, 1, 2 …,
4 bytes), passing over those that are not below the greatest multiple of n. A die is 1 more than a number below 6.

Where houseway is installed the pack, the ruling and the payouts are computed again. Elsewhere they are compared as they
are told, and the answer says so.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, pairwise
from math import gcd
from typing import Any

Json = Mapping[str, Any]

RANKS, SUITS, JOKER = "23456789TJQKA", "cdhs", 52

PACKS = {
    "super-pan-9": ("23456JQKA", 0),
    "supreme-99": (RANKS, 0),
    "dealer-open-pai-gow": (RANKS, 1),
    "chinese-poker": (RANKS, 0),
    "super-pairs": (RANKS, 0),
}
"""The ranks and the jokers of one deck, by game; the setting `decks` says how many there are."""

OUT_OF_CARDS = "out-of-cards"

TURNS = 2**25
"""How often a number of a player's own is squared, at the least."""

BITS, MILLER_RABIN = 1024, 24
"""Of a modulus; and the rounds of the test of its primes."""


def card_name(card: int) -> str:
    return "Jk" if card == JOKER else RANKS[card % 13] + SUITS[card // 13]


def digest(tag: int, *pieces: bytes) -> bytes:
    return hashlib.sha256(bytes([tag]) + b"".join(pieces)).digest()


# ---------------------------------------------------------------------------------------------------- the seal


def root_of(leaf: bytes, path: Sequence[Sequence[str]]) -> str:
    """The root that a leaf and its neighbours lead to."""
    for side, other in path:
        beside = bytes.fromhex(other)
        leaf = digest(1, leaf, beside) if side == "right" else digest(1, beside, leaf)
    return leaf.hex()


def sides(at: int, width: int) -> list[str]:
    """On which sides the neighbours of a leaf lie, in a tree of so many leaves."""
    found = []
    while width > 1:
        if at ^ 1 < width:
            found.append("right" if at % 2 == 0 else "left")
        at, width = at // 2, (width + 1) // 2
    return found


def shoe_faults(proof: Json, root: str) -> Iterator[str]:
    """Everything that is wrong with the proof of a shoe."""
    size = proof["size"]
    if proof["root"] != root:
        yield f"the proof is of the root {proof['root']}, not of the one you noted"
    for opening in proof["openings"]:
        where, index = f"place {opening['index']}", opening["index"]
        leaf = digest(0, index.to_bytes(4, "big"), bytes([opening["number"]]), bytes.fromhex(opening["salt"]))
        if not 0 <= index < size or [side for side, _ in opening["path"]] != sides(index, size):
            yield f"{where}: the path is not that of this place"
        elif len(opening["salt"]) != 32 or root_of(leaf, opening["path"]) != root:
            yield f"{where}: {opening['card']} does not lead to the root"
        if card_name(opening["number"]) != opening["card"]:
            yield f"{where}: card {opening['number']} is not called {opening['card']}"
    places = [opening["index"] for opening in proof["openings"]]
    if len(set(places)) != len(places):
        yield "a place is opened twice"
    if proof["ended"] and set(places) != set(range(size)):
        yield f"the shoe has ended, and {len(set(places))} of its {size} places are open"
    yield from pack_faults(proof)


# ---------------------------------------------------------------------------------------------------- the pack


def deck_of(game: str, settings: Json) -> Counter[str] | None:
    """How many of each card the shoe of a game holds; None where this file does not know the game."""
    if game not in PACKS:
        return None
    ranks, jokers = PACKS[game]
    decks = int(settings.get("decks", 1))
    return Counter(
        {rank + suit: decks for rank in ranks for suit in SUITS} | ({"Jk": jokers * decks} if jokers else {})
    )


def pack_faults(proof: Json) -> Iterator[str]:
    """Whether the opened cards are those of the pack that is told, and it is the game's."""
    pack: Counter[str] = Counter(proof["pack"])
    opened = Counter(str(each["card"]) for each in proof["openings"])
    if sum(pack.values()) != proof["size"]:
        yield f"the pack is told with {sum(pack.values())} cards, and the shoe has {proof['size']}"
    if opened - pack:
        yield f"more cards are open than the pack holds: {_cards(opened - pack)}"
    if proof["ended"] and pack - opened:
        yield f"the shoe lacks cards of its pack: {_cards(pack - opened)}"
    yield from deck_faults(proof)


def deck_faults(told: Json) -> Iterator[str]:
    """Whether the pack that a proof or a record tells is that of its game, where this file knows it."""
    pack: Counter[str] = Counter(told["pack"])
    known = deck_of(told["game"], told["settings"])
    if known is not None and pack != known:
        more, less = _cards(pack - known), _cards(known - pack)
        yield f"the pack is not that of {told['game']}: too many {more}; too few {less}"


def _cards(cards: Counter[str]) -> str:
    return ", ".join(f"{number} of {card}" for card, number in sorted(cards.items())[:8]) or "none"


# ---------------------------------------------------------------------------------------------------- the round


def round_faults(record: Json, proof: Json, turns: int = TURNS) -> Iterator[str]:
    """Everything in which a record is not the round that the proof covers; numbers that were found are not squared."""
    for field in ("shoe", "table", "game", "root", "pack"):
        if record[field] != proof[field]:
            yield f"the record has another {field} than the proof"
    if record["cut"] != proof["cut"]:
        yield f"the record tells a cut at {record['cut']}, and the proof one at {proof['cut']}"
    yield from deck_faults(record)
    yield from seal_faults(record, turns)
    yield from deal_faults(record, proof)
    yield from hand_faults(record)
    yield from draw_faults(record, proof)
    yield from payout_faults(record)


def deal_faults(record: Json, proof: Json) -> Iterator[str]:
    """Every card that was dealt lies at its place: the next after the one before, and none is left out."""
    size, position = proof["size"], record["position"]
    opened = {each["index"]: each["card"] for each in proof["openings"]}
    dealt = [entry["deal"] for entry in record["entries"] if "deal" in entry]
    gone = record.get("gone", range(position))
    if not 0 <= position <= position + len(dealt) <= size or len(set(gone)) != position:
        yield f"{len(dealt)} cards from position {position} on are not what the shoe has left"
        return
    for number, (card, place) in enumerate(zip(dealt, coming(record, size), strict=False)):
        found = opened.get(place)
        where = f"card {number + 1} of the round"
        if found is None:
            yield f"{where}, {card}: the proof leaves it out"
        elif found != card:
            yield f"{where} is told as {card}, and {found} lies at its place"
    if any(entry.get("call") == OUT_OF_CARDS for entry in record["entries"]) and position + len(dealt) < size:
        yield "the shoe is said to have run out, and cards were left"


def hand_faults(record: Json) -> Iterator[str]:
    """Every hand holds what was dealt to its place; after a supervisor's call only the rules can tell."""
    calls = [entry for entry in record["entries"] if "call" in entry]
    seats = [seat["number"] for seat in record["seat"]]
    if len(set(seats)) != len(seats) or not all(number > 0 for number in seats):
        yield "the seats are not numbered each for itself"
    if calls:
        return
    dealt: dict[int, list[str]] = {}
    for entry in record["entries"]:
        if "deal" in entry:
            dealt.setdefault(entry["to"], []).append(entry["deal"])
    hands = {seat["number"]: seat["cards"] for seat in record["seat"]} | {0: record.get("dealer", {}).get("cards", [])}
    for place, cards in hands.items():
        if cards != dealt.get(place, []):
            yield f"{f'seat {place}' if place else 'the dealer'} does not hold what was dealt there"


def numbers(secret: bytes) -> Callable[[int], int]:
    """Draws that a salt or a seed gives: `draw(n)` is a number from 0 to n - 1."""
    blocks = (digest(2, secret, at.to_bytes(4, "big")) for at in count())

    def draw(bound: int) -> int:
        width = max(1, ((bound - 1).bit_length() + 7) // 8)
        span = 256**width
        tried = (int.from_bytes(block[:width], "big") for block in blocks)
        return next(number for number in tried if number < span - span % bound) % bound

    return draw


def draw_faults(record: Json, proof: Json) -> Iterator[str]:
    """Every number of the round is the one that the salt of the next card gives."""
    told = [entry["draw"] for entry in record["entries"] if "draw" in entry]
    draws = record.get("draws", [])
    if told and "draws" not in record:
        yield "numbers were drawn, and nothing that was committed to covers them"
    elif [each["number"] for each in draws] != told:
        yield "the numbers of the record are not those of its entries"
    else:
        salts = {each["index"]: bytes.fromhex(each["salt"]) for each in proof["openings"]}
        for place, asked in _asked_at(record, proof["size"]).items():
            if place not in salts:
                yield f"place {place} is not open, and numbers were drawn by its salt"
            else:
                yield from _drawn_otherwise(asked, numbers(salts[place] + seed_of(record)))


def _asked_at(record: Json, size: int) -> dict[int, list[Json]]:
    """The draws of a round by the place in the committed order of the card that came next."""
    asked: dict[int, list[Json]] = {}
    draws, dealt, places = iter(record.get("draws", [])), 0, coming(record, size)
    for entry in record["entries"]:
        dealt += "deal" in entry
        if "draw" in entry:
            asked.setdefault(places[dealt] if dealt < len(places) else -1, []).append(next(draws))
    return asked


def _drawn_otherwise(asked: Sequence[Json], draw: Callable[[int], int]) -> Iterator[str]:
    for each in asked:
        rolled = sum(1 + draw(6) for _ in range(each["dice"]))
        found = rolled if each["dice"] else each["least"] + draw(each["most"] - each["least"] + 1)
        if found != each["number"]:
            yield f"{each['what']} is told as {each['number']}, and the shoe gives {found}"


# ---------------------------------------------------------------------------------------------------- players' numbers


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
        powers = [pow(base, odd << twice, number) for twice in range(twos)]
        if powers[0] != 1 and number - 1 not in powers:
            return False
    return True


def seal_faults(record: Json, turns: int = TURNS) -> Iterator[str]:
    """Everything that is wrong with the numbers that players brought to a round."""
    seals = record.get("seals", [])
    seats = [each["seat"] for each in seals]
    if len(set(seats)) != len(seats) or not set(seats) <= {seat["number"] for seat in record["seat"]}:
        yield "a number is not of a seat of the round, or a seat has two"
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


def found_faults(record: Json) -> Iterator[str]:
    """Whether the numbers that nobody opened are those that squaring finds; a minute or two for each."""
    for each in record.get("seals", []):
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
    seats = ",".join(str(number) for number in sorted(seat["number"] for seat in record["seat"]))
    commits = [f"{each['seat']}:{each['commit']}" for each in sorted(record.get("seals", []), key=_seat)]
    fixed = [record["root"], record["round"], record["cut"], record["position"], _mask(record), seats, *commits]
    return digest(7, "|".join(map(str, fixed)).encode()).hex()


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


# ---------------------------------------------------------------------------------------------------- the ruling


def payout_faults(record: Json) -> Iterator[str]:
    """What each wager gained is what came back less its stake, and nobody is paid who is not in the round."""
    seats = {seat["number"] for seat in record["seat"]}
    for payout in record["payouts"]:
        where = f"seat {payout['seat']}, {payout['wager']}"
        if payout["seat"] not in seats:
            yield f"{where}: is not in the round"
        if payout["cents"] != payout["returned_cents"] - payout["stake_cents"]:
            yield f"{where}: its cents are not what came back less the stake"


def ruled_again(record: Json) -> list[str] | None:
    """What houseway finds when it rules on the round itself; None where it is not installed."""
    try:
        from houseway.cards import name
        from houseway.errors import HousewayError
        from houseway.round.auditing import audit_record
        from houseway.round.questions import Draw
        from houseway.round.record import read, settle
    except ImportError:
        return None
    found = [str(finding) for finding in audit_record(json.dumps(record))]
    try:
        of = read(record)
    except HousewayError:
        return found  # which says so
    pack = Counter(map(name, of.game.pack(of.setup.settings)))
    if pack != Counter(record["pack"]):
        found.append("the pack is not the one that the document has")
    asked = [] if found else [each for each, _ in settle(of).entries if isinstance(each, Draw)]
    told = [(each["least"], each["most"], each["dice"]) for each in record.get("draws", [])]
    if "draws" in record and not found and [(each.least, each.most, each.dice) for each in asked] != told:
        found.append("the numbers are told with other bounds or dice than the rules draw them with")
    return found


# ---------------------------------------------------------------------------------------------------- the log


def head_of(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf of the log and what stands beside it lead to; None where the path has another length."""
    at, last, steps = index, size - 1, list(path)
    while last:
        if at % 2 or at == last:
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
            if at:
                leaf = digest(1, steps.pop(0), leaf) if steps else b""
        else:
            leaf = digest(1, leaf, steps.pop(0)) if steps else b""
        if not leaf:
            return None
        at, last = at // 2, last // 2
    return None if steps else leaf


def grown(first: int, second: int, old: bytes, path: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The roots of both sizes that a proof of growth leads to; None where it has another length."""
    steps = list(path) if first & (first - 1) else [old, *path]
    at, last = first - 1, second - 1
    while at % 2:
        at, last = at // 2, last // 2
    if not steps:
        return None
    before = after = steps.pop(0)
    while last:
        if not steps and (at % 2 or at < last):
            return None
        if at % 2 or at == last:
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
            if at:
                if not steps:
                    return None
                beside = steps.pop(0)
                before, after = digest(1, beside, before), digest(1, beside, after)
        else:
            after = digest(1, after, steps.pop(0))
        at, last = at // 2, last // 2
    return None if steps else (before, after)


def log_faults(proof: Json) -> Iterator[str]:
    """Whether the shoe is in the log that the proof names."""
    told = proof["log"]
    fields = {"root": proof["root"], "shoe": proof["shoe"], "size": proof["size"], "table": proof["table"]}
    leaf = digest(0, canonical(fields).encode())
    head, path = told["head"], [bytes.fromhex(each) for each in told["path"]]
    if not 0 <= told["index"] < head["size"]:
        yield "the log is not so long"
    elif head_of(leaf, told["index"], head["size"], path) != bytes.fromhex(head["root"]):
        yield "the shoe is not in the log of roots that the proof names"
    yield from signature_faults(head)


def growth_faults(growth: Json, noted: tuple[int, str] | None = None, proof: Json | None = None) -> Iterator[str]:
    """Whether a head of the log only adds to an earlier one: the one noted, and up to the one of the proof."""
    first, second = growth["first"], growth["second"]
    if noted is not None and noted != (first["size"], first["root"]):
        yield f"the proof of growth begins at a head of {first['size']} entries, which is not the one you noted"
    if proof is not None and (second["size"], second["root"]) != (_log(proof)["size"], _log(proof)["root"]):
        yield "the proof of growth ends at another head than the one that the shoe is in"
    old, new = bytes.fromhex(first["root"]), bytes.fromhex(second["root"])
    path = [bytes.fromhex(each) for each in growth["path"]]
    same = first["size"] == second["size"]
    if not 0 < first["size"] <= second["size"] or (same and (path or old != new)):
        yield "the log did not grow: another one is shown"
    elif not same and grown(first["size"], second["size"], old, path) != (old, new):
        yield "the log was changed since the head that you noted: it does not go on from it"
    yield from signature_faults(second)


def _log(proof: Json) -> Json:
    head: Json = proof["log"]["head"]
    return head


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def signature_faults(head: Json) -> Iterator[str]:
    """Whether the head of a log is signed with the key that it names: Ed25519, as RFC 8032 has it."""
    told = canonical({key: head[key] for key in ("at", "root", "size")})
    if not signed(bytes.fromhex(head["key"]), b"houseway log\n" + told.encode(), bytes.fromhex(head["signature"])):
        yield "the head of the log is not signed with the key that it names"


PRIME, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
Point = tuple[int, int]


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is the key's; slow, and plain to read."""
    public, shared = _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    base = _point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
    if len(key) != 32 or len(signature) != 64 or scalar >= ORDER or public is None or shared is None or base is None:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return _times(scalar, base) == _sum(shared, _times(challenge, public))


def _point(packed: bytes) -> Point | None:
    """A point of the curve from its 32 bytes; None where there is none."""
    bits = int.from_bytes(packed, "little")
    y, odd = bits & (1 << 255) - 1, bits >> 255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if x * x % PRIME != square or y >= PRIME:
        return None
    return (PRIME - x if x % 2 != odd else x, y)


def _sum(one: Point, other: Point) -> Point:
    (a, b), (c, d) = one, other
    cross = CURVE * a * b * c * d
    x = (a * d + b * c) * pow(1 + cross, -1, PRIME) % PRIME
    return x, (b * d + a * c) * pow(1 - cross, -1, PRIME) % PRIME


def _times(number: int, point: Point) -> Point:
    found = (0, 1)
    while number:
        if number % 2:
            found = _sum(found, point)
        point, number = _sum(point, point), number // 2
    return found


# ---------------------------------------------------------------------------------------------------- the answer


def checked(
    records: Sequence[Json],
    proof: Json,
    root: str | None,
    cut: int | None,
    commit: str | None = None,
    turns: int = TURNS,
    closing: str | None = None,
) -> tuple[list[str], list[str]]:
    """What is wrong, and what was checked, in sentences."""
    found = list(shoe_faults(proof, (root or proof["root"]).lower()))
    told = "that you noted" if root else "of the file: note it before you bet"
    says = [f"Seal: {len(proof['openings'])} of {proof['size']} cards of shoe {proof['shoe']} lead to the root {told}."]
    if cut is not None and (proof["cut"] or 0) != cut:
        found.append(f"the cut is told at {proof['cut']}, and you saw it at {cut}")
    known = [ruled_again(record) for record in records]
    sure = proof["game"] in PACKS or any(ruling is not None for ruling in known)
    says.append(f"Pack: {'that of' if sure else 'as told for'} {proof['game']}.")
    for record, again in zip(records, known, strict=True):
        where = f"round {record['round']}"
        faults = (*round_faults(record, proof, turns), *found_faults(record), *(again or ()))
        found += [f"{where}: {fault}" for fault in faults]
        says += _said(record, again)
    if "log" in proof:
        found += log_faults(proof)
        head = proof["log"]["head"]
        says.append(f"Log: the root is entry {proof['log']['index'] + 1} of {head['size']}: note {_short(head)}")
    if commit is not None and not any(commit.lower() == each["commit"] for r in records for each in r.get("seals", [])):
        found.append("the number that you committed to is in none of these rounds")
    if closing is not None and closing.lower() not in map(closing_of, records):
        found.append("none of these rounds was closed as you saw it: round, cut, seats or numbers are others")
    found += gap_faults(records)
    return found, says if records else [*says, _deal_of(proof)]


def _said(record: Json, again: list[str] | None) -> list[str]:
    dealt, drawn = (sum(kind in entry for entry in record["entries"]) for kind in ("deal", "draw"))
    ruling = "as told: install houseway to have them computed again" if again is None else "computed again by the rules"
    return [
        f"Round {record['round']}, deal: {dealt} cards, cut at {record['cut']}, each at its place, none left out.",
        f"Round {record['round']}, numbers: {drawn}, each as the shoe gives it.",
        f"Round {record['round']}, players' own: {_brought(record)}.",
        f"Round {record['round']}, ruling and payouts: {ruling}.",
    ]


def _brought(record: Json) -> str:
    seals = record.get("seals", [])
    if not seals:
        return "nobody brought a number, and the house alone has shuffled"
    seats, s = ", ".join(str(each["seat"]) for each in seals), "s" if len(seals) > 1 else ""
    return f"the number{s} of seat{s} {seats}, as committed to, shuffled what was left"


def gap_faults(records: Sequence[Json]) -> Iterator[str]:
    """Whether every round begins where the one before ended: a card between them would have been passed over."""
    size = sum(records[0]["pack"].values()) if records else 0
    in_order = sorted(records, key=lambda record: (record["position"], record["round"]))
    for one, other in pairwise(in_order):
        end = one["position"] + sum("deal" in entry for entry in one["entries"])
        if other["position"] != end or other["round"] <= one["round"]:
            where = (
                f"round {one['round']} ended at position {end}, and round {other['round']} began at {other['position']}"
            )
            yield f"{where}: a round is not among the files, or cards were passed over"
        elif gone_before(other, size) != gone_before(one, size) | set(coming(one, size)[: end - one["position"]]):
            yield f"round {other['round']} passes over other places than those that were dealt from before it"


def _deal_of(proof: Json) -> str:
    cut, size = proof["cut"] or 0, proof["size"]
    lie = sorted(((opening["index"] - cut) % size + 1, opening["card"]) for opening in proof["openings"])
    return "Order from the cut on: " + " ".join(f"{position}:{card}" for position, card in lie)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line: 0 where all holds, 1 where something does not, 2 where a file cannot be read."""
    parser = argparse.ArgumentParser(
        prog="verifier", description="Check a round against the shoe that was committed to."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="records of rounds, and last the proof of their shoe")
    parser.add_argument("--root", help="the root that you noted before you bet")
    parser.add_argument("--cut", type=int, help="the cut as you saw it told")
    parser.add_argument("--commit", help="what your browser committed to with your wager")
    parser.add_argument("--closing", help="the closing of the round as your browser noted it")
    parser.add_argument("--head", metavar="SIZE:ROOT", help="a head of the log of roots that you noted")
    parser.add_argument("--growth", metavar="FILE", help="the proof that the log has only grown since then")
    given = parser.parse_args(arguments)
    try:
        *records, proof = [_read(file) for file in given.files]
        found, says = checked(records, proof, given.root, given.cut, given.commit, closing=given.closing)
        if given.head or given.growth:
            more, also = _grown(proof, given.head, given.growth)
            found, says = [*found, *more], [*says, *also]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError) as fault:
        sys.stderr.write(f"{' '.join(given.files)}: not records and a proof of a shoe: {fault!r}\n")
        return 2
    for line in [f"NO: {fault}" for fault in found] or says:
        sys.stdout.write(line + "\n")
    return 1 if found else 0


def _short(head: Json) -> str:
    return f"{head['size']}:{head['root']}"


def _grown(proof: Json, noted: str | None, file: str | None) -> tuple[list[str], list[str]]:
    """What is wrong with the growth of the log since the head that was noted, and what was checked."""
    size, _, root = (noted or "0:").partition(":")
    head = (int(size), root.lower()) if noted else None
    if file is None:
        same = head == (_log(proof)["size"], _log(proof)["root"])
        return [] if same else ["name the proof of growth since the head that you noted: --growth FILE"], []
    growth = _read(file)
    says = (
        f"Log: its {growth['second']['size']} entries begin with the {growth['first']['size']} that were there before."
    )
    return list(growth_faults(growth, head, proof)), [says]


def _read(file: str) -> Json:
    with open(file, encoding="utf-8") as opened:
        found: Json = json.load(opened)
    return found


if __name__ == "__main__":
    sys.exit(main())
