"""What the user decides about reading a file, instead of the file."""

import math
from pathlib import Path

import pytest

from roofline_gui.io.ncu import read_profile, reader
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.read_options import NumberFormat, ReadOptions
from tests.io.ncu.samples import FP32, TIME, long, opened, wide, written

PIPE = "sm__inst_executed_pipe_tensor.sum"
HFMA2 = "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum"
GMMA = "sm__inst_executed_pipe_tensor_op_gmma.sum"
OPS = "sm__ops_path_tensor_src_bf16_dst_fp32.sum"
INSTRUCTIONS = 50_000_000  # of 32,768 warps: a matrix product


def read_as(path: Path, options: ReadOptions) -> Profile:
    result = read_profile(path, options=options)
    assert isinstance(result, Profile), result
    return result


@pytest.fixture(params=["by cells", "in bulk"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in bulk":
        monkeypatch.setattr(reader, "BULK_FROM", 1)


@pytest.mark.parametrize(
    ("printed", "number_format", "seconds"),
    [
        ("118.752", NumberFormat.POINT, 118.752e-6),
        ("118.752", NumberFormat.COMMA, 118752e-6),
        ("118.752", NumberFormat.UNGROUPED_POINT, 118.752e-6),
        ("118,752", NumberFormat.POINT, 118752e-6),
        ("118,752", NumberFormat.SPACED_COMMA, 118.752e-6),
        ("1 118,5", NumberFormat.SPACED_COMMA, 1118.5e-6),
        ("1'118.5", NumberFormat.APOSTROPHE, 1118.5e-6),
        ("1\u2019118.5", NumberFormat.APOSTROPHE, 1118.5e-6),
        ("118,752", NumberFormat.UNGROUPED_COMMA, 118.752e-6),
        ("1 118.5", NumberFormat.SPACED_POINT, 1118.5e-6),
    ],
)
def test_the_chosen_number_format_counts(
    tmp_path: Path, printed: str, number_format: NumberFormat, seconds: float, either_way: None
) -> None:
    path = written(tmp_path, long({**FP32, TIME: ("us", printed)}))
    profile = read_as(path, ReadOptions(number_format=number_format))
    assert profile.launches.demand.time[0] == pytest.approx(seconds)
    assert profile.ledger.number_format == number_format.value
    assert any(f"Your choice: numbers were read as {number_format.value}." in n for n in profile.ledger.notes)
    assert not any("for certain" in n for n in profile.ledger.notes)


def test_what_the_chosen_format_cannot_read_is_listed(tmp_path: Path, either_way: None) -> None:
    text = wide({TIME: "1,000", **dict.fromkeys(FP32, "7"), "dram__bytes.sum": "1,234,567"})
    profile = read_as(written(tmp_path, text), ReadOptions(number_format=NumberFormat.COMMA))
    assert profile.launches.demand.time[0] == pytest.approx(1e-9), "1,000 is one in this format"
    assert [(u.counter, u.reason) for u in profile.ledger.unread] == [
        ("dram__bytes.sum", "the profile says “1,234,567”")
    ]


def test_a_profile_keeps_the_options(tmp_path: Path) -> None:
    path = written(tmp_path, long({**FP32, TIME: ("us", "1")}))
    options = ReadOptions(NumberFormat.COMMA, 512, Precision.FP16_TENSOR)
    assert read_as(path, options).options == options
    assert opened(path).options == ReadOptions()
    assert not any("Your choice" in n for n in opened(path).ledger.notes)


def tensor_launch(**more: int) -> str:
    counters = {PIPE: INSTRUCTIONS, HFMA2: 0, **more}
    return long({**FP32, TIME: ("ms", "100"), **{name: ("", f"{n:,}") for name, n in counters.items()}})


def test_flop_per_tensor_instruction(tmp_path: Path) -> None:
    path = written(tmp_path, tensor_launch())
    usual, chosen = opened(path), read_as(path, ReadOptions(flop_per_tensor_instruction=1024))
    assert usual.launches.demand.flop[Precision.BF16_TENSOR][0] == 4096 * INSTRUCTIONS
    assert chosen.launches.demand.flop[Precision.BF16_TENSOR][0] == 1024 * INSTRUCTIONS
    assert int(chosen.launches.flags[0]) & Flag.TENSOR_ASSUMED
    assert chosen.launches.provenance["flop.bf16_tensor"][0].startswith("1024 × ")
    assert any("× 4096 FLOP, as is usual for the chip" in n for n in usual.ledger.notes)
    assert any("Your choice: 1,024 FLOP per tensor instruction." in n for n in chosen.ledger.notes)
    assert any("× 1024 FLOP, as you chose" in n for n in chosen.ledger.notes)


def test_precision_of_tensor_instructions(tmp_path: Path) -> None:
    path = written(tmp_path, tensor_launch())
    profile = read_as(path, ReadOptions(tensor_precision=Precision.FP8_TENSOR))
    assert profile.launches.demand.flop[Precision.FP8_TENSOR][0] == 4096 * INSTRUCTIONS
    assert Precision.BF16_TENSOR not in profile.launches.demand.flop
    assert any("Your choice: tensor instructions in FP8 tensor." in n for n in profile.ledger.notes)


def test_a_choice_settles_what_warpgroup_products_are_worth(tmp_path: Path) -> None:
    path = written(tmp_path, tensor_launch(**{GMMA: INSTRUCTIONS}))
    assert math.isnan(opened(path).launches.demand.total_flop[0])
    chosen = read_as(path, ReadOptions(flop_per_tensor_instruction=8192))
    assert chosen.launches.demand.total_flop[0] == 8192 * INSTRUCTIONS


def test_counted_operations_need_no_choice(tmp_path: Path) -> None:
    path = written(tmp_path, tensor_launch(**{OPS: 777}))
    profile = read_as(path, ReadOptions(flop_per_tensor_instruction=512, tensor_precision=Precision.FP16_TENSOR))
    assert profile.launches.demand.flop[Precision.BF16_TENSOR][0] == 777
    assert not int(profile.launches.flags[0]) & Flag.TENSOR_ASSUMED
    assert any("It was not needed" in n for n in profile.ledger.notes)


@pytest.mark.parametrize("flop", [0, -1, math.inf, math.nan])
def test_impossible_flop(flop: float) -> None:
    with pytest.raises(ValueError, match="more than 0 FLOP"):
        ReadOptions(flop_per_tensor_instruction=flop)


def test_only_tensor_precisions() -> None:
    with pytest.raises(ValueError, match="choose a tensor precision"):
        ReadOptions(tensor_precision=Precision.FP32)


def test_options_leave_the_rest_alone(tmp_path: Path) -> None:
    path = written(tmp_path, long({**FP32, TIME: ("us", "2"), "dram__bytes.sum": ("Kbyte", "1.50")}))
    profile = read_as(path, ReadOptions(flop_per_tensor_instruction=512))
    assert profile.launches.demand.traffic(Level.DRAM)[0] == 1500
