"""What is right for each of the small inputs in `tests/data/cases`, worked out by hand.

W = 2·FFMA + FADD + FMUL, Q = DRAM read + write; Kbyte, Mbyte, Gbyte are powers of 1000.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.model.grouping import Grouping, group
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile, Refusal

CASES = Path(__file__).parents[2] / "data" / "cases"


@dataclass(frozen=True)
class Expected:
    """One launch: FLOP, DRAM bytes, seconds; None where the file does not tell. L2 and L1 bytes where it does."""

    kernel: str
    flop: float | None
    dram: float | None
    time: float | None
    l2: float | None = None
    l1: float | None = None


ANY = ""
S = Expected("stencil27(const float *, float *, int)", 2147483648, 402653184, 250e-6)
A = Expected("axpy_tail", 33554432, 201326592, 1e-4)

NUMBERS: dict[str, list[Expected]] = {
    "01-stdout-after-disconnect.csv": [S],
    "02-warning-before-header.csv": [S],
    "09-raw-wide-units-row.csv": [
        replace(S, l2=536870912, l1=1073741824),
        replace(A, l2=201326592, l1=201326592),
    ],
    "15-two-documents.csv": [S, A],
    "20-us-decimals.csv": [replace(S, time=2.500005e-4)],
    "21-locale-german.csv": [replace(S, dram=44564480, time=0.000118752)],
    "25-units-change-per-row.csv": [
        Expected("layer_0", 2097152, 3410000, 7.25e-6),
        Expected("layer_1", 131072, 43010, 5.1e-6),
        Expected("layer_2", 536870912, 1368400000, 1.1e-3),
    ],
    "27-sectors-only.csv": [replace(S, l2=536870912, l1=1073741824)],
    "28-na-and-nan.csv": [
        Expected("thor_read", 33554432, None, 9e-5),
        A,
        Expected("half_known", None, None, None),
    ],
    "31-scientific-raw.csv": [replace(S, l2=536870912), Expected("axpy_tail", 1536000, 6146048, 1.9e-05)],
    "32-excel-semicolon.csv": [replace(S, kernel="jacobi_step(float *, int)", time=250.5e-6)],
    "34-utf16-powershell.csv": [S],
    "35-utf8-bom-crlf.csv": [replace(S, kernel="unnamed>::stencil27(const float *, float *, int)")],
    "47-mangled-names.csv": [
        Expected("_Z9stencil27PKfPfi", S.flop, S.dram, 2.5e-4),
        Expected("_ZN4demo4tileILi16EEEvPf", S.flop, S.dram, 2.6e-4),
        Expected("_ZN4demo4tileILi32EEEvPf", S.flop, S.dram, 2.7e-4),
    ],
    "49-zero-dram-bytes.csv": [Expected("cache_resident", 16777216, 0, 4e-6, 16777216 / 0.5, 16777216 / 0.25)],
    "50-zero-flops-copy.csv": [Expected("copy_only", 0, 2.684e12 * 1e-4, 1e-4), S],
    "52-tensor-kernel-ffma-zero.csv": [Expected(ANY, 137438953472, 100663296, 0.0002)],
    "55-dram-metric-renamed.csv": [S],
    "59-fp64-with-some-fp32.csv": [Expected("chem_rates", 112000000, 50000000, 1e-4)],
    "67-l2-bytes-below-dram.csv": [Expected(ANY, 15e7, 15e7 / 0.375, 2e-4, 15e7 / 0.5, 15e7 / 0.25)],
    "73-single-launch.csv": [replace(S, kernel="only_one(float *)")],
    "75-same-name-two-shapes.csv": [
        Expected("sgemm_like_128x32", 2000000, 5000000, 2e-5),
        Expected("sgemm_like_128x32", 8000000, 17000000, 6e-5),
        Expected("sgemm_like_128x32", 8000000, 17000000, 6.1e-5),
    ],
}


def same(found: float, expected: float | None) -> bool:
    return bool(np.isnan(found)) if expected is None else found == pytest.approx(expected, rel=1e-3)


def check_numbers(profile: Profile, expected: list[Expected]) -> None:
    launches, demand = profile.launches, profile.launches.demand
    found = [kernel.split("(")[0] for kernel in launches.kernel.rows()]
    wanted = [e.kernel.split("(")[0] for e in expected]
    assert len(found) == len(wanted)
    assert all(name in (kernel, ANY) for kernel, name in zip(found, wanted, strict=True)), found
    for i, e in enumerate(expected):
        assert same(float(demand.total_flop[i]), e.flop), (e.kernel, "W", demand.total_flop[i])
        assert same(float(demand.traffic(Level.DRAM)[i]), e.dram), (e.kernel, "Q", demand.traffic(Level.DRAM)[i])
        assert same(float(demand.time[i]), e.time), (e.kernel, "t", demand.time[i])
        if e.l2 is not None:
            assert same(float(demand.traffic(Level.L2)[i]), e.l2), (e.kernel, "L2", demand.traffic(Level.L2)[i])
        if e.l1 is not None:
            assert same(float(demand.traffic(Level.L1)[i]), e.l1), (e.kernel, "L1", demand.traffic(Level.L1)[i])


def _said(refusal: Refusal) -> str:
    return f"{refusal.what} {refusal.advice} {refusal.detail}"


def _check_02(profile: Profile) -> None:
    said = " ".join([*profile.ledger.notes, *(line.text for line in profile.ledger.skipped)])
    assert "Clocks are not locked" in said


def _check_04(refusal: Refusal) -> None:
    assert "ERR_NVGPUCTRPERM" in _said(refusal)
    assert "administrator rights" in refusal.advice
    assert "no table" in refusal.what
    assert refusal.command.startswith("sudo ncu")


def _check_06(refusal: Refusal) -> None:
    assert "ended with an error (code 1)" in refusal.what
    assert "no table" in refusal.what


def _check_07(profile: Profile) -> None:
    assert len(profile.launches) == 1
    assert profile.launches.demand.time[0] == pytest.approx(0.002)
    assert np.isnan(profile.launches.demand.total_flop[0])
    dram = float(profile.launches.demand.traffic(Level.DRAM)[0])
    estimated = dram == pytest.approx(3.6e8) and "× time" in profile.launches.provenance["bytes.dram"][0]
    assert np.isnan(dram) or estimated
    assert "FP32 work" in dict(profile.ledger.missing)


def _check_12(profile: Profile) -> None:
    assert len(profile.launches) == 1
    groups = group(profile.launches, Grouping.KERNEL)
    assert groups.count[0] == 100
    assert groups.demand.total_flop[0] == pytest.approx(200e6)
    assert groups.demand.traffic(Level.DRAM)[0] == pytest.approx(1.2e9)
    assert groups.demand.time[0] == pytest.approx(5e-4)


def _check_16(profile: Profile) -> None:
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
    assert len(launches) == 4
    assert {cc for _, cc in profile.devices} == {"9.0", "8.0"}
    assert any("different GPUs" in note for note in profile.ledger.notes)


def _check_17(profile: Profile) -> None:
    groups = group(profile.launches, Grouping.KERNEL)
    assert len(groups) == 1
    assert groups.count[0] == 300
    assert groups.shortest[0] == pytest.approx(1e-5)
    assert groups.longest[0] == pytest.approx(1.299e-5)
    assert groups.demand.total_flop[0] == 600000000
    assert groups.demand.traffic(Level.DRAM)[0] == 1200000000
    assert groups.demand.time[0] == pytest.approx(0.0034485)


def _check_21(profile: Profile) -> None:
    assert profile.ledger.number_format == "1.234.567,89"


def _check_28(profile: Profile) -> None:
    named = {profile.launches.kernel[u.launch].split("(")[0] for u in profile.ledger.unread}
    assert named == {"thor_read", "half_known"}


def _check_39(refusal: Refusal) -> None:
    assert "nvprof" in refusal.what
    assert refusal.command.startswith("ncu ")


def _check_44(profile: Profile) -> None:
    assert list(profile.launches.kernel.rows()) == [
        'void fused<Pair<int, float>, (char)34>(const Pair<int, float> *, "tag, v2", int)',
        "auto demo::apply(Ops)::[lambda(int, float) (instance 2)]::operator()(int, float) const",
        "カーネル_αß(float *) 🚀",
        "  padded_name(float *)  ",
        "<b>bold</b>&amp;<img src=x>(float *)",
        "=SUM(A1:A9)",
        "%s_%n_{0}(float *)",
    ]


def _check_52(profile: Profile) -> None:
    flop = profile.launches.demand.flop
    assert flop[Precision.BF16_TENSOR][0] == 137438953472
    assert profile.launches.demand.total_flop[0] == pytest.approx(137438953472, rel=1e-6)


def _check_59(profile: Profile) -> None:
    flop = profile.launches.demand.flop
    assert (flop[Precision.FP64][0], flop[Precision.FP32][0]) == (110000000, 2000000)


def _check_62(refusal: Refusal) -> None:
    assert all(f"({symbol})" in refusal.advice for symbol in "tWQ")
    assert refusal.command.startswith("ncu ")
    assert "dram__bytes_read.sum" in refusal.command


def _check_67(profile: Profile) -> None:
    traffic = profile.launches.demand.bytes
    assert traffic[Level.L2][0] < traffic[Level.DRAM][0]


def _check_75(profile: Profile) -> None:
    groups = group(profile.launches, Grouping.SHAPE)
    assert list(groups.count) == [1, 2]
    assert list(groups.demand.total_flop) == [2000000, 16000000]
    assert list(groups.demand.traffic(Level.DRAM)) == [5000000, 34000000]
    assert list(groups.demand.time) == pytest.approx([2e-5, 1.21e-4])


OF_PROFILES: dict[str, Callable[[Profile], None]] = {
    "02-warning-before-header.csv": _check_02,
    "07-ragged-20-columns.csv": _check_07,
    "12-print-summary-per-kernel.csv": _check_12,
    "16-two-processes-two-gpus.csv": _check_16,
    "17-three-hundred-launches.csv": _check_17,
    "21-locale-german.csv": _check_21,
    "28-na-and-nan.csv": _check_28,
    "44-hard-kernel-names.csv": _check_44,
    "52-tensor-kernel-ffma-zero.csv": _check_52,
    "59-fp64-with-some-fp32.csv": _check_59,
    "67-l2-bytes-below-dram.csv": _check_67,
    "75-same-name-two-shapes.csv": _check_75,
}
OF_REFUSALS: dict[str, Callable[[Refusal], None]] = {
    "04-counter-permission.txt": _check_04,
    "06-children-only-app-failed.csv": _check_06,
    "39-nvprof-summary.csv": _check_39,
    "62-percentages-only.csv": _check_62,
}
READABLE = sorted({*NUMBERS, *OF_PROFILES})


def check(name: str, result: Profile | Refusal) -> None:
    """Hold the result of reading a case, or a variation of it, against what is right."""
    if name in OF_REFUSALS:
        assert isinstance(result, Refusal), f"{len(result.launches)} launches"
        OF_REFUSALS[name](result)
        return
    assert isinstance(result, Profile), result
    if name in NUMBERS:
        check_numbers(result, NUMBERS[name])
    if name in OF_PROFILES:
        OF_PROFILES[name](result)
