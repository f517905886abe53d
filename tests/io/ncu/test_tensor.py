"""Matrix work: overlapping counters counted once, and instruction counts taken for what they are."""

import math
from collections.abc import Mapping
from pathlib import Path

import pytest

from roofline_gui.io.ncu.ops_counters import parse_ops_counter, without_overlap
from roofline_gui.model.launches import Flag
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from tests.io.ncu.samples import FP32, INSTRUCTIONS, TIME, long, read_text

OPS = "sm__ops_path_tensor_"
PIPE = "sm__inst_executed_pipe_tensor.sum"
HFMA2 = "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum"
GMMA = "sm__inst_executed_pipe_tensor_op_gmma.sum"
WARPS = 4096 * 256 / 32  # of every launch in `samples`
MMA = 100 * int(WARPS)  # as many as a matrix product executes
BASE = {**FP32, TIME: ("ms", "100")}


def profile_of(tmp_path: Path, counters: Mapping[str, int | str], cc: str = "9.0") -> Profile:
    """One launch with tensor counters."""
    metrics = {name: ("", f"{value:,}" if isinstance(value, int) else value) for name, value in counters.items()}
    return read_text(tmp_path, long({**BASE, **metrics}, cc=cc))


def tensor_flop(profile: Profile) -> dict[Precision, float]:
    flop = {p: float(v[0]) for p, v in profile.launches.demand.flop.items() if p.is_tensor}
    return {p: v for p, v in flop.items() if v}


def work(profile: Profile) -> float:
    return float(profile.launches.demand.total_flop[0])


@pytest.mark.parametrize(
    ("type_name", "precision"),
    [
        ("bf16_dst_fp32", Precision.BF16_TENSOR),
        ("fp16", Precision.FP16_TENSOR),
        ("fp16_dst_fp16", Precision.FP16_TENSOR),
        ("fp16_bf16_tf32_dst_fp32", Precision.FP16_TENSOR),
        ("tf32_dst_fp32", Precision.TF32_TENSOR),
        ("fp64", Precision.FP64_TENSOR),
        ("fp8", Precision.FP8_TENSOR),
        ("fp8_dst_fp16", Precision.FP8_TENSOR),
        ("fp4_fp6_fp8_dst_fp32", Precision.FP8_TENSOR),
        ("fp4_fp6_dst_fp16", Precision.FP6_TENSOR),
        ("fp4_dst_fp32", Precision.FP4_TENSOR),
        ("int8", Precision.INT8_TENSOR),
    ],
)
def test_types_of_every_chip(tmp_path: Path, type_name: str, precision: Precision) -> None:
    assert tensor_flop(profile_of(tmp_path, {f"{OPS}src_{type_name}.sum": 4096})) == {precision: 4096}


@pytest.mark.parametrize(
    ("counters", "expected"),
    [
        ({"src_bf16_dst_fp32": 60, "op_hmma_src_bf16_dst_fp32": 20, "op_hgmma_src_bf16_dst_fp32": 40}, 60),
        ({"op_hmma_src_bf16_dst_fp32": 20, "op_hgmma_src_bf16_dst_fp32": 40}, 60),
        ({"src_bf16_dst_fp32": 60, "src_bf16_dst_fp32_sparsity_off": 60, "src_bf16_dst_fp32_sparsity_on": 0}, 60),
        ({"src_bf16_dst_fp32_sparsity_off": 50, "src_bf16_dst_fp32_sparsity_on": 10}, 60),
        (
            {
                "op_hmma_src_bf16_dst_fp32_sparsity_off": 10,
                "op_hmma_src_bf16_dst_fp32_sparsity_on": 5,
                "op_hgmma_src_bf16_dst_fp32_sparsity_off": 30,
                "op_hgmma_src_bf16_dst_fp32_sparsity_on": 15,
            },
            60,
        ),
        ({"src_bf16_dst_fp32_sparsity_off": 50, "op_hmma_src_bf16_dst_fp32_sparsity_off": 50}, 50),
        ({"src_bf16_dst_fp32": 60, "src_bf16_dst_fp32_realtime": 60}, 60),
    ],
)
def test_parent_or_children_never_both(tmp_path: Path, counters: dict[str, int], expected: int) -> None:
    profile = profile_of(tmp_path, {f"{OPS}{name}.sum": value for name, value in counters.items()})
    assert tensor_flop(profile) == {Precision.BF16_TENSOR: expected}


def test_a_parent_over_two_accumulators() -> None:
    names = ("src_fp16", "op_hmma_src_fp16_dst_fp16_sparsity_off", "op_hmma_src_fp16_dst_fp32_sparsity_on")
    counters = [c for c in (parse_ops_counter(OPS + n) for n in names) if c is not None]
    assert len(counters) == 3
    assert [c.name for c in without_overlap(counters)] == [OPS + "src_fp16"]


def test_two_accumulators_without_a_parent_add_up(tmp_path: Path) -> None:
    counters = {f"{OPS}src_fp16_dst_fp16.sum": 10, f"{OPS}src_fp16_dst_fp32.sum": 20}
    assert tensor_flop(profile_of(tmp_path, counters, cc="8.0")) == {Precision.FP16_TENSOR: 30}


def test_operations_win_over_instructions(tmp_path: Path) -> None:
    profile = profile_of(tmp_path, {f"{OPS}src_bf16_dst_fp32.sum": 8 * MMA, PIPE: MMA})
    assert tensor_flop(profile) == {Precision.BF16_TENSOR: 8 * MMA}
    assert not int(profile.launches.flags[0]) & Flag.TENSOR_ASSUMED


def test_a_type_that_the_chip_lacks_takes_nothing_along(tmp_path: Path) -> None:
    profile = profile_of(tmp_path, {f"{OPS}src_bf16_dst_fp32.sum": 4096, f"{OPS}src_fp4_dst_fp32.sum": "n/a"})
    assert work(profile) == 4096
    assert Precision.FP4_TENSOR not in profile.launches.demand.flop


def test_an_unread_operation_count_is_not_zero(tmp_path: Path) -> None:
    name = f"{OPS}src_bf16_dst_fp32.sum"
    text = long({**BASE, name: ("", "4,096")}, {**BASE, name: ("", "n/a")})
    profile = read_text(tmp_path, text)
    assert list(profile.launches.demand.flop_known) == [True, False]
    assert (1, name) in [(u.launch, u.counter) for u in profile.ledger.unread]


def test_matrix_instructions_of_a_type_that_is_not_counted(tmp_path: Path) -> None:
    """An FP8 kernel in a file that counts BF16 only: its work is unknown, not the few FLOP of its epilogue."""
    profile = profile_of(tmp_path, {f"{OPS}src_bf16_dst_fp32.sum": 0, PIPE: MMA, HFMA2: 0})
    assert math.isnan(work(profile))
    assert [u.counter for u in profile.ledger.unread] == [PIPE]


@pytest.mark.parametrize(
    ("cc", "each", "precision"),
    [
        ("7.0", 512, Precision.FP16_TENSOR),
        ("7.5", 2048, Precision.FP16_TENSOR),
        ("8.0", 4096, Precision.BF16_TENSOR),
        ("8.6", 4096, Precision.BF16_TENSOR),
        ("9.0", 4096, Precision.BF16_TENSOR),
        ("12.0", 4096, Precision.BF16_TENSOR),
    ],
)
def test_instructions_are_an_assumption(tmp_path: Path, cc: str, each: int, precision: Precision) -> None:
    profile = profile_of(tmp_path, {PIPE: MMA}, cc=cc)
    assert tensor_flop(profile) == {precision: each * MMA}
    assert int(profile.launches.flags[0]) & Flag.TENSOR_ASSUMED
    assert profile.launches.provenance[f"flop.{precision.value}"][0] == f"{each} × {PIPE}"
    assert any("assumption" in note for note in profile.ledger.notes)


@pytest.mark.parametrize("cc", ["8.0", "9.0"])
def test_packed_half_is_subtracted_by_its_counter(tmp_path: Path, cc: str) -> None:
    profile = profile_of(tmp_path, {PIPE: MMA + 5_000_000, HFMA2: 5_000_000}, cc=cc)
    assert tensor_flop(profile) == {Precision.BF16_TENSOR: 4096 * MMA}


@pytest.mark.parametrize("cc", ["8.0", "9.0"])
def test_packed_half_is_subtracted_by_its_threads(tmp_path: Path, cc: str) -> None:
    threads = {
        INSTRUCTIONS.format("hadd"): 32_000,
        INSTRUCTIONS.format("hmul"): 0,
        INSTRUCTIONS.format("hfma"): 64_000_000,
    }
    profile = profile_of(tmp_path, {PIPE: MMA + 2_001_000, **threads}, cc=cc)
    assert tensor_flop(profile) == {Precision.BF16_TENSOR: 4096 * MMA}


def test_packed_half_alone_is_no_matrix_work(tmp_path: Path) -> None:
    """HFMA2 runs through two pipes, so that fewer pass the counter than were executed: nothing is left, not less."""
    threads = {INSTRUCTIONS.format(op): n for op, n in (("hadd", 0), ("hmul", 0), ("hfma", 64 * MMA))}
    profile = profile_of(tmp_path, {PIPE: MMA, **threads})
    assert tensor_flop(profile) == {}
    assert work(profile) == 4 * 64 * MMA  # packed: two lanes, two FLOP


@pytest.mark.parametrize("per_warp", [1, 8])
def test_constant_moves_are_no_matrix_work(tmp_path: Path, per_warp: int) -> None:
    """Compilers move constants with HFMA2: one to eight per warp in kernels without any half-precision work."""
    profile = profile_of(tmp_path, {PIPE: per_warp * int(WARPS)})
    assert work(profile) == 0
    assert int(profile.launches.flags[0]) & Flag.TENSOR_ASSUMED


def test_on_other_chips_the_counter_means_what_it_says(tmp_path: Path) -> None:
    assert tensor_flop(profile_of(tmp_path, {PIPE: int(WARPS)}, cc="8.6")) == {Precision.BF16_TENSOR: 4096 * WARPS}


@pytest.mark.parametrize(
    ("cc", "dense", "multiprocessors", "clock"), [("8.0", 2048, 108, 1.41e9), ("9.0", 4096, 132, 1.98e9)]
)
@pytest.mark.parametrize("factor", [0.99, 1.01])
def test_what_exceeds_the_dense_peak_is_unknown(
    tmp_path: Path, cc: str, dense: int, multiprocessors: int, clock: float, factor: float
) -> None:
    count = round(factor * dense * multiprocessors * clock * 0.1 / 4096)
    profile = profile_of(tmp_path, {PIPE: count}, cc=cc)
    assert math.isnan(work(profile)) == (factor > 1)
    assert bool(profile.launches.demand.flop_known[0]) == (factor < 1)
    reasons = [u.reason for u in profile.ledger.unread if u.counter == PIPE]
    assert len(reasons) == (factor > 1)


def test_the_device_of_the_profile_sets_its_own_peak(tmp_path: Path) -> None:
    """78 SM at 1 GHz: what a larger chip could do is too much for this one."""
    count = round(0.5 * 4096 * 132 * 1.98e9 * 0.1 / 4096)
    device: dict[str, int | str] = {
        "device__attribute_multiprocessor_count": 78,
        "sm__cycles_elapsed.avg.per_second": "1,000,000,000",
    }
    assert math.isnan(work(profile_of(tmp_path, {PIPE: count, **device})))
    assert not math.isnan(work(profile_of(tmp_path, {PIPE: count})))


def test_warpgroup_instructions_have_no_fixed_work(tmp_path: Path) -> None:
    profile = profile_of(tmp_path, {PIPE: MMA, HFMA2: 0, GMMA: MMA})
    assert math.isnan(work(profile))
    assert "warpgroup" in profile.ledger.unread[0].reason
