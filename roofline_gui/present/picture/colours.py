"""Colours and shapes of dots, and what they stand for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.present.names import NAME_LIMIT, short_names, shorten
from roofline_gui.present.palette import REST, Shape

COLOURS = 8
NAMED_KEYS = 16  # with at most this many colours in use, each is named somewhere in the picture


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a colour and shape stand for. hollow: its dots were calculated only."""

    colour: int
    shape: int
    text: str
    hollow: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Colouring:
    """Colour and shape of n measured rows, shape (n,), and of m calculated kernels, (m,); the legend if it is short."""

    colour: Ints
    shape: Ints
    calculated_colour: Ints
    calculated_shape: Ints
    legend: tuple[LegendEntry, ...]


def assign_colours(
    keys: Ints, texts: Sequence[str], time: Floats, names: Sequence[str], diamonds: Bools
) -> Colouring:
    """Measured rows by their keys (indices of `texts`), most time first; then calculated kernels by their `names`, in
    their order, in the colour of the measured rows of the same name where there are any; some are `diamonds`, shape
    (m,). What goes beyond all colours and shapes is REST. Calculated kernels never change the colours of measured rows.
    """
    present, inverse = np.unique(keys, return_inverse=True)
    order = np.argsort(-np.bincount(inverse, weights=time, minlength=len(present)), kind="stable")
    rank = np.empty(len(present), dtype=np.int64)
    rank[order] = np.arange(len(present))
    measured = [texts[present[key]] for key in order.tolist()]
    ranks = {text: i for i, text in enumerate(measured)}
    of_names = np.array([ranks.setdefault(name, len(ranks)) for name in names], dtype=np.int64)
    colour, shape = _of_ranks(rank[inverse] if len(keys) else np.zeros(0, dtype=np.int64))
    calculated_colour, calculated_shape = _of_ranks(of_names)
    calculated_shape = np.where(diamonds, Shape.DIAMOND, calculated_shape)
    legend = _legend(measured, list(ranks), frozenset(of_names[diamonds].tolist()))
    return Colouring(colour, shape, calculated_colour, calculated_shape, legend)


def _of_ranks(rank: Ints) -> tuple[Ints, Ints]:
    told_apart = rank < COLOURS * len(Shape)
    return np.where(told_apart, rank % COLOURS, REST), np.where(told_apart, rank // COLOURS, Shape.CIRCLE)


def _legend(measured: list[str], every: list[str], diamonds: frozenset[int]) -> tuple[LegendEntry, ...]:
    """The names of all colours, of those of measured rows, or of none, as there are few enough; ranks of `diamonds`."""
    named = every if len(every) <= NAMED_KEYS else measured if len(measured) <= NAMED_KEYS else []
    kernels = short_names(named[: len(measured)])
    return tuple(
        LegendEntry(
            i % COLOURS,
            Shape.DIAMOND if i in diamonds and i >= len(measured) else i // COLOURS,
            kernels.get(text) or shorten(text, NAME_LIMIT),
            hollow=i >= len(measured),
        )
        for i, text in enumerate(named)
    )
