"""What the frozen program leaves out: parts of Qt, Python and pandas that it never calls.

PyInstaller follows imports and collects every plugin of every Qt module it meets, and each plugin brings libraries of
its own (the GTK theme alone brings a GTK). The plugins that are used are named here; of the shared libraries only
those remain that something kept links to.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import TypeAlias

Entry: TypeAlias = tuple[str, str, str]  # where it goes in the folder, where it comes from, its kind

UNUSED_MODULES = [
    # Of Qt: pyqtgraph asks for these and does without.
    "PySide6.QtNetwork", "PySide6.QtTest",
    # Of pyqtgraph and pandas: what they offer beyond plots and tables, and what they would use if it were there.
    "pyqtgraph.examples", "pyqtgraph.opengl", "pyqtgraph.jupyter",
    "IPython", "OpenGL", "PIL", "cupy", "h5py", "hypothesis", "jinja2", "matplotlib", "numba", "numexpr",
    "openpyxl", "pyarrow", "pytest", "pytz", "scipy", "sqlalchemy", "tables", "typing_extensions",
    # Of Python: the network, databases, tools of developers.
    "_hashlib", "_sqlite3", "_ssl", "_tkinter", "ensurepip", "idlelib", "lib2to3", "pdb", "pip", "pydoc_data",
    "readline", "setuptools", "sqlite3", "ssl", "tkinter", "turtle", "venv", "xmlrpc",
]  # fmt: skip

PLUGINS = {
    "platforms": {"qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"},
    "platforminputcontexts": {"composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"},
    "platformthemes": {"qxdgdesktopportal"},
    "wayland-shell-integration": {"xdg-shell"},
    "wayland-decoration-client": {"adwaita", "bradient"},
    "imageformats": {"qsvg"},
    "iconengines": {"qsvgicon"},
}
UNUSED_FOLDERS = ("PySide6/Qt/translations", "PySide6/translations", "PySide6/Qt/qml", "PySide6/Qt/resources",
                  "pyqtgraph/colors", "pyqtgraph/icons")  # fmt: skip
SYSTEM_FOLDERS = ("/usr/lib/", "/lib/")
TESTS_OF_NUMPY = ("_multiarray_tests", "_operand_flag_tests", "_rational_tests", "_simd", "_struct_ufunc_tests",
                  "_umath_tests")  # fmt: skip


def only_needed(binaries: Iterable[Entry], stripped: Path) -> list[Entry]:
    """The binaries that are used, those of Python without their debugging symbols (copies in `stripped`)."""
    kept = [entry for entry in binaries if is_used(entry[0])]
    if sys.platform.startswith("linux"):
        kept = _linked(kept)
        kept = [_strip(entry, stripped) for entry in kept]
    return kept


def only_used(datas: Iterable[Entry], binaries: Iterable[Entry]) -> list[Entry]:
    """The data files that are used, and of the links to libraries those to one of the `binaries`."""
    libraries = {PurePath(place).name for place, _, _ in binaries}
    return [e for e in datas if is_used(e[0]) and (e[2] != "SYMLINK" or PurePath(e[1]).name in libraries)]


def is_used(place: str) -> bool:
    """Whether the file that goes to `place` in the folder is of use."""
    path = PurePath(place.replace("\\", "/"))
    if any(path.is_relative_to(folder) for folder in UNUSED_FOLDERS):
        return False
    if path.parts[0] == "numpy" and path.name.split(".")[0] in TESTS_OF_NUMPY:
        return False
    if "plugins" in path.parts and path.parts[0] == "PySide6":
        kind = path.parts[path.parts.index("plugins") + 1]
        return path.name.split(".")[0].removeprefix("lib") in PLUGINS.get(kind, set())
    return True


def _linked(binaries: list[Entry]) -> list[Entry]:
    """Python, its extension modules, the plugins, and the libraries that they link to."""
    from PyInstaller.depend.bindepend import get_imports

    sources = {PurePath(place).name: source for place, source, kind in binaries if kind != "SYMLINK"}
    todo = [
        PurePath(place).name
        for place, _, kind in binaries
        if kind == "EXTENSION" or "plugins" in PurePath(place).parts or PurePath(place).name.startswith("libpython")
    ]
    reached: set[str] = set()
    while todo:
        name = todo.pop()
        if name in sources and name not in reached:
            reached.add(name)
            todo += [PurePath(library).name for library, _ in get_imports(sources[name])]
    return [entry for entry in binaries if PurePath(entry[0]).name in reached]


def _strip(entry: Entry, folder: Path) -> Entry:
    """`entry` without debugging symbols if it is part of Python; wheels come stripped, and some break when touched."""
    place, source, kind = entry
    if kind == "SYMLINK" or not Path(source).is_relative_to(sys.base_prefix):
        return entry
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / Path(source).name
    shutil.copyfile(source, target)
    target.chmod(0o755)
    subprocess.run(["strip", "--strip-unneeded", str(target)], check=True)
    return place, str(target), kind


def system_sources(binaries: Iterable[Entry]) -> list[str]:
    """Where the libraries of the system among the binaries come from: their licences go with them."""
    return sorted({source for _, source, kind in binaries if kind != "SYMLINK" and source.startswith(SYSTEM_FOLDERS)})
