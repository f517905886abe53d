"""Ceilings and clocks: the ceilings of a profile as a machine of one's own, and ceilings at another clock."""

from dataclasses import replace

from roofline_gui.model.machine import Figure, Kind, Level, Machine
from roofline_gui.model.machine_edits import BY_HAND, ON_CHIP

L2_DOUBT = "L2 has a clock of its own on many chips: scaled as if it followed the SM clock."
BELOW = 0.95  # of the boost clock: what lies lower is a clock that was held down; power alone costs a few percent


def scale_to_clock(machine: Machine, to: float) -> Machine:
    """The machine at the clock `to`, Hz: compute, special functions and the levels on the chip follow it, DRAM and a
    last-level cache do not; measured figures stay as they are.

    Raises:
        ValueError: the clock of the machine is unknown.
    """
    if machine.clock is None:
        raise ValueError(f"The clock of {machine.name} is unknown.")
    if to == machine.clock.value:
        return machine
    factor = to / machine.clock.value
    by = f"× {to / 1e9:.4g} GHz / {machine.clock.value / 1e9:.4g} GHz"

    def change(figure: Figure, doubt: str = "") -> Figure:
        return Figure(
            figure.value * factor,
            Kind.DERIVED,
            f"{figure.source} {by}",
            figure.doubt if doubt in figure.doubt else f"{figure.doubt} {doubt}".lstrip(),
            (replace(figure, alternatives=()), *figure.alternatives),
        )

    return replace(
        machine,
        ceilings=tuple(replace(c, peak=change(c.peak)) for c in machine.ceilings),
        levels=tuple(
            replace(m, bandwidth=change(m.bandwidth, L2_DOUBT if m.level is Level.L2 else ""))
            if m.level in ON_CHIP
            else m
            for m in machine.levels
        ),
        special_ops=None if machine.special_ops is None else change(machine.special_ops),
        clock=Figure(to, Kind.USER, BY_HAND, alternatives=(replace(machine.clock, alternatives=()),)),
    )


def machine_of_profile(own: Machine, known: Machine | None) -> Machine:
    """A machine made of the ceilings that a profile carries, named by the clock of the run. `known` is the catalogue's
    machine for this device; where the run's clock lies below its clock, the clock carries a doubt that says so.
    """
    clock = own.clock
    if clock is None:
        return own
    ghz = f"{clock.value / 1e9:.2f}"
    name = own.name.split(" (", 1)[0] if known is None else known.name
    boost = held_below(own, known)
    if boost is not None:
        doubt = (
            f"Below the {boost / 1e9:.2f} GHz of the {name}: ncu locks the clocks unless told --clock-control none. "
            "Ceilings scaled to the boost clock are higher."
        )
        clock = replace(clock, doubt=doubt)
    return replace(
        own, id=f"{own.id}-{ghz.replace('.', '-')}-ghz", name=f"{name} at {ghz} GHz", clock=clock
    )


def held_below(own: Machine, known: Machine | None) -> float | None:
    """The clock of `known`, Hz, where the clock of the profiled run lies below it; else None."""
    if own.clock is None or known is None or known.clock is None:
        return None
    return known.clock.value if own.clock.value < BELOW * known.clock.value else None
