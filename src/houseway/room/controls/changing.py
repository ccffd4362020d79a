"""A manager changes an open table: every fault at its place, at once where it can be, else after the round."""

from collections.abc import Mapping
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from houseway.errors import HousewayError, IllegalSetting
from houseway.room.acts.act import reason_in
from houseway.room.acts.change import BetweenRounds, changed
from houseway.room.allowed import setting_faults
from houseway.room.commands.command import Command
from houseway.room.errors import Forbidden
from houseway.room.own_paytables import Fault, Paytables, with_paytables
from houseway.room.people.people import MANAGER, Person

if TYPE_CHECKING:
    from houseway.room.room import AsSet, Room


def change_faults(now: "AsSet", settings: Mapping[str, str], paytables: Paytables = ()) -> list[Fault]:
    """What keeps an open table from being set so: a setting, "paytable" or nothing, and a sentence each."""
    game, faults = with_paytables(now.game, paytables)
    faults += setting_faults(game, settings)
    if not faults:
        try:
            changed(now.game, now.settings, now.linked, settings, paytables)
        except HousewayError as fault:
            faults.append(("", str(fault)))
    return faults


def difference(now: "AsSet", settings: Mapping[str, str]) -> dict[str, str]:
    """The settings among these that are otherwise than at the table; one that cannot be read is."""
    own = now.settings.show()
    specs = {spec.id: spec for spec in now.game.document.settings}

    def same(id_: str, text: str) -> bool:
        try:
            return specs[id_].show(specs[id_].parse(text)) == own[id_]
        except (HousewayError, KeyError):
            return False

    return {id_: text for id_, text in settings.items() if text != own.get(id_) and not same(id_, text)}


def change_table(
    room: "Room",
    by: Person,
    table: int,
    data: Mapping[str, Any],
    origin: str = "",
) -> str:
    """Change an open table as the command `change` does; what it waits for where a round keeps it, or nothing.

    `data` is what the command carries: `settings`, `reason`, `paytables`. What waits is in the room's journal.
    """
    if by.role != MANAGER or by.provisional:
        raise Forbidden("the settings of a table are a manager's")
    reason_in(data["reason"])
    if faults := change_faults(room.set_at(table), data["settings"], data["paytables"]):
        raise IllegalSetting("; ".join(says for _, says in faults))
    try:
        room.do(Command(table, by.id, f"desk-{token_hex(8)}", None, "change", data), origin, since=by.since)
    except BetweenRounds as why:
        room.pending.add(by, table, "change", data, str(why))
        return str(why)
    return ""
