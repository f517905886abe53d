"""What is no benchmark output is refused with what it is and what to do."""

from pathlib import Path

import pytest

from roofline_gui.io.ceilings import read_ceilings
from roofline_gui.model.profile import Refusal


def refusal_of(path: Path) -> Refusal:
    refusal = read_ceilings(path)
    assert isinstance(refusal, Refusal), refusal
    assert refusal.name == path.name
    assert refusal.what.endswith(".")
    assert refusal.advice
    return refusal


def written(folder: Path, content: bytes, name: str = "roofline.csv") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b" \r\n\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not text"),
        (b"Date,Kernel,Time\n2025-01-01,gemm,1.2\n", "table is not one that"),
        (b"hello\n", "not the output of a known benchmark tool"),
        (b'"ID","Process ID","Kernel Name","Metric Name"\n"0","1","gemm","x"\n', "profile of Nsight Compute"),
        (b"==PROF== Connected to process 1\n", "profile of Nsight Compute"),
        (b'{"empirical": 3, "gbytes": 4}', "ERT"),
    ],
)
def test_what_is_something_else(tmp_path: Path, content: bytes, said: str) -> None:
    assert said in refusal_of(written(tmp_path, content)).what


def test_an_unrelated_table_quotes_its_first_line_and_names_the_known_tools(tmp_path: Path) -> None:
    refusal = refusal_of(written(tmp_path, b"model,batch," + b"x" * 200 + b"\n1,2,3\n"))
    assert refusal.detail.startswith("Line 1: model,batch,xxx")
    assert refusal.detail.endswith("…")
    assert len(refusal.detail) < 80
    for tool in ("rocprof-compute", "ERT", "CARM", "nvbandwidth", "BabelStream", "STREAM", "mixbench", "likwid"):
        assert tool in refusal.advice


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "cannot be read" in refusal_of(tmp_path / "none.csv").what
    assert "cannot be read" in refusal_of(tmp_path).what


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as stream:
        stream.truncate(9 << 20)
    assert "9 MiB" in refusal_of(path).what
