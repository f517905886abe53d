"""The small inputs written in other ways give the same: other line ends, encodings, delimiters, quoting, columns."""

from pathlib import Path

import pytest

from roofline_gui.io.ncu import read_profile, reader
from tests.io.ncu.cases import CASES, OF_REFUSALS, READABLE, check
from tests.io.ncu.samples import written
from tests.io.ncu.transform import TEXT_ONLY, TRANSFORMATIONS, text_of

VARIED = [(name, way) for name in READABLE for way in TRANSFORMATIONS]
VARIED += [(name, way) for name in OF_REFUSALS for way in TEXT_ONLY]


@pytest.mark.parametrize(("name", "way"), VARIED)
def test_written_in_another_way(tmp_path: Path, name: str, way: str) -> None:
    text = text_of((CASES / name).read_bytes())
    check(name, read_profile(written(tmp_path, TRANSFORMATIONS[way](text))))


@pytest.mark.parametrize("name", READABLE)
@pytest.mark.parametrize("way", ["as it is", "CR", "spreadsheet", "few quotes", "data frame", "foreign lines between"])
def test_large_files_written_in_another_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, way: str
) -> None:
    monkeypatch.setattr(reader, "BULK_FROM", 1)
    text = text_of((CASES / name).read_bytes())
    check(name, read_profile(written(tmp_path, TRANSFORMATIONS[way](text))))
