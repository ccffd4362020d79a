"""The same rounds on a GPU: the same functions, the same streams, the same counts. Needs the extra `cuda`.

Settings and other numbers of a game's data become constants of the compiled code; its arrays are copied to the device
once. Each thread deals a stream, or every so-and-so-manieth; a block counts in its shared memory and adds that to the
counts of the launch at its end.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from houseway.errors import IllegalSetting
from houseway.extras import extras_named
from houseway.lab.kernel import PARTS, register_rules
from houseway.simulate.chance import DEALT, PLACES, State, begin, opened
from houseway.simulate.chance import places as bits_of
from houseway.simulate.loop import Part, bucket, burn
from houseway.simulate.model import Simulation
from houseway.simulate.work import Counted, Workers

THREADS = 512
BLOCKS_A_PROCESSOR = 4
REGISTERS = 65536 // THREADS
"""What a thread may have at most, or a block has no room on a processor."""
MOST_SHARED = 6000
"""Counts that fit beside each other in a block's shared memory."""
AT_ONCE = 1 << 33
"""Streams of one launch at most: a block's counters are of 32 bits, and it counts some millions of these."""
WIDER = 1 << 13
"""So many slices in one, where a wager's error does not rest on how rounds are sliced."""


class Launch(NamedTuple):
    """A compiled kernel and what it takes from the device's memory."""

    kernel: Any
    arrays: tuple[Any, ...]
    blocks: int


def device() -> Any:
    """The library and a device; refused where there is none."""
    with extras_named():
        import numba_cuda  # noqa: F401
    from numba import cuda

    if not cuda.is_available():  # type: ignore[no-untyped-call]
        raise IllegalSetting("no GPU is to be found here: leave out --gpu")
    return cuda


def rebuilt(data: Any) -> tuple[Any, list[Any]]:
    """A function that puts a game's data together again from its arrays, its numbers being constants; the arrays."""
    arrays: list[Any] = []
    names: dict[str, Any] = {}

    def text(value: Any) -> str:
        if isinstance(value, np.ndarray):
            arrays.append(value)
            return f"a{len(arrays) - 1}"
        if isinstance(value, tuple) and type(value) is not tuple:
            name = f"{type(value).__name__}_{len(names)}"
            names[name] = type(value)
            return f"{name}({', '.join(text(each) for each in value)})"
        return repr(value)

    body = text(data)
    given = ", ".join(f"a{at}" for at in range(len(arrays)))
    source = f"def data_of({given}): return {body}"
    exec(source, names)  # of nothing but numbers and the names of tuples
    return names["data_of"], arrays


_registered = 0


def _register_parts() -> None:
    """Let the device's own compiler judge what to inline: forced, a round of pai gow is a seventh slower there."""
    global _registered
    from numba.cuda.extending import register_jitable  # type: ignore[attr-defined]  # of numba-cuda, not of numba

    for each in PARTS[_registered:]:
        register_jitable(forceinline=False)(each)
    _registered = len(PARTS)


def code_of(simulation: Simulation, cuda: Any) -> tuple[Any, list[Any]]:
    """The kernel of a simulation as a function, and the arrays that it takes last."""
    register_rules()
    _register_parts()
    data_of, arrays = rebuilt(simulation.data)
    play, course = simulation.play, simulation.course
    size, total = len(simulation.data.pack), simulation.total
    rows = 2 * course.most + 1
    bits_, room_, codes_ = bits_of(size), simulation.room, len(simulation.wagers) * simulation.plan.seats
    cells, shared = rows * total, rows * total <= MOST_SHARED
    wide, offsets = max(cells, 1) if shared else 1, tuple(int(each) for each in simulation.offsets)
    as_data = cuda.jit(device=True)(data_of)

    def rounds(first: int, last: int, seed: int, tags: Any, counts: Any, played: Any, arrays: Any) -> None:
        found = cuda.shared.array(wide, np.int32)
        for at in range(cuda.threadIdx.x, wide, cuda.blockDim.x):
            found[at] = 0
        cuda.syncthreads()
        places = cuda.local.array(PLACES, np.int64)
        bits = cuda.local.array(bits_, np.int64)
        state = State(places, bits)
        room = cuda.local.array(room_, np.int64)
        codes = cuda.local.array(codes_, np.int64)
        data = as_data(*arrays)
        opened(state, seed, course.domain)
        many = 0
        for stream in range(first + cuda.grid(1), last, cuda.gridsize(1)):
            begin(state, stream)
            unseen = burn(state, size, tags, course)
            more = True
            while more:
                row = bucket(state, tags, unseen, course) * total if course.most else 0
                play(state, data, room, codes)
                for at in range(codes_):
                    if codes[at] >= 0 and offsets[at] >= 0:
                        if shared:
                            cuda.atomic.add(found, row + offsets[at] + codes[at], 1)
                        else:
                            cuda.atomic.add(counts, row + offsets[at] + codes[at], 1)
                many += 1
                more = state.at[DEALT] < course.cut
        cuda.atomic.add(played, 0, many)
        cuda.syncthreads()
        if shared:
            for at in range(cuda.threadIdx.x, wide, cuda.blockDim.x):
                if found[at]:
                    cuda.atomic.add(counts, at, found[at])

    return rounds, [np.ascontiguousarray(each) for each in arrays]


def compiled(simulation: Simulation) -> Launch:
    """The kernel of a simulation on the device at hand."""
    cuda = device()
    rounds, arrays = code_of(simulation, cuda)
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS_A_PROCESSOR
    placed = tuple(map(cuda.to_device, arrays))
    return Launch(cuda.jit(max_registers=simulation.registers or REGISTERS)(rounds), placed, blocks)


def gpu(simulation: Simulation, parts: Iterable[Part]) -> Iterator[Counted]:
    """Slices on the GPU: those that lie side by side in one launch, unless the error is that of the slices."""
    if not simulation.gpu:
        raise IllegalSetting(f"{simulation.plan.settings.document.name} is not simulated on a GPU: leave out --gpu")
    cuda = device()
    launch = compiled(simulation)
    tags = cuda.to_device(simulation.tags)
    for part in joined(parts) if simulation.independent else parts:
        shape = (2 * simulation.course.most + 1, simulation.total)
        counts, played = cuda.to_device(np.zeros(shape, np.int64).ravel()), cuda.to_device(np.zeros(1, np.int64))
        launch.kernel[launch.blocks, THREADS](
            part.first, part.first + part.streams, part.seed, tags, counts, played, launch.arrays
        )
        yield Counted(part, int(played.copy_to_host()[0]), counts.copy_to_host().reshape(shape))


def where_it_can(cores: Workers) -> Workers:
    """Slices on the GPU, and with `cores` those of a game that is not simulated there."""

    def counted(simulation: Simulation, parts: Iterable[Part]) -> Iterator[Counted]:
        return (gpu if simulation.gpu else cores)(simulation, parts)

    return counted


def widened(simulation: Simulation) -> Simulation:
    """The same with larger slices, where nothing but the work rests on them."""
    return replace(simulation, slice=simulation.slice * WIDER) if simulation.independent else simulation


def joined(parts: Iterable[Part]) -> Iterator[Part]:
    """Slices that follow each other as one, as far as a launch goes."""
    last: Part | None = None
    for part in parts:
        if last is not None and last.first + last.streams == part.first and last.streams + part.streams <= AT_ONCE:
            last = last._replace(streams=last.streams + part.streams)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last
