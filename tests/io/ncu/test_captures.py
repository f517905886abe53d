"""Captures of kernels whose work is known from their source, in every page that ncu prints."""

import math

import numpy as np
import pytest

from roofline_gui.model.launches import Evidence, Flag
from roofline_gui.model.machine import Kind, Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from tests.io.ncu.samples import CAPTURES, INSTRUCTIONS, Capture, opened, refused

RECOMMENDED = "kernels-recommended-raw.csv"
ROOFLINE = "kernels-set-roofline-raw.csv"
SHORT = "kernels-short-list-long.csv"
KERNELS = (
    "vec_add", "vec_add_strided", "gemm_naive", "gemm_tiled<16>", "gemm_tiled<32>", "conv3x3_naive", "conv3x3_naive",
    "row_softmax", "fma_chain", "fma_chain_fp64", "fma_chain_half2", "sfu_exp", "pointer_chase", "hash_int",
    "divergent_fma", "mma_sync_bf16", "shared_read", "l2_read", "vec_add", "vec_add", "vec_add",
)  # fmt: skip
GEMM = 2 * 2048**3


def conv(height: int, width: int) -> int:
    """Nine FMA per output of a 3×3 convolution without border."""
    return 18 * (height - 2) * (width - 2)


@pytest.fixture(scope="module", params=[RECOMMENDED, ROOFLINE, SHORT])
def kernels(request: pytest.FixtureRequest) -> Profile:
    return opened(CAPTURES / request.param)


@pytest.fixture(scope="module")
def recommended() -> Profile:
    return opened(CAPTURES / RECOMMENDED)


@pytest.fixture(scope="module")
def roofline() -> Profile:
    return opened(CAPTURES / ROOFLINE)


def row(name: str, occurrence: int = 0) -> int:
    return [i for i, k in enumerate(KERNELS) if k == name][occurrence]


def test_every_launch_is_there_under_its_name(kernels: Profile) -> None:
    found = [k.removeprefix("void ").split("(")[0] for k in kernels.launches.kernel.rows()]
    assert tuple(found) == KERNELS
    assert kernels.launches.launch_id.rows() == [str(i) for i in range(21)]
    assert set(kernels.launches.compute_capability.values) == {"9.0"}
    assert kernels.launches.grid[0] == "(390625, 1, 1)"
    assert kernels.launches.block[0] == "(256, 1, 1)"


@pytest.mark.parametrize(
    ("name", "occurrence", "flop"),
    [
        ("vec_add", 0, 10**8),
        ("gemm_naive", 0, GEMM),
        ("gemm_tiled<16>", 0, GEMM),
        ("gemm_tiled<32>", 0, GEMM),
        ("conv3x3_naive", 0, conv(1024, 1024)),
        ("conv3x3_naive", 1, conv(8192, 8192)),
        ("mma_sync_bf16", 0, GEMM),
        ("hash_int", 0, 0),
        ("vec_add", 1, 256),
        ("vec_add", 3, 256),
    ],
)
def test_known_work(kernels: Profile, name: str, occurrence: int, flop: int) -> None:
    found = float(kernels.launches.demand.total_flop[row(name, occurrence)])
    assert found == pytest.approx(flop, rel=1e-3)


def test_exact_counters_give_exact_work(recommended: Profile) -> None:
    demand = recommended.launches.demand
    assert demand.total_flop[row("vec_add")] == 10**8
    assert demand.flop[Precision.FP32][row("gemm_naive")] == GEMM
    assert demand.flop[Precision.BF16_TENSOR][row("mma_sync_bf16")] == GEMM


def test_packed_half_is_never_matrix_work(kernels: Profile) -> None:
    """121,710,336 counts of `sm__inst_executed_pipe_tensor` are HFMA2; × 4096 they would be 5·10¹¹ FLOP."""
    demand = kernels.launches.demand
    half2 = row("fma_chain_half2")
    matrix = [float(v[half2]) for p, v in demand.flop.items() if p.is_tensor]
    assert all(math.isnan(v) or v == 0 for v in matrix)


def test_packed_half_without_a_counter_of_its_own_leaves_the_work_unknown() -> None:
    profile = opened(CAPTURES / SHORT)
    half2 = row("fma_chain_half2")
    assert not profile.launches.demand.flop_known[half2]
    assert math.isnan(profile.launches.demand.total_flop[half2])
    reasons = [u.reason for u in profile.ledger.unread if u.launch == half2]
    assert any("packed FP16" in reason for reason in reasons)
    assert profile.launches.demand.flop_known.sum() == 20  # no other launch is taken along


def test_packed_half_work_where_it_is_counted(recommended: Profile) -> None:
    capture = Capture(RECOMMENDED)
    add, mul, fma = (
        capture.numbers(INSTRUCTIONS.format(op))[row("fma_chain_half2")] for op in ("hadd", "hmul", "hfma")
    )
    assert fma > 0
    found = recommended.launches.demand.flop[Precision.FP16][row("fma_chain_half2")]
    assert found == 2 * add + 2 * mul + 4 * fma


def test_special_function_results(recommended: Profile, roofline: Profile) -> None:
    for profile in (recommended, roofline):
        assert profile.launches.demand.special_ops[row("sfu_exp")] == pytest.approx(2.16e9, rel=2e-3)
        assert profile.launches.demand.special_ops[row("vec_add")] == 0


def test_times_and_dram_bytes_of_the_recommended_list(recommended: Profile) -> None:
    capture = Capture(RECOMMENDED)
    demand = recommended.launches.demand
    assert capture.unit("gpu__time_duration.sum") == "ns"
    assert list(demand.time) == pytest.approx([t * 1e-9 for t in capture.numbers("gpu__time_duration.sum")])
    read, write = capture.numbers("dram__bytes_read.sum"), capture.numbers("dram__bytes_write.sum")
    assert list(demand.traffic(Level.DRAM)) == [r + w for r, w in zip(read, write, strict=True)]
    assert list(recommended.launches.evidence[Evidence.DRAM_READ]) == read


def test_rates_times_time_with_scaled_units(roofline: Profile) -> None:
    """`--set roofline` has DRAM and L2 bytes per second only, in Tbyte/s and Tbyte; time in ms."""
    capture = Capture(ROOFLINE)
    time = [t * 1e-3 for t in capture.numbers("gpu__time_duration.sum")]
    assert capture.unit("gpu__time_duration.sum") == "ms"
    assert capture.unit("dram__bytes.sum.per_second") == "Tbyte/s"
    assert capture.unit("derived__lts__lts2xbar_bytes.sum.per_second") == "Tbyte"
    demand = roofline.launches.demand
    assert list(demand.time) == pytest.approx(time)
    dram = [r * 1e12 * t for r, t in zip(capture.numbers("dram__bytes.sum.per_second"), time, strict=True)]
    assert list(demand.traffic(Level.DRAM)) == pytest.approx(dram)
    l2 = [
        r * 1e12 * t for r, t in zip(capture.numbers("derived__lts__lts2xbar_bytes.sum.per_second"), time, strict=True)
    ]
    # The rate of the counter itself and the derived one differ by their printed digits.
    assert list(demand.traffic(Level.L2)) == pytest.approx(l2, rel=1e-3, abs=2000)
    assert all(int(f) & Flag.RATE_TIMES_TIME for f in roofline.launches.flags)
    assert roofline.launches.provenance["bytes.dram"][0] == "dram__bytes.sum.per_second × time"


def test_instructions_per_cycle_become_work(roofline: Profile) -> None:
    capture = Capture(ROOFLINE)
    per_cycle = capture.numbers("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed")
    hertz = [1e9 * f for f in capture.numbers("smsp__cycles_elapsed.avg.per_second")]
    time = [1e-3 * t for t in capture.numbers("gpu__time_duration.sum")]
    fma = per_cycle[row("fma_chain")] * hertz[row("fma_chain")] * time[row("fma_chain")]
    found = roofline.launches.demand.flop[Precision.FP32][row("fma_chain")]
    assert found == pytest.approx(2 * fma, rel=1e-3)  # and a few FADD
    assert "per_cycle_elapsed" in roofline.launches.provenance["flop.fp32"][row("fma_chain")]


@pytest.mark.parametrize(
    ("name", "share"),
    [("gemm_naive", 0.97), ("gemm_tiled<16>", 0.93), ("gemm_tiled<32>", 0.91), ("shared_read", 0.98)],
)
def test_occupancy_of_the_data_path(recommended: Profile, roofline: Profile, name: str, share: float) -> None:
    """Bytes over 132 SM × 128 B × clock × time, as known of the kernels."""
    clocks = {
        RECOMMENDED: Capture(RECOMMENDED).numbers("l1tex__cycles_elapsed.avg.per_second"),
        ROOFLINE: [1e9 * f for f in Capture(ROOFLINE).numbers("l1tex__cycles_elapsed.avg.per_second")],
    }
    for profile in (recommended, roofline):
        demand, i = profile.launches.demand, row(name)
        capacity = 132 * 128 * clocks[profile.name][i] * demand.time[i]
        assert demand.traffic(Level.L1)[i] / capacity == pytest.approx(share, abs=0.01)


def test_shared_part_of_the_data_path(recommended: Profile, roofline: Profile) -> None:
    demand = recommended.launches.demand
    tiled, naive = row("gemm_tiled<32>"), row("gemm_naive")
    assert demand.traffic(Level.SHARED)[tiled] / demand.traffic(Level.L1)[tiled] == pytest.approx(0.88 / 0.91, abs=0.02)
    assert demand.traffic(Level.SHARED)[naive] == 0
    assert Level.SHARED not in roofline.launches.demand.bytes  # its counters are not in the set
    assert "shared-memory bytes" in dict(roofline.ledger.missing)


def test_waste_on_the_data_path(recommended: Profile, roofline: Profile) -> None:
    for profile in (recommended, roofline):
        over = profile.launches.evidence[Evidence.WAVEFRONTS_OVER_MINIMUM]
        assert over[row("mma_sync_bf16")] == pytest.approx(4.1, abs=0.05)
        assert over[row("shared_read")] == pytest.approx(1.0, abs=0.01)


def test_operands_of_warpgroup_products_are_no_waste() -> None:
    """Nearly all their wavefronts are operands, which count in write-back too, but not in what `ncu` calls L1."""
    profile = opened(CAPTURES / "decode-bf16-recommended-raw.csv")
    capture = Capture("decode-bf16-recommended-raw.csv")
    products = np.array(capture.numbers("sm__inst_executed_pipe_tensor_op_gmma.sum")) > 0
    assert products.sum() == 25
    found = profile.launches.evidence[Evidence.WAVEFRONTS_OVER_MINIMUM][products]
    assert found == pytest.approx(1.02, abs=0.03)
    by_writeback = 128 * np.array(capture.numbers("l1tex__lsu_writeback_active_mem_lgds.sum"))
    l1 = profile.launches.demand.traffic(Level.L1)
    assert (l1[products] > 100 * by_writeback[products]).all()


def test_evidence(recommended: Profile) -> None:
    capture = Capture(RECOMMENDED)
    evidence = recommended.launches.evidence
    assert evidence[Evidence.SECTORS_PER_REQUEST_LOAD][row("vec_add_strided")] == 32
    assert evidence[Evidence.SECTOR_USE_LOAD][row("vec_add_strided")] == 12.5
    assert evidence[Evidence.ISSUE_ACTIVE][row("divergent_fma")] == pytest.approx(94, abs=1)
    assert evidence[Evidence.OCCUPANCY][row("pointer_chase")] == pytest.approx(1.6, abs=0.1)
    assert evidence[Evidence.INTEGER_OPS][row("hash_int")] > 1e9
    columns = {
        Evidence.THREADS_PER_INSTRUCTION: "smsp__thread_inst_executed_per_inst_executed.ratio",
        Evidence.WAVES: "launch__waves_per_multiprocessor",
        Evidence.ISSUE_ACTIVE: "smsp__issue_active.avg.pct_of_peak_sustained_active",
        Evidence.SECTORS_PER_REQUEST_STORE: "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
        Evidence.SECTOR_USE_STORE: "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
        Evidence.L1_HIT: "l1tex__t_sector_hit_rate.pct",
        Evidence.L2_HIT: "lts__t_sector_hit_rate.pct",
        Evidence.BANK_CONFLICTS: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
        Evidence.TENSOR_ACTIVE: "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
        Evidence.DRAM_WRITE: "dram__bytes_write.sum",
        Evidence.LIMIT_REGISTERS: "launch__occupancy_limit_registers",
        Evidence.LIMIT_SHARED: "launch__occupancy_limit_shared_mem",
        Evidence.LIMIT_WARPS: "launch__occupancy_limit_warps",
        Evidence.LIMIT_BLOCKS: "launch__occupancy_limit_blocks",
        Evidence.STALL_LONG_SCOREBOARD: "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
        Evidence.STALL_BARRIER: "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio",
        Evidence.STALL_MATH_PIPE: "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio",
        Evidence.STALL_MIO: "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio",
        Evidence.STALL_LG: "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio",
        Evidence.STALL_WAIT: "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio",
    }
    for item, column in columns.items():
        assert list(evidence[item]) == capture.numbers(column), item


def test_products_of_every_precision() -> None:
    """4096³ products (8192³ would be 8 times that); FP64 and the library's own counts as the counters give them."""
    profile = opened(CAPTURES / "torch-set-roofline-raw.csv")
    demand = profile.launches.demand
    expected = {
        0: Precision.BF16_TENSOR,
        3: Precision.FP16_TENSOR,
        4: Precision.FP8_TENSOR,
        6: Precision.TF32_TENSOR,
    }
    for launch, precision in expected.items():
        assert demand.flop[precision][launch] == 2 * 4096**3, precision
        others = [v[launch] for p, v in demand.flop.items() if p.is_tensor and p is not precision]
        assert not any(others)
    assert demand.flop[Precision.FP32][5] == pytest.approx(2 * 4096**3, rel=1e-3)
    capture = Capture("torch-set-roofline-raw.csv")
    assert demand.flop[Precision.FP64_TENSOR][9] == capture.numbers("sm__ops_path_tensor_src_fp64.sum")[9]


@pytest.mark.parametrize(("precision", "file"), [("bf16", "decode-bf16"), ("fp8", "decode-fp8")])
def test_decode_step(precision: str, file: str) -> None:
    name = f"{file}-recommended-raw.csv"
    profile, capture = opened(CAPTURES / name), Capture(name)
    launches = profile.launches
    assert launches.kernel.rows() == capture.texts("Kernel Name")
    expected = np.sum([capture.numbers(f"sm__ops_path_tensor_src_{p}.sum") for p in ("bf16_dst_fp32", "fp8")], axis=0)
    assert expected.any()
    matrix = launches.demand.flop[Precision.BF16_TENSOR] + launches.demand.flop[Precision.FP8_TENSOR]
    assert list(matrix) == list(expected)
    assert (launches.demand.flop[Precision(f"{precision}_tensor")] > 0).any()
    batches = {path.split(" / ")[0] for path in launches.operation.values}
    assert batches == {f"decode batch={n}" for n in (1, 8, 32, 64, 256)}
    assert "decode batch=32 / layer 0 / qkv_proj" in launches.operation.values
    assert "decode batch=1 / lm_head" in launches.operation.values


def test_ceilings_of_the_profile(recommended: Profile, roofline: Profile) -> None:
    """Peak per cycle × clock; 132 SM with 128 FP32 and 64 FP64 lanes, 4096 BF16 FLOP, 128 B and 16 XU lanes."""
    capture = Capture(RECOMMENDED)
    sm = float(np.median(capture.numbers("sm__cycles_elapsed.avg.per_second")))
    l1 = float(np.median(capture.numbers("l1tex__cycles_elapsed.avg.per_second")))
    lts = float(np.median(capture.numbers("lts__cycles_elapsed.avg.per_second")))
    dram = float(np.median(capture.numbers("dram__cycles_elapsed.avg.per_second")))
    machine = recommended.own_ceilings
    assert machine is not None
    assert machine.peak(Precision.FP32) == pytest.approx(132 * 128 * 2 * sm)
    assert machine.peak(Precision.FP64) == pytest.approx(132 * 64 * 2 * sm)
    assert machine.peak(Precision.FP16) == pytest.approx(132 * 128 * 4 * sm)
    assert machine.peak(Precision.BF16_TENSOR) == pytest.approx(132 * 4096 * sm)
    assert machine.peak(Precision.TF32_TENSOR) == pytest.approx(132 * 2048 * sm)
    assert machine.peak(Precision.FP8_TENSOR) == pytest.approx(132 * 8192 * sm)
    assert machine.bandwidth(Level.L1) == pytest.approx(132 * 128 * l1)
    assert machine.bandwidth(Level.L2) == pytest.approx(188 * 32 * lts)
    assert machine.bandwidth(Level.DRAM) == pytest.approx(1504 * dram)
    assert machine.special_ops is not None
    assert machine.special_ops.value == pytest.approx(132 * 16 * sm)
    assert machine.shared_is_part_of_l1
    assert [m.name for m in machine.levels] == ["L1/shared", "L2", "DRAM"]
    assert {c.peak.kind for c in machine.ceilings} | {m.bandwidth.kind for m in machine.levels} == {Kind.PROFILE}
    assert machine.device_names == ("nvidia h200",)
    assert machine.units == 132
    for precision in (Precision.BF16_TENSOR, Precision.FP16_TENSOR, Precision.FP8_TENSOR, Precision.INT8_TENSOR):
        dense = {Precision.FP8_TENSOR: 8192, Precision.INT8_TENSOR: 8192}.get(precision, 4096)
        assert roofline.own_ceilings is not None
        clock = 1e9 * float(np.median(Capture(ROOFLINE).numbers("sm__cycles_elapsed.avg.per_second")))
        assert roofline.own_ceilings.peak(precision) == pytest.approx(132 * dense * clock), (
            "the sparse peak is twice that"
        )


def test_device_of_the_profile(recommended: Profile) -> None:
    assert recommended.devices == (("NVIDIA H200", "9.0"),)
    assert set(recommended.launches.device_name.values) == {"NVIDIA H200"}


def test_default_details_page_lists_launches_without_work() -> None:
    profile = opened(CAPTURES / "kernels-set-roofline-details.csv")
    launches = profile.launches
    assert len(launches) == 21
    time = [1e-3 * t for t in Capture(ROOFLINE).numbers("gpu__time_duration.sum")]  # the same report
    assert list(launches.demand.time) == pytest.approx(time, rel=5e-3)
    assert np.isnan(launches.demand.total_flop).all()
    assert launches.demand.flop == {}
    missing = dict(profile.ledger.missing)
    assert {"FP32 work", "tensor work", "DRAM bytes"} <= set(missing)
    assert "ffma" in missing["FP32 work"]


def test_full_details_page_is_an_estimate_near_the_truth() -> None:
    profile = opened(CAPTURES / "kernels-set-roofline-details-all.csv")
    launches = profile.launches
    assert [k.split("(")[0] for k in launches.kernel.rows()] == ["vec_add", "gemm_naive"]
    assert list(launches.demand.flop[Precision.FP32]) == pytest.approx([1e8, GEMM], rel=1e-3)
    raw = opened(CAPTURES / ROOFLINE).launches.demand
    for level in (Level.DRAM, Level.L2, Level.L1):
        expected = [raw.traffic(level)[0], raw.traffic(level)[2]]
        assert list(launches.demand.traffic(level)) == pytest.approx(expected, rel=5e-3), level
    for flag in (Flag.ROUNDED, Flag.RATE_TIMES_TIME):
        assert all(int(f) & flag for f in launches.flags)


def test_no_kernels() -> None:
    refusal = refused(CAPTURES / "no-kernels.csv")
    assert refusal.what == "No kernels were profiled."
    assert "Available Kernels" in refusal.advice
    assert "conv3x3_naive" in refusal.advice


def test_session_page() -> None:
    refusal = refused(CAPTURES / "session-page.csv")
    assert "session page" in refusal.what
    assert "--page raw" in refusal.command


def test_account_of_the_recommended_capture(recommended: Profile) -> None:
    ledger = recommended.ledger
    assert ledger.read == 21
    assert ledger.layout == "wide"
    assert ledger.number_format == "1,234,567.89"
    assert any("unmodified GPU clocks" in note for note in ledger.notes)
    assert ledger.skipped_count == 4
    assert [line.number for line in ledger.skipped] == [1, 2, 3, 4]
    assert ledger.skipped[2].text == "done"
    assert ledger.unread == ()
    assert ledger.missing == ()
    assert dict(ledger.definitions)["l2"].startswith("traffic between L2 and the SMs")
    assert "wavefronts" in dict(ledger.definitions)["l1"]
    assert recommended.launches.provenance["bytes.dram"][0] == "dram__bytes_read.sum + dram__bytes_write.sum"
    assert recommended.launches.provenance["time"].values == ("gpu__time_duration.sum",)
    assert not recommended.launches.flags.any()


def test_short_list_says_what_it_lacks() -> None:
    profile = opened(CAPTURES / SHORT)
    counted = profile.launches.demand.flop_known
    assert counted.sum() == 20
    assert all(int(f) & Flag.FLOP_PARTLY_COUNTED for f in profile.launches.flags[counted])
    assert any("FP64 work" in note for note in profile.ledger.notes)
    assert Precision.FP64 not in profile.launches.demand.flop
    assert int(profile.launches.flags[row("mma_sync_bf16")]) & Flag.TENSOR_ASSUMED
    assert "4096 ×" in profile.launches.provenance["flop.bf16_tensor"][row("mma_sync_bf16")]
