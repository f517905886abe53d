"""The licences of everything in the frozen program, gathered from where it was installed."""

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import distribution, packages_distributions, version
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALWAYS = ("tzdata", "pyinstaller")  # data, and the program that starts ours
TOLD_APART = {"roofline_gui", "PySide6", "shiboken6"}
LICENCE_NAMES = ("licen", "copying", "notice")
COMMON = Path("/usr/share/common-licenses")  # texts that Debian's copyright files only name
_COMMON_NAME = re.compile(rf"{COMMON}/([\w.+-]*\w)")


class NoticeError(Exception):
    """A part without a licence text; it must not be shipped like that."""


def gather(target: Path, modules: Iterable[str], libraries: Iterable[Path]) -> None:
    """Write the licences of program, Python, the packages of `modules` and system `libraries` into `target`, made anew.

    Raises:
        NoticeError: a part has no licence text.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(Path(__file__).parent / "licenses", target)
    (target / "Qt.txt").write_text(qt_notice(), encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", target / "roofline-gui.txt")
    shutil.copy(ROOT / "resources" / "fonts" / "OFL.txt", target / "Inter typeface.txt")
    (target / "Python.txt").write_text(python_licence(), encoding="utf-8")
    for name in {*packages_of(modules), *ALWAYS}:
        (target / f"{name}.txt").write_text(package_licence(name), encoding="utf-8")
    packages = sorted({system_package(library) for library in libraries})
    for package in packages:
        copyright_file = Path("/usr/share/doc") / package.partition(":")[0] / "copyright"
        if not copyright_file.exists():
            raise NoticeError(f"{package} has no copyright file in {copyright_file.parent}")
        shutil.copy(copyright_file, target / f"{package.partition(':')[0]} (system).txt")
    for name in common_licences(target):
        shutil.copy(COMMON / name, target / f"{name} (common).txt")
    if packages:
        (target / "System libraries.txt").write_text(system_notice(packages), encoding="utf-8")


def packages_of(modules: Iterable[str]) -> set[str]:
    """The installed packages that modules belong to, apart from Python's own and those that are told apart."""
    homes = packages_distributions()
    return {homes[top][0] for top in {name.partition(".")[0] for name in modules} - TOLD_APART if top in homes}


def qt_notice() -> str:
    """What is to be said of Qt, for the version that is shipped."""
    words = (Path(__file__).parent / "licenses" / "Qt.txt").read_text(encoding="utf-8")
    shipped = version("PySide6_Essentials")
    return words.replace("@VERSION@", shipped).replace("@SERIES@", shipped.rpartition(".")[0])


def common_licences(folder: Path) -> set[str]:
    """The names of the texts that the notices in `folder` leave to the system they come from."""
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in folder.iterdir())
    named = {name for text in texts for name in _COMMON_NAME.findall(text)}
    return {name for name in named if (COMMON / name).is_file()}


def system_notice(packages: Iterable[str]) -> str:
    """Where the libraries of the system come from, and how to get their sources."""
    form = "${Package} ${Version}, source ${source:Package} ${source:Version}\\n"
    rows = [_output("dpkg-query", "--show", f"--showformat={form}", package) for package in packages]
    return (
        f"Libraries of {platform.freedesktop_os_release()['PRETTY_NAME']} in this program, unchanged.\n"
        "They lie in _internal as files of their own and may be replaced. On that system\n"
        "`apt-get source NAME=VERSION`, with the source and version below, fetches the source code.\n\n" + "".join(rows)
    )


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


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def system_package(library: Path) -> str:
    """The Debian package that a shared library came with."""
    for path in (library, library.resolve(), Path(str(library.resolve()).removeprefix("/usr"))):
        found = subprocess.run(["dpkg", "--search", str(path)], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.partition(": ")[0]
    raise NoticeError(f"{library} belongs to no package")
