"""What is printed in any locale and any unit is read back; what is no unit gives no number."""

import string
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_gui.io.ncu import read_profile, reader
from roofline_gui.io.ncu.units import read_unit
from roofline_gui.model.machine import Level
from roofline_gui.model.profile import Profile
from roofline_gui.model.read_options import NumberFormat, ReadOptions
from tests.io.ncu.samples import FP32, TIME, long, wide

DRAM = "dram__bytes.sum"
BYTES = {"byte": 0, "Kbyte": 3, "Mbyte": 6, "Gbyte": 9, "Tbyte": 12}
SECONDS = {
    **dict.fromkeys(("ns", "nsecond"), -9),
    **dict.fromkeys(("us", "usecond", "µs"), -6),
    **dict.fromkeys(("ms", "msecond"), -3),
    **dict.fromkeys(("s", "second"), 0),
}

formats = st.sampled_from(list(NumberFormat))
amounts = st.decimals(Decimal("0.01"), 10**9, places=2)
# A number that can be read in one way only, so that the file need not be guessed at.
TELLING = Decimal("1234567.89")


def printed(value: Decimal, number_format: NumberFormat, space: str = " ") -> str:
    signs = {ord(","): number_format.group.replace(" ", space), ord("."): number_format.decimal}
    return f"{value:,f}".translate(signs)


@contextmanager
def read(text: str, options: ReadOptions | None = None) -> Iterator[Profile]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "profile.csv"
        path.write_text(text, encoding="utf-8")
        result = read_profile(path, options=options or ReadOptions())
        assert isinstance(result, Profile), result
        yield result


@pytest.mark.parametrize("in_bulk", [False, True])
@settings(max_examples=60, deadline=None)
@given(
    formats,
    st.sampled_from(["\u202f", "\u00a0", " "]),
    st.lists(st.tuples(amounts, st.sampled_from([*BYTES]), st.sampled_from([*SECONDS])), min_size=1, max_size=4),
)
def test_a_table_of_any_locale_and_units(
    in_bulk: bool, number_format: NumberFormat, space: str, launches: list[tuple[Decimal, str, str]]
) -> None:
    rows = [
        {
            **FP32,
            "launch__waves_per_multiprocessor": ("", printed(TELLING, number_format, space)),
            DRAM: (byte, printed(value, number_format, space)),
            TIME: (second, printed(value, number_format, space)),
        }
        for value, byte, second in launches
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "BULK_FROM", 1 if in_bulk else reader.BULK_FROM)
        with read(long(*rows)) as profile:
            demand = profile.launches.demand
            expected = [float(value) for value, _, _ in launches]
            scales = [(10.0 ** BYTES[byte], 10.0 ** SECONDS[second]) for _, byte, second in launches]
            traffic = [value * scale for value, (scale, _) in zip(expected, scales, strict=True)]
            time = [value * scale for value, (_, scale) in zip(expected, scales, strict=True)]
            assert list(demand.traffic(Level.DRAM)) == pytest.approx(traffic, rel=1e-12)
            assert list(demand.time) == pytest.approx(time, rel=1e-12)
            assert profile.ledger.unread == ()


@settings(max_examples=60, deadline=None)
@given(formats, st.integers(0, 10**15), st.integers(0, 10**15))
def test_counters_are_exact_in_every_chosen_format(number_format: NumberFormat, first: int, second: int) -> None:
    text = wide(
        *(
            {TIME: "1", **dict.fromkeys(FP32, "0"), DRAM: printed(Decimal(n), number_format)}
            for n in (first, second)
        )
    )
    with read(text, ReadOptions(number_format=number_format)) as profile:
        assert list(profile.launches.demand.traffic(Level.DRAM)) == [first, second]


def known_unit(text: str) -> bool:
    return read_unit(text) is not None


@settings(max_examples=100, deadline=None)
@given(st.text(string.ascii_letters + "%/µ23", min_size=1, max_size=8).filter(lambda text: not known_unit(text)))
def test_an_unknown_unit_is_never_taken_for_1(unit: str) -> None:
    known = {**FP32, TIME: ("ns", "1,000")}
    with read(long({**known, DRAM: (unit, "12")}, {**known, DRAM: ("byte", "7")})) as profile:
        dram = profile.launches.demand.traffic(Level.DRAM)
        assert np.isnan(dram[0])
        assert dram[1] == 7
        reasons = [u.reason for u in profile.ledger.unread if (u.launch, u.counter) == (0, DRAM)]
        assert len(reasons) == 1
        assert unit in reasons[0]


@given(st.sampled_from(sorted(SECONDS)), st.sampled_from(sorted(BYTES)))
def test_prefixes_of_rates(second: str, byte: str) -> None:
    scale = read_unit(f"{byte}/{second}")
    assert scale is not None
    assert scale.factor == pytest.approx(10.0 ** (BYTES[byte] - SECONDS[second]))


@given(st.text(string.ascii_letters, min_size=1, max_size=3), st.sampled_from(["byte", "hz", "second", "inst"]))
def test_a_prefix_is_known_or_the_unit_is_not(prefix: str, unit: str) -> None:
    """No prefix is dropped in silence."""
    scale = read_unit(prefix + unit)
    powers = {"K": 3, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15}
    times = {"n": -9, "u": -6, "m": -3}
    if scale is not None and unit in ("byte", "hz"):
        assert scale.factor == 10.0 ** powers[prefix]
    elif scale is not None and unit == "second":
        assert scale.factor == pytest.approx(10.0 ** times[prefix])
    elif scale is not None:
        assert scale.factor == 10.0 ** powers[prefix]
