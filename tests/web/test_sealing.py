"""A seal is one fact of a round, and so is its closing: what the page does where a house wants another afterwards."""

from pathlib import Path
from typing import Any

import pytest
from test_leaving import left
from test_own_number import AGAIN, BET, BOTH, CLOSED, NEITHER, PLAY, PLAYED, SEALED, Steps

from scripts import BROWSER, READ, ask_deno

LAID = [BET, [5, "betting", "mine"]]
CLOSING, SEALING, OVER = [7, "sealing", "mine", NEITHER], [8, "sealing", "mine", NEITHER], [11, "playing", "mine"]
REFUSED = [*LAID, ["refuse", 1], CLOSING, ["later", 60]]
UNOPENED = [*LAID, *SEALED, ["refuse", 9], PLAYED]
AHEAD = [*LAID, [99, "sealing", "mine", NEITHER, 6]]
LEFT_OUT, WAITED_FOR = [8, "playing", None, {"2": "house"}], [9, "sealing", "mine", NEITHER]
REOPENED = [10, "betting", None]
OTHER = ["house", {"two": "phone"}]
SWAPPED = [9, "playing", "mine", {"1": "mine", "2": "phone"}]

OTHERWISE = "when other numbers were committed to"
LAST = "the last number came 60 s after yours was sealed"
NOT_DEALT = "had been sealed for %s s when the round was told without it"
UNSEEN = "and this page has not seen its round"
NOT_COMMITTED = "is not the one that was committed to before yours was sealed: yours is not opened"
SET = "not set any more as it was when you bet"

FIXED: dict[str, tuple[Steps, list[str], list[str]]] = {
    "the seal is refused, and another number is committed to": (
        [*REFUSED, OTHER, SEALING, SWAPPED, OVER],
        [OTHERWISE],
        ["seal"],
    ),
    "the seal is refused, and nothing else happens for a minute": (
        [*REFUSED, SEALING, PLAYED, OVER],
        [LAST],
        ["seal", "seal", "open"],
    ),
    "the seal is refused, and another seat sits out after a minute": (
        [*REFUSED, [8, "sealing", "mine", {"1": ""}], [9, "playing", "mine", {"1": "mine"}], OVER],
        [LAST],
        ["seal", "seal", "open"],
    ),
    "the seal is refused, and a minute later she sits out": (
        [*REFUSED, SEALING, [9, "playing", None, {"2": "house"}]],
        [NOT_DEALT % 60],
        ["seal", "seal"],
    ),
    "the last number comes after a minute, and her clock was set back": (
        [*LAID, *SEALED, ["later", 60], ["clock", -3600], PLAYED, OVER],
        [LAST],
        ["seal", "open"],
    ),
    "the page is loaded again, and another number is committed to": (
        [*LAID, CLOSING, ["later", 60], ["again"], OTHER, SEALING, SWAPPED, OVER],
        [OTHERWISE],
        ["seal"],
    ),
    "the page is loaded again, and the last number comes after a minute": (
        [*LAID, CLOSING, ["again"], ["later", 60], SEALING, PLAYED, OVER],
        [LAST],
        ["seal", "seal", "open"],
    ),
    "another bet of hers is sealed when the first was": (
        [*LAID, ["bet", "second"], CLOSING, [8, "sealing", "second", NEITHER], [9, "playing", "second", AGAIN]],
        [OTHERWISE],
        ["seal"],
    ),
    "a number is told that is none": (
        [*LAID, CLOSING, [9, "playing", "mine", {"1": "mine", "2": "bad"}], [12, "ended", "mine"]],
        [NOT_COMMITTED],
        ["seal"],
    ),
    "a number is told that is not there": (
        [*LAID, CLOSING, [9, "playing", "mine", {"1": "mine", "2": "none"}], [12, "ended", "mine"]],
        [NOT_COMMITTED],
        ["seal"],
    ),
    "the opening is refused, and another cut told": (
        [*LAID, CLOSING, ["refuse", 1], PLAYED, ["house", {"cut": 37}], [10, "playing", "mine", BOTH], OVER],
        ["Round 7 was closed before, otherwise"],
        ["seal", "open"],
    ),
    "the opening is refused, and another round told to a page that is loaded again, in older versions": (
        [
            *LAID,
            *SEALED,
            ["refuse", 9],
            PLAYED,
            [99, "playing", "mine", BOTH, 6],
            ["again"],
            [20, "playing", "mine", BOTH, 6, 8],
        ],
        ["Round 7 was dealt with your number"],
        ["seal", "open", "open"],
    ),
    "her bet lies there sealed, and bets are told to be open": (
        [*LAID, *SEALED, [9, "betting", "mine"], ["back", 10]],
        ["with your bet lying there this table is told to take bets"],
        ["seal", "back"],
    ),
    "the round is over as it begins, and she was not in it": (
        [*LAID, CLOSING, ["later", 10], [12, "ended", None], [13, "betting", None]],
        [NOT_DEALT % 10],
        ["seal"],
    ),
    "another round is told to have come": (
        [*LAID, CLOSING, ["later", 10], [13, "betting", None], ["bet", "second"]],
        [UNSEEN],
        ["seal"],
    ),
    "she is told to sit out, in older versions": (
        [
            *LAID,
            [99, "sealing", "mine", NEITHER, 6],
            ["later", 10],
            ["again"],
            [9, "playing", None, {"2": "house"}],
            ["look again"],
        ],
        [NOT_DEALT % 10],
        ["seal"],
    ),
    "she is told to sit out at once, then to be waited for, and to sit out after a minute": (
        [*LAID, ["refuse", 9], CLOSING, ["later", 1], LEFT_OUT, WAITED_FOR, ["later", 60], [10, *LEFT_OUT[1:]]],
        [NOT_DEALT % 61],
        ["seal", "seal"],
    ),
    "the round is told to have ended at once, then to wait for her, and bets are open after a minute": (
        [*LAID, ["refuse", 9], CLOSING, ["later", 1], [8, "ended", None], WAITED_FOR, ["later", 60], REOPENED],
        [NOT_DEALT % 61],
        ["seal", "seal"],
    ),
    "she is told to sit out at once, and bets are open after a minute": (
        [*LAID, CLOSING, ["later", 1], LEFT_OUT, ["again"], ["later", 60], REOPENED],
        [NOT_DEALT % 61],
        ["seal"],
    ),
    "she is told to sit out at once, and of another round after a minute": (
        [*LAID, CLOSING, ["later", 1], LEFT_OUT, ["later", 60], [9, "playing", None, {"2": "house"}, 6, 8]],
        [NOT_DEALT % 61],
        ["seal"],
    ),
    "she is told to sit out of an older round at once, and of another after a minute": (
        [*LAID, CLOSING, ["later", 1], [*LEFT_OUT, 6, -1], ["later", 60], [9, "playing", None, {"2": "house"}]],
        [NOT_DEALT % 61],
        ["seal"],
    ),
    "she is told to sit out at once, and to be waited for in older versions": (
        [
            *(*LAID, ["refuse", 9], CLOSING, ["later", 1], [99, "playing", None, {"2": "house"}, 6], ["again"]),
            *([9, "sealing", "mine", NEITHER], ["look again"], ["later", 60], [10, "betting", None], ["look again"]),
        ],
        [NOT_DEALT % 61],
        ["seal", "seal", "seal"],
    ),
    "a view without a version gives her bet back, and a minute later it lies there with another number": (
        [
            *(
                *LAID,
                CLOSING,
                ["later", 1],
                [0, "betting", None],
                ["later", 60],
                OTHER,
                [9, "sealing", "mine", NEITHER],
            ),
            *([10, "sealing", "mine", SEALED[1][3]], [11, *SWAPPED[1:], 6]),
        ],
        [OTHERWISE],
        ["seal"],
    ),
    "another round is told to have come at once": (
        [*LAID, CLOSING, ["later", 1], [13, "betting", None], ["later", 60], [14, "betting", None]],
        [UNSEEN],
        ["seal"],
    ),
    "so much is told of others that nothing more could be noted": (
        [*LAID, ["house", {"long": "x" * 30000}], CLOSING],
        [],
        [],
    ),
    "she is told to have left": (
        [*LAID, *SEALED, ["later", 60], [10, "playing", "signed out"], [12, "ended", "signed out"]],
        [UNSEEN],
        ["seal"],
    ),
    "the table is set otherwise while her bet lies": (
        [*LAID, ["house", {"pays": "6:5"}], [6, "betting", "mine"], CLOSING, PLAYED],
        [SET],
        ["seal", "open"],
    ),
    "the table is set otherwise when bets are closed, for a page that is loaded again": (
        [*LAID, ["again"], ["house", {"pays": "6:5"}], CLOSING, PLAYED],
        [SET],
        ["seal", "open"],
    ),
}
"""What a house does, what the page says to it, and what it sends."""

HONEST: dict[str, tuple[Steps, list[str]]] = {
    "the answer to her seal is lost": ([*LAID, ["refuse", 1], CLOSING, SEALED[1], PLAYED, OVER], ["seal", "open"]),
    "her seal is lost, and sent again": (
        [*LAID, ["refuse", 1], CLOSING, SEALING, SEALED[1], PLAYED, OVER],
        ["seal", "seal", "open"],
    ),
    "somebody gets up before her seal is there": (
        [*LAID, ["refuse", 1], CLOSING, [8, "sealing", "mine", {"1": ""}], [9, "playing", "mine", {"1": "mine"}], OVER],
        ["seal", "seal", "open"],
    ),
    "the page is loaded again when bets are closed": (
        [*LAID, CLOSING, ["again"], SEALING, PLAYED, OVER],
        ["seal", "seal", "open"],
    ),
    "the answer to her opening is lost": ([*LAID, *SEALED, ["refuse", 1], PLAYED, OVER], ["seal", "open"]),
    "her opening is lost, and sent again when the page was loaded again": (
        [*LAID, *SEALED, ["refuse", 1], PLAYED, ["later", 8], ["again"], [10, "playing", "mine", BOTH], OVER],
        ["seal", "open", "open"],
    ),
    "another window is behind, where somebody who has got up sits still": (
        [
            *LAID,
            ["house", {"two": ""}],
            [8, "sealing", "mine", {"1": ""}],
            ["again"],
            ["house", {"two": "house"}],
            CLOSING,
            [9, "playing", "mine", {"1": "mine"}],
            OVER,
        ],
        ["seal", "open"],
    ),
    "another window opens it": (
        [*LAID, *SEALED, ["slow", "open"], PLAYED, ["later", 8], ["again"], PLAYED, [13, "betting", None]],
        ["seal", "open", "open"],
    ),
    "the room is slow to answer, and the round goes on": (
        [*LAID, *SEALED, ["later", 2], ["slow", "open"], PLAYED, ["later", 2], OVER, [12, "ended", "mine"]],
        ["seal", "open"],
    ),
    "nobody else plays, and all bet anew": (
        [
            *LAID,
            *SEALED,
            [9, "betting", None],
            ["bet", "second", 10],
            [10, "betting", "second"],
            [11, "sealing", "second", NEITHER],
            [12, "playing", "second", AGAIN, 6],
        ],
        ["seal", "seal", "open"],
    ),
    "she sat out, and bets later": (
        [
            *LAID,
            CLOSING,
            [9, "playing", None, {"2": "house"}],
            ["later", 60],
            [12, "ended", None],
            [13, "betting", None],
            ["bet", "second", 14],
            [14, "betting", "second"],
        ],
        ["seal"],
    ),
    "she sat out, another window is behind, and she bets later": (
        [
            *(*LAID, CLOSING, LEFT_OUT, ["again"], [7, "sealing", "mine", NEITHER], ["again"], LEFT_OUT),
            *(["later", 60], [12, "ended", None], [13, "betting", None], ["bet", "second", 14]),
        ],
        ["seal", "seal"],
    ),
    "she sat out, and this page slept while others played two rounds": (
        [*LAID, CLOSING, LEFT_OUT, ["later", 60], [90, "betting", None], ["bet", "second", 91]],
        ["seal"],
    ),
    "her clock is set forward before the last number is there": (
        [*LAID, *SEALED, ["clock", 3600], PLAYED, OVER],
        ["seal", "open"],
    ),
    "her clock is set forward before nobody else plays": (
        [*LAID, *SEALED, ["clock", 5], [9, "betting", None]],
        ["seal"],
    ),
    "the round was over at once, and she bets later": (
        [*LAID, CLOSING, [12, "ended", None], ["later", 60], [13, "betting", None], ["bet", "second", 14]],
        ["seal"],
    ),
    "the answer to her bet comes when her number is open, before the answer to that": (
        [["bet", "mine"], LAID[1], *SEALED, ["slow", "open"], PLAYED, OVER, ["answer", "mine", 5]],
        ["seal", "open"],
    ),
    "she gets up in one window before her bet was acknowledged, and another sees it first": (
        [["bet", "mine"], LAID[1], ["back"], ["answer", "mine", 5], ["again"], [6, "betting", "a bot"]],
        ["signed back"],
    ),
    "she asks twice to get up, and the second is refused as the first was done": (
        [*LAID, ["back"], ["back"], ["refused"], [6, "betting", "a bot"]],
        ["signed back"],
    ),
    "she gets up as bets are closed, and that comes when her bet is played": (
        [*LAID, ["back"], *SEALED, PLAYED, ["got up", 10]],
        ["seal", "open", "signed back"],
    ),
    "her number was found while this page slept, and she has sat down at another seat": (
        [*LAID, *SEALED, ["later", 20], [11, "playing", "signed out"], [12, "playing", "left"]],
        ["seal"],
    ),
    "it is set otherwise between two rounds": (
        [
            *CLOSED,
            [12, "ended", "mine"],
            ["house", {"pays": "6:5"}],
            [12, "ended", "mine"],
            ["bet", "second", 14],
            [14, "betting", "second"],
        ],
        ["seal", "open"],
    ),
}
"""What happens in a room that is honest, and what the page sends."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    every = {what: steps for what, (steps, *_) in (FIXED | HONEST).items()}
    return dict(zip(every, ask_deno(tmp_path_factory.mktemp("page"), PLAY, list(every.values())), strict=True))


@pytest.mark.parametrize("what", FIXED)
def test_what_was_sealed_or_closed_is_not_made_another(what: str, played: dict[str, Any]) -> None:
    _, told, sends = FIXED[what]
    warned, sent, *_ = played[what]
    assert [one for one in told if not any(one in each for each in warned)] == []
    assert (len(warned), sent) == (len(told), sends)


@pytest.mark.parametrize("what", HONEST)
def test_nothing_is_said_of_an_honest_room(what: str, played: dict[str, Any]) -> None:
    _, sends = HONEST[what]
    assert played[what][:2] == [[], sends]


NOTES = PLAY.replace("return [warned, sent, told, own];", "return [sent, Object.values(notes)];")
"""What it sends, and what it notes."""


def test_a_seal_that_came_late_is_noted_for_the_page_of_the_proof(tmp_path: Path) -> None:
    """What the table says of it is gone after half a minute, whoever looked."""
    ((sent, notes),) = ask_deno(tmp_path, NOTES, [[*LAID, *SEALED, ["later", 60], PLAYED, OVER]])
    assert (sent, [note["late"] for note in notes]) == (["seal", "open"], [60])


def test_another_round_without_her_tells_nothing_of_the_one_that_she_sealed_for(tmp_path: Path) -> None:
    """Her number was found and played while this page slept: the page of the proof refused that round."""
    asleep = [*LAID, *SEALED, ["later", 60], [20, "playing", None, {"2": "house"}, 7, 8]]
    seat_left = [*LAID, *SEALED, [8, "betting", "mine"], [11, "playing", "left"]]
    (one, two) = ask_deno(tmp_path, NOTES, [asleep, seat_left])
    assert [note["sealed"].get("out") for _, notes in (one, two) for note in notes] == [None, None]
    back = [*LAID, *SEALED, ["later", 20], ["again"], [11, "playing", "signed out"], [12, "ended", "mine"]]
    for warned, _, noted, _ in ask_deno(tmp_path, PLAY, [asleep, back]):
        assert [UNSEEN in each for each in warned] == [True]
        assert noted is None


def test_who_asked_twice_for_her_bet_and_was_refused_once_may_have_it(tmp_path: Path) -> None:
    """The second was refused as the first was done, and what lies there now is from her phone. Refused twice it is not,
    and nothing else lies there but by a word of the house."""
    twice = [*LAID, ["back"], ["back"], ["refused"]]
    phone = [[6, "betting", None], ["later", 20], [8, "betting", "phone"]]
    once, refused = ask_deno(tmp_path, PLAY, [[*twice, *phone], [*LAID, ["back"], ["refused"], *phone]])
    assert ["if you have not bet from another device" in each for each in once[0]] == [True]
    assert ["another was put in its place" in each for each in refused[0]] == [True]


def test_a_bet_that_is_sealed_is_not_taken_back_without_a_receipt(tmp_path: Path) -> None:
    """A house that has the seal, and what takes the bet back, would choose by the deal which of the two counts."""
    ((warned, *_),) = ask_deno(tmp_path, PLAY, [[*LAID, ["back"], *SEALED, ["got up", 9]]])
    assert ["without a receipt that holds" in each for each in warned] == [True]


def test_what_was_noted_of_a_seal_first_stands(tmp_path: Path) -> None:
    code = f"""{BROWSER}{READ}
const {{ noteRound, noteSeal, notedOf }} = await import(`${{S}}/noted.js`);
const told = () => notedOf(7, {{ seals: [{{ commit: "01" }}] }}).sealed.root;
const found = [];
for (const then of [() => noteSeal("01", {{ root: "a" }}), () => noteRound(7, {{ commit: "01", closing: "c" }})]) {{
  then();
  noteSeal("01", {{ root: "b" }});
  found.push(told());
}}
noteRound(8, {{ commit: "01", closing: "d" }});
console.log(JSON.stringify([...found, notedOf(8).sealed ?? null]));
"""
    assert ask_deno(tmp_path, code, None) == ["a", "a", None]


def test_what_is_doubtful_of_a_round_hides_no_seal_for_it(tmp_path: Path) -> None:
    """A house may call a round of another table by that number, where it puts a bet in place of hers."""
    notes = {"round 8": {"commit": "01", "closing": None, "doubt": True}, "seal 02": {"commit": "02", "sealed": {}}}
    code = f"""{BROWSER}{READ}
const {{ notedOf }} = await import(`${{S}}/noted.js`);
kept.set("houseway.commits", JSON.stringify(files));
console.log(JSON.stringify(["01", "02", "03"].map((commit) => notedOf(8, {{ seals: [{{ commit }}] }}).commit)));
"""
    assert ask_deno(tmp_path, code, notes) == ["01", "02", "01"]


def test_what_stood_there_is_noted_before_it_is_sealed(tmp_path: Path) -> None:
    """A view that is none stops the page where it is read: the next one finds nothing sealed that was not noted."""
    steps = [*LAID, ["house", {"bare": True}], CLOSING, ["house", {"bare": False}], [8, *CLOSING[1:]]]
    ((sent, notes),) = ask_deno(tmp_path, NOTES, [steps])
    assert sent == ["seal"]
    assert [note["sealed"]["root"] for note in notes] == ["ab"]


def test_nobody_gets_up_by_the_key_from_a_bet_that_was_sealed(tmp_path: Path) -> None:
    assert left(tmp_path, [*LAID, *SEALED, [9, "betting", "mine"]])[0]["sent"] == []


def test_a_round_is_not_taken_back_where_the_room_s_key_comes_late(tmp_path: Path) -> None:
    """The answer to the first bet in a room, and with it the room's key, is held back until the number is open."""
    late = [["bet", "mine"], [5, "betting", "mine"], *SEALED, PLAYED, ["answer", "mine", 5]]
    ((warned, sent, *_),) = ask_deno(tmp_path, PLAY, [[*late, [10, "betting", None, None, 6], ["bet", "second"]]])
    assert "Round 7 was dealt with your number" in warned[0]
    assert sent == ["seal", "open", "no bet"]


def test_a_bet_that_was_refused_is_known_until_its_round_is_closed(tmp_path: Path) -> None:
    names = [f"bet {number}" for number in range(12)]
    more = ", ".join(f'"{name}": "{0xD1 + 2 * at:x}"' for at, name in enumerate(names))
    refused = [step for name in names for step in (["bet", name], ["refused", name])]
    steps = [*refused, [6, "betting", names[0]], [7, "sealing", names[0], NEITHER]]
    ((warned, sent, *_),) = ask_deno(tmp_path, PLAY.replace("const seals = {", f"const seals = {{ {more},"), [steps])
    assert ["it was left out, or another was put in its place" in each for each in warned] == [True]
    assert sent == []


def test_a_view_is_judged_when_the_room_was_asked_anew(tmp_path: Path) -> None:
    """A window whose line is lost shows what was: that the table stands there still nobody has said."""
    behind = [*CLOSED, ["again"], [8, "sealing", "mine", {"1": "mine", "2": "house"}], ["later", 10]]
    looks = [["look again", "lost"], ["look again", *OVER], ["look again"], ["look again", "lost", "and views come"]]
    lost, there, *back = ask_deno(tmp_path, PLAY, [[*behind, look] for look in looks])
    assert (lost[0], there[0]) == ([], [])
    assert ["Round 7 was dealt with your number" in warned[0] for warned, *_ in back] == [True, True]


def test_a_line_that_is_lost_once_or_has_caught_up_tells_nothing(tmp_path: Path) -> None:
    """A machine wakes, its line does not yet, and what it saw before it slept is no word of the room."""
    older = [8, "sealing", "mine", {"1": "mine", "2": "house"}]
    behind = [*CLOSED, ["again"], older, [8, *older[1:]], ["look again", "lost"]]
    later = PLAY.replace("const line = {", "setTimeout = (f) => (timers.push(f), timers.length);\n  const line = {")
    later = later.replace("const found = [];", "const timers = [];\nconst found = [];").replace(
        "await new Promise((done) => setTimeout(done))", "for (let at = 0; at < 9; at++) await null"
    )
    later = later.replace("return [warned, sent, told, own];", "return [warned, numbers.look !== null];")
    assert ask_deno(tmp_path, later, [behind, [*behind, OVER]]) == [[[], True], [[], False]]


def test_of_a_room_made_anew_the_last_rounds_stay_noted(tmp_path: Path) -> None:
    """Its rounds are numbered from 1, and an object has its whole numbers by size."""
    code = f"""{BROWSER}{READ}
const {{ noteRound, noteSeal, notedOf, roundNoted }} = await import(`${{S}}/noted.js`);
kept.set("houseway.commits", JSON.stringify({{ 999: {{ commit: "older", closing: "a" }} }}));
const older = roundNoted(999);
noteSeal("c1", {{ commits: {{ 1: "c1" }} }});
for (let round = 1000; round < 1310; round++) noteRound(round, {{ commit: `c${{round}}`, closing: "a" }});
for (let round = 1; round < 6; round++) noteRound(round, {{ commit: `d${{round}}`, closing: "a" }});
const notes = Object.keys(JSON.parse(kept.get("houseway.commits")));
console.log(JSON.stringify([older, notes.length, notes[0], [1, 2, 3, 4, 5].every((round) => notedOf(round))]));
"""
    older, length, first, all_ = ask_deno(tmp_path, code, None)
    assert older == {"commit": "older", "closing": "a"}
    assert (length, first, all_) == (300, "round 1015", True)
