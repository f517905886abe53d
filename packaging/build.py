"""Freeze the program: dist/roofline-gui, one folder that needs neither Python nor a network.

Run: python packaging/build.py    (in an environment with the project and its “package” extra; on Linux with binutils)
"""

import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]

import icons  # noqa: E402
import size  # noqa: E402

from roofline_gui import __version__  # noqa: E402

METAINFO = "org.roofline_gui.Roofline.metainfo.xml"


def main() -> None:
    """Build, add what a desktop needs, and say how large it became."""
    build, folder = ROOT / "build", ROOT / "dist" / "roofline-gui"
    icons.render_icons(build / "icons")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places = ["--distpath", str(folder.parent), "--workpath", str(build / "pyinstaller")]
    subprocess.run([*command, *places, str(HERE / "roofline-gui.spec")], cwd=ROOT, check=True)
    if sys.platform.startswith("linux"):
        add_desktop_files(folder, build / "icons")
        (folder / "licenses").symlink_to("_internal/resources/licenses")
    print(f"{folder}\n{size.table(size.size_by_part(folder))}")


def add_desktop_files(folder: Path, drawn: Path) -> None:
    """Put what a desktop wants to know into the folder, with the scripts that install it."""
    share = folder / "share"
    shutil.copytree(drawn, share / "icons", ignore=shutil.ignore_patterns("*.ic*"))
    for drawing in icons.DRAWINGS.glob("*.svg"):
        shutil.copy(drawing, share / "icons")
    for file in (HERE / "linux").iterdir():
        shutil.copy(file, folder if file.suffix == ".sh" else share)
    words = (share / METAINFO).read_text(encoding="utf-8")
    day = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), UTC).date().isoformat()
    (share / METAINFO).write_text(words.replace("@VERSION@", __version__).replace("@DATE@", day), encoding="utf-8")


if __name__ == "__main__":
    main()
