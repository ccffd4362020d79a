"""Settings and paytables of an open table are changed: by a manager, between rounds, with a reason that all read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalSetting
from houseway.game import Game
from houseway.room.acts.act import TEXT, Act, By, Resources, Shape, added, given, passed, reason_in
from houseway.room.allowed import setting_faults, table_faults
from houseway.room.errors import Forbidden
from houseway.room.jackpots.plan import link_key
from houseway.room.own_paytables import with_paytables
from houseway.room.people.people import MANAGER, Person
from houseway.room.table.seats import PLAYING, SEALING

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable

HOUSE = "house"


class BetweenRounds(HousewayError):
    """A round, or a wager that lies, keeps a table as it is set: later."""


class AlreadySo(HousewayError):
    """A table is set so already."""


def _texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(k, str) and isinstance(v, str) for k, v in value.items())


def _tables(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, Mapping) for each in value)


SETTINGS = Shape('settings as text, as in {"maximum": "100.00"}', _texts)
PAYTABLES = Shape("a list of paytables by content", _tables)


@dataclass(frozen=True)
class Change(Act):
    """Other limits, paytables, another prize of a house jackpot, written control: whatever leaves the pack as it is."""

    settings: Mapping[str, str] = field(metadata=given(SETTINGS))
    reason: str = field(metadata=given(TEXT))
    paytables: Sequence[Mapping[str, Any]] = field(default=(), metadata=passed(PAYTABLES))
    document: str | None = field(default=None, metadata=added(TEXT))
    """The table's document with these paytables, by hash."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        if by.role not in (MANAGER, HOUSE):
            raise Forbidden("the settings of a table are a manager's")
        check_unplayed(table)
        reason = reason_in(self.reason)
        game = changed(table.game, table.settings, table.linked, self.settings, self.paytables)
        other = game.document.hash != table.game.document.hash
        shown = game.configure({**table.settings.show(), **self.settings}).show()
        settings = {key: shown[key] for key in self.settings}
        return replace(self, settings=settings, reason=reason, document=room.keep(game.document) if other else None)

    def apply(self, table: "LiveTable", by: By) -> None:
        before = table.settings
        if self.document is not None:
            table.go_by(self.document)
        table.chosen |= dict(self.settings)
        table.settings = table.game.configure({**before.show(), **self.settings})
        told = [f"{key} is {value if len(value) < 40 else 'new'}" for key, value in sorted(self.settings.items())]
        told += [f"{wager} pays by other odds" for wager in _paying_otherwise(before, table.settings)]
        changes = ", ".join(told)
        table.say(f"from now on {changes}: {self.reason}")


def check_unplayed(table: "LiveTable") -> None:
    """Refuse while somebody plays by what the table is set to, or has laid a wager by it."""
    if table.phase in (SEALING, PLAYING):
        raise BetweenRounds("a round is being played: settings change between rounds")
    if any(place.wagers for place in table.places.values()) and table.phase != "ended":
        raise BetweenRounds("a wager lies on the table: settings change before it, or after the round")


def changed(
    game: Game,
    now: Settings,
    linked: Mapping[str, str],
    settings: Mapping[str, str],
    paytables: Sequence[Mapping[str, Any]] = (),
) -> Game:
    """The game with these paytables; what cannot be changed at an open table is refused."""
    other, faults = with_paytables(game, paytables)
    if faults:
        raise IllegalSetting("; ".join(says for _, says in faults))
    check_changed(game, now, linked, other, settings)
    return other


def check_changed(
    game: Game, now: Settings, linked: Mapping[str, str], other: Game, settings: Mapping[str, str]
) -> None:
    """Refuse what cannot be changed at an open table, where the game has these paytables already."""
    own = now.show()
    new = other.configure({**own, **settings})
    shown = new.show()
    if all(own.get(key) == shown[key] for key in settings) and not list(_paying_otherwise(now, new)):
        raise AlreadySo("that is how the table is set already")
    if other.pack(new) != game.pack(now) or new.get("seats") != now.get("seats"):
        raise IllegalSetting("the pack and the seats of an open table stay as they are: close it and open another")
    grows = game.seeds(now)
    fixed = {f"{wager}-{what}" for wager in grows for what in ("seed", "increment", "meter", "wager")}
    if other.seeds(new) != grows or fixed & settings.keys():
        raise IllegalSetting("a progressive jackpot is changed at the jackpots' desk, not with the table's settings")
    if other.prizes(new).keys() != game.prizes(now).keys():
        raise IllegalSetting("which jackpots a table offers stays as it is: close it and open another")
    for wager in grows.keys() & linked.keys():
        if link_key(game, now, wager) != link_key(other, new, wager):
            raise IllegalSetting(
                f"how the running progressive {linked[wager]} is won and shared stays as it is, for all tables that "
                "feed it (WAC 230-15-685): move its money to another at the jackpots' desk"
            )
    other.full_table(new)
    if faults := [*setting_faults(other, settings), *table_faults(other, new)]:
        raise IllegalSetting("; ".join(says for _, says in faults))


def _paying_otherwise(now: Settings, new: Settings) -> Iterator[str]:
    """The wagers that pay by other rows under the same name of a paytable."""
    for spec in new.document.wagers:
        before, after = now.paytable(spec.id), new.paytable(spec.id)
        if before != after and before is not None and after is not None and before.id == after.id:
            yield spec.name
