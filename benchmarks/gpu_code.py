"""What is compiled for an H200, without one: a line a case of simulate_rates.py, with a hash of its code and its data.

    python benchmarks/gpu_code.py > now.txt     # needs the extra cuda, and no GPU

Where two commits print the same, what was measured on a GPU at one of them was measured of the other: the same
instructions on the same arrays. Both must be compiled by the same versions, which the first line names.
"""

import hashlib
import re
import sys
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import numpy as np
from simulate_rates import CASES, simulation_of

from houseway.errors import HousewayError
from houseway.extras import extras_named
from houseway.simulate.gpu import REGISTERS, code_of

H200 = (9, 0)
"""Its compute capability."""


def compiler() -> Any:
    """Numba for CUDA, told that the device at hand is an H200: its device functions ask for that, its driver is not."""
    with extras_named():
        import numba_cuda  # noqa: F401
    from numba import cuda
    from numba.cuda import dispatcher

    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=H200)
    return cuda


def instructions(cuda: Any, function: Any, takes: tuple[Any, ...]) -> str:
    """The code in PTX, its symbols numbered as they come: their names tell in which order all was compiled."""
    text, _ = cuda.compile_ptx(function, takes, cc=H200)
    names: dict[str, str] = {}
    return re.sub(r"_ZN\w+", lambda found: names.setdefault(found[0], f"symbol{len(names)}"), text)


def main() -> None:
    cuda = compiler()
    from numba import int64, typeof

    sys.stdout.write(", ".join(f"{each} {version(each)}" for each in ("numba", "numba-cuda", "nvidia-nvvm")) + "\n")
    for name in CASES:
        simulation = simulation_of(name)
        function, arrays = code_of(simulation, cuda)
        counts = int64[::1]
        takes = (int64, int64, int64, typeof(simulation.tags), counts, counts, typeof(tuple(arrays)))
        code = hashlib.sha256(instructions(cuda, function, takes).encode()).hexdigest()[:16]
        data = hashlib.sha256(b"".join(np.asarray(each).tobytes() for each in arrays)).hexdigest()[:16]
        registers = simulation.registers or REGISTERS
        sys.stdout.write(f"{name:26} code {code}, data {data}, {registers} registers\n")
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except HousewayError as fault:
        sys.exit(str(fault))
