"""A ruling is a tree: what every payout's has in common, its JSON form, and whose a setting is."""

import json

import pytest

import houseway as hw
from houseway.games import game, games
from houseway.round.explanation import Reason, explained, in_force, reason_json
from houseway.round.record import record_from
from test_dealt import each_dealt
from test_schemas import valid

ROUND = {
    "game": "super-pan-9",
    "dealer": {"cards": "Kd 2c 4h"},
    "seat": [{"number": 1, "cards": "6h 2d As", "wagers": {"main": "25.00", "tie": "5.00"}}],
}


def settled(**settings):
    given = {key.replace("_", "-"): value for key, value in settings.items()}
    return game("super-pan-9").settle(ROUND | {"settings": given})


@pytest.mark.parametrize("each", games(), ids=[each.id for each in games()])
def test_every_payout_is_explained_by_clauses_that_there_are(each):
    clauses = {clause.id for clause in each.document.clauses}
    for dealt in each_dealt(each):
        result = dealt.settled()
        for payout, reason in zip(result, result.explanations(), strict=True):
            assert (reason.says, reason.clause) == (payout.why, payout.clause)
            assert len(reason.parts) >= 3
            assert {part.clause for part in every(reason)} <= clauses
            assert any(part.says.startswith(f"clause {payout.clause} of ") for part in reason.parts)
            valid("reason", reason_json(reason))
        valid("record", result.json(explain=True))


def every(reason):
    yield reason
    for part in reason.parts:
        yield from every(part)


def test_a_tree_is_told_in_json_and_read_past_in_a_record():
    told = settled().json(explain=True)
    assert [each["says"] for each in told["explanations"]] == [each["why"] for each in told["payouts"]]
    assert "explanations" not in settled().json()
    assert game("super-pan-9").settle(json.loads(json.dumps(told))).ruling == settled().ruling
    assert record_from(told).more["explanations"] == told["explanations"]


def test_leaves_lines_and_clauses_that_are_named_already():
    tree = Reason("top", "1", (Reason("one", "2"), Reason("two", "", (Reason("clause 3 says three", "3"),))))
    assert [leaf.says for leaf in tree.leaves] == ["one", "clause 3 says three"]
    assert str(tree) == "top (clause 1)\n  one (clause 2)\n  two\n    clause 3 says three"


def parts_of(result, starts, at=0):
    return [str(part) for part in result.explanations()[at].parts if part.says.startswith(starts)]


def test_the_clause_is_stated_with_the_title_and_date_of_its_document():
    (said,) = parts_of(settled(), "clause")
    document = game("super-pan-9").document
    assert said == f"clause 8 of Super Pan 9 Game Rules, Revised 10/2013: {document.clause('8').says}"


def test_commission_says_its_rate_its_rounding_and_its_ceiling():
    assert parts_of(settled(), "commission") == [
        "commission: 5 % of the $25.00 won is $1.25 (clause 8)\n"
        "  commission = 5%, the most that the document allows: What the house keeps of winnings (clause 8)"
    ]
    odd = ROUND | {"seat": [ROUND["seat"][0] | {"wagers": {"main": "5.01"}}]}
    lines = parts_of(game("super-pan-9").settle(odd | {"settings": {"commission-rounding": "up"}}), "commission:")
    assert lines[0].splitlines()[0] == (
        "commission: 5 % of the $5.01 won is $0.25, 25.05 cents rounded up, and never more than 5 % in whole cents "
        "(clause 8)"
    )
    rounded = game("super-pan-9").settle(odd | {"settings": {"commission": "3%"}})
    assert parts_of(rounded, "commission:")[0].splitlines() == [
        "commission: 3 % of the $5.01 won is $0.15, 15.03 cents rounded down (clause 8)",
        "  commission = 3%, the house's choice within what the document allows: What the house keeps of winnings "
        "(clause 8)",
        "  commission-rounding = down, the house's choice: How a commission that is no whole cent is rounded "
        "(clause 8)",
    ]
    assert parts_of(settled(commission="0%"), "no commission") == ["no commission is taken of this win (clause 8)"]


def test_settings_that_are_not_the_default_are_told_with_the_clause_they_belong_to():
    assert parts_of(settled(commission_rounding="up"), "commission-rounding") == [
        "commission-rounding = up, the house's choice: How a commission that is no whole cent is rounded (clause 8)"
    ]
    assert not parts_of(settled(play="tie"), "play")


@pytest.mark.parametrize(
    "id_, given, setting, whose",
    [
        ("super-pan-9", {}, "maximum", "the most that the state allows (WAC 230-15-140, as of August 2023)"),
        (
            "super-pan-9",
            {"maximum": "50.00"},
            "maximum",
            "the house's choice within what the state allows (WAC 230-15-140, as of August 2023)",
        ),
        ("super-pan-9", {}, "misdeal", "the house's choice"),
        ("dealer-open-pai-gow", {}, "two-jacks-lose", "the document's"),
        (
            "dealer-open-pai-gow",
            {"two-jacks-lose": "no"},
            "two-jacks-lose",
            "a departure from what the document allows, yes",
        ),
        ("supreme-99", {}, "nine-nine", "the house's choice"),
        (
            "supreme-99",
            {"nine-nine": "top-down"},
            "nine-nine",
            "a departure from the document: this reading does not give the figures that it prints",
        ),
    ],
)
def test_whose_word_a_setting_is(id_, given, setting, whose):
    settings = game(id_).configure(given)
    (said,) = in_force(settings, setting)
    assert in_force(settings, "of-no-document") == ()
    shown = settings.spec(setting).show(settings[setting])
    assert said.says.startswith(f"{setting} = {shown}, {whose}: ")
    assert said.clause == settings.spec(setting).clause


def test_a_void_hand_is_explained_by_the_call_and_its_written_control():
    (reason, _) = game("super-pan-9").settle(ROUND | {"irregularity": [{"kind": "misdeal", "seat": 0}]}).explanations()
    assert str(reason).splitlines()[:2] == [
        "misdeal: the hand is void and $25.00 is returned (clause irregularities)",
        "  misdeal = void-round, the house's choice: What the written control prescribes for a misdeal "
        "(clause irregularities)",
    ]
    assert "6h" not in str(reason)


OWN = """
[[irregularity]]
kind = "phone-at-the-table"
says = "Somebody uses a telephone."
seat = "forfeit-hand"
"""


def test_a_forfeited_hand_is_explained_by_the_houses_own_control():
    called = {"settings": {"irregularities": OWN}, "irregularity": [{"kind": "phone-at-the-table", "seat": 1}]}
    (reason, _) = game("super-pan-9").settle(ROUND | called).explanations()
    lines = str(reason).splitlines()
    assert lines[0].startswith("phone at the table: the hand is forfeited and $25.00 is lost (clause ")
    assert lines[1].startswith(
        "  phone at the table, by a written control of the house's own: Somebody uses a telephone (clause "
    )
    assert lines[2].startswith("    irregularities = own (sha256 ")
    assert "6h" not in str(reason)


def test_a_game_that_says_nothing_has_the_row_and_the_clause_still():
    class Silent(type(game("super-pan-9"))):
        def reasons(self, payout, standing, setup):
            return ()

    result = settled()
    silent = Silent(game("super-pan-9").document)
    reason = explained(silent, result.ruling[0], result.standing, result.record.setup)
    assert [part.says.partition(" ")[0] for part in reason.parts] == ["row", "commission:", "clause"]


def test_the_door_explains():
    assert "no tie: the Tie Bet loses" in str(hw.settle("pan9 8d: Kd2c4h | 25+5: 6h2dAs").explanations()[1])
