"""The player's own number in the browser: what the page does where another bet of hers lies there than it made."""

from pathlib import Path
from typing import Any

import pytest

from scripts import BROWSER, READ, ask_deno

PLAY = f"""{BROWSER}{READ}
const {{ Numbers }} = await import(`${{S}}/numbers.js`);
const {{ commitment }} = await import(`${{S}}/puzzles.js`);
const {{ keyOf }} = await import(`${{S}}/ed25519.js`);
const {{ hex }} = await import(`${{S}}/sha256.js`);
const {{ canonical }} = await import(`${{S}}/signed.js`);
const ours = keyOf(new Uint8Array(32));
const [clock, steady] = [Date.now, performance.now.bind(performance)];
const seals = {{ mine: "c1", second: "c3", phone: "c5", house: "c7" }};
const seal = (name) => name === "none" ? null : {{ modulus: name === "bad" ? "zz" : seals[name], base: "2" }};
const commitOf = (name) => name === "" ? null : commitment(seal(name));
const fresh = (name) => ({{ commit: commitOf(name), seal: seal(name), factor: name }});
const usual = {{ two: "house", cut: 0, pays: "3:2" }};
let house = usual; // what is told of it at its seat, of the cut and of the settings
const named = new Map(Object.keys(seals).map((name) => [commitOf(name), name]));

function viewOf(version, phase, lies, sealed, told_after, told_round = 7) {{
  const up = ["a bot", "signed out", "elsewhere", "Bea", "left"].includes(lies);
  const wagers = lies === null || (up && lies !== "left") ? {{}} : {{ main: 500 }};
  const name = ["a bot", "elsewhere"].includes(lies) ? "Bot 1" : "Ann";
  const seats = [{{ number: 1, you: !up, name, wagers, commit: up ? null : commitOf(lies ?? "") }}];
  const laid = lies === "left" ? {{}} : {{ main: 500 }};
  const there = {{ number: 3, you: true, name: lies === "Bea" ? lies : "Ann", wagers: laid, commit: null }};
  if (["elsewhere", "Bea", "left"].includes(lies)) seats.push(there);
  seats.push({{ number: 2, wagers: {{ main: 500 }}, commit: house.long ?? commitOf(house.two) }});
  const told = sealed && Object.entries(sealed).map(([seat, name]) =>
    ({{ seat: Number(seat), seal: name === "" ? null : seal(name), open: false }}));
  const round = ["playing", "ended"].includes(phase) ? told_round : null;
  const numbers = told && {{ turns: 2 ** 25, all: phase === "playing", seats: told }};
  const shoe = {{ root: "ab", size: 52, left: 52, cut: house.cut, gone: "0" }};
  const set = {{ game: "", settings: {{ blackjack: house.pays }}, contents: {{}}, displayed: [] }};
  const so = [[13, 7], [90, 19]].findLast(([from]) => version >= from)?.[1] ?? 6; // rounds 7 and 19 were begun then
  const after = told_after ?? so;
  const told_shoe = house.bare ? null : shoe;
  return {{ version: version || undefined, phase, round, after, seats, numbers, shoe: told_shoe, table: 1, ...set }};
}}

/** What the room says to a bet, or to one that is taken back. */
function doneBy({{ wagers, commit, signed: {{ signature: _signature, ...bet }} }}, version, room = ours) {{
  const at = new Date().toISOString().replace("Z", "+00:00");
  const told = {{ table: 1, entry: version, at, bet: {{ ...bet, wagers, commit }} }};
  const signature = hex(room.sign(new TextEncoder().encode(`houseway receipt\n${{canonical(told)}}`)));
  return {{ version, receipt: {{ ...told, key: hex(room.open), signature }} }};
}}

async function play(steps) {{
  kept.clear();
  const [warned, sent] = [[], []];
  house = usual;
  let signer = ours;
  let shown = null; // what the room shows who looks anew
  const line = {{
    view: viewOf(4, "betting", null),
    async act(what) {{
      sent.push(what);
      if (slow === what) await new Promise(() => {{}});
      if (refusals-- > 0) throw new Error("refused");
    }},
    async look() {{
      if (shown === null) throw new Error("the line is lost");
      if (shown.length > 0) line.view = view = viewOf(...shown);
      numbers.take(view, view);
    }},
  }};
  let [slow, refusals, asked] = ["", 0, null];
  const begin = () => new Numbers(1, line, (words) => warned.push(words));
  let numbers = begin();
  let [view, later, passed] = [null, 0, 0];
  const [bets, signs] = [{{}}, []];
  Date.now = () => clock() + later;
  performance.now = () => steady() + passed;
  for (const [what, ...given] of steps) {{
    if (what === "bet") {{
      const [name, version, silent] = given;
      numbers.next = Promise.resolve(fresh(name));
      bets[name] = await numbers.bet({{ main: 500 }});
      if (bets[name] === null) {{
        sent.push("no bet");
        continue;
      }}
      const done = silent === true || silent === "silent" ? {{ version }} : doneBy(bets[name], version, signer);
      if (silent === "deep") done.receipt.bet.more = JSON.parse("[".repeat(20000) + "]".repeat(20000));
      if (version !== undefined) numbers.acknowledged(bets[name], done, view);
    }} else if (what === "back") {{
      const sent = asked = numbers.takeBack();
      const [version, silent] = given;
      const done = silent ? {{ version }} : sent.signed && doneBy({{ wagers: {{}}, commit: "", ...sent }}, version);
      signs.push(sent.signed !== undefined);
      if (version !== undefined) numbers.takenBack(sent, done);
    }} else if (what === "got up") numbers.takenBack(asked, {{ version: given[0] }});
    else if (what === "refused" && given.length === 0) numbers.stays(asked ?? {{}}, true);
    else if (what === "refused") bets[given[0]] && numbers.refused(bets[given[0]]);
    else if (what === "unanswered") numbers.stays(asked ?? {{}}, false);
    else if (what === "answer") numbers.acknowledged(bets[given[0]], doneBy(bets[given[0]], given[1]), view);
    else if (what === "again") numbers = begin();
    else if (what === "older") {{ // pages kept commitments alone before
      const before = JSON.parse(kept.get("houseway.number.1") ?? "{{}}");
      kept.set("houseway.number.1", JSON.stringify({{ ...before, refused: given.map(commitOf) }}));
      numbers = begin();
    }} else if (what === "other window") line.view = viewOf(given[0], "betting", null);
    else if (what === "house") house = {{ ...house, ...given[0] }};
    else if (what === "refuse") refusals = given[0];
    else if (what === "slow") slow = given[0];
    else if (what === "look again") {{
      shown = given[0] === "lost" ? null : given;
      await numbers.lookAgain(given[1] === "and views come" ? {{}} : null);
    }}
    else if (what === "another room") kept.set("houseway.log", JSON.stringify({{ key: "cd".repeat(32) }}));
    else if (what === "another key") signer = keyOf(new Uint8Array(32).fill(1));
    else if (what === "clock") later += 1000 * given[0];
    else if (what === "later") [later, passed] = [later + 1000 * given[0], passed + Math.max(0, 1000 * given[0])];
    else {{
      const next = line.view = viewOf(what, ...given);
      try {{
        numbers.take(view, next);
      }} catch (fault) {{
        if (!house.bare) throw fault;
      }}
      view = next;
    }}
    await new Promise((done) => setTimeout(done));
  }}
  const notes = JSON.parse(kept.get("houseway.commits") ?? "{{}}");
  const {{ room: _room, sealed: _sealed, ...noted }} = notes["round 8"] ?? notes["round 7"] ?? {{}};
  const receipts = JSON.parse(kept.get("houseway.bets") ?? "{{}}")["1 6"] ?? [];
  const own = receipts.map((each) => named.get(each.bet.commit) ?? "");
  if (signs.length) sent.push(signs.some((each) => each) ? "signed back" : "back");
  const told = noted.commit === undefined
    ? null
    : {{ ...noted, commit: named.get(noted.commit), closing: noted.closing !== null }};
  return [warned, sent, told, own];
}}

const found = [];
for (const steps of files) found.push(await play(steps));
console.log(JSON.stringify(found));
Deno.exit(0);
"""

Steps = list[list[Any]]
BET = ["bet", "mine", 5]
BOTH, NEITHER = {"1": "mine", "2": "house"}, {"1": "", "2": ""}
SEALED = [[7, "sealing", "mine", NEITHER], [8, "sealing", "mine", {"1": "mine", "2": ""}]]

PLAYED, LATE = [9, "playing", "mine", BOTH], ["answer", "mine", 5]

AGAIN = {"1": "second", "2": "house"}

HONEST: dict[str, Steps] = {
    "she plays": [BET, [5, "betting", "mine"], *SEALED, [9, "playing", "mine", BOTH], [11, "playing", "mine"]],
    "a view comes before its acknowledgement": [[5, "betting", None], [6, "betting", "mine"], ["bet", "mine", 6]],
    "a bet is refused, and the one before lies there": [BET, ["bet", "second"], [6, "betting", "mine"], *SEALED],
    "she sits out": [BET, [5, "betting", "mine"], SEALED[0], [8, "playing", None, {"2": "house"}], [12, "ended", None]],
    "she takes it back, and bets on her phone": [BET, [5, "betting", "mine"], ["back", 6], [7, "betting", "phone"]],
    "she plays on her phone what she did not here": [
        *(BET, [5, "betting", "mine"], ["back", 6], [7, "sealing", "phone", NEITHER], [9, "playing", "phone"]),
    ],
    "her phone is there before the answer": [BET, [5, "betting", "mine"], ["back"], [7, "betting", "phone"]],
    "she cannot take it back": [BET, [5, "betting", "mine"], ["back"], ["refused"], [6, "betting", "mine"]],
    "nobody knows whether it was taken back, and it was not": [
        *(BET, [5, "betting", "mine"], ["back"], ["unanswered"], [6, "betting", "mine"], *SEALED, PLAYED),
    ],
    "what lay there was not hers any more": [
        *(BET, [5, "betting", "mine"], ["later", 301], [6, "betting", None], ["back", 7, "silent"]),
    ],
    "she was signed out elsewhere": [BET, [5, "betting", "mine"], [6, "betting", "signed out"]],
    "somebody else plays in this browser": [BET, [5, "betting", "mine"], [6, "betting", "Bea"]],
    "the house frees her seat when she was silent for long": [
        *(BET, [5, "betting", "mine"], ["later", 301], [6, "betting", "a bot"]),
    ],
    "a window that is behind is refused a bet": [
        *(BET, [5, "betting", "mine"], *SEALED, PLAYED, [12, "ended", "mine"], [13, "betting", None]),
        *(["bet", "second", 14], ["other window", 5], ["bet", "phone"], ["refused", "phone"], ["other window", 14]),
        *(["back", 15], ["bet", "mine", 16], [16, "betting", "mine"]),
    ],
    "she takes it back, and bets anew": [
        *(BET, [5, "betting", "mine"], ["back", 6], ["bet", "second", 7], [7, "betting", "second"]),
    ],
    "the answer comes when her number is open": [["bet", "mine"], [5, "betting", "mine"], *SEALED, PLAYED, LATE],
    "the answer comes in the next round": [
        *(["bet", "mine"], [5, "betting", "mine"], *SEALED, PLAYED, [12, "ended", "mine"], [13, "betting", None], LATE),
        *(["bet", "second", 14], [14, "betting", "second"]),
    ],
    "the answer has come, and another window shows the round before": [
        *(BET, [5, "betting", "mine"], *SEALED, PLAYED),
        *(["other window", 13], ["bet", "second", 14], [11, "playing", "mine"]),
        [14, "betting", "second"],
    ],
    "she sits down where another's stakes lie": [BET, [5, "betting", "mine"], ["again"], [90, "ended", "house"]],
    "another window is behind": [
        BET,
        [5, "betting", "mine"],
        *SEALED,
        [9, "betting", None],
        [8, "sealing", "mine", BOTH],
    ],
    "this page slept, she sat out and got up elsewhere": [
        *(BET, [5, "betting", "mine"], [9, "playing", "a bot", {"2": "house"}]),
    ],
    "she changes her bet, and it is played": [
        *(BET, [5, "betting", "mine"], ["bet", "second", 6], [6, "betting", "second"]),
        *([7, "sealing", "second", NEITHER], [8, "sealing", "second", {"1": "second", "2": ""}]),
        *(
            [9, "playing", "second", AGAIN],
            [10, "playing", "second", AGAIN],
            ["again"],
            [11, "playing", "second", AGAIN],
        ),
    ],
    "a window wakes, and its stream brings what was before": [
        *(BET, [5, "betting", "mine"], ["later", 11], ["again"], [4, "betting", "a bot"], [6, "betting", "mine"]),
        *(["look again"],),
    ],
    "an older page was refused a bet, and her seat is empty": [
        *(["older", "second"], [5, "betting", None], BET, [5, "betting", "mine"], *SEALED, PLAYED),
        *([12, "ended", "mine"], [13, "betting", None]),
    ],
    "an older page was refused a bet, and she sits there when a round has ended": [
        *(["older", "second"], [12, "ended", None], [13, "betting", None]),
    ],
    "she looks on at what she does on her phone": [[7, "sealing", "phone", NEITHER], [9, "playing", "phone"]],
}
PHONE: dict[str, Steps] = {
    "the round was not begun, and she bets the next one on her phone": [
        *(BET, [5, "betting", "mine"], *SEALED, [9, "betting", None], ["later", 301], [11, "betting", "phone"]),
        *([12, "sealing", "phone", NEITHER], [12, "playing", "phone", {"1": "phone", "2": "house"}]),
    ],
    "she bets anew on her phone, when hers no longer binds": [
        *(BET, [5, "betting", "mine"], [6, "betting", None], ["later", 301], [7, "betting", "phone"]),
    ],
    "she bets on her phone, and nobody knows whether it was taken back here": [
        *(BET, [5, "betting", "mine"], ["back"], ["unanswered"], [6, "betting", None], [7, "betting", "phone"]),
        *([8, "sealing", "phone", NEITHER], [9, "playing", "phone", {"1": "phone", "2": "house"}]),
    ],
    "nobody answers, and the page is loaded again": [
        *(BET, [5, "betting", "mine"], ["back"], ["again"], [6, "betting", "mine"], [9, "playing", "house"]),
    ],
    "the clock of the phone is an hour behind": [
        *(BET, [5, "betting", "mine"], ["clock", -3600], [7, "betting", "phone"]),
    ],
    "the clock is set back by minutes, and hers no longer binds": [
        *(BET, [5, "betting", "mine"], ["later", 301], ["clock", -180], [7, "betting", "phone"]),
    ],
    "nobody answers to her bet, and another is played": [
        *(["bet", "mine"], [7, "sealing", "house", NEITHER], [9, "playing", "house", {"1": "house", "2": "house"}]),
    ],
    "nobody answers when she takes it back, and another is played": [
        *(BET, [5, "betting", "mine"], ["back"], [7, "sealing", "house", NEITHER]),
        [9, "playing", "house", {"1": "house", "2": "house"}],
    ],
    "she bets anew while this page slept": [BET, [5, "betting", "mine"], [14, "sealing", "phone", NEITHER]],
    "she plays while this page slept": [BET, [5, "betting", "mine"], [19, "playing", "phone"]],
}
HOUSE: dict[str, Steps] = {
    "a bet that it has refused is played": [
        *(BET, [5, "betting", "mine"], ["bet", "second"], ["refused", "second"], [7, "sealing", "second", NEITHER]),
    ],
    "a bet that it has refused is played, and no other lay there": [
        *(["bet", "second"], ["refused", "second"], [7, "sealing", "second", NEITHER]),
    ],
    "a bet that it has refused an older page is played": [
        *(["older", "second"], [5, "betting", None], [7, "sealing", "second", NEITHER]),
    ],
    "a bet that it has refused is played, and hers was taken back": [
        *(BET, [5, "betting", "mine"], ["back", 6], [6, "betting", None], ["bet", "second"], ["refused", "second"]),
        *([8, "sealing", "second", NEITHER], [8, "betting", "second"]),
    ],
    "an earlier round is told to have come before": [
        *(
            BET,
            [5, "betting", "mine"],
            [7, "sealing", "house", NEITHER, 5],
            [9, "playing", "house", {"1": "house", "2": "house"}, 5],
        ),
    ],
    "she is told to have got up, after an earlier round": [
        *(BET, [5, "betting", "mine"], [6, "betting", "a bot", None, 5]),
    ],
    "she is told to have got up when the round has begun": [
        *(BET, [5, "betting", "mine"], [9, "sealing", "a bot", NEITHER]),
    ],
    "she is told to have got up, and the answer told a version far ahead": [
        *(["bet", "mine", 1004], [5, "betting", "mine"], ["later", 20], [6, "betting", "a bot"]),
    ],
    "she is told to have got up": [BET, [5, "betting", "mine"], [6, "betting", "a bot"]],
    "she is told to sit elsewhere": [BET, [5, "betting", "mine"], [6, "betting", "elsewhere"]],
    "another bet lies there while hers binds the seat": [
        *(BET, [5, "betting", "mine"], [6, "betting", None], ["later", 280], [9, "betting", "house"]),
    ],
    "another is played while this page slept": [BET, [5, "betting", "mine"], [9, "playing", "house"]],
    "an older bet is put back": [BET, [5, "betting", "mine"], ["bet", "second", 6], [7, "betting", "mine"]],
    "what she took back is played": [
        *(BET, [5, "betting", "mine"], ["back", 6], [7, "sealing", "mine", NEITHER]),
    ],
    "it is left out, and the answer told a version that had not come": [
        *(["bet", "mine", 50], [5, "betting", "mine"], [6, "sealing", "", {"2": ""}]),
        [7, "playing", "", {"2": "house"}],
    ],
    "nobody brings a number": [BET, [5, "betting", "mine"], [6, "playing", ""]],
    "it is left out when bets are closed": [
        *(BET, [5, "betting", "mine"], [6, "sealing", "", {"2": ""}], [7, "playing", "", {"2": "house"}]),
    ],
    "it is left out at once": [
        BET,
        [5, "betting", ""],
        [7, "sealing", "", {"2": ""}],
        [9, "playing", "", {"2": "house"}],
    ],
    "it is left out before that was acknowledged": [[5, "betting", ""], BET, [9, "ended", ""]],
    "it is told to lie there and not waited for": [BET, [5, "betting", "mine"], [6, "sealing", "mine", {"2": ""}]],
    "it is left out, and the answer tells a version that never comes": [
        *(["bet", "mine", 10**9], [5, "betting", "mine"], [6, "sealing", "", {"2": ""}]),
        [7, "playing", "", {"2": "house"}],
    ],
    "it is left out, and the answer tells none": [
        *(["bet", "mine", None], [5, "betting", "mine"], [6, "playing", ""]),
    ],
    "another stands in its place": [
        *(BET, [5, "betting", "house"], [7, "sealing", "house", NEITHER]),
        [9, "playing", "house", {"1": "house", "2": "house"}],
    ],
    "another is sealed in its place": [
        *(BET, [5, "betting", "mine"], *SEALED),
        [9, "playing", "house", {"1": "house", "2": "house"}],
    ],
    "what was sealed for no round is played by": [
        *(BET, [5, "betting", "mine"], *SEALED, [9, "betting", None], [30, "playing", "mine", BOTH]),
    ],
}
SWAPPED = "another's is swapped"
CLOSED = [BET, [5, "betting", "mine"], *SEALED, PLAYED]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """By what happens: what the page warns of, what it sends, and what it notes of the round."""
    swapped = [BET, [5, "betting", "mine"], *SEALED, [9, "playing", "mine", {"1": "mine", "2": "phone"}]]
    every = HONEST | PHONE | HOUSE | {SWAPPED: swapped}
    found = ask_deno(tmp_path_factory.mktemp("page"), PLAY, list(every.values()))
    return dict(zip(every, found, strict=True))


@pytest.mark.parametrize("what", HONEST)
def test_nothing_is_said_where_what_lies_there_is_hers(what: str, played: dict[str, Any]) -> None:
    assert played[what][0] == []
    name = next((each[2] for each in HONEST[what] if each[0] == 9 and len(each) > 3 and each[3] in (BOTH, AGAIN)), None)
    name = "mine" if what == "she plays" else name
    assert played[what][2] == (None if name is None else {"commit": name, "closing": True})


def test_it_stays_shut_where_another_s_is_not_the_one_that_was_committed_to(played: dict[str, Any]) -> None:
    ((warning,), sent, noted, _) = played[SWAPPED]
    assert "is not the one that was committed to before yours was sealed" in warning
    assert (sent, noted) == (["seal"], {"commit": "mine", "closing": True})


def test_a_round_that_was_closed_is_not_taken_back(tmp_path: Path) -> None:
    """A house that dislikes what the numbers give tells that bets are open again, and plays another round."""
    retold = [10, "betting", None, None, 6]
    again = [
        *(*CLOSED, retold, ["bet", "second", 11], ["back"]),
        *([14, "playing", "second", AGAIN, 6, 8], [20, "ended", "second", None, 6, 8]),
    ]
    ended = [*CLOSED, [12, "ended", "mine"], [13, "betting", None, None, 6], ["bet", "second", 14], ["back", 15]]
    loaded = [*CLOSED, ["again"], [11, "betting", None, None, "6"], ["bet", "second", 11]]
    going_on = [*CLOSED, [12, "ended", "mine"], [13, "betting", None], ["bet", "second", 14], [14, "betting", "second"]]
    first, second, third, honest = ask_deno(tmp_path, PLAY, [again, ended, loaded, going_on])
    for warned, *_ in (first, second, third):
        assert "Round 7 was dealt with your number" in warned[0]
    assert first[1] == ["seal", "open", "no bet", "back"]
    assert first[2] == {"commit": "mine", "closing": False, "again": True}
    assert second[1] == ["seal", "open", "no bet", "back"]
    assert third[1] == ["seal", "open", "no bet"]
    assert honest[:2] == [[], ["seal", "open"]]


def test_a_round_that_is_taken_back_by_other_numbers_is_found(tmp_path: Path) -> None:
    """Of a round that is told by an older number, after another one than the bet was laid for, or in older versions."""
    bet = [BET, [5, "betting", "mine"]]
    lower = [*bet, *SEALED, [9, "playing", "mine", BOTH, 6, 3]]
    other = [*bet, [7, "sealing", "mine", NEITHER, 5], [9, "playing", "mine", BOTH, 5, 6]]
    loaded = [*CLOSED, ["again"], [8, "betting", None, None, 6], ["look again"]]
    first, second, third = ask_deno(tmp_path, PLAY, [lower, other, loaded])
    assert first[:2] == [["Your bet was laid after round 6, and this round is told to be another."], ["seal"]]
    assert second[:2] == [first[0], []]
    assert "Round 7 was dealt with your number" in third[0][0]


def test_another_room_at_the_same_address_is_played_in(tmp_path: Path) -> None:
    """Once its log was looked at: this browser knows by its key that it is another."""
    here = [*CLOSED, ["again"], [2, "betting", None, None, 0], ["bet", "second", 3]]
    there = [*CLOSED, ["another room"], ["again"], [2, "betting", None, None, 0], ["bet", "second", 3, "silent"]]
    ((_, one, *_), (_, two, *_)) = ask_deno(tmp_path, PLAY, [here, there])
    assert (one, two) == (["seal", "open", "no bet"], ["seal", "open"])


def test_another_room_is_played_in_where_the_key_of_the_first_came_late(tmp_path: Path) -> None:
    """With the answer to her bet, when its round was closed: what was closed before is of that key's room."""
    closed = [["bet", "mine"], *CLOSED[1:], LATE]
    anew = [20, "betting", None, None, 0]
    here = [*closed, anew, ["bet", "second", 21]]
    there = [*closed, ["another room"], ["again"], anew, ["bet", "second", 21, "silent"]]
    by_log = [["bet", "mine"], *CLOSED[1:], ["another room"], anew, ["bet", "second", 21]]  # the first that it has seen
    found = ask_deno(tmp_path, PLAY, [here, there, by_log])
    assert [sent for _, sent, *_ in found] == [["seal", "open", "no bet"], ["seal", "open"], ["seal", "open", "no bet"]]
    assert [any("Round 7 was dealt" in each for each in warned) for warned, *_ in found] == [True, False, True]


def test_nothing_is_signed_once_a_number_is_sealed(tmp_path: Path) -> None:
    """What it is opened to could be known: another bet, or one that was taken back, would be chosen by it."""
    sealed = [BET, [5, "betting", "mine"], *SEALED, ["bet", "second"], ["back"]]
    ((warned, sent, *_),) = ask_deno(tmp_path, PLAY, [sealed])
    assert (warned, sent) == ([], ["seal", "no bet", "back"])


def test_a_number_that_was_sealed_for_long_and_served_nothing_is_told_of(tmp_path: Path) -> None:
    sealed = [BET, [5, "betting", "mine"], *SEALED]
    resumed, left_out = [9, "betting", None], [9, "playing", None, {"2": "house"}]
    found = ask_deno(
        tmp_path, PLAY, [[*sealed, ["later", wait], end] for wait in (7, 1) for end in (resumed, left_out)]
    )
    assert [len(warned) for warned, *_ in found] == [1, 1, 0, 0]
    assert all("had been sealed for 7 s when" in warned[0] for warned, *_ in found[:2])


def test_a_receipt_that_others_would_not_take_is_told_of(tmp_path: Path) -> None:
    bets = [["bet", "mine", 5], [5, "betting", "mine"]]
    other = [*bets, ["another key"], ["bet", "second", 6]]
    late = [["clock", 300], *bets]
    ((one, *_), (two, *_), (three, *_)) = ask_deno(tmp_path, PLAY, [other, late, [*bets, ["bet", "second", 6]]])
    assert ["signed with another key" in each for each in one] == [True]
    assert ["clock and your browser's are 300 s apart" in each for each in two] == [True]
    assert three == []


def test_what_is_certain_of_a_round_is_not_made_doubtful(tmp_path: Path) -> None:
    """Else the page of its proof would not refuse it any more."""
    unsealed = [9, "playing", "house", {"1": "house", "2": "house"}]
    steps = [BET, [5, "betting", "mine"], unsealed, ["bet", "second"], [10, "playing", "phone", {"1": "phone"}]]
    ((_, _, noted, _),) = ask_deno(tmp_path, PLAY, [steps])
    assert noted == {"commit": "mine", "closing": False, "again": False}


def test_it_is_sealed_and_opened_once(played: dict[str, Any]) -> None:
    assert played["she plays"][1] == ["seal", "open"]
    assert played["a bet is refused, and the one before lies there"][1] == ["seal"]
    assert played["she sits out"][1] == ["seal"]


@pytest.mark.parametrize("what", PHONE)
def test_a_bet_from_another_device_is_not_called_a_fault(what: str, played: dict[str, Any]) -> None:
    warned, sent, noted, _ = played[what]
    assert warned
    assert all("if you have not bet from another device" in each for each in warned)
    assert "open" not in sent
    assert noted is None or noted == {"commit": "mine", "closing": False, "doubt": True}


@pytest.mark.parametrize("what", HOUSE)
def test_a_number_that_the_house_drops_is_missed(what: str, played: dict[str, Any]) -> None:
    """She is warned when it is seen, if need be before bets are closed, and the proof of the round will not hold."""
    warned, sent, noted, _ = played[what]
    assert warned
    assert not any("another device" in each for each in warned)
    assert "open" not in sent
    if any(step[1] in ("playing", "ended") for step in HOUSE[what]):
        again = what.startswith("what was sealed")
        assert noted == {"commit": "mine", "closing": False, "again": again}


def acknowledged(steps: Steps) -> list[str]:
    """What lay there last by the room's word, of what was laid after round 6; "" where it was taken back."""
    found, after, laid = [], 6, False
    for step in steps:
        if isinstance(step[0], int) or step[0] == "other window":
            version = step[0] if isinstance(step[0], int) else step[1]
            after = 19 if version >= 90 else 7 if version >= 13 else 6
        elif step[0] == "bet" and after == 6:
            laid = True
            found += step[1:2] if len(step) == 3 and step[2] is not None else []
        elif step[0] == "answer":
            found.append(step[1])
        elif step[0] == "back" and len(step) == 2 and laid and after == 6:
            found.append("")
    return found[-1:]


@pytest.mark.parametrize("what", HONEST | PHONE | HOUSE)
def test_the_receipt_is_kept_as_it_comes(what: str, played: dict[str, Any]) -> None:
    """By it the house has signed which bet lay there, whatever it tells later: of a round, or that she has got up."""
    assert played[what][3] == acknowledged((HONEST | PHONE | HOUSE)[what])


@pytest.mark.parametrize("how", ["silent", "deep"])
def test_who_has_no_receipt_is_told_so(how: str, tmp_path: Path) -> None:
    """Nor one that a browser reads: a field in a field, so deep that nothing of it is read, is no word of the room."""
    steps = [["bet", "mine", 5, how], [5, "betting", "mine"], *SEALED, [9, "playing", "mine", BOTH]]
    ((warned, sent, noted, kept),) = ask_deno(tmp_path, PLAY, [steps])
    assert ["without a receipt that holds" in each for each in warned] == [True]
    assert (sent, noted, kept) == (["seal", "open"], {"commit": "mine", "closing": True}, [])
