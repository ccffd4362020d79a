"""The ruling computed again, where houseway is installed beside this."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .hashes import Json, canonical

if TYPE_CHECKING:
    from houseway.round.questions import Entry, Question
    from houseway.round.record import Record


def ruled_again(record: Json) -> list[str] | None:
    """What houseway finds when it rules on the round itself; None where it is not installed."""
    try:
        from houseway.errors import HousewayError
        from houseway.round.auditing import audit_record
        from houseway.round.questions import Draw, default_of
        from houseway.round.record import read, settle
    except ImportError:
        return None
    found = [str(finding) for finding in audit_record(json.dumps(record))]
    try:
        of = read(record)
    except HousewayError:
        return found  # which says so
    if posted_faults(record):
        found.append("its paytables are not those that its document and its settings have")
    if not found and record.get("document", {}).get("hash", "") != of.game.document.hash:
        found.append("it does not name the document that it is ruled by, whose hash a closing holds")
    lines = [] if found else settle(of).entries
    asked = [each for each, _ in lines if isinstance(each, Draw)]
    told = [(each["least"], each["most"], each["dice"]) for each in record.get("draws", [])]
    if "draws" in record and not found and [(each.least, each.most, each.dice) for each in asked] != told:
        found.append("the numbers are told with other bounds or dice than the rules draw them with")
    for at in [each["line"] for each in record.get("answers", ()) if lines and each["by"] == "house"]:
        question, entry = lines[at] if at < len(lines) else (None, None)
        if question is None or entry is None or entry.answer != default_of(question):
            found.append(f"the house has answered in line {at}, and not as is prescribed for who does not")
    return [*found, *_late_faults(of, lines, record), *_bot_faults(of, lines, record)]


def _bot_faults(of: "Record", lines: "Sequence[tuple[Question | None, Entry]]", record: Json) -> Iterator[str]:
    """Answers of bots that are not those of this houseway's bot: who knows the shoe could steer by others.

    Of another version's bot nothing is known, and what one thinks about for long is not thought again.
    """
    from houseway import __version__
    from houseway.round.driver import Driver

    if record.get("engine") != __version__ or of.game.bots_think:
        return
    driver, bots = Driver(of.game.round, of.setup), {e["line"] for e in record.get("answers", ()) if e["by"] == "bot"}
    for at, (question, entry) in enumerate(lines):
        bot = of.game.bot(question, driver.standing, of.setup) if at in bots and question is not None else entry.answer
        if entry.answer != bot:
            yield f"a bot has answered in line {at}, and not as houseway's bots do"
        driver.enter(entry)


def posted_faults(record: Json) -> bool:
    """Whether a record tells other paytables than follow from its document and its settings, which a closing holds."""
    from houseway.errors import HousewayError
    from houseway.round.codec import paytables_json
    from houseway.round.record import read

    try:
        bare = read({key: value for key, value in record.items() if key != "paytables"})
    except HousewayError:
        return True
    posted = paytables_json(bare.game.posted(bare.setup.settings))
    return "paytables" in record and canonical(record["paytables"]) != canonical(posted)


def of_the_house(record: Json) -> str:
    """Whose document a round was ruled by, where it is none that houseway comes with; for who has houseway."""
    from houseway.errors import HousewayError
    from houseway.round.record import of_a_version_that_ships, read

    try:
        document = read(record).game.document
    except HousewayError:
        return ""
    if of_a_version_that_ships(document):
        return ""
    return f" of a document of the house's own, {document.hash[:12]}, which is NOT the approved one: compare them"


def _late_faults(of: "Record", lines: "Sequence[tuple[Question | None, Entry]]", record: Json) -> Iterator[str]:
    """Seats whose time is told to have run out in one entry, and that the rules ask one after the other."""
    from houseway.round.driver import Driver

    driver, told = Driver(of.game.round, of.setup), {each["line"]: each for each in record.get("answers", ())}
    together: dict[int, Sequence[Question]] = {}
    for at, (question, entry) in enumerate(lines):
        late = told.get(at, {})
        if late:
            together.setdefault(late["entry"], driver.asked)
        if late.get("why") == "time" and question not in together[late["entry"]]:
            yield f"the time of seat {late['seat']} is told to have run out in line {at}, before it was asked"
        driver.enter(entry)
