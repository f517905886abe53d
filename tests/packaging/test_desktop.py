"""Desktop entry, metainfo, file type and icons: valid, installed without root, and gone after the uninstall."""

import configparser
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from roofline_gui import __version__
from tests.packaging.frozen import DIST, ROOT

LINUX = ROOT / "packaging" / "linux"
NAME = "org.roofline_gui.Roofline.metainfo.xml"


def tool(name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of the desktop; its absence skips the test."""
    if shutil.which(name) is None:
        pytest.skip(f"needs {name}")
    return subprocess.run([name, *arguments], capture_output=True, text=True, check=False, env=environment or None)


def test_the_desktop_entry_is_valid() -> None:
    done = tool("desktop-file-validate", str(LINUX / "roofline-gui.desktop"))
    assert done.returncode == 0, done.stdout
    assert done.stdout == ""


def test_the_metainfo_is_valid(tmp_path: Path) -> None:
    words = (LINUX / NAME).read_text(encoding="utf-8").replace("@VERSION@", __version__).replace("@DATE@", "2026-01-31")
    (tmp_path / NAME).write_text(words, encoding="utf-8")
    done = tool("appstreamcli", "validate", "--no-net", "--explain", str(tmp_path / NAME))
    assert done.returncode == 0, done.stdout


def test_entry_metainfo_and_type_name_one_another() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys of desktop entries have capitals
    entry.read(LINUX / "roofline-gui.desktop", encoding="utf-8")
    kind = ET.parse(LINUX / "roofline-gui.xml").getroot()[0].get("type")
    info = ET.parse(LINUX / NAME).getroot()
    assert entry["Desktop Entry"]["MimeType"] == f"{kind};"
    assert info.findtext("provides/mediatype") == kind
    assert info.findtext("launchable") == "roofline-gui.desktop"
    assert info.findtext("name") == entry["Desktop Entry"]["Name"]


@pytest.fixture
def icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Path:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    from icons import render_icons

    render_icons(tmp_path / "icons")
    sys.modules.pop("icons")
    return tmp_path / "icons"


def test_icons_have_their_sizes_and_are_no_blanks(icons: Path) -> None:
    for stem in ("roofline-gui", "roofline-document"):
        for size in (16, 22, 24, 32, 48, 64, 128, 256, 512):
            picture = QImage(str(icons / f"{stem}-{size}.png"))
            assert (picture.width(), picture.height()) == (size, size)
            colours = {picture.pixel(x, y) for x in range(size) for y in range(size)}
            assert len(colours) > 10


def test_the_roof_can_be_told_from_the_dot_at_16_pixels(icons: Path) -> None:
    small = QImage(str(icons / "roofline-gui-16.png"))
    colours = [small.pixelColor(x, y) for x in range(16) for y in range(16)]
    white = [c for c in colours if min(c.red(), c.green(), c.blue()) > 200 and c.alpha() > 250]
    orange = [c for c in colours if c.red() > 200 and 100 < c.green() < 190 and c.blue() < 90 and c.alpha() > 250]
    assert len(white) >= 8
    assert len(orange) >= 8


@pytest.mark.parametrize("stem", ["roofline-gui", "roofline-document"])
def test_icons_of_windows_and_macos_hold_pictures(icons: Path, stem: str) -> None:
    ico = (icons / f"{stem}.ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", ico)
    assert (reserved, kind, count) == (0, 1, 7)
    for i, size in enumerate((16, 24, 32, 48, 64, 128, 256)):
        width, height, *_, length, offset = struct.unpack_from("<BBBBHHII", ico, 6 + 16 * i)
        assert (width or 256, height or 256) == (size, size)
        assert QImage.fromData(ico[offset : offset + length]).width() == size
    icns = (icons / f"{stem}.icns").read_bytes()
    assert icns[:4] == b"icns"
    assert struct.unpack(">I", icns[4:8])[0] == len(icns)
    at, widths = 8, []
    while at < len(icns):
        (length,) = struct.unpack_from(">I", icns, at + 4)
        widths.append(QImage.fromData(icns[at + 8 : at + length]).width())
        at += length
    assert widths == [16, 32, 64, 128, 256, 512]


@pytest.mark.frozen
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="scripts of Linux")
def test_install_and_uninstall_without_root(tmp_path: Path) -> None:
    if not DIST.is_dir():
        pytest.skip("needs dist/roofline-gui: run python packaging/build.py")
    home = tmp_path / "home of a user"
    (home / ".local" / "share" / "applications").mkdir(parents=True)
    other = home / ".local" / "share" / "applications" / "other.desktop"
    other.write_text("[Desktop Entry]\n")
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}

    def do(script: Path) -> None:
        done = subprocess.run(["sh", str(script)], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""

    do(DIST / "install.sh")
    do(DIST / "install.sh")  # an update
    data = home / ".local" / "share"
    command = home / ".local" / "bin" / "roofline-gui"
    said = subprocess.run([str(command), "--version"], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.split()[-1] == __version__
    entry = data / "applications" / "roofline-gui.desktop"
    assert f'Exec="{data}/roofline-gui/program/roofline-gui" %F' in entry.read_text(encoding="utf-8")
    assert tool("desktop-file-validate", str(entry)).stdout == ""
    assert (data / "icons/hicolor/16x16/apps/roofline-gui.png").is_file()
    assert (data / "icons/hicolor/scalable/mimetypes/application-x-roofline.svg").is_file()
    info = ET.parse(data / "metainfo" / NAME).find("releases/release")
    assert info is not None
    assert info.get("version") == __version__
    if shutil.which("update-mime-database"):
        assert "application/x-roofline:*.roofline" in (data / "mime" / "globs").read_text(encoding="utf-8")

    do(data / "roofline-gui" / "program" / "uninstall.sh")
    left = [f for f in home.rglob("*") if f.is_symlink() or (f.is_file() and "roofline" in f.name)]
    assert left == []
    assert other.is_file()
    if shutil.which("update-mime-database"):
        assert "roofline" not in (data / "mime" / "globs").read_text(encoding="utf-8")
