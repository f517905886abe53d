"""What a whole transformer step needs in all: work, traffic, time, memory."""

import math
from dataclasses import dataclass

from roofline_gui.model.estimates import Estimates, calculate_step
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN
from roofline_gui.model.workload.elements import ElementTypes, Engine
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.precision import types_under
from roofline_gui.model.workload.step import Step, time_step


@dataclass(frozen=True, slots=True)
class StepTotals:
    """One step at a batch, in base units; NaN is unknown.

    types: what its data are stored as. machine: where it runs, None without one. parameters: all weights, count. flop,
    bytes: W and Q of the step as one ideal kernel. weight_bytes, kv_bytes: what must lie in memory. bound_time: the
    least time of the ideal kernel, s. kernel_time: the same with every operation a kernel of its own at its own roof.
    """

    entry: StepEntry
    types: ElementTypes
    machine: Machine | None
    batch: int
    parameters: float
    flop: float
    bytes: float
    weight_bytes: float
    kv_bytes: float
    bound_time: float
    kernel_time: float

    @property
    def tokens_per_s(self) -> float:
        """Tokens that the step yields or takes in per second, all sequences together, at the ideal bound."""
        return self.batch * self.entry.span.tokens / self.bound_time

    @property
    def precision(self) -> Precision:
        """What its matrix products are computed in."""
        return self.types.precision(Engine.MATRIX)

    @property
    def memory(self) -> float:
        """DRAM of the machine, B."""
        dram = None if self.machine is None else self.machine.level(Level.DRAM)
        return math.nan if dram is None or dram.size is None else dram.size.value

    @property
    def needed(self) -> float:
        """Weights and KV cache together, B."""
        return self.weight_bytes + self.kv_bytes

    @property
    def fits(self) -> bool | None:
        """Whether weights and KV cache fit into the memory, None where its size is unknown."""
        return None if math.isnan(self.memory) else self.needed <= self.memory

    @property
    def is_beyond_positions(self) -> bool:
        """Whether its sequences are longer than the model was made for."""
        positions = self.entry.architecture.max_positions
        return positions is not None and self.entry.span.length > positions


def given_totals(entry: StepEntry, machine: Machine | None) -> StepTotals:
    """An entry as it is given, whether a document holds it or not.

    Raises:
        ParameterError: the entry cannot be calculated.
    """
    step = calculate_step(entry, AS_GIVEN)
    times = None if machine is None else time_step(step, machine)
    demand = step.kernel.demand()
    return StepTotals(
        entry=entry,
        types=entry.types,
        machine=machine,
        batch=step.batch,
        parameters=step.parameters,
        flop=float(demand.total_flop[0]),
        bytes=float(demand.traffic(Level.DRAM)[0]),
        weight_bytes=step.weight_bytes,
        kv_bytes=step.kv_bytes,
        bound_time=math.nan if times is None else times.bound_time,
        kernel_time=math.nan if times is None else times.kernel_time,
    )


def step_totals(estimates: Estimates, entry: StepEntry) -> StepTotals:
    """An entry of the estimates where it stands under their what-if; cheap enough for every move of a slider."""
    calculated = estimates.calculated
    rows = calculated.rows_of(entry.id)
    whole, parts = int(rows[0]), rows[1:]
    step = calculated.steps[int(calculated.entry[whole])]
    assert isinstance(step, Step)
    batch = int(estimates.batch[whole])
    return StepTotals(
        entry=entry,
        types=types_under(entry.types, calculated.what_if),
        machine=estimates.machine,
        batch=batch,
        parameters=step.parameters,
        flop=float(estimates.bounds.flop[whole]),
        bytes=float(estimates.demand.traffic(Level.DRAM)[whole]),
        weight_bytes=step.weight_bytes,
        kv_bytes=step.kv_bytes / step.batch * batch,
        bound_time=float(estimates.time[whole]),
        kernel_time=float(calculated.count[parts] @ estimates.time[parts]),
    )
