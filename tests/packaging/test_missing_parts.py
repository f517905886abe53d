"""On a system that lacks a library of Qt, or a display: the user is told what to install, and what works without."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import PySide6
import pytest

from roofline_gui import system
from tests.packaging.frozen import NAMESPACE, ROOT

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux leaves libraries to the user")

QT = Path(PySide6.__file__).parent
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
# What this system lacks itself: libraries of Wayland where only windows of X11 are served, those of X11 on a bare one.
NO_WAYLAND = system.absent(system.FOR_WAYLAND)
NO_X11 = system.absent(system.FOR_X11)
HIDE = 'for file in $HIDDEN; do mount --bind /dev/null "$file" || exit 99; done; exec "$@"'


def run(arguments: Sequence[str], hidden: Sequence[str] = (), **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program without the displays of this session, where the `hidden` system libraries cannot be loaded."""
    bare = {k: v for k, v in os.environ.items() if k not in DISPLAYS}
    command = [sys.executable, "-m", "roofline_gui", *arguments]
    if hidden:
        bare["HIDDEN"] = " ".join(str(path_of(library)) for library in hidden if library not in NO_X11)
        command = ["unshare", *NAMESPACE, "sh", "-c", HIDE, "sh", *command]
    done = subprocess.run(
        command, env={**bare, **environment}, capture_output=True, text=True, timeout=60, check=False
    )
    if hidden and (done.returncode == 99 or done.stderr.startswith("unshare:")):
        pytest.skip("needs mount namespaces")
    return done


def path_of(library: str) -> Path:
    """The file that the loader finds for a library."""
    listed = subprocess.run(["/sbin/ldconfig", "--print-cache"], capture_output=True, text=True, check=True).stdout
    return next(
        Path(line.split(" => ")[1]) for line in listed.splitlines() if line.split(" (")[0].strip() == library
    )


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    ],
)
def test_a_library_of_the_window_is_missing(library: str, package: str, tmp_path: Path) -> None:
    done = run([], [library], DISPLAY=":0", HOME=str(tmp_path))
    assert done.returncode == 2
    named = done.stderr.partition("not installed: ")[2].partition(".\n")[0].split(", ")
    assert set(named) == {library, *NO_X11}
    assert package in done.stderr.split()
    assert "roofline-gui report PROFILE.csv --png" in done.stderr  # a picture needs no window
    assert "Traceback" not in done.stderr
    assert "qt.qpa" not in done.stderr


@pytest.mark.parametrize("arguments", [[], ["report", "--example", "--png", "out.png"]], ids=["window", "picture"])
def test_a_library_of_every_picture_is_missing(arguments: list[str], tmp_path: Path) -> None:
    done = run(arguments, ["libEGL.so.1", "libxcb-cursor.so.0"], DISPLAY=":0", HOME=str(tmp_path))
    assert done.returncode == 2
    assert "libEGL.so.1" in done.stderr
    assert {"libegl1", "libxcb-cursor0"} <= set(done.stderr.split())  # all at once, not one after the other
    assert "--csv roofline.csv" in done.stderr
    assert "--png" not in done.stderr
    assert "Traceback" not in done.stderr


def test_the_table_needs_none_of_them() -> None:
    done = run(["report", "--example", "--csv", "-"], ["libEGL.so.1", "libGL.so.1"])
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("kernel,")


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "there is no display"),
        ({"QT_QPA_PLATFORM": "xcb"}, "libxcb" if NO_X11 else "there is no display"),
        ({"DISPLAY": ":7654"}, "libxcb" if NO_X11 else "the display “:7654” does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-7654"}, "libwayland" if NO_WAYLAND else "the display “wayland-7654” does"),
        ({"QT_QPA_PLATFORM": "paper"}, "“paper”"),
    ],
    ids=["none", "xcb without", "X11", "Wayland", "unknown platform"],
)
def test_no_display_answers(environment: dict[str, str], said: str, tmp_path: Path) -> None:
    done = run([], HOME=str(tmp_path), **environment)
    assert done.returncode == 2
    assert said in done.stderr
    assert "roofline-gui report PROFILE.csv --png" in done.stderr
    assert "Traceback" not in done.stderr
    assert "qt.qpa" not in done.stderr


def test_a_picture_needs_no_display_whatever_the_session_says(tmp_path: Path) -> None:
    target = tmp_path / "out.png"
    done = run(["report", "--example", "--png", str(target)], QT_QPA_PLATFORM="xcb", DISPLAY=":7654")
    assert done.returncode == 0, done.stderr
    assert target.stat().st_size > 50_000


def test_the_library_at_the_root_of_the_trouble_is_named() -> None:
    there = {"libz.so.1"}
    links = {"libxcb-cursor.so.0": "libxcb.so.1", "libX11.so.6": "libxcb.so.1", "libother.so.0": "libXau.so.6"}

    def load(library: str) -> None:
        if library not in there:
            raise OSError(f"{links.get(library, library)}: cannot open shared object file: No such file or directory")

    wanted = {name: f"{name} package" for name in ("libz.so.1", "libX11.so.6", "libxcb-cursor.so.0", "libxcb.so.1")}
    assert system.absent(wanted, load) == {"libxcb.so.1": "libxcb.so.1 package"}
    assert system.absent({"libother.so.0": "other"}, load) == {"libother.so.0": "other"}


@pytest.mark.skipif(shutil.which("readelf") is None, reason="needs readelf")
@pytest.mark.parametrize(
    ("known", "files"),
    [
        (system.FOR_PICTURES, ["QtCore.abi3.so", "QtGui.abi3.so", "QtWidgets.abi3.so", "QtSvg.abi3.so"]),
        (system.FOR_X11, ["Qt/plugins/platforms/libqxcb.so"]),
        (system.FOR_WAYLAND, ["Qt/plugins/platforms/libqwayland.so"]),
    ],
    ids=["pictures", "X11", "Wayland"],
)
def test_every_library_that_qt_does_not_bring_is_known(known: dict[str, str], files: list[str]) -> None:
    todo, linked = [QT / file for file in files], set[str]()
    while todo:
        library = todo.pop()
        for name in linked_by(library) - linked:
            linked.add(name)
            if (QT / "Qt" / "lib" / name).exists():
                todo.append(QT / "Qt" / "lib" / name)
    brought = {name for name in linked if (QT / "Qt" / "lib" / name).exists() or "pyside" in name or "shiboken" in name}
    always = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1"}
    loader = {name for name in linked if name.startswith("ld-linux")}
    assert linked - brought - always - loader <= known.keys() | system.FOR_PICTURES.keys()
    assert known.keys() <= linked


def linked_by(library: Path) -> set[str]:
    """The names of the libraries that one names itself."""
    read = subprocess.run(["readelf", "--dynamic", str(library)], capture_output=True, text=True, check=True).stdout
    return {line.split("[")[1].rstrip("]") for line in read.splitlines() if "(NEEDED)" in line}


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("ID=debian\n", "apt-get install libegl1 libxcb-cursor0"),
        ('NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', "apt-get install libegl1 libxcb-cursor0"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "dnf install 'libEGL.so.1()(64bit)' 'libxcb-"),
        ('ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', "zypper install 'libEGL.so.1()(64bit)'"),
        ("ID=arch\n", "On Debian and Ubuntu they are in: libegl1 libxcb-cursor0"),
        (None, "On Debian and Ubuntu they are in: libegl1 libxcb-cursor0"),
    ],
    ids=["Debian", "Ubuntu", "Rocky", "openSUSE", "Arch", "unknown"],
)
def test_the_command_of_the_distribution(release: str | None, command: str, tmp_path: Path) -> None:
    file = tmp_path / "os-release"
    if release is not None:
        file.write_text(release, encoding="utf-8")
    assert command in system.install({"libEGL.so.1": "libegl1", "libxcb-cursor.so.0": "libxcb-cursor0"}, file)


def packages_in(file: str) -> set[str]:
    """Words of a file of the project that name packages with a library."""
    words = (ROOT / file).read_text(encoding="utf-8").split()
    return {word for word in words if word.startswith("lib") and word[-1].isdigit()}


@pytest.mark.parametrize("file", ["README.md", ".ci/run"])
def test_everywhere_the_same_packages_are_named(file: str) -> None:
    known = {*system.FOR_PICTURES.values(), *system.FOR_X11.values()}
    come_along = {"libfreetype6", "libstdc++6", "libx11-6", "libxcb1", "libxcb-render0", "libxcb-util1", "libzstd1"}
    assert packages_in(file) == known - come_along - {"zlib1g"}
