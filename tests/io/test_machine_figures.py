"""Peaks and bandwidths of the catalogue against units × width per clock × clock, from tables that are none of its own.

Rates per clock and unit: CUDA C++ Programming Guide, "Throughput of native arithmetic instructions" (results per clock
and SM, an FMA is 2 FLOP) and the white papers of Volta, Ampere GA100 and GA102, Ada, Hopper and Blackwell for tensor
cores; AMD CDNA 2, 3 and 4 white papers; Intel, Xe-HPC at Hot Chips 2021; Intel, Gaudi 3 white paper; metal-benchmarks
for Apple; the optimisation guides of the CPU cores. Units: cores that the vendors print over cores per unit.
"""

import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision

MACHINES = {machine.id: machine for machine in load_catalogue().machines}
TOLERANCE = 0.02

Rates = dict[str, int]
# FLOP (INT8: OP) per clock and unit.
VOLTA: Rates = {"fp64": 64, "fp32": 128, "fp16": 256, "fp16_tensor": 8 * 64 * 2}
TURING: Rates = {"fp64": 4, "fp32": 128, "fp16": 256, "fp16_tensor": 8 * 64 * 2, "int8_tensor": 8 * 128 * 2}
GA100: Rates = {
    "fp64": 64, "fp32": 128, "fp16": 512, "bf16": 256, "fp64_tensor": 128, "tf32_tensor": 1024,
    "fp16_tensor": 4 * 256 * 2, "bf16_tensor": 4 * 256 * 2, "int8_tensor": 4 * 512 * 2,
}  # fmt: skip
GA102: Rates = {
    "fp64": 4, "fp32": 256, "fp16": 256, "bf16": 256, "tf32_tensor": 512,
    "fp16_tensor": 4 * 128 * 2, "bf16_tensor": 4 * 128 * 2, "int8_tensor": 4 * 256 * 2,
}  # fmt: skip
ADA: Rates = {**GA102, "fp8_tensor": 2048}
# GeForce: half of the rate with FP32 accumulate, full rate for integers.
GA102_GEFORCE: Rates = {**GA102, "tf32_tensor": 256, "fp16_tensor": 512, "bf16_tensor": 512}
ADA_GEFORCE: Rates = {**ADA, "tf32_tensor": 256, "fp16_tensor": 512, "bf16_tensor": 512, "fp8_tensor": 1024}
HOPPER: Rates = {
    "fp64": 128, "fp32": 256, "fp16": 512, "bf16": 512, "fp64_tensor": 256, "tf32_tensor": 2048,
    "fp16_tensor": 4 * 512 * 2, "bf16_tensor": 4 * 512 * 2, "fp8_tensor": 8192, "int8_tensor": 8192,
}  # fmt: skip
BLACKWELL: Rates = {
    **HOPPER, "fp64_tensor": 128, "tf32_tensor": 4096, "fp16_tensor": 8192, "bf16_tensor": 8192, "fp8_tensor": 16384,
    "fp6_tensor": 16384, "fp4_tensor": 32768, "int8_tensor": 16384,
}  # fmt: skip
BLACKWELL_ULTRA: Rates = {**BLACKWELL, "fp64": 4, "fp64_tensor": 4, "fp4_tensor": 49152, "int8_tensor": 512}
CDNA_2: Rates = {
    "fp64": 128, "fp32": 128, "fp16": 256, "fp64_tensor": 256, "fp32_tensor": 256,
    "fp16_tensor": 1024, "bf16_tensor": 1024, "int8_tensor": 1024,
}  # fmt: skip
CDNA_3: Rates = {
    "fp64": 128, "fp32": 256, "fp16": 256, "fp64_tensor": 256, "fp32_tensor": 256, "tf32_tensor": 1024,
    "fp16_tensor": 2048, "bf16_tensor": 2048, "fp8_tensor": 4096, "int8_tensor": 4096,
}  # fmt: skip
CDNA_4: Rates = {
    "fp64": 128, "fp32": 256, "fp16": 256, "fp64_tensor": 128, "fp32_tensor": 256, "fp16_tensor": 4096,
    "bf16_tensor": 4096, "fp8_tensor": 8192, "int8_tensor": 8192, "fp6_tensor": 16384, "fp4_tensor": 16384,
}  # fmt: skip
XE_HPC: Rates = {
    "fp64": 256, "fp32": 256, "fp16": 512, "tf32_tensor": 2048, "fp16_tensor": 4096, "bf16_tensor": 4096,
    "int8_tensor": 8192,
}  # fmt: skip
# Per matrix engine of 256 × 256 multipliers; the vector rate is that of 8 of the 64 vector cores with 128 lanes.
GAUDI_3: Rates = {
    "bf16": 8 * 128 * 2, "bf16_tensor": 256 * 256 * 2, "fp8_tensor": 256 * 256 * 2, "fp16_tensor": 256 * 256 // 2,
    "tf32_tensor": 256 * 256 // 2, "fp32_tensor": 256 * 256 // 4,
}  # fmt: skip
APPLE: Rates = {"fp32": 256, "fp16": 256}
ZEN_4: Rates = {"fp64": 16, "fp32": 32}
GOLDEN_COVE: Rates = {"fp64": 32, "fp32": 64, "fp16": 128, "bf16_tensor": 1024, "int8_tensor": 2048}
NEOVERSE_V2: Rates = {"fp64": 16, "fp32": 32, "fp16": 64}

# Machine → units and rates.
SILICON: dict[str, tuple[int, Rates]] = {
    "v100-sxm2": (5120 // 64, VOLTA),
    "t4": (2560 // 64, TURING),
    "a10": (9216 // 128, GA102),
    "a30": (3584 // 64, GA100),
    "a100-sxm-40gb": (6912 // 64, GA100),
    "a100-sxm-80gb": (6912 // 64, GA100),
    "l4": (7424 // 128, ADA),
    "l40s": (18176 // 128, ADA),
    "rtx-3090": (10496 // 128, GA102_GEFORCE),
    "rtx-4090": (16384 // 128, ADA_GEFORCE),
    "rtx-5090": (21760 // 128, {**ADA_GEFORCE, "fp4_tensor": 4096}),
    "rtx-6000-ada": (18176 // 128, ADA),
    "rtx-pro-6000-blackwell": (24064 // 128, {**ADA, "fp4_tensor": 4096}),
    "h100-sxm": (16896 // 128, HOPPER),
    "h100-pcie": (14592 // 128, HOPPER),
    "h100-nvl": (16896 // 128, HOPPER),
    "h200-sxm": (16896 // 128, HOPPER),
    "gh200-96gb": (16896 // 128, HOPPER),
    "b200": (148, BLACKWELL),
    "gb200": (152, BLACKWELL),
    "b300": (148, BLACKWELL_ULTRA),
    "mi210": (6656 // 64, CDNA_2),
    "mi250x": (14080 // 64, CDNA_2),
    "mi250x-gcd": (14080 // 64 // 2, CDNA_2),
    "mi300a": (14592 // 64, CDNA_3),
    "mi300x": (19456 // 64, CDNA_3),
    "mi325x": (19456 // 64, CDNA_3),
    "mi355x": (16384 // 64, CDNA_4),
    "max-1550": (128, XE_HPC),
    "gaudi3": (8, GAUDI_3),
    "m3-max-40": (40, APPLE),
    "m4-max-40": (40, APPLE),
    "epyc-9654": (96, ZEN_4),
    "xeon-8480-plus": (56, GOLDEN_COVE),
    "grace": (72, NEOVERSE_V2),
}
# Where the vendor's figure is not that of the maximum clock: the clock in GHz that it fits, and why.
TENSOR = ("tf32_tensor", "fp16_tensor", "bf16_tensor", "fp8_tensor", "fp6_tensor", "fp4_tensor", "int8_tensor")
OTHER_CLOCKS: dict[tuple[str, str], tuple[float, str]] = {
    **{(m, p): (1.83, "NVIDIA's tensor peaks") for m in ("h100-sxm", "h200-sxm", "gh200-96gb") for p in TENSOR},
    **{("h100-pcie", p): (1.62, "NVIDIA's tensor peaks") for p in TENSOR},
    **{("h100-nvl", p): (1.545, "NVIDIA's tensor peaks") for p in TENSOR},
    **{("b200", p): (1.856, "NVIDIA's tensor peaks") for p in TENSOR},
    **{("gb200", p): (2.008, "NVIDIA's tensor peaks") for p in TENSOR},
    **{("b300", p): (1.856, "NVIDIA's tensor peaks") for p in TENSOR},
    ("b200", "tf32_tensor"): (1.815, "half of a figure that is printed with two digits"),
    ("b300", "tf32_tensor"): (1.815, "half of a figure that is printed with two digits"),
    ("b300", "fp4_tensor"): (1.925, "printed with two digits"),
    ("b300", "fp32"): (1.965, "the figure of the B200"),
    **{("gaudi3", p): (1.75, "Intel's peaks; devices ship with 1.6 GHz") for p in GAUDI_3},
}
AT_MAXIMUM = {("b300", "int8_tensor")}  # unlike its other tensor peaks


def expected(machine: str, precision: str, clock: float) -> float:
    units, rates = SILICON[machine]
    return units * rates[precision] * clock


def dense_peaks() -> list[tuple[str, str]]:
    return [
        (machine.id, ceiling.precision.value)
        for machine in MACHINES.values()
        for ceiling in machine.ceilings
        if not ceiling.sparse and machine.id != "h200-sxm-measured"
    ]


def maximum(machine: str) -> float:
    clock = MACHINES[machine].clock
    assert clock is not None
    return clock.value


def test_every_machine_is_checked() -> None:
    assert {*SILICON, "h200-sxm-measured"} == MACHINES.keys()


@pytest.mark.parametrize("machine", SILICON)
def test_units(machine: str) -> None:
    assert MACHINES[machine].units == SILICON[machine][0]


@pytest.mark.parametrize(("machine", "precision"), dense_peaks())
def test_a_peak_is_units_times_rate_times_clock(machine: str, precision: str) -> None:
    peak = MACHINES[machine].peak(Precision(precision))
    key = (machine, precision)
    at_maximum = expected(machine, precision, maximum(machine))
    if key in OTHER_CLOCKS and key not in AT_MAXIMUM:
        clock, why = OTHER_CLOCKS[key]
        assert peak == pytest.approx(expected(machine, precision, clock * 1e9), rel=TOLERANCE), why
        assert peak != pytest.approx(at_maximum, rel=TOLERANCE), "the exception is not needed"
    else:
        assert peak == pytest.approx(at_maximum, rel=TOLERANCE)


def test_a_peak_that_fits_another_clock_says_so() -> None:
    for machine, precision in OTHER_CLOCKS:
        for ceiling in MACHINES[machine].ceilings:
            if ceiling.precision.value == precision and not ceiling.sparse:
                assert ceiling.peak.doubt, (machine, precision)


@pytest.mark.parametrize("precision", [c.precision for c in MACHINES["h200-sxm-measured"].ceilings])
def test_measured_peaks_are_below_the_silicon(precision: Precision) -> None:
    measured = MACHINES["h200-sxm-measured"].peak(precision)
    assert measured is not None
    assert 0.3 < measured / expected("h200-sxm", precision.value, 1.98e9) < 1


def test_measured_levels_are_below_those_of_the_data_sheet() -> None:
    measured, sheet = MACHINES["h200-sxm-measured"], MACHINES["h200-sxm"]
    for level in (Level.L1, Level.L2, Level.DRAM):
        assert 0.8 < (measured.bandwidth(level) or 0) / (sheet.bandwidth(level) or 1) < 1
    assert measured.device_names == ()


# Bus width in bit × data rate per pin in Gbit/s: vendors' product pages and memory vendors' parts.
BUSES: dict[str, tuple[int, float]] = {
    "v100-sxm2": (4096, 1.755),
    "t4": (256, 10),
    "a10": (384, 12.5),
    "a100-sxm-40gb": (5120, 2.43),
    "a100-sxm-80gb": (5120, 3.186),
    "a30": (3072, 2.43),
    "l4": (192, 12.5),
    "l40s": (384, 18),
    "rtx-3090": (384, 19.5),
    "rtx-4090": (384, 21),
    "rtx-5090": (512, 28),
    "rtx-6000-ada": (384, 20),
    "rtx-pro-6000-blackwell": (512, 28),
    "h100-sxm": (5120, 5.238),
    "h100-pcie": (5120, 3.186),
    "h100-nvl": (6016, 5.238),
    "gh200-96gb": (6144, 5.238),
    "b200": (7680, 7.992),
    "mi210": (4096, 3.2),
    "mi250x": (8192, 3.2),
    "mi250x-gcd": (4096, 3.2),
    "mi300a": (8192, 5.2),
    "mi300x": (8192, 5.2),
    "mi325x": (8192, 6),
    "mi355x": (8192, 8),
    "max-1550": (8192, 3.2),
    "gaudi3": (8192, 3.6),
    "m3-max-40": (512, 6.4),
    "m4-max-40": (512, 8.533),
    "epyc-9654": (12 * 64, 4.8),
    "xeon-8480-plus": (8 * 64, 4.8),
}
# Machine → printed bandwidth over bus × rate, and why they differ.
ROUNDED: dict[str, tuple[float, str]] = {
    "b200": (8.0 / 7.672, "the published figure; the current datasheet prints 7.7 TB/s"),
    "mi325x": (6.0 / 6.144, "AMD prints 6 TB/s"),
    "mi355x": (8.0 / 8.192, "AMD prints 8 TB/s"),
    "m3-max-40": (400 / 409.6, "Apple prints 400 GB/s"),
}


@pytest.mark.parametrize("machine", BUSES)
def test_dram_is_bus_width_times_data_rate(machine: str) -> None:
    width, gigabits = BUSES[machine]
    ratio, why = ROUNDED.get(machine, (1.0, ""))
    bandwidth = MACHINES[machine].bandwidth(Level.DRAM)
    assert bandwidth == pytest.approx(ratio * width / 8 * gigabits * 1e9, rel=TOLERANCE if ratio == 1 else 2e-3), why


def test_machines_without_a_known_bus() -> None:
    """Their data rate is not printed; a machine that is added must be looked up."""
    assert MACHINES.keys() - BUSES.keys() == {"h200-sxm", "h200-sxm-measured", "gb200", "b300", "grace"}


# Bytes per clock and unit of the L1/shared data path (AMD: vector L1 and LDS), results per clock and unit of the XU.
L1_BYTES = {"t4": 64, "max-1550": 512}
XU_RESULTS = {"b300": 32, "mi355x": 32, "m3-max-40": 32, "m4-max-40": 32}


@pytest.mark.parametrize("machine", MACHINES.values(), ids=lambda machine: machine.id)
def test_l1_shared_memory_and_special_functions(machine: Machine) -> None:
    if machine.id == "h200-sxm-measured":
        return
    per_clock = (machine.units or 0) * maximum(machine.id)
    amd = machine.unit_name == "CU"
    for level, width in ((Level.L1, L1_BYTES.get(machine.id, 64 if amd else 128)), (Level.SHARED, 128)):
        found = machine.bandwidth(level)
        if machine.id == "mi355x" and level is Level.SHARED:
            width = 256  # noqa: PLW2901  # CDNA 4 doubled the read path of the LDS
        assert found is None or found == pytest.approx(width * per_clock, rel=1e-3)
    if machine.special_ops is not None:
        assert machine.special_ops.value == pytest.approx(XU_RESULTS.get(machine.id, 16) * per_clock, rel=1e-3)


def test_geforce_ceilings_are_those_of_fp32_accumulate() -> None:
    for machine in ("rtx-3090", "rtx-4090", "rtx-5090"):
        ceilings = {c.precision: c for c in MACHINES[machine].ceilings if not c.sparse}
        fp16 = ceilings[Precision.FP16_TENSOR]
        assert fp16.accumulate == "fp32"
        assert "FP16 accumulate" in fp16.peak.doubt
        assert [f.value / fp16.peak.value for f in fp16.peak.alternatives] == [pytest.approx(2, rel=1e-3)]
        assert "FP16 accumulate" in fp16.peak.alternatives[0].doubt
