import csv
from pathlib import Path

import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.session.exports import ExportError, write_table_file
from tests.session.builders import UNNAMED, document


def test_written_table_reads_back(tmp_path: Path) -> None:
    analysis = analyse(document())
    assert analysis is not None
    target = tmp_path / "table.csv"
    assert write_table_file(target, analysis) == 4
    with target.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [r["kernel"] for r in rows] == ["gemm", UNNAMED, "gemm", "copy"]
    assert [float(r["time_s"]) for r in rows] == [10e-6, 4e-6, 20e-6, 5e-6]


def test_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    analysis = analyse(document())
    assert analysis is not None
    with pytest.raises(ExportError, match=r"table\.csv cannot be written"):
        write_table_file(tmp_path / "missing" / "table.csv", analysis)
