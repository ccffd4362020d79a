"""A package of one's own to begin with: a small complete game, copied under another name.

The template is the package `high-card` beside this file, which plays and proves itself as it stands.
"""

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from houseway.errors import HousewayError, UnknownName
from houseway.games import ids

TEMPLATE = Path(__file__).with_name("high-card")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def made(name: str, into: Path) -> Path:
    """Write the package of a new game; where it is. A name that cannot be one and a folder that exists are refused."""
    if fault := name_fault(name):
        raise UnknownName(fault)
    folder = into / name
    if folder.exists():
        raise HousewayError(f"{folder} exists already: choose another name, or another folder with --into")
    words = words_for(name)
    try:
        for source in sorted(
            path for path in TEMPLATE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
        ):
            target = folder / renamed(source.relative_to(TEMPLATE).as_posix(), words)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(renamed(source.read_text(encoding="utf-8"), words), encoding="utf-8")
    except OSError as error:
        raise HousewayError(f"{folder} cannot be written: {error.strerror}") from None
    return folder


def name_fault(name: str) -> str:
    """Why a game cannot have this name; nothing where it can."""
    package = name.replace("-", "_")
    if not NAME.fullmatch(name):
        return f"{name!r} cannot be a game's name: small letters, digits and single hyphens, as in lucky-nine"
    if name in ids():
        return f"there is a game {name!r} already: give yours a name of its own"
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or find_spec(package) is not None:
        return f"{name!r} cannot be a game's name: Python has a module or a word {package} already"
    return ""


def words_for(name: str) -> dict[str, str]:
    """How the template's name is written, each with how the new one is."""
    parts = name.split("-")
    title = " ".join(part.capitalize() for part in parts)
    return {
        "high_card": "_".join(parts),
        "high-card": name,
        "HighCard": title.replace(" ", ""),
        "High Card": title,
    }


def renamed(text: str, words: dict[str, str]) -> str:
    """A text of the template for the new game."""
    for old, new in words.items():
        text = text.replace(old, new)
    return text
