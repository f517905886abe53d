"""Start of the frozen program to its first painted window against a bare frozen window, in turn, in one run.

Both are frozen here, with the same care, from the scripts of start_time.py.
Run: python -m tests.benchmarks.frozen_start_time [RUNS]    (needs a display and the “package” extra; takes minutes)
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.start_time import BARE, OURS, compare

ROOT = Path(__file__).parents[2]
SPEC = """
import sys
sys.path[:0] = [{root!r}, {root!r} + "/packaging"]
import lean
from pathlib import Path
from PyInstaller.utils.hooks import collect_submodules

by_name = [module for package in {packages!r} for module in collect_submodules(package)]
analysis = Analysis([{script!r}], pathex=[{root!r}], datas=[({root!r} + "/resources", "resources")],
                    hiddenimports=["PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", *by_name],
                    excludes=lean.UNUSED_MODULES)
analysis.binaries = lean.only_needed(analysis.binaries, Path({folder!r}) / "stripped")
analysis.datas = lean.only_used(analysis.datas, analysis.binaries)
program = EXE(PYZ(analysis.pure), analysis.scripts, exclude_binaries=True, name={name!r})
COLLECT(program, analysis.binaries, analysis.datas, name={name!r})
"""


def freeze(folder: Path, name: str, script: str, *packages: str) -> list[str]:
    """The command of the frozen script, which imports modules of `packages` by name."""
    (folder / f"{name}.py").write_text(script, encoding="utf-8")
    made = {"script": str(folder / f"{name}.py"), "name": name, "folder": str(folder)}
    spec = SPEC.format(root=str(ROOT), packages=packages, **made)
    (folder / f"{name}.spec").write_text(spec, encoding="utf-8")
    command = [sys.executable, "-m", "PyInstaller", "--log-level", "ERROR", str(folder / f"{name}.spec")]
    subprocess.run(command, cwd=folder, check=True)
    return [str(folder / "dist" / name / name)]


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder:
        compare(freeze(Path(folder), "ours", OURS, "roofline_gui"), freeze(Path(folder), "bare", BARE), runs)


if __name__ == "__main__":
    main()
