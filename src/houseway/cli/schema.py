"""`houseway schema`: the published JSON Schemas."""

from typing import Annotated

import typer

from houseway.errors import UnknownName, meant


def schema(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="One schema; a list by default.", show_default=False)
    ] = "",
) -> None:
    """Print a published JSON Schema, or the names of all."""
    import sys
    from importlib.resources import files

    folder = files("houseway") / "schemas"
    found = {each.name.removesuffix(".json"): each for each in folder.iterdir() if each.name.endswith(".json")}
    if not name:
        sys.stdout.write("".join(f"{each}\n" for each in sorted(found)))
        return
    if name not in found:
        known = ", ".join(sorted(found))
        raise UnknownName(f"there is no schema {name!r}; the schemas are {known}{meant(name, found)}")
    sys.stdout.write(found[name].read_text(encoding="utf-8").rstrip("\n") + "\n")
