"""Imports point one way. Every contract is also shown to bite: a violation put into a copy of the package is found."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Importing every module of these packages must work without Qt, and must not load pandas, which costs 0.4 s.
WITHOUT_QT = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            raise ModuleNotFoundError(f"{name} is not installed")

sys.meta_path.insert(0, Blocked())
for package in ("model", "io", "present", "cli"):
    loaded = importlib.import_module(f"roofline_gui.{package}")
    for module in pkgutil.walk_packages(loaded.__path__, f"{loaded.__name__}."):
        importlib.import_module(module.name)
assert "pandas" not in sys.modules, "pandas is imported at module level"
"""
REPORT_WITHOUT_QT = f"""{WITHOUT_QT}
from roofline_gui.cli import main
sys.exit(main(["report", "--example", "--csv", "-"]))
"""
SESSION_WITHOUT_WIDGETS = """
import importlib, pkgutil, sys
import roofline_gui.session as session
for module in pkgutil.walk_packages(session.__path__, "roofline_gui.session."):
    importlib.import_module(module.name)
assert "PySide6.QtWidgets" not in sys.modules, "the session loads QtWidgets"
"""
QT_GUI_IN_SESSION = {"QUndoStack", "QUndoCommand"}  # Qt 6 keeps them in QtGui; they draw nothing


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=root, capture_output=True, text=True, check=False)


def contracts(root: Path) -> str:
    """What import-linter finds, empty if nothing."""
    command = "from importlinter.cli import lint_imports_command as run; run(['--no-cache', '--no-logo'])"
    found = run(root, "-c", command)
    return "" if found.returncode == 0 else found.stdout + found.stderr


def module_level_imports(root: Path) -> str:
    """What ruff finds among imports that belong inside functions, and imports of banned parts."""
    found = run(root, "-m", "ruff", "check", "--no-cache", "--select", "TID", "roofline_gui")
    return "" if found.returncode == 0 else found.stdout + found.stderr


def session_imports(root: Path) -> str:
    """Parts of Qt that the session imports beyond QtCore and the undo stack."""
    session = root / "roofline_gui" / "session"
    wrong = [
        f"{path.name} imports {name}"
        for path in sorted(session.rglob("*.py"))
        for name in imported_names(ast.parse(path.read_text(encoding="utf-8")))
        if name.startswith("PySide6") and not allowed_in_session(name)
    ]
    return "\n".join(wrong)


def imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def allowed_in_session(name: str) -> bool:
    _, _, part = name.partition(".")
    module, _, member = part.partition(".")
    return module == "QtCore" or (module == "QtGui" and member in QT_GUI_IN_SESSION)


def imports_without_qt(root: Path) -> str:
    found = run(root, "-c", WITHOUT_QT)
    return "" if found.returncode == 0 else found.stderr


CHECKS = (contracts, module_level_imports, session_imports, imports_without_qt)


@pytest.mark.parametrize("check", CHECKS)
def test_the_package_keeps_its_contracts(check: Callable[[Path], str]) -> None:
    assert check(ROOT) == ""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and its configuration that tests may damage."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "roofline_gui", root / "roofline_gui", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


VIOLATIONS = [
    ("model/units.py", "import roofline_gui.io.machines", contracts, "Imports point one way"),
    ("model/units.py", "import roofline_gui.present.words", contracts, "Imports point one way"),
    ("io/machines.py", "import roofline_gui.present.words", contracts, "Imports point one way"),
    ("present/words.py", "import roofline_gui.io.machines", contracts, "Imports point one way"),
    ("present/words.py", "import roofline_gui.session", contracts, "Imports point one way"),
    ("session/__init__.py", "import roofline_gui.ui", contracts, "Imports point one way"),
    ("ui/__init__.py", "import roofline_gui.cli", contracts, "Imports point one way"),
    ("unlisted.py", "", contracts, "unlisted"),
    ("model/units.py", "def late():\n    import PySide6.QtCore", contracts, "The model knows nothing"),
    ("model/units.py", "def late():\n    import pandas", contracts, "The model knows nothing"),
    ("model/units.py", "import msgspec", contracts, "The model knows nothing"),
    ("io/machines.py", "def late():\n    import pyqtgraph", contracts, "Readers and writers know nothing"),
    ("io/machines.py", "import pandas", module_level_imports, "TID253"),
    ("present/words.py", "def late():\n    import pandas", contracts, "What is shown is worked out"),
    ("present/words.py", "from PySide6 import QtGui", contracts, "What is shown is worked out"),
    ("session/__init__.py", "import pyqtgraph", contracts, "The session draws nothing"),
    ("session/__init__.py", "from PySide6 import QtWidgets", session_imports, "QtWidgets"),
    ("session/__init__.py", "def late():\n    import PySide6.QtWidgets", session_imports, "QtWidgets"),
    ("session/__init__.py", "from PySide6.QtGui import QPixmap, QUndoStack", session_imports, "QPixmap"),
    ("session/__init__.py", "from PySide6 import QtGui", session_imports, "QtGui"),
    ("ui/other_pane.py", "import roofline_gui.ui.canvas", contracts, "Panes do not import one another"),
    ("ui/canvas/__init__.py", "import roofline_gui.ui.picture", contracts, "Panes do not import one another"),
    ("ui/__init__.py", "from pyqtgraph.exporters import SVGExporter", module_level_imports, "TID251"),
    ("cli/__init__.py", "import PySide6.QtCore", imports_without_qt, "PySide6 is not installed"),
    ("cli/__init__.py", "import roofline_gui.ui.picture", imports_without_qt, "is not installed"),
    ("cli/__init__.py", "import pandas", imports_without_qt, "pandas is imported at module level"),
]


@pytest.mark.parametrize(("file", "line", "check", "said"), VIOLATIONS, ids=[f"{v[0]}: {v[1]}" for v in VIOLATIONS])
def test_a_violation_is_found(package: Path, file: str, line: str, check: Callable[[Path], str], said: str) -> None:
    target = package / "roofline_gui" / file
    before = target.read_bytes() if target.exists() else None
    try:
        target.write_bytes((before or b'"""A new module."""\n') + f"\n{line}\n".encode())
        assert said in check(package)
    finally:
        if before is None:
            target.unlink()
        else:
            target.write_bytes(before)


def test_a_report_needs_no_qt() -> None:
    found = run(ROOT, "-c", REPORT_WITHOUT_QT)
    assert found.returncode == 0, found.stderr
    header, *rows = found.stdout.splitlines()
    assert header.startswith("kernel,group,source,launches,time_s,precision,flop,")
    assert rows


def test_the_session_loads_no_widgets() -> None:
    found = run(ROOT, "-c", SESSION_WITHOUT_WIDGETS)
    assert found.returncode == 0, found.stderr
