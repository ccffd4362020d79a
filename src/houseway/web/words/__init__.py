"""The words of the interface: English where they are used, every other language in one file of this folder.

`en.po` has the English for what is known by an id: what a setting may be, and clauses without a number.

Templates and scripts mark what they say. What games and the room say stays English in records, journals and answers; a
page says it in its own language where it shows it (`word`), by the whole sentence or by its template.
"""

import gettext
import gzip
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel.messages import Catalog

FOLDER = Path(__file__).parent
ENGLISH = "en"
COOKIE = "houseway_language"

SAID = "said"
"""The context of what games and the room say: data, not text of a page."""

ID = re.compile("[a-z]+(?:-[a-z]+)+")
"""Something that is typed by its id; English reads it as words."""

CLAUSE = "clause:"
"""Before the id of a clause that has no number, where its name is looked up."""

NUMBERED = re.compile(r"(?:[0-9]+|[A-Z])(?:\.(?:[0-9]+|[a-z]|[ivx]+))*")
"""The ids of clauses that have a number, whole: `7.ii`, `C.5`; `6.two-pair` has a name."""

SETTING = "setting:"
"""Before the id of a setting, where its name is looked up; with `=` and what it is, where that is."""

COUNTED = 200
"""Numbers whose plural a script looks up; above them the last two digits decide, as in the rules that gettext lists."""

NUMBER = re.compile("[0-9]{4,15}")
CHANGE = re.compile("(?P<id>[a-z0-9-]+) is (?P<value>.+)")
PLACE = re.compile(r"%\((\w+)\)s")
TAKES = {
    "cards": "[0-9TJQKAcdhsk♠♥♦♣, ]+?",
    "rank": "[a-z]+?",
    "ranks": "[a-z, ]+?",
    "dollars": "[0-9.,]+?",
    "points": "[0-9]+?",
    "dashed": "[0-9TJQKA-]+?",
    "faced": "[0-9TJQKA-]+?",
    "staked": "[A-Za-z0-9+ ]+?",
    "day": "[0-9-]+?",
    "until": "[0-9-]+?",
    "paytable": "[A-Za-z0-9/ -]*?[0-9]b?",
}
"""What may stand in places of these names."""

COUNTS = frozenset(("num", "count", "shown", "size", "seen", "rounds", "decisions", "bets", "of", "asked", "right"))
"""The places of marked texts that say how many: a number there has separators, as amounts do; so in scripts."""

FRAME = re.compile(r"[^%].*[:.] %\(why\)s\Z|(%\(why\)s[:,] )")
"""A template around another sentence, which has templates of its own: words before it, or behind."""

LONGEST = 800
"""Characters of a text that templates are tried on, and that is remembered: what the room says is shorter."""

MOST = 8_000
"""Characters of a text that is taken apart into its sentences; a longer one is somebody's own, shown as it is."""

DEEPEST = 24
"""How many parts within parts are looked at."""

SHEETS = "room/books/"
"""Where the texts of sheets are written, which no script shows."""


def sentence(words: str) -> str:
    """With a capital letter, the rest as it is."""
    return words[:1].upper() + words[1:]


class Language:
    """A language: its marked texts, and what is said in English in its words."""

    def __init__(self, code: str, catalog: "Catalog | None" = None) -> None:
        self.code = code
        self.name = "English"
        self.texts = gettext.NullTranslations()
        self._said: dict[str, str] = {}
        self._on_sheets: set[str] = set()
        self._of_scripts: dict[str, str | list[str]] = {}
        if catalog is not None:
            self._take(catalog)
        self._remembered = lru_cache(8192)(self._word)

    def _take(self, catalog: "Catalog") -> None:
        from babel.messages.mofile import write_mo

        self.name = sentence(str(catalog.locale.get_display_name(catalog.locale))) if catalog.locale else self.code
        compiled = BytesIO()
        write_mo(compiled, catalog)
        compiled.seek(0)
        self.texts = gettext.GNUTranslations(compiled)
        for message in catalog:
            if not message.id or message.fuzzy or not message.string or not all(message.string):
                continue
            if message.context == SAID:
                self._said[str(message.id)] = str(message.string)
                if message.locations and all(place.startswith(SHEETS) for place, _ in message.locations):
                    self._on_sheets.add(str(message.id))
            elif any(not place.endswith(".html") for place, _ in message.locations or [("", 0)]):
                id_ = message.id if isinstance(message.id, str) else message.id[0]
                own = message.string
                self._of_scripts[id_] = own if isinstance(own, str) else list(own)

    @cached_property
    def _templates(self) -> list[tuple["Template", str]]:
        """What is said with something in it, what leaves least open first."""
        return [(Template(id_), self._said[id_]) for id_ in in_turn(self._said) if PLACE.search(id_)]

    def clause(self, id_: str) -> str:
        """What a clause without a number is called."""
        return self._said.get(CLAUSE + id_) or re.sub("[.-]", " ", id_)

    def setting(self, id_: str) -> str:
        """What a setting is called."""
        return self._said.get(SETTING + id_) or id_.replace("-", " ").capitalize()

    def value(self, id_: str, value: str) -> str:
        """What a setting is, in words; a number of thousands with its commas."""
        if (own := self._said.get(f"{SETTING}{id_}={value}")) is not None:
            return own
        return f"{int(value):,}" if NUMBER.fullmatch(value) else self.word(value)

    def word(self, text: str) -> str:
        """What a game or the room says, in this language; as it is where the file does not have it."""
        return self._within(text, 0)

    def _within(self, text: str, depth: int) -> str:
        """The same of a part of a text, so many parts deep."""
        if not self._said or not text:
            return text
        if (exact := self._said.get(text)) is not None:
            return exact.replace("%%", "%")
        if text.endswith(".") and (exact := self._said.get(text[:-1])) is not None:
            return exact.replace("%%", "%") + "."
        if self.code == ENGLISH and ID.fullmatch(text):
            return text.replace("-", " ")
        if depth > DEEPEST or len(text) > MOST:
            return text
        return self._remembered(text, depth) if len(text) <= LONGEST else self._apart(text, depth)

    def _word(self, text: str, depth: int) -> str:
        for said, own in self._templates:
            found = said.places(text)
            if found is not None and all(map(closed, found.values())):
                return own % {name: self._placed(name, found, depth) for name in found}
        return self._apart(text, depth)

    def _placed(self, name: str, found: Mapping[str, str], depth: int) -> str:
        """What stands in a place, in words; a setting and what it is by their own."""
        value, of = found[name], found.get("chosen", "").lower()
        if name == "clause":  # pages look its name up by its id
            return value
        if name == "changes":
            return ", ".join(self._change(part, depth) for part in value.split(", "))
        if name in ("chosen", "follows"):
            return self._said.get(SETTING + value.lower()) or self._within(value, depth + 1)
        if name == "value" and f"{SETTING}{of}={value}" in self._said:
            return self.value(of, value)
        return self._within(value, depth + 1)

    def _change(self, text: str, depth: int) -> str:
        """What a setting is from now on, by its name; anything else as it is said."""
        found = CHANGE.fullmatch(text)
        if found is None or SETTING + found["id"] not in self._said:
            return self._within(text, depth + 1)
        return f"{self.setting(found['id'])} = {self.value(found['id'], found['value'])}"

    def _apart(self, text: str, depth: int) -> str:
        """Without its full stop, by the sentences that semicolons join, or with a small letter at its head."""
        bare = text[:-1] if text.endswith(".") and not text.endswith("..") else ""
        if bare and (own := self._within(bare, depth + 1)) != bare:
            return f"{own}."
        parts = joined(text)
        if len(parts) > 1:
            return "; ".join(self._within(part, depth + 1) for part in parts)
        small = text[:1].lower() + text[1:]
        return text if small == text or (own := self._within(small, depth + 1)) == small else sentence(own)

    @cached_property
    def script(self) -> bytes:
        """What scripts look up: marked texts, what is said, and which form of a plural each number takes."""
        plural = "".join(str(_form(self.texts, number)) for number in range(COUNTED))
        found: dict[str, Any] = {
            "texts": self._of_scripts,
            "said": {id_: self._said[id_] for id_ in in_turn(self._said) if id_ not in self._on_sheets},
            "plural": plural,
        }
        return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()

    @cached_property
    def compressed(self) -> bytes:
        """The same, as small as browsers take it."""
        return gzip.compress(self.script, mtime=0)

    @cached_property
    def address(self) -> str:
        """Where scripts find it: another address for other words, so that browsers may keep it for ever."""
        return f"/words/{self.code}.json?v={sha256(self.script).hexdigest()[:12]}"


def in_turn(said: Iterable[str]) -> list[str]:
    """The order in which templates are tried: frames from the outside inwards, then what leaves least open first."""
    return sorted(said, key=lambda id_: (_turn(id_), -len(PLACE.sub("", id_)), id_))


def _turn(id_: str) -> int:
    framed = FRAME.match(id_)
    return 2 if framed is None else int(framed[1] is not None)


def _form(texts: gettext.NullTranslations, number: int) -> int:
    """Which form of a plural a number takes, by the rule in the file's head."""
    rule: Any = vars(texts).get("plural")
    return int(number != 1 if rule is None else rule(number))


def left_open(part: str, depth: int = 0) -> int:
    """How many brackets are open after a part; below nothing for good once one closes that none opened."""
    for letter in part:
        if depth < 0:
            break
        depth += (letter == "(") - (letter == ")")
    return depth


def closed(part: str) -> bool:
    """Whether every bracket that a part of a sentence opens is closed in it, and no other."""
    return left_open(part) == 0


def joined(text: str) -> list[str]:
    """The sentences that semicolons join; those within brackets stay together."""
    parts: list[list[str]] = []
    depth = 0
    for part in text.split("; "):
        if depth == 0:
            parts.append([])
        parts[-1].append(part)
        depth = left_open(part, depth)
    return list(map("; ".join, parts))


class Template:
    """A sentence with places; what a text has in them is found from left to right, the least that fits in each.

    Between two places that take anything stands a part, and the first that is found is the right one: nothing that
    follows is lost by it. So no part is looked for twice, however long the text is.
    """

    def __init__(self, template: str) -> None:
        self._open: list[str] = []
        self._has = max(PLACE.split(template)[::2], key=len).replace("%%", "%")
        parts = [""]
        for place, text in enumerate(PLACE.split(template)):
            if not place % 2:
                parts[-1] += re.escape(text.replace("%%", "%"))
            elif text in TAKES:
                parts[-1] += f"(?P<{text}>{TAKES[text]})"
            else:
                self._open.append(text)
                parts.append("")
        self._first, *self._rest = map(re.compile, (*parts[:-1], parts[-1] + r"\Z"))

    def places(self, text: str) -> dict[str, str] | None:
        """What stands in its places; None where the text is not made by it: most have not even its words."""
        if self._has not in text or (found := self._first.match(text)) is None:
            return None
        values: dict[str, str] = found.groupdict()
        for name, part in zip(self._open, self._rest, strict=True):
            at = found.end()
            if at == len(text) or (found := part.search(text, at + 1)) is None:
                return None
            values |= {name: text[at : found.start()], **found.groupdict()}
        return values


def codes() -> list[str]:
    """Every language there is a file of, English first."""
    return [ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po") if path.stem != ENGLISH)]


@cache
def language(code: str) -> Language:
    """A language by its code; its file is read once."""
    from babel.messages.pofile import read_po

    with (FOLDER / f"{code}.po").open("rb") as file:
        return Language(code, read_po(file, locale=code, abort_invalid=True))


def chosen(cookies: Mapping[str, str], accepted: str) -> Language:
    """The language somebody has chosen, else the first that their browser asks for and that there is, else English."""
    known = codes()
    if cookies.get(COOKIE) in known:
        return language(cookies[COOKIE])
    for wish in _wishes(accepted):
        if (code := wish.split("-")[0]) in known:
            return language(code)
    return language(ENGLISH)


def _wishes(accepted: str) -> list[str]:
    """The languages of an `Accept-Language`, the dearest first; what is not well formed counts for nothing."""
    found = []
    for each in accepted[:1000].split(","):
        code, _, weight = each.partition(";")
        found.append((_weight(weight), code.strip().lower()))
    return [code for weight, code in sorted(found, key=lambda each: -each[0]) if weight > 0]


def _weight(text: str) -> float:
    try:
        return float(text.partition("=")[2] or 1)
    except ValueError:
        return 0.0
