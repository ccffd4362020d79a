"""The operator's internal controls as a file, `room.toml`, read whole: every fault with its place.

    name = "The Silver Room"
    [guests]    what guests may open for practice
    [staff]     how many accounts of each role the room needs
    [prizes]    from what amount on prizes are covered and awards are verified with the cards counted
    [posting]   what the house posts at every table beside its games: restrictions, how disputes are settled
    [[jackpot]] the jackpots of the room
    [[table]]   its tables: game, settings, paytables, and which jackpot each sensor serves

`docs/room-file.md` says what every field means, and `examples/room.toml` uses them all.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from reprlib import repr as short
from typing import Any, NamedTuple

from houseway.document.fields import Reader, parsed
from houseway.document.files import content_of
from houseway.document.settings import Settings, parse_value
from houseway.errors import Cited, Faulty, HousewayError, cited
from houseway.game import Game
from houseway.games import OWN, games
from houseway.games import game as find_game
from houseway.room.jackpots.funds import THRESHOLD, VERIFIED
from houseway.room.jackpots.plan import CUSTOMS, HOUSE, KINDS, PROGRESSIVE, Plan, link_key, odds_key
from houseway.room.opening import MOST_NAME, opening, twice
from houseway.room.people.people import DEALER, MANAGER, SURVEILLANCE
from houseway.room.table.metering import Sensor

ROLES = (MANAGER, DEALER, SURVEILLANCE)
MOST_POSTED = 400
"""Characters of a sentence that is posted."""

FIXED_AT = 1_00
"""The wager for which the document prints pays (notes E.8, F.6 and G.7)."""


class Prize(NamedTuple):
    """A jackpot of the room: its plan, its fixed wager, the prize of a house jackpot, and how winners are paid."""

    id: str
    plan: Plan
    wager: int
    amount: int
    customs: Mapping[str, str]
    scaled: bool = False

    def settings(self, wager: str) -> dict[str, str]:
        """What a table must be set to that serves this jackpot at a wager."""
        cents = {"wager": self.wager, "meter": self.amount} if self.plan.kind == HOUSE else {"wager": self.wager}
        cents |= {"seed": self.plan.seed} if self.plan.kind == PROGRESSIVE else {}
        found = {f"{wager}-{key}": f"{value / 100:.2f}" for key, value in cents.items()}
        if self.plan.kind == PROGRESSIVE:
            found[f"{wager}-increment"] = f"{float(100 * self.plan.increment):.9g}%"
        return {f"offer-{wager}": "yes", "jackpot-kind": self.plan.kind, **found, **self.customs}


class Table(NamedTuple):
    """A table of the room, ready to be opened."""

    name: str
    game: Game
    settings: Settings
    given: Mapping[str, Any]
    paytables: tuple[Mapping[str, Any], ...]
    sensors: Mapping[str, Sensor]


class Controls(NamedTuple):
    """A room's internal controls."""

    name: str
    guests: tuple[str, ...]
    staff: Mapping[str, int]
    covered: int
    verified: int
    jackpots: Mapping[str, Prize]
    tables: tuple[Table, ...]
    reminders: tuple[str, ...]
    text: str
    posting: Mapping[str, tuple[str, ...]] = {}

    @property
    def hash(self) -> str:
        """What the journal knows the file by."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def read_controls(path: Path) -> Controls:
    """The controls in a file; refused with all its faults."""
    return controls_from(content_of(path), path.name, path.parent)


def controls_from(text: str, file: str = "room.toml", folder: Path | None = None) -> Controls:
    """The same from its text; other files that it names lie in `folder`."""
    try:
        top = Reader(parsed(text), "", [])
    except (ValueError, RecursionError) as fault:
        raise Faulty(file, [("file", str(fault))]) from None
    name = top.text("name")[:MOST_NAME]
    guests = _guests(top)
    staff = _staff(top)
    covered, verified = _prizes(top)
    posting = _posting(top)
    prizes = {prize.id: prize for prize in _jackpots(top)}
    tables = [found for each in _tables(top) if (found := _table(each, prizes, folder)) is not None]
    top.finish()
    _check_names(top, tables)
    _check_links(top, tables)
    if any(table.sensors for table in tables) and staff[MANAGER] < 2:
        top.fault("staff.manager", "is at least 2 where the house runs jackpots: what one asks for, another approves")
    if top.faults:
        raise Faulty(file, top.faults)
    reminders = tuple(_reminders(prizes, tables))
    return Controls(name, guests, staff, covered, verified, prizes, tuple(tables), reminders, text, posting)


def told_in(text: str) -> dict[str, Callable[[Any], bool]]:
    """What a file's text says of what is in force by it, by name: whether a value is that.

    Without a word on guests they open all games, of which there may be more where the room is than here.
    """
    read = parsed(text)
    top = Reader(read, "", [])
    prizes, posting, guests = _prizes(top), _posting(top), list(_guests(top))
    own = "open" in read.get("guests", {})
    return {
        "name": lambda value: value == top.text("name")[:MOST_NAME],
        "covered": lambda value: value == prizes[0],
        "verified": lambda value: value == prizes[1],
        "posting": lambda value: value == {key: list(sentences) for key, sentences in posting.items()},
        "guests": lambda value: value == guests if own else {*value} >= {*OWN},
    }


# ---------------------------------------------------------------------------------------------------- its parts


def _guests(top: Reader) -> tuple[str, ...]:
    known = tuple(game.id for game in games())
    if not top.has("guests"):
        return known
    at = top.table("guests")
    wanted = at.texts("open", known)
    for id_ in wanted:
        if id_ not in known:
            at.fault("open", f"{id_!r} is no game here; the games are {', '.join(known)}")
    at.finish()
    return wanted


def _staff(top: Reader) -> dict[str, int]:
    at = top.table("staff") if top.has("staff") else Reader({}, "staff", top.faults)
    found = {role: at.integer(role, 0) for role in ROLES}
    for role, number in found.items():
        if not 0 <= number <= 1000:
            at.fault(role, f"is how many accounts there are at least, 0 to 1000, not {number}")
    at.finish()
    return found


def _prizes(top: Reader) -> tuple[int, int]:
    at = top.table("prizes") if top.has("prizes") else Reader({}, "prizes", top.faults)
    covered = _money(at, "cover-above", THRESHOLD)
    verified = _money(at, "verify-above", VERIFIED)
    if covered > THRESHOLD:
        at.fault(
            "cover-above", _by_the_state(f"is at most {THRESHOLD / 100:,.2f}, the state's threshold", "230-15-455")
        )
    if verified > VERIFIED:
        at.fault(
            "verify-above", _by_the_state(f"is at most {VERIFIED / 100:,.2f}, the state's threshold", "230-15-320")
        )
    at.finish()
    return covered, verified


def _by_the_state(sentence: str, rule: str) -> Cited:
    return Cited(f"{sentence} (WAC {rule})", f"WAC {rule}", "state")


def _posting(top: Reader) -> dict[str, tuple[str, ...]]:
    """Sentences that hang at every table; each list is empty where the file has none."""
    at = top.table("posting") if top.has("posting") else Reader({}, "posting", top.faults)
    found = {"restrictions": at.texts("restrictions", ()), "disputes": at.texts("disputes", ())}
    for key, sentences in found.items():
        for each in sentences:
            if not 3 <= len(each) <= MOST_POSTED or not each.isprintable():
                at.fault(key, f"are sentences of 3 to {MOST_POSTED} printable characters, not {short(each)}")
    at.finish()
    return found


def _jackpots(top: Reader) -> Iterator[Prize]:
    seen: set[str] = set()
    for at in top.tables("jackpot", required=False):
        id_ = at.text("id")
        if id_ in seen:
            at.fault("id", f"{id_!r} stands there more than once")
        if id_ and not (id_.replace("-", "").isalnum() and id_.isascii() and id_ == id_.lower() and len(id_) <= 40):
            at.fault("id", f"is small letters, digits and hyphens, at most 40, not {id_!r}")
        seen.add(id_)
        kind = at.one_of("kind", KINDS)
        wager = _money(at, "wager", FIXED_AT)
        scaled = at.flag("scale-seed", False)
        seed = _money(at, "seed", 0)
        plan = Plan(
            kind,
            seed * wager // FIXED_AT if scaled else seed,
            _percent(at, "increment"),
            _percent(at, "reserve"),
            _money(at, "maximum", 0),
            practice=False,
        )
        amount = _money(at, "amount", 0)
        _check_jackpot(at, plan, amount)
        customs = {f"jackpot-{key}": at.text(key) for key in ("order", "sharing", "reseed") if at.has(key)}
        at.finish()
        if plan.kind == PROGRESSIVE and plan.increment <= 0:
            plan = plan._replace(increment=Fraction(1))  # what is wrong with it is told once, and not of its tables
        yield Prize(id_, plan, wager, amount, customs, scaled)


def _check_jackpot(at: Reader, plan: Plan, amount: int) -> None:
    """What is wrong with a jackpot by itself."""
    if plan.kind == HOUSE and amount <= 0:
        at.fault("amount", cited("is missing: a house jackpot pays a fixed amount", "house-jackpot"))
    if plan.kind == PROGRESSIVE and amount:
        at.fault("amount", cited("is a house jackpot's: a progressive starts from its seed", "progressive-jackpot"))
    for fault in plan.faults("it"):
        clause = "house-jackpot" if plan.kind == HOUSE else "progressive-jackpot"
        at.fault("kind" if plan.kind == HOUSE else _culprit(plan), cited(fault.removeprefix("it: "), clause))


def _culprit(plan: Plan) -> str:
    return "increment" if plan.increment <= 0 or plan.increment + plan.reserve > 1 else "maximum"


def _tables(top: Reader) -> list[Reader]:
    """The tables, each at a place of its name."""
    value = top.value("table")
    if not isinstance(value, list):
        if value:
            top.fault("table", f"is a list of tables, written [[table]], not {value!r}")
        return []
    named = [(each.get("name") if isinstance(each, dict) else None) or number for number, each in enumerate(value, 1)]
    return [Reader(each, f"table {name}", top.faults) for name, each in zip(named, value, strict=True)]


def _table(at: Reader, prizes: Mapping[str, Prize], folder: Path | None) -> Table | None:
    """A table, or nothing where it is at fault."""
    before = len(at.faults)
    name, id_ = at.text("name"), at.text("game")
    given = _settings(at, folder)
    paytables = [dict(each) for each in at.value("paytable", []) if isinstance(each, dict)]
    wanted = at.strings("jackpots")
    at.finish()
    try:
        game = find_game(id_)
    except HousewayError as fault:
        if id_:
            at.fault("game", str(fault))
        return None
    chosen = dict(given)
    for wager, jackpot in wanted.items():
        _serve(at, game, chosen, wager, jackpot, prizes)
    if len({prizes[each].plan.kind for each in wanted.values() if each in prizes}) > 1:
        at.fault("jackpots", cited("are of both kinds: all jackpots of a table are of one", "jackpots.4"))
    opened = opening(id_, chosen, paytables)
    for key, says in opened.faults:
        at.fault({"": "settings", "paytable": "paytable"}.get(key, f"settings.{key}"), says)
    if len(at.faults) > before or opened.settings is None:
        return None
    sensors = {wager: Sensor(jackpot, prizes[jackpot].plan) for wager, jackpot in wanted.items()}
    for says in twice(sensors):
        at.fault("jackpots", says)
    return Table(name, opened.game, opened.settings, chosen, tuple(paytables), sensors)


def _serve(
    at: Reader, game: Game, chosen: dict[str, Any], wager: str, jackpot: str, prizes: Mapping[str, Prize]
) -> None:
    """Set a table for a jackpot that one of its sensors serves."""
    known = {spec.id for spec in game.document.settings}
    if f"{wager}-increment" not in known:
        at.fault(f"jackpots.{wager}", f"{game.name} has no jackpot of this name")
    elif jackpot not in prizes:
        at.fault(
            f"jackpots.{wager}",
            f"there is no jackpot {jackpot!r}; the file has {', '.join(filter(None, prizes)) or 'none'}",
        )
    else:
        wants = prizes[jackpot].settings(wager)
        for key in wants.keys() & chosen.keys() - {f"offer-{wager}", *CUSTOMS}:
            at.fault(f"settings.{key}", f"is the jackpot's to say: it stands with [[jackpot]] {jackpot!r}")
        for key in wants.keys() & chosen.keys() & {*CUSTOMS}:
            if str(chosen[key]) != wants[key]:
                at.fault(f"settings.{key}", cited(f"is {wants[key]} by the jackpot {jackpot!r}", "jackpots.4"))
        chosen |= wants


def _settings(at: Reader, folder: Path | None) -> dict[str, Any]:
    """The settings of a table; one of content may name a file."""
    value = at.value("settings", {})
    if not isinstance(value, dict):
        at.fault("settings", f"is a table of settings, not {value!r}")
        return {}
    found: dict[str, Any] = {}
    for key, each in value.items():
        if isinstance(each, dict):
            found[key] = _file(at, key, each, folder)
        elif isinstance(each, bool):
            found[key] = "yes" if each else "no"
        elif isinstance(each, str | int):
            found[key] = str(each)
        else:
            at.fault(f"settings.{key}", f'is written in quotes, as in "8" or "5%", not {each!r}')
    return found


def _file(at: Reader, key: str, given: Mapping[str, Any], folder: Path | None) -> str:
    if set(given) != {"file"} or not isinstance(given["file"], str):
        at.fault(f"settings.{key}", 'is a value, or names a file as in { file = "house-way.toml" }')
        return ""
    try:
        return content_of((folder or Path()) / given["file"])
    except Faulty as fault:
        at.fault(f"settings.{key}", str(fault))
        return ""


def _money(at: Reader, key: str, default: int) -> int:
    if not at.has(key):
        at.value(key, "")
        return default
    try:
        return int(parse_value("money", at.value(key), key))
    except HousewayError as fault:
        at.fault(key, str(fault))
        return default


def _percent(at: Reader, key: str) -> Fraction:
    if not at.has(key):
        at.value(key, "")
        return Fraction(0)
    try:
        return Fraction(parse_value("percent", at.value(key), key))
    except HousewayError as fault:
        at.fault(key, str(fault))
        return Fraction(0)


# ---------------------------------------------------------------------------------------------------- all together


def _check_names(top: Reader, tables: Sequence[Table]) -> None:
    names = [table.name for table in tables]
    for name in sorted({name for name in names if names.count(name) > 1}):
        top.fault("table", f"{name!r} stands there more than once: the journal knows a table by its name")


def _check_links(top: Reader, tables: Sequence[Table]) -> None:
    """Tables that feed one progressive have the same configuration, or the same hand with the same probability."""
    by: dict[str, list[tuple[Table, str]]] = {}
    for table in tables:
        for wager, sensor in table.sensors.items():
            if sensor.plan.kind == PROGRESSIVE:
                by.setdefault(sensor.id, []).append((table, wager))
    for id_, ((first, own), *others) in by.items():
        for table, wager in others:
            same = link_key(first.game, first.settings, own) == link_key(table.game, table.settings, wager)
            if not same and odds_key(first.game, first.settings, own) != odds_key(table.game, table.settings, wager):
                top.fault(
                    f"table {table.name}.jackpots.{wager}",
                    _by_the_state(
                        f"{id_!r} is linked with {first.name!r}, where the winning hand has another probability: link "
                        "tables of one game and configuration, or of the same hand with the same probability",
                        "230-15-685",
                    ),
                )


def _reminders(prizes: Mapping[str, Prize], tables: Sequence[Table]) -> Iterator[str]:
    """What is allowed, and should be looked at."""
    served = {sensor.id for table in tables for sensor in table.sensors.values()}
    for prize in prizes.values():
        if prize.id not in served:
            yield f"jackpot {prize.id!r}: no table has a sensor for it"
        if prize.plan.kind == PROGRESSIVE and prize.wager != FIXED_AT and prize.plan.seed and not prize.scaled:
            yield (
                f"jackpot {prize.id!r}: pays are multiplied by the fixed wager of {prize.wager / 100:.2f}; the "
                "document recommends that the seed is too (notes E.8, F.6, G.7): see that its seed of "
                f"{prize.plan.seed / 100:,.2f} is what you mean"
            )
