"""The performance table: one row per group, the columns of the CSV contract, vectorised."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from roofline_gui.model.analysis import Analysis, binding_resources
from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.diagnosis import REGIMES, VERDICTS
from roofline_gui.model.findings import FLAG_CODES, L2_BELOW_DRAM, LACK_CODES, Code, uncounted
from roofline_gui.model.machine import Level
from roofline_gui.model.roofline import RESOURCES
from roofline_gui.present.words import NOTE_PHRASES, advice

if TYPE_CHECKING:  # predictions come after the first paint
    from roofline_gui.model.forecast import Forecast

COLUMNS = (
    "kernel",
    "group",
    "source",
    "launches",
    "time_s",
    "precision",
    "flop",
    "special_ops",
    "bytes_dram",
    "bytes_l2",
    "bytes_l1",
    "bytes_shared",
    "intensity_dram",
    "intensity_l2",
    "intensity_l1",
    "intensity_shared",
    "flop_per_s",
    "dram_bytes_per_s",
    "ridge_flop_per_byte",
    "regime_ratio",
    "regime",
    "bound_by",
    "roof_flop_per_s",
    "roof_fraction",
    "time_share",
    "verdict",
    "advice",
    "note",
)
PREDICTED_TIME = "predicted_time_s"
FORECAST_COLUMNS = (PREDICTED_TIME, "predicted_speedup")

_LEVELS = {"dram": Level.DRAM, "l2": Level.L2, "l1": Level.L1, "shared": Level.SHARED}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """n rows in order of the first launch. `columns` has every name of COLUMNS, and behind them those of
    FORECAST_COLUMNS where there is a forecast: text columns are lists of n strings (empty = unknown), number columns
    float arrays of shape (n,) in SI base units (NaN = unknown).
    """

    columns: Mapping[str, list[str] | Floats]

    def __len__(self) -> int:
        return len(self.columns["kernel"])

    def numbers(self, name: str) -> Floats:
        """A number column, shape (n,)."""
        column = self.columns[name]
        if isinstance(column, list):
            raise KeyError(f"{name} is a text column")
        return column

    def texts(self, name: str) -> list[str]:
        """A text column, n strings."""
        column = self.columns[name]
        if not isinstance(column, list):
            raise KeyError(f"{name} is a number column")
        return column


def table(analysis: Analysis, forecast: "Forecast | None" = None) -> Table:
    """The performance table of `analysis`, with what its rows would take where there is a forecast."""
    groups, bounds, judgement = analysis.groups, analysis.bounds, analysis.judgement
    demand = groups.demand
    first = groups.first.tolist()
    operations = groups.launches.operation.rows()
    traffic = {name: demand.traffic(level) for name, level in _LEVELS.items()}
    with np.errstate(divide="ignore", invalid="ignore"):
        intensity = {n: _finite(np.where(q > 0, bounds.flop / q, np.nan)) for n, q in traffic.items()}
        columns: dict[str, list[str] | Floats] = {
            "kernel": [name_of(names) for names in groups.kernels],
            "group": [operations[i] for i in first],
            "source": [analysis.source_of_launch[i] for i in first] if analysis.source_of_launch else [""] * len(first),
            "launches": groups.count.astype(np.float64),
            "time_s": np.where(demand.time > 0, demand.time, np.nan),
            "precision": _texts([p.value for p in bounds.precisions], bounds.precision),
            "flop": bounds.flop,
            "special_ops": demand.special_ops,
            **{f"bytes_{n}": q for n, q in traffic.items()},
            **{f"intensity_{n}": i for n, i in intensity.items()},
            "flop_per_s": _finite(bounds.flop / demand.time),
            "dram_bytes_per_s": _finite(traffic["dram"] / demand.time),
            "ridge_flop_per_byte": bounds.ridge,
            "regime_ratio": _finite(bounds.regime_ratio),
            "regime": _texts([r.value for r in REGIMES], judgement.regime),
            "bound_by": _texts([r.value for r in RESOURCES], binding_resources(analysis)),
            "roof_flop_per_s": bounds.roof,
            "roof_fraction": bounds.fraction,
            "time_share": demand.time / analysis.total_time if analysis.total_time > 0 else demand.time * np.nan,
            "verdict": _texts([v.value for v in VERDICTS], judgement.verdict),
            "advice": _advice(analysis),
            "note": _notes(analysis),
        }
    return with_forecast(Table(columns), forecast)


def with_forecast(rows: Table, forecast: "Forecast | None") -> Table:
    """The same rows with the columns of this forecast, without any where it is None."""
    columns = {name: rows.columns[name] for name in COLUMNS}
    if forecast is not None:
        columns |= zip(FORECAST_COLUMNS, (forecast.time, forecast.speedup), strict=True)
    return Table(columns)


def name_of(kernels: tuple[str, ...]) -> str:
    """How a group of these distinct kernels (most time first) is named in the kernel column."""
    return kernels[0] if len(kernels) == 1 else f"{kernels[0]} + {len(kernels) - 1} more"


def _finite(values: Floats) -> Floats:
    return np.where(np.isfinite(values), values, np.nan)


def _texts(values: list[str], codes: Ints) -> list[str]:
    """One of `values` per code; NO_RESOURCE (-1) is empty."""
    lookup: npt.NDArray[np.object_] = np.array([*values, ""], dtype=object)
    return lookup[codes].tolist()  # type: ignore[no-any-return]


def _advice(analysis: Analysis) -> list[str]:
    """Advice per row, worded once per distinct combination of verdict, binding resource and waste."""
    binding = binding_resources(analysis)
    wasteful = analysis.judgement.wasteful.astype(np.int64)
    keys = (analysis.judgement.verdict * (len(RESOURCES) + 1) + binding + 1) * 2 + wasteful
    distinct, inverse = np.unique(keys, return_inverse=True)
    worded = []
    for key in distinct.tolist():
        verdict, resource = divmod(key // 2, len(RESOURCES) + 1)
        worded.append(advice(VERDICTS[verdict], RESOURCES[resource - 1] if resource else None, bool(key % 2)))
    return _texts(worded, inverse)


def _notes(analysis: Analysis) -> list[str]:
    """Remarks per row joined with "; ", worded once per distinct combination."""
    groups, bounds = analysis.groups, analysis.bounds
    dram, l2 = groups.demand.traffic(Level.DRAM), groups.demand.traffic(Level.L2)
    applies: dict[Code, Bools] = {
        Code.CLOSE_VERDICT: analysis.judgement.close,
        Code.ABOVE_ROOF: bounds.fraction > 1,
        Code.NO_CEILING: bounds.lacks_ceiling,
        Code.UNCOUNTED: np.logical_or.reduce([np.zeros(len(groups), dtype=np.bool_), *uncounted(analysis).values()]),
        Code.DRAM_UNUSED: dram == 0,
        Code.L2_BELOW_DRAM: l2 < L2_BELOW_DRAM * dram,
        **{code: (groups.lack & bit) != 0 for bit, code in LACK_CODES.items()},
        **{code: (groups.flags & flag) != 0 for flag, code in FLAG_CODES.items()},
    }
    mask = np.zeros(len(groups), dtype=np.int64)
    for bit, code in enumerate(NOTE_PHRASES):
        mask |= applies[code].astype(np.int64) << bit
    distinct, inverse = np.unique(mask, return_inverse=True)
    worded = [
        "; ".join(p for bit, p in enumerate(NOTE_PHRASES.values()) if key >> bit & 1) for key in distinct.tolist()
    ]
    return _texts(worded, inverse)
