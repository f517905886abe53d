"""Results of range replay on an H200: one row that stands for all kernels between two marks of the program."""

from pathlib import Path

import pytest

from roofline_gui.io.ncu import read_profile
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Level
from roofline_gui.model.profile import Profile

H200 = Path(__file__).parents[2] / "data" / "h200"


@pytest.mark.parametrize(
    ("name", "dram"),
    # dram__bytes_read.sum + dram__bytes_write.sum as printed in the files.
    [("range-raw.csv", 1_204_764_160 + 718_162_688), ("app-range-long.csv", 1_204_751_616 + 717_956_608)],
)
def test_one_row_for_many_kernels_is_marked(name: str, dram: int) -> None:
    profile = read_profile(H200 / name)
    assert isinstance(profile, Profile)
    assert profile.launches.kernel.rows() == ["range"]
    assert profile.launches.flags[0] & Flag.RANGE
    assert profile.launches.demand.traffic(Level.DRAM)[0] == dram
    assert any("a whole range or graph of kernels" in note for note in profile.ledger.notes)


def test_a_kernel_called_range_is_none(tmp_path: Path) -> None:
    text = (H200 / "kernels-short-list-long.csv").read_text(encoding="utf-8").replace("gemm_naive", "range")
    path = tmp_path / "named.csv"
    path.write_text(text, encoding="utf-8")
    profile = read_profile(path)
    assert isinstance(profile, Profile)
    assert not (profile.launches.flags & Flag.RANGE).any()
