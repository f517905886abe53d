"""What is asked about the batch law of selected rows, filled in as far as something is known, and what follows."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.arithmetic import evaluate
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import calculate_step
from roofline_gui.model.kernel_edits import entry_of
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.measured import LawKind, RowLaw
from roofline_gui.model.row_law import RowKernel
from roofline_gui.model.series import sizes_of_rows
from roofline_gui.model.units import QuantityError, Unit, format_quantity
from roofline_gui.model.what_if import AS_GIVEN
from roofline_gui.model.workload.batch import ridge_batch
from roofline_gui.model.workload.catalogue import evaluate as evaluate_kernel
from roofline_gui.model.workload.entry import Entry, StepEntry
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.parameters import Role
from roofline_gui.present.what_if.strip import fit_lines, law_lines, ridge_words

_NOTHING_STAYS = (
    "Nothing is known to stay. With 0, work and traffic grow alike, and the intensity stays. Weights are read once "
    "at any batch: give their bytes, or the share of the traffic (90 %)."
)


@dataclass(frozen=True, slots=True)
class LawOffer:
    """What is known about the selected rows before a law is given.

    kernel: their work and traffic, all together, without a law; machine: which bounds it. launches: how many there are.
    traffic: DRAM, B, NaN where unknown. batch, weight_bytes: what to offer; origin: where the weight bytes come from.
    given: whether there is a law to take away. several: batch sizes that their names tell, where these differ.
    """

    kernel: FormulaKernel
    machine: Machine
    launches: int
    traffic: float
    batch: int
    weight_bytes: float
    origin: str
    given: bool
    several: tuple[int, ...] = ()


def offer_law(
    document: Document,
    analysis: Analysis,
    rows: Sequence[int],
    laws: Sequence[RowLaw],
    launches: Iterable[tuple[int, Sequence[int]]],
    kernel: RowKernel | None = None,
) -> LawOffer:
    """What to offer for the selected `rows`, of which `laws` are known; `launches` are those behind them, by source.
    `kernel`: the laws of a row that is selected alone.
    """
    selected = list(rows)
    demand = analysis.groups.demand
    traffic = float(demand.traffic(Level.DRAM)[selected].sum())
    named = sorted({int(b) for b in sizes_of_rows(analysis).batch[selected] if b})
    given = [law for law in laws if law.kind is LawKind.GIVEN]
    recorded = [law for law in laws if law.kind is LawKind.RECORDED]
    pinned = _pinned(document, launches)
    if given:
        batch, weights, origin = given[0].batch, sum(law.fixed_bytes for law in given), "As it was given."
    elif pinned:
        entry, weights = pinned
        batch, origin = _batch_of(entry), f"The weights of {entry.name}, which is pinned to them."
    elif recorded:
        batch, weights = recorded[0].batch, sum(law.fixed_bytes for law in recorded)
        origin = "What stays over the recorded batch sizes."
        if kernel is not None and kernel.fit is not None:
            origin += _recorded_text(kernel)
    else:
        batch, weights, origin = 1, 0.0, _NOTHING_STAYS
    if len(named) == 1 and not given:
        batch = named[0]
    as_measured = FormulaKernel(
        name="",
        work={p: Law(float(v[selected].sum())) for p, v in demand.flop.items() if v[selected].sum() > 0},
        traffic={Role.ACTIVATIONS: Law(traffic)},
        special=None,
        text=(),
        assumption="",
    )
    return LawOffer(
        kernel=as_measured,
        machine=analysis.machine_of(selected[0]),
        launches=int(analysis.groups.count[selected].sum()),
        traffic=traffic,
        batch=round(batch),
        weight_bytes=0.0 if math.isnan(traffic) else min(weights, traffic),
        origin=origin,
        given=bool(given),
        several=tuple(named) if len(named) > 1 else (),
    )


def read_weight_bytes(text: str, offer: LawOffer) -> float:
    """The bytes that `text` means: ``16 GB``, ``8192*8192*2``, or a share of the traffic, ``90 %``.

    Raises:
        QuantityError: it cannot be read, or is no part of the traffic.
    """
    if math.isnan(offer.traffic):
        raise QuantityError("Their DRAM traffic is unknown: nothing tells what they would move at another batch.")
    typed = text.strip()
    if typed.endswith("%"):
        value = evaluate(typed.removesuffix("%")) / 100 * offer.traffic
    else:
        value = evaluate(typed, Unit.BYTE)
    if value < 0:
        raise QuantityError("Weights cannot be less than 0 B.")
    if value > offer.traffic:
        raise QuantityError(f"More than the {format_quantity(offer.traffic, Unit.BYTE)} that these launches moved.")
    return value


def law_preview(offer: LawOffer, batch: int, weight_bytes: float) -> tuple[str, ...]:
    """What follows from a law, line by line."""
    growing = {p: Law(0.0, law.fixed / batch) for p, law in offer.kernel.work.items()}
    traffic = Law(weight_bytes, (offer.traffic - weight_bytes) / batch)
    kernel = FormulaKernel("", growing, {Role.ACTIVATIONS: traffic}, None, (), "")
    return (*law_lines(kernel), _sentence(ridge_words(ridge_batch(kernel, offer.machine))[0]))


def _recorded_text(found: RowKernel) -> str:
    """The law of a series, which holds until another one is given."""
    lines = (*law_lines(found.kernel), *fit_lines(found.fit))
    ridge = _sentence(ridge_words(ridge_batch(found.kernel, found.machine))[0])
    return "\nThe recorded law holds until one is given, which then starts from this row alone:\n" + "\n".join(
        (*lines, ridge)
    )


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def _pinned(document: Document, launches: Iterable[tuple[int, Sequence[int]]]) -> tuple[Entry, float] | None:
    """The entry that is pinned to selected launches, and its weight bytes for all of those that it is pinned to."""
    found: Entry | None = None
    weights = 0.0
    for index, chosen in launches:
        source = document.sources[index]
        counts = source.profile.launches.counts
        for pin in source.pins:
            entry = entry_of(document, pin.entry)
            both = np.array(sorted(set(pin.launches).intersection(chosen)), dtype=np.int64)
            if entry is not None and len(both):
                found = entry
                weights += float(counts[both].sum()) * _weights_of(entry)
    return None if found is None else (found, weights)


def _weights_of(entry: Entry) -> float:
    """The bytes of an entry's weights at its own batch, as given."""
    kernel = calculate_step(entry, AS_GIVEN).kernel if isinstance(entry, StepEntry) else evaluate_kernel(entry.workload)
    law = kernel.traffic.get(Role.WEIGHTS)
    return 0.0 if law is None else float(law.at(kernel.batch))


def _batch_of(entry: Entry) -> int:
    return entry.batch if isinstance(entry, StepEntry) else entry.workload.batch
