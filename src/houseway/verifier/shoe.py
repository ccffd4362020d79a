"""The shoe: that every opened card leads to the root from its own place, and that all together are the pack."""

from collections import Counter
from collections.abc import Iterator, Sequence

from .hashes import Json, digest

RANKS, SUITS, JOKER = "23456789TJQKA", "cdhs", 52

PACKS = {
    "super-pan-9": ("23456JQKA", 0),
    "supreme-99": (RANKS, 0),
    "dealer-open-pai-gow": (RANKS, 1),
    "chinese-poker": (RANKS, 0),
    "super-pairs": (RANKS, 0),
}
"""The ranks and the jokers of one deck, by game; the setting `decks` says how many there are."""


def card_name(card: int) -> str:
    return "Jk" if card == JOKER else RANKS[card % 13] + SUITS[card // 13]


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
