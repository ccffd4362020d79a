"""Without the compiler a kernel is plain Python, and still deals the rounds that the order of play rules on."""

import numba
import pytest

from houseway.simulate.model import STRATEGIES
from simulated import STAKED, agree_in

pytestmark = pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="with NUMBA_DISABLE_JIT=1, in make test-rules")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game", STAKED)
def test_a_kernel_in_plain_python(game, strategy):
    agree_in(game, strategy, 60)
