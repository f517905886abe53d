"""The frozen program gives what the program gives, without its source and without Python."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from roofline_gui import __version__
from roofline_gui.resources import EXAMPLE_PROFILE
from tests.packaging import frozen

pytestmark = pytest.mark.frozen

MOST_MEGABYTES = 200
BULK = 8_000_000  # bytes; such tables are read with pandas


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen.elsewhere(tmp_path_factory.mktemp("frozen"))


def unfrozen(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", "roofline_gui", *arguments], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_version(program: Path, tmp_path: Path) -> None:
    done = frozen.run(program, tmp_path, "--version")
    assert done.stdout.decode().split() == ["roofline-gui", __version__]


def test_picture_table_and_reports_are_the_same(program: Path, tmp_path: Path) -> None:
    kinds = ("png", "csv", "json", "html")
    for name in ("frozen", "unfrozen"):
        (tmp_path / name).mkdir()
    files = {n: [w for k in kinds for w in (f"--{k}", str(tmp_path / n / f"out.{k}"))] for n in ("frozen", "unfrozen")}
    done = frozen.run(program, tmp_path, "report", "--example", *files["frozen"])
    assert done.returncode == 0, done.stderr
    assert b"arning" not in done.stderr
    assert b"locale" not in done.stderr
    unfrozen("report", "--example", *files["unfrozen"])
    picture = QImage(str(tmp_path / "frozen" / "out.png"))
    assert not picture.isNull()
    assert picture == QImage(str(tmp_path / "unfrozen" / "out.png"))
    for kind in ("csv", "html"):
        text = (tmp_path / "frozen" / f"out.{kind}").read_bytes()
        assert text == (tmp_path / "unfrozen" / f"out.{kind}").read_bytes()
        assert len(text) > 10_000
    assert (tmp_path / "frozen" / "out.json").stat().st_size == (tmp_path / "unfrozen" / "out.json").stat().st_size


def test_a_large_profile_is_the_same(program: Path, tmp_path: Path) -> None:
    head, separator, rows = EXAMPLE_PROFILE.read_text(encoding="utf-8").partition('"ID"')
    header, units, *launches = rows.splitlines(keepends=True)
    repeats = BULK // sum(map(len, launches)) + 1
    large = tmp_path / "large.csv"
    large.write_text(head + separator + header + units + "".join(launches * repeats), encoding="utf-8")
    done = frozen.run(program, tmp_path, "report", str(large), "--csv", str(tmp_path / "frozen.csv"))
    assert done.returncode == 0, done.stderr
    unfrozen("report", str(large), "--csv", str(tmp_path / "unfrozen.csv"))
    assert (tmp_path / "frozen.csv").read_bytes() == (tmp_path / "unfrozen.csv").read_bytes()


def test_the_window_starts_offscreen(program: Path, tmp_path: Path) -> None:
    with pytest.raises(subprocess.TimeoutExpired) as running:
        subprocess.run(
            [str(program)],
            env={**frozen.bare_environment(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            timeout=6,
            check=False,
        )
    assert {line for line in (running.value.stderr or b"").splitlines() if b"propagateSizeHints" not in line} == set()
    assert list(tmp_path.rglob("roofline-gui.log"))  # written after the first paint


def test_the_folder_is_lean_and_complete(program: Path) -> None:
    files = [f for f in program.parent.rglob("*") if f.is_file() and not f.is_symlink()]
    assert sum(f.stat().st_size for f in files) < MOST_MEGABYTES * 1e6
    names = {f.name for f in files}
    assert not [n for n in names if n.endswith((".qm", ".qml"))]
    assert not [n for n in names if n.startswith(("libgtk", "libQt6Network", "libQt6Qml"))]
    assert not [f for f in program.parent.rglob("*") if f.is_symlink() and not f.exists()]


def test_every_part_has_its_licence(program: Path) -> None:
    notices = {f.name: f.read_text(encoding="utf-8", errors="replace") for f in (program.parent / "licenses").iterdir()}
    assert notices.keys() >= {
        "roofline-gui.txt", "Qt.txt", "Qt third-party.txt", "LGPL-3.0.txt", "GPL-3.0.txt", "Python.txt",
        "Inter typeface.txt", "numpy.txt", "pandas.txt", "pyqtgraph.txt", "msgspec.txt", "colorama.txt",
        "python-dateutil.txt", "tzdata.txt", "pyinstaller.txt",
    }  # fmt: skip
    version = importlib.metadata.version("PySide6_Essentials")
    assert f"https://download.qt.io/official_releases/QtForPython/pyside6/PySide6-{version}-src/" in notices["Qt.txt"]
    assert "@" not in notices["Qt.txt"]
    if sys.platform.startswith("linux"):
        assert any(name.startswith("libxcb-cursor") for name in notices)
        assert "libxcb-cursor0 " in notices["System libraries.txt"]
        assert "LGPL-2.1 (common).txt" in notices  # the notice of libglib2.0-0 only names it
        inside = program.parent / "_internal"  # where Qt.txt says that libraries may be replaced
        assert list((inside / "PySide6").rglob("libQt6Core.so*"))
        assert list((inside / "shiboken6").rglob("libshiboken6.*"))


def test_without_a_display_the_report_is_named(program: Path, tmp_path: Path) -> None:
    done = frozen.run(program, tmp_path)
    assert done.returncode == 2
    assert b"roofline-gui report" in done.stderr
    assert b"Traceback" not in done.stderr
