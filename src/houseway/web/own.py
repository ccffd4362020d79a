"""Figures of one's own at a table: paytables as text, read here and nowhere else, checked by the game.

A request brings content, never the name of a file: the server opens none.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from houseway.document.fields import SENT_DOTS
from houseway.document.paytables import Paytable
from houseway.document.reader import toml_from
from houseway.document.variants import paytable_content
from houseway.errors import Faulty, HousewayError, IllegalSetting, short
from houseway.game import Game
from houseway.web.wire import MOST_TEXT, MOST_TOLD, SettingFault

FIELD = "paytable."
"""What stands before a wager's id in the field of its paytable."""


MOST_TOGETHER = 40_000
"""Characters of all settings and paytables that a request brings: they are read in the room's own process."""


def check_sizes(settings: Mapping[str, str], paytables: Mapping[str, str]) -> None:
    """Refuse what is too long before any of it is read, by its field."""
    texts = {**settings, **{FIELD + wager: text for wager, text in paytables.items()}}
    for field, text in texts.items():
        if len(text) > MOST_TEXT:
            raise IllegalSetting(f"the text of {short(field)} has {len(text):,} characters: it may have {MOST_TEXT:,}")
    together = sum(map(len, texts.values()))
    if together > MOST_TOGETHER:
        raise IllegalSetting(
            f"settings and paytables have {together:,} characters together: a request brings at most {MOST_TOGETHER:,}"
        )


Read = tuple[list[dict[str, Any]], list[SettingFault]]


def read_paytables(game: Game, texts: Mapping[str, str]) -> Read:
    """The paytables of these wagers by content, and every fault of every one of them at its place.

    Together they cost one reading of the game's document; where they do not fit, each is looked at by itself.
    """
    tables: list[Paytable] = []
    found = _each(game, texts, lambda content: tables.append(game.read_paytable(content)))
    return found if game.with_paytables(tables) is not None else _each(game, texts, game.with_paytable)


def _each(game: Game, texts: Mapping[str, str], check: Callable[[dict[str, Any]], object]) -> Read:
    read: list[dict[str, Any]] = []
    faults: list[SettingFault] = []
    for wager, text in texts.items():
        if not text.strip():
            continue
        try:
            content = _content(game, wager, text)
            check(content)
            read.append(content)
        except Faulty as fault:
            told = (f"{at}: {says}" if at else says for at, says in fault.first(MOST_TOLD))
            faults += [SettingFault(setting=FIELD + wager, says=says) for says in told]
        except HousewayError as fault:
            faults.append(SettingFault(setting=FIELD + wager, says=str(fault)))
    return read, faults


def _content(game: Game, wager: str, text: str) -> dict[str, Any]:
    """One paytable, which need not say its wager again nor have an id."""
    name = game.document.wager(wager).name
    content = {"id": f"{wager}-own", "wager": wager} | toml_from(text, name, SENT_DOTS)
    if content["wager"] != wager:
        raise Faulty(name, [("wager", f"is {wager} here, not {content['wager']!r}")])
    return content


def as_toml(paytable: Paytable) -> str:
    """A paytable as one writes it: what `read_paytables` reads."""
    content = paytable_content(paytable)
    rows = content.pop("rows")
    lines = _lines(content)
    for row in rows:
        lines += ["", "[[rows]]", *_lines(row)]
    return "\n".join(lines) + "\n"


def _lines(values: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
