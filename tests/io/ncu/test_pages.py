"""Other pages of one small program, as an H200 printed them: NVTX, summaries, graphs, locales, metric names.

For batch b of 1, 2, 4 it runs axpy over 16,777,216·b elements (2 FLOP each) and chain<4096> (132·8·256 threads, 4096
FMA each), then a copy (no FLOP), dchain (132·4·256 threads, 2048 FP64 FMA each) and atomics (no FLOP).
"""

import csv
from pathlib import Path

import pytest

from roofline_gui.model.grouping import Grouping, group
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.read_options import NumberFormat
from tests.io.ncu.samples import CAPTURES, FP32, TIME, opened, quoted, read_text, wide

AXPY = 2 * 16_777_216
CHAIN = 2 * 132 * 8 * 256 * 4096
DCHAIN = 2 * 132 * 4 * 256 * 2048


def rows_of(name: str) -> list[dict[str, str]]:
    """The rows of a long capture, read with the csv module alone."""
    text = (CAPTURES / name).read_text(encoding="utf-8")
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if "Kernel Name" in line)
    return list(csv.DictReader(lines[begin:]))


def printed(name: str, kernel: str, metric: str, column: str = "Metric Value") -> list[float]:
    return [
        float(row[column].replace(",", ""))
        for row in rows_of(name)
        if row["Kernel Name"].split("(")[0].removeprefix("void ") == kernel and row["Metric Name"] == metric
    ]


def test_nested_ranges_and_colons_in_their_names() -> None:
    launches = opened(CAPTURES / "nvtx-recommended-raw.csv").launches
    operations = launches.operation.rows()
    assert operations[:6] == [
        f"step batch={batch} / {name}" for batch in (1, 2, 4) for name in ("axpy: y = a*x", "chain")
    ]
    assert operations[6:] == ["", "", ""]


def test_known_work_of_every_kernel() -> None:
    demand = opened(CAPTURES / "nvtx-recommended-raw.csv").launches.demand
    fp32 = demand.flop[Precision.FP32]
    assert [fp32[i] for i in (0, 2, 4)] == [AXPY, 2 * AXPY, 4 * AXPY]
    assert [fp32[i] for i in (1, 3, 5)] == pytest.approx([CHAIN] * 3, rel=1e-3)
    assert demand.total_flop[6] == 0
    assert demand.flop[Precision.FP64][7] == pytest.approx(DCHAIN, rel=1e-3)
    assert demand.total_flop[8] == 0


def test_numbers_without_digit_groups() -> None:
    profile = opened(CAPTURES / "posix-long.csv")
    assert profile.ledger.number_format == NumberFormat.UNGROUPED_POINT.value
    assert list(profile.launches.demand.total_flop) == pytest.approx([AXPY, CHAIN], rel=1e-3)
    assert profile.launches.demand.total_flop[0] == AXPY
    assert profile.launches.demand.traffic(Level.DRAM)[0] == 134226688 + 48578048
    assert profile.launches.demand.time[0] == pytest.approx(56448e-9)


@pytest.mark.parametrize(
    ("locale", "number_format"),
    [
        ("en_US", NumberFormat.POINT),
        ("en_IN", NumberFormat.POINT),
        ("de_DE", NumberFormat.COMMA),
        ("de_CH", NumberFormat.APOSTROPHE),
        ("fr_FR", NumberFormat.SPACED_COMMA),
    ],
)
def test_one_launch_in_five_locales(locale: str, number_format: NumberFormat) -> None:
    """134.22 and 48.50 Mbyte in 57.28 us, 16,777,216 FFMA."""
    profile = opened(CAPTURES / f"locale-{locale}.csv")
    assert profile.ledger.number_format == number_format.value
    demand = profile.launches.demand
    assert demand.total_flop[0] == AXPY
    assert demand.traffic(Level.DRAM)[0] == pytest.approx(182.72e6)
    assert demand.time[0] == pytest.approx(57.28e-6)
    assert profile.ledger.unread == ()
    assert profile.launches.flags[0] & Flag.ROUNDED


@pytest.mark.parametrize("page", ["summary-per-kernel", "summary-per-gpu"])
def test_summaries_add_up_what_ran(page: str) -> None:
    profile = opened(CAPTURES / f"{page}.csv")
    launches = profile.launches
    kernels = [kernel.split("(")[0].removeprefix("void ") for kernel in launches.kernel.rows()]
    counts = dict(zip(zip(kernels, launches.grid.rows(), strict=True), launches.counts.tolist(), strict=True))
    assert counts["chain<4096>", "(1056, 1, 1)"] == 3
    assert counts["axpy", "(65536, 1, 1)"] == 1
    chain = kernels.index("chain<4096>")
    name = f"{page}.csv"
    average = printed(name, "chain<4096>", "gpu__time_duration.sum", "Average")[0] * 1e-6
    assert launches.demand.time[chain] == pytest.approx(3 * average)
    assert launches.demand.total_flop[chain] == pytest.approx(3 * CHAIN, rel=1e-3)
    assert group(launches, Grouping.KERNEL).count.sum() == launches.counts.sum()


def test_a_summary_per_range() -> None:
    launches = opened(CAPTURES / "summary-per-nvtx.csv").launches
    assert launches.operation.rows() == [
        f"step batch={batch} / {name}" for batch in (1, 2, 4) for name in ("axpy: y = a*x", "chain")
    ]
    assert list(launches.counts) == [1] * 6
    flop = launches.demand.total_flop
    assert [flop[i] for i in (0, 2, 4)] == [AXPY, 2 * AXPY, 4 * AXPY]
    assert [flop[i] for i in (1, 3, 5)] == pytest.approx([CHAIN] * 3, rel=1e-3)
    time = [t * 1e-9 for t in printed("summary-per-nvtx.csv", "axpy", "gpu__time_duration.sum", "Average")]
    assert [launches.demand.time[i] for i in (0, 2, 4)] == pytest.approx(time)


def test_two_summaries_per_range_in_one_file(tmp_path: Path) -> None:
    text = (CAPTURES / "summary-per-nvtx.csv").read_text(encoding="utf-8")
    twice = read_text(tmp_path, text + text)
    assert len(twice.launches) == 12
    assert "Kernel Name" not in twice.launches.kernel.values


def test_summaries_of_older_versions(tmp_path: Path) -> None:
    """Without block, grid and device; the kernel or the device may come first."""
    row = ("GPU Speed Of Light", "gpu__time_duration.sum", "nsecond", "1,000", "3,000", "2,000")
    names = ("Section Name", "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average")
    for header, cells in (
        (("Kernel Name", "Invocations"), ("k(float *)", "5")),
        (("Device Name", "CC", "Kernel Name", "Invocations"), ("NVIDIA X", "7.5", "k(float *)", "5")),
        (("Process ID", "Kernel Name", "Invocations"), ("7", "k(float *)", "5")),
    ):
        launches = read_text(tmp_path, quoted((*header, *names)) + quoted((*cells, *row))).launches
        assert launches.kernel.rows() == ["k(float *)"]
        assert launches.demand.time[0] == pytest.approx(5 * 2e-6)
        assert not launches.flags[0] & Flag.RANGE


def test_summary_rows_that_do_not_say_how_often_are_left_out(tmp_path: Path) -> None:
    """A page of ncu whose cells have shifted: its kernels must not become metrics, nor the other way round."""
    text = (CAPTURES / "summary-per-gpu.csv").read_text(encoding="utf-8")
    shifted = quoted(("0", "", "", "", "", "device__attribute_architecture", "", "", "", "384", "0", "", "", "", ""))
    profile = read_text(tmp_path, text + shifted)
    assert profile.launches.kernel.rows() == opened(CAPTURES / "summary-per-gpu.csv").launches.kernel.rows()
    assert profile.ledger.skipped_count == 1
    assert any("look like rows" in note for note in profile.ledger.notes)


def test_a_graph_is_one_result_for_its_kernels() -> None:
    profile = opened(CAPTURES / "graph-long.csv")
    launches = profile.launches
    ranges = [bool(flag & Flag.RANGE) for flag in launches.flags.tolist()]
    assert [kernel for kernel, is_range in zip(launches.kernel.rows(), ranges, strict=True) if is_range] == ["graph"]
    read, write = (printed("graph-long.csv", "graph", f"dram__bytes_{op}.sum")[0] for op in ("read", "write"))
    assert launches.demand.traffic(Level.DRAM)[ranges.index(True)] == read + write
    assert any("a whole range or graph of kernels (1 of 10 launches)" in note for note in profile.ledger.notes)


def test_labels_with_the_name_of_the_metric_behind() -> None:
    profile = opened(CAPTURES / "label-name-details.csv")
    value = next(row for row in rows_of("label-name-details.csv") if row["Metric Name"].startswith("Duration ("))
    assert (value["Metric Unit"], profile.launches.provenance["time"][0]) == ("us", "gpu__time_duration.sum")
    assert profile.launches.demand.time[0] == pytest.approx(float(value["Metric Value"]) * 1e-6)


def test_values_of_single_instances_are_cut_off(tmp_path: Path) -> None:
    text = wide({TIME: "57,472 (57,472)", **dict.fromkeys(FP32, "1,440 (64; 1,376)"), "dram__bytes.sum": "4,096"})
    demand = read_text(tmp_path, text).launches.demand
    assert demand.time[0] == pytest.approx(57.472e-6)
    assert demand.total_flop[0] == 4 * 1440


def test_operations_per_cycle_where_a_page_has_no_instructions(tmp_path: Path) -> None:
    """Some versions print FFMA in operations, two of each instruction, and HFMA in four."""
    full = (CAPTURES / "kernels-set-roofline-details-all.csv").read_text(encoding="utf-8")
    lines = full.splitlines(keepends=True)
    without = [line for line in lines if "FMA Thread Instructions Executed Per Cycle" not in line]
    assert len(without) < len(lines)
    expected, found = (read_text(tmp_path, text).launches.demand for text in (full, "".join(without)))
    assert list(found.flop[Precision.FP32]) == pytest.approx(list(expected.flop[Precision.FP32]), rel=1e-3)
    assert found.flop[Precision.FP32][1] == pytest.approx(2 * 2048**3, rel=2e-3)
    assert list(found.flop[Precision.FP16]) == pytest.approx(list(expected.flop[Precision.FP16]), rel=1e-2)
    assert found.flop[Precision.FP16][1] > 0
