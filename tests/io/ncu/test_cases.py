"""Small inputs that reproduce what people met with real profiler output; the right answers were worked out by hand.

W = 2·FFMA + FADD + FMUL, Q = DRAM read + write; Kbyte, Mbyte, Gbyte are powers of 1000.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.io.ncu import read_profile
from roofline_gui.model.grouping import Grouping, group
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile, Refusal

CASES = Path(__file__).parents[2] / "data" / "cases"

STENCIL = "stencil27(const float *, float *, int)"


@dataclass(frozen=True)
class Expected:
    """One launch: FLOP, DRAM bytes, seconds; None where the file does not tell. L2 and L1 bytes where it does."""

    kernel: str
    flop: float | None
    dram: float | None
    time: float | None
    l2: float | None = None
    l1: float | None = None


S = Expected(STENCIL, 2147483648, 402653184, 250e-6)


def stencil(**changes: float | str | None) -> Expected:
    return Expected(**{"kernel": S.kernel, "flop": S.flop, "dram": S.dram, "time": S.time, **changes})  # type: ignore[arg-type]


def axpy(kernel: str, **changes: float | None) -> Expected:
    return Expected(**{"kernel": kernel, "flop": 33554432, "dram": 201326592, "time": 1e-4, **changes})  # type: ignore[arg-type]


def opened(name: str) -> Profile:
    result = read_profile(CASES / name)
    assert isinstance(result, Profile), result
    return result


def refused(name: str) -> Refusal:
    result = read_profile(CASES / name)
    assert isinstance(result, Refusal), f"{len(result.launches)} launches"
    return result


def same(found: float, expected: float | None) -> bool:
    return bool(np.isnan(found)) if expected is None else found == pytest.approx(expected, rel=1e-3)


def check(profile: Profile, expected: list[Expected]) -> None:
    launches, demand = profile.launches, profile.launches.demand
    assert [k.split("(")[0] for k in launches.kernel.rows()] == [e.kernel.split("(")[0] for e in expected]
    for i, e in enumerate(expected):
        assert same(float(demand.total_flop[i]), e.flop), (e.kernel, "W", demand.total_flop[i])
        assert same(float(demand.traffic(Level.DRAM)[i]), e.dram), (e.kernel, "Q", demand.traffic(Level.DRAM)[i])
        assert same(float(demand.time[i]), e.time), (e.kernel, "t", demand.time[i])
        if e.l2 is not None:
            assert same(float(demand.traffic(Level.L2)[i]), e.l2), (e.kernel, "L2", demand.traffic(Level.L2)[i])
        if e.l1 is not None:
            assert same(float(demand.traffic(Level.L1)[i]), e.l1), (e.kernel, "L1", demand.traffic(Level.L1)[i])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("01-stdout-after-disconnect.csv", [S]),
        ("02-warning-before-header.csv", [S]),
        (
            "09-raw-wide-units-row.csv",
            [stencil(l2=536870912, l1=1073741824), axpy("axpy_tail", l2=201326592, l1=201326592)],
        ),
        ("15-two-documents.csv", [S, axpy("axpy_tail")]),
        ("20-us-decimals.csv", [stencil(time=2.500005e-4)]),
        ("21-locale-german.csv", [stencil(dram=44564480, time=0.000118752)]),
        (
            "25-units-change-per-row.csv",
            [
                Expected("layer_0", 2097152, 3410000, 7.25e-6),
                Expected("layer_1", 131072, 43010, 5.1e-6),
                Expected("layer_2", 536870912, 1368400000, 1.1e-3),
            ],
        ),
        ("27-sectors-only.csv", [stencil(l2=536870912, l1=1073741824)]),
        (
            "28-na-and-nan.csv",
            [Expected("thor_read", 33554432, None, 9e-5), axpy("axpy_tail"), Expected("half_known", None, None, None)],
        ),
        ("31-scientific-raw.csv", [stencil(l2=536870912), Expected("axpy_tail", 1536000, 6146048, 1.9e-05)]),
        ("32-excel-semicolon.csv", [stencil(kernel="jacobi_step(float *, int)", time=250.5e-6)]),
        ("34-utf16-powershell.csv", [S]),
        ("35-utf8-bom-crlf.csv", [stencil(kernel="unnamed>::stencil27(const float *, float *, int)")]),
        ("49-zero-dram-bytes.csv", None),
        ("50-zero-flops-copy.csv", None),
        ("52-tensor-kernel-ffma-zero.csv", None),
        ("55-dram-metric-renamed.csv", [S]),
        ("73-single-launch.csv", [stencil(kernel="only_one(float *)")]),
    ],
)
def test_numbers(name: str, expected: list[Expected] | None) -> None:
    if expected is not None:
        check(opened(name), expected)


def test_01_skipped_lines_are_counted() -> None:
    assert opened("01-stdout-after-disconnect.csv").ledger.skipped_count == 6


def test_02_warnings_can_be_read() -> None:
    ledger = opened("02-warning-before-header.csv").ledger
    said = " ".join([*ledger.notes, *(line.text for line in ledger.skipped)])
    assert "Clocks are not locked" in said


def test_04_permission() -> None:
    refusal = refused("04-counter-permission.txt")
    text = f"{refusal.what} {refusal.advice}"
    assert "ERR_NVGPUCTRPERM" in text + refusal.detail
    assert "admin" in text.lower()
    assert "sudo" in text


def test_06_application_failed() -> None:
    refusal = refused("06-children-only-app-failed.csv")
    text = f"{refusal.what} {refusal.advice} {refusal.detail}".lower()
    assert "error" in text
    assert "1" in text
    assert "table" in text or "kernel" in text


def test_07_details_page_lacks_work() -> None:
    profile = opened("07-ragged-20-columns.csv")
    assert len(profile.launches) == 1
    assert profile.launches.demand.time[0] == pytest.approx(0.002)
    assert np.isnan(profile.launches.demand.total_flop[0])
    dram = float(profile.launches.demand.traffic(Level.DRAM)[0])
    assert np.isnan(dram) or dram == pytest.approx(3.6e8)


def test_12_summary_counts_invocations() -> None:
    launches = opened("12-print-summary-per-kernel.csv").launches
    assert len(launches) == 1
    groups = group(launches, Grouping.KERNEL)
    assert groups.count[0] == 100
    assert groups.demand.total_flop[0] == pytest.approx(200e6)
    assert groups.demand.traffic(Level.DRAM)[0] == pytest.approx(1.2e9)
    assert groups.demand.time[0] == pytest.approx(5e-4)


def test_16_processes_and_devices_stay_apart() -> None:
    profile = opened("16-two-processes-two-gpus.csv")
    launches = profile.launches
    found = {
        (launches.kernel[i].split("(")[0].split("<")[0], launches.device[i]): float(launches.demand.time[i])
        for i in range(len(launches))
    }
    assert found == {
        ("stencil27", "0"): pytest.approx(2.5e-4),
        ("stencil27", "1"): pytest.approx(4e-4),
        ("axpy_tail", "0"): pytest.approx(1e-4),
        ("axpy_tail", "1"): pytest.approx(1.6e-4),
    }
    assert {cc for _, cc in profile.devices} == {"9.0", "8.0"}
    assert any("GPU" in n or "device" in n.lower() for n in profile.ledger.notes)


def test_17_three_hundred_launches() -> None:
    groups = group(opened("17-three-hundred-launches.csv").launches, Grouping.KERNEL)
    assert len(groups) == 1
    assert groups.count[0] == 300
    assert groups.shortest[0] == pytest.approx(1e-5)
    assert groups.longest[0] == pytest.approx(1.299e-5)
    assert groups.demand.total_flop[0] == 600000000
    assert groups.demand.traffic(Level.DRAM)[0] == 1200000000
    assert groups.demand.time[0] == pytest.approx(0.0034485)


def test_21_the_format_is_named() -> None:
    assert "1.234" in opened("21-locale-german.csv").ledger.number_format


def test_37_empty() -> None:
    assert "empty" in refused("37-empty.csv").what


def test_39_nvprof() -> None:
    refusal = refused("39-nvprof-summary.csv")
    assert "nvprof" in refusal.what
    assert "ncu" in refusal.command


def test_42_binary() -> None:
    refusal = refused("42-binary-report.csv")
    assert "ncu --import" in refusal.command
    assert "--page raw" in refusal.command


def test_44_names_letter_by_letter() -> None:
    assert list(opened("44-hard-kernel-names.csv").launches.kernel.rows()) == [
        'void fused<Pair<int, float>, (char)34>(const Pair<int, float> *, "tag, v2", int)',
        "auto demo::apply(Ops)::[lambda(int, float) (instance 2)]::operator()(int, float) const",
        "カーネル_αß(float *) 🚀",
        "  padded_name(float *)  ",
        "<b>bold</b>&amp;<img src=x>(float *)",
        "=SUM(A1:A9)",
        "%s_%n_{0}(float *)",
    ]


def test_47_mangled_names() -> None:
    launches = opened("47-mangled-names.csv").launches
    assert launches.kernel.rows() == ["_Z9stencil27PKfPfi", "_ZN4demo4tileILi16EEEvPf", "_ZN4demo4tileILi32EEEvPf"]
    assert list(launches.demand.time) == pytest.approx([2.5e-4, 2.6e-4, 2.7e-4])


def test_49_zero_dram() -> None:
    launches = opened("49-zero-dram-bytes.csv").launches
    demand = launches.demand
    assert demand.total_flop[0] == 16777216
    assert demand.time[0] == pytest.approx(4e-6)
    assert demand.traffic(Level.DRAM)[0] == 0
    assert demand.total_flop[0] / demand.traffic(Level.L2)[0] == pytest.approx(0.5)
    assert demand.total_flop[0] / demand.traffic(Level.L1)[0] == pytest.approx(0.25)


def test_50_copy() -> None:
    demand = opened("50-zero-flops-copy.csv").launches.demand
    assert demand.total_flop[0] == 0
    assert demand.traffic(Level.DRAM)[0] / demand.time[0] == pytest.approx(2.684e12, rel=1e-3)
    assert demand.total_flop[1] == 2147483648


def test_52_tensor_is_counted_once() -> None:
    demand = opened("52-tensor-kernel-ffma-zero.csv").launches.demand
    assert demand.flop[Precision.BF16_TENSOR][0] == 137438953472
    assert demand.total_flop[0] == pytest.approx(137438953472, rel=1e-6)


def test_59_fp64_and_fp32_apart() -> None:
    demand = opened("59-fp64-with-some-fp32.csv").launches.demand
    assert demand.flop[Precision.FP64][0] == 110000000
    assert demand.flop[Precision.FP32][0] == 2000000
    assert demand.traffic(Level.DRAM)[0] == 50000000


def test_62_percentages_only() -> None:
    refusal = refused("62-percentages-only.csv")
    text = f"{refusal.what} {refusal.advice} {refusal.detail}".lower()
    assert "time" in text
    assert "dram" in text or "traffic" in text
    assert "flop" in text or "work" in text
    assert refusal.command.startswith("ncu ")
    assert "dram__bytes_read.sum" in refusal.command


def test_67_l2_below_dram() -> None:
    demand = opened("67-l2-bytes-below-dram.csv").launches.demand
    intensity = {level: demand.total_flop[0] / demand.traffic(level)[0] for level in (Level.DRAM, Level.L2, Level.L1)}
    assert intensity == {
        Level.DRAM: pytest.approx(0.375, rel=1e-3),
        Level.L2: pytest.approx(0.5, rel=1e-3),
        Level.L1: pytest.approx(0.25, rel=1e-3),
    }


def test_75_shapes() -> None:
    groups = group(opened("75-same-name-two-shapes.csv").launches, Grouping.SHAPE)
    assert list(groups.count) == [1, 2]
    assert list(groups.demand.total_flop) == [2000000, 16000000]
    assert list(groups.demand.traffic(Level.DRAM)) == [5000000, 34000000]
    assert list(groups.demand.time) == pytest.approx([2e-5, 1.21e-4])
