"""The one place that hands rules to the compiler.

`@kernel` compiles a function and lets it call every rule defined so far: the same function objects that run at the
table. Compiled code is kept between runs in a folder named by a hash of all sources that it may rest on, those of its
game's package and of what games build on, since the compiler's own cache does not notice when a rule in another module
has changed.

A kernel works on a slice and leaves with partial counts; `threads.over` spreads slices over threads. int64 overflows in
silence: argue each kernel's bound in its docstring.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from numba.extending import overload, register_jitable

from houseway.folders import keep_private
from houseway.rule import RULES

Function = TypeVar("Function", bound=Callable[..., Any])

_registered = 0

PARTS: list[Callable[..., Any]] = []
"""Every function that `part` was said of, in order."""

INLINED: Any = {"forceinline": True}
"""A call that stays a call is handed each array of its tuples as ten numbers: in a round that is most of the time."""
CALLED: Any = {"forceinline": False}
"""Said of a long rule, since what is not said is taken from the caller. Inlined wherever it is called, what a poker
hand is worth made a hundred thousand instructions of a round of pai gow, and two minutes of compiling."""
LONG = 1000
"""Bytes of a rule's own code from which on it stays a call; the longest but `poker.value` has 740."""


def kernel(function: Function, *, allocates: bool = True) -> Function:
    """Compile a function; it may call rules and other kernels, and releases the interpreter's lock.

    One that makes no array, nor calls what does, says so by `allocates=False`: then nobody counts how many hold each of
    the arrays it is given, which takes two thirds of the time of a round of blackjack.
    """
    if (folder := cache_folder(package_of(function.__module__))) is not None:
        # set by name, as its documentation says; read when the function's cache is made, just below
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    register_rules()
    options: dict[str, Any] = {"nogil": True, "cache": True, "_nrt": allocates}
    return cast(Function, numba.njit(**options)(function))


def register_rules() -> None:
    """Let compiled code call every rule defined so far."""
    global _registered
    for each in RULES[_registered:]:
        if is_long(each.function):
            register_jitable(**CALLED)(each.function)
        else:
            register_jitable(each.function)
    _registered = len(RULES)


def is_long(function: Callable[..., Any]) -> bool:
    """Whether a rule is so long that compiled code calls it instead of holding a copy at every place."""
    return len(function.__code__.co_code) > LONG


def part(function: Function) -> Function:
    """Let kernels call a function that carries no clause; it stays plain Python for whoever else calls it."""
    PARTS.append(function)
    return register_jitable(**INLINED)(function)


def compiled_for(plain: Callable[..., Any]) -> Callable[[Function], Function]:
    """Let kernels call the function below in the place of a plain one: for what the compiler must be told otherwise."""

    def given(function: Function) -> Function:
        overload(plain, jit_options=INLINED, strict=False)(lambda *_: function)
        return function

    return given


@cache
def cache_folder(package: str = "") -> Path | None:
    """The folder for what is kept between runs of exactly these sources, such as compiled code; None without a place.

    The first call forgets the folders of older sources of the same package.
    """
    base = Path(
        os.environ.get("HOUSEWAY_CACHE")
        or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"
    )
    name = package.replace(".", "-") or "common"
    folder = base / f"{name}-{sources_hash(package)}"
    try:
        for each in (base, folder):
            each.mkdir(parents=True, exist_ok=True, mode=0o700)
            keep_private(each)
        os.utime(folder)
    except OSError:
        return None  # nowhere to write: the compiler falls back to its own place
    for old in sorted(base.glob(f"{name}-*"), key=lambda each: each.stat().st_mtime, reverse=True)[4:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def package_of(module: str) -> str:
    """The package of the game that a module belongs to; nothing for what all games build on."""
    parts = module.split(".")
    if parts[0] != "houseway":
        return parts[0]
    return ".".join(parts[:3]) if parts[1:2] == ["games"] and len(parts) > 3 else ""


COMMON = (
    *("cards.py", "points.py", "poker.py", "rule.py", "lab/kernel.py", "lab/cache.py", "lab/evaluator.py"),
    *("simulate/asking.py", "simulate/chance.py", "simulate/loop.py"),
)
"""What compiled code and stored rows may rest on besides their own package: rules that no document has to state, how
they are compiled and stored, and how rounds are dealt. The rest of the lab reads counts and is no part of them."""


def _file(module: ModuleType) -> Path:
    return Path(module.__file__ or __file__)


@cache
def sources_hash(package: str) -> str:
    """A hash of all sources that compiled code and counts of a package may rest on."""
    return _sources_hash(package)


def _sources_hash(package: str) -> str:
    root = Path(__file__).parent.parent
    paths = [path for pattern in COMMON for path in root.glob(pattern)]
    if package:
        module = import_module(package)
        folders = vars(module).get("__path__")  # a game may also be a single module
        paths += [path for folder in folders for path in Path(folder).rglob("*.py")] if folders else [_file(module)]
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
