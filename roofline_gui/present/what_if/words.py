"""A what-if in words, and what follows from it."""

import math

from roofline_gui.model.units import Unit, format_number, format_quantity
from roofline_gui.model.what_if import WhatIf

ROLE_NAMES = {"weights": "weights", "activations": "activations", "kv": "KV cache"}  # what is stored, by field
SAME_TIME = 0.005  # a speed-up nearer to 1 than this is none


def what_if_text(what_if: WhatIf) -> str:
    """All that is thought to be different, the empty text where nothing is: ``batch 64, FP8 tensor, −40 % FLOP``."""
    parts = []
    if what_if.batch is not None:
        parts.append(f"batch {what_if.batch:,}")
    if what_if.precision is not None:
        parts.append(what_if.precision.label)
    for role, name in ROLE_NAMES.items():
        element = getattr(what_if, role)
        if element is not None:
            parts.append(f"{name} {element.label}")
    if what_if.machine is not None:
        parts.append(f"on {what_if.machine.name}")
    for factor, amount in ((what_if.flop, "FLOP"), (what_if.bytes, "bytes")):
        if factor != 1:
            from roofline_gui.present.typed_number import change_text, percent_of  # which the first paint can spare

            parts.append(f"{change_text(percent_of(factor))} {amount}")
    return ", ".join(parts)


def speedup_text(speedup: float) -> str:
    """A speed-up in words: ``1.94 × faster``, ``0.312 × as fast``, ``same time``; unknown is an en dash. The number is
    that of the column of speed-ups.
    """
    if not 0 < speedup < math.inf:
        return "–"
    if abs(speedup - 1) <= SAME_TIME:
        return "same time"
    return f"{format_number(speedup)} × {'faster' if speedup > 1 else 'as fast'}"


def back_text(*, measured: bool) -> str:
    """The way back from a what-if, for button, menu and undo: to what was `measured`, or to what is given."""
    return "Back to measured" if measured else "Back to as given"


def times_text(before: float, after: float) -> str:
    """Two times, s, before and after a change: ``12.3 µs → 6.1 µs``."""
    return f"{format_quantity(before, Unit.SECOND)} → {format_quantity(after, Unit.SECOND)}"
