"""Mistakes come back: boxes, counted in questions."""

import pytest

from houseway.academy import Item, Progress
from houseway.academy.progress import GAPS, MOST_WAITING, Score, read
from houseway.errors import HousewayError

KINDS = ("settle",)


def item(seed, kind="settle", game="super-pan-9"):
    return Item(game, kind, seed)


def ask(progress, fresh, *, right):
    """Ask what is due, else something fresh; the item that was asked, and the progress after it."""
    progress = progress.next("super-pan-9", KINDS, fresh)
    return progress.asked, progress.answer(progress.asked, right=right)


def test_a_mistake_comes_back_after_the_gap_of_its_box_and_is_known_after_the_last():
    wrong = item(1)
    asked, progress = ask(Progress(), wrong, right=False)
    assert asked == wrong
    returned, seed = [], 100
    for number in range(2, 120):
        seed += 1
        asked, progress = ask(progress, item(seed), right=True)
        if asked == wrong:
            returned.append(number)
    expected, last = [], 1
    for gap in GAPS:
        last += gap + 1
        expected.append(last)
    assert returned == expected
    assert progress.waiting == ()


def test_another_mistake_goes_back_to_the_first_box():
    _, progress = ask(Progress(), item(1), right=False)
    for seed in range(10, 10 + GAPS[0]):
        _, progress = ask(progress, item(seed), right=True)
    asked, progress = ask(progress, item(50), right=False)
    assert asked == item(1)
    assert [(each.item, each.box, each.due - progress.answered) for each in progress.waiting] == [(item(1), 0, GAPS[0])]


def test_only_mistakes_of_the_chosen_game_and_kinds_come_back():
    _, progress = ask(Progress(), item(1), right=False)
    progress = progress._replace(answered=100)
    assert progress.next("super-pan-9", ("pay",), item(2, "pay")).asked == item(2, "pay")
    assert progress.next("supreme-99", KINDS, item(2, game="supreme-99")).asked.game == "supreme-99"
    assert progress.next("super-pan-9", KINDS, item(2)).asked == item(1)
    assert progress.returns(item(1))


def test_only_the_first_answer_to_what_was_asked_counts():
    progress = Progress().next("super-pan-9", KINDS, item(1))
    assert progress.answer(item(2), right=True) == progress
    after = progress.answer(item(1), right=False)
    assert after.answer(item(1), right=True) == after
    assert after.scores == (Score("super-pan-9", "settle", 1, 0),)


def test_what_waits_is_bounded_and_written_and_read_again():
    progress = Progress()
    for seed in range(MOST_WAITING + 5):
        progress = Progress(progress.answered, progress.scores, progress.waiting, item(seed)).answer(
            item(seed), right=False
        )
    assert len(progress.waiting) == MOST_WAITING
    progress = progress.next("super-pan-9", KINDS, item(9))
    assert read(progress.json()) == progress


@pytest.mark.parametrize("given", [None, {}, [], {"answered": "x", "scores": [], "waiting": [], "asked": None}])
def test_what_is_no_progress_is_refused(given):
    with pytest.raises(HousewayError, match="no record of progress"):
        read(given)
