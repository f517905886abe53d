"""The outputs of the report command that need Qt, as whole commands without a display."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("PySide6")


def report(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    bare = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "roofline_gui", "report", "--example", *arguments]
    return subprocess.run(command, capture_output=True, check=False, env=bare)


def size_of_png(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_the_picture_has_the_asked_size(tmp_path: Path) -> None:
    target = tmp_path / "out.png"
    done = report("--png", str(target), "--size", "1280x720", "--scale", "2", "--theme", "dark")
    assert done.returncode == 0, done.stderr
    assert size_of_png(target) == (2560, 1440)
    assert target.stat().st_size > 50_000  # not blank


def test_all_outputs_at_once(tmp_path: Path) -> None:
    names = {option: tmp_path / f"out.{option}" for option in ("png", "html", "csv", "json")}
    done = report(*(word for option, path in names.items() for word in (f"--{option}", str(path))))
    assert done.returncode == 0, done.stderr
    assert all(path.stat().st_size > 1000 for path in names.values())
    text = names["html"].read_text(encoding="utf-8")
    assert "data:image/png;base64," in text
    assert "sampling" in text


def test_the_html_report_has_predictions_too(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    done = report("--what-if", "precision=fp8_tensor", "--html", str(target))
    assert done.returncode == 0, done.stderr
    page = target.read_text(encoding="utf-8")
    assert "What if: <strong>FP8 tensor: 3.7 ms → " in page
    assert '<th class="number">predicted</th><th class="number">speed-up</th>' in page


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = report("--png", str(tmp_path / "nowhere" / "out.png"))
    assert done.returncode == 2
    assert b"nowhere" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_page_says_that_a_run_is_judged_on_another_machine(tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    assert report("--machine", "b200", "--html", str(page)).returncode == 0
    told = "decode-bf16-recommended-raw.csv was measured on NVIDIA H200 and is judged on B200"
    assert f"<strong>{told}" in page.read_text(encoding="utf-8")
