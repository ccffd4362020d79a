"""Whether a return table pays what the paytable of the document that it names prints."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

TO_ONE = {"to 1": 0, "for 1": 1}
"""The bases of paytables that tell pays as ratios, and what of them is the wager itself."""

RATIO = re.compile(r"\d{1,12}(?:\.\d{1,6})?(?:/\d{1,12})?", re.ASCII)
PERCENT = re.compile(r"(\d{1,2}(?:\.\d{1,3})?)%", re.ASCII)

Pays = Sequence[tuple[str, Fraction]]
"""What a table tells to be paid, by award."""


def printed_pays(document: dict[str, Any], table: dict[str, Any]) -> dict[str, Fraction]:
    """What each award pays by the paytable, besides the wager; dollars and shares of a meter cannot be compared."""
    ours = (table.get("paytable"), table.get("wager"))
    named = [each for each in document.get("paytable", []) if (each["id"], each["wager"]) == ours]
    found = {"lose": Fraction(-1)} if named and table.get("stands_apart") else {}
    for row in named[0]["rows"] if named and named[0]["basis"] in TO_ONE else ():
        text = str(row["pays"]).replace(",", "").replace(":", "/")
        if text in ("push", "lose"):
            found[row["award"]] = Fraction(-1 if text == "lose" else 0)
        elif RATIO.fullmatch(text):
            found[row["award"]] = Fraction(text) - TO_ONE[named[0]["basis"]]
    return found


def commission(settings: dict[str, Any]) -> Fraction:
    """The part of what is won that the settings take; where it was taken `paid_said` says so."""
    told = PERCENT.fullmatch(str(settings.get("commission")))
    return Fraction(told[1]) / 100 if told else Fraction(0)


def paid_faults(printed: dict[str, Fraction], share: Fraction, pays: Pays) -> Iterator[str]:
    """What is told to be paid otherwise than is printed, and than that less the commission."""
    for award, pay in pays:
        print_ = printed.get(award)
        if print_ is not None and pay not in (print_, print_ * (1 - share) if print_ > 0 else print_):
            yield f"{award} pays {pay}, and by the paytable of the document {print_}"


def paid_said(printed: dict[str, Fraction], share: Fraction, pays: Pays) -> tuple[str, str]:
    """After which commission pays are told, and what of them nothing in the package gives, in words."""
    after = any(pay > 0 and award in printed and pay == printed[award] * (1 - share) for award, pay in pays)
    missing = [award for award, _ in pays if award not in printed]
    told = "what is paid" if len(missing) == len(pays) else f"what is paid for {', '.join(missing)}"
    return f", pays after a commission of {float(100 * share):g} %" if after and share else "", told if missing else ""
