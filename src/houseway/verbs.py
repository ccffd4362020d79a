"""What a program may ask of houseway, as plain data in and out: the verbs of `/v1` and of the MCP server.

Each is a function of texts, numbers and mappings that answers what `--json` prints on the command line. What may not be
is refused with a `HousewayError`: a sentence that names the clause or the field.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import houseway as hw
from houseway.document.variants import paytable_content
from houseway.errors import UnknownName
from houseway.game import Game, Progress
from houseway.round.record import read_text, record_from
from houseway.round.record import settle as ruled

Json = dict[str, Any]


def games() -> list[Json]:
    """Every game: its wagers, its settings with their bounds, and the paytables of each wager."""
    return [
        {
            "id": game.id,
            "name": game.name,
            "summary": game.document.summary,
            "document": game.document.hash,
            "wagers": [
                {
                    "id": wager.id,
                    "name": wager.name,
                    "clause": wager.clause,
                    "has_odds": wager.analysed,
                    "paytables": [table.id for table in game.document.paytables_of(wager.id)],
                }
                for wager in game.document.wagers
            ],
            "settings": [
                {"id": each.id, "type": each.type, "default": each.show(each.default), "bounds": each.bounds}
                for each in game.document.settings
            ],
        }
        for game in hw.games()
    ]


def rules(game: str, clause: str = "") -> Json:
    """The clauses of a game's approved document in our own words, its interpretations and paytables; or one clause."""
    found = hw.game(game)
    clauses = [each for each in found.document.clauses if not clause or each.id == clause]
    if not clauses:
        known = ", ".join(each.id for each in found.document.clauses)
        raise UnknownName(f"{found.name} has no clause {clause!r}; its clauses are {known}")
    ids = {each.id for each in clauses}
    return {
        "game": found.id,
        "source": vars(found.document.source),
        "clauses": [{"id": each.id, "says": each.says, "procedure": each.procedure} for each in clauses],
        "interpretations": [
            {"id": each.id, "question": each.question, "chosen": each.choice, "evidence": each.evidence}
            for each in found.document.rulings
            if not clause or ids & set(each.clauses)
        ],
        "paytables": [paytable_content(each) for each in found.document.paytables if not clause or each.clause in ids],
    }


def odds(
    game: str,
    wager: str,
    settings: Mapping[str, Any] | None = None,
    paytable: str = "",
    pays: Mapping[str, Any] | None = None,
    meter: str = "",
    stake: str = "",
) -> Json:
    """The exact return of a wager: outcomes with their combinations, edge, hit frequency, standard deviation.

    Settings, pays and amounts are texts, as on the command line: `{"decks": "6"}`, `{"tie": "9"}`, `"25.00"`.
    """
    asked: Json = {"paytable": paytable, "pays": dict(pays or {}), "meter": meter or None, "stake": stake or None}
    return odds_told(None, game, wager, settings or {}, asked)


def odds_told(progress: Progress, game: str, wager: str, settings: Mapping[str, Any], asked: Mapping[str, Any]) -> Json:
    """The same, telling `progress` how much of it is done."""
    found = hw.game(game)
    return found.odds(wager, progress=progress, **asked, **_keywords(found, settings)).json()


def refuse_odds(game: str, wager: str, settings: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Refuse at once what `odds_told` would refuse after its turn has come: nothing is counted."""
    found = hw.game(game)
    more = {key: asked[key] for key in ("meter", "stake")}
    found.asking(wager, paytable=asked["paytable"], pays=asked["pays"], asked=more, **_keywords(found, settings))


def settle(record: Mapping[str, Any] | str) -> Json:
    """The ruling on a dealt round: who is paid what, under which clause, and why.

    The record is its fields, a text of TOML or JSON, or a round in one line, as in
    `pan9 8d: Kd2c4h | 25+5: 6h2dAs`. The name of a file is none of these: nothing is opened.
    """
    from houseway.disputes.line import looks_so, record_of

    if isinstance(record, str):
        return ruled(record_from(record_of(record)) if looks_so(record) else read_text(record)).json()
    return ruled(record_from(dict(record))).json()


def set_hand(game: str, cards: str, dealer: str = "", settings: Mapping[str, Any] | None = None, top: int = 5) -> Json:
    """How to set a hand, as in `9c 9d 4h Kc`: the house's way with its rule, and the best ways with their worth."""
    found = hw.game(game)
    return found.set(cards, dealer, top=top, **_keywords(found, settings)).json()


def verify(game: str) -> Sequence[Json]:
    """Every figure that a game's document prints, computed: printed, computed, the reading used, agrees or not."""
    return verify_told(None, game)


def verify_told(progress: Progress, game: str) -> Sequence[Json]:
    """The same, telling `progress` how much of it is done."""
    return [check.json() for check in hw.game(game).verify(progress)]


def _keywords(game: Game, settings: Mapping[str, Any] | None) -> Json:
    """Settings as `Game.odds` and `Game.set` take them, beside what else is asked: refused first by the document."""
    given = {key.replace("_", "-"): value for key, value in (settings or {}).items()}
    game.configure(given)
    return {key.replace("-", "_"): value for key, value in given.items()}
