"""The wheel holds everything, installs into a clean environment, and leaves nothing beside itself."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from roofline_gui import __version__
from tests.packaging.frozen import ROOT

SHOWN = 5.0  # s that a window runs
SHARED = ("icons", "fonts", "machines", "models", "examples")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and sdist, made of a copy of the project by the build backend itself."""
    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    skipped = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "data")
    shutil.copytree(ROOT, source, ignore=skipped)
    shutil.copy(ROOT / ".gitignore", source)
    backend = "import hatchling.build as backend; backend.build_wheel('..'); backend.build_sdist('..')"
    subprocess.run([sys.executable, "-c", backend], cwd=source, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a new environment with the wheel; the packages it needs are those of this one."""
    place = tmp_path_factory.mktemp("clean") / "environment"
    venv.create(place, symlinks=True, with_pip=False)
    commands = place / ("Scripts" if os.name == "nt" else "bin")
    python = commands / "python"
    (wheel,) = built.glob("*.whl")
    target = ["--python", str(python), "install", "--no-deps", "--quiet", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *target], check=True, capture_output=True)
    packages = [p for p in sys.path if p.endswith("site-packages")]
    (site,) = place.rglob("site-packages")
    (site / "needed.pth").write_text("\n".join(packages) + "\n", encoding="utf-8")
    return commands


def snapshot(folder: Path) -> dict[str, str]:
    """Every file below a folder and what is in it."""
    return {str(f): hashlib.sha256(f.read_bytes()).hexdigest() for f in folder.rglob("*") if f.is_file()}


def bare(home: Path) -> dict[str, str]:
    kept = ("PATH", "LD_LIBRARY_PATH", "LANG")
    return {**{k: v for k, v in os.environ.items() if k in kept}, "HOME": str(home)}


def test_wheel_and_sdist_hold_every_resource(built: Path) -> None:
    wanted = {
        f"resources/{f.relative_to(ROOT / 'resources').as_posix()}"
        for f in (ROOT / "resources").rglob("*")
        if f.is_file()
    }
    assert {path.split("/")[1] for path in wanted} >= set(SHARED)
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {f"roofline_gui/{path}" for path in wanted} <= names
    modules = {f.relative_to(ROOT).as_posix() for f in (ROOT / "roofline_gui").rglob("*.py")}
    assert modules <= names
    assert not [n for n in names if n.startswith(("tests", "packaging"))]
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert wanted | modules <= names
    assert {"packaging/build.py", "packaging/roofline-gui.spec", "README.md", "LICENSE"} <= names


def test_the_version_has_one_place(built: Path) -> None:
    assert {f.name.split("-")[1].removesuffix(".tar.gz") for f in built.glob("roofline_gui-*")} == {__version__}


def test_the_wheel_is_small(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.stat().st_size < 2e6


def test_it_runs_from_any_folder_and_writes_nothing_beside_itself(installed: Path, tmp_path: Path) -> None:
    pytest.importorskip("PySide6")
    (package,) = installed.parent.rglob("site-packages/roofline_gui")
    before = snapshot(package.parent)
    home = tmp_path / "home"
    home.mkdir()
    for arguments in (["--version"], ["report", "--example", "--png", "out.png", "--csv", "out.csv"], ["machines"]):
        done = subprocess.run(
            [str(installed / "roofline-gui"), *arguments],
            cwd=tmp_path, env=bare(home), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.csv").stat().st_size > 1000
    run_window(installed, {**bare(home), "QT_QPA_PLATFORM": "offscreen"}, tmp_path)
    assert list(home.rglob("roofline-gui.log"))
    assert snapshot(package.parent) == before


def test_without_a_home_to_write_it_starts_and_says_so(installed: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    said = run_window(installed, {**bare(blocked / "home"), "QT_QPA_PLATFORM": "offscreen"}, tmp_path, WATCHED)
    assert "Settings are not kept." in said
    assert "Traceback" not in said


WATCHED = """
import sys
from PySide6.QtCore import QTimer
from roofline_gui.session.session import Session
tell = Session.tell
Session.tell = lambda self, message: (print(message.title, flush=True), tell(self, message))[1]
from roofline_gui.app import run
sys.exit(run([]))
"""


def run_window(commands: Path, environment: dict[str, str], folder: Path, script: str = "") -> str:
    """Run the window for a while; what it says."""
    command = [str(commands / "python"), "-c", script] if script else [str(commands / "roofline-gui")]
    with pytest.raises(subprocess.TimeoutExpired) as running:
        subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SHOWN,
            check=False,
        )  # fmt: skip
    return (running.value.stdout or b"").decode()
