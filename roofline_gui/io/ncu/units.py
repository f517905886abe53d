"""Unit strings of Nsight Compute: what one printed unit is in SI base units."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class Dimension(StrEnum):
    """What a value counts. Whether it is a total or a rate follows from the counter's name, since `ncu` drops the "/s"
    of derived rates (``Tbyte`` on ``derived__lts__lts2xbar_bytes.sum.per_second``).
    """

    COUNT = "count"
    BYTE = "byte"
    SECOND = "second"
    PERCENT = "percent"
    NONE = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """A printed unit: value × `factor` is in SI base units of `dimension` (a percentage stays 0 to 100)."""

    factor: float
    dimension: Dimension


_PREFIXES = {"": 1.0, "K": 1e3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
_BYTES = ("byte", "bytes")
_HERTZ = ("hz", "Hz")
_SECONDS = {
    **dict.fromkeys(("s", "sec", "second"), 1.0),
    **dict.fromkeys(("ms", "msec", "msecond"), 1e-3),
    **dict.fromkeys(("us", "usec", "usecond", "µs", "μs"), 1e-6),
    **dict.fromkeys(("ns", "nsec", "nsecond"), 1e-9),
}
_COUNTED = frozenset(
    (
        "1",
        "block",
        "cluster",
        "cycle",
        "inst",
        "pass",
        "register",
        "request",
        "sector",
        "SM",
        "thread",
        "warp",
        "wavefront",
    )
)


@lru_cache(maxsize=512)
def read_unit(text: str) -> Scale | None:
    """Read a unit such as ``Mbyte``, ``Gbyte/s``, ``cycle/nsecond``, ``hz``, ``%`` or an empty one.

    Returns None for a unit that is not known: its values must not be used, since a wrong factor would go unnoticed.
    """
    text = text.strip()
    if not text:
        return Scale(1.0, Dimension.NONE)
    if text == "%":
        return Scale(1.0, Dimension.PERCENT)
    counted, _, per = text.partition("/")
    scale = _read_plain(counted)
    if scale is None or not per:
        return scale
    if per in _SECONDS:
        return Scale(scale.factor / _SECONDS[per], scale.dimension)
    return scale if per in _COUNTED else None


def _read_plain(text: str) -> Scale | None:
    """A unit without denominator."""
    if text in _SECONDS:
        return Scale(_SECONDS[text], Dimension.SECOND)
    for prefix, factor in _PREFIXES.items():
        name = text.removeprefix(prefix)
        if not text.startswith(prefix):
            continue
        if name in _BYTES:
            return Scale(factor, Dimension.BYTE)
        if name in _HERTZ or name in _COUNTED:
            return Scale(factor, Dimension.COUNT)
    return None
