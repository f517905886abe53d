"""Logarithmic axes: frames, ticks and the way from log10 values to pixels."""

import math
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision

LEFT_EDGE = -2  # log10 FLOP/B: below the 1/12 FLOP/B of adding two floats
RIGHT_EDGE = 4  # log10 FLOP/B: a decade above the ridge of most machines
DECADES_WITHOUT_MACHINE = (10, 16)
HEADROOM = 0.25  # decades above the highest ceiling that its label needs
SMALLEST_SPAN, LARGEST_SPAN = 0.5, 30.0  # decades that one axis may show
FARTHEST = 40.0  # |log10| that a view may reach
Y_TICK_SAMPLE = "100 G"  # as wide as tick labels get, so that two pictures have their axes in one place

_PREFIXES = {0: "", 1: "k", 2: "M", 3: "G", 4: "T", 5: "P", 6: "E"}
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_DIGITS = tuple(math.log10(d) for d in range(1, 10))


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the plane that is shown, log10 of FLOP/B (left, right) and FLOP/s (bottom, top)."""

    left: float
    right: float
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Viewport:
    """A frame laid on a rectangle of pixels; y pixels grow downwards."""

    frame: Frame
    x: float
    y: float
    width: float
    height: float

    def x_pixels(self, log: Floats) -> Floats:
        """Pixel columns of log10 intensities."""
        return self.x + (log - self.frame.left) * (self.width / (self.frame.right - self.frame.left))

    def y_pixels(self, log: Floats) -> Floats:
        """Pixel rows of log10 performances."""
        return self.y + (self.frame.top - log) * (self.height / (self.frame.top - self.frame.bottom))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Pixel position of one log10 point."""
        frame = self.frame
        return (
            self.x + (x - frame.left) * self.width / (frame.right - frame.left),
            self.y + (frame.top - y) * self.height / (frame.top - frame.bottom),
        )

    @property
    def slope(self) -> float:
        """Pixels up per pixel right of a memory ceiling (one decade per decade)."""
        frame = self.frame
        return (self.height / (frame.top - frame.bottom)) * ((frame.right - frame.left) / self.width)

    @property
    def right(self) -> float:
        """Pixel column of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Pixel row of the bottom edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Ticks:
    """Positions (log10) of major and minor lines, and the labels: (position, text)."""

    major: tuple[float, ...]
    minor: tuple[float, ...]
    labels: tuple[tuple[float, str], ...]


def machine_frame(machine: Machine | None) -> Frame:
    """The frame of all pictures of one machine: whole decades, as many to the right as upwards.

    From the left edge, which is the same for every machine, to a decade above the highest ridge; the top lies above the
    highest dense ceiling (by half a decade where a whole one leaves no room for its label).
    """
    ceilings = (
        [] if machine is None else [c for c in machine.dense_ceilings if c.precision is not Precision.INT8_TENSOR]
    )
    if machine is None or not ceilings:
        return Frame(LEFT_EDGE, RIGHT_EDGE, *DECADES_WITHOUT_MACHINE)
    highest = ceilings[0]
    ridge = machine.ridge(highest.precision)
    right = RIGHT_EDGE if ridge is None else max(RIGHT_EDGE, round(math.log10(ridge)) + 1)
    peak = math.log10(highest.peak.value)
    top = float(math.ceil(peak))
    if top - peak < HEADROOM:
        top += 0.5
    return Frame(LEFT_EDGE, right, top - (right - LEFT_EDGE), top)


def frame_of_both(one: Frame, other: Frame) -> Frame:
    """The frame in which the ceilings of two machines lie, with as many decades to the right as upwards."""
    right, top = max(one.right, other.right), max(one.top, other.top)
    return Frame(LEFT_EDGE, right, top - (right - LEFT_EDGE), top)


def fit_frame(frame: Frame, x: Floats, y: Floats) -> Frame:
    """`frame` moved out by whole decades until it holds every point (log10), with a little room around each."""
    room = 0.1
    known = np.isfinite(x) & np.isfinite(y)
    if not known.any():
        return frame
    x, y = np.clip(x[known], -FARTHEST, FARTHEST), np.clip(y[known], -FARTHEST, FARTHEST)
    return Frame(
        min(frame.left, math.floor(float(x.min()) - room)),
        max(frame.right, math.ceil(float(x.max()) + room)),
        min(frame.bottom, math.floor(float(y.min()) - room)),
        max(frame.top, math.ceil(float(y.max()) + room)),
    )


def ticks(low: float, high: float, most: int) -> Ticks:
    """Ticks between `low` and `high` (log10): decades as majors, 2 to 9 as minors, at most about `most` labels.

    Where decades are few, some of their minors are labelled too; where they are many, only every second, third … is.
    """
    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    decades = range(first, last + 1)
    span = high - low
    step = max(1, math.ceil(span / max(1, most)))
    minor: tuple[float, ...] = ()
    if step == 1:
        below = range(math.floor(low), last + 1)
        minor = tuple(d + m for d in below for m in _DIGITS[1:] if low <= d + m <= high)
    digits: tuple[int, ...] = (1,)
    if span <= 1.2 and most >= 10 * span:
        digits = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    elif span <= 2.5 and most >= 3 * span:
        digits = (1, 2, 5)
    labels = tuple(
        (decade + _DIGITS[digit - 1], tick_label(decade, digit))
        for decade in range(math.floor(low), last + 1)
        for digit in digits
        if low - 1e-9 <= decade + _DIGITS[digit - 1] <= high + 1e-9 and decade % step == 0
    )
    return Ticks(tuple(float(d) for d in decades if d % step == 0), minor, labels)


def tick_label(exponent: int, digit: int = 1) -> str:
    """`digit` · 10^`exponent` as a tick: ``10 G``, ``1 P``, ``0.1``, ``1``, ``2 k``."""
    if -4 <= exponent < 0:
        return f"0.{'0' * (-exponent - 1)}{digit}"
    prefix = _PREFIXES.get(exponent // 3)
    if prefix is None:
        power = f"10{str(exponent).translate(_SUPERSCRIPT)}"
        return power if digit == 1 else f"{digit}·{power}"
    number = digit * 10 ** (exponent % 3)
    return f"{number} {prefix}" if prefix else str(number)
