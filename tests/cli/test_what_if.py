"""`report --what-if`: what rows would take after a change, in every form, and what is refused."""

import csv
import io
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from roofline_gui.cli import main
from roofline_gui.io.document_file import write_document
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.precision import Precision
from roofline_gui.model.source import Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.table import COLUMNS, FORECAST_COLUMNS
from tests.io.document_file.builders import MACHINE, full_profile

H200 = Path(__file__).parents[1] / "data" / "h200"
LAUNCH = 2.43e-6  # s, of the H200 in the catalogue
DRAM = 4.8e12  # B/s, likewise
FP8, BF16 = 1979e12, 989.5e12  # FLOP/s, likewise


def report(*arguments: str | Path) -> int:
    return main(["report", *map(str, arguments)])


def table(text: str) -> dict[str, dict[str, str]]:
    """Rows of an example by operation."""
    return {row["group"]: row for row in csv.DictReader(io.StringIO(text))}


def test_predictions_stand_behind_the_other_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", "precision=fp8_tensor", "--csv", "-") == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == ",".join(COLUMNS + FORECAST_COLUMNS)
    row = table(told.out)["decode batch=1 / layer 0 / gate_up"]
    time, flop, moved = (float(row[key]) for key in ("time_s", "flop", "bytes_dram"))
    before, after = max(moved / DRAM, flop / BF16), max(moved / 2 / DRAM, flop / FP8)
    predicted = LAUNCH + (time - LAUNCH) * after / before
    assert float(row["predicted_time_s"]) == pytest.approx(predicted, rel=1e-6)
    assert float(row["predicted_speedup"]) == pytest.approx(time / predicted, rel=1e-6)
    vector = table(told.out)["decode batch=1 / sampling"]
    assert vector["predicted_time_s"] == vector["time_s"]
    assert vector["predicted_speedup"] == "1"
    rows = table(told.out).values()
    before, after = (sum(float(r[key]) for r in rows) for key in ("time_s", "predicted_time_s"))
    assert f"FP8 tensor: {1e3 * before:.3g} ms → {1e3 * after:.3g} ms, {before / after:.3g} × faster." in told.err


def test_without_the_option_the_table_is_that_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--csv", "-") == 0
    assert capsys.readouterr().out.splitlines()[0] == ",".join(COLUMNS)


def test_a_batch_is_predicted_from_the_smallest_that_was_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", "batch=64", "--csv", "-") == 0
    told = capsys.readouterr()
    rows = table(told.out)
    filled = {group for group, row in rows.items() if row["predicted_time_s"]}
    assert filled == {group for group in rows if group.startswith("decode batch=1 /")}
    predicted = float(rows["decode batch=1 / layer 0 / attention"]["predicted_time_s"])
    assert predicted == pytest.approx(float(rows["decode batch=64 / layer 0 / attention"]["time_s"]), rel=0.05)
    assert "44 rows of steps at other batches left out." in told.err


def test_a_batch_without_a_law_leaves_the_columns_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(H200 / "kernels-recommended-raw.csv", "--what-if", "batch=64", "--csv", "-") == 0
    told = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(told.out)))
    assert {row[column] for row in rows for column in FORECAST_COLUMNS} == {""}
    assert "Batch 64 changes no measured row: none has a batch law" in told.err


def test_a_machine_without_the_precision_leaves_its_rows_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", "machine=a100-sxm-80gb,precision=fp8_tensor", "--csv", "-") == 0
    told = capsys.readouterr()
    for group, row in table(told.out).items():
        assert (row["predicted_time_s"] == "") is (row["precision"] == "bf16_tensor"), group
    assert "30 rows not predicted: A100 SXM 80 GB has no ceiling for FP8 tensor; it has INT8 tensor" in told.err


def test_the_text_table_has_the_columns_and_the_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", "flop=-40%,bytes=0.5") == 0
    told = capsys.readouterr()
    header = told.out.splitlines()[2].split()
    assert header[3:6] == ["share", "predicted", "speed-up"]
    assert told.out.splitlines()[-1].startswith("−40 % FLOP, −50 % bytes: 3.7 ms → ")
    assert told.err == ""
    assert report("--example") == 0
    assert "predicted" not in capsys.readouterr().out


def test_json_has_predictions_and_what_they_are_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", "batch=8,weights=int4", "--json", "-") == 0
    told = json.loads(capsys.readouterr().out)
    asked = told["what_if"]
    assert (asked["batch"], asked["weights"], asked["precision"], asked["machine"]) == (8, "int4", None, None)
    assert (asked["flop"], asked["bytes"]) == (1, 1)
    step = [row for row in told["rows"] if row["prediction"]["in_step"]]
    assert len(step) == 11
    assert asked["time_before_s"] == pytest.approx(sum(row["time_s"] for row in step))
    assert asked["time_after_s"] == pytest.approx(sum(row["predicted_time_s"] for row in step))
    left_out = next(row for row in told["rows"] if not row["prediction"]["in_step"])
    assert left_out["predicted_time_s"] is None
    assert left_out["prediction"]["lacks"] == "Not predicted: part of a step at another batch."
    assert report("--example", "--json", "-") == 0
    assert "what_if" not in json.loads(capsys.readouterr().out)


def test_a_prediction_of_a_recorded_batch_tells_its_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", "batch=256", "--json", "-") == 0
    told = capsys.readouterr()
    rows = {row["group"]: row for row in json.loads(told.out)["rows"]}
    errors = {}
    for group, row in rows.items():
        if group.startswith("decode batch=1 /"):
            measured = rows[group.replace("batch=1 ", "batch=256 ")]["time_s"]
            errors[group] = row["predicted_time_s"] / measured - 1
            assert row["prediction"]["error"] == pytest.approx(errors[group])
        else:
            assert row["prediction"]["error"] is None
    assert len(errors) == 11
    worst = 100 * max(map(abs, errors.values()))
    assert f"Single rows miss what was measured at batch 256 by up to {worst:.0f} %" in told.err
    assert report("--example", "--what-if", "batch=256") == 0
    line = next(x for x in capsys.readouterr().out.splitlines() if x.startswith("sampling · batch=1 "))
    assert f"({100 * errors['decode batch=1 / sampling']:.0f} %)".replace("-", "−") in line


def test_a_total_that_is_partly_measured_says_so_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", "batch=64,precision=fp4_tensor", "--json", "-") == 0
    told = capsys.readouterr()
    data = json.loads(told.out)
    step = [row for row in data["rows"] if row["prediction"]["in_step"]]
    kept = [row["time_s"] for row in step if row["predicted_time_s"] is None]
    share = sum(kept) / sum(row["time_s"] for row in step)
    assert (len(kept), len(step)) == (6, 11)  # the H200 has no FP4: four products, attention, output projection
    assert data["what_if"]["rows_not_predicted"] == 6
    assert data["what_if"]["share_not_predicted"] == pytest.approx(share)
    sentence = f"partial: 6 of 11 rows, {100 * share:.0f} % of the time, as measured."
    assert sentence in told.err
    assert report("--example", "--what-if", "batch=64,precision=fp4_tensor") == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(sentence)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "step.roofline"
    asked = WhatIf(precision=Precision.FP8_TENSOR, bytes=0.5)
    write_document(path, Document("", (Source(full_profile(), "run"),), MACHINE, Grouping.LAUNCH, what_if=asked))
    return path


def test_a_document_brings_its_what_if_unless_another_is_given(
    stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(stored, "--json", "-") == 0
    asked = json.loads(capsys.readouterr().out)["what_if"]
    assert (asked["precision"], asked["bytes"]) == ("fp8_tensor", 0.5)
    assert report(stored, "--what-if", "flop=+20%", "--json", "-") == 0
    asked = json.loads(capsys.readouterr().out)["what_if"]
    assert (asked["precision"], asked["flop"], asked["bytes"]) == (None, 1.2, 1)
    assert report(stored, "--what-if", "none", "--json", "-") == 0
    assert "what_if" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("precison=fp8_tensor", ("precison=fp8_tensor: not known here.", "Did you mean precision?", "kv")),
        ("precision=fp8", ("Did you mean fp8_tensor?", "fp4_tensor")),
        ("precision=bf8_tensor", ("Did you mean", "fp8_tensor")),
        ("weights=in4", ("weights=in4: “in4” is not an element type.", "Did you mean int4?")),
        ("batch=0", ("batch=0: expected a whole number of at least 1",)),
        ("batch=2.5", ("batch=2.5: expected a whole number",)),
        ("batch=many", ("batch=many:",)),
        ("machine=b20", ("machine=b20:", "b200 or gb200")),
        ("machine=missing.json", ("machine=missing.json:", "cannot be read")),
        ("flop=40%", ("flop=40%: give a change with its sign (-40%, +20%) or a factor (0.6).",)),
        ("flop=-0.4", ("give a change with its sign",)),
        ("bytes=half", ("bytes=half:", "or a factor (0.6)")),
        ("bytes=-100%", ("bytes=-100%: some must be left",)),
        ("bytes=0", ("some must be left",)),
        ("batch", ("“batch” is not KEY=VALUE",)),
        ("batch=", ("“batch=” is not KEY=VALUE",)),
        ("batch=8,", ("“” is not KEY=VALUE",)),
        ("batch=8,batch=16", ("batch is given twice",)),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", text) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("roofline-gui: --what-if")
    for word in words:
        assert word in told.err


@pytest.mark.parametrize(("text", "factor"), [("-40%", 0.6), ("−40%", 0.6), ("+20%", 1.2), ("0.6", 0.6), ("2", 2.0)])
def test_changes_and_factors(text: str, factor: float, capsys: pytest.CaptureFixture[str]) -> None:
    assert report("--example", "--what-if", f"bytes={text}", "--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["what_if"]["bytes"] == pytest.approx(factor)


def test_a_predicted_table_opens_as_a_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exported = tmp_path / "table.csv"
    assert report("--example", "--what-if", "batch=64", "--csv", exported) == 0
    assert report(exported, "--machine", "h200-sxm", "--csv", "-") == 0
    told = capsys.readouterr().out
    assert told.splitlines()[0] == ",".join(COLUMNS)
    before, after = table(exported.read_text(encoding="utf-8")), table(told)
    assert before.keys() == after.keys()
    for group, row in before.items():
        assert math.isclose(float(row["time_s"]), float(after[group]["time_s"]))


def test_the_machine_of_a_what_if_may_be_a_file_or_one_of_the_users(
    tmp_path: Path, own_machines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from roofline_gui.io.machines import save_machine

    mine = replace(MACHINE, id="mine", name="My machine")
    own_machines.mkdir(parents=True)
    save_machine(own_machines / "mine.json", mine)
    save_machine(tmp_path / "other.json", mine)
    for choice in ("mine", tmp_path / "other.json"):
        assert report("--example", "--what-if", f"machine={choice}", "--json", "-") == 0
        assert json.loads(capsys.readouterr().out)["what_if"]["machine"] == "mine"
