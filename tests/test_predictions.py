"""The errors that docs/predictions.md publishes are those of the program on the captures, worked out here once more
from the law, the CSV files and the machine file alone.
"""

import csv
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.cli import main
from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.ncu.convert import read_file
from roofline_gui.model.analysis import analyse_launches
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.forecast import forecast
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.measured import measure
from roofline_gui.model.profile import Profile
from roofline_gui.model.series import batch_of
from roofline_gui.model.what_if import WhatIf
from roofline_gui.resources import EXAMPLE_PROFILE, resource_path

FP8_CAPTURE = Path(__file__).parent / "data" / "h200" / "decode-fp8-recommended-raw.csv"
DOCUMENT = Path(__file__).parents[1] / "docs" / "predictions.md"
H200 = json.loads((resource_path("machines") / "h200-sxm.json").read_text(encoding="utf-8"))
LEVELS = {level["level"]: level["bandwidth"]["value"] for level in H200["levels"]}
PEAKS = {c["precision"]: c["peak"]["value"] for c in H200["ceilings"] if not c.get("sparse")}
LAUNCH = H200["launch_overhead"]["value"]
BATCHES = (1, 8, 32, 64, 256)
STEP, FROM_ALL = "the step", "the step, from all five sizes"


def published(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of the document."""
    section = DOCUMENT.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in row] for row in rows[2:]]


def number(cell: str) -> float:
    return float(cell.split()[0].replace("−", "-"))


# FP8 from BF16 -----------------------------------------------------------------------------------------------------


def products(capture: Path, work: str) -> dict[tuple[str, int], tuple[float, float, float]]:
    """Time, s, DRAM bytes and tensor FLOP of the matrix products of a capture."""
    lines = capture.read_text(encoding="utf-8").splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    found = {}
    for row in csv.DictReader(lines[start:]):
        ranges = re.findall(r"<default domain>:(.*?):none", next(v for k, v in row.items() if "Push/Pop" in k))
        if "nvjet" in row["Kernel Name"]:
            value = {k: float(row[k].replace(",", "")) for k in ("gpu__time_duration.sum", work, *DRAM)}
            batch = int(ranges[0].removeprefix("decode batch="))
            moved = sum(value[k] for k in DRAM)
            found[ranges[-1], batch] = value["gpu__time_duration.sum"] * 1e-9, moved, value[work]
    return found


DRAM = ("dram__bytes_read.sum", "dram__bytes_write.sum")


def test_published_errors_of_the_fp8_products() -> None:
    before = products(EXAMPLE_PROFILE, "sm__ops_path_tensor_src_bf16_dst_fp32.sum")
    after = products(FP8_CAPTURE, "sm__ops_path_tensor_src_fp8.sum")
    rows = published("FP8 from BF16")
    expected = {(operation, batch) for operation, batch in before if batch <= 64}
    assert {(row[0], int(row[1])) for row in rows} == expected
    errors = []
    for operation, batch, given, predicted, measured, error in rows:
        time, moved, work = before[operation, int(batch)]
        needed = max(moved / LEVELS["dram"], work / PEAKS["bf16_tensor"])
        then = max(moved / 2 / LEVELS["dram"], work / PEAKS["fp8_tensor"])
        told = LAUNCH + (time - LAUNCH) * then / needed
        found = after[operation, int(batch)][0]
        errors.append(told / found - 1)
        assert (number(given), number(predicted), number(measured)) == pytest.approx(
            (1e6 * time, 1e6 * told, 1e6 * found), abs=0.051
        )
        assert number(error) == pytest.approx(100 * errors[-1], abs=0.051)
    assert len(errors) == 20
    assert all(abs(error) <= 0.15 for error in errors)


# Another batch -----------------------------------------------------------------------------------------------------


def operations(table: Path) -> dict[str, dict[int, list[dict[str, float]]]]:
    """The launches in a performance table by operation and batch: time, W, Q by level, and the rate of their pipe."""
    found: dict[str, dict[int, list[dict[str, float]]]] = {}
    with table.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            match = re.fullmatch(r"decode batch=(\d+) / (.*)", row["group"])
            assert match is not None
            launch = {key: float(row[key]) for key in ("time_s", "flop", *(f"bytes_{level}" for level in LEVELS))}
            launch["rate"] = PEAKS[row["precision"]] if row["precision"] else math.inf
            found.setdefault(match[2], {}).setdefault(int(match[1]), []).append(launch)
    return found


def needs(launches: list[dict[str, float]]) -> tuple[float, float]:
    """The least time of launches together for memory and for compute, s."""
    by_level = [sum(x[f"bytes_{level}"] for x in launches) / bandwidth for level, bandwidth in LEVELS.items()]
    return max(by_level), sum(x["flop"] / x["rate"] for x in launches)


def needed(launches: list[dict[str, float]], compute: float = 1.0) -> float:
    """The least time of launches together, s, where compute takes so many times as long."""
    memory, work = needs(launches)
    return max(memory, compute * work)


def lost_to_compute(series: dict[int, list[dict[str, float]]]) -> float:
    """How much longer an operation takes where compute binds it than at the first batch, which memory binds."""
    first, *others = [(*needs(of), sum(x["time_s"] for x in of)) for _, of in sorted(series.items())]
    if first[1] >= first[0]:
        return 1.0
    ratios = [(time / work) / (first[2] / first[0]) for memory, work, time in others if work > memory]
    return max(1.0, math.prod(ratios) ** (1 / len(ratios))) if ratios else 1.0


def line(batches: list[int], amounts: list[float]) -> tuple[float, float]:
    """a, c ≥ 0 of a + c·b with the least sum of ((a + c·b)/y − 1)², by Cramer's rule."""
    u, v = [1 / y for y in amounts], [b / y for b, y in zip(batches, amounts, strict=True)]
    uu, uv, vv = (sum(x * y for x, y in zip(p, q, strict=True)) for p, q in ((u, u), (u, v), (v, v)))
    determinant = uu * vv - uv * uv
    a, c = (sum(u) * vv - sum(v) * uv) / determinant, (uu * sum(v) - uv * sum(u)) / determinant
    if a < 0:
        return 0.0, sum(v) / vv
    return (sum(u) / uu, 0.0) if c < 0 else (a, c)


def growth_of_work(batches: list[int], amounts: list[float], batch: int) -> float:
    """W at a batch over W at the first: by the line, or by c·max(b, p), p of the batches, where that comes nearer.

    The captured products come nearer wherever they are padded to a batch that was recorded, so that no margin matters.
    """
    fixed, growing = line(batches, amounts)
    miss = sum(((fixed + growing * b) / y - 1) ** 2 for b, y in zip(batches, amounts, strict=True))
    found = (fixed + growing * batch) / (fixed + growing * batches[0])
    for p in batches[1:]:
        parts = [max(b, p) / y for b, y in zip(batches, amounts, strict=True)]
        c = sum(parts) / sum(x * x for x in parts)
        if (error := sum((c * x - 1) ** 2 for x in parts)) < miss:
            miss, found = error, max(batch, p) / p
    return found


def predicted(series: dict[int, list[dict[str, float]]], batch: int) -> float:
    """The time of an operation at a batch, s, from its measurements at other batches."""
    batches = sorted(series)
    first = series[batches[0]]
    work, moved = ([sum(x[key] for x in series[b]) for b in batches] for key in ("flop", "bytes_dram"))
    fixed, growing = line(batches, moved)
    growth = {
        "flop": growth_of_work(batches, work, batch),
        "bytes_dram": (fixed + growing * batch) / (fixed + growing * batches[0]),
    }
    times = [sum(x["time_s"] for x in series[b]) for b in batches]
    lost = lost_to_compute(series)
    ratios = [needed(series[b], lost) / needed(first, lost) for b in batches]
    slope = [(1 - r) / t for r, t in zip(ratios, times, strict=True)]
    rest = [(t - times[0] * r) / t for r, t in zip(ratios, times, strict=True)]
    told = sum(s * r for s, r in zip(slope, rest, strict=True)) / sum(s * s for s in slope)
    share = min(max(told / times[0], 0), 1)
    total = 0.0
    for launch in first:
        time = launch["time_s"]
        fixed = share * time if time <= LAUNCH else max(share * time, LAUNCH)
        grown = {k: v * growth["flop" if k == "flop" else "bytes_dram"] for k, v in launch.items() if k != "rate"}
        total += fixed + (time - fixed) * needed([{**grown, "rate": launch["rate"]}], lost) / needed([launch], lost)
    return total


def test_published_errors_of_another_batch(tmp_path: Path) -> None:
    assert main(["report", "--example", "--group", "launch", "--csv", str(tmp_path / "launches.csv")]) == 0
    found = operations(tmp_path / "launches.csv")
    rows = published("Another batch from a recorded series")
    assert [row[0] for row in rows[-2:]] == [STEP, FROM_ALL]
    assert {row[0] for row in rows[:-2]} == set(found)
    whole = [sum(predicted(of, batch) for of in found.values()) for batch in BATCHES[1:]]
    sums = {batch: [0.0, 0.0] for batch in BATCHES[1:]}
    for name, *errors in rows[:-2]:
        for batch, error in zip(BATCHES[1:], errors, strict=True):
            told = predicted({b: of for b, of in found[name].items() if b != batch}, batch)
            measured = sum(x["time_s"] for x in found[name][batch])
            assert number(error) == pytest.approx(100 * (told / measured - 1), abs=0.051), (name, batch)
            sums[batch][0] += told
            sums[batch][1] += measured
    for error, (told, measured) in zip(rows[-2][1:], sums.values(), strict=True):
        assert number(error) == pytest.approx(100 * (told / measured - 1), abs=0.051)
    for error, told, (_, measured) in zip(rows[-1][1:], whole, sums.values(), strict=True):
        assert number(error) == pytest.approx(100 * (told / measured - 1), abs=0.051)


@pytest.mark.parametrize("batch", BATCHES[1:])
def test_the_program_predicts_another_batch_so(batch: int) -> None:
    profile = read_file(EXAMPLE_PROFILE, lambda share: None)
    machine = next(m for m in load_catalogue().machines if m.id == "h200-sxm")
    assert isinstance(profile, Profile)
    launches = profile.launches
    batches = [batch_of(path)[1] for path in launches.operation.rows()]
    measured = {b: float(launches.demand.time[[x == b for x in batches]].sum()) for b in BATCHES}
    others = launches.take(np.array([i for i, b in enumerate(batches) if b != batch]))
    analysis = analyse_launches(others, machine, Grouping.NVTX, Thresholds())
    found = forecast(measure((), analysis), WhatIf(batch=batch))
    errors = {row[0]: number(row[BATCHES.index(batch)]) for row in published("Another batch from a recorded series")}
    assert 100 * (found.total_after / measured[batch] - 1) == pytest.approx(errors[STEP], abs=0.051)
    assert found.total_before == pytest.approx(measured[1])


def test_the_program_predicts_a_recorded_batch_from_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    told = next(row for row in published("Another batch from a recorded series") if row[0] == FROM_ALL)
    for batch, error in zip(BATCHES[1:], told[1:], strict=True):
        assert main(["report", "--example", "--what-if", f"batch={batch}", "--json", "-"]) == 0
        data = json.loads(capsys.readouterr().out)
        measured = sum(row["time_s"] for row in data["rows"] if row["group"].startswith(f"decode batch={batch} /"))
        assert number(error) == pytest.approx(100 * (data["what_if"]["time_after_s"] / measured - 1), abs=0.051)
