"""Units as ncu prints them: prefixes are powers of 1000, an unknown unit is no number."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.io.ncu.units import Dimension, Scale, read_unit
from roofline_gui.model.machine import Level
from tests.io.ncu.samples import FP32, TIME, long, read_text

PREFIXES = {"": 0, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15}


@given(st.sampled_from(sorted(PREFIXES)), st.sampled_from(["", "/s", "/second", "/cycle", "/block"]))
def test_byte_prefixes_are_powers_of_1000(prefix: str, per: str) -> None:
    assert read_unit(f"{prefix}byte{per}") == Scale(float(10 ** PREFIXES[prefix]), Dimension.BYTE)


@pytest.mark.parametrize(
    ("text", "factor", "dimension"),
    [
        ("ns", 1e-9, Dimension.SECOND),
        ("nsecond", 1e-9, Dimension.SECOND),
        ("us", 1e-6, Dimension.SECOND),
        ("usecond", 1e-6, Dimension.SECOND),
        ("ms", 1e-3, Dimension.SECOND),
        ("msecond", 1e-3, Dimension.SECOND),
        ("s", 1, Dimension.SECOND),
        ("second", 1, Dimension.SECOND),
        ("hz", 1, Dimension.COUNT),
        ("Khz", 1e3, Dimension.COUNT),
        ("Mhz", 1e6, Dimension.COUNT),
        ("Ghz", 1e9, Dimension.COUNT),
        ("cycle/second", 1, Dimension.COUNT),
        ("cycle/nsecond", 1e9, Dimension.COUNT),
        ("inst", 1, Dimension.COUNT),
        ("inst/cycle", 1, Dimension.COUNT),
        ("sector", 1, Dimension.COUNT),
        ("register/thread", 1, Dimension.COUNT),
        ("1/cycle", 1, Dimension.COUNT),
        ("%", 1, Dimension.PERCENT),
        ("", 1, Dimension.NONE),
    ],
)
def test_other_units(text: str, factor: float, dimension: Dimension) -> None:
    scale = read_unit(text)
    assert scale is not None
    assert scale.factor == pytest.approx(factor)
    assert scale.dimension is dimension


@pytest.mark.parametrize("text", ["furlong", "Xbyte", "KKbyte", "byte/furlong", "Mns", "bit"])
def test_unknown_units(text: str) -> None:
    assert read_unit(text) is None


def test_an_unknown_unit_is_an_error_for_that_value_only(tmp_path: Path) -> None:
    profile = read_text(
        tmp_path,
        long(
            {**FP32, TIME: ("ns", "1,000"), "dram__bytes.sum": ("furlong", "12")},
            {**FP32, TIME: ("ns", "1,000"), "dram__bytes.sum": ("Mbyte", "12")},
        ),
    )
    dram = profile.launches.demand.traffic(Level.DRAM)
    assert math.isnan(dram[0])
    assert dram[1] == 12e6
    assert [(u.launch, u.counter) for u in profile.ledger.unread] == [(0, "dram__bytes.sum")]
    assert "furlong" in profile.ledger.unread[0].reason
    assert not np.isnan(profile.launches.demand.total_flop).any()


def test_a_time_needs_a_unit(tmp_path: Path) -> None:
    """Without one 250,000 could be nano- or microseconds."""
    profile = read_text(tmp_path, long({**FP32, TIME: ("", "250,000")}))
    assert math.isnan(profile.launches.demand.time[0])
    assert "second" in next(u.reason for u in profile.ledger.unread if u.counter == TIME)


def test_a_counter_with_the_unit_of_another_kind_is_not_taken(tmp_path: Path) -> None:
    profile = read_text(tmp_path, long({**FP32, TIME: ("ns", "1,000"), "dram__bytes.sum": ("%", "12")}))
    assert math.isnan(profile.launches.demand.traffic(Level.DRAM)[0])
    assert [u.counter for u in profile.ledger.unread] == ["dram__bytes.sum"]
