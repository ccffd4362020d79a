"""Signing out: which keys of a browser get up for its player, and which would undo a bet that is played."""

from pathlib import Path
from typing import Any

from test_own_number import BET, CLOSED, PLAY, SEALED

from scripts import ask_deno

LEAVE = (
    PLAY.split("const found = [];")[0]
    + """
const found = [];
for (const [at, { steps, refused }] of files.entries()) {
  await play(steps);
  Date.now = clock;
  const sent = [];
  let leave = null;
  const form = { addEventListener: (_submit, then) => leave = then, submit() {} };
  document.querySelectorAll = () => [form];
  globalThis.fetch = async (_path, { body }) => {
    sent.push(JSON.parse(body).data.signed ?? null);
    const now = JSON.parse(kept.get("houseway.number.1")); // another window bets at another seat
    kept.set("houseway.number.1", JSON.stringify({ ...now, hands: [...now.hands, { secret: "ab", nth: 1 }] }));
    return new Response(JSON.stringify(refused ? { error: "no" } : { version: 99 }), { status: refused ? 422 : 200 });
  };
  const told = { enumerable: true, configurable: true };
  const names = { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => told };
  Object.defineProperty(globalThis, "localStorage", { value: new Proxy(storage, names), configurable: true });
  await import(`${S}/leaving.js?${at}`);
  await leave({ preventDefault() {} });
  const { laid, hands } = JSON.parse(kept.get("houseway.number.1") ?? "{}");
  found.push({ sent, going: laid?.going ?? null, hands: hands?.map(({ nth, going }) => [nth, going]) });
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
}
console.log(JSON.stringify(found));
Deno.exit(0);
"""
)


def left(folder: Path, *steps: list[list[Any]], refused: bool = False) -> list[Any]:
    """What a browser sends of its own when its player signs out after these steps, and what it keeps of its bet."""
    found: list[Any] = ask_deno(folder, LEAVE, [{"steps": each, "refused": refused} for each in steps])
    return found


def test_who_signs_out_before_bets_are_closed_gets_up_by_the_key(tmp_path: Path) -> None:
    ((signed,),) = [each["sent"] for each in left(tmp_path, [BET, [5, "betting", "mine"]])]
    assert (signed["after"], signed["seat"]) == (6, 1)


def test_nothing_is_signed_of_a_bet_that_is_sealed_or_played(tmp_path: Path) -> None:
    """The house would have her signature under what undoes a bet whose cards it knows."""
    bet = [BET, [5, "betting", "mine"]]
    ended = [*CLOSED, [12, "ended", "mine"]]
    every = left(tmp_path, [*bet, *SEALED], CLOSED, ended, [*ended, [13, "betting", None]])
    assert [each["sent"] for each in every] == [[], [], [], []]


def test_a_bet_that_nobody_gets_up_from_lies_there_as_before(tmp_path: Path) -> None:
    """Else this browser would believe for good that it was about to be taken back. What it signed for that is told all
    the same, and comes before whatever it signs later."""
    ((found),) = left(tmp_path, [BET, [5, "betting", "mine"]], refused=True)
    assert not found["going"]
    ((signed),) = found["sent"]
    assert found["hands"] == [[signed["nth"], []], [1, None]]
