"""Which launches and counters the collection command takes, and whether a shell understands it as meant."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from roofline_gui.io.ncu.architecture import ARCHITECTURES
from roofline_gui.io.ncu.command import ALL_PARTS, Part, Selection, metric_list, recommended_command

SHELL = shutil.which("sh") or ""


def arguments(tmp_path: Path, command: str) -> list[str]:
    """What an `ncu` on the PATH gets when a shell runs `command`, from --metrics' list on; profile.csv catches it."""
    stand_in = tmp_path / "ncu"
    stand_in.write_text(f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n", encoding="utf-8")
    stand_in.chmod(0o755)
    done = subprocess.run(
        [SHELL, "-c", command],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "MODEL": "llama"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == done.stderr == ""
    got: list[str] = json.loads((tmp_path / "profile.csv").read_text(encoding="utf-8"))
    return got[got.index("--metrics") + 2 :]


needs_shell = pytest.mark.skipif(not SHELL or sys.platform == "win32", reason="the command is for POSIX shells")


@needs_shell
@pytest.mark.parametrize(
    ("app", "expected"),
    [
        ("", ["./app"]),
        ("  ./app  ", ["./app"]),
        ("python train.py --steps 2", ["python", "train.py", "--steps", "2"]),
        ("'./my app' \"a b\" c\\ d", ["./my app", "a b", "c d"]),
        ("./app --model $MODEL", ["./app", "--model", "llama"]),
        ("./app '$MODEL;' \"x|y\"", ["./app", "$MODEL;", "x|y"]),
        ("python -c 'print(1 > 2)'", ["python", "-c", "print(1 > 2)"]),
        ("CUDA_VISIBLE_DEVICES=1 ./app x", ["env", "CUDA_VISIBLE_DEVICES=1", "./app", "x"]),
        ("./app --id=a#1", ["./app", "--id=a#1"]),
    ],
)
def test_a_program_reaches_ncu_as_it_is_typed(tmp_path: Path, app: str, expected: list[str]) -> None:
    assert arguments(tmp_path, recommended_command("9.0", app)) == expected


@needs_shell
@pytest.mark.parametrize(
    "app",
    ["./make && ./app", "./app > log.txt 2>&1", "./a | ./b", "./a; ./b", "./app # fast", "(cd x; ./app)", "./a\n./b"],
)
def test_more_than_one_command_gets_a_shell_of_its_own(tmp_path: Path, app: str) -> None:
    shell = ["--target-processes", "all", "sh", "-c", app]
    assert arguments(tmp_path, recommended_command("9.0", app)) == shell


def test_a_quotation_mark_without_a_partner() -> None:
    with pytest.raises(ValueError, match=r"has no partner in “\./app 'x”"):
        recommended_command("9.0", "./app 'x")


@needs_shell
def test_launches_are_selected_by_range_name_and_number(tmp_path: Path) -> None:
    selection = Selection("dom@decode batch=1/", "^(gemm|softmax)_.*'$", skip=3, count=20)
    assert arguments(tmp_path, recommended_command("9.0", "./app", selection=selection)) == [
        "--nvtx",
        "--nvtx-include",
        "dom@decode batch=1/",
        "-k",
        "regex:^(gemm|softmax)_.*'$",
        "--launch-skip",
        "3",
        "--launch-count",
        "20",
        "./app",
    ]


def test_a_selection_of_everything_adds_nothing() -> None:
    assert recommended_command("9.0", selection=Selection()) == recommended_command("9.0")


@pytest.mark.parametrize("cc", ARCHITECTURES)
def test_parts_make_up_the_whole_list(cc: str) -> None:
    whole = metric_list(cc)
    assert {r.part for r in whole} == ALL_PARTS
    only_dram = metric_list(cc, ())
    assert only_dram == tuple(r for r in whole if r.part is Part.DRAM)
    names = [r.name for r in only_dram]
    assert names[0] == "gpu__time_duration.sum"
    assert "sm__sass_thread_inst_executed_op_ffma_pred_on.sum" in names
    assert not [n for n in names if n.startswith(("l1tex__", "lts__", "smsp__", "launch__")) or "peak" in n]


@pytest.mark.parametrize(
    ("part", "prefixes"),
    [(Part.L2, ("lts__lts2xbar", "lts__t_bytes")), (Part.L1, ("l1tex__data_pipe", "l1tex__lsu", "l1tex__t_bytes"))],
)
def test_without_a_level_its_ceiling_goes_too(part: Part, prefixes: tuple[str, ...]) -> None:
    left = {r.name for r in metric_list("9.0", ALL_PARTS - {part})}
    assert not [name for name in left if name.startswith(prefixes)]
    assert f"{prefixes[0].partition('__')[0]}__cycles_elapsed.avg.per_second" not in left
    assert "dram__bytes.sum.peak_sustained" in left


def test_purposes_name_the_precision() -> None:
    purposes = {r.name: r.purpose for r in metric_list("12.0")}
    assert purposes["sm__ops_path_tensor_src_fp4_fp6_dst_fp32.sum"] == "FP4/FP6 tensor work"
    hopper = {r.name: r.purpose for r in metric_list("9.0")}
    assert hopper["sm__ops_path_tensor_src_fp8_sparsity_off.sum.peak_sustained"] == "FP8 tensor ceiling"
    assert hopper["sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained"] == "FP32 ceiling"
