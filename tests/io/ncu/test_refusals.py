"""Files that hold nothing usable: what they are, and what to do."""

import errno
import gzip
from pathlib import Path

import pytest

from roofline_gui.io.ncu import decode, recommended_command
from tests.io.ncu.samples import FP32, LONG, TIME, long, opened, quoted, refused, written


@pytest.mark.parametrize(
    ("content", "words", "command"),
    [
        ("", "empty", "ncu"),
        ("==PROF== Connected to process 1\n==WARNING== No kernels were profiled.\n", "No kernels were profiled", "ncu"),
        ("==ERROR== ERR_NVGPUCTRPERM - denied\n==WARNING== No kernels were profiled.\n", "not allowed", "sudo ncu"),
        ("==PROF== Connected\n==ERROR== The application returned an error code (11).\n", "error (code 11)", ""),
        ("==ERROR== Failed to find metric foo.sum\n", "reported an error", ""),
        ("==PROF== Connected to process 1\n==PROF== Disconnected from process 1\n", "no table", "ncu"),
        (
            '==9== NVPROF is profiling process 9\n"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n',
            "nvprof",
            "ncu",
        ),
        ('"Time (%)","Total Time (ns)","Instances","Avg (ns)","Name"\n"9","1","1","1","k"\n', "Nsight Systems", "ncu"),
        ('"Start (ns)","Duration (ns)","CorrId","GrdX"\n1,2,3,4\n', "Nsight Systems", "ncu"),
        ('"Index","KernelName","gpu-id","queue-id"\n0,"k",0,0\n', "rocprof", "ncu"),
        ('"Name","Calls","TotalDurationNs","AverageNs","Percentage"\n"k",1,2,3,4\n', "rocprof", "ncu"),
        ("Dispatch_ID,GPU_ID,Grid_Size\n0,1,2\n", "rocprof", "ncu"),
        ('Launch Settings\n"Launch Attribute","Value"\n', "session page", "ncu --import"),
        ('"#","Address","Source","Samples"\n"0","0x0","MOV","1"\n', "source page", "ncu --import"),
        ("  k(float *) (4, 1, 1)x(256, 1, 1), Context 1\n    Section: GPU Speed Of Light\n", "without --csv", "ncu"),
        ("name,value\na,1\n", "no table of Nsight Compute", "ncu"),
        ("Lorem ipsum.\n", "no table of Nsight Compute", "ncu"),
        (quoted(LONG), "header but no kernel launches", "ncu"),
        (b"NVR\0\1\2\3", "binary Nsight Compute report", "ncu --import"),
        (b"SQLite format 3\0\x10\0\1\1", "Nsight Systems", "ncu"),
        (b"PK\3\4\0\0", "archive or a spreadsheet", ""),
        (bytes(range(1, 256)) * 4, "binary file", "ncu --import"),
        (gzip.compress(b"x" * 10_000)[:30], "damaged", ""),
        (b"\x28\xb5\x2f\xfd" + b"\0" * 20, "zstd", ""),
        (b"\0" * 100, "binary file", ""),
    ],
)
def test_what_it_is_and_what_to_do(tmp_path: Path, content: str | bytes, words: str, command: str) -> None:
    refusal = refused(written(tmp_path, content))
    assert words in refusal.what
    assert refusal.command.startswith(command)
    assert refusal.advice
    assert refusal.name == "profile.csv"


def test_a_report_is_known_by_its_name_too(tmp_path: Path) -> None:
    refusal = refused(written(tmp_path, b"\0\1\2\3", "my run.ncu-rep"))
    assert refusal.command == "ncu --import 'my run.ncu-rep' --csv --page raw --print-units base > profile.csv"


def test_the_decisive_line_is_quoted_even_after_much_output(tmp_path: Path) -> None:
    content = "training\n" * 5000 + "==ERROR== ERR_NVGPUCTRPERM - denied\n"
    refusal = refused(written(tmp_path, content))
    assert refusal.detail.startswith("Line 5001: ==ERROR== ERR_NVGPUCTRPERM")


def test_available_kernels_are_named(tmp_path: Path) -> None:
    kernels = "".join(f"{i}. kernel_{i}\n" for i in range(1, 12))
    refusal = refused(written(tmp_path, f"==WARNING== No kernels were profiled.\nAvailable Kernels:\n{kernels}"))
    assert "Available Kernels" in refusal.advice
    assert "kernel_8 and 3 more" in refusal.advice


def test_percentages_only(tmp_path: Path) -> None:
    metric = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
    refusal = refused(written(tmp_path, long({metric: ("%", "78.90")}, cc="8.0", kernel="sgemm(Params)")))
    assert "sgemm(Params)" in refusal.advice
    assert all(f"({symbol})" in refusal.advice for symbol in "tWQ")
    assert metric in refusal.detail
    assert refusal.command == recommended_command("8.0")


def test_an_error_beside_launches_refuses_nothing(tmp_path: Path) -> None:
    profile = opened(
        written(tmp_path, long({**FP32, TIME: ("ns", "9")}) + "==ERROR== The application returned an error code (1).\n")
    )
    assert len(profile.launches) == 1
    assert any("error code (1)" in note for note in profile.ledger.notes)


def test_not_there(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "nothing.csv").what


def test_a_folder(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path).what


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "may not read"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
    ],
)
def test_what_the_system_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, words: str) -> None:
    def refuse(path: Path) -> None:
        raise error

    monkeypatch.setattr(decode, "_open", refuse)
    assert words in refused(written(tmp_path, long({TIME: ("ns", "9")}))).what
