"""What the lab's questions come to, computed in another process: each is told how to tell how far it is.

Every figure comes from `houseway.lab` as the command line asks it; here it is only put into words for a page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.document import WagerSpec
from houseway.document.paytables import parse_pay
from houseway.document.settings import Settings
from houseway.game import Game, Progress
from houseway.web.amounts import minus
from houseway.web.lab_fields import differing, keywords
from houseway.web.lab_names import value_named
from houseway.web.lab_offers import counts, refused
from houseway.web.lab_work import figures, images, in_languages
from houseway.web.own import as_toml
from houseway.web.v1_jobs import teller

if TYPE_CHECKING:
    from houseway.lab.design import Design, Wish
    from houseway.lab.protect import Protection
    from houseway.lab.session import Session
    from houseway.web.words import Language

Call = Callable[..., dict[str, Any]]


def worked(verb: str, given: Mapping[str, Any], told: str) -> dict[str, Any]:
    """A question, with its progress written where the server looks."""
    del verb
    asked = dict(given)
    call: Call = asked.pop("call")
    return call(teller(Path(told)), **asked)


def percent(value: Fraction | float | None, digits: int = 4) -> str:
    return "" if value is None else minus(f"{float(100 * value):.{digits}f} %")


def signed(value: Fraction | float | None) -> str:
    return "" if value is None else minus(f"{float(100 * value):+.4f} %")


# ------------------------------------------------------------------------------------------------ design


def designed(
    progress: Progress, *, game: Game, wager: str, settings: Settings, given: Mapping[str, str], wish: "Wish"
) -> dict[str, Any]:
    """The frontier of pays, each design with the text of its paytable."""
    from houseway.lab.design import frontier

    found = frontier(game, wager, wish, progress=progress, **given)
    awards = list(found.designs[0].pays) if found.designs else []
    labels = {row.award: row.label for row in settings.in_force(wager).rows}
    return {
        "json": found.json(),
        "heads": [labels.get(award, award) for award in awards],
        "designs": [_design(each, settings, wager, number) for number, each in enumerate(found.designs, 1)],
    }


def _design(each: "Design", settings: Settings, wager: str, number: int) -> dict[str, Any]:
    table = replace(settings.in_force(wager), id=f"{wager}-design-{number}")
    for award, pays in each.pays.items():
        pay = parse_pay(pays)
        assert pay is not None
        table = table.paying(award, pay)
    return {
        "pays": [str(pays) for pays in each.pays.values()],
        "edge": percent(each.odds.edge),
        "deviation": f"{sqrt(each.odds.variance or 0):.4f}",
        "hits": percent(each.hits, 2),
        "proved": each.proved,
        "toml": as_toml(table),
    }


# ------------------------------------------------------------------------------------------------ joint risk


def joined(
    progress: Progress,
    *,
    game: Game,
    settings: Settings,
    stakes: Mapping[str, Fraction],
    cents: int,
    rounds: int,
    bankroll: int,
) -> dict[str, Any]:
    """Several wagers of one seat together: the law of the sum, and a session of it."""
    from houseway.lab.joint import joint

    found = joint(game, stakes, settings, cents, progress)
    session = found.session(rounds, bankroll or None)
    wagers = list(stakes)
    names = {wager: game.document.wager(wager).name for wager in wagers}
    return {
        "json": found.json() | {"session": session.json()},
        "title": found.title,
        "edge": percent(found.edge),
        "deviation": f"{found.sd:.4f}",
        "independent": f"{found.as_if_independent:.4f}",
        "pairs": [
            (names[one], names[other], minus(f"{found.correlation(one, other):+.4f}"))
            for at, one in enumerate(wagers)
            for other in wagers[at + 1 :]
        ],
        "law": [(minus(f"{float(units):+g}"), f"{float(chance):.8f}") for units, chance in found.law.items()],
        "round": images(found.session(1).chart),
        "session": _session(session),
    }


def _session(session: "Session") -> dict[str, Any]:
    return {
        "rounds": f"{session.rounds:,}",
        "image": images(session.chart),
        "percentiles": [(name, minus(f"{float(units):+,.2f}")) for name, units in session.tabulated().rows],
        "notes": list(map(minus, session.notes())),
    }


# ------------------------------------------------------------------------------------------------ house ways


def way_told(
    progress: Progress, *, game: Game, settings: Settings, others: tuple[str, ...], best: int
) -> dict[str, Any]:
    """A house way line by line, or the best of so many lines."""
    told = game.workshop(settings, others, progress)
    told = told.best(best, progress) if best else told
    lines = [
        {
            "name": each.name,
            "says": each.says,
            "hands": f"{each.hands:,}",
            "often": percent(each.frequency),
            "without": percent(each.without),
            "worth": _worth(each.worth),
            "costs": each.worth is not None and each.worth < 0,
        }
        for each in told.told
    ]
    sure = {"proved": told.found.proved} if told.found is not None else {}
    return {
        "json": told.json(),
        "title": told.title,
        "edge": percent(told.edge),
        "exactly": f"{told.edge.numerator}/{told.edge.denominator}",
        "lines": lines,
        "notes": list(told.notes),
        "toml": told.toml(),
        "sheet": told.sheet(),
        **sure,
    }


def _worth(worth: Fraction | None) -> str:
    """With seven digits where four would round to nothing what is something."""
    small = worth is not None and 0 < abs(worth) < Fraction(1, 2_000_000)
    return minus(f"{float(100 * worth):+.7f} %") if worth is not None and small else signed(worth)


# ------------------------------------------------------------------------------------------------ game protection


def protected(game: Game, settings: Settings, wager: str, paytable: str, cut: Fraction, tags: int) -> dict[str, Any]:
    """What counting cards wins on one wager."""
    from houseway.lab.protect import protection

    ask = game.ask(wager, settings, paytable=paytable)
    table = ask.table()
    title = f"{wager}, {table.id}" if table is not None else wager
    return _protection(protection(title, game.deals(ask), cut=cut, most=tags))


def _protection(each: "Protection") -> dict[str, Any]:
    gain, offered = each.by_trigger, each.deals.offered
    wager, _, paytable = each.title.partition(", ")
    return {
        "wager": wager,
        "paytable": paytable,
        "title": each.title,
        "edge": percent(each.edge),
        "kinds": [(names, signed(effect), minus(f"{tag:+d}") if tag else "0") for names, effect, tag in each.grouped()],
        "counts": any(each.count.tags),
        "trigger": minus(f"{gain.trigger:+d}") if gain.per_hundred else "",
        "good": percent(gain.good, 2),
        "won": f"{gain.per_hundred:.3f}",
        "offered": (offered.numerator, offered.denominator) if offered < 1 else None,
        "of_offers": f"{each.per_hundred_offers:.3f}",
        "known": f"{each.known.per_hundred:.3f}",
        "correlation": f"{each.count.correlation:.4f}",
        "seats": [(seats, f"{won:.4f}") for seats, won in each.other_seats.items()],
        "cares": each.cares,
        "notes": list(each.notes()),
        "json": each.json(),
    }


def surveyed(
    progress: Progress, *, game: Game, settings: Settings, cut: Fraction, tags: int, every: bool
) -> dict[str, Any]:
    """All wagers of a game that can be counted, by the paytables in force or by every one."""
    from houseway.lab.protect import surveyed as survey

    found = survey(game, settings, cut=cut, most=tags, every=every, progress=progress)
    told = {each.title.partition(", ")[0] for each in found}
    return {
        "left": [(each.name, _left(game, settings, each)) for each in game.document.wagers if each.id not in told],
        "chosen": differing(settings),
        "cut": f"{float(100 * cut):g} %",
        "lines": [_protection(each) for each in found],
        "json": [each.json() for each in found],
    }


def _left(game: Game, settings: Settings, wager: WagerSpec) -> str:
    """Why a survey leaves a wager out."""
    if why := refused(game, settings, wager):
        return why
    if not wager.on_offer(settings):
        return "offered"
    return "" if counts(game, wager) else "played"


# ------------------------------------------------------------------------------------------------ settings


def by_values(game: Game, wager: str, settings: Settings, setting: str, given: Mapping[str, str]) -> dict[str, Any]:
    """The edge at every value of a setting, as a chart and as figures."""
    from houseway.lab.chart import by_setting as chart
    from houseway.lab.whatif import by_setting

    found = by_setting(game, wager, setting, {key.replace("_", "-"): value for key, value in given.items()})
    drawn = any(odds.edge is not None for _, odds in found)

    def drawn_in(own: "Language") -> Any:
        named = [(value_named(own, value, setting, game.document), odds) for value, odds in found]
        return chart(named, own.setting(setting), own.word)

    return {
        "rows": [
            {
                "value": value,
                "edge": percent(odds.edge),
                "hits": percent(odds.hit_frequency, 2),
                "deviation": "" if odds.variance is None else f"{sqrt(odds.variance):.4f}",
                "paytable": odds.paytable or "",
                "here": value == settings.show().get(setting),
            }
            for value, odds in found
        ],
        "image": in_languages(drawn_in) if drawn else {},
    }


def switched(
    progress: Progress, *, game: Game, wager: str, settings: Settings, given: Mapping[str, str]
) -> dict[str, Any]:
    """The rules as switches: what every other value of every setting is worth to the house, alone."""
    from houseway.lab.result import exact
    from houseway.lab.whatif import switches

    base = {key.replace("_", "-"): value for key, value in given.items()}
    found = switches(game, wager, base, progress)
    return {
        "rows": [(each.change.name, str(each.change.value), signed(each.in_turn)) for each in found],
        "json": [{"change": str(each.change), "alone": exact(each.in_turn)} for each in found],
    }


def side_by_side(
    progress: Progress,
    *,
    game: Game,
    wager: str,
    settings: Settings,
    changes: Sequence[tuple[str, str, str]],
    anew: bool,
) -> dict[str, Any]:
    """Two configurations of a wager, and what each difference is worth, as `houseway what-if` counts them."""
    from houseway.lab.whatif import Change, compared

    named = [Change(*each) for each in changes]
    found = compared(game, wager, keywords(settings), named, anew=anew, progress=progress)
    labels = {each.award: each.terms.label for side in (found.after, found.before) for each in side.outcomes}
    return {
        "sides": [figures(found.before), figures(found.after)],
        "labels": {award: label or award.replace("-", " ") for award, label in labels.items()},
        "moved": signed(found.moved),
        "worths": [(each.change, signed(each.alone), signed(each.in_turn)) for each in found.worths],
        "rows": [
            {"label": labels[award] or award.replace("-", " "), "cells": _cells(cells)}
            for award, *cells in found.tabulated().rows
        ],
        "json": found.json(),
    }


CELLS = ("+g", ".8f", "+.6f", "+g", ".8f", "+.6f", "+.6f")
"""How a line is told: pay, chance and return of the one, of the other, and the difference of the returns."""


def _cells(cells: Sequence[Fraction | None]) -> list[str]:
    """A line in words; a side on which the award never falls has nothing to tell."""
    told = ["" if each is None else minus(f"{float(each):{form}}") for each, form in zip(cells, CELLS, strict=True)]
    for side in (0, 3):
        if not cells[side] and not cells[side + 1]:
            told[side : side + 3] = [""] * 3
    return told


def settings_to_vary(settings: Settings) -> Sequence[str]:
    """The settings whose values can be gone through."""
    from houseway.lab.whatif import MANY, values_of

    kinds = ("flag", "choice", "integer", "ratio", "paytable")
    return [spec.id for spec in settings.specs if spec.type in kinds and 1 < len(values_of(spec)) <= MANY]
