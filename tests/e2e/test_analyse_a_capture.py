"""From a capture on disk to picture and table, with keys and clicks in a real window."""

import csv
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from roofline_gui.resources import EXAMPLE_PROFILE
from tests.e2e.conftest import Screen, wait_until

pytestmark = pytest.mark.window
GLYPHS = 4  # levels by which Qt may draw the same text differently, depending on what it drew before

HEADER = (
    "kernel,group,source,launches,time_s,precision,flop,special_ops,bytes_dram,bytes_l2,bytes_l1,bytes_shared,"
    "intensity_dram,intensity_l2,intensity_l1,intensity_shared,flop_per_s,dram_bytes_per_s,ridge_flop_per_byte,"
    "regime_ratio,regime,bound_by,roof_flop_per_s,roof_fraction,time_share,verdict,advice,note"
)


def captured() -> tuple[int, float]:
    """Distinct NVTX operations of the capture and the sum of its durations, s, read with the csv module alone."""
    lines = EXAMPLE_PROFILE.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    header, units, *rows = csv.reader(lines[start:])
    time = header.index("gpu__time_duration.sum")
    assert units[time] == "ns"
    ranges = header.index(next(name for name in header if "Push/Pop_Range" in name))
    operations = {tuple(re.findall(r":([^:\"]+):none:none", row[ranges])) for row in rows}
    assert () not in operations
    return len(operations), sum(float(row[time].replace(",", "")) for row in rows) * 1e-9


def save(screen: Screen, title: str, target: Path) -> None:
    """Answer a file dialog, which stands in the folder of `target`."""
    screen.window(title)
    screen.type(target.name)
    screen.press("Return")
    wait_until(target.exists, f"{target.name} is written")


def export_picture(screen: Screen, target: Path) -> QImage:
    """Export with the options as they are."""
    screen.press("ctrl+e")
    screen.window("Export picture")
    screen.press("Return")
    save(screen, "Save picture", target)
    screen.window("decode")
    return QImage(str(target))


def difference(one: QImage, other: QImage) -> int:
    """The largest difference of any colour of any pixel, 0 to 255."""
    pixels = []
    for image in (one, other):
        converted = image.convertToFormat(QImage.Format.Format_RGBA8888)  # owns the bytes until they are copied
        pixels.append(np.frombuffer(bytes(converted.constBits()), np.uint8).astype(np.int16))
    return int(np.abs(pixels[0] - pixels[1]).max())


def test_select_and_export(screen: Screen, start: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    capture = tmp_path / "decode.csv"
    capture.write_bytes(EXAMPLE_PROFILE.read_bytes())
    program = start(capture)
    window = screen.window("decode.csv – Roofline")

    plain = export_picture(screen, tmp_path / "plain.png")
    assert (plain.width(), plain.height()) == (1600, 900)
    colours = {plain.pixel(x, y) for x in range(0, 1600, 2) for y in range(0, 900, 2)}
    assert len(colours) > 50

    # The second row of the table: the picture shows its levels, so it is another one.
    screen.click(window, 400, 640)
    by_mouse = export_picture(screen, tmp_path / "mouse.png")
    assert by_mouse.size() == plain.size()
    assert difference(by_mouse, plain) > GLYPHS
    # Without the mouse: the picture, then nothing selected, then the longest kernel.
    screen.press("ctrl+7", "Escape")
    assert difference(export_picture(screen, tmp_path / "none.png"), plain) <= GLYPHS
    screen.press("n")
    assert difference(export_picture(screen, tmp_path / "keys.png"), plain) > GLYPHS

    table = tmp_path / "table.csv"
    screen.press("ctrl+shift+e")
    save(screen, "Save table", table)
    operations, seconds = captured()
    with table.open(encoding="utf-8", newline="") as stream:
        assert stream.readline().strip() == HEADER
        stream.seek(0)
        rows = list(csv.DictReader(stream))
    assert len(rows) == operations
    assert sum(float(r["time_s"]) for r in rows) == pytest.approx(seconds)
    assert {r["source"] for r in rows} == {"decode.csv"}

    screen.window("decode")
    screen.press("ctrl+q")
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""


def test_after_a_refused_file_a_good_one_opens(
    screen: Screen, start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    notes = tmp_path / "notes.csv"
    notes.write_text("to do,done\nprofile,no\n", encoding="utf-8")
    (tmp_path / "decode.csv").write_bytes(EXAMPLE_PROFILE.read_bytes())
    program = start(notes)
    screen.window("Roofline")
    screen.press("ctrl+o")
    screen.window("Open")
    screen.type("decode.csv")
    screen.press("Return")
    screen.window("decode.csv – Roofline")
    screen.press("ctrl+z")  # back to the empty window
    screen.window("Roofline")
    screen.press("ctrl+q")
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
