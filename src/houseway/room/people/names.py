"""What a person may be called: what can be seen, in one script, and nothing that passes for the house."""

import re
import unicodedata
from collections.abc import Iterator

from houseway.errors import HousewayError

MOST = 24

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs that show nothing."""

UNDRAWN = frozenset("\u2d7f\ufffc\U0001107f\U00016fe4\U0001d159")
"""More of those: they are refused, and make another name where they were taken before."""

ALIKE = str.maketrans(
    dict(
        zip(
            "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝѵкӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳ" + "ıɩɡɑᴀᴄᴇᴋᴏᴘᴜᴠᴡᴢIl1|0ʟʀɴʙʜɢᴅᴍᴛ",
            "ABESIJKMHOPCTYXaesijopcyxhdqwvk|" + "ABEZHIKMNOPTYXaikvopuxcj" + "iigaacekopuvwz||||olrnbhgdmt",
            strict=True,
        )
    )
)
"""Cyrillic, Greek and Latin characters by the Latin letter that they look like."""

ELSEWHERE = str.maketrans(
    {"ꬱ": "ea", "ꝏ": "oo", "Ꝏ": "OO", "ȣ": "ou", "Ȣ": "OU", "ᵺ": "th"}
    | dict(
        zip(
            "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ"
            + "ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏚᏙᏞᏟᏢᏦᏴᎥᎩᏂᏏ"
            + "ƅƄß"
            + "Ꞁꞁẜẝꬰꬲꬳꬴꬵꬶꬷꬸꬹꬺꬻꬼꬽꬾꬿꭀꭁꭂꭃꭄꭅꭆꭇꭈꭉ"
            + "ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ"
            + "ɅʌɯƜƦʗ",
            "BPDTGKJCZFMNLSRVHWXYAEIOU"
            + "DRTAJEWMHYGZRSVLCPKBiyhb"
            + "bbb"
            + "llffaeeefglllmnnoooooooorrrrr"
            + "ABEHIKMNOPCTYXabehikmnopctyx"
            + "aawWRc",
            strict=True,
        )
    )
)
"""Lisu, Cherokee, Coptic and odd Latin letters by those that they look like: a word of the house can be written so."""

SMALL = str.maketrans("вмнткгьτσ", "bmhtkrbto")
"""Small Cyrillic and Greek letters by those that they look like, where all of a name would be a word of the house."""

NAMED = re.compile(
    r"LATIN (?:LETTER SMALL CAPITAL|(?:SMALL|CAPITAL) LETTER (?:AFRICAN|SCRIPT|DOTLESS|INSULAR)) ([A-Z])"
)
"""Letters that are another's shape, as Unicode calls them."""

SHAPED = {"Ð": "D", "ð": "d", "ǀ": "|", "Ғ": "F", "ғ": "f"}
"""Those that are called otherwise."""

DRAWN = re.compile(
    r"(?:NEGATIVE |CROSSED NEGATIVE )?(?:SQUARED |CIRCLED )?(?:LATIN|REGIONAL INDICATOR SYMBOL)"
    r"(?: SMALL)?(?: CAPITAL| EPIGRAPHIC)? LETTER (?:[A-Z-]{2,} )*([A-Z])(?: WITH .*)?"
)
"""Letters of the alphabet with a stroke or a hook, turned, in a box or a circle, or of a flag."""

MEANT = (("c|", "d"), ("nn", "m"), ("5", "s"), ("4", "a"), ("3", "e"), ("7", "t"), ("9", "g"), ("8", "b"), ("q", "g"))
"""What is read for another letter where a word of the house would come of it."""

RESERVED = """
    admin administrator bank banker bot bots cage cashier casino chance croupier dealer everybody floor floorman
    floorperson house houseway manager moderator nobody operator owner pitboss robot room root security shiftboss staff
    supervisor surveillance system support thebank thecage thecasino thedealer thefloor thehouse themanager theroom
    thesupervisor you
"""
STAFF_WORDS = ("admin", "bot", "croupier", "dealer", "manager", "supervisor", "surveillance")
"""How the name of somebody who makes their own account does not begin, nor go on."""

TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written together."""


ACCENTED = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW"})
"""Scripts in which a mark makes no other letter to the eye."""

APOSTROPHES = frozenset("\u02bb\u02bc")
"""As in Kaʻiulani."""


def clean_name(name: str, *, by_manager: bool = False) -> str:
    """A name as it is written; what cannot be one is refused with the reason."""
    wanted = " ".join(unicodedata.normalize("NFKC", name[:100]).split())
    if not 1 <= len(wanted) <= MOST:
        raise HousewayError(f"a name has 1 to {MOST} printable characters")
    for each in wanted:
        if invisible(each) or each in UNDRAWN:
            hidden = next((one for one in name if unicodedata.normalize("NFKC", one) == each), each)
            raise HousewayError(f"a name has 1 to {MOST} printable characters: U+{ord(hidden):04X} cannot be seen")
    if not any(each.isalnum() for each in wanted):
        raise HousewayError("a name has a letter or a digit: choose another")
    if _piled(wanted):
        raise HousewayError("a name has no more than two marks over a letter: choose another")
    if len(found := scripts(wanted)) > 1:
        both = " and ".join(each.capitalize() for each in sorted(found))
        raise HousewayError(f"a name is written in one script: this one mixes {both} letters")
    _not_reserved(wanted, by_manager=by_manager)
    return wanted


def name_key(name: str) -> str:
    """Names that differ in case or width only are one name."""
    key = " ".join(unicodedata.normalize("NFKC", name[:100]).casefold().split())[:80]
    return key if key.isprintable() else ""


def skeleton(name: str, *, shapes: bool = True) -> str:
    """What a name looks like: names with one skeleton can be taken for each other. `shapes` are looked at since
    version 18 of the database."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name[:100]))
    bare = "".join(each for each in _without_accents(plain) if not invisible(each))
    seen = ("".join(map(_shape, bare)) if shapes else bare).translate(ALIKE).casefold().translate(ALIKE_FOLDED)
    return " ".join(seen.replace("rn", "m").replace("vv", "w").split())[:80]


def _shape(each: str) -> str:
    """The letter of the alphabet whose shape a letter has; others as they are."""
    named = None if each.isascii() else NAMED.fullmatch(unicodedata.name(each, ""))
    return named[1].lower() if named else SHAPED.get(each, each)


def _without_accents(plain: str) -> Iterator[str]:
    """Letters without marks, where marks are accents or may be left out; elsewhere they are vowels, and stay."""
    marked = False
    for each in plain:
        mark = unicodedata.category(each) == "Mn"
        marked = marked if mark else each.isalpha() and _script(each) not in ACCENTED
        if marked or not mark:
            yield each


ALIKE_FOLDED = {code: letter for code, letter in ALIKE.items() if chr(code) not in "l"}
"""After folding an l was an L, which looks like nothing else."""


def scripts(name: str) -> set[str]:
    """The scripts of a name's letters; a letter that is written as an apostrophe is of any."""
    found = {_script(each) for each in name if each.isalpha() and each not in APOSTROPHES}
    return {"EAST ASIAN"} | (found - TOGETHER) if found & TOGETHER else found


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").replace("-", " ").split()[0]


def invisible(each: str) -> bool:
    """Whether a character shows nothing, a blank between words aside."""
    selector = "\ufe00" <= each <= "\ufe0f" or "\u180b" <= each <= "\u180f" or "\U000e0100" <= each <= "\U000e01ef"
    return not each.isprintable() or each in BLANK or selector


def _piled(name: str) -> bool:
    """Whether marks stand alone or are heaped on a letter."""
    marks = "".join("m" if unicodedata.category(each) in ("Mn", "Me") else "." for each in name)
    return marks.startswith("m") or "mmm" in marks or any(unicodedata.category(each) == "Me" for each in name)


def _not_reserved(name: str, *, by_manager: bool) -> None:
    """Refuse what reads as the house's own, however it is spelt, and with whatever number."""
    for seen in _readings(name):
        words = [_letters(word) for word in re.split(r"[^\w|]+|_", seen) if _letters(word)]
        if (read := _letters(seen)) in _RESERVED or (read := _letters(seen.translate(SMALL))) in _RESERVED:
            if "".join(name.casefold().split()) == _RESERVED[read]:
                raise HousewayError(f"the name {name!r} is the house's own: choose another")
            raise HousewayError(f"the name {name!r} reads as {_RESERVED[read]!r}, a word of the house: choose another")
        if not by_manager and (word := next((_STAFF_WORDS[each] for each in words if each in _STAFF_WORDS), "")):
            raise HousewayError(f"the name {name!r} holds {word!r}, as names of the staff do: choose another")


def _readings(name: str) -> tuple[str, ...]:
    """How a name may be read: as it looks, and with everything that can be taken for another letter."""
    seen = read = skeleton("".join(map(_drawn, name.translate(ELSEWHERE))))
    for written, meant in MEANT:
        read = re.sub(re.escape(written) + (r"(?=.*[a-z])" if written.isdigit() else ""), meant, read)
    return (skeleton(name), seen, read)


def _drawn(each: str) -> str:
    """The letter of the alphabet that a character draws in another way; others as they are."""
    found = None if each.isascii() else DRAWN.fullmatch(unicodedata.name(each, ""))
    return found[1] if found else each


def _letters(seen: str) -> str:
    """The letters alone, with those that are told apart by a hair as one."""
    bare = re.sub(r"[|\d\s]+$", "", seen)
    return "".join(each for each in bare.replace("|", "i").replace("l", "i") if each.isalpha())


_RESERVED = {_letters(skeleton(each)): each for each in RESERVED.split()}
_STAFF_WORDS = {_letters(skeleton(each)): each for each in STAFF_WORDS}
