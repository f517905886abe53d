"""Time, work and traffic from whatever counters a file has; the better ones first, none added to another."""

import math
from pathlib import Path

import pytest

from roofline_gui.model.launches import Evidence, Flag
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from tests.io.ncu.samples import FP32, INSTRUCTIONS, TIME, long, read_text

Metrics = dict[str, tuple[str, str]]
T = 1e-3
BASE: Metrics = {**FP32, TIME: ("ms", "1")}
LSU = "l1tex__data_pipe_lsu_wavefronts"
SHARED = {f"{LSU}_mem_shared_op_{op}.sum": ("", n) for op, n in (("ld", "100"), ("st", "20"), ("atom", "3"))}
GMMA = {f"{LSU}_mem_shared_op_gmma.sum": ("", "7")}
WRITEBACK = "l1tex__lsu_writeback_active"


def profile_of(tmp_path: Path, metrics: Metrics, cc: str = "9.0") -> Profile:
    return read_text(tmp_path, long({**BASE, **metrics}, cc=cc))


def traffic(profile: Profile, level: Level) -> float:
    return float(profile.launches.demand.traffic(level)[0])


def flags(profile: Profile) -> int:
    return int(profile.launches.flags[0])


@pytest.mark.parametrize(
    ("metrics", "expected"),
    [
        ({"dram__bytes_read.sum": ("Mbyte", "3"), "dram__bytes_write.sum": ("byte", "5")}, 3_000_005),
        ({"dram__bytes_op_read.sum": ("byte", "3"), "dram__bytes_op_write.sum": ("byte", "5")}, 8),
        ({"dram__bytes.sum": ("Kbyte", "8")}, 8000),
        ({"dram__sectors_read.sum": ("sector", "3"), "dram__sectors_write.sum": ("sector", "5")}, 256),
        ({"dram__sectors.sum": ("sector", "8")}, 256),
        ({"dram__bytes.sum.per_second": ("Tbyte/s", "2")}, 2e12 * T),
        (
            {"dram__bytes_read.sum.per_second": ("byte/s", "3"), "dram__bytes_write.sum.per_second": ("byte/s", "5")},
            8 * T,
        ),
        (
            {
                "dram__bytes.sum": ("byte", "7"),
                "dram__bytes_read.sum": ("byte", "3"),
                "dram__bytes_write.sum": ("byte", "5"),
            },
            8,
        ),
        ({"dram__bytes.sum": ("byte", "7"), "dram__bytes_read.sum": ("byte", "3")}, 7),
        (
            {
                "dram__bytes.sum": ("byte", "7"),
                "dram__bytes_read.sum": ("byte", "n/a"),
                "dram__bytes_write.sum": ("byte", "5"),
            },
            7,
        ),
        ({"dram__bytes.sum": ("byte", "7"), "dram__bytes.sum.per_second": ("Tbyte/s", "2")}, 7),
        ({"dram__bytes_read.sum": ("byte", "3")}, math.nan),
        ({"dram__bytes.avg": ("byte", "7")}, math.nan),
    ],
)
def test_dram(tmp_path: Path, metrics: Metrics, expected: float) -> None:
    profile = profile_of(tmp_path, metrics)
    assert traffic(profile, Level.DRAM) == pytest.approx(expected, nan_ok=True)
    is_rate = any("per_second" in m for m in metrics) and len(metrics) < 3 and "dram__bytes.sum" not in metrics
    assert bool(flags(profile) & Flag.RATE_TIMES_TIME) == is_rate


@pytest.mark.parametrize(
    ("metrics", "expected", "is_all"),
    [
        ({"lts__lts2xbar_cycles_active.sum": ("cycle", "100"), "lts__t_bytes.sum": ("byte", "9,999")}, 3200, False),
        ({"derived__lts__lts2xbar_bytes.sum.per_second": ("Tbyte", "2")}, 2e12 * T, False),
        ({"lts__lts2xbar_cycles_active.sum.per_second": ("Ghz", "2")}, 2e9 * 32 * T, False),
        ({"lts__t_bytes.sum": ("Kbyte", "9")}, 9000, True),
        ({"lts__t_sectors.sum": ("sector", "10")}, 320, True),
        ({"lts__lts2xbar_cycles_active.sum": ("", "n/a"), "lts__t_bytes.sum": ("byte", "9,999")}, 9999, True),
    ],
)
def test_l2_and_which_of_its_definitions(tmp_path: Path, metrics: Metrics, expected: float, is_all: bool) -> None:
    profile = profile_of(tmp_path, metrics)
    assert traffic(profile, Level.L2) == pytest.approx(expected)
    assert bool(flags(profile) & Flag.L2_ALL_TRAFFIC) == is_all
    assert ("all traffic" in dict(profile.ledger.definitions)["l2"]) == is_all


def test_l1_is_the_data_path_first(tmp_path: Path) -> None:
    profile = profile_of(
        tmp_path, {f"{LSU}.sum": ("", "1,000"), f"{WRITEBACK}_mem_lgds.sum": ("", "300"), **SHARED, **GMMA}
    )
    assert traffic(profile, Level.L1) == 128_000
    assert traffic(profile, Level.SHARED) == 130 * 128
    assert not flags(profile) & Flag.L1_FROM_WRITEBACK


def test_l1_from_its_share_of_the_peak(tmp_path: Path) -> None:
    """25 % of one wavefront per SM and cycle: 0.25 × 132 × 2 GHz × 1 ms × 128 B."""
    metrics = {
        f"{LSU}.avg.pct_of_peak_sustained_elapsed": ("%", "25"),
        "device__attribute_multiprocessor_count": ("", "132"),
        "l1tex__cycles_elapsed.avg.per_second": ("Ghz", "2"),
    }
    assert traffic(profile_of(tmp_path, metrics), Level.L1) == pytest.approx(0.25 * 132 * 2e9 * T * 128)


@pytest.mark.parametrize(
    ("cc", "counter"),
    [
        ("7.0", WRITEBACK),
        ("7.5", f"{WRITEBACK}_mem_lg"),
        ("8.9", f"{WRITEBACK}_mem_lg"),
        ("9.0", f"{WRITEBACK}_mem_lgds"),
    ],
)
def test_l1_write_back_of_every_generation(tmp_path: Path, cc: str, counter: str) -> None:
    profile = profile_of(tmp_path, {f"{counter}.sum": ("", "300")}, cc)
    assert traffic(profile, Level.L1) == 300 * 128
    assert flags(profile) & Flag.L1_FROM_WRITEBACK
    with_shared = profile_of(tmp_path, {f"{counter}.sum": ("", "300"), **SHARED, **GMMA}, cc)
    assert traffic(with_shared, Level.L1) == (300 + 123 + 7) * 128


def test_the_whole_write_back_is_not_l1_on_newer_chips(tmp_path: Path) -> None:
    profile = profile_of(tmp_path, {f"{WRITEBACK}.sum": ("", "300"), "l1tex__t_bytes.sum": ("byte", "77")})
    assert traffic(profile, Level.L1) == 77


@pytest.mark.parametrize(
    ("metrics", "expected"),
    [({"l1tex__t_bytes.sum": ("byte", "77")}, 77), ({"l1tex__t_sectors.sum": ("sector", "2")}, 64)],
)
def test_l1_by_its_tag_stage(tmp_path: Path, metrics: Metrics, expected: float) -> None:
    assert traffic(profile_of(tmp_path, metrics), Level.L1) == expected


@pytest.mark.parametrize(("flop", "is_bypassed"), [(999 * 128, False), (1001 * 128, True)])
def test_write_back_says_nothing_of_kernels_that_load_around_it(tmp_path: Path, flop: int, is_bypassed: bool) -> None:
    tensor = {"sm__ops_path_tensor_src_bf16_dst_fp32.sum": ("", f"{flop}")}
    profile = profile_of(tmp_path, {**tensor, f"{WRITEBACK}_mem_lgds.sum": ("", "1")})
    assert bool(flags(profile) & Flag.L1_BYPASSED) == is_bypassed
    assert math.isnan(traffic(profile, Level.L1)) == is_bypassed
    by_wavefronts = profile_of(tmp_path, {**tensor, f"{WRITEBACK}_mem_lgds.sum": ("", "1"), f"{LSU}.sum": ("", "1")})
    assert traffic(by_wavefronts, Level.L1) == 128
    assert not flags(by_wavefronts) & Flag.L1_BYPASSED


def test_a_kernel_without_matrix_work_may_have_any_l1_intensity(tmp_path: Path) -> None:
    metrics = {INSTRUCTIONS.format("ffma"): ("inst", "1,000,000"), f"{WRITEBACK}_mem_lgds.sum": ("", "1")}
    assert traffic(profile_of(tmp_path, metrics), Level.L1) == 128


def test_shared_memory_needs_all_its_parts(tmp_path: Path) -> None:
    without_atomics = {m: v for m, v in SHARED.items() if "atom" not in m}
    assert math.isnan(traffic(profile_of(tmp_path, {**without_atomics, **GMMA}), Level.SHARED))
    assert math.isnan(traffic(profile_of(tmp_path, SHARED), Level.SHARED)), "operands of warpgroup MMA are not known"
    assert traffic(profile_of(tmp_path, SHARED, "8.0"), Level.SHARED) == 123 * 128, "the chip has no warpgroup MMA"
    none_ran = {"sm__inst_executed_pipe_tensor_op_gmma.sum": ("inst", "0")}
    assert traffic(profile_of(tmp_path, {**SHARED, **none_ran}), Level.SHARED) == 123 * 128


def test_shared_memory_by_its_sum(tmp_path: Path) -> None:
    metrics = {f"{LSU}_mem_shared.sum": ("", "10")}
    assert traffic(profile_of(tmp_path, metrics, "8.6"), Level.SHARED) == 1280
    assert math.isnan(traffic(profile_of(tmp_path, metrics, "9.0"), Level.SHARED)), (
        "global stores pass through it there"
    )


def test_wavefronts_over_the_minimum(tmp_path: Path) -> None:
    profile = profile_of(tmp_path, {f"{LSU}.sum": ("", "410"), f"{WRITEBACK}.sum": ("", "100")})
    assert profile.launches.evidence[Evidence.WAVEFRONTS_OVER_MINIMUM][0] == pytest.approx(4.1)


@pytest.mark.parametrize(
    ("metrics", "expected", "provenance"),
    [
        ({TIME: ("us", "2.5")}, 2.5e-6, TIME),
        ({"gpu__time_duration.avg": ("ns", "2,500")}, 2.5e-6, "gpu__time_duration.avg"),
        (
            {"smsp__cycles_elapsed.avg": ("cycle", "3,000"), "smsp__cycles_elapsed.avg.per_second": ("Ghz", "1.5")},
            2e-6,
            "smsp__cycles_elapsed.avg ÷ smsp__cycles_elapsed.avg.per_second",
        ),
        ({TIME: ("ns", "0")}, math.nan, ""),
    ],
)
def test_time(tmp_path: Path, metrics: Metrics, expected: float, provenance: str) -> None:
    profile = read_text(tmp_path, long({**FP32, "dram__bytes.sum": ("byte", "1"), **metrics}))
    assert profile.launches.demand.time[0] == pytest.approx(expected, nan_ok=True)
    if provenance:
        assert profile.launches.provenance["time"][0] == provenance


def counts(**values: int) -> Metrics:
    return {INSTRUCTIONS.format(op): ("inst", f"{n:,}") for op, n in values.items()}


def test_work_of_every_pipe(tmp_path: Path) -> None:
    metrics = counts(fadd=1, fmul=10, ffma=100, dadd=2, dmul=20, dfma=200, hadd=3, hmul=30, hfma=300)
    profile = profile_of(tmp_path, metrics)
    assert {p: float(v[0]) for p, v in profile.launches.demand.flop.items()} == {
        Precision.FP32: 1 + 10 + 2 * 100,
        Precision.FP64: 2 + 20 + 2 * 200,
        Precision.FP16: 2 * 3 + 2 * 30 + 4 * 300,
    }
    assert profile.launches.provenance["flop.fp16"][0].startswith("2 × " + INSTRUCTIONS.format("hadd"))


def test_quarters_of_an_sm_count_the_same(tmp_path: Path) -> None:
    metrics = {m.replace("sm__", "smsp__"): v for m, v in counts(fadd=1, fmul=10, ffma=100).items()}
    profile = read_text(tmp_path, long({TIME: ("ms", "1"), **metrics}))
    assert profile.launches.demand.flop[Precision.FP32][0] == 211
    both = profile_of(tmp_path, {**counts(fadd=1, fmul=10, ffma=100), **metrics})
    assert both.launches.demand.flop[Precision.FP32][0] == 211


def test_instructions_per_cycle(tmp_path: Path) -> None:
    rates = {f"smsp__sass_thread_inst_executed_op_{op}_pred_on.sum.per_cycle_elapsed": ("inst/cycle", n)
             for op, n in (("fadd", "1.5"), ("fmul", "0"), ("ffma", "4"))}  # fmt: skip
    clock = {"smsp__cycles_elapsed.avg.per_second": ("Ghz", "2")}
    profile = read_text(tmp_path, long({TIME: ("ms", "1"), **rates, **clock}))
    assert profile.launches.demand.flop[Precision.FP32][0] == pytest.approx((1.5 + 8) * 2e9 * T)
    assert flags(profile) & Flag.RATE_TIMES_TIME


def test_packed_fp32_of_blackwell(tmp_path: Path) -> None:
    metrics = counts(fadd=1, fmul=10, ffma=100, fadd2=1000, fmul2=10_000, ffma2=100_000)
    assert (
        profile_of(tmp_path, metrics, "10.0").launches.demand.flop[Precision.FP32][0] == 211 + 2_000 + 20_000 + 400_000
    )
    without = profile_of(tmp_path, counts(fadd=1, fmul=10, ffma=100), "10.0")
    assert without.launches.demand.flop[Precision.FP32][0] == 211
    assert any("ffma2" in note for note in without.ledger.notes), "the sum is a part only"
    unread = profile_of(tmp_path, {**metrics, INSTRUCTIONS.format("ffma2"): ("", "n/a")}, "10.0")
    assert not unread.launches.demand.flop_known[0]
    elsewhere = profile_of(tmp_path, {**counts(ffma=100), INSTRUCTIONS.format("ffma2"): ("", "n/a")}, "9.0")
    assert elsewhere.launches.demand.flop[Precision.FP32][0] == 200, "a chip without packed FP32 has nothing to count"


def test_a_part_of_the_instructions_is_marked_as_a_part(tmp_path: Path) -> None:
    profile = read_text(tmp_path, long({TIME: ("ms", "1"), **counts(ffma=100)}))
    assert profile.launches.demand.total_flop[0] == 200
    assert flags(profile) & Flag.FLOP_PARTLY_COUNTED
    assert any("fadd" in note and "fmul" in note for note in profile.ledger.notes)


def test_complete_work_is_not_marked(tmp_path: Path) -> None:
    metrics = {**counts(dadd=0, dmul=0, dfma=0, hadd=0, hmul=0, hfma=0), "sm__ops_path_tensor_src_fp16.sum": ("", "0")}
    assert not flags(profile_of(tmp_path, metrics)) & Flag.FLOP_PARTLY_COUNTED


def test_one_unread_counter_concerns_its_launch_only(tmp_path: Path) -> None:
    good = {**BASE, **counts(ffma=7, dadd=0, dmul=0, dfma=5)}
    bad = {**good, INSTRUCTIONS.format("dfma"): ("", "(!) nan")}
    profile = read_text(tmp_path, long(good, bad, good))
    assert [str(v) for v in profile.launches.demand.total_flop] == ["24.0", "nan", "24.0"]
    assert [(u.launch, u.counter) for u in profile.ledger.unread] == [(1, INSTRUCTIONS.format("dfma"))]
    assert "(!) nan" in profile.ledger.unread[0].reason


def test_a_launch_that_lacks_a_row(tmp_path: Path) -> None:
    lacking = {m: v for m, v in BASE.items() if "ffma" not in m}
    profile = read_text(tmp_path, long({**BASE, "dram__bytes.sum": ("byte", "1")}, lacking))
    assert list(profile.launches.demand.flop_known) == [True, False]
    assert math.isnan(profile.launches.demand.traffic(Level.DRAM)[1])
    assert {u.launch for u in profile.ledger.unread} == {1}


def test_special_function_results(tmp_path: Path) -> None:
    assert profile_of(tmp_path, {"sm__inst_executed_pipe_xu.sum": ("inst", "10")}).launches.demand.special_ops[0] == 320


def test_rounded_values_are_marked(tmp_path: Path) -> None:
    assert flags(profile_of(tmp_path, {"dram__bytes.sum": ("Mbyte", "3.41")})) & Flag.ROUNDED
    assert not flags(profile_of(tmp_path, {"dram__bytes.sum": ("Mbyte", "3.414721")})) & Flag.ROUNDED
    assert not flags(profile_of(tmp_path, {"dram__bytes.sum": ("byte", "3,414,721")})) & Flag.ROUNDED


def test_results_of_a_range_are_marked(tmp_path: Path) -> None:
    text = long(BASE).replace("(256, 1, 1)", "(0, 0, 0)").replace("(4096, 1, 1)", "(0, 0, 0)")
    assert flags(read_text(tmp_path, text)) & Flag.RANGE
    assert not flags(read_text(tmp_path, long(BASE))) & Flag.RANGE


def test_names_of_the_details_page_with_two_meanings(tmp_path: Path) -> None:
    metrics = {"Duration": ("ms", "2.00"), "Memory Throughput": ("%", "58.20")}
    profile = read_text(tmp_path, long(metrics))
    assert profile.launches.demand.time[0] == 2e-3
    assert Level.DRAM not in profile.launches.demand.bytes


def test_a_tensor_share_of_the_details_page_leaves_work_unknown_unless_it_is_zero(tmp_path: Path) -> None:
    base = {"Duration": ("ms", "2.00"), "Elapsed Cycles": ("cycle", "1,000")}
    fp32 = {
        f"Predicated-On {op} Thread Instructions Executed Per Cycle": ("inst/cycle", "3")
        for op in ("FADD", "FMUL", "FFMA")
    }
    for share, expected in (("0", 12_000.0), ("3.50", math.nan)):
        profile = read_text(tmp_path, long({**base, **fp32, "Src:bf16 Dst:fp32": ("%", share)}))
        assert profile.launches.demand.total_flop[0] == pytest.approx(expected, nan_ok=True)
