"""`report` of a stored document: its own machine and settings, unless an option says otherwise."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from roofline_gui.cli import main
from roofline_gui.io.document_file import put_into_picture, write_document
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import CeilingSet
from roofline_gui.model.source import Source
from tests.io.document_file.builders import LAUNCHES, MACHINE, full_document, full_profile
from tests.io.document_file.test_png import PIXEL


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """Four launches by kernel, three kernels, judged on a machine that no catalogue has."""
    path = tmp_path / "step.roofline"
    document = Document("", (Source(full_profile(), "run"),), MACHINE, Grouping.KERNEL, Thresholds(0.7, 0.2))
    write_document(path, document)
    return path


def report(*arguments: str | Path) -> int:
    return main(["report", *map(str, arguments)])


def test_a_document_is_reported_as_it_was_kept(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(stored, "--json", "-") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["machine"]["id"] == "full"
    # One gemm lacks its time, so it is no part of the other's group.
    assert [row["launches"] for row in told["rows"]] == [1, 1, 5, 2]
    assert sum(row["launches"] for row in told["rows"]) == LAUNCHES.counts.sum()
    limits = {f["threshold"] for row in told["rows"] for f in row["findings"] if f["code"] == row["verdict"]}
    assert limits - {None} == {0.7, 0.2}


def test_a_picture_gives_the_same_report(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "step.png"
    document = Document("", (Source(full_profile(), "run"),), MACHINE, Grouping.KERNEL, Thresholds(0.7, 0.2))
    picture.write_bytes(put_into_picture(PIXEL, document))
    assert report(stored, "--csv", "-") == 0
    first = capsys.readouterr().out
    assert report(picture, "--csv", "-") == 0
    assert capsys.readouterr().out == first


def test_options_override_what_was_kept(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--machine", "h100-sxm", "--group", "launch", "--near", "0.95")
    assert report(stored, *options, "--json", "-") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["machine"]["id"] == "h100-sxm"
    assert len(told["rows"]) == 4


def test_a_source_with_a_machine_of_its_own_keeps_it_unless_one_is_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.roofline"
    slow = replace(MACHINE.levels[1].bandwidth, value=1e12)
    machine = replace(MACHINE, levels=(MACHINE.levels[0], replace(MACHINE.levels[1], bandwidth=slow)))
    sources = (Source(full_profile(), "run", machine=machine),)
    write_document(path, full_document(sources=sources, ceilings=CeilingSet.THEORETICAL))

    def ridges(*options: str) -> set[float]:
        assert report(path, "--csv", "-", *options) == 0
        rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
        return {float(row["ridge_flop_per_byte"]) for row in rows if row["precision"] == "fp32"}

    assert ridges() == {66.9e12 / 1e12}
    assert ridges("--machine", "h100-sxm") == {67e12 / 3.35e12}


def test_a_document_stands_alone(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(stored, "--example") == 2
    assert "by itself" in capsys.readouterr().err


def test_a_document_without_launches_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.roofline"
    write_document(path, full_document(sources=(Source(full_profile(), "hidden", shown=False),)))
    assert report(path) == 1
    assert "shows no launches" in capsys.readouterr().err


def test_a_document_without_a_machine_asks_for_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.roofline"
    write_document(path, Document("", (Source(full_profile(), "run"),)))
    assert report(path) == 2
    assert "--machine" in capsys.readouterr().err
    assert report(path, "--machine", "h100-sxm") == 0


def test_a_wrong_file_is_told_with_its_place(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored.write_bytes(stored.read_bytes().replace(b'"far":0.2', b'"far":"low"'))
    assert report(stored) == 1
    told = capsys.readouterr().err
    assert "step.roofline, thresholds.far: expected a number, found text" in told
    assert report(stored.with_name("missing.roofline")) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_limits_in_the_wrong_order_are_told(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(stored, "--near", "0.1") == 2  # the document's own far limit is 0.2
    assert "--near, --far" in capsys.readouterr().err


def test_an_exported_table_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.csv"
    assert report("--example", "--csv", table) == 0
    capsys.readouterr()
    assert report(table) == 2  # a table does not tell its machine
    assert "--machine" in capsys.readouterr().err
    assert report(table, "--machine", "h200-sxm", "--csv", "-") == 0
    first = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    second = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["time_s"] for row in first] == [row["time_s"] for row in second]
    assert {row["source"] for row in second} == {"table.csv"}
