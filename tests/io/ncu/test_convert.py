"""Binary reports, exported by a stand-in for the profiler."""

import contextlib
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.io.ncu.convert import ConversionError, convert_report, find_ncu, read_file
from roofline_gui.model.profile import Profile, Refusal
from tests.io.ncu.samples import CAPTURES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script with a first line for Unix")

REPORT = b"NVR\0\x01\x02\x03 a report"
CAPTURE = CAPTURES / "kernels-recommended-raw.csv"


class Stopped(Exception):  # noqa: N818 - a wish, not an error
    pass


def program(path: Path, body: str) -> Path:
    """A program that runs `body` as Python."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\nimport os, subprocess, sys, time\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def exporter(folder: Path) -> Path:
    """An ncu that insists on the right arguments and exports a capture."""
    return program(
        folder / "ncu",
        f"assert sys.argv[1] == '--import' and open(sys.argv[2], 'rb').read(3) == b'NVR', sys.argv\n"
        f"assert sys.argv[3:] == ['--csv', '--page', 'raw', '--print-units', 'base'], sys.argv\n"
        f"sys.stdout.write(open({str(CAPTURE)!r}, encoding='utf-8').read())",
    )


@pytest.fixture
def report(tmp_path: Path) -> Path:
    made = tmp_path / "my runs" / "decode $1.ncu-rep"
    made.parent.mkdir()
    made.write_bytes(REPORT)
    return made


@pytest.fixture
def own_temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files, which must be empty in the end."""
    folder = tmp_path / "temp"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def ignore(fraction: float) -> None:
    pass


def test_a_report_is_read_through_the_profiler(tmp_path: Path, report: Path, own_temp: Path) -> None:
    shares: list[float] = []
    profile = read_file(report, shares.append, lambda: exporter(tmp_path))
    assert isinstance(profile, Profile)
    assert (profile.name, profile.path) == ("decode $1.ncu-rep", str(report))
    assert len(profile.launches) == 21  # rows of the capture
    assert profile.devices == (("NVIDIA H200", "9.0"),)
    assert any(math.isnan(s) for s in shares)  # while ncu runs, nobody knows how far it is
    assert shares[-1] == 1.0
    assert list(own_temp.iterdir()) == []


def test_a_report_is_known_by_its_first_bytes_too(tmp_path: Path) -> None:
    renamed = tmp_path / "report.bin"
    renamed.write_bytes(REPORT)
    assert isinstance(read_file(renamed, ignore, lambda: exporter(tmp_path)), Profile)


def test_without_the_profiler_the_command_to_run_is_told(report: Path) -> None:
    refusal = read_file(report, ignore, lambda: None)
    assert isinstance(refusal, Refusal)
    assert refusal.command.startswith("ncu --import 'decode $1.ncu-rep' --csv --page raw --print-units base")


@pytest.mark.parametrize("content", [b"", b'"Launch Attribute","Value"\n', b"name,value\n1,2\n", b"PK\3\4\0\0"])
def test_other_refused_files_are_not_given_to_the_profiler(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other.csv"
    other.write_bytes(content)
    refusal = read_file(other, ignore, lambda: pytest.fail("the profiler was looked for"))
    assert isinstance(refusal, Refusal)
    missing = read_file(tmp_path / "missing.ncu-rep", ignore, lambda: pytest.fail("the profiler was looked for"))
    assert isinstance(missing, Refusal)
    assert missing.what == "There is no such file."


def test_what_the_profiler_complains_about_is_told(tmp_path: Path, report: Path, own_temp: Path) -> None:
    for stream in ("stdout", "stderr"):
        failing = program(
            tmp_path / "ncu",
            f"print('==PROF== Loading', file=sys.{stream})\n"
            f"print('==ERROR== Failed to open the report.', file=sys.{stream})\n"
            f"print('==ERROR== Its version is too new.', file=sys.{stream})\n"
            "sys.exit(3)",
        )
        refusal = read_file(report, ignore, lambda found=failing: found)  # type: ignore[misc]
        assert isinstance(refusal, Refusal)
        assert refusal.name == "decode $1.ncu-rep"
        assert refusal.what == "ncu could not export this report."
        assert refusal.detail == "It said: “Failed to open the report. Its version is too new.”"
        assert "at least as new" in refusal.advice
        assert refusal.command.startswith("ncu --import")
    assert list(own_temp.iterdir()) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("print('cannot find libstdc++', file=sys.stderr); sys.exit(127)", "“cannot find libstdc++”"),
        ('print(\'"ID","Kernel Name"\'); sys.exit(9)', "exit code 9 and said nothing"),
        ("os.kill(os.getpid(), 11)", "exit code -11 and said nothing"),
    ],
)
def test_a_failure_without_an_error_line(tmp_path: Path, report: Path, body: str, said: str) -> None:
    target = tmp_path / "export.csv"
    with pytest.raises(ConversionError) as failure:
        convert_report(report, target, ignore, program(tmp_path / "ncu", body))
    assert said in str(failure.value)
    assert not target.exists()


def test_a_profiler_that_cannot_be_started(tmp_path: Path, report: Path) -> None:
    target = tmp_path / "export.csv"
    with pytest.raises(ConversionError, match=r"gone cannot be started: No such file or directory\."):
        convert_report(report, target, ignore, tmp_path / "gone")
    assert not target.exists()
    with pytest.raises(ConversionError, match="The export cannot be written: No such file or directory"):
        convert_report(report, tmp_path / "no folder" / "export.csv", ignore, exporter(tmp_path))


def test_no_place_for_the_export(tmp_path: Path, report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "no folder"))
    refusal = read_file(report, ignore, lambda: exporter(tmp_path))
    assert isinstance(refusal, Refusal)
    assert refusal.what == "There is no place for the export of this report: No such file or directory."


def test_output_that_is_no_table(tmp_path: Path, report: Path) -> None:
    chatty = program(tmp_path / "ncu", "print('No kernels were collected in this range.')")
    refusal = read_file(report, ignore, lambda: chatty)
    assert isinstance(refusal, Refusal)
    assert refusal.name == "decode $1.ncu-rep"
    assert refusal.what.startswith("ncu exported this report, but not as expected.")


def test_cancelling_ends_the_profiler_and_what_it_started(tmp_path: Path, report: Path, own_temp: Path) -> None:
    pids = tmp_path / "pids"
    slow = program(
        tmp_path / "ncu",
        "child = subprocess.Popen(['sleep', '60'])\n"
        "print('\"ID\"', flush=True)\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}} .')\n"
        "time.sleep(60)",
    )

    def stop_once_it_runs(fraction: float) -> None:
        if math.isnan(fraction) and pids.exists() and pids.read_text().endswith("."):
            raise Stopped

    start = time.monotonic()
    with pytest.raises(Stopped):
        read_file(report, stop_once_it_runs, lambda: slow)
    assert time.monotonic() - start < 30
    assert wait_until(lambda: not any(runs(int(pid)) for pid in pids.read_text().split()[:2]))
    assert list(own_temp.iterdir()) == []


def runs(pid: int) -> bool:
    """Whether a process does anything (a dead one that nobody has fetched yet does not)."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    with contextlib.suppress(OSError):
        os.kill(pid, 0)
        return not Path("/proc/self").exists()
    return False


def wait_until(happened: Callable[[], bool]) -> bool:
    end = time.monotonic() + 10
    while not happened() and time.monotonic() < end:
        time.sleep(0.02)
    return happened()


def test_the_profiler_is_found_on_the_path_or_where_it_is_usually_installed(tmp_path: Path) -> None:
    places = (str(tmp_path / "nsight" / "*" / "ncu"), str(tmp_path / "cuda*" / "bin" / "ncu"))
    nowhere = str(tmp_path / "empty")
    assert find_ncu(nowhere, places) is None
    cuda = [program(tmp_path / name / "bin" / "ncu", "") for name in ("cuda", "cuda-12.9", "cuda-12.10")]
    assert find_ncu(nowhere, places) == cuda[2]
    newest = program(tmp_path / "nsight" / "2025.3.1" / "ncu", "")
    program(tmp_path / "nsight" / "2024.10.0" / "ncu", "")
    (tmp_path / "nsight" / "2026.1.0" / "ncu").mkdir(parents=True)  # a folder is no program
    assert find_ncu(nowhere, places) == newest
    on_path = program(tmp_path / "bin" / "ncu", "")
    assert find_ncu(str(tmp_path / "bin"), places) == on_path
