"""What no table of the room may be set to, whoever opens or changes it and whatever its document allows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from houseway.document.settings import Setting, Settings, Value
from houseway.errors import HousewayError, IllegalSetting, meant, short
from houseway.game import Game
from houseway.money import dollars
from houseway.room.own_paytables import MOST_CENTS, Fault
from houseway.round.shuffle import DISCARDS

UNPROVEN = (
    "The card room shuffles no discards in mid-round: it shows the seal of a shoe before anybody bets, "
    "and they would be dealt in an order that no seal covers."
)

SENSORS = 2
"""How many jackpot sensors a table has at most."""


def notes_on(specs: Iterable[Setting]) -> dict[str, str]:
    """What somebody who opens a table is told beside a setting, by its id."""
    return {spec.id: UNPROVEN for spec in specs if spec.id == "out-of-cards" and DISCARDS in spec.choices}


def _unproven(settings: Settings) -> dict[str, str]:
    """Why the room has no table with these settings, by setting; nothing where it may."""
    if settings.get("out-of-cards") != DISCARDS:
        return {}
    return {"out-of-cards": f"out-of-cards = {settings.text('out-of-cards')} cannot be chosen here. {UNPROVEN}"}


def setting_faults(game: Game, given: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with each of these settings by itself, at its place."""
    specs = {spec.id: spec for spec in game.document.settings}
    faults: list[Fault] = []
    for id_, value in given.items():
        try:
            if id_ not in specs:
                raise IllegalSetting(f"{game.name} has no setting {short(id_)!r}{meant(id_, specs)}")
            _holdable(specs[id_], specs[id_].parse(value))
        except HousewayError as fault:
            faults.append((id_, str(fault)))
    return faults


def table_faults(game: Game, settings: Settings) -> list[Fault]:
    """What is wrong with a table that is set so as a whole."""
    return [*_unproven(settings).items(), *(("", says) for says in _jackpot_faults(game, settings))]


def _jackpot_faults(game: Game, settings: Settings) -> Iterator[str]:
    """What no table may have, whatever its game: the engine's own check."""
    grows, fixed = game.seeds(settings), game.prizes(settings)
    if grows and fixed:
        yield f"all jackpots of a table are of one kind: {', '.join(grows)} grow and {', '.join(fixed)} are fixed"
    if len(grows) + len(fixed) > SENSORS:
        yield f"a table has at most {SENSORS} jackpot sensors, one game each: {', '.join((*grows, *fixed))}"
    for wager in grows:
        if game.accrual(wager, 1, settings) <= 0:
            name = game.document.wager(wager).name
            yield f"the {name} is progressive and cannot grow: set its increment above 0%, or make it a house jackpot"


def _holdable(spec: Setting, value: Value) -> None:
    """Refuse an amount that the ledger could not hold in the end."""
    if spec.type == "money" and isinstance(value, int) and value > MOST_CENTS:
        raise IllegalSetting(f"{spec.id} is at most {dollars(MOST_CENTS)} in this room, not {dollars(value)}")
