"""What a browser notes at its seal and at the closing, against the record of a round that a house has made another."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from honest import NUMBERS, Honest, record_of
from houseway.verifier import checked
from scripts import BROWSER, READ, ask_deno

PLAY = f"""{BROWSER}{READ}
const {{ Numbers }} = await import(`${{S}}/numbers.js`);
const {{ notedOf }} = await import(`${{S}}/noted.js`);
const {{ roundFault, shoeFault }} = await import(`${{S}}/dealt.js`);
const play = async ({{ views, refuses }}, number, record, proof) => {{
  kept.clear();
  kept.set("houseway.number.1", JSON.stringify({{ numbers: [number] }}));
  const [warned, sent] = [[], []];
  const line = {{
    async act(what) {{
      sent.push(what);
      if (what === refuses && sent.filter((each) => each === what).length === 1) throw new Error("refused");
    }},
  }};
  const numbers = new Numbers(1, line, (words) => warned.push(words));
  for (const view of views) {{
    line.view = view;
    numbers.take(null, view);
    await new Promise((done) => setTimeout(done));
  }}
  const noted = notedOf(record.round, record);
  const fault = shoeFault(proof) || roundFault(record, proof, {{ round: record.round, noted, receipts: [] }});
  return [warned, sent, noted, fault];
}};
const [cases, ...round] = files;
const found = [];
for (const each of cases) found.push(await play(each, ...round));
console.log(JSON.stringify(found));
Deno.exit(0);
"""


def without(view: Any, version: int) -> Any:
    """What Ann is told of a round that goes on without her, or does not begin."""
    view = deepcopy(view) | {"version": version}
    view["seats"][0] |= {"wagers": {}, "commit": None}
    if view["numbers"]:
        view["numbers"]["seats"] = view["numbers"]["seats"][1:]
    return view


def otherwise(view: Any, **told: Any) -> Any:
    """What Ann is shown before the house has her number: another cut, or another number at its own seat."""
    view = deepcopy(view)
    view["shoe"] |= {"cut": told.get("cut", view["shoe"]["cut"])}
    if "commit" in told and view["phase"] != "playing":
        view["seats"][1]["commit"] = told["commit"]
    return view


@pytest.fixture
def found(sqlite: Any, opened: Any, sitting: Any, tmp_path: Path) -> dict[str, Any]:
    """By what a house does: what Ann's page warns of and sends, and what page and verifier say of the record."""
    people = Honest(sitting(opened(sqlite), "super-pan-9"))
    ann, house = people.table.people
    own, other, third = NUMBERS[:3]
    kept = people.table.room.receipt(people.bet(ann, own))
    people.bet(house, other)
    people.table.do(house, "cut", position=37)
    betting = deepcopy(people.table.view(ann))
    for each in (ann, house):
        people.ready(each)
    sealing = deepcopy(people.table.view(ann))
    for each in (ann, house):
        people.seal(each)
    playing = deepcopy(people.table.view(ann))
    for each in (ann, house):
        people.open(each)
    while people.table.answer():
        pass
    record, proof = record_of(people)
    commit, cut = third.commit, {"cut": 5}
    cases = {
        "honest": [betting, sealing, playing],
        "honest, and she does not see it begin": [betting, sealing],
        "seal": [*(otherwise(each, **commit) for each in (betting, sealing)), sealing, playing],
        "seal, and she does not see it begin": [otherwise(each, **commit) for each in (betting, sealing)],
        "open": [*(otherwise(each, **cut) for each in (betting, sealing, playing)), playing],
        "told to be without her": [betting, sealing, without(playing, playing["version"])],
        "told not to begin": [betting, sealing, without(betting, playing["version"])],
        "another cut, and she does not see it begin": [otherwise(each, **cut) for each in (betting, sealing)],
    }
    bet = kept["bet"]
    number = {
        **own.commit,
        "seal": own.seal,
        **own.open,
        **{name: bet[name] for name in ("key", "nth", "after", "seat")},
    }
    told = [{"views": views, "refuses": what.split(",")[0]} for what, views in cases.items()]
    pages = dict(zip(cases, ask_deno(tmp_path, PLAY, [told, number, record, proof]), strict=True))

    def verified(noted: Any) -> list[str]:
        return checked([record], proof, proof["root"], None, noted["commit"], closing=noted.get("closing"))[0]

    return {what: (warned, sent, fault, verified(noted)) for what, (warned, sent, noted, fault) in pages.items()}


def test_a_round_that_was_made_another_after_its_seal_or_its_opening_is_refused(found: dict[str, Any]) -> None:
    assert found["honest"] == ([], ["seal", "open"], "", [])
    assert found["honest, and she does not see it begin"] == ([], ["seal"], "", [])
    ((warned,), sent, fault, verified) = found["seal"]
    assert "when other numbers were committed to" in warned
    assert (sent, len(verified)) == (["seal"], 1)
    assert "are not those that you saw" in fault
    assert found["seal, and she does not see it begin"][2] == (
        "a number is not the one that was committed to before yours was sealed"
    )
    for what in ("told to be without her", "told not to begin"):
        warned, sent, fault, _ = found[what]
        assert (warned, sent) == ([], ["seal"])
        assert fault == "your own number stands in it, and your browser was told that it is not played"
    ((warned,), sent, fault, verified) = found["open"]
    assert "was closed before, otherwise" in warned
    assert (sent, len(verified)) == (["seal", "open"], 1)
    assert "are not those that you saw" in fault
    assert found["another cut, and she does not see it begin"][2] == (
        "its shoe, cut or settings are not those that you saw when your number was sealed"
    )
