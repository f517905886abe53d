"""What the sliders of batch and precision show: stops, marks, words beside them, and why they can move nothing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import Estimates
from roofline_gui.model.grouping import Lack
from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.row_law import Fit, RowKernel
from roofline_gui.model.series import recorded_series
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.model.workload.batch import LARGEST_BATCH, ridge_batch
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.precision import stops
from roofline_gui.present.calculated.calculation import law_text, missing_ceiling
from roofline_gui.present.picture.precisions import precision_use

_NOTHING_THERE = "Open a profile or add a kernel"
_LAW_HELPS = (
    "A batch law says at which batch rows were recorded and which bytes are weights, so that they can be predicted at "
    "another batch. Calculated kernels have one of their own."
)
_MOST_USED = (
    Precision.BF16_TENSOR,
    Precision.FP8_TENSOR,
    Precision.FP4_TENSOR,
    Precision.FP32,
    Precision.FP64,
    Precision.TF32_TENSOR,
    Precision.FP16_TENSOR,
    Precision.INT8_TENSOR,
    Precision.FP64_TENSOR,
)


@dataclass(frozen=True, slots=True)
class BatchTrack:
    """The slider of the batch.

    given: the batch that “as given” stands for when a command doubles it. recorded: batches that were measured. ridge:
    where the kernel that is looked at crosses the ridge, None where that is not on the slider or there is no such
    kernel. words: what is said of that, or why the slider would move nothing, ever shorter. about: all of it, with the
    batch law. moves: whether there is anything to move. wants_law: whether a law for measured rows would help.
    """

    given: int = 1
    recorded: tuple[int, ...] = ()
    ridge: int | None = None
    words: tuple[str, ...] = ()
    about: str = ""
    moves: bool = True
    wants_law: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """A precision on the slider: its name where space is short, what is said beside it, ever shorter, and all of it."""

    precision: Precision
    short: str
    words: tuple[str, ...]
    about: str


@dataclass(frozen=True, slots=True)
class PrecisionTrack:
    """The slider of the precision.

    stops: widest to narrowest. given: what “as given” mostly stands for, None where that is unknown. obstacle: why the
    slider would move nothing, empty where it does.
    """

    stops: tuple[Stop, ...] = ()
    given: Precision | None = None
    obstacle: str = ""

    @property
    def by_importance(self) -> tuple[int, ...]:
        """The stops (indices) in the order in which they get a label while there is room: what is used most first."""
        order = {precision: i for i, precision in enumerate(_MOST_USED)}
        return tuple(sorted(range(len(self.stops)), key=lambda i: order.get(self.stops[i].precision, len(order))))

    def step(self, precision: Precision | None, steps: int) -> Precision | None:
        """The precision that many `steps` narrower (negative: wider). Before the widest lies as given."""
        there = (None, *(stop.precision for stop in self.stops))
        return there[min(len(self.stops), max(0, there.index(precision) + steps))]


    def narrow(self, precision: Precision | None, steps: int) -> Precision | None:
        """The precision of the same kind, matrix or vector, that many `steps` narrower (negative: wider); as given
        stands for what it mostly is.
        """
        start = precision or self.given
        alike = [s.precision for s in self.stops if start is None or s.precision.is_tensor is start.is_tensor]
        if start not in alike:
            return self.step(precision, steps)
        wanted = alike[min(len(alike) - 1, max(0, alike.index(start) + steps))]
        return precision if wanted is start else wanted


@dataclass(frozen=True, slots=True)
class Looked:
    """The kernel whose ridge is marked, and the machine that it is bounded on. given: its batch as given. fit: of laws
    that were recorded, None for others.
    """

    name: str
    kernel: FormulaKernel
    machine: Machine
    given: int
    fit: Fit | None = None


def batch_track(
    document: Document,
    analysis: Analysis | None,
    estimates: Estimates | None,
    looked: Looked | None,
    selected: int = 0,
) -> BatchTrack:
    """The slider of the batch for a document; `looked` is the kernel that is looked at; `selected`: how many rows."""
    recorded = () if analysis is None else recorded_batches(analysis)
    given = _given(estimates, looked)
    moving = estimates is not None and bool(estimates.moves.any())
    if not (moving or recorded or any(s.laws for s in document.shown)):
        words, about = _nothing_moves(analysis, estimates, selected)
        return BatchTrack(given, words=words, about=about, moves=False, wants_law=analysis is not None)
    if looked is None:
        return BatchTrack(given, recorded, words=_recorded_words(recorded))
    if not looked.kernel.follows_batch:
        return BatchTrack(given, recorded, words=(f"{looked.name} stays at every batch", "stays at every batch"))
    ridge = ridge_batch(looked.kernel, looked.machine)
    return BatchTrack(
        given,
        recorded,
        round(ridge) if 1 < ridge <= LARGEST_BATCH else None,
        ridge_words(ridge),
        "\n".join((looked.name, *law_lines(looked.kernel), *fit_lines(looked.fit))),
    )


def _nothing_moves(
    analysis: Analysis | None, estimates: Estimates | None, selected: int
) -> tuple[tuple[str, ...], str]:
    """Why the batch moves nothing, ever shorter, and what to do."""
    if analysis is None and estimates is None:
        return (_NOTHING_THERE,), ""
    if analysis is None:
        return ("No kernel grows with the batch",), "Add one whose formula does, or a whole model."
    if selected:
        return ("No row grows with the batch: give the selected ones a law", "No row grows with the batch"), _LAW_HELPS
    return ("No row grows with the batch: select some and give them a law", "Select rows to give a law"), _LAW_HELPS


@lru_cache(maxsize=2)  # asked for at every step of a drag; an analysis never changes
def recorded_batches(analysis: Analysis) -> tuple[int, ...]:
    """The batch sizes of all recorded series, rising."""
    series = recorded_series(analysis, np.equal(analysis.groups.lack, Lack.NONE))
    return tuple(sorted({batch for one in series for batch in one.batches}))


def looked_at(
    estimates: Estimates | None, chosen: Sequence[tuple[int, int]], selected: RowKernel | None = None
) -> Looked | None:
    """The kernel that is looked at: the calculated one that is `chosen` (entry and operation), else the `selected` row
    with a batch law, else the only calculated one.
    """
    calculated = None if estimates is None else estimates.calculated
    if estimates is not None and calculated is not None and len(chosen) == 1:
        entry, operation = chosen[0]
        rows = calculated.rows_of(entry)
        rows = rows[calculated.operation[rows] == operation]
        return _looked(estimates, int(rows[0])) if len(rows) else None
    if selected is not None:
        return Looked("Selected row", selected.kernel, selected.machine, selected.batch, selected.fit)
    if estimates is not None and calculated is not None and len(calculated.entries) == 1 and not chosen:
        return _looked(estimates, 0)
    return None


def _looked(estimates: Estimates, row: int) -> Looked:
    calculated = estimates.calculated
    kernel, name = calculated.kernels[row], calculated.entries[int(calculated.entry[row])].name
    whole = name if kernel.name == name else f"{name}: {kernel.name}"
    return Looked(whole, kernel, estimates.machine, int(calculated.batch[row]))


def precision_track(document: Document, analysis: Analysis | None, estimates: Estimates | None) -> PrecisionTrack:
    """The slider of the precision for a document. A precision that the machine lacks has a stop while it is chosen."""
    machine, chosen = document.what_if.machine or document.machine, document.what_if.precision
    there = () if machine is None else _stops(machine.with_ceilings(document.ceilings))
    if chosen is not None and all(stop.precision is not chosen for stop in there):
        there = (*there, _stop(chosen, (), machine))
    if machine is None:
        return PrecisionTrack(there, obstacle="Choose a machine first")
    if analysis is None and estimates is None:
        return PrecisionTrack(there, obstacle=_NOTHING_THERE)
    measured = None if analysis is None else _main_precision(analysis)
    given = measured or precision_use(None, None, estimates).main
    known = measured is not None or estimates is not None
    return PrecisionTrack(there, given, "" if known else "No row computes in a known precision")


def law_lines(kernel: FormulaKernel) -> tuple[str, ...]:
    """How work and traffic of a kernel grow with the batch b."""
    lines = []
    if kernel.work:
        lines.append(f"W(b) = {law_text(sum(kernel.work.values(), Law()), Unit.FLOP)}")
    if kernel.bytes is not None:
        lines.append(f"Q(b) = {law_text(kernel.bytes, Unit.BYTE)}")
    return tuple(lines)


def fit_lines(fit: Fit | None) -> tuple[str, ...]:
    """How far laws are from what was recorded: ``Off what was recorded by up to 0.4 % in W, 56 % in Q``."""
    if fit is None:
        return ()
    misses = ((fit.work, "W"), (fit.traffic, "Q"))
    parts = [f"{format_percent(round(miss, 4))} in {law}" for miss, law in misses if not math.isnan(miss)]
    return (f"Off what was recorded by up to {', '.join(parts)}",) if parts else ()


def _given(estimates: Estimates | None, looked: Looked | None) -> int:
    """The batch that as given stands for: that of the kernel that is looked at, or the smallest that grows."""
    if looked is not None:
        return looked.given
    if estimates is None or not estimates.moves.any():
        return 1
    return int(estimates.calculated.batch[estimates.moves].min())


def ridge_words(ridge: float) -> tuple[str, ...]:
    """Where a kernel crosses the ridge (a batch; infinite: nowhere, NaN: unknown), ever shorter."""
    if math.isnan(ridge):
        return ("where it crosses the ridge is unknown", "ridge unknown")
    if math.isinf(ridge):
        return ("never crosses the ridge: intensity saturates", "never crosses the ridge")
    if ridge == 1:
        return ("beyond the ridge at every batch", "beyond the ridge")
    return (f"crosses the ridge at batch {ridge:,.0f}", f"ridge at {ridge:,.0f}")


def _recorded_words(recorded: Sequence[int]) -> tuple[str, ...]:
    if not recorded:
        return ()
    sizes = [f"{batch:,}" for batch in recorded]
    return (f"recorded at batch {', '.join(sizes)}", f"recorded at {sizes[0]} to {sizes[-1]}", f"{len(sizes)} recorded")


@lru_cache(maxsize=2)
def _main_precision(analysis: Analysis) -> Precision | None:
    """What decides most of the time that can be predicted."""
    return precision_use(analysis, analysis.drawn, None).main


@lru_cache(maxsize=4)  # a drag asks at every step, and the machine stays
def _stops(machine: Machine) -> tuple[Stop, ...]:
    there = stops(machine)
    return tuple(_stop(precision, there, machine) for precision in there)


def _stop(precision: Precision, among: Sequence[Precision], machine: Machine | None) -> Stop:
    """One stop. Its short name is that of the format, with what tells it from others of the same format."""
    format_ = precision.value.removesuffix("_tensor")
    name = format_.upper()
    if precision in (Precision.FP16, Precision.BF16):
        name = f"pk {name}"
    elif precision.is_tensor and format_ in ("fp64", "fp32") and format_ in among:
        name = f"{name} TC"
    peak = None if machine is None else machine.peak(precision)
    if machine is None or peak is None:
        lack = "" if machine is None else missing_ceiling(machine, precision)
        return Stop(precision, name, (f"no {precision.label} ceiling", "no ceiling", ""), lack)
    rate, ridge = format_quantity(peak, Unit.FLOP_PER_SECOND), machine.ridge(precision)
    words = (rate, "") if ridge is None else (f"{rate}, ridge {format_number(ridge)} FLOP/byte", rate, "")
    return Stop(precision, name, words, f"{precision.label}: {words[0]}")
