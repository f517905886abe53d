"""Matrix work from instruction counts, for files without operation counters: an assumption, and marked as one.

On compute capability 8.0 and 9.0 the counter also counts HFMA2, the packed FP16 instruction, with which compilers also
move constants. What an instruction is worth depends on its shape and type.
"""

import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from roofline_gui.io.ncu.architecture import Architecture, SharedTensorPipe
from roofline_gui.io.ncu.counters import PACKED_FP16, TENSOR_GMMA, TENSOR_HFMA2, TENSOR_INSTRUCTIONS
from roofline_gui.io.ncu.evaluate import Evaluation, Evaluator
from roofline_gui.io.ncu.table import Table
from roofline_gui.io.ncu.tensor import TensorWork
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.launches import Flag, Texts
from roofline_gui.model.precision import Precision
from roofline_gui.model.read_options import ReadOptions

WARP = 32  # threads
# Up to so many per warp are HFMA2 that move constants: elementwise kernels have 1 to 8, a matrix product hundreds.
CONSTANT_MOVES_PER_WARP = 8
BF16_SINCE = 8.0
DEFAULT_FLOP = 4096  # mma.m16n8k16


def evaluate_instructions(evaluator: Evaluator, options: ReadOptions) -> TensorWork:
    """Matrix work of a table from its tensor instruction counts, each worth what the user says or what is usual."""
    table = evaluator.table
    counted = evaluator.evaluate(TENSOR_INSTRUCTIONS)
    if not counted.counted:
        return TensorWork({}, counted=False)
    shared = table.per_chip(lambda chip: chip is None or chip.shared_tensor_pipe is not None) > 0
    packed, packed_text = _packed_instructions(evaluator)
    exact = evaluator.evaluate(TENSOR_HFMA2).known
    matrix = np.where(np.isnan(packed), counted.values, np.maximum(counted.values - np.nan_to_num(packed), 0.0))
    moved = shared & ~exact & (matrix <= CONSTANT_MOVES_PER_WARP * _warps(table))
    assumed = (moved & (counted.values > 0)) | (matrix > 0)
    matrix = np.where(moved, 0.0, matrix)
    chosen = options.flop_per_tensor_instruction
    each = _usual_flop(table) if chosen is None else np.full(table.count, chosen)
    flop = matrix * each
    unknown = dict(counted.unreadable)
    metric = counted.provenance.values
    for row in np.flatnonzero(shared & np.isnan(packed) & _beyond_peak(evaluator, flop)).tolist():
        reason = "read as matrix work it would exceed the tensor peak: packed FP16 instructions count here too"
        unknown[row] = ((metric[counted.provenance.codes[row]], reason),)
    of_warpgroups = evaluator.evaluate(TENSOR_GMMA).values > 0 if chosen is None else np.zeros(table.count, np.bool_)
    for row in np.flatnonzero(of_warpgroups).tolist():
        reason = "the work of a warpgroup matrix instruction depends on its shape"
        unknown[row] = ((metric[counted.provenance.codes[row]], reason),)
    flop[list(unknown)] = np.nan
    flags = np.where(assumed, int(Flag.TENSOR_ASSUMED), 0) | counted.flags
    work = Evaluation(flop, _provenance(each, counted.provenance, packed_text), flags, counted=True)
    return TensorWork(_by_precision(table, work, options.tensor_precision), unknown)


def _by_precision(table: Table, work: Evaluation, chosen: Precision | None) -> dict[Precision, Evaluation]:
    """The work under the chosen precision, or under the one that is usual for each launch's chip."""
    if chosen is not None:
        return {chosen: work}
    bf16 = ~(table.capability < BF16_SINCE)
    return {
        precision: replace(work, values=np.where(rows, work.values, np.nan))
        for precision, rows in ((Precision.BF16_TENSOR, bf16), (Precision.FP16_TENSOR, ~bf16))
        if rows.any()
    }


def _provenance(each: Floats, counter: Texts, packed: str) -> Texts:
    """Instructions × FLOP as a text per launch; `packed` names the instructions that are taken off."""
    values, places = np.unique(each, return_inverse=True)
    pairs, codes = np.unique(places * len(counter.values) + counter.codes, return_inverse=True)
    texts = []
    for place, code in (divmod(pair, len(counter.values)) for pair in pairs.tolist()):
        name = counter.values[code]
        times = f"{values[place]:.12g} × "
        texts.append(name and times + (f"({name} − {packed})" if packed else name))
    return Texts(codes, tuple(texts))


def _packed_instructions(evaluator: Evaluator) -> tuple[Floats, str]:
    """Packed FP16 warp instructions per launch, NaN where nothing tells them."""
    exact = evaluator.evaluate(TENSOR_HFMA2)
    threads = evaluator.evaluate(PACKED_FP16)
    text = "packed FP16 instructions" if (exact.known | threads.known).any() else ""
    return np.where(exact.known, exact.values, threads.values / WARP), text


def _beyond_peak(evaluator: Evaluator, flop: Floats) -> Bools:
    """Where the work would exceed the dense peak of the chip, on the device's own figures or the largest ever sold."""

    def largest(figure: Callable[[SharedTensorPipe], float]) -> Floats:
        def of_chip(chip: Architecture | None) -> float:
            pipe = None if chip is None else chip.shared_tensor_pipe
            return np.nan if pipe is None else figure(pipe)

        return evaluator.table.per_chip(of_chip)

    multiprocessors = largest(lambda p: p.multiprocessors)
    clock = largest(lambda p: p.clock)
    if evaluator.multiprocessors is not None:
        multiprocessors = np.where(np.isnan(evaluator.multiprocessors), multiprocessors, evaluator.multiprocessors)
    if evaluator.clock is not None:
        clock = np.where(np.isnan(evaluator.clock), clock, evaluator.clock)
    peak = largest(lambda p: p.dense_flop) * multiprocessors * clock
    return flop > peak * evaluator.time.values


def _usual_flop(table: Table) -> Floats:
    return table.per_chip(lambda chip: DEFAULT_FLOP if chip is None else chip.flop_per_tensor_instruction)


def _warps(table: Table) -> Floats:
    """Warps of each launch by its grid and block, NaN where they are not given."""

    def sizes(texts: Texts) -> Floats:
        sides = [[float(number) for number in re.findall(r"\d+", text)] for text in texts.values] or [[]]
        return np.array([math.prod(numbers) if numbers else math.nan for numbers in sides])[texts.codes]

    return np.ceil(sizes(table.block) / WARP) * sizes(table.grid)
