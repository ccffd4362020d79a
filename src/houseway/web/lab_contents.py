"""What people bring to the lab: a paytable, a house way, a whole variation as TOML, read here and kept by content.

A request brings content, never the name of a file. What is kept lies under the hash of itself; whatever else lies there
is not believed.
"""

import asyncio
import hashlib
import json
import os
import re
import stat
import tempfile
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from houseway.document.fields import SENT_DOTS
from houseway.document.model import Document
from houseway.document.reader import toml_from
from houseway.document.references import written
from houseway.document.settings import Setting
from houseway.errors import Faulty, HousewayError, UnknownName
from houseway.game import Game
from houseway.games import game as find
from houseway.room import Busy, Room
from houseway.room.store.keys import key_file
from houseway.web.guard import Buckets, Rate
from houseway.web.requests_log import log
from houseway.web.streams import TooMany
from houseway.web.turns import elsewhere
from houseway.web.wire import MOST_TEXT
from houseway.web.work import Lane, Who

PAYTABLE, WAY, VARIATION = KINDS = "paytable", "house-way", "variation"

MOST_KEPT = 2_000
"""Contents that are kept; the one that nobody has looked at for the longest time is forgotten first."""

BRINGS, OF_PLACE = Rate(20, 1 / 30), Rate(60, 1 / 10)
"""How often one person, or an address without a name, brings something new, and all of one address together."""

ANEW = Rate(60, 0.5)
"""How often an address has something read again that is not remembered."""

MOST = {PAYTABLE: MOST_TEXT, WAY: MOST_TEXT, VARIATION: 120_000}
"""Characters of each kind; the longest document that ships has 91,000."""

MOST_TABLES = 200
"""Settings, and as many of each other kind, in a variation; the document that has most has 89 clauses."""

MOST_FAULTS = 500
"""Faults that are told one by one."""

DOTS = {PAYTABLE: SENT_DOTS, WAY: SENT_DOTS, VARIATION: 16}

HASH = re.compile(r"[0-9a-f]{64}")


class Content(NamedTuple):
    """What somebody has brought for a game, as text."""

    kind: str
    game: str
    text: str

    @property
    def bytes(self) -> bytes:
        return json.dumps(self._asdict(), ensure_ascii=False, sort_keys=True).encode()

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.bytes).hexdigest()


class Brought(NamedTuple):
    """A content that was read: the game with it in force, the settings that it says, and what it is called."""

    content: Content
    game: Game
    settings: Mapping[str, str]
    title: str
    wager: str = ""

    def at(self, game: Game) -> Game:
        """The game with it in force; refused where it is of another."""
        if game.id != self.game.id:
            raise UnknownName(f"this was brought for {self.game.name}, not for {game.name}")
        return self.game


def faults_of(content: Content) -> tuple[tuple[str, str], ...]:
    """Every fault of a content with its place, of very many the first; in the other process, since it may be long."""
    try:
        read(content)
    except Faulty as fault:
        return fault.first(MOST_FAULTS)
    except HousewayError as fault:
        return (("", str(fault)),)
    return ()


def read(content: Content) -> Brought:
    """A content, checked; refused with every fault of it at its place."""
    game, most = find(content.game), MOST[content.kind]
    if not content.text:
        raise Faulty(content.kind, [("text", "nothing is there yet: write it, or begin with a printed one")])
    if len(content.text) > most:
        raise Faulty(content.kind, [("text", f"has {len(content.text):,} characters: this has at most {most:,}")])
    if content.kind == WAY:
        return _way(content, game)
    table = toml_from(content.text, content.kind, DOTS[content.kind])
    if content.kind == PAYTABLE:
        return _paytable(content, game, table)
    return _variation(content, game, table)


def _way(content: Content, game: Game) -> Brought:
    if not any(spec.id == WAY and spec.type == "content" for spec in game.document.settings):
        raise Faulty(WAY, [("game", f"{game.name} has no house way that is a list of lines: choose another game")])
    game.configure({WAY: content.text})
    table = toml_from(content.text, WAY, SENT_DOTS)
    return Brought(content, game, {WAY: content.text}, str(table.get("title") or table.get("name") or WAY))


def _paytable(content: Content, game: Game, table: dict[str, Any]) -> Brought:
    """It need not have an id; it says which wager it is for."""
    wager = str(table.get("wager", ""))
    if not any(each.id == wager for each in game.document.wagers):
        known = ", ".join(each.id for each in game.document.wagers)
        table = {**table, "wager": table.get("wager", "")}
        faults = [("wager", f"says whose paytable it is, one of {known}")]
        raise Faulty(PAYTABLE, faults + _others(game, table))
    own = game.with_paytable({"id": f"{wager}-own", **table})
    named = str(table.get("id", f"{wager}-own"))
    return Brought(content, own, {}, named, wager)


def _others(game: Game, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What else is wrong with a paytable of no wager that there is."""
    try:
        game.with_paytable({"id": "own", **table})
    except Faulty as fault:
        return [each for each in fault.faults if each[0] != "wager"]
    return []


def _variation(content: Content, game: Game, table: dict[str, Any]) -> Brought:
    if faults := list(_too_many(table)):
        raise Faulty(VARIATION, faults)
    document = game.read_document(table, VARIATION, lambda document: _beyond(game, document))
    own = game.with_document(document)
    own.full_table(own.configure())
    return Brought(content, own, {}, document.name)


def _too_many(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What there is more of than anybody reads; nothing else is looked at then."""
    for key, value in table.items():
        if isinstance(value, list) and len(value) > MOST_TABLES:
            yield key, f"stands there {len(value):,} times: a variation has at most {MOST_TABLES} of each kind"


def _beyond(game: Game, document: Document) -> Iterator[tuple[str, str]]:
    """Where a variation asks for more than the functions of its game were written for."""
    wagers, settings, unread = {each.id for each in document.wagers}, document.specs, written(document, "setting")
    if document.game != game.id or not wagers or not settings:
        return  # that is told already
    for wager in game.document.wagers:
        if wager.id not in wagers:
            yield f"wager {wager.id}", f"is missing: {game.name} rules upon it"
    for ours in game.document.settings:
        theirs = settings.get(ours.id)
        if theirs is None:
            if ours.id not in unread:
                yield f"setting {ours.id}", f"is missing: {game.name} asks for it"
        elif theirs.type != ours.type:
            yield f"setting {ours.id}.type", f"is {ours.type}, not {theirs.type}"
        elif _wider(ours, theirs, _unread(document, theirs)):
            yield f"setting {ours.id}", f"{ours.bounds}: a variation may narrow that, not widen it"


def _unread(document: Document, setting: Setting) -> set[str]:
    """The bounds of a setting that the file has and that cannot be read: that is told already."""
    tables = [each for each in document.content["setting"] if isinstance(each, dict) and each.get("id") == setting.id]
    return {key for key in ("least", "most") for each in tables if key in each and getattr(setting, key) is None}


def _wider(ours: Setting, theirs: Setting, unread: set[str]) -> bool:
    """Whether a setting takes values that the game's own does not, as far as its bounds could be read."""
    if ours.type in ("choice", "control", "content"):
        return not set(theirs.choices) <= set(ours.choices)
    low = ours.least is not None and (theirs.least is None or theirs.least < ours.least)  # type: ignore[operator]
    high = ours.most is not None and (theirs.most is None or theirs.most > ours.most)  # type: ignore[operator]
    return (low and "least" not in unread) or (high and "most" not in unread)


# ------------------------------------------------------------------------------------------------ kept


class Contents:
    """Contents by the hash of each: in a folder beside the room's key, or in memory for a room in memory."""

    REMEMBERED = 64

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._memory: dict[str, bytes] = {}
        self._read: dict[str, Brought] = {}
        self._reading: dict[str, Future[Brought]] = {}
        self._buckets = Buckets()
        self._lock = threading.Lock()

    def bring(self, who: str, content: Content, place: str = "") -> None:
        """Keep what was checked, for somebody from an address; what is kept already costs nothing."""
        with self._lock:
            if self._bytes(content.hash) is None:
                if wait := self._buckets.take(BRINGS, who) or self._buckets.take(OF_PLACE, place):
                    seconds = int(wait) + 1
                    raise TooMany(f"you have brought much in a short time: wait {seconds} seconds and send it again")
                self._write(content.hash, content.bytes)

    def get(self, id_: str, place: str = "") -> Brought | Content:
        """What lies under a hash, for an address: as it was read, or to be read again."""
        if not HASH.fullmatch(id_):
            raise UnknownName("what was brought to the lab is known by 64 digits: follow a link to it")
        with self._lock:
            found = self._bytes(id_)
        if found is None or hashlib.sha256(found).hexdigest() != id_:
            raise UnknownName("nothing is kept under this address any more: bring the text again, and it has the same")
        known = self._read.get(id_)
        if known is not None:
            return known
        with self._lock:
            wait = self._buckets.take(ANEW, place)
        if wait:
            seconds = int(wait) + 1
            raise TooMany(f"you look at much that was brought: wait {seconds} seconds and look again")
        return Content(**json.loads(found))

    async def read_apart(self, content: Content, lane: Lane, who: Who) -> Brought:
        """Have it read apart from the tables, and remember it; who looks at the same meanwhile has the same answer."""
        id_ = content.hash
        if (answer := self._reading.get(id_)) is None:
            answer = self._reading[id_] = lane.ask(who, read, content)
            answer.add_done_callback(lambda _: self._reading.pop(id_, None))
        async with elsewhere():
            brought = await asyncio.shield(asyncio.wrap_future(answer))  # who goes away takes it from nobody else
        with self._lock:
            self._read[id_] = brought
            while len(self._read) > self.REMEMBERED:
                del self._read[next(iter(self._read))]
        return brought

    def _bytes(self, id_: str) -> bytes | None:
        if self._folder is None:
            return self._memory.get(id_)
        with suppress(OSError):
            if _own(self._folder):
                return _read_file(self._folder / id_)
        return None

    def _write(self, id_: str, given: bytes) -> None:
        """Whole or not at all; the oldest make place."""
        if self._folder is None:
            self._memory[id_] = given
            while len(self._memory) > MOST_KEPT:
                del self._memory[next(iter(self._memory))]
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _own(self._folder):
                log.error("%s is another user's, or others may write to it: remove it", self._folder)
                raise Busy("the room cannot keep it: others may write to where it would lie; the room's log says where")
            _write_file(self._folder / id_, given)
        except OSError:
            raise Busy("the room cannot keep it now: its disk is full or out of reach; try again later") from None
        files = sorted(self._folder.iterdir(), key=_looked_at)
        for old in files[: max(0, len(files) - MOST_KEPT)]:
            old.unlink(missing_ok=True)


def _own(folder: Path) -> bool:
    """Whether a folder is ours, and nobody else writes to it."""
    found = folder.lstat()
    ours = os.name != "posix" or (found.st_uid == os.geteuid() and not found.st_mode & 0o022)
    return ours and stat.S_ISDIR(found.st_mode)


def _read_file(file: Path) -> bytes | None:
    """A plain file, marked as looked at; nothing of a link, nor of a pipe, which would be waited for."""
    if not stat.S_ISREG(file.lstat().st_mode):
        return None
    os.utime(file)
    return file.read_bytes()


def _write_file(file: Path, given: bytes) -> None:
    """Under a name that nobody has, for us alone, and then in its place."""
    number, draft = tempfile.mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as opened:
            opened.write(given)
        Path(draft).replace(file)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise


def _looked_at(file: Path) -> float:
    with suppress(OSError):
        return file.stat().st_mtime
    return 0.0


def contents_of(room: Room) -> Contents:
    """Beside the key of a room's database."""
    key = key_file(str(room.store.engine.url))
    return Contents(None if key is None else key.with_suffix(".lab"))
