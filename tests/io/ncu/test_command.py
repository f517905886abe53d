"""The recommended collection command, tailored to the chip."""

import re

import pytest

from roofline_gui.io.ncu import metric_list, recommended_command
from roofline_gui.io.ncu.architecture import ARCHITECTURES
from tests.io.ncu.samples import Capture

# The list that was run on an H200, as a person would write it down.
HOPPER = """
gpu__time_duration.sum
sm__sass_thread_inst_executed_op_{fadd,fmul,ffma,dadd,dmul,dfma,hadd,hmul,hfma,integer}_pred_on.sum
sm__ops_path_tensor_src_{bf16_dst_fp32,fp16,fp8,tf32_dst_fp32,fp64,int8}.sum
sm__inst_executed_pipe_{tensor,tensor_op_hmma,tensor_op_hmma_type_hfma2,tensor_op_gmma,xu}.sum
dram__bytes_{read,write}.sum
lts__lts2xbar_cycles_active.sum
lts__t_bytes.sum
l1tex__data_pipe_lsu_wavefronts.sum
l1tex__lsu_writeback_active.sum
l1tex__lsu_writeback_active_mem_lgds.sum
l1tex__t_bytes.sum
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom,gmma}.sum
sm__warps_active.avg.pct_of_peak_sustained_active
smsp__issue_active.avg.pct_of_peak_sustained_active
smsp__thread_inst_executed_per_inst_executed.ratio
l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{ld,st}.ratio
smsp__sass_average_data_bytes_per_sector_mem_global_op_{ld,st}.pct
sm__throughput.avg.pct_of_peak_sustained_elapsed
gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed
sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed
lts__t_sector_hit_rate.pct
l1tex__t_sector_hit_rate.pct
l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
launch__waves_per_multiprocessor
launch__occupancy_limit_{registers,shared_mem,warps,blocks}
smsp__average_warps_issue_stalled_{long_scoreboard,barrier,math_pipe_throttle,mio_throttle,lg_throttle,wait}_per_issue_active.ratio
{sm,dram,lts,l1tex}__cycles_elapsed.avg.per_second
dram__bytes.sum.peak_sustained
lts__lts2xbar_cycles_active.sum.peak_sustained
l1tex__data_pipe_lsu_wavefronts.sum.peak_sustained
l1tex__lsu_writeback_active_mem_lgds.sum.peak_sustained
sm__sass_thread_inst_executed_op_{ffma,dfma,hfma,integer}_pred_on.sum.peak_sustained
sm__inst_executed_pipe_xu.sum.peak_sustained
sm__ops_path_tensor_op_hgmma_src_{bf16,tf32}_dst_fp32_sparsity_off.sum.peak_sustained
sm__ops_path_tensor_src_fp8_sparsity_off.sum.peak_sustained
"""


def expanded(text: str) -> set[str]:
    names = set()
    for line in text.split():
        match = re.fullmatch(r"(.*)\{(.*)\}(.*)", line)
        names |= {f"{match[1]}{part}{match[3]}" for part in match[2].split(",")} if match else {line}
    return names


def names(cc: str) -> set[str]:
    return {request.name for request in metric_list(cc)}


def test_hopper_list_is_the_one_that_was_run() -> None:
    assert names("9.0") == expanded(HOPPER)
    assert names("9.0") <= set(Capture("kernels-recommended-raw.csv").header)


@pytest.mark.parametrize("cc", sorted(ARCHITECTURES))
def test_every_chip(cc: str) -> None:
    requests = metric_list(cc)
    assert len({r.name for r in requests}) == len(requests)
    assert all(r.purpose for r in requests)
    assert {"gpu__time_duration.sum", "lts__lts2xbar_cycles_active.sum", "sm__inst_executed_pipe_tensor.sum"} <= names(
        cc
    )


@pytest.mark.parametrize(
    ("cc", "has", "has_not"),
    [
        ("7.0", ["l1tex__lsu_writeback_active.sum"], ["sm__ops_path_tensor_src_fp16.sum", "gmma", "mem_lg"]),
        (
            "7.5",
            ["sm__ops_path_tensor_src_fp16_bf16_tf32_dst_fp32.sum", "l1tex__lsu_writeback_active_mem_lg.sum"],
            ["fp64.sum", "gmma"],
        ),
        (
            "8.0",
            ["sm__ops_path_tensor_src_fp16_dst_fp32.sum", "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum"],
            ["fp8", "gmma", "lgds"],
        ),
        ("8.6", ["sm__ops_path_tensor_src_bf16_dst_fp32.sum"], ["hfma2", "fp8", "gmma"]),
        ("8.7", ["sm__ops_path_tensor_src_bf16_dst_fp32.sum"], ["dram__"]),
        ("8.9", ["sm__ops_path_tensor_src_fp8.sum", "dram__bytes_read.sum"], ["gmma", "lgds"]),
        (
            "10.0",
            [
                "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp32.sum",
                "sm__sass_thread_inst_executed_op_ffma2_pred_on.sum",
                "dram__bytes_read.sum",
            ],
            ["op_read"],
        ),
        (
            "12.0",
            [
                "dram__bytes_op_read.sum",
                "dram__bytes_op_write.sum",
                "sm__ops_path_tensor_src_fp8_dst_fp32.sum",
                "l1tex__lsu_writeback_active_mem_lgds.sum",
            ],
            ["dram__bytes_read", "ffma2", "gmma"],
        ),
        ("12.1", ["sm__ops_path_tensor_src_fp4_dst_fp32.sum"], ["dram__"]),
    ],
)
def test_what_differs(cc: str, has: list[str], has_not: list[str]) -> None:
    assert set(has) <= names(cc)
    assert not [name for name in names(cc) for part in has_not if part in name]


def test_command_is_ready_to_copy() -> None:
    command = recommended_command("9.0", app="./app --steps 3", nvtx=True)
    match = re.fullmatch(
        r"ncu --csv --page raw --print-units base --clock-control none "
        r"--metrics (\S+) --nvtx \./app --steps 3 > profile\.csv",
        command,
    )
    assert match is not None
    assert set(match[1].split(",")) == names("9.0")
    assert " --nvtx" not in recommended_command("9.0")


def test_a_decimal_comma_is_understood() -> None:
    assert metric_list("9,0") == metric_list("9.0")


@pytest.mark.parametrize("cc", ["", "sm_90", "90", "9", "6.1", "9.9", "13.0", "9.0.1"])
def test_unknown_chips(cc: str) -> None:
    with pytest.raises(ValueError, match=r"9\.0"):
        recommended_command(cc)
