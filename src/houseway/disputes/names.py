"""Short names: what somebody in a hurry writes for an id, derived from the id and the name that it has already."""

import re
from collections.abc import Iterable, Iterator, Mapping

_WORDS = re.compile(r"[a-z]+|[0-9]+")


def matching(word: str, known: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The ids that a word may mean, best first kind only: the id itself, a short name in full, the beginning of one.

    `known` are other names by id. Short names are runs of words without what parts them, and initials.
    """
    plain = "".join(_WORDS.findall(word.lower()))
    if word in known or not plain:
        return (word,) if word in known else ()
    short = {id_: set(_short((id_, *names))) for id_, names in known.items()}
    whole = tuple(id_ for id_, names in short.items() if plain in names)
    return whole or tuple(id_ for id_, names in short.items() if any(each.startswith(plain) for each in names))


def _short(names: Iterable[str]) -> Iterator[str]:
    """`super-pan-9` is also superpan9, pan9, superpan, super, pan and sp9."""
    for name in names:
        words = _WORDS.findall(name.lower())
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                if not all(word.isdigit() for word in words[start:end]) or start == 0 or len(words[start]) > 1:
                    yield "".join(words[start:end])
        if len(words) > 1:
            yield "".join(word if word.isdigit() else word[0] for word in words)
