"""Measured beside theoretical ceilings, and those of a second machine, as lines and as words on them."""

import math
from dataclasses import replace

import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document, compare_with, use_ceilings
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import CeilingSet, Figure, Kind, Level
from roofline_gui.model.machine_edits import Part, Slot, put_figure
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.explanation import facts
from roofline_gui.present.picture.axis import Viewport, machine_frame
from roofline_gui.present.picture.card import card
from roofline_gui.present.picture.ceilings import Flat, Slope
from roofline_gui.present.picture.layout import Layout, lay_out
from roofline_gui.present.picture.scene import Scene, scene
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.picture.style import Role, Style
from tests.present.builders import MACHINE, launches

DRAM, BF16 = Slot(Part.BANDWIDTH, Level.DRAM), Slot(Part.PEAK, Precision.BF16_TENSOR)
BOTH = put_figure(MACHINE, replace(DRAM, measured=True), Figure(4e12, Kind.MEASURED, "stream"))
BOTH = put_figure(BOTH, replace(BF16, measured=True), Figure(0.8e15, Kind.MEASURED, "gemm"))
# A machine twice as fast, but for FP32.
TWICE = put_figure(MACHINE, DRAM, Figure(10e12, Kind.DATASHEET, "sheet"))
TWICE = replace(put_figure(TWICE, BF16, Figure(2e15, Kind.DATASHEET, "sheet")), id="twice", name="Twice")
READ = launches(["gemm"], [1e-3], {Precision.BF16_TENSOR: [0.6e12]}, {Level.DRAM: [1e9]})
DOCUMENT = Document("t", (Source(Profile("p", "p", READ, Ledger(1)), "p"),), BOTH, Grouping.LAUNCH)


def shown(document: Document) -> Scene:
    return scene(Shown(document, analyse(document)))


def slopes(of: Scene, level: Level = Level.DRAM) -> list[Slope]:
    return [s for s in of.roofs.slopes if s.level is level]


def flats(of: Scene, precision: Precision = Precision.BF16_TENSOR) -> list[Flat]:
    return [f for f in of.roofs.flats if precision in f.precisions]


def test_measured_ceilings_are_thin_dashed_lines_beside_the_roof() -> None:
    main, beside = slopes(shown(DOCUMENT))
    assert (main.main, main.dashed, beside.main, beside.dashed) == (True, False, False, True)
    assert [main.bandwidth, beside.bandwidth] == pytest.approx([math.log10(5e12), math.log10(4e12)])
    assert (main.value, beside.name) == ("5 TB/s, measured 4", "")
    roof, below = flats(shown(DOCUMENT))
    assert (roof.main, roof.dashed, roof.value) == (True, False, "1 PFLOP/s, measured 800 TFLOP/s")
    assert (below.main, below.dashed) == (False, True)
    assert below.peak == pytest.approx(math.log10(0.8e15))
    assert len(slopes(shown(DOCUMENT), Level.L2)) == 1  # nobody measured it


def test_verdicts_by_measured_ceilings_make_these_the_roof() -> None:
    main, beside = slopes(shown(use_ceilings(DOCUMENT, CeilingSet.MEASURED)))
    assert (main.main, main.dashed, main.value) == (True, True, "4 TB/s, datasheet 5")
    assert (beside.main, beside.dashed) == (False, False)
    assert beside.bandwidth == pytest.approx(math.log10(5e12))
    assert shown(use_ceilings(DOCUMENT, CeilingSet.MEASURED)).frame == shown(DOCUMENT).frame


def test_without_a_profile_both_are_drawn_too() -> None:
    assert [s.dashed for s in slopes(scene(Shown(replace(DOCUMENT, sources=()))))] == [False, True]


def test_a_measured_figure_that_equals_the_theoretical_one_is_one_line() -> None:
    same = put_figure(MACHINE, replace(DRAM, measured=True), Figure(4.99e12, Kind.MEASURED, "stream"))
    assert [s.value for s in slopes(shown(replace(DOCUMENT, machine=same)))] == ["5 TB/s"]


def test_a_compared_machine_adds_its_dram_and_peaks_by_name() -> None:
    found = shown(compare_with(replace(DOCUMENT, machine=MACHINE), TWICE))
    assert [(s.name, s.main, s.compared) for s in slopes(found)] == [("HBM", True, False), ("Twice HBM", False, True)]
    assert [f.name for f in flats(found)] == ["BF16 tensor, dense", "Twice BF16 tensor, dense"]
    assert len(flats(found, Precision.FP32)) == 1  # the same peak needs no second line
    assert not [s for s in slopes(found, Level.L2) if s.compared]
    assert "dash-dotted: Test Twice" in found.caption.source
    assert [r for r in found.roofs.ridges if r.main] == [r for r in shown(DOCUMENT).roofs.ridges if r.main]


def test_the_frame_holds_both_machines() -> None:
    huge = replace(put_figure(TWICE, BF16, Figure(3e16, Kind.DATASHEET, "sheet")), name="Huge")
    found = shown(compare_with(DOCUMENT, huge))
    alone = machine_frame(BOTH)
    assert found.frame.top >= math.log10(3e16)
    assert found.frame.right >= alone.right
    assert found.frame.right - found.frame.left == found.frame.top - found.frame.bottom
    assert shown(compare_with(DOCUMENT, None)).frame == alone


def laid_out(of: Scene) -> Layout:
    return lay_out(of, Viewport(of.frame, 0, 0, 900, 600), Style(12.0), lambda text, role: (7.0 * len(text), 15.0))


def test_the_roof_that_counts_has_its_name_where_lines_run_close_by() -> None:
    level = put_figure(BOTH, Slot(Part.BANDWIDTH, Level.L2), Figure(5.6e12, Kind.DATASHEET, "sheet"))
    words = [w for w in laid_out(shown(replace(DOCUMENT, machine=level))).words if w.role is Role.CEILING]
    names = {w.text: w.halo for w in words}
    assert names["HBM  5 TB/s, measured 4"]  # over a line, so it has a halo
    assert all(not w.halo for w in laid_out(shown(replace(DOCUMENT, machine=MACHINE))).words if w.role is Role.CEILING)


def test_lines_beside_have_no_names_and_compared_ones_their_pattern() -> None:
    layout = laid_out(shown(compare_with(DOCUMENT, TWICE)))
    assert sum(line.compared for line in layout.lines) == 2
    assert sum(line.dashed for line in layout.lines) == 2
    assert any(w.text.startswith("Twice") for w in layout.words)
    assert all(w.text.strip() for w in layout.words)


def test_both_fractions_are_told() -> None:
    # 0.6 PFLOP/s are 60 % of 1 PFLOP/s and 75 % of 0.8 PFLOP/s
    for which, first, second in (
        (CeilingSet.THEORETICAL, ("theoretical", "60 %"), ("measured", "75 %")),
        (CeilingSet.MEASURED, ("measured", "75 %"), ("theoretical", "60 %")),
    ):
        analysis = analyse(use_ceilings(DOCUMENT, which))
        assert analysis is not None
        told = [(f.label, f.text) for f in facts(analysis, 0) if f.label.endswith(" roof")]
        assert told == [(f"Of {name} roof", text) for name, text in (first, second)]
        in_card = dict(card(analysis, 0).lines)["Fraction of roof"]
        assert in_card == f"{first[1]} of BF16 tensor, {second[1]} {second[0]}"


def test_one_kind_of_figures_gives_one_fraction() -> None:
    analysis = analyse(replace(DOCUMENT, machine=MACHINE))
    assert analysis is not None
    assert not [f for f in facts(analysis, 0) if f.label.endswith(" roof")]
    assert dict(card(analysis, 0).lines)["Fraction of roof"] == "60 % of BF16 tensor"
