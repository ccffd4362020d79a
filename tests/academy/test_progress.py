"""Mistakes come back: boxes, counted in questions."""

import pytest

from houseway.academy import Item, Progress
from houseway.academy.decisions import kinds_of
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


def test_a_decision_that_was_wrong_comes_back_under_every_filter_that_it_fits():
    """Dealt under `any` it is a decision about all that it leaves to choose, and about nothing else."""
    split = next(found for seed in range(200) if "split" in kinds_of((found := decided(seed)).decision.question))
    hit = next(found for seed in range(200) if "split" not in kinds_of((found := decided(seed)).decision.question))
    for wrong, comes in ((split, True), (hit, False)):
        progress = Progress().ask(wrong).answer(wrong, right=False)._replace(answered=100)
        fresh = decided(1, "decide:split")
        assert (progress.next("super-pairs", (fresh.kind,), fresh).asked == wrong) is comes
        assert progress.next("super-pairs", ("decide",), decided(2)).asked == wrong
        assert progress.next("super-pairs", ("settle",), item(3)).asked == item(3), "no question for dealers"
    narrow = decided(7, "decide:split")
    progress = Progress().ask(narrow).answer(narrow, right=False)._replace(answered=100)
    assert progress.next("super-pairs", ("decide",), decided(2)).asked == narrow


def decided(seed, kind="decide"):
    return Item("super-pairs", kind, seed)


def test_decisions_begin_anew_at_one_game_alone():
    """What dealers practise, and decisions at other games, stay."""
    progress = Progress()
    asked = [decided(1), item(2, game="super-pairs"), item(3, "decide")]
    for each in asked:
        progress = progress.ask(each).answer(each, right=False)
    assert [progress.to_come_back("super-pairs", players=players) for players in (True, False)] == [1, 1]
    assert (progress.to_come_back(), progress.to_come_back(players=True)) == (1, 2)
    progress = progress.ask(decided(9)).without_decisions("super-pairs")
    assert [each.item for each in progress.waiting] == asked[1:]
    left = {(each.game, each.kind) for each in progress.scores}
    assert left == {("super-pairs", "settle"), ("super-pan-9", "decide")}
    assert progress.asked is None
    assert progress.ask(item(4)).without_decisions("super-pairs").asked == item(4)
