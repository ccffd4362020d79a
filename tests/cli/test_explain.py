"""`houseway settle --explain`: a ruling as a tree, on the screen and in JSON."""

import json

LINE = "pan9 8d: Kd2c4h | 25+5: 6h2dAs"


def test_settle_explains_every_payout_as_a_tree(houseway, monkeypatch):
    monkeypatch.setattr("houseway.cli.show.out.width", 200)
    code, out, _ = houseway("settle", LINE, "--explain")
    assert code == 0
    lines = [line.rstrip() for line in out.splitlines()]
    top = lines.index("Seat 1, tie: 9 beats the dealer's 6, no tie: the wager is lost (clause 9)")
    assert lines[top + 1 : top + 9] == [
        "├── seat 1 has 9 (clause 5)",
        "│   ├── 6h 2d As counts 6 + 2 + 1 = 9 (clause 2)",
        "│   └── the first three cards, 6h 2d As, total 9: seat 1 stands (clause 6)",
        "├── the dealer has 6 (clause 5)",
        "│   ├── Kd 2c 4h counts 0 + 2 + 4 = 6 (clause 2)",
        "│   └── the first three cards, Kd 2c 4h, total 6: the dealer stands (clause 7.ii)",
        "├── no tie: the Tie Bet loses (clause 9)",
        "│   └── 9 is closer to nine than 6: seat 1 wins (clause 4)",
    ]
    assert lines[top + 9].startswith("└── clause 9 of Super Pan 9 Game Rules, Revised 10/2013: ")


def test_settle_tells_the_trees_in_json_and_the_audit_reads_past_them(houseway, typed):
    _, out, _ = houseway("settle", LINE, "--explain", "--json")
    told = json.loads(out)
    assert [each["says"] for each in told["explanations"]] == [each["why"] for each in told["payouts"]]
    typed(out)
    assert houseway("audit", "-")[0] == 0
    assert "explanations" not in json.loads(houseway("settle", LINE, "--json")[1])


def test_a_round_with_unknown_cards_has_no_one_explanation(houseway):
    code, _, err = houseway("settle", "pan9 8d: Kd2c?? | 25+5: 6h2dAs", "--explain")
    assert code == 2
    assert "has several rulings: give every card to explain one" in err
