"""Ghosts: measured rows where the what-if would put them."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.present.picture.dots import DRAM, Dots, Kind

if TYPE_CHECKING:
    from roofline_gui.model.forecast import Forecast

MOVED = 0.002  # decades: what moves less stays, unless it follows the batch
LARGEST = 1.0  # the area of the longest measured dot: no ghost grows beyond it


def followers(measured: Dots, forecast: "Forecast") -> Bools:
    """Which of the `measured` dots follow the batch of the what-if, shape (k,)."""
    if forecast.what_if.batch is None:
        return np.zeros(len(measured), dtype=np.bool_)
    return np.asarray(forecast.follows[measured.row])


def ghosts_of(measured: Dots, forecast: "Forecast") -> tuple[Dots, Ints]:
    """Ghosts of the `measured` dots that have a prediction and are moved by it, and which dots they are of (indices).

    Those that follow the batch have one even where it stands on its dot: none comes or goes while the batch slides.
    """
    x, y, area = ghost_places(measured, forecast, measured.row)
    moved = (np.abs(x - measured.x) > MOVED) | (np.abs(y - measured.y) > MOVED)
    index = np.flatnonzero(np.isfinite(x) & np.isfinite(y) & (moved | followers(measured, forecast)))
    no = np.zeros(len(index), dtype=np.bool_)
    ghosts = replace(
        measured,
        kind=np.full(len(index), Kind.GHOST),
        row=measured.row[index],
        x=x[index],
        y=y[index],
        area=area[index],
        colour=measured.colour[index],
        shape=measured.shape[index],
        level=np.full(len(index), DRAM),
        hollow=~no,
        follows=followers(measured, forecast)[index],
        above_roof=no,
        close=no,
    )
    return ghosts, index


def ghost_places(measured: Dots, forecast: "Forecast", rows: Ints) -> tuple[Floats, Floats, Floats]:
    """log10 FLOP/B and FLOP/s of the ghosts of `rows`, and their time as a share of the longest measured dot's."""
    flop, time = forecast.flop[rows], forecast.time[rows]
    longest = forecast.analysis.groups.demand.time[measured.row].max(initial=0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        x, y = np.log10(flop / forecast.bytes_dram[rows]), np.log10(flop / time)
        return x, y, np.minimum(time / longest, LARGEST)
