"""What the options of a command choose: the game by its document, with its paytables and its settings."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from houseway.cli.files import is_file, name_of, text_of
from houseway.document.files import FileText
from houseway.errors import Faulty, HousewayError, IllegalSetting, UnknownName

if TYPE_CHECKING:
    from houseway.document.settings import Settings
    from houseway.game import Game


class Options(NamedTuple):
    """As typed: settings, decks, a document, a paytable and pays of one's own."""

    sets: list[str] | None = None
    decks: int | None = None
    document: str = ""
    paytable: str = ""
    pays: list[str] | None = None


class Chosen(NamedTuple):
    """A game with everything that was chosen in force, and its settings."""

    game: "Game"
    settings: "Settings"


def chosen(game: "Game", options: Options, wager: str = "", given: Mapping[str, object] | None = None) -> Chosen:
    """What the options make of a game; `given` are settings that stand unless an option changes them."""
    game = with_document(game, options.document)
    values = dict(given or {}) | settings_given(game, options)
    if options.paytable:
        game, values = _with_paytable(game, options.paytable, wager, values)
    if options.pays:
        game, values = _with_pays(game, options.pays, wager, values)
    return Chosen(game, game.configure(values))


def with_document(game: "Game", document: str) -> "Game":
    """The game by a document of one's own, where a file is named."""
    if not document:
        return game
    from houseway.document.reader import toml_from

    file = name_of(document)
    return game.with_document(game.read_document(toml_from(text_of(document), file), file))


def settings_given(game: "Game", options: Options) -> dict[str, object]:
    """The settings that the command line chooses, a content by the text of its file."""
    given: dict[str, object] = {}
    for each in options.sets or []:
        name, equals, value = each.partition("=")
        if not equals:
            raise IllegalSetting(f"--set takes NAME=VALUE, as in --set decks=6, not {each!r}")
        given[name.strip()] = _content(game, name.strip(), value.strip())
    if options.decks is not None:
        given["decks"] = options.decks
    return given


def _content(game: "Game", name: str, value: str) -> str:
    """A value, or the text of the file that it names where the setting is a content."""
    spec = next((spec for spec in game.document.settings if spec.id == name), None)
    if spec is None or spec.type != "content" or value in spec.choices:
        return value
    try:
        return FileText(text_of(value).rstrip("\n") + "\n", name_of(value))
    except Faulty as fault:
        known = ", ".join(spec.choices)
        raise IllegalSetting(f"{name} is {known}, or a file; {value}: {fault.faults[0][1]}") from None


def printed(game: "Game", paytable: str) -> bool:
    """Whether a paytable is meant by the id that the document prints."""
    return any(table.id == paytable for table in game.document.paytables) or not is_file(paytable)


def _with_paytable(
    game: "Game", paytable: str, wager: str, values: dict[str, object]
) -> tuple["Game", dict[str, object]]:
    """The game with a printed paytable, or with one of a file, in force."""
    if printed(game, paytable):
        table = game.document.paytable(paytable)
    else:
        from houseway.document.paytable_reader import paytable_from
        from houseway.document.reader import toml_from

        file = name_of(paytable)
        content = toml_from(text_of(paytable), file)
        table = paytable_from(content, file, game.document, game.awards(str(content.get("wager"))))
    if wager and table.wager != game.document.wager(wager).id:
        raise UnknownName(f"{table.id} is a paytable of {table.wager}, not of {wager}")
    return game.with_paytable(table), _without(values, table.wager)


def _with_pays(
    game: "Game", given: list[str], wager: str, values: dict[str, object]
) -> tuple["Game", dict[str, object]]:
    """The game with pays changed in the paytables in force; refused with all that is wrong with all of them."""
    from houseway.document.paytables import PLACE
    from houseway.document.variants import with_pays

    if wager:
        game.document.wager(wager)
    settings, faults = game.configure(values), []
    wanted: dict[str, dict[str, object]] = {}
    for each in given:
        try:
            of, award, amount = _pay(game, settings, each, wager)
        except HousewayError as fault:
            faults.append((each, str(fault)))
            continue
        if award in wanted.setdefault(of, {}):
            faults.append((each, f"{award} stands there twice: say it once"))
        wanted[of][award] = amount
    for of, pays in wanted.items():
        try:
            game = game.with_document(with_pays(game.configure(values), of, pays))
        except Faulty as fault:
            faults += [(place.removeprefix(PLACE), says) for place, says in fault.faults]
        except HousewayError as fault:
            faults.append((of, str(fault)))
        values = _without(values, of)
    if faults:
        raise Faulty("--pay", faults)
    return game, values


def _pay(game: "Game", settings: "Settings", text: str, wager: str) -> tuple[str, str, str]:
    """The wager, the award and the pay of `AWARD=PAY` or `WAGER:AWARD=PAY`."""
    award, equals, amount = text.rpartition("=")
    if not equals or not award.strip():
        raise IllegalSetting(f"--pay takes AWARD=PAY, as in --pay tie=9, not {text!r}")
    return *_named(game, settings, award.strip(), wager), amount.strip()


def _named(game: "Game", settings: "Settings", award: str, wager: str) -> tuple[str, str]:
    """The wager and the award that are meant: `WAGER:AWARD`, or an award that one paytable in force has."""
    before, colon, after = award.partition(":")
    if colon and any(each.id == before for each in game.document.wagers):
        return before, after
    if wager:
        return wager, award
    tables = [table for each in game.document.wagers if (table := settings.paytable(each.id)) is not None]
    fitting = [table.wager for table in tables if table.row(award) is not None]
    if not fitting:
        raise UnknownName("no paytable in force has a row of that award")
    if len(fitting) > 1:
        raise UnknownName(f"{' and '.join(fitting)} have it; say which, as in --pay {fitting[0]}:{award}=…")
    return fitting[0], award


def _without(values: dict[str, object], wager: str) -> dict[str, object]:
    """The settings but for the choice of a paytable that another one has taken the place of."""
    return {key: value for key, value in values.items() if key != f"{wager}-paytable"}
