"""The table of calculated kernels: exercises A and D of the texts, and what each column says."""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.model_presets import find_model
from roofline_gui.io.table_csv import table_text
from roofline_gui.model.estimates import calculate_entries, estimate
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import Element, element_types, with_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.calculated.step_table import STEP_COLUMNS, StepTable, formula_totals, step_table
from tests.model import builders

H100 = next(m for m in load_catalogue().machines if m.id == "h100-sxm")  # 3.35 TB/s, 990 TFLOP/s in BF16
BF16 = element_types("bf16")
KEYS = [column.key for column in STEP_COLUMNS]


def decode(model: str = "llama-3-8b", context: int = 4096, number: int = 1, weights: str = "bf16") -> StepEntry:
    shape = find_model(model)
    return StepEntry(number, f"{shape.name} decode", shape, Span(True, context), with_types(BF16, weights=weights))


def gemm(number: int = 9, count: int = 1, time: float = math.nan, dtype: str = "bf16") -> KernelEntry:
    values = {"m": 4096.0, "n": 4096.0, "k": 4096.0}
    return KernelEntry(number, Workload("gemm", values, element_types(dtype), time=time, name="mine"), count=count)


def made(*entries: Entry, batch: int | None = None) -> StepTable:
    return step_table(estimate(calculate_entries(entries), H100, batch))


def row(table: StepTable, name: str) -> dict[str, float | str]:
    index = table.texts("name").index(name)
    return {key: table.columns[key][index] for key in KEYS}


# Exercise A: the table of a decode step. The text counts the kernels of Llama-3-8B on an H100 with weights of one byte
# and one sequence; those of its rows that follow from the model's shape must come out.


@pytest.mark.parametrize(
    ("operation", "flop", "bytes"),
    [("o_proj", 1.1e9, 0.55e9), ("gate_up", 7.5e9, 3.8e9), ("down", 3.8e9, 1.9e9), ("lm_head", 1.05e9, 0.53e9)],
)
def test_the_products_of_the_worked_step(operation: str, flop: float, bytes: float) -> None:
    found = row(made(decode(weights="fp8")), operation)
    assert found["flop"] == pytest.approx(flop, rel=0.03)  # the text gives two digits
    assert found["bytes_dram"] == pytest.approx(bytes, rel=0.03)
    assert found["intensity_dram"] == pytest.approx(2.0, rel=0.01)
    assert found["ridge_flop_per_byte"] == pytest.approx(296, abs=0.5)
    assert found["roof_flop_per_s"] == pytest.approx(6.5e12 / 0.97, rel=0.01)  # achieved over its share of the roof
    assert (found["regime"], found["bound_by"]) == ("memory", "dram")


def test_the_worked_step_as_a_whole() -> None:
    table = made(decode(weights="fp8", context=1024))
    whole = row(table, "Llama-3-8B decode")
    assert whole["flop"] == pytest.approx(15.2e9, rel=0.03)
    assert whole["bytes_dram"] == pytest.approx(8.0e9, rel=0.05)
    assert whole["time_s"] == pytest.approx(2.4e-3, rel=0.05)


# Exercise D: the same step at batch 1, 8, 64 and 256. Products move along the intensity axis, attention stays.


@pytest.mark.parametrize("batch", [1, 8, 64, 256])
def test_how_the_kernels_move_with_the_batch(batch: int) -> None:
    table = made(decode(), batch=batch)
    assert set(table.numbers("batch").tolist()) == {batch}
    n, k = 28_672, 4096
    product, attention = row(table, "gate_up"), row(table, "attention")
    assert product["flop"] == 32 * 2 * batch * n * k
    assert product["bytes_dram"] == 32 * 2 * (n * k + batch * (n + k))
    assert product["intensity_dram"] == pytest.approx(batch * n * k / (n * k + batch * (n + k)))
    assert product["regime_ratio"] == pytest.approx(float(product["intensity_dram"]) / 295.52, rel=1e-4)
    assert attention["intensity_dram"] == pytest.approx(4, rel=0.01)  # four query heads share a KV head
    whole = row(table, "Llama-3-8B decode")
    weights, cache = 15_009_857_536 + 2 * 4096 * (batch - 1), batch * 4096 * 131_072
    assert whole["flop"] == pytest.approx(batch * 17_156_800_512, rel=0.01)
    assert whole["bytes_dram"] == pytest.approx(weights + cache, rel=0.01)


def test_at_which_batch_the_product_reaches_the_ridge() -> None:
    # I = b·n·k / (n·k + b·(n + k)) reaches 295.5 FLOP/B at b = 295.5·n·k / (n·k − 295.5·(n + k)) = 322.1.
    before, after = (row(made(decode(), batch=b), "gate_up") for b in (322, 323))
    assert (before["bound_by"], after["bound_by"]) == ("dram", "tensor")


# Columns


def test_rows_stand_in_the_order_of_the_document_without_what_is_hidden() -> None:
    hidden = replace(decode("gpt-2", 10, number=2), shown=False)
    table = made(gemm(), hidden, decode())
    assert table.texts("name")[:4] == ["mine", "Llama-3-8B decode", "embedding", "add_rms_norm"]
    assert table.texts("kind")[:3] == ["GEMM", "whole step", "operation"]
    assert table.texts("entry")[:2] == ["", "Llama-3-8B decode"]
    assert table.rows[0] == 0
    assert table.rows[1] > 1  # the rows of the hidden step stand between


def test_times_are_those_of_all_launches() -> None:
    table = made(decode())
    operations = slice(1, None)
    assert table.numbers("time_s") == pytest.approx(table.numbers("launches") * table.numbers("bound_time_s"))
    assert table.numbers("time_share")[operations].sum() == pytest.approx(1)
    assert np.isnan(table.numbers("time_share")[0])
    found = row(table, "down")
    assert found["launches"] == 32
    assert found["bound_time_s"] == pytest.approx(2 * (4096 * 14336 + 4096 + 14336) / 3.35e12)


def test_formulas_make_up_one_step_together() -> None:
    other = replace(gemm(number=10, count=3), workload=replace(gemm().workload, name="other"))
    entries = (gemm(), other)
    table = made(*entries)
    assert table.numbers("time_share") == pytest.approx([0.25, 0.75])
    estimates = estimate(calculate_entries(entries), H100)
    count, flop, moved, time = formula_totals(table, estimates)
    assert (count, flop, moved) == (2, 4 * 2 * 4096**3, 4 * 6 * 4096**2)
    assert time == pytest.approx(4 * 2 * 4096**3 / 990e12)


def test_measured_times_are_taken_and_said() -> None:
    found = row(made(gemm(time=200e-6)), "mine")
    assert (found["time_s"], found["note"]) == (200e-6, "time as measured")
    assert found["bound_time_s"] == pytest.approx(138.8e-6, rel=1e-3)
    impossible = row(made(gemm(time=100e-6)), "mine")  # 138.8 µs are needed
    assert str(impossible["note"]).startswith("faster than its roof: check time, ")
    moved = row(made(gemm(time=200e-6), batch=2), "mine")
    assert moved["note"] == "time predicted from the measured one"
    assert float(moved["time_s"]) > 300e-6


def test_what_is_unknown_is_empty_and_has_a_note() -> None:
    typed = KernelEntry(1, Workload("custom", {"bytes": 1e9}, BF16, name="copy"))
    bandwidth_only, no_ceiling = row(made(typed), "copy"), row(made(gemm(dtype="fp4")), "mine")
    for found, note in (
        (bandwidth_only, "work unknown"),
        (no_ceiling, "the machine has no ceiling for its precision"),
    ):
        assert found["note"] == note
        assert found["bound_by"] == found["regime"] == ""
        for key in ("time_s", "bound_time_s", "regime_ratio", "roof_flop_per_s", "time_share"):
            assert math.isnan(float(found[key])), key
    assert math.isnan(float(bandwidth_only["flop"]))
    assert bandwidth_only["bytes_dram"] == 1e9


def test_cells_for_people_and_for_other_programs() -> None:
    table = made(decode(), batch=64)
    column = {c.key: c for c in STEP_COLUMNS}
    shown = {key: table.shown(column[key], 0) for key in KEYS}
    assert shown["flop"] == "1.10 TFLOP"
    assert shown["tokens_per_s"] == "4,340"  # 64 / 14.7 ms
    assert (shown["regime"], shown["bound_by"]) == ("clearly memory-bound", "DRAM")
    assert (shown["time_share"], shown["precision"]) == ("–", "BF16 tensor")
    assert table.raw(column["flop"], 0) == str(64 * 17_156_800_512)
    assert table.raw(column["bound_by"], 0) == "dram"
    assert table.raw(column["time_share"], 0) == ""


def test_tokens_stand_with_what_yields_them() -> None:
    table = made(decode(), gemm())
    assert next(c.title for c in STEP_COLUMNS if c.key == "tokens_per_s") == "Tokens/s, at most"
    tokens = table.numbers("tokens_per_s")
    assert tokens[0] == pytest.approx(1 / table.numbers("time_s")[0])
    assert np.isnan(tokens[1:]).all()


def test_tokens_are_those_at_the_roof_whatever_was_measured() -> None:
    typed = Workload("decode", {"params": 7e9}, BF16, time=1.0)  # 14 GB at 3.35 TB/s: 4.18 ms
    assert made(KernelEntry(1, typed)).numbers("tokens_per_s")[0] == pytest.approx(3.35e12 / 14e9)


def test_written_as_csv_text_cells_are_no_spreadsheet_formulas() -> None:
    named = replace(gemm(), workload=replace(gemm().workload, name="=1+1"))
    header, line = table_text(made(named)).splitlines()
    assert header == ",".join(KEYS)
    assert "'=1+1" in line


def test_each_row_names_what_concerns_it_of_a_what_if() -> None:
    alone = KernelEntry(5, Workload("custom", {"flop": 1e9, "bytes": 1e9}, BF16, name="typed"))
    entries = (decode(), alone)
    assert set(made(*entries).texts("what_if")) == {""}
    what_if = WhatIf(batch=64, weights=Element.INT4, flop=0.6)
    table = step_table(estimate(calculate_entries(entries, what_if), H100, 64), what_if)
    assert row(table, "Llama-3-8B decode")["what_if"] == "batch 64, weights INT4"
    assert row(table, "attention")["what_if"] == "batch 64"  # no weights of its own
    assert row(table, "typed")["what_if"] == ""  # neither a batch law nor weights, and factors are for measured kernels


def test_the_columns_are_documented_in_their_order() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    section = readme.split("## The calculated table", 1)[1].split("\n## ", 1)[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == KEYS


def test_a_machine_with_few_figures_is_enough() -> None:
    bare = builders.machine({Precision.BF16_TENSOR: 1e15}, {Level.DRAM: 1e12})
    table = step_table(estimate(calculate_entries((decode(),)), bare))
    assert row(table, "add_rms_norm")["note"] == "the machine has no ceiling for its precision"
    assert row(table, "down")["bound_by"] == "dram"
