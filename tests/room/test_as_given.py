"""The browser keeps a receipt for the answer that it gave: whatever games ask is compared with what was sent."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.games import OWN
from houseway.room import Command, Room
from houseway.room.commands.command import Done
from scripts import READ, ask_deno

from .test_bets_told import DOCUMENT

CODE = (
    f"{READ}{DOCUMENT}const {{ isAsGiven }} = await import(`${{S}}/receipts.js`);\n"
    "console.log(JSON.stringify(files.map((each) => isAsGiven(...each))));\n"
)


@pytest.mark.parametrize("game", OWN)
def test_a_receipt_is_for_the_answer_that_was_given(
    game: str,
    sqlite: str,
    opened: Callable[..., Room],
    sitting: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = opened(sqlite)
    table = sitting(room, game)
    given: list[tuple[Any, Any, Any]] = []
    do = room.do

    def noted(command: Command, *more: Any, **named: Any) -> Done:
        person = next(each for each in table.people if each.id == command.person)
        asked = next((each for each in table.view(person)["asked"] if each["yours"]), None)
        done = do(command, *more, **named)
        if command.kind == "answer":
            told = room.receipt(done)
            assert told is not None
            given.append((told["answer"], command.data["answer"], asked))
        return done

    monkeypatch.setattr(room, "do", noted)
    for _ in range(400):
        if len(given) >= 8:
            break
        table.step()
    assert given
    assert ask_deno(tmp_path, CODE, given) == [True] * len(given)
    others = [(told, other(sent), asked) for told, sent, asked in given]
    others += [(told | {"seat": told["seat"] + 1}, sent, asked) for told, sent, asked in given]
    others += [(told | {"wager": "another"}, sent, asked) for told, sent, asked in given]
    others += [(told, sent[::-1], asked) for told, sent, asked in given if isinstance(sent, list)]
    assert ask_deno(tmp_path, CODE, others) == [False] * len(others)


def other(sent: Any) -> Any:
    """Another answer than this one."""
    if isinstance(sent, list):
        first, second, *rest = sent
        return [[second[0], *first[1:]], [first[0], *second[1:]], *rest]
    return "another" if isinstance(sent, str) else sent + 100


def test_no_receipt_is_longer_or_deeper_than_a_room_writes_it(tmp_path: Path) -> None:
    """What is no receipt stopped the page where it read it, and the answer seemed not to have been given."""
    code = f"""{READ}{DOCUMENT}
const {{ isReceipt }} = await import(`${{S}}/receipts.js`);
const {{ canonical }} = await import(`${{S}}/signed.js`);
const {{ keyOf }} = await import(`${{S}}/ed25519.js`);
const {{ hex }} = await import(`${{S}}/sha256.js`);
const room = keyOf(new Uint8Array(32));
function receipt(more) {{
  const answer = {{ seat: 1, choose: "hit", ...more }};
  const told = {{ table: 1, entry: 5, at: "2026-01-02T03:04:05.678+00:00", answer }};
  const signature = hex(room.sign(new TextEncoder().encode(`houseway receipt\n${{canonical(told)}}`)));
  return {{ ...told, key: hex(room.open), signature }};
}}
const deep = receipt({{}});
deep.answer.more = JSON.parse("[".repeat(20000) + "]".repeat(20000));
const all = [receipt({{}}), receipt({{ more: "x".repeat(20000) }}), deep];
console.log(JSON.stringify(all.map((each) => isReceipt(each, {{ table: 1, entry: 5, answer: each.answer }}))));
"""
    assert ask_deno(tmp_path, code, None) == [True, False, False]
