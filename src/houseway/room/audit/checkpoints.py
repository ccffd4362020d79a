"""Is every checkpoint signed, does it follow the one before, and is what it covers, or others keep, still there?"""

import json
from collections import defaultdict
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import inspect, null, select

from houseway.room.audit.chain import SKEW, Chains, Told, chain_name, moment_of
from houseway.room.audit.money import WAIT
from houseway.room.errors import SPOILT
from houseway.room.store.checkpoints import Line, hash_of, not_ours
from houseway.room.store.journal import ROOM, START
from houseway.room.store.schema import CHECKPOINTS, SEALED, columns_of


def wanted(chains: Chains, kept: Sequence[Line]) -> dict[int, set[int]]:
    """The entries that keys and checkpoints speak of, by chain: those, and the ones after them."""
    found: dict[int, set[int]] = defaultdict(set)
    for heads in (*(period.heads for period in chains.periods), *_signed_heads(chains, kept)):
        with suppress(*SPOILT):  # what is spoilt is found when it is checked
            for chain, (seq, _) in heads.items():
                found[int(chain)] |= {seq, seq + 1}
    return found


def _signed_heads(chains: Chains, kept: Sequence[Line]) -> Iterator[Mapping[Any, Sequence[Any]]]:
    wide = "heads" in columns_of(chains.connection, CHECKPOINTS.name)
    heads = CHECKPOINTS.c.heads if wide else null().label("heads")
    lines = [(row.body, row.heads) for row in chains.connection.execute(select(CHECKPOINTS.c.body, heads))]
    for body, told in (*lines, *((line.body, None) for line in kept)):
        with suppress(*SPOILT):
            found = json.loads(body)["heads"] if told is None else json.loads(told)
            if isinstance(found, dict):
                yield found


@dataclass
class Checkpoints:
    """The checkpoints of a room whose chains were read."""

    chains: Chains

    def of_room(self, kept: Sequence[Line]) -> list[Line]:
        """The lines beside the key that the room may have signed; the others accuse nobody but who writes there."""
        own, trust = self._own(kept), self.chains.trust
        if strange := len(kept) - len(own):
            says = (
                f"has lines that none of the room's keys has signed ({strange}): whoever can write to it has put them"
            )
            says += " there, and nothing rests on them"
            self.chains.notes.append((f"the file {trust.keys.path and trust.keys.checkpoints}", says))
        return own

    def of_witnesses(self, kept: Sequence[Line]) -> list[Line]:
        """The lines of witnesses that the room may have signed; whose the others are nobody can tell."""
        own = self._own(kept)
        if strange := len(kept) - len(own):
            says = f"keeps lines of keys that this room does not know ({strange}), and nothing rests on them: somebody"
            says += " else's, or of a key that the room had once, if it was set back with its key file to before that"
            self.chains.notes.append(("the witness", says))
        return own

    def foreign(self, kept: Sequence[Line], own: Collection[Line]) -> Iterator[Told]:
        """A witness that never knew this room, or another before it."""
        room = self.chains.periods[0].public if self.chains.periods else ""
        if kept and (says := not_ours(kept[0], own, room)):
            yield "the witness", says

    def _own(self, kept: Sequence[Line]) -> list[Line]:
        periods, trust = self.chains.periods, self.chains.trust
        if not periods:
            return list(kept)
        keys = {trust.public, *(each.public for each in periods), *(each.public.hex() for each in trust.keys.signers)}
        return [line for line in kept if self._signed(line, keys)]

    def _signed(self, line: Line, keys: Collection[str]) -> bool:
        if "number" in line.told:
            return line.signed_by_one_of(keys)
        return self.chains.trust.keys.signed_before(line.body, line.signature) is not False

    def faults(self, kept: Sequence[Line]) -> Iterator[Told]:
        """Every checkpoint is signed and follows the one before; what it covers, and what others keep, is there."""
        wide = "heads" in columns_of(self.chains.connection, CHECKPOINTS.name)
        heads = CHECKPOINTS.c.heads if wide else null().label("heads")
        rows = self.chains.connection.execute(
            select(CHECKPOINTS.c.id, CHECKPOINTS.c.body, CHECKPOINTS.c.signature, heads).order_by(CHECKPOINTS.c.id)
        )
        known: dict[int, str] = {}
        covered: dict[int, int] = {}
        last: str | None = None
        unknown, stood = 0, 0
        for row in rows:
            line = Line(row.signature, row.body)
            if (why := self._strange(line, numbered=bool(known))) is not None:
                yield f"checkpoints, row {row.id}", why
                continue
            if "number" not in line.told:
                unknown += (yield from self._older(line)) is None
            else:
                told = row.heads or "{}"
                stood = max(stood, json.loads(told).get(str(ROOM), (0,))[0])
                covered |= {int(chain): head[0] for chain, head in json.loads(told).items()}
                stood = yield from self._checkpoint(line, told, last, len(known) + 1, stood)
                known[line.told["number"]] = line.hash
            last = row.body
        yield from self._sealed(covered)
        for line in sorted(set(kept), key=lambda line: (line.told.get("number", 0), line)):
            if "number" in line.told:
                yield from self._elsewhere(line, known)
            else:
                unknown += (yield from self._older(line)) is None
        if unknown:
            says = f"{unknown} from before entries were signed cannot be checked: their key is not there"
            self.chains.notes.append(("checkpoints", says))

    def _strange(self, line: Line, *, numbered: bool) -> str | None:
        """What is wrong with a row that is none of the room's, `numbered` ones before it or not: it signs on after the
        last that is its own."""
        try:
            told = line.told
            number = told.get("number")
        except SPOILT:
            return "cannot be read: the room has not written it"
        if number is None:
            signed = bool(self.chains.periods) and not self.chains.periods[0].heads
            return "tells no number: the room has signed none without" if numbered or signed else None
        keys = [each.public for each in self.chains.periods]
        return None if any(line.signed_by(key) for key in keys) else "is not signed with the room's key"

    def _sealed(self, covered: Mapping[int, int]) -> Iterator[Told]:
        """How far each chain is covered is listed as the checkpoints have it: the next tells what has moved since."""
        if not inspect(self.chains.connection).has_table(SEALED.name):
            return
        listed = {row.chain: row.seq for row in self.chains.connection.execute(select(SEALED))}
        for chain in sorted(listed.keys() | covered.keys()):
            if listed.get(chain) != covered.get(chain):
                says = f"to entry {listed.get(chain)}, and checkpoints cover it to entry {covered.get(chain)}"
                yield chain_name(chain), f"is listed as covered by checkpoints {says}"

    def _checkpoint(
        self, line: Line, heads: str, last: str | None, number: int, stood: int
    ) -> Generator[Told, None, int]:
        """`stood` is how far the room's own chain is known to have come: its newest key by then signs, or a later one
        where that chain was left out. How far it is known to have come now."""
        told, where = line.told, f"checkpoint {line.told.get('number')}"
        known = [each.seq for each in self.chains.periods if each.seq <= stood]
        brought = next((each.seq for each in self.chains.periods if each.public == told["key"]), -1)
        if brought < max(known, default=0) or not line.signed_by(told["key"]):
            yield where, "is not signed with the room's key"
            return stood
        if told["number"] != number or told["before"] != (START if last is None else hash_of(last)):
            yield where, "does not follow the one before: checkpoints are missing"
        if hash_of(heads) != told["heads"]:
            yield where, "its heads are not those that were signed"
            return stood
        yield from self._covered(json.loads(heads), told["at"])
        return max(stood, brought)

    def _covered(self, heads: Mapping[str, Sequence[Any]], at: str) -> Iterator[Told]:
        """The heads that were signed are still there, and what is dated later came later; writers wait for each other
        between the date and the commit, so half a minute is allowed."""
        moment = moment_of(at)
        for chain, (seq, hash_) in heads.items():
            where = f"{chain_name(int(chain))}, entry {seq}"
            is_, dated = self.chains.entries.get((int(chain), seq), ("", None))
            if seq and is_ != hash_ and not self.chains.archived(int(chain), seq):
                yield where, f"is not what was signed at {at}: the journal was cut or rewritten"
            elif dated is not None and moment is not None and dated > moment + SKEW:
                yield where, f"is dated {dated.isoformat()}, and was signed at {at} already"
            _, after = self.chains.entries.get((int(chain), seq + 1), ("", None))
            if after is not None and moment is not None and after < moment - SKEW - WAIT:
                where = f"{chain_name(int(chain))}, entry {seq + 1}"
                yield where, f"is dated {after.isoformat()}, and was not there at {at}"

    def _older(self, line: Line) -> Generator[Told, None, bool | None]:
        """A checkpoint from before entries were signed; whether it is genuine, None where nobody can tell."""
        genuine = self.chains.trust.keys.signed_before(line.body, line.signature)
        if genuine is False:
            yield "checkpoints", "one is not signed with the room's key"
        elif genuine:
            yield from self._covered(line.told["heads"], line.told["at"])
        return genuine

    def _elsewhere(self, line: Line, known: Mapping[int, str]) -> Iterator[Told]:
        """A checkpoint that somebody else keeps is the one that the database has."""
        told = line.told
        where = f"checkpoint {told['number']}, kept elsewhere"
        if not self.chains.periods and not line.signed_by(str(told.get("key"))):
            yield where, "is not signed with the key that it names"
        elif not self.chains.periods or told.get("room") != self.chains.periods[0].public:
            yield where, "is of another room, or this database was made anew in the place of its room"
        elif known.get(told["number"]) != line.hash:
            ends = f"ends with checkpoint {max(known, default=0)}"
            has = ends if told["number"] not in known else "has another in its place"
            yield where, f"was signed at {told['at']}, and this database {has}: it was set back, cut or rewritten"
