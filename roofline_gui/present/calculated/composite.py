"""Work in several precisions in words: why a roof lies between two ceilings."""

from dataclasses import dataclass

from roofline_gui.model.composite import Composite
from roofline_gui.model.roofline import Resource
from roofline_gui.model.units import Unit, format_percent, format_quantity
from roofline_gui.present.cells import resource_cell

ABOUT = "Precisions that share a pipe queue up; different pipes work side by side, and the slowest decides"


@dataclass(frozen=True, slots=True)
class CompositeWords:
    """rows: per precision its name, its work at its peak, and the time that it needs. pipes: the times of pipes that
    several precisions share. roof: how the compute roof follows.
    """

    rows: tuple[tuple[str, str, str], ...]
    pipes: tuple[str, ...]
    roof: str


def composite_words(found: Composite) -> CompositeWords:
    """The parts of a kernel's work and the roof that they have together."""
    quantity, peak = format_quantity, Unit.FLOP_PER_SECOND
    rows = tuple(
        (
            part.precision.label,
            f"{quantity(part.flop, Unit.FLOP)} ({format_percent(part.share)}) at {quantity(part.peak, peak)}",
            quantity(part.time, Unit.SECOND),
        )
        for part in found.parts
    )
    pipes = []
    for pipe, time in found.pipes:
        own = [quantity(p.time, Unit.SECOND) for p in found.parts if p.precision.pipe is pipe]
        if len(own) > 1:
            pipes.append(f"{_pipe(pipe)}: {' + '.join(own)} = {quantity(time, Unit.SECOND)}")
    slowest, time = found.pipes[0]
    roof = f"{quantity(found.flop, Unit.FLOP)} / {quantity(time, Unit.SECOND)}"
    which = f" ({_pipe(slowest)}, the slowest)" if len(found.pipes) > 1 else ""
    return CompositeWords(rows, tuple(pipes), f"W / t = {roof} = {quantity(found.roof, peak)}{which}")


def _pipe(pipe: str) -> str:
    return resource_cell(Resource(pipe).value)
