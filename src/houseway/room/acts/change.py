"""Settings of an open table are changed: by a manager, between rounds, with a reason that everybody reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from houseway.errors import HousewayError, IllegalSetting
from houseway.room.acts.act import TEXT, Act, By, Resources, Shape, given, reason_in
from houseway.room.errors import Forbidden
from houseway.room.people import MANAGER, Person
from houseway.room.table.seats import PLAYING, SEALING

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable

HOUSE = "house"


def _texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(k, str) and isinstance(v, str) for k, v in value.items())


SETTINGS = Shape('settings as text, as in {"maximum": "100.00"}', _texts)


@dataclass(frozen=True)
class Change(Act):
    """Other limits, another prize of a house jackpot, another written control: whatever leaves the pack as it is."""

    settings: Mapping[str, str] = field(metadata=given(SETTINGS))
    reason: str = field(metadata=given(TEXT))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        if by.role not in (MANAGER, HOUSE):
            raise Forbidden("the settings of a table are a manager's")
        if table.phase in (SEALING, PLAYING):
            raise HousewayError("a round is being played: settings change between rounds")
        if any(place.wagers for place in table.places.values()) and table.phase != "ended":
            raise HousewayError("a wager lies on the table: settings change before it, or after the round")
        _check(table, self.settings)
        return replace(self, reason=reason_in(self.reason))

    def apply(self, table: "LiveTable", by: By) -> None:
        table.chosen |= dict(self.settings)
        table.settings = table.game.configure({**table.settings.show(), **self.settings})
        told = ", ".join(f"{key} is {value if len(value) < 40 else 'new'}" for key, value in self.settings.items())
        table.say(f"from now on {told}: {self.reason}")


def _check(table: "LiveTable", settings: Mapping[str, str]) -> None:
    """Refuse what cannot be changed at an open table."""
    own = table.settings.show()
    if not {key for key, value in settings.items() if own.get(key) != value}:
        raise HousewayError("that is how the table is set already")
    new = table.game.configure({**own, **settings})
    if table.game.pack(new) != table.game.pack(table.settings) or new.get("seats") != table.settings.get("seats"):
        raise IllegalSetting("the pack and the seats of an open table stay as they are: close it and open another")
    grows = table.game.seeds(table.settings)
    fixed = {f"{wager}-{what}" for wager in grows for what in ("seed", "increment", "meter", "wager")}
    if table.game.seeds(new) != grows or fixed & settings.keys():
        raise IllegalSetting("a progressive jackpot is changed at the jackpots' desk, not with the table's settings")
    if table.game.prizes(new).keys() != table.game.prizes(table.settings).keys():
        raise IllegalSetting("which jackpots a table offers stays as it is: close it and open another")
    table.game.full_table(new)
