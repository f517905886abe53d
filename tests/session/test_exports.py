import csv
from pathlib import Path

import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.table import table
from roofline_gui.session.exports import ExportError, export_performance_table, write_csv_file
from tests.session.builders import UNNAMED, document, session


def test_written_table_reads_back(tmp_path: Path) -> None:
    analysis = analyse(document())
    assert analysis is not None
    target = tmp_path / "table.csv"
    assert write_csv_file(target, table(analysis)) == 4
    with target.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [r["kernel"] for r in rows] == ["gemm", UNNAMED, "gemm", "copy"]
    assert [float(r["time_s"]) for r in rows] == [10e-6, 4e-6, 20e-6, 5e-6]


def test_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    analysis = analyse(document())
    assert analysis is not None
    with pytest.raises(ExportError, match=r"table\.csv cannot be written"):
        write_csv_file(tmp_path / "missing" / "table.csv", table(analysis))


def test_predictions_are_saved_while_a_what_if_holds(tmp_path: Path) -> None:
    here, target = session(tmp_path), tmp_path / "table.csv"
    here.start_with(document())
    here.what_if_desk.change("Bytes", WhatIf(bytes=0.5))
    export_performance_table(here, target)
    with target.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    # 2 µs of launch, and half of the other 2 µs.
    assert float(rows[1]["predicted_time_s"]) == pytest.approx(3e-6)
    here.what_if_desk.reset()
    export_performance_table(here, target)
    assert "predicted" not in target.read_text(encoding="utf-8")
