"""A house with the key changes one field of one entry and signs everything anew: the audit finds it, whatever it is.

Not what compares rows with entries, for a house can write those anew too: what judges the entries themselves. Of the
fields under `FREE` alone nobody can know what was true; each says what who changes it gains.
"""

import copy
import json
import os
import random
import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

import every_kind
from honest import PHONE, TURNS, Honest
from houseway.room import Room
from houseway.room.acts import ACTS
from houseway.room.audit import chain as chains
from houseway.room.audit.people import KINDS
from houseway.room.audit.room import How, audit
from houseway.room.evidence.log import CHAIN as LOG
from houseway.room.fairness import nonces
from houseway.room.jackpots.change_audit import JUDGES
from houseway.room.jackpots.desk_audit import REASONS
from houseway.room.people import people
from houseway.room.people.accounts import Accounts
from houseway.room.store.archived import KIND as ARCHIVE
from houseway.room.store.journal import ENTRY, PROOF, ROOM, START, canonical, link
from houseway.room.store.keyring import Keyring
from houseway.room.table import rounds
from linked_jackpots import HIT, Seat, again, amend, at_desk, house_of, open_linked, pay

ALL = bool(os.environ.get("HOUSEWAY_ALL_FIELDS"))
Path_ = tuple[str | int, ...]

ROWS = re.compile(
    "is not what was signed|the journal was cut or rewritten|checkpoint|listed as|are not listed|the ledger|remembered|"
    "lobby shows|was acknowledged|not what it was when|is not noted among|set back, cut|last line|transaction|"
    "command is forgotten|^account |the log of roots"
)
"""What is said of rows that are not as the entries have them."""

FREE = {
    r"\S+ command": "what its sender knows it by, who has the answer to it",
    r"(add-bot|remove-bot|change|person|jackpot \S+) by": "another one who was allowed to",
    r"(role|reset|lock|unlock|factor-off|end-sessions|controls|key|archive) by": "another one who was allowed to",
    r"bet data\.signed": "who has signed a bet has the receipt; without it, it is one that nobody has signed",
    r"key database": "a lower one tells of a room that an older houseway has made, which told less",
    r"controls tables.*": "what could not be opened is not among them; those that are, are compared with their names",
    r"change data\.document": "what a manager may choose between rounds, which are played by it from then on",
    r"archive (name|before)": "what the file is called, and the moment that a command has named",
    r"opened data\.(name|settings\.\S+)": "what the house may choose before anybody sits there",
    r"opened jackpots\.#\.plan\.(maximum|reserve)": "what the house may choose of a jackpot as it begins",
    r".* (\S+\.)?(reason|origin|why|notices\S*)": "words: a ruling is compared by what it pays",
    r"person provisional": "whether a first password has to be changed, which the house may ask for or not",
    r"jackpot \S+ funds\.required": "what the prize account must hold, which follows from the tables of the day",
    r"jackpot deposit funds": "nothing is opened or suspended by it",
    r"jackpot verified seen\.(award|cards|clause|hand|root)": "what was seen; player, payout and wager are compared",
    r"jackpot paid award": "the number of its row: the change itself tells round, seat and wager",
    r"ready jackpots\.#\.shown": "what is left on the meter, which is compared, in other words",
}
"""Fields by entry and name; and what is told there, of which nobody can know more, or by which nothing is decided."""


ALWAYS = (
    r"controls (name|guests|covered|verified|posting)|waits \S+ (table|act|data\.settings)|waited (of|by|came)",
    r"archive tables\.#\.(first|last|shoe|seals|opening)|key (by|heads\.#)|approve data\.room",
    r"(role|factor) ends|session (by|until|stage|password|session)|end-session (until|stage)",
    r"free data\.(minutes|seats\.#)|jackpot (verified|declined) of\.\w+|jackpot verified seen\.(counted|player)",
    r"jackpot (declined|taken-back) jackpot",
    r"jackpot (transfer|promotion) stood\.#|jackpot seizure was\.\w+|jackpot transfer jackpots\.#\.wager",
    r"jackpot asked request\.to|opened jackpots\.#\.plan\.(kind|link)",
)
"""Fields that a house could once change unseen: the short form tries each of them too."""


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every field within a value, and every list and table of them."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in below:
        yield (*path, key), each
        yield from leaves(each, (*path, key))


def changes(value: Any) -> Iterator[tuple[str, Any]]:
    """What a field is made to be."""
    yield "left out", None
    if isinstance(value, bool):
        yield "turned", not value
        yield "a number", int(value)
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "below nothing", -value - 1
        yield "broken", float(value)
        if value in (0, 1):
            yield "a flag", bool(value)
    elif isinstance(value, str):
        yield "longer", f"{value}x"
        if re.fullmatch(r"-?\d+(/\d+)?", value):
            yield "another number", "1" if value != "1" else "2"
            yield "spelled otherwise", f"0{value}"
    elif isinstance(value, list | dict):
        yield "emptied", type(value)()
    else:
        yield "there", 1


def changed(body: dict[str, Any], path: Path_, name: str, value: Any) -> str:
    """An entry with another value there."""
    new = copy.deepcopy(body)
    at: Any = new
    for step in path[:-1]:
        at = at[step]
    if name == "left out":
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return canonical(new)


class Signed:
    """The journal of a room that is closed, the keys that it was signed with, and the archives that lie beside it."""

    def __init__(self, file: Path) -> None:
        self.url, self._archives = f"sqlite:///{file}", sorted(file.parent.glob("*.archive"))
        self._database = sqlite3.connect(file)
        self.chains: dict[int, list[tuple[int, int, str, str, str]]] = {}
        for row in self._database.execute("SELECT chain, seq, body, hash, signature FROM journal ORDER BY 1, 2"):
            self.chains.setdefault(row[0], []).append(row)
        told = [(row[1], json.loads(row[2])) for row in self.chains[ROOM]]
        self._keys = [(seq, body) for seq, body in told if body["kind"] == "key"]
        self._ring = Keyring.of(self.url)

    def findings(self, chain: int, seq: int, text: str) -> list[str]:
        """What the audit says of the room with another entry there; then it is as it was."""
        after = [row for row in self.chains[chain] if row[1] >= seq]
        before = next((row[3] for row in reversed(self.chains[chain]) if row[1] < seq), START)
        rows = []
        for _, number, body, _, _ in after:
            body = self._proved(body, text) if number == seq else body
            before = link(before, chain, number, body)
            rows.append((body, before, self._signed(chain, number, ENTRY + before.encode()), chain, number))
        self._write(rows)
        try:
            archives = self._archives if json.loads(text).get("kind") == ARCHIVE else ()
            return [str(each) for each in audit(self.url, How(archives=archives))]
        finally:
            self._write([(body, hash_, by, chain, number) for _, number, body, hash_, by in after])

    def _signed(self, chain: int, number: int, message: bytes) -> str:
        """By the key that signs there."""
        last = {seq: seq if chain == ROOM else body["heads"].get(str(chain), [0])[0] for seq, body in self._keys[1:]}
        public = [self._keys[0][1]["public"], *(body["public"] for seq, body in self._keys[1:] if number > last[seq])]
        signer = self._ring.signer(public[-1])
        assert signer is not None
        return signer.sign(message).hex()

    def _proved(self, body: str, text: str) -> str:
        """An entry that brings a key, with the proof that the key gives of what it says now."""
        was, told = json.loads(body), json.loads(text)
        signer = self._ring.signer(str(told.get("public")))
        if told.get("kind") != "key" or signer is None or told.get("proof") != was["proof"]:
            return text
        said = {key: value for key, value in told.items() if key != "proof"}
        return canonical(told | {"proof": signer.sign(PROOF + canonical(said).encode()).hex()})

    def _write(self, rows: list[tuple[str, str, str, int, int]]) -> None:
        self._database.executemany("UPDATE journal SET body=?, hash=?, signature=? WHERE chain=? AND seq=?", rows)
        self._database.execute("UPDATE chains SET hash=? WHERE chain=?", (rows[-1][1], rows[-1][3]))
        self._database.commit()


@pytest.fixture(scope="module", params=["played", "run"])
def signed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, sitting: Any, arranged: Any
) -> Iterator[Signed]:
    """A room with a little of everything that is played, and one with everything that it takes to run it."""
    folder = tmp_path_factory.mktemp("fields")

    def open_() -> Room:
        return Room.open(f"sqlite:///{folder}/room.db", draw=again(arranged, HIT))

    with pytest.MonkeyPatch.context() as quick:
        quick.setattr(rounds, "TURNS", TURNS)
        quick.setattr(people, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        for where, name in ((nonces, "prime"), (nonces.Puzzle, "opened"), (chains, "verify")):
            quick.setattr(where, name, cache(vars(where)[name]))  # the same few numbers and signatures every time
        if request.param == "played":
            room = open_()
            play(room, sitting)
            room.close()
        else:
            with every_kind.days() as days:
                every_kind.run(open_, folder, days, sitting)
        made = Signed(folder / "room.db")
        assert audit(made.url) == []
        yield made


def play(room: Room, sitting: Any) -> None:
    house = house_of(room)
    room.jackpots.deposit(house.mia, 100_000_00, "the prize account")
    first, second, _ = open_linked(house), open_linked(house), open_linked(house, "kings")
    ann, bob = Seat(room, first, "Ann"), Seat(room, second, "Bob")
    ann.play()
    pay(house)
    room.jackpots.freeze(house.mia, "kings", "it moves")
    room.jackpots.thaw(house.mia, "kings", "it stays")
    at_desk(house, "malfunction", cents=-100)
    at_desk(house, "plan", maximum=900_000_00)
    amend(house, second, what="correction", round=bob.play({"blackjack": 500}), seat=1, cents=250)
    amend(house, second, what="void", round=bob.play({"blackjack": 500}))
    table = sitting(room, "super-pan-9", people=3, decks="8", irregularities=PHONE)
    people = Honest(table)
    table.do(table.people[0], "add-bot", seat=6)
    people.play_round()
    people.deal()
    table.do(table.people[1], "irregularity", kind="phone-at-the-table", reason="a telephone", seat=1)
    table.do(house.dan, "pause")
    table.do(house.dan, "resume")
    while table.view()["phase"] == "playing":
        room.act(table.table, "timeout", {})
    table.do(house.mia, "change", settings={"maximum": "90.00"}, reason="lower limits")
    table.do(table.people[2], "leave")
    table.do(table.people[0], "remove-bot", seat=6)
    sitting(room, "dealer-open-pai-gow").play_round()
    once = Accounts(room.store, room.people, "command: tests").add("Zoe", "dealer")[1]
    room.people.set_password(room.people.sign_in("Zoe", once), once, "a long one of Zoe's")


Case = tuple[str, int, int, str]
"""The entry and the field by name, its journal and number, and its new text."""


def cases(signed: Signed) -> list[Case]:
    """One of each kind."""
    found: dict[tuple[str, str], Case] = {}
    for chain, rows in signed.chains.items():
        for _, seq, text, _, _ in rows:
            body = json.loads(text)
            of = " ".join(filter(None, (body["kind"], body.get("act"))))
            for path, value in leaves(body):
                field = ".".join("#" if isinstance(each, int) or each.isdigit() else each for each in path)
                for name, new in changes(value):
                    other = changed(body, path, name, new)
                    if chain != LOG and other != text:
                        found.setdefault((f"{of} {field}", name), (f"{of} {field}", chain, seq, other))
    return list(found.values())


def watched(tried: list[Case]) -> list[Case]:
    """One change of each field that is always tried: not that it is left out, where there is another."""
    by_field: dict[str, list[Case]] = {}
    for case in tried:
        if re.fullmatch("|".join(ALWAYS), case[0]):
            by_field.setdefault(case[0], []).append(case)
    return [of[:2][-1] for of in by_field.values()]


def test_every_field_of_an_entry_is_judged(signed: Signed) -> None:
    tried = cases(signed)
    luck = random.Random(int(os.environ.get("HOUSEWAY_LUCK", "0")))
    chosen = tried if ALL else [*watched(tried), *luck.sample(tried, 40)]
    missed = []
    for what, chain, seq, text in chosen:
        if any(re.fullmatch(pattern, what) for pattern in FREE):
            continue
        if all(map(ROWS.search, signed.findings(chain, seq, text))):
            missed.append(f"{what}: {text}")
    assert missed == [], "\n".join(missed)


WRITTEN: dict[str, set[str]] = {"played": set(), "run": set()}


def kinds(signed: Signed) -> set[str]:
    """What entries are of, and what changes of jackpots they tell are for."""
    bodies = [json.loads(text) for rows in signed.chains.values() for _, _, text, _, _ in rows]
    found = {" ".join(filter(None, (body["kind"], body.get("act")))) for body in bodies}
    return found | {f"change: {event['what']}" for body in bodies for event in body.get("jackpots", ())}


def test_every_kind_of_entry_is_there(signed: Signed, request: pytest.FixtureRequest) -> None:
    """In the two rooms together: whoever adds a kind of entry lets them write it."""
    WRITTEN[request.node.callspec.params["signed"]] = kinds(signed)
    if all(WRITTEN.values()):
        there = set.union(*WRITTEN.values())
        wanted = {*ACTS, *(f"jackpot {act}" for act in REASONS), *(f"change: {what}" for what in JUDGES)}
        wanted |= {*KINDS, "waits change", "waits close"} - {"waits", "jackpot"}
        assert wanted - there == {"sealed", "database", "change: adopted"}, (
            "which only the opening of an older room writes"
        )
