"""NVTX cells: the path of operations."""

from pathlib import Path

import pytest

from roofline_gui.io.ncu.nvtx import operation_path
from tests.io.ncu.samples import FP32, LAUNCH, SHAPE, TIME, launch_cells, quoted, read_text

REST = ":none:none:none:none:none:none"
PUSH_POP = "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"
START_STOP = "Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"


def cell(*names: str, domain: str = "<default domain>") -> str:
    return "2013  " + "  ".join(f'"{domain}:{name}{REST}"' for name in names) + " "


@pytest.mark.parametrize(
    "names",
    [
        ("decode batch=32", "layer 0", "qkv_proj"),
        ("one",),
        ("a: b=3, c:d", "x::y"),
        ("  spaced  ", 'with "quotes"'),
        ("カーネル", "%s {0}"),
    ],
)
def test_names_are_kept(names: tuple[str, ...]) -> None:
    assert operation_path(cell(*names)) == " / ".join(names)


def test_another_domain() -> None:
    assert operation_path(cell("gemm", domain="cuBLAS")) == "gemm"


@pytest.mark.parametrize("text", ["", "2013", "2013  "])
def test_no_ranges(text: str) -> None:
    assert operation_path(text) == ""


def test_payload_and_colour_are_no_name() -> None:
    assert operation_path('7  "dom:step:uint64:17:argb:255:ascii:step"') == "step"


@pytest.mark.parametrize("grouped", [(cell("step", "norm"), ""), ("", cell("step", "norm"))])
def test_both_columns_of_a_profile(tmp_path: Path, grouped: tuple[str, str]) -> None:
    metrics = [*FP32, TIME]
    launch = launch_cells(0, "k", "9.0")
    lines = [
        quoted((*LAUNCH[:4], PUSH_POP, START_STOP, *LAUNCH[4:], *SHAPE, *metrics)),
        quoted((*[""] * 13, "inst", "inst", "inst", "ns")),
        quoted((*launch[:4], *grouped, *launch[4:], "1", "2", "3", "10")),
        quoted((*launch[:4], "", "", *launch[4:], "1", "2", "3", "10")),
    ]
    launches = read_text(tmp_path, "".join(lines)).launches
    assert launches.operation.rows() == ["step / norm", ""]
    assert launches.kernel.rows() == ["k", "k"]
