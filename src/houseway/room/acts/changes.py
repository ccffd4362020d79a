"""What each kind of journal entry changes at a table, besides the round itself."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.games import game as find_game
from houseway.room.store import ledger
from houseway.room.errors import Broken
from houseway.room.store.meters import seeded
from houseway.room.table.seats import ENDED, PLAYING, Place

if TYPE_CHECKING:
    from houseway.room.table.state import Live

Data = Mapping[str, Any]


def amendment(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a void or a correction tells everybody: what, why, and to which seat how much."""
    told = {"round": asked["round"], "what": asked["what"], "reason": asked["reason"]}
    return told | {key: asked[key] for key in ("seat", "cents") if key in asked}


def _opened(live: "Live", data: Data, _by: Any) -> None:
    live.game = find_game(data["game"])
    live.name = data["name"]
    live.given = dict(data["settings"])
    live.settings = live.game.document.configure(dict(data.get("defaults", {})) | live.given)
    live.places = {n: Place(n) for n in range(1, data["seats"] + 1)}
    live.take_shoe(data["shoe"]["id"], None, 0)
    live.meters, moves = seeded(live.id, live.game, live.settings)
    live.moves += moves


# ---------------------------------------------------------------------------------------------------- seats


def _sit(live: "Live", data: Data, by: int) -> None:
    live.places[data["seat"]] = Place(data["seat"], by, data["name"])
    live.say(f"{data['name']} sits down at seat {data['seat']}")


def _leave(live: "Live", data: Data, _by: int) -> None:
    live.say(f"{live.places[data['seat']].name} leaves seat {data['seat']}")
    _vacate(live, data["seat"])


def _add_bot(live: "Live", data: Data, _by: int) -> None:
    live.places[data["seat"]] = Place(data["seat"], name=f"Bot {data['seat']}", bot=True)
    live.say(f"a bot sits down at seat {data['seat']}")


def _remove_bot(live: "Live", data: Data, _by: int) -> None:
    _vacate(live, data["seat"])
    live.say(f"the bot leaves seat {data['seat']}")


def _vacate(live: "Live", seat: int) -> None:
    """A seat in the round is left until it ends; any other is free at once."""
    if live.phase == PLAYING and seat in live.setup.numbers:
        live.places[seat].left = True
    else:
        live.places[seat] = Place(seat)


def _place(live: "Live", person: int) -> Place:
    place = live.place_of(person)
    if place is None:
        raise Broken(f"person {person} has no seat at table {live.id}")
    return place


# ---------------------------------------------------------------------------------------------------- wagers and play


def _bet(live: "Live", data: Data, by: int) -> None:
    live.next_betting()
    place = _place(live, by)
    place.wagers, place.ready = {wager: cents for wager, cents in data["wagers"].items() if cents}, False


def _clear(live: "Live", _data: Data, by: int) -> None:
    live.next_betting()
    place = _place(live, by)
    place.wagers, place.ready = {}, False


def _ready(live: "Live", _data: Data, by: int) -> None:
    if live.phase == ENDED:
        live.next_betting()
    else:
        _place(live, by).ready = True


def _cut(live: "Live", data: Data, by: int) -> None:
    live.cut = data["position"]
    live.say(f"{_place(live, by).name} cuts the shoe at {data['position']}")


def _answer(_live: "Live", _data: Data, _by: int) -> None:
    """The answer stands among the entries."""


def _timeout(live: "Live", data: Data, _by: Any) -> None:
    live.next_betting()
    for seat in data.get("seats", ()):
        live.say(f"seat {seat} ran out of time: the house answers by the default")


# ---------------------------------------------------------------------------------------------------- supervisors


def _irregularity(live: "Live", data: Data, _by: int) -> None:
    who = f"seat {data['seat']}" if data["seat"] else "the dealer" if live.game.dealer_plays else "the round"
    live.calls.append({"kind": data["kind"], "seat": data["seat"], "reason": data["reason"]})
    live.say(f"a supervisor calls {data['kind'].replace('-', ' ')} on {who}: {data['reason']}")


def _pause(live: "Live", _data: Data, _by: int) -> None:
    live.paused = True
    live.say("the table is paused")


def _resume(live: "Live", _data: Data, _by: int) -> None:
    live.paused = False
    live.say("the table goes on")


def _close(live: "Live", _data: Data, _by: int) -> None:
    live.closed = True
    live.say("the table is closed")


def _request(live: "Live", data: Data, by: int) -> None:
    live.requests[live.version + 1] = dict(data) | {"by": by}
    live.say(f"a {data['what']} of round {data['round']} is asked for: {data['reason']}")


def _approve(live: "Live", data: Data, _by: int) -> None:
    asked = live.requests.pop(data["request"])
    lines = [(account, cents) for account, cents in data["lines"]]
    live.moves.append(ledger.movement(asked["what"], lines, asked["round"]))
    for wager in live.meters.exact:
        live.meters.exact[wager] += dict(lines).get(live.meters.account(wager), 0)
    if asked["round"] == live.last:
        live.amended.append(amendment(asked))
    live.say(f"the {asked['what']} of round {asked['round']} is approved")


Change = Callable[["Live", Data, Any], None]
CHANGES: Mapping[str, Change] = {
    "opened": _opened,
    "sit": _sit,
    "leave": _leave,
    "add-bot": _add_bot,
    "remove-bot": _remove_bot,
    "bet": _bet,
    "clear": _clear,
    "ready": _ready,
    "cut": _cut,
    "answer": _answer,
    "timeout": _timeout,
    "irregularity": _irregularity,
    "pause": _pause,
    "resume": _resume,
    "close": _close,
    "request": _request,
    "approve": _approve,
}
"""The kinds of entry in a table's journal, each with what it changes: one for every deed, and the opening."""
