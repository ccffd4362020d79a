"""Slices on threads: none is begun that nobody waits for, and Ctrl-C leaves no lock closed."""

import signal
import time
from threading import main_thread

import pytest

from houseway.lab.threads import over


def test_work_that_is_not_wanted_any_more_is_not_begun():
    begun = []

    def work(part):
        begun.append(part)
        time.sleep(0.01)
        return part

    results = over(work, range(1000), threads=1)
    assert next(results) >= 0
    results.close()
    assert len(begun) < 1000


def test_whoever_presses_twice_waits_for_the_slice_at_hand_and_the_rest_is_not_begun():
    begun, ended = [], []

    def work(part):
        begun.append(part)
        for _ in range(2):
            signal.pthread_kill(main_thread().ident, signal.SIGINT)
            time.sleep(0.1)
        ended.append(part)
        return part

    with pytest.raises(KeyboardInterrupt):
        list(over(work, range(50), threads=1))
    assert begun == ended
    assert len(ended) < 50
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert list(over(len, ["a", "bc"], threads=1)) == [1, 2]
