"""The benchmarks refuse in a sentence what they cannot measure."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_a_cold_start_of_a_game_that_there_is_not_is_refused():
    """It came to a traceback, after the head of the table."""
    asked = (sys.executable, str(BENCHMARKS / "cold_start.py"), "--games", "super-pan-9,nope")
    ran = subprocess.run(asked, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "'nope' is none of super-pan-9, " in ran.stderr


@pytest.mark.skipif(find_spec("numba_cuda") is not None, reason="the extra cuda is here: it compiles, for a minute")
def test_code_for_a_gpu_without_its_compiler_is_refused():
    ran = subprocess.run((sys.executable, str(BENCHMARKS / "gpu_code.py")), capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("this needs numba_cuda")
    assert "houseway[cuda]" in ran.stderr
