"""The licences of everything in the frozen program, gathered from where it was installed."""

import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = ("numpy", "pandas", "pyqtgraph", "msgspec", "colorama", "python-dateutil", "tzdata", "pyinstaller")
LICENCE_NAMES = ("licen", "copying", "notice")


class NoticeError(Exception):
    """A part without a licence text; it must not be shipped like that."""


def gather(target: Path, libraries: Iterable[Path]) -> None:
    """Write the licences of program, Python, packages and system `libraries` into `target`.

    Raises:
        NoticeError: a part has no licence text.
    """
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "LICENSE", target / "roofline-gui.txt")
    shutil.copy(ROOT / "resources" / "fonts" / "OFL.txt", target / "Inter typeface.txt")
    for text in (Path(__file__).parent / "licenses").iterdir():
        shutil.copy(text, target)
    (target / "Python.txt").write_text(python_licence(), encoding="utf-8")
    for name in DISTRIBUTIONS:
        (target / f"{name}.txt").write_text(package_licence(name), encoding="utf-8")
    for package in sorted({system_package(library) for library in libraries}):
        copyright_file = Path("/usr/share/doc") / package.partition(":")[0] / "copyright"
        if not copyright_file.exists():
            raise NoticeError(f"{package} has no copyright file in {copyright_file.parent}")
        shutil.copy(copyright_file, target / f"{package.partition(':')[0]} (system).txt")


def python_licence() -> str:
    """The licence of the Python that runs this."""
    for folder in (Path(sys.base_prefix), Path(sys.base_prefix) / "lib" / f"python{sys.version[:4]}"):
        if (folder / "LICENSE.txt").exists():
            return (folder / "LICENSE.txt").read_text(encoding="utf-8")
    copies = sorted(Path("/usr/share/doc").glob(f"python{sys.version[:4]}*/copyright"))
    if not copies:
        raise NoticeError("the licence of Python was not found")
    return copies[0].read_text(encoding="utf-8")


def package_licence(name: str) -> str:
    """All licence files that a package was installed with, one after the other."""
    files = distribution(name).files or []
    found = [f for f in files if ".dist-info" in f.parts[0] and any(n in f.name.lower() for n in LICENCE_NAMES)]
    if not found:
        raise NoticeError(f"{name} has no licence file")
    return "\n\n".join(f"{f.name}\n\n{Path(str(f.locate())).read_text(encoding='utf-8')}" for f in found)


def system_package(library: Path) -> str:
    """The Debian package that a shared library came with."""
    for path in (library, library.resolve(), Path(str(library.resolve()).removeprefix("/usr"))):
        found = subprocess.run(["dpkg", "--search", str(path)], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.partition(": ")[0]
    raise NoticeError(f"{library} belongs to no package")
