"""Every column of every table, once more: what stops a value that is planted, used by the running room and taken away.

`test_every_column.py` asks whether the audit sees what lies there. Between two audits the room itself goes by its rows;
here each column has a reason why that gives nothing to who writes to the database without the key, and a test of it.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from houseway.room.store.schema import META

TESTS = Path(__file__).parents[1]
COLUMNS = [f"{table.name}.{column.name}" for table in META.sorted_tables for column in table.columns]


class Reason(NamedTuple):
    """What stops a planted value: the room, the audit of what came of it, or nothing, for nothing comes of it."""

    says: str
    tests: tuple[str, ...] = ()


def sealed(says: str, *tests: str) -> Reason:
    """The row carries a seal under the room's key, or is sealed whole: another value is refused as it is used."""
    return Reason(f"sealed: {says}", tests)


def compared(says: str, *tests: str) -> Reason:
    """It is compared with what the room has signed, or with its own hash, as it is used."""
    return Reason(f"compared: {says}", tests)


def judged(says: str, *tests: str) -> Reason:
    """What is done by it is an entry, signed by the room, that the audit judges by the other entries."""
    return Reason(f"judged: {says}", tests)


def nothing(says: str) -> Reason:
    """Nobody is let in by it, no money moves by it, and no card is told."""
    return Reason(f"nothing: {says}")


PERSON = "test_a_row_of_a_person_that_was_changed_is_not_believed"
SESSION = "test_a_session_that_was_changed_opens_nothing"
HEADS = "test_a_checkpoint_is_signed_of_what_the_room_has_written"
ENTRY = "test_an_entry_that_the_room_has_not_signed_is_not_dealt_by"
CHANGED = "test_an_entry_that_was_changed_is_not_dealt_by"
TIES = "test_an_approval_is_not_dated_back_to_before_two_people_were_tied"
SHOE = "test_a_shoe_in_use_is_not_opened_because_a_row_says_that_it_has_ended"
OTHERS = "test_a_shoe_in_use_is_not_opened_by_another_tables_rounds"
PLACE = "test_a_shoe_in_use_is_not_opened_in_place_of_another"
STAKED = "test_nobody_stakes_what_they_do_not_have"
CHIPS = "test_a_house_that_hands_out_chips_to_who_has_them_on_the_table_is_found"
NUMBERED = "test_chips_are_not_numbered_before_what_their_player_had"
CORRECTED = "test_a_correction_moves_what_was_asked_for_and_nothing_else"
AWARD = "test_an_award_is_paid_to_who_has_won_it"
PAID = "test_an_award_is_paid_by_signed_entries"
UNDONE = "test_a_round_is_undone_and_corrected_by_signed_entries"
PLANNED = "test_two_people_do_nothing_by_a_row_that_is_another_for_a_moment"
ASKED = "test_a_request_is_done_as_it_was_asked_for"
FOLLOWS = "test_a_jackpot_follows_from_its_changes_whatever_its_row_was"
LINES = "test_a_line_that_another_table_has_dealt_is_found"

BELIEVED: dict[str, Reason] = {
    # who somebody is
    "people": sealed("nobody comes in, acts or is changed by a row that is not as the room sealed it", PERSON),
    "people.failures": nothing("a number for managers to see"),
    "people.password": sealed(
        "the session's entry tells by which one they came, too",
        "test_a_password_that_was_planted_lets_nobody_in",
        "test_an_account_as_it_was_lets_nobody_in_who_has_the_old_password",
        "test_an_older_account_is_sealed_with_the_password_that_it_was_first_found_with",
    ),
    "people.role": sealed(
        "and every act is judged by the role that its person had then",
        "test_a_role_that_was_planted_changes_no_account_and_moves_no_money",
        "test_a_manager_as_they_were_does_nothing_at_the_jackpots_desk",
        "test_what_is_a_supervisors_was_done_by_one",
        "test_a_change_of_settings_is_a_managers",
    ),
    "people.id": sealed("and person 0 is the room's file alone", PERSON, "test_a_command_of_person_0_is_nobodys"),
    "people.provisional": sealed(
        "and the audit knows who had a one-time password then",
        PERSON,
        "test_who_is_locked_out_or_has_a_one_time_password_does_nothing_at_a_table",
    ),
    "people.locked_until": sealed(
        "and the audit knows who was locked out then",
        PERSON,
        "test_who_is_locked_out_or_has_a_one_time_password_does_nothing_at_a_table",
    ),
    "people.factor": sealed(
        "and the session's entry tells whether a code was right",
        PERSON,
        "test_a_second_factor_that_was_taken_away_is_asked_for_still",
    ),
    "sessions": sealed(
        "a session that the room has not made, or has ended, is nobody's",
        SESSION,
        "test_a_session_that_was_planted_is_nobodys_and_the_desk_is_told",
        "test_a_session_that_has_ended_is_not_put_back",
        "test_a_session_that_has_ended_is_not_put_back_with_its_persons_row",
        "test_a_session_is_not_believed_by_a_journal_that_does_not_hold",
    ),
    "factors": sealed(
        "for one person, and known by what the person's row tells",
        "test_a_second_factor_that_was_lost_opens_nothing_when_it_is_put_back",
    ),
    "factors.step": nothing("a code opens once more within its minute and a half"),
    "identities": judged("who was tied to whom is in the journal", TIES),
    "identities.skeleton": judged(
        "names in the journal do not look alike", "test_nobody_is_made_with_a_name_that_looks_like_anothers"
    ),
    "room_settings": judged(
        "a session without the second factor that was asked for",
        "test_a_second_factor_that_the_room_asks_for_is_missed_by_the_audit",
    ),
    "tries": nothing("somebody may try a password sooner, and has to know it still"),
    # the journal
    "journal": compared(
        "a table is read, and something shown to agree to or done in somebody's name, by signed entries",
        ENTRY,
        CHANGED,
        "test_the_second_person_is_shown_what_was_asked_for",
        "test_a_second_manager_is_shown_what_was_asked_for",
    ),
    "chains": compared("the head must be the last entry, and signed", ENTRY, HEADS),
    "room_keys": compared(
        "each key is vouched for by the next, the last by the file", "test_a_key_that_was_planted_makes_no_certificate"
    ),
    "checkpoints": judged(
        "each line holds the hash of the one before, which the room has signed",
        HEADS,
        "test_checkpoints_follow_one_another_and_tell_only_what_has_moved",
    ),
    "sealed": nothing("a head that is left out of one checkpoint is in the next"),
    "schema_version": nothing("steps are taken once more: they derive rows, and seal none"),
    "archived": compared(
        "a round is said to lie in an archive; a table is read, and a receipt given, by what the room has signed of it",
        "test_no_receipt_is_signed_for_an_answer_that_was_planted",
    ),
    "room_noted": nothing("an earlier file, which is signed, is in force for who has not read the later one"),
    "log_nodes": nothing("a path that does not lead to the signed head, as whoever checks it sees"),
    "commands": compared(
        "an answer that something was done names an entry, and it must be that command's",
        "test_a_command_that_was_not_done_is_not_answered_as_done",
    ),
    # tables and cards
    "tables": nothing("a table is listed or not; it is read by its journal"),
    "tables.closed": judged(
        "players' money is on no meter that no open table feeds",
        "test_money_of_a_meter_that_no_open_table_feeds_is_found",
    ),
    "lobby": nothing("what a table looks like from outside, and when the clock looks at it"),
    "shoes": compared("the order opens to the root that the journal has, or the table is refused", SHOE, OTHERS, PLACE),
    "shoes.cut": nothing("the table knows its cut by the journal"),
    "rounds": compared(
        "a page is told of a round that its journal has ended, and from the shoe that it was dealt from",
        OTHERS,
        "test_a_record_is_of_the_round_that_its_entries_tell",
        "test_a_round_that_is_being_played_is_not_told_because_a_row_says_that_it_has_ended",
    ),
    "documents": compared("a document hashes to its name", "test_a_document_that_was_changed_rules_nothing"),
    "played": judged("the lines of each person follow from the journals", LINES),
    "requests": nothing("what the desk lists; it shows, and a table approves, what the signed entry has"),
    # money
    "accounts": judged("nobody falls below zero by what the entries move, whatever a balance said", STAKED, CHIPS),
    "accounts.open_ended": judged("the same", STAKED),
    "transactions": judged(
        "chips by what their player had, a void by what the round moved, a stake by what came before it",
        NUMBERED,
        CHIPS,
        "test_a_stake_is_not_covered_by_what_came_later",
    ),
    "postings": judged("the same, and a correction by what was asked for", CORRECTED, CHIPS),
    "jackpots": judged("each change follows from those before it, and two people act by signed ones", FOLLOWS, PLANNED),
    "jackpots.state": judged(
        "no round began with a wager on one that took none",
        "test_a_jackpot_that_is_frozen_takes_no_wager_by_its_row_alone",
    ),
    "jackpots.notice": nothing("words beside it"),
    "jackpot_changes": compared("a round is undone and corrected by what its signed entries tell", UNDONE),
    "awards": compared(
        "verified, approved, paid or void as signed entries tell, and to whom",
        UNDONE,
        PAID,
        AWARD,
        "test_an_award_that_was_declined_is_not_paid_though_the_entry_is_misspelt",
    ),
    "jackpot_requests": judged("done as it was asked for, by the entry that asked", ASKED),
    # without money
    "academy_exams": sealed(
        "an exam that is sat, which names its entry; a certificate is signed",
        "test_an_exam_that_was_set_back_is_not_gone_on_with",
        "test_an_exam_that_was_set_back_is_refused_though_the_entries_after_it_are_misspelt",
        "test_the_room_signs_no_exam_that_it_has_not_sealed_itself",
    ),
    "academy_progress": nothing("what somebody has practised"),
    "drills": nothing("scores of practice"),
    "drills_dealt": nothing("decisions of the drill that wait"),
}


def test_every_column_has_a_reason_and_every_reason_a_column() -> None:
    tables = {column.partition(".")[0] for column in COLUMNS}
    without = [column for column in COLUMNS if column not in BELIEVED and column.partition(".")[0] not in BELIEVED]
    assert without == [], "say what stops a value that is planted there, and show it by a test"
    assert {name for name in BELIEVED if name not in COLUMNS and name not in tables} == set()


def test_what_is_sealed_compared_or_judged_has_a_test() -> None:
    there = {name for file in TESTS.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text())}
    for column, reason in BELIEVED.items():
        assert reason.tests or reason.says.startswith("nothing: "), column
        for test in reason.tests:
            assert any(each.startswith(test) for each in there), f"{column}: there is no {test}"


@pytest.mark.parametrize("table", sorted({column.partition(".")[0] for column in COLUMNS}))
def test_a_planted_row_that_means_nothing_is_said_to_on_the_page(table: str) -> None:
    """Where nothing stops a value, the page says what it gives."""
    page = (TESTS.parent / "docs" / "accounts.md").read_text(encoding="utf-8")
    for name, reason in BELIEVED.items():
        if name.partition(".")[0] == table and reason.says.startswith("nothing: "):
            assert f"`{name}`" in page or f"`{table}`" in page, name
