"""What is kept of who has asked for a job, however many ask for the same."""

from typing import Any

import pytest

from houseway.web.v1_jobs import CANCELLED, DONE, Bounds, Job, Jobs, Task


def never(_verb: str, _given: Any, _file: str) -> None:
    raise AssertionError("nobody begins with this")


TASK = Task("design", {}, never, id="the same")


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    """Jobs that wait for ever."""
    monkeypatch.setattr(Job, "run", lambda _: None)
    return Jobs(Bounds(owners=3))


def test_a_job_that_everybody_asks_for_keeps_no_list_of_everybody(jobs: Jobs) -> None:
    job = jobs.begin("ann", TASK)
    assert all(jobs.begin(f"visitor {number}", TASK) is job for number in range(50))
    assert job.owners == {"ann", "visitor 0", "visitor 1"}
    for owner in sorted(job.owners):
        jobs.leave(owner, job)
    assert job.open, "others have asked for it who are not on the list"


def test_a_job_ends_when_the_last_of_a_few_leaves(jobs: Jobs) -> None:
    job = jobs.begin("ann", TASK)
    jobs.begin("ben", TASK)
    jobs.leave("ann", job)
    assert job.open
    jobs.leave("ben", job)
    assert job.state == CANCELLED


def test_one_that_is_done_notes_nobody_any_more(jobs: Jobs) -> None:
    job = jobs.begin("ann", TASK)
    job.state = DONE
    assert jobs.begin("cleo", TASK) is job
    assert job.owners == {"ann"}
