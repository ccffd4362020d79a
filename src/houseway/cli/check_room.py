"""`houseway check room.toml`: a room's internal controls against the approved documents and the state."""

from pathlib import Path
from typing import Any

import typer

from houseway.errors import Faulty, rests_on


def check_room(path: Path, *, strict: bool, json: bool) -> None:
    """Every fault of the file, or every departure of its tables and what should be looked at."""
    from houseway.cli.show import print_json
    from houseway.room.controls.file import read_controls

    faults: list[dict[str, str]] = []
    departing: list[dict[str, str]] = []
    reminders: list[str] = []
    try:
        controls = read_controls(path)
    except Faulty as fault:
        faults = [_fault(place, says) for place, says in fault.faults]
    else:
        from houseway.disputes.departures import departures

        reminders = list(controls.reminders)
        for table in controls.tables:
            departing += [{"table": table.name, **each._asdict()} for each in departures(table.game, table.settings)]
    ok = not faults and not (strict and departing)
    if json:
        told = {"departures": departing, "reminders": reminders}
        print_json({"room": path.name, "ok": ok, "faults": faults} | told)
    else:
        _print(path.name, faults, departing, reminders)
    if not ok:
        raise typer.Exit(1)


def _fault(place: str, says: str) -> dict[str, str]:
    """A fault with the clause and the layer of authority that it rests on, where it rests on one."""
    clause, layer = rests_on(says)
    return {"place": place, "says": says, "clause": clause, "layer": layer}


def _print(name: str, faults: list[dict[str, str]], departing: list[dict[str, str]], reminders: list[str]) -> None:
    from rich.markup import escape

    from houseway.cli.show import out, table

    for each in faults:
        whose = f" [dim]{each['clause']}, {each['layer']}[/]" if each["clause"] else ""
        out.print(f"[red]✗[/] [bold]{escape(each['place'])}[/]: {escape(each['says'])}{whose}")
    if departing:
        listing: Any = table("Table", "Departs", "Chosen", "Clause", "Layer", "Why, and what to do")
        for one in departing:
            words = f"{escape(one['says'])}\n[dim]{escape(one['instead'][:1].upper() + one['instead'][1:])}.[/]"
            chosen = (escape(one["table"]), f"[bold]{escape(one['setting'])}[/]", escape(one["value"]))
            listing.add_row(*chosen, one["clause"], one["layer"], words)
        out.print(listing)
    for reminder in reminders:
        out.print(f"[yellow]·[/] {escape(reminder)}")
    count = f"{len(faults)} fault{'s' if len(faults) > 1 else ''}" if faults else "no fault"
    what = f"{len(departing)} departure{'s' if len(departing) > 1 else ''}" if departing else "no departure"
    out.print(f"{name}: {count}{'' if faults else f', {what} from the approved documents and the state'}.")
